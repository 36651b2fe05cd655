//! `sycl-post-link`: splits a linked SYCL device module into images, lowers specialization constants, and describes every
//! image, with the command line, exit codes and file names of DPC++'s tool.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | done |
//! | 1 | wrong options, or an input that was refused; no file of the run is left |

mod args;

use std::{io::Read, process::ExitCode};

use args::{Action, Arguments};
use sycl_passes::{
    Severity, Sink,
    ir::{OwnedModule, metadata::Kinds},
    post_link,
};

/// Prints diagnostics as LLVM's tools do.
struct Stderr;

impl Sink for Stderr {
    #[expect(clippy::print_stderr, reason = "diagnostics of a command line tool")]
    fn report(&mut self, severity: Severity, text: &str) {
        let word = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        eprintln!("{word}: {text}");
    }
}

#[expect(clippy::print_stderr, reason = "the message of a command line tool")]
fn complain(program: &str, text: &str) {
    eprintln!("{program}: error: {text}");
}

fn main() -> ExitCode {
    env_logger::Builder::from_env("SYCL_PASSES_LOG").init();
    let mut command_line = std::env::args();
    let program = command_line.next().unwrap_or_else(|| "sycl-post-link".to_owned());
    match args::parse(command_line).map_err(|e| e.to_string()).and_then(act) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            complain(&program, &text);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "help and version are the output asked for")]
fn act(action: Action) -> Result<(), String> {
    match action {
        Action::Help => {
            print!("{}", args::help());
            Ok(())
        }
        Action::Version => {
            println!("sycl-post-link {} (LLVM {})", env!("CARGO_PKG_VERSION"), env!("SYCL_PASSES_LLVM_VERSION"));
            Ok(())
        }
        Action::Run(arguments) => run(&arguments),
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let input = &arguments.input;
    let mut bytes = Vec::new();
    let read = if input == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(input).map(|content| bytes = content)
    };
    read.map_err(|error| format!("error opening the file '{input}': {error}"))?;
    let module = OwnedModule::read(&bytes, input).map_err(|error| format!("{input}: {error}"))?;
    drop(bytes);
    if arguments.lower_esimd {
        refuse_esimd(&module)?;
    }
    post_link::run(module.view(), &arguments.options, &mut Stderr).map_err(|error| error.to_string())?;
    // The process ends here: freeing a large module piece by piece would only take time.
    std::mem::forget(module);
    Ok(())
}

/// The lowering of ESIMD code is Intel's vector back end's, and is not done here.
fn refuse_esimd(module: &OwnedModule) -> Result<(), String> {
    let view = module.view();
    let kinds = Kinds::new(view);
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
