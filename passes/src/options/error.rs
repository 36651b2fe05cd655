//! Mistakes in parameters and in the files that give them.
//!
//! An error whose text has the text of another one does not return it from `source()`: reports would print it twice.

use std::{ffi::OsString, fmt, io, sync::Arc};

use sycl_propset::{devices::LoadError, nearest::nearest};

/// A parameter that a pass does not take, or a file that gives none.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OptionError {
    /// No such name.
    #[error("unknown parameter `{parameter}` of pass `{pass}`; expected {known}{}", known.meant_by(parameter))]
    Unknown {
        /// The given parameter.
        parameter: String,
        /// Canonical name of the pass.
        pass: String,
        /// The names that it takes.
        known: KnownNames,
    },
    /// The name is right, its value is not.
    #[error("parameter `{parameter}` of pass `{pass}` has {problem}")]
    Value {
        /// Name of the parameter.
        parameter: &'static str,
        /// Canonical name of the pass.
        pass: String,
        /// The mistake.
        problem: ValueError,
    },
    /// Flags that exclude each other.
    #[error(
        "parameters `{}` and `{}` of pass `{pass}` exclude each other; expected one of them",
        parameters[0], parameters[1]
    )]
    Excluded {
        /// Names of two of them.
        parameters: [&'static str; 2],
        /// Canonical name of the pass.
        pass: String,
    },
    /// A device configuration cannot be used.
    #[error("device configuration {}", words_of(error))]
    Devices {
        /// The place and the mistake.
        error: Arc<LoadError>,
    },
    /// A table of aspects cannot be used.
    #[error("table of aspects {}", words_of(error))]
    Aspects {
        /// The place and the mistake.
        error: Arc<LoadError>,
    },
    /// A configuration file cannot be used.
    #[error("configuration file `{file}`: {problem}")]
    Config {
        /// Its path.
        file: String,
        /// The mistake.
        problem: Box<ConfigProblem>,
    },
}

impl OptionError {
    /// A table of aspects that cannot be used.
    pub(crate) fn aspects(error: LoadError) -> Self {
        Self::Aspects { error: Arc::new(error) }
    }

    /// A configuration file that cannot be used.
    pub fn config(file: &str, problem: ConfigProblem) -> Self {
        Self::Config { file: file.to_owned(), problem: Box::new(problem) }
    }

    /// Says in which file the parameter is.
    pub(super) fn in_file(self, file: &str) -> Self {
        Self::config(file, ConfigProblem::Parameter(Box::new(self)))
    }
}

/// Names of parameters, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownNames(pub Vec<&'static str>);

impl KnownNames {
    /// A question for the one that was probably meant.
    fn meant_by(&self, given: &str) -> String {
        let name = given.split_once('=').map_or(given, |(name, _)| name);
        let near = nearest(name, self.0.iter().copied());
        near.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default()
    }
}

impl fmt::Display for KnownNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("no parameters"),
            names => write!(f, "one of: {}", names.join(", ")),
        }
    }
}

/// Reasons why a parameter does not take a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// Nothing.
    #[error("no value; expected {expected}")]
    Missing {
        /// Expectation.
        expected: Expected,
    },
    /// Another value than it takes.
    #[error("the value `{found}`; expected {expected}")]
    Wrong {
        /// The given text.
        found: String,
        /// Expectation.
        expected: Expected,
    },
    /// Bytes where text is expected.
    #[error("the value {found:?}, which is not UTF-8; expected {expected}")]
    NotText {
        /// The given text.
        found: OsString,
        /// Expectation.
        expected: Expected,
    },
}

/// Values that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The name alone.
    NoValue,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// An expectation in these words.
    Words(&'static str),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue => f.write_str("no value"),
            Self::OneOf(names) => write!(f, "one of: {}", names.join(", ")),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// Mistakes in a configuration file.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ConfigProblem {
    /// It cannot be read.
    #[error("{0}")]
    Read(Arc<io::Error>),
    /// It is not an object, or has a member twice.
    #[error("{error}; expected {expected}")]
    Json {
        /// The place and the mistake.
        error: Arc<serde_json::Error>,
        /// Expectation.
        expected: &'static str,
    },
    /// A parameter has a value of no form that parameters have.
    #[error("`{name}` is {found}; expected true, false, a number or text")]
    Form {
        /// Name of the parameter.
        name: String,
        /// Its value.
        found: serde_json::Value,
    },
    /// A parameter is not taken.
    #[error("{0}")]
    Parameter(Box<OptionError>),
    /// A file of parameters names another one.
    #[error("`config` is a file of its own; expected parameters")]
    Nested,
    /// Settings name something other than a pass.
    #[error("`{name}` is not a pass; expected one of: {}", known.join(", "))]
    NoPass {
        /// The given name.
        name: String,
        /// Names of all passes.
        known: Vec<&'static str>,
    },
    /// Settings have no parameters for a pass.
    #[error("`{name}` is {found}; expected an object of parameters")]
    NoParameters {
        /// Name of the pass.
        name: String,
        /// The given value.
        found: serde_json::Value,
    },
    /// Settings have a pass by its name and its alias.
    #[error("`{name}` and `{alias}` are one pass; expected one of them")]
    OnePass {
        /// Name of the pass.
        name: &'static str,
        /// Its other name.
        alias: &'static str,
    },
}

/// A file that cannot be read, in the form of the other messages.
fn words_of(error: &LoadError) -> String {
    match error {
        LoadError::Read { file, source } => format!("`{}`: {source}", file.display()),
        LoadError::Content(error) => error.to_string(),
    }
}
