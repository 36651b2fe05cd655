//! Options of `build` from the environment and from a file of the project.
//!
//! Options come from the command line, then from variables `SYCL_PACKAGER_<OPTION>`, then from `sycl-packager.toml` in
//! the current directory or the nearest one above it. One that is given in a place replaces that of the places after
//! it; a list, too. They are put into the command line, so that they mean what they mean there.

mod show;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use sycl_propset::nearest;
use sycl_propset::printable::excerpt;
use toml::{Table, Value};

use super::failure::{self, Failure};
pub(super) use show::Row;
use show::{rows, show};

/// The file.
const FILE: &str = "sycl-packager.toml";
/// Its table of options.
const TABLE: &str = "build";
/// First characters of variables.
const PREFIX: &str = "SYCL_PACKAGER_";

/// Options that are for each build, not for a project.
const OF_ONE_BUILD: [&str; 11] = [
    "output",
    "output-name",
    "settings",
    "show-settings",
    "help",
    "version",
    "keep",
    "dry-run",
    "emit",
    "build-dir",
    "json",
];
const MESSAGES: [&str; 3] = ["quiet", "verbose", "color"];

/// Options with variables that have their own meaning: a cache that only they name need not be usable.
const OWN_VARIABLES: [&str; 2] = ["cache-dir", "plugin"];

/// Options that name files, which in a settings file are relative to its directory.
const FILES: [&str; 9] =
    ["device-lib", "set-file", "libclc", "devices", "aspects", "plugin", "llvm-bin", "cache-dir", "cache-read"];
/// Values that name no file.
const NO_FILES: [&str; 2] = ["auto", "off"];
/// Options with a file behind `=`.
const NAMED_FILES: [&str; 1] = ["tool"];

/// An option that was set.
struct Setting {
    name: String,
    values: Vec<String>,
    origin: String,
    /// The line of a file, from 1.
    line: Option<usize>,
}

/// The origin of a setting.
pub(super) struct Origin {
    /// The option.
    name: String,
    /// The variable or file.
    place: String,
    /// The line of the file.
    line: Option<usize>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.place)
    }
}

impl Origin {
    /// The origin of the option that an error of the command line is about.
    pub(super) fn find<'a>(error: &clap::Error, origins: &'a [Self]) -> Option<&'a Self> {
        let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
        let option = argument.split(' ').next()?.trim_start_matches('-');
        origins.iter().find(|origin| origin.name == option || origin.name == "optimization" && option == "O")
    }

    /// The place, for messages.
    pub(super) fn shown(&self) -> String {
        match self.line {
            Some(line) => format!("{}: line {line}", self.place),
            None => self.place.clone(),
        }
    }
}

/// Options that were put into the command line.
#[derive(Default)]
pub(super) struct Applied {
    /// The command line.
    pub(super) arguments: Vec<OsString>,
    /// Origins of options, if any were set.
    pub(super) origins: Vec<Origin>,
    /// All that is set, by whatever.
    pub(super) rows: Vec<Row>,
}

/// The command line that is acted on.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says that all settings are on the command line.
const AGAIN: &str = "--settings=none";

/// The arguments of this process, with settings, and such that they mean the same wherever they are given again.
pub(super) fn arguments() -> Vec<OsString> {
    let mut arguments = ARGUMENTS.get().cloned().unwrap_or_else(|| std::env::args_os().skip(1).collect());
    if arguments.last().is_none_or(|last| last != AGAIN) {
        arguments.push(AGAIN.into());
    }
    arguments
}

/// The name of an option in settings: its long one.
fn name_of(arg: &Arg) -> Option<&str> {
    match (arg.get_long(), arg.get_id().as_str()) {
        (Some(long), _) => Some(long),
        (None, id @ "optimization") => Some(id),
        (None, _) => None,
    }
}

fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

/// The options that settings can have.
fn options(build: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let options = build.get_arguments().filter_map(|arg| Some((name_of(arg)?, arg)));
    options.filter(|(name, _)| !OF_ONE_BUILD.contains(name) && !MESSAGES.contains(name))
}

/// Adds settings to a command line of `build`; others stay as they are. `None` if the settings were printed, which is
/// all that was asked for.
pub(super) fn apply(command: &Command, mut arguments: Vec<OsString>) -> Result<Option<Applied>, Failure> {
    let unchanged = |arguments| Ok(Some(Applied { arguments, ..Applied::default() }));
    // Only what is given is of interest: the rest may be missing.
    let matches = command.clone().ignore_errors(true).try_get_matches_from(&arguments);
    let Ok(matches) = matches else { return unchanged(arguments) };
    let Some((TABLE, given)) = matches.subcommand() else { return unchanged(arguments) };
    let mut command = command.clone();
    command.build();
    let build = command.find_subcommand(TABLE).expect("`build` is a command");
    let is_given = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut settings: Vec<Setting> = Vec::new();
    let mut add = |found: Vec<Setting>| {
        for setting in found {
            let arg = arg_of(build, &setting.name);
            let rules_out = |other: &Arg| {
                other.get_id() == arg.get_id()
                    || build.get_arg_conflicts_with(arg).iter().any(|conflict| conflict.get_id() == other.get_id())
                    || build.get_arg_conflicts_with(other).iter().any(|conflict| conflict.get_id() == arg.get_id())
            };
            let is_overruled = options(build).any(|(_, other)| is_given(other) && rules_out(other))
                || settings.iter().any(|more| more.origin != setting.origin && rules_out(arg_of(build, &more.name)));
            if !is_overruled {
                settings.push(setting);
            }
        }
    };
    add(of_environment(build)?);
    if let Some(file) = settings_file(given)? {
        add(of_file(build, &file)?);
    }
    let rows = rows(build, given, &settings);
    // A command line that could not be parsed to its end lacks even flags.
    let has_flag = |matches: &ArgMatches, name: &str| matches!(matches.try_get_one::<bool>(name), Ok(Some(true)));
    if has_flag(given, "show_settings") {
        show(&rows, has_flag(&matches, "json"))?;
        return Ok(None);
    }
    let place = arguments.iter().skip(1).position(|word| word == TABLE).expect("it was parsed") + 2;
    let words = settings.iter().flat_map(|setting| words(build, setting));
    arguments.splice(place..place, words.collect::<Vec<_>>());
    // Those of the program itself are its name.
    let _ = ARGUMENTS.set(arguments.iter().skip(1).cloned().collect());
    let origins = settings.into_iter().map(|Setting { name, origin, line, .. }| Origin { name, place: origin, line });
    let origins = origins.collect();
    Ok(Some(Applied { arguments, origins, rows }))
}

fn arg_of<'a>(build: &'a Command, name: &str) -> &'a Arg {
    let found = options(build).find(|(known, _)| *known == name);
    found.expect("settings have names of options").1
}

/// A setting as it is on the command line.
fn words(build: &Command, setting: &Setting) -> Vec<OsString> {
    let arg = arg_of(build, &setting.name);
    let values = setting.values.iter();
    if is_flag(arg) {
        return vec![format!("--{}", setting.name).into()];
    }
    let word = |value: &String| match (arg.get_long(), arg.get_short()) {
        (None, Some(short)) => format!("-{short}{value}").into(),
        _ => format!("--{}={value}", setting.name).into(),
    };
    values.map(word).collect()
}

fn of_environment(build: &Command) -> Result<Vec<Setting>, Failure> {
    let mut found = Vec::new();
    for (name, arg) in options(build).filter(|(name, _)| !OWN_VARIABLES.contains(name)) {
        let variable = variable_of(name);
        let Some(value) = std::env::var_os(&variable).filter(|value| !value.is_empty()) else { continue };
        let value = value.into_string().map_err(|value| {
            Failure::usage(format!("{variable}: found {value:?}, which is not UTF-8; expected the value of --{name}"))
        })?;
        let values = if is_flag(arg) {
            match &*value.to_ascii_lowercase() {
                "1" | "true" | "yes" | "on" => vec![value],
                "0" | "false" | "no" | "off" => continue,
                _ => {
                    let message = format!("{variable}: found `{}`; expected 1 or 0", excerpt(&value));
                    return Err(Failure::usage(message));
                }
            }
        } else if matches!(arg.get_action(), ArgAction::Append) {
            value.lines().map(str::to_owned).collect()
        } else {
            vec![value]
        };
        found.push(Setting { name: name.to_owned(), values, origin: variable, line: None });
    }
    Ok(found)
}

fn variable_of(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('-', "_").to_ascii_uppercase())
}

/// The file that counts: the one that is named, or the nearest one.
fn settings_file(given: &ArgMatches) -> Result<Option<PathBuf>, Failure> {
    let named = given.get_one::<PathBuf>("settings").cloned();
    let variable = || std::env::var_os(variable_of("settings")).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(named) = named.or_else(variable) {
        return Ok(Some(named).filter(|named| named.as_os_str() != "none"));
    }
    let here = std::env::current_dir();
    let here = here.map_err(|e| Failure::usage(format!("cannot find the current directory: {e}")))?;
    Ok(here.ancestors().map(|directory| directory.join(FILE)).find(|file| file.is_file()))
}

fn of_file(build: &Command, file: &Path) -> Result<Vec<Setting>, Failure> {
    let refused = |message: String| Failure::refused(file, message);
    let text = sycl_images::source::read_text(file)?;
    let text = String::from_utf8(text).map_err(|_| refused("the settings are not UTF-8".to_owned()))?;
    let table: Table = text.parse().map_err(|e: toml::de::Error| {
        let before = e.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        refused(format!("line {}: {}", before.matches('\n').count() + 1, e.message()))
    })?;
    if let Some((other, _)) = table.iter().find(|(name, _)| *name != TABLE) {
        return Err(refused(format!("found `{}`; expected a table [{TABLE}] with options", excerpt(other))));
    }
    let empty = Table::new();
    let options = match table.get(TABLE) {
        None => &empty,
        Some(Value::Table(options)) => options,
        Some(_) => return Err(refused(format!("`{TABLE}` is not a table; expected [{TABLE}] with options"))),
    };
    let base = std::path::absolute(file).ok().and_then(|file| Some(file.parent()?.to_owned())).unwrap_or_default();
    let mut found = Vec::new();
    for (name, value) in options {
        let Some((_, arg)) = self::options(build).find(|(known, _)| known == name) else {
            let failure = refused(format!("found the option `{}`; expected one of `build`", excerpt(name)));
            let names = self::options(build).map(|(known, _)| known);
            return Err(match nearest::nearest(name, names) {
                Some(near) => failure.hint(format!("did you mean `{near}`?")),
                None => failure,
            });
        };
        let values = match (value, is_flag(arg)) {
            (Value::Boolean(false), true) => continue,
            (Value::Boolean(true), true) => vec![String::new()],
            (_, true) => return Err(refused(format!("`{name}`: found {value}; expected true or false"))),
            (Value::Array(items), false) if matches!(arg.get_action(), ArgAction::Append) => {
                items.iter().map(text_of).collect::<Option<_>>().unwrap_or_default()
            }
            (value, false) => text_of(value).into_iter().collect::<Vec<_>>(),
        };
        if values.is_empty() {
            let expected = if matches!(arg.get_action(), ArgAction::Append) {
                "a text or a list of texts"
            } else {
                "a text or a number"
            };
            return Err(refused(format!("`{name}`: found {value}; expected {expected}")));
        }
        let values = values.into_iter().map(|value| from(&base, name, value)).collect();
        let line = text.lines().position(|line| sets(line, name)).map(|line| line + 1);
        found.push(Setting { name: name.clone(), values, origin: file.display().to_string(), line });
    }
    Ok(found)
}

/// Whether a line of a file gives an option a value.
fn sets(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let rest = line
        .strip_prefix(name)
        .or_else(|| line.strip_prefix(['"', '\''])?.strip_prefix(name)?.strip_prefix(['"', '\'']));
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A value of the file of a directory: names of files are relative to that.
fn from(directory: &Path, name: &str, value: String) -> String {
    let join = |file: &str| directory.join(file).display().to_string();
    if FILES.contains(&name) && !NO_FILES.contains(&&*value) {
        return join(&value);
    }
    match value.split_once('=') {
        Some((tool, file)) if NAMED_FILES.contains(&name) => format!("{tool}={}", join(file)),
        _ => value,
    }
}

/// Warns of variables that look like settings and are not.
pub(super) fn warn_of_unknown_variables(command: &Command) {
    let has_some = std::env::vars_os().any(|(name, _)| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    if !has_some {
        return;
    }
    for (name, near) in unknown_variables(command) {
        let message = format!("{}: no option of `build` has this variable", excerpt(&name));
        match near {
            Some(near) => failure::warn_with_hint(&message, &format!("did you mean {near}?")),
            None => failure::warn(&message),
        }
    }
}

/// Variables that look like settings and are not, each with the nearest that is one.
pub(super) fn unknown_variables(command: &Command) -> Vec<(String, Option<String>)> {
    let mut command = command.clone();
    command.build();
    let build = command.find_subcommand(TABLE).expect("`build` is a command");
    let known: Vec<String> = options(build).map(|(name, _)| name).chain(["settings", "log"]).map(variable_of).collect();
    let mut found: Vec<String> = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with(PREFIX) && !known.contains(name))
        .collect();
    found.sort();
    let near = |name: &String| nearest::nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    found.into_iter().map(|name| (name.clone(), near(&name))).collect()
}
