//! Failures of commands: one line that names file and cause, hints under it, an exit code.
#![expect(clippy::print_stderr, reason = "this is where errors are printed")]

use std::fmt;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use serde_json::json;
use sycl_builder::tools::PACKAGER;
use sycl_images::Error;
use sycl_propset::printable::{escape_json, printable};

use super::common::{Color, JSON_FORMAT};

/// Exit code for input that was read and is refused.
pub(super) const REFUSED: u8 = 1;
/// Exit code for wrong usage, and for files that cannot be read or written.
pub(super) const USAGE: u8 = 2;

/// Reason why a command stopped.
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

    /// Wrong usage, as clap says it.
    #[must_use]
    pub fn misused(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        // clap's renderer puts this in front of all that it says.
        Self::usage(text.strip_prefix("error: ").unwrap_or(&text).trim_end())
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
    pub fn in_file(mut self, file: &Path) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// With a line about what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Advice.
    pub(super) fn hints(&self) -> &[String] {
        &self.hints
    }

    /// The same of a command whose exit code for refused input means something else.
    pub(super) fn without_answer(mut self) -> Self {
        if self.code == REFUSED {
            self.code = USAGE;
        }
        self
    }

    /// Reports it to the user and returns the exit code.
    pub fn report(&self) -> ExitCode {
        if !self.silent {
            let message = Message { level: Level::Error, file: self.file.as_deref(), text: &self.cause };
            message.print(&self.hints, Some(self.code));
        }
        ExitCode::from(self.code)
    }
}

/// Style of messages.
#[derive(Debug, Clone, Copy)]
struct Style {
    program: &'static str,
    json: bool,
    color: Color,
}

static STYLE: Mutex<Style> = Mutex::new(Style { program: PACKAGER, json: false, color: Color::Never });

fn style() -> Style {
    *STYLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says which program messages are of, if that is not `sycl-packager`.
pub fn set_program(name: &'static str) {
    STYLE.lock().unwrap_or_else(PoisonError::into_inner).program = name;
}

/// Says how messages look from now on.
pub(super) fn set_style(json: bool, color: Color) {
    let mut style = STYLE.lock().unwrap_or_else(PoisonError::into_inner);
    *style = Style { program: style.program, json, color };
}

/// The program that messages are of.
pub(super) fn program() -> &'static str {
    style().program
}

/// Importance of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
    Note,
    /// Text from an external program; its severity is unknown.
    Said,
    /// A detail that `--verbose` or `--explain` asks for.
    Detail,
}

/// A message to the user.
struct Message<'a> {
    level: Level,
    file: Option<&'a Path>,
    text: &'a str,
}

impl Message<'_> {
    /// Prints it with the program's name. Characters that could steer a terminal come from names and texts of the
    /// input, and are escaped.
    fn print(&self, hints: &[String], code: Option<u8>) {
        let style = style();
        if style.json {
            return self.print_json(hints, code);
        }
        let paint = Paint::for_choice(style.color);
        let file = self.file.map(|file| format!("{}: ", printable(&file.display().to_string()))).unwrap_or_default();
        let lines: Vec<_> = self.text.split('\n').map(printable).collect();
        let (word, color) = match self.level {
            Level::Error => ("", RED),
            Level::Warning => ("warning: ", YELLOW),
            Level::Note => ("note: ", CYAN),
            Level::Said | Level::Detail => ("", ""),
        };
        // What an error is of has the colour that the word of others has.
        let name = paint.over(if self.level == Level::Error { color } else { BOLD }, &format!("{}:", style.program));
        eprintln!("{name} {file}{}{}", paint.over(color, word), lines.join("\n"));
        for hint in hints {
            eprintln!("{} {}", paint.over(GREEN, "hint:"), printable(hint));
        }
    }

    fn print_json(&self, hints: &[String], code: Option<u8>) {
        let level = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
            Level::Said => "message",
            Level::Detail => "detail",
        };
        let mut object = json!({ "format": JSON_FORMAT, "program": program(), "level": level });
        if let Some(file) = self.file {
            object["file"] = json!(file.display().to_string());
        }
        object["message"] = json!(self.text);
        if !hints.is_empty() {
            object["hints"] = json!(hints);
        }
        if let Some(code) = code {
            object["exit_code"] = json!(code);
        }
        eprintln!("{}", escape_json(&object.to_string()));
    }
}

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[1;31m";
const GREEN: &str = "\u{1b}[1;32m";
const YELLOW: &str = "\u{1b}[1;33m";
const CYAN: &str = "\u{1b}[1;36m";
const PLAIN: &str = "\u{1b}[0m";

/// Whether standard error has colours.
struct Paint(bool);

impl Paint {
    fn for_choice(color: Color) -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        Self(match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            Color::Auto if is_set("CLICOLOR_FORCE") => true,
            Color::Auto => io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
        })
    }

    fn over(&self, color: &str, text: &str) -> String {
        let has_color = self.0 && !color.is_empty() && !text.is_empty();
        if has_color { format!("{color}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// Reports an error that does not end the command by itself.
pub(super) fn complain(message: &str) {
    Message { level: Level::Error, file: None, text: message }.print(&[], None);
}

/// As [`complain`], with hints.
pub(super) fn complain_with_hints(message: &str, hints: &[String]) {
    Message { level: Level::Error, file: None, text: message }.print(hints, None);
}

/// Reports what the user should look at.
pub fn warn(message: &str) {
    Message { level: Level::Warning, file: None, text: message }.print(&[], None);
}

/// As [`warn`], with a hint.
pub fn warn_with_hint(message: &str, hint: &str) {
    Message { level: Level::Warning, file: None, text: message }.print(&[hint.to_owned()], None);
}

/// As [`warn`], about a file.
pub(super) fn warn_of(file: &Path, message: &str) {
    Message { level: Level::Warning, file: Some(file), text: message }.print(&[], None);
}

/// Reports what the user may want to know.
pub(super) fn note(message: &str) {
    Message { level: Level::Note, file: None, text: message }.print(&[], None);
}

/// As [`note`], about a file.
pub(super) fn note_of(file: &Path, message: &str) {
    Message { level: Level::Note, file: Some(file), text: message }.print(&[], None);
}

/// Passes on what a program said.
pub(super) fn pass_on(message: &str) {
    Message { level: Level::Said, file: None, text: message }.print(&[], None);
}

/// Reports what the user asked to be told.
pub(super) fn detail(message: &str) {
    Message { level: Level::Detail, file: None, text: message }.print(&[], None);
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
