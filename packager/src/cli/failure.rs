//! How a command fails: one line that names file and cause, hints under it, an exit code.
#![expect(clippy::print_stderr, reason = "this is where errors are printed")]

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use crate::Error;
use crate::pipeline::tools::PACKAGER;
use sycl_propset::printable::printable;

/// Exit code for input that was read and is refused.
pub(super) const REFUSED: u8 = 1;
/// Exit code for wrong usage, and for files that cannot be read or written.
pub(super) const USAGE: u8 = 2;

/// Why a command stopped.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    file: Option<PathBuf>,
    cause: String,
    hints: Vec<String>,
    /// The reader of standard output has gone, which is not an error.
    silent: bool,
}

impl Failure {
    /// Wrong usage, or a file that cannot be read or written.
    pub fn usage(cause: impl Into<String>) -> Self {
        Self { code: USAGE, file: None, cause: cause.into(), hints: Vec::new(), silent: false }
    }

    /// Input that was read and is refused.
    pub fn refused(file: &Path, cause: impl Into<String>) -> Self {
        Self { code: REFUSED, file: Some(file.to_owned()), cause: cause.into(), hints: Vec::new(), silent: false }
    }

    pub(super) fn closed_pipe() -> Self {
        Self { code: 0, file: None, cause: String::new(), hints: Vec::new(), silent: true }
    }

    /// The same about what is in a file.
    #[must_use]
    pub fn of(mut self, file: &Path) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// With a line about what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Reports it to the user and returns the exit code.
    pub fn report(&self) -> ExitCode {
        if !self.silent {
            complain(&self.to_string());
            for hint in &self.hints {
                eprintln!("hint: {}", printable(hint));
            }
        }
        ExitCode::from(self.code)
    }
}

/// The name of the program in messages.
static PROGRAM: Mutex<&str> = Mutex::new(PACKAGER);

/// Says which program messages are of, if that is not `sycl-packager`.
pub fn set_program(name: &'static str) {
    *PROGRAM.lock().unwrap_or_else(PoisonError::into_inner) = name;
}

/// The program that messages are of.
pub(super) fn program() -> &'static str {
    *PROGRAM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the program calls an option of `build`.
pub(super) fn option(name: &str) -> String {
    if program() == PACKAGER { format!("--{name}") } else { format!("--sycl-{name}") }
}

/// Prints a message with the program's name. A message may have several lines; other characters that could steer a
/// terminal come from names and texts of the input, and are escaped.
pub fn complain(message: &str) {
    let lines: Vec<_> = message.split('\n').map(printable).collect();
    eprintln!("{}: {}", program(), lines.join("\n"));
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}: {}", printable(&file.display().to_string()), self.cause),
            None => f.write_str(&self.cause),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let file = error.file().filter(|file| !file.as_os_str().is_empty()).map(Path::to_owned);
        let code = if error.is_io() { USAGE } else { REFUSED };
        let hints = match &error {
            Error::NotOurs { entry, .. } => {
                vec![format!("nothing was removed; move `{entry}` away, or choose another name")]
            }
            _ => Vec::new(),
        };
        Self { code, file, cause: error.to_string(), hints, silent: false }
    }
}
