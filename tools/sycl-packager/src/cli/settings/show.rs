//! Settings for people.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use serde::Serialize;
use serde_json::json;
use sycl_propset::printable::{escape_json, printable};

use super::super::common::JSON_FORMAT;
use super::super::console;
use super::super::failure::Failure;
use super::{OWN_VARIABLES, Setting, is_flag, options, variable_of};

/// An option that is set, for people.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Row {
    /// Its name.
    pub(in crate::cli) option: String,
    /// Its values; none for one that takes none.
    pub(in crate::cli) values: Vec<String>,
    /// The command line, a variable or a file.
    pub(in crate::cli) from: String,
}

impl Row {
    /// The values as people read them.
    pub(in crate::cli) fn shown(&self) -> String {
        if self.values.is_empty() { "yes".to_owned() } else { self.values.join(", ") }
    }
}

/// Settings, and their origins.
pub(super) fn rows(build: &Command, given: &ArgMatches, settings: &[Setting]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, arg) in options(build) {
        let id = arg.get_id().as_str();
        let mut add = |values: Vec<String>, from: String| {
            let values = if is_flag(arg) { Vec::new() } else { values };
            rows.push(Row { option: name.to_owned(), values, from });
        };
        if given.value_source(id) == Some(ValueSource::CommandLine) {
            let raw = given.get_raw(id).into_iter().flatten();
            add(raw.map(|value| value.to_string_lossy().into_owned()).collect(), "command line".to_owned());
        } else if let Some(Setting { values, origin, .. }) = settings.iter().find(|setting| setting.name == name) {
            add(values.clone(), origin.clone());
        } else if let Some(value) = std::env::var_os(variable_of(name)).filter(|_| OWN_VARIABLES.contains(&name)) {
            add(vec![value.to_string_lossy().into_owned()], variable_of(name));
        }
    }
    rows
}

/// Prints what is set, and where.
pub(super) fn show(rows: &[Row], is_json: bool) -> Result<(), Failure> {
    let text: String = if is_json {
        let object = json!({ "format": JSON_FORMAT, "settings": rows });
        escape_json(&object.to_string()) + "\n"
    } else if rows.is_empty() {
        "nothing is set; all options have their defaults\n".to_owned()
    } else {
        let rows: Vec<[String; 3]> =
            rows.iter().map(|row| [row.option.clone(), row.shown(), row.from.clone()]).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).min(60);
        let (a, b) = (width(0), width(1));
        let line = |[name, values, origin]: &[String; 3]| {
            format!("{name:a$}  {:b$}  {}\n", printable(values), printable(origin))
        };
        rows.iter().map(line).collect()
    };
    console::print(text)
}
