//! Options of the passes: one table per pass feeds the parser, the messages and the help.
//!
//! Inside `pass<...>` parameters are separated by `;`, elements of a list by `:`, because LLVM's pipeline parser takes `,`
//! and `>` for itself. Values that contain those come from a JSON file (`config=file.json`): an object with the same
//! names, `true` for flags, text or numbers for values, arrays for what may be repeated.

mod passes;
mod post_link;

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
    /// The parameter as help shows it.
    pub fn usage(&self) -> String {
        match self.form {
            Form::Flag => self.name.to_owned(),
            Form::Choice(values) => format!("{}={}", self.name, values.join("|")),
            Form::Value(placeholder) => format!("{}=<{placeholder}>", self.name),
        }
    }
}

/// Parses the text between `<` and `>`.
///
/// # Errors
/// The first parameter that the table does not take.
pub fn parse<T: Default>(pass: &str, table: &[Parameter<T>], text: &str) -> Result<T, OptionError> {
    let mut options = T::default();
    apply_text(pass, table, &mut options, text)?;
    Ok(options)
}

/// Applies parameters as they stand between `<` and `>`.
///
/// # Errors
/// As for [`parse`].
pub fn apply_text<T>(pass: &str, table: &[Parameter<T>], options: &mut T, text: &str) -> Result<(), OptionError> {
    parameters(text).try_for_each(|(name, value)| apply(pass, table, options, name, value))
}

/// Names and values of the parameters in such a text.
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
        (Form::Flag, None) => (parameter.set)(options, "").map_err(|e| wrong(given(), e.to_owned())),
        (Form::Flag, Some(_)) => Err(wrong(given(), "no value".to_owned())),
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
/// Text that is no such object, and what [`parse`] refuses.
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
    use serde_json::Value;
    let problem = |problem: String| OptionError::Config { file: file.to_owned(), problem };
    let object: serde_json::Map<String, Value> =
        serde_json::from_str(text).map_err(|e| problem(format!("{e}; expected an object of parameters")))?;
    // What is wrong with them is said all the same.
    let mut unused = T::default();
    for (name, value) in &object {
        if name == "config" {
            return Err(problem("'config' is a file of its own; expected parameters".to_owned()));
        }
        let options = if given.contains(&name.as_str()) { &mut unused } else { &mut *options };
        let values = match value {
            Value::Array(values) => values.as_slice(),
            other => std::slice::from_ref(other),
        };
        if values.is_empty() && !table.iter().any(|p| p.name == name) {
            apply(pass, table, options, name, None)?; // says that the name is unknown
        }
        for value in values {
            match value {
                Value::Bool(true) => apply(pass, table, options, name, None)?,
                Value::Bool(false) => match table.iter().find(|p| p.name == name) {
                    Some(parameter) if parameter.form == Form::Flag => {}
                    // Says what is wrong with the name, or that it wants a value.
                    _ => apply(pass, table, options, name, None)?,
                },
                Value::String(text) => apply(pass, table, options, name, Some(text))?,
                Value::Number(number) => apply(pass, table, options, name, Some(&number.to_string()))?,
                other => {
                    return Err(problem(format!("'{name}' is {other}; expected true, false, a number or text")));
                }
            }
        }
    }
    Ok(())
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
