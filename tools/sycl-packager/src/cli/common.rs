//! Options that all commands have: how much they say, in which form, and in colour or not.

use std::ffi::OsString;

use clap::{ArgAction, Args, ColorChoice, ValueEnum};

use super::failure;

/// The format number of everything that is printed as JSON. It changes when a member gets another meaning or goes.
pub(super) const JSON_FORMAT: u64 = 1;

/// Options of all commands.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct Common {
    /// Print the result as JSON objects, and messages as JSON objects on standard error.
    #[arg(long, global = true, help_heading = MESSAGES)]
    pub(super) json: bool,
    /// Print no summary, and no names of files that are written.
    #[arg(short, long, global = true, conflicts_with_all = ["verbose", "json"], help_heading = MESSAGES)]
    pub(super) quiet: bool,
    /// Say more: which files are written, which commands run and why.
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = MESSAGES)]
    pub(super) verbose: u8,
    /// Whether messages and help have colours [default: auto, on a terminal unless NO_COLOR is set].
    #[arg(long, global = true, value_name = "WHEN", help_heading = MESSAGES)]
    pub(super) color: Option<Color>,
}

/// The heading of these options in help.
const MESSAGES: &str = "Messages";

/// Cases in which there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set; everywhere if `CLICOLOR_FORCE` is.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Common {
    /// Makes messages follow these options.
    pub(super) fn apply(&self) {
        failure::set_style(self.json, self.color.unwrap_or(Color::Auto));
    }
}

/// Values of these options as far as can be seen before the command line was understood: wrong usage is reported in the
/// form that the user asked for.
pub(super) fn guess(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().map_while(|word| word.to_str().filter(|word| *word != "--")).collect();
    let said = words.iter().enumerate().find_map(|(index, word)| match word.strip_prefix("--color")? {
        "" => words.get(index + 1).copied(),
        value => value.strip_prefix('='),
    });
    let color = said.and_then(|word| Color::from_str(word, false).ok()).unwrap_or(Color::Auto);
    failure::set_style(words.contains(&"--json"), color);
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}
