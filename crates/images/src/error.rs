//! Errors that all readers and writers have in common: [`FormatError`] for what is wrong at a place in a container,
//! [`Error`] for the file and what is wrong with it. What only one module finds is that module's own type, which this
//! one does not name.
//!
//! Messages say what was found and what was expected, and why it came to that: what a message contains is not also
//! its [`std::error::Error::source`], or who prints both would print it twice. Hence the fields `r#source`, which
//! `thiserror` does not take for sources. Offsets count from the start of the file that was opened, also in containers
//! inside of containers.

mod format;

use std::io;
use std::path::PathBuf;

use sycl_propset::table::TableError;
use sycl_store::StoreError;
use sycl_store::cache::FileNameError;

pub use format::{FormatError, FormatProblem};

/// The error of the module that found what is wrong.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Something that stops the work of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read: {source}")]
    Read {
        /// The file.
        file: PathBuf,
        /// Error of the system.
        r#source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write: {source}")]
    Write {
        /// The file.
        file: PathBuf,
        /// Error of the system.
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
        /// The mistake, and what was expected: the error of the module that looked at it.
        r#source: Cause,
    },
    /// A directory is to be replaced, and something else is in it.
    #[error(
        "`{entry}` in it was not made by sycl-packager: {why}; expected a directory of an earlier result, an empty one, or none"
    )]
    NotOurs {
        /// The directory.
        directory: PathBuf,
        /// Content of the entry.
        entry: String,
        /// Evidence for it.
        why: String,
    },
    /// The directory of a cache is one that others may change.
    #[error("{0}")]
    Untrusted(String),
    /// Input that belongs to no single file does not fit.
    #[error(transparent)]
    Input(Cause),
}

impl From<sycl_propset::Error> for Error {
    fn from(error: sycl_propset::Error) -> Self {
        Self::input(error)
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        Self::input(error)
    }
}

impl From<FileNameError> for Error {
    fn from(error: FileNameError) -> Self {
        Self::input(error)
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
    pub fn content(file: impl Into<PathBuf>, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Content { file: file.into(), source: Box::new(source) }
    }

    /// An error about input that belongs to no single file.
    pub fn input(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Input(Box::new(source))
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

    use super::*;
    use crate::image::ImageTableError;
    use crate::source::SourceError;

    /// Texts that a printer of causes prints, one after the other.
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
            Error::content(file(), SourceError::TooLarge { limit: 1 }),
            Error::content(file(), ImageTableError::Row { row: 1, file: "b".to_owned(), source: io() }),
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
