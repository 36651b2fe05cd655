//! Errors of the library half: [`FormatError`] for what is wrong at a place in a container, [`Error`] with the file.
//!
//! Messages say what was found and what was expected, and why it came to that: what a message has said is no
//! [`std::error::Error::source`], or who prints both would print it twice. Hence the fields `r#source`, which `thiserror` does
//! not take for sources. Offsets count from the start of the file that was opened, also in
//! containers inside of containers.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// A fault at one place of a container.
#[derive(Debug, thiserror::Error)]
#[error("offset {offset:#x}: {field}: {problem}")]
pub struct FormatError {
    /// Bytes from the start of the file to the field.
    pub offset: u64,
    /// The field that is wrong.
    pub field: Cow<'static, str>,
    /// What is wrong with it.
    pub problem: FormatProblem,
}

impl FormatError {
    /// A fault of `field` at `offset`.
    pub fn new(offset: u64, field: impl Into<Cow<'static, str>>, problem: FormatProblem) -> Self {
        Self { offset, field: field.into(), problem }
    }
}

/// What can be wrong with a field of a container.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatProblem {
    /// The file ends before the field does.
    #[error("truncated: {needed} bytes needed, {available} left")]
    Truncated {
        /// Bytes that the field takes.
        needed: u64,
        /// Bytes from its start to the end of what contains it.
        available: u64,
    },
    /// A range does not lie in what contains it.
    #[error("range of {size} bytes from {start:#x} is outside of the {limit} bytes that contain it")]
    OutOfRange {
        /// Where the range starts, as written in the field.
        start: u64,
        /// Its size in bytes.
        size: u64,
        /// Size of the enclosing file or table.
        limit: u64,
    },
    /// More elements are announced than there is room for.
    #[error("{count} elements of {element} bytes do not fit into {available} bytes")]
    Count {
        /// Elements announced.
        count: u64,
        /// Bytes of one.
        element: u64,
        /// Bytes there are.
        available: u64,
    },
    /// Two ranges share bytes.
    #[error("overlaps {0}")]
    Overlap(String),
    /// A name occurs twice.
    #[error("`{0}` occurs twice")]
    Duplicate(String),
    /// A number without a meaning here.
    #[error("found {found}; expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What should.
        expected: Cow<'static, str>,
    },
    /// A text is not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// A text is not terminated.
    #[error("text is not terminated by a zero byte")]
    NotTerminated,
    /// Properties inside the container are malformed.
    #[error("properties: {0}")]
    Properties(Box<sycl_propset::ReadError>),
    /// The file could not be read.
    #[error("cannot read: {0}")]
    Io(io::Error),
}

impl From<io::Error> for FormatProblem {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<sycl_propset::ReadError> for FormatProblem {
    fn from(error: sycl_propset::ReadError) -> Self {
        Self::Properties(Box::new(error))
    }
}

/// Something that stops the work of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read: {source}")]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        r#source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write: {source}")]
    Write {
        /// The file.
        file: PathBuf,
        /// Why.
        r#source: io::Error,
    },
    /// A container is malformed.
    #[error("{source}")]
    Format {
        /// The file.
        file: PathBuf,
        /// Where and what.
        r#source: FormatError,
    },
    /// A text file is malformed; the message starts with file, line and column.
    #[error(transparent)]
    Text(#[from] sycl_propset::ReadError),
    /// The content of a file does not fit the purpose.
    #[error("{message}")]
    Content {
        /// The file.
        file: PathBuf,
        /// What was found and what was expected.
        message: String,
    },
    /// A directory is to be replaced, and something else is in it.
    #[error(
        "`{entry}` in it was not made by sycl-packager: {why}; expected a directory of an earlier result, an empty one, or none"
    )]
    NotOurs {
        /// The directory.
        directory: PathBuf,
        /// What is in it.
        entry: String,
        /// How that is known.
        why: String,
    },
    /// Input that belongs to no single file does not fit.
    #[error("{0}")]
    Input(String),
}

impl Error {
    /// The file that the message is about, unless the message itself names it.
    #[must_use]
    pub fn file(&self) -> Option<&std::path::Path> {
        match self {
            Self::Read { file, .. }
            | Self::Write { file, .. }
            | Self::Format { file, .. }
            | Self::Content { file, .. }
            | Self::NotOurs { directory: file, .. } => Some(file),
            Self::Text(_) | Self::Input(_) => None,
        }
    }

    /// Whether reading or writing failed, as opposed to what was read.
    #[must_use]
    pub fn is_io(&self) -> bool {
        match self {
            Self::Read { .. } | Self::Write { .. } => true,
            Self::Format { source, .. } => matches!(source.problem, FormatProblem::Io(_)),
            Self::Content { .. } | Self::NotOurs { .. } | Self::Text(_) | Self::Input(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// What a printer of causes prints, one after the other.
    fn printed(error: &dyn std::error::Error) -> Vec<String> {
        std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect()
    }

    #[test]
    fn no_cause_is_printed_twice() {
        let file = || PathBuf::from("a");
        let io = || io::Error::from(io::ErrorKind::NotFound);
        let text = sycl_propset::text::read_set(b"no property", "a").unwrap_err();
        let errors = [
            Error::Read { file: file(), source: io() },
            Error::Write { file: file(), source: io() },
            Error::Format { file: file(), source: FormatError::new(0, "field", io().into()) },
            Error::Format { file: file(), source: FormatError::new(0, "field", FormatProblem::NotUtf8) },
            Error::Text(text),
            Error::Content { file: file(), message: "found".to_owned() },
            Error::Input("found".to_owned()),
        ];
        for error in errors {
            let printed = printed(&error);
            for (number, line) in printed.iter().enumerate() {
                let is_said = printed[..number].iter().any(|before| before.contains(line.as_str()));
                assert!(!is_said, "{printed:?}");
            }
        }
        let error = Error::Read { file: file(), source: io() };
        assert_eq!((error.to_string().as_str(), error.file()), ("cannot read: entity not found", Some(Path::new("a"))));
    }
}
