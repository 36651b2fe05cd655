//! Options of the passes: one table per pass feeds the parser, the messages and the help.
//!
//! Inside `pass<...>` parameters are separated by `;`, elements of a list by `:`, because LLVM's pipeline parser takes `,`
//! and `>` for itself. Values that contain those come from a JSON file (`config=file.json`): an object with the same
//! names, `true` for flags, text or numbers for values, arrays for what may be repeated.

mod given;
mod passes;
mod post_link;

use crate::settings::parse_object;
pub use given::{Given, apply_text};
pub use passes::{ASPECT_PROPAGATION, DEVICE_PIPELINE, GLOBAL_OFFSET, NONE, SPEC_CONSTANTS};
pub use post_link::{DEVICE_CODE_SPLIT, Options, Output, POST_LINK, PropertyForms};

/// A parameter that a pass does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such name.
    #[error("unknown parameter '{parameter}' of pass '{pass}'; expected {expected}")]
    Unknown {
        /// What was given.
        parameter: String,
        /// Canonical name of the pass.
        pass: String,
        /// The names that it takes.
        expected: String,
    },
    /// The name is right, its value is not.
    #[error("parameter '{parameter}' of pass '{pass}' has {found}; expected {expected}")]
    Value {
        /// Name of the parameter.
        parameter: String,
        /// Canonical name of the pass.
        pass: String,
        /// What was given.
        found: String,
        /// What it takes.
        expected: String,
    },
    /// A device configuration cannot be used.
    #[error("device configuration {problem}")]
    Devices {
        /// Its path.
        file: String,
        /// Where and why.
        problem: String,
    },
    /// Flags that exclude each other.
    #[error(
        "parameters '{}' and '{}' of pass '{pass}' exclude each other; expected one of them",
        parameters[0], parameters[1]
    )]
    Excluded {
        /// Names of two of them.
        parameters: [String; 2],
        /// Canonical name of the pass.
        pass: String,
    },
    /// A parameter in a configuration file.
    #[error("configuration file '{file}': {problem}")]
    File {
        /// Its path.
        file: String,
        /// What is wrong with the parameter.
        problem: Box<OptionError>,
    },
    /// A configuration file cannot be used.
    #[error("configuration file '{file}': {problem}")]
    Config {
        /// Its path.
        file: String,
        /// Why.
        problem: String,
    },
}

/// How a parameter is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `name`
    Flag,
    /// `name`, a flag that excludes the others of these
    OneOf(&'static [&'static str]),
    /// `name=<one of these>`
    Choice(&'static [&'static str]),
    /// `name=<this>`
    Value(&'static str),
}

/// One parameter of a pass.
pub struct Parameter<T> {
    /// Name as written.
    pub name: &'static str,
    /// How it is written.
    pub form: Form,
    /// One sentence.
    pub summary: &'static str,
    /// Takes the value (empty for flags); an error says what was expected.
    pub(crate) set: fn(&mut T, &str) -> Result<(), &'static str>,
}

impl<T> Parameter<T> {
    /// Whether it takes no value.
    pub fn is_flag(&self) -> bool {
        matches!(self.form, Form::Flag | Form::OneOf(_))
    }

    /// The parameter as help shows it.
    pub fn usage(&self) -> String {
        match self.form {
            Form::Flag | Form::OneOf(_) => self.name.to_owned(),
            Form::Choice(values) => format!("{}={}", self.name, values.join("|")),
            Form::Value(placeholder) => format!("{}=<{placeholder}>", self.name),
        }
    }
}

/// Names and values of parameters as they stand between `<` and `>`.
pub fn parameters(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let given = text.split(';').map(str::trim).filter(|parameter| !parameter.is_empty());
    given.map(|parameter| match parameter.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (parameter, None),
    })
}

/// Applies one parameter.
///
/// # Errors
/// The table does not take it.
pub fn apply<T>(
    pass: &str,
    table: &[Parameter<T>],
    options: &mut T,
    name: &str,
    value: Option<&str>,
) -> Result<(), OptionError> {
    let Some(parameter) = table.iter().find(|p| p.name == name) else {
        return Err(OptionError::Unknown {
            parameter: value.map_or_else(|| name.to_owned(), |v| format!("{name}={v}")),
            pass: pass.to_owned(),
            expected: match table {
                [] => "no parameters".to_owned(),
                _ => format!("one of: {}", table.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")),
            },
        });
    };
    let wrong = |found: String, expected: String| OptionError::Value {
        parameter: name.to_owned(),
        pass: pass.to_owned(),
        found,
        expected,
    };
    let given = || value.map_or_else(|| "no value".to_owned(), |v| format!("the value '{v}'"));
    match (parameter.form, value) {
        (Form::Flag | Form::OneOf(_), None) => (parameter.set)(options, "").map_err(|e| wrong(given(), e.to_owned())),
        (Form::Flag | Form::OneOf(_), Some(_)) => Err(wrong(given(), "no value".to_owned())),
        (Form::Choice(values), value) => match value {
            Some(v) if values.contains(&v) => (parameter.set)(options, v).map_err(|e| wrong(given(), e.to_owned())),
            _ => Err(wrong(given(), format!("one of: {}", values.join(", ")))),
        },
        (Form::Value(_), Some(v)) if !v.is_empty() => {
            (parameter.set)(options, v).map_err(|e| wrong(given(), e.to_owned()))
        }
        (Form::Value(placeholder), _) => Err(wrong(given(), placeholder.to_owned())),
    }
}

/// Applies a JSON configuration: an object of parameters. Those that were `given` elsewhere have their last word there, and
/// the file's count as little as if they were not in it.
///
/// # Errors
/// Text that is no such object, and what [`apply`] refuses.
pub fn apply_config<T>(
    pass: &str,
    table: &[Parameter<T>],
    options: &mut T,
    (file, text): (&str, &str),
    given: &[&str],
) -> Result<(), OptionError>
where
    T: Default,
{
    let problem = |problem: String| OptionError::Config { file: file.to_owned(), problem };
    let object = parse_object(text).map_err(|e| problem(format!("{e}; expected an object of parameters")))?;
    if object.contains_key("config") {
        return Err(problem("'config' is a file of its own; expected parameters".to_owned()));
    }
    // What is wrong with them is said all the same.
    let mut unused = T::default();
    given::apply_object(pass, table, &object, file, |table, name, value| {
        apply(pass, table, if given.contains(&name) { &mut unused } else { options }, name, value)
    })
}

/// Reads and applies a configuration file, as [`apply_config`].
///
/// # Errors
/// A file that cannot be read, and what [`apply_config`] refuses.
pub fn apply_config_file<T: Default>(
    pass: &str,
    table: &[Parameter<T>],
    options: &mut T,
    file: &std::path::Path,
    given: &[&str],
) -> Result<(), OptionError> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|e| OptionError::Config { file: name.clone(), problem: e.to_string() })?;
    apply_config(pass, table, options, (&name, &text), given)
}
