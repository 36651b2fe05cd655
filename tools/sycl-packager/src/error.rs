//! Errors of the library half: [`FormatError`] for what is wrong at a place in a container, [`ContentError`] and
//! [`InputError`] for what does not fit, [`Error`] with the file.
//!
//! Messages say what was found and what was expected, and why it came to that: what a message contains is not also
//! its [`std::error::Error::source`], or who prints both would print it twice. Hence the fields `r#source`, which
//! `thiserror` does not take for sources. Offsets count from the start of the file that was opened, also in containers
//! inside of containers.

mod content;
mod format;

use std::io;
use std::path::PathBuf;

use sycl_store::StoreError;

pub use content::{ContentError, InputError};
pub use format::{FormatError, FormatProblem};

/// Something that stops the work of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read: {source}")]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system reports.
        r#source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write: {source}")]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system reports.
        r#source: io::Error,
    },
    /// A container is malformed.
    #[error("{source}")]
    Format {
        /// The file.
        file: PathBuf,
        /// The offset, the field and what is wrong with it.
        r#source: FormatError,
    },
    /// A text file is malformed; the message starts with file, line and column.
    #[error(transparent)]
    Text(#[from] sycl_propset::ReadError),
    /// The content of a file does not fit the purpose.
    #[error("{source}")]
    Content {
        /// The file.
        file: PathBuf,
        /// What was found and what was expected.
        r#source: Box<ContentError>,
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
    /// The directory of a cache is one that others may change.
    #[error("{0}")]
    Untrusted(String),
    /// Input that belongs to no single file does not fit.
    #[error(transparent)]
    Input(InputError),
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Read { file, cause } => Self::Read { file, source: cause },
            StoreError::Write { file, cause } => Self::Write { file, source: cause },
            StoreError::Untrusted { why } => Self::Untrusted(why),
        }
    }
}

impl Error {
    /// An error about the content of a file.
    pub fn content(file: impl Into<PathBuf>, source: impl Into<ContentError>) -> Self {
        Self::Content { file: file.into(), source: Box::new(source.into()) }
    }

    /// The file that the message is about, unless the message itself names it.
    #[must_use]
    pub fn file(&self) -> Option<&std::path::Path> {
        match self {
            Self::Read { file, .. }
            | Self::Write { file, .. }
            | Self::Format { file, .. }
            | Self::Content { file, .. }
            | Self::NotOurs { directory: file, .. } => Some(file),
            Self::Text(_) | Self::Untrusted(_) | Self::Input(_) => None,
        }
    }

    /// Whether reading or writing failed, as opposed to what was read.
    #[must_use]
    pub fn is_io(&self) -> bool {
        match self {
            Self::Read { .. } | Self::Write { .. } | Self::Untrusted(_) => true,
            Self::Format { source, .. } => matches!(source.problem, FormatProblem::Io(_)),
            Self::Content { .. } | Self::NotOurs { .. } | Self::Text(_) | Self::Input(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sycl_propset::table::TableError;

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
            Error::content(file(), ContentError::NoMember),
            Error::content(file(), ContentError::Row { row: 1, file: "b".to_owned(), source: io() }),
            TableError::NoInputs.into(),
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
