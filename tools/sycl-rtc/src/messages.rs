//! Messages on standard error, and their colours.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use clap::{ColorChoice, ValueEnum};
use sycl_propset::printable::printable;

/// Cases in which there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set; everywhere if CLICOLOR_FORCE is (default)
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// For help.
    pub(crate) const fn choice(self) -> ColorChoice {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }
}

static HAS_COLORS: AtomicBool = AtomicBool::new(false);

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const CYAN: &str = "\u{1b}[1;36m";
const GREEN: &str = "\u{1b}[1;32m";
const PLAIN: &str = "\u{1b}[0m";

/// Says in which colours messages are from now on.
pub(crate) fn set_color(color: Color) {
    let value = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let has_colors = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if value("NO_COLOR").is_some() => false,
        Color::Auto if value("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        Color::Auto => io::stderr().is_terminal() && value("TERM").is_none_or(|term| term != "dumb"),
    };
    HAS_COLORS.store(has_colors, Ordering::Relaxed);
}

fn paint(color: &str, text: &str) -> String {
    if HAS_COLORS.load(Ordering::Relaxed) { format!("{color}{text}{PLAIN}") } else { text.to_owned() }
}

/// Writes to standard error. Where that is closed or full, the text is lost.
pub(crate) fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A text that does not move the cursor of a terminal or change its colours, as names of kernels and files can: of all
/// that is not printable, only line breaks and tabs stay.
fn visible(text: &str) -> String {
    let parts = text.split_inclusive(['\n', '\t']).map(|part| match part.strip_suffix(['\n', '\t']) {
        Some(rest) => format!("{}{}", printable(rest), &part[rest.len()..]),
        None => printable(part).into_owned(),
    });
    parts.collect()
}

/// Prints an error of this program.
pub(crate) fn complain(text: &str) {
    say(&format!("{} {} {}\n", paint(BOLD, "sycl-rtc:"), paint(RED, "error:"), visible(text)));
}

/// Prints a warning of this program.
pub(crate) fn warn(text: &str) {
    say(&format!("{} {} {}\n", paint(BOLD, "sycl-rtc:"), paint(YELLOW, "warning:"), visible(text)));
}

/// Prints what to do.
pub(crate) fn hint(text: &str) {
    say(&format!("{} {text}\n", paint(GREEN, "hint:")));
}

/// Prints what the compiler says of the source.
pub(crate) fn log(text: &str) {
    let words = [(": error: ", RED), (": warning: ", YELLOW), (": note: ", CYAN)];
    let text = visible(text);
    let painted = text.split_inclusive('\n').map(|line| {
        let found = words.iter().find_map(|(word, color)| Some((line.find(word)?, *word, *color)));
        let Some((at, word, color)) = found else { return line.to_owned() };
        let kind = paint(color, word.trim_start_matches(": ").trim_end());
        format!("{}: {kind} {}", &line[..at], &line[at + word.len()..])
    });
    say(&painted.collect::<String>());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_has_no_control_characters_but_line_breaks() {
        assert_eq!(visible("k\u{1b}[31m\r\u{9b}2J\n\tü"), "k\\u{1b}[31m\\r\\u{9b}2J\n\tü");
    }
}
