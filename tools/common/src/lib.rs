//! Code that the programs around the passes have in common: how they start and end, diagnostics on standard error,
//! output to a reader that may leave, and panics as errors of the run. Their build scripts share `link_llvm.rs` of this
//! package.

use std::{
    ffi::OsString,
    fmt::Display,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::{Mutex, PoisonError},
};

use sycl_command_line::{Known, Takes};
use sycl_passes::{Severity, Sink, options::Parameter, registry};

/// Prints diagnostics as LLVM's tools do.
#[derive(Debug)]
pub struct Stderr;

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
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Facts of a program about itself.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The version of its LLVM.
    pub llvm: &'static str,
    /// The text of `--help`.
    pub help: fn() -> String,
}

/// The option of a program for a parameter of its pass.
pub fn option_of<O, I>(name: &'static str, parameter: &Parameter<O>, id: I) -> Known<'static, I> {
    if parameter.is_flag() {
        Known::new(name, Takes::Switch, id)
    } else {
        Known::with_value(name, parameter.usage(), id)
    }
}

/// Action of the program.
#[derive(Debug)]
pub enum Action<A> {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Run with these arguments.
    Run(Box<A>),
}

/// Reason why a run fails, in one line.
pub trait Failure: Display {
    /// The failure of a panic, by its words.
    fn internal(words: String) -> Self;
    /// The failure of standard output which cannot be written.
    fn print(cause: io::Error) -> Self;
    /// The exit code.
    fn code(&self) -> u8;
    /// Advice.
    fn hint(&self) -> Option<String> {
        None
    }
}

/// The variable that filters messages.
const LOG: &str = "SYCL_PASSES_LOG";

/// Does what the command line asks for. What fails is said under the name by which the program was called.
pub fn main<A, E: Failure>(
    about: &About,
    parse: impl FnOnce(&[OsString]) -> Result<Action<A>, E>,
    run: impl FnOnce(&A) -> Result<(), E>,
) -> ExitCode {
    env_logger::Builder::from_env(LOG).init();
    let filter = std::env::var(LOG).unwrap_or_default();
    if let Some(problem) = registry::problem_of_log_filter(&filter) {
        say(&format!("warning: {problem}"));
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| OsString::from(about.name));
    let arguments: Vec<OsString> = arguments.collect();
    let act = || match parse(&arguments)? {
        Action::Help => print(&(about.help)()).map_err(E::print),
        Action::Version => {
            print(&format!("{} {} (LLVM {})\n", about.name, about.version, about.llvm)).map_err(E::print)
        }
        Action::Run(arguments) => run(&arguments),
    };
    match guarded(act, E::internal) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("{}: error: {error}", name.display()));
            if let Some(hint) = error.hint() {
                say(&format!("hint: {hint}"));
            }
            ExitCode::from(error.code())
        }
    }
}

/// Writes to standard output, whose reader may leave early.
///
/// # Errors
/// Standard output cannot be written for another reason.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => Err(cause),
        _ => Ok(()),
    }
}

/// Runs `work`; a panic is an error of the run, which `internal` makes of its words, in one line.
///
/// # Errors
/// Those of `work`, and panics.
fn guarded<E>(work: impl FnOnce() -> Result<(), E>, internal: impl FnOnce(String) -> E) -> Result<(), E> {
    static WORDS: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("unknown cause");
        let place = info.location().map(|place| format!(" ({place})")).unwrap_or_default();
        *WORDS.lock().unwrap_or_else(PoisonError::into_inner) = format!("{text}{place}");
    }));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        Err(internal(words.lines().collect::<Vec<_>>().join(" ")))
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_is_an_error_in_one_line() {
        let words = guarded(|| panic!("first line\nsecond line"), |words| words).expect_err("a panic");
        assert!(words.starts_with("first line second line ("), "{words}");
        assert_eq!(guarded(|| Err("refused".to_owned()), |words| words), Err("refused".to_owned()));
        assert_eq!(guarded(|| Ok(()), |words| words), Ok(()));
    }
}
