//! `sycl-post-link`: splits a linked SYCL device module into images, lowers specialization constants, and describes
//! every image, with the command line, exit codes and file names of DPC++'s tool.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | done |
//! | 1 | wrong options, or an input that was refused; no file of the run is left |

mod args;

use std::{
    ffi::OsString,
    io::{self, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::{Mutex, PoisonError},
};

use args::{Action, Arguments};
use sycl_passes::{
    Severity, Sink,
    ir::{OwnedModule, sycl_metadata::MetadataKindIds},
    logged, post_link,
};

/// Prints diagnostics as LLVM's tools do.
struct Stderr;

impl Sink for Stderr {
    fn report(&mut self, severity: Severity, text: &str) {
        let word = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        say(&format!("{word}: {text}"));
    }
}

/// Writes a line to standard error. Where that is closed or full, the line is lost.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn main() -> ExitCode {
    env_logger::Builder::from_env("SYCL_PASSES_LOG").init();
    let mut command_line = std::env::args_os();
    let program = command_line.next().unwrap_or_else(|| OsString::from("sycl-post-link"));
    match guarded(|| args::parse(command_line).map_err(|e| e.to_string()).and_then(act)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            say(&format!("{}: error: {text}", program.display()));
            ExitCode::FAILURE
        }
    }
}

/// Runs `work`; a panic is an error of the run, in one line.
fn guarded(work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    static WORDS: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("unknown cause");
        let place = info.location().map(|place| format!(" ({place})")).unwrap_or_default();
        *WORDS.lock().unwrap_or_else(PoisonError::into_inner) = format!("{text}{place}");
    }));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        Err(format!("internal error: {}", words.lines().collect::<Vec<_>>().join(" ")))
    })
}

fn act(action: Action) -> Result<(), String> {
    match action {
        Action::Help => print(&args::help()),
        Action::Version => print(&format!(
            "sycl-post-link {} (LLVM {})\n",
            env!("CARGO_PKG_VERSION"),
            env!("SYCL_PASSES_LLVM_VERSION")
        )),
        Action::Run(arguments) => run(&arguments),
    }
}

/// Writes to standard output, whose reader may leave early.
fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let input = arguments.input.display();
    let mut bytes = Vec::new();
    let read = if arguments.input == "-" {
        io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(&arguments.input).map(|content| bytes = content)
    };
    read.map_err(|error| format!("error opening the file '{input}': {error}"))?;
    let mut module = OwnedModule::read(&bytes, &input.to_string()).map_err(|error| format!("{input}: {error}"))?;
    drop(bytes);
    if arguments.lower_esimd {
        refuse_esimd(&module)?;
    }
    let mut editor = module.editor();
    let view = editor.view();
    let split = || post_link::run(&mut editor, &arguments.options, &mut Stderr);
    logged("sycl-post-link", view, split, |done| format!("{} images written", done.images))
        .map_err(|error| error.to_string())?;
    drop(editor);
    // The process ends here: freeing a large module piece by piece would only take time.
    std::mem::forget(module);
    Ok(())
}

/// The lowering of ESIMD code is Intel's vector back end's, and is not done here.
fn refuse_esimd(module: &OwnedModule) -> Result<(), String> {
    let view = module.view();
    let kinds = MetadataKindIds::new(view);
    for function in view.functions() {
        if kinds.facts(function).map_err(|error| error.to_string())?.explicit_simd {
            let name = function.name();
            return Err(format!(
                "-lower-esimd: function `{name}` is ESIMD code; expected a module without it (`!sycl_explicit_simd`)"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_in_one_line() {
        let error = guarded(|| panic!("first line\nsecond line"));
        let words = error.expect_err("a panic");
        assert!(words.starts_with("internal error: first line second line ("), "{words}");
        assert_eq!(guarded(|| Err("refused".into())), Err("refused".into()));
        assert_eq!(guarded(|| Ok(())), Ok(()));
    }
}
