//! Limits of an OffloadBinary.

use sycl_propset::printable::excerpt;

use super::strings::LONGEST_KEY;

/// Reasons why images have no place in an OffloadBinary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum StringsError {
    /// A key of an image.
    #[error("key `{}` holds a zero byte or is longer than {LONGEST_KEY} bytes", excerpt(key))]
    Key { key: String },
    /// A value of an image.
    #[error("value of `{}` holds a zero byte, which version 1 cannot store", excerpt(key))]
    Value { key: String },
    /// Two values of one key.
    #[error("key `{}` is given twice", excerpt(key))]
    Duplicate { key: String },
    /// A property set that would be taken for another key.
    #[error("property set `{}` has no `/` in its name; expected one, to distinguish it from other keys", excerpt(set))]
    SetName { set: String },
    /// A symbol that would be taken for two.
    #[error("symbol `{}` holds a line break or a zero byte", excerpt(symbol))]
    Symbol { symbol: String },
    /// Offsets of symbols have 32 bits.
    #[error("symbols take more than 4 GiB")]
    Symbols,
    /// Offsets of images have 64 bits.
    #[error("images are larger than 2^64 bytes")]
    Images,
    /// Readers limit how much they expand.
    #[error(
        "{bytes} bytes of strings share texts so often that readers refuse them; expected at most four times the container, or 16 MiB"
    )]
    Shared { bytes: u64 },
}

impl From<StringsError> for crate::Error {
    fn from(error: StringsError) -> Self {
        Self::input(error)
    }
}
