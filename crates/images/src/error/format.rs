//! Mistakes at a place in a container.

use std::borrow::Cow;
use std::io;

/// A fault at one place of a container.
#[derive(Debug, thiserror::Error)]
#[error("offset {offset:#x}: {field}: {problem}")]
pub struct FormatError {
    /// Bytes from the start of the file to the field.
    pub offset: u64,
    /// The field that is wrong.
    pub field: Cow<'static, str>,
    /// Its mistake.
    pub problem: FormatProblem,
}

impl FormatError {
    /// A fault of `field` at `offset`.
    pub fn new(offset: u64, field: impl Into<Cow<'static, str>>, problem: FormatProblem) -> Self {
        Self { offset, field: field.into(), problem }
    }
}

/// Mistakes in a field of a container.
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
        /// Start of the range, as written in the field.
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
        /// Text that is there.
        found: String,
        /// Text that is expected.
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
