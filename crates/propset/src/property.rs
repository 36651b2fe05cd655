//! From a property to a typed view: conversions whose errors name the set, the property and the length
//! expected.

use crate::error::Error;
use crate::model::{SetName, Value};
use crate::printable::excerpt;

/// A value together with where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Property<'a> {
    pub(crate) set: &'a SetName,
    pub(crate) name: &'a str,
    pub(crate) value: &'a Value,
}

impl Property<'_> {
    /// The integer.
    pub(crate) fn u32(self) -> Result<u32, Error> {
        self.value.as_u32().ok_or_else(|| self.mismatch("a 32-bit integer"))
    }

    /// Little-endian 32-bit integers, `expected` saying how many.
    pub(crate) fn u32_list(self, expected: &str) -> Result<Vec<u32>, Error> {
        self.value.as_u32_list().ok_or_else(|| self.mismatch(expected))
    }

    /// Little-endian 64-bit integers, `expected` saying how many.
    pub(crate) fn u64_list(self, expected: &str) -> Result<Vec<u64>, Error> {
        self.value.as_u64_list().ok_or_else(|| self.mismatch(expected))
    }

    /// UTF-8 text.
    pub(crate) fn text(self) -> Result<String, Error> {
        self.value.as_text().map(str::to_owned).ok_or_else(|| self.mismatch("bytes of UTF-8 text"))
    }

    /// Whole bytes.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, Error> {
        let whole = self.value.as_bytes().filter(|bytes| bytes.is_whole());
        whole.map(|bytes| bytes.as_slice().to_vec()).ok_or_else(|| self.mismatch("whole bytes"))
    }

    /// The error that this property is not `expected`.
    pub(crate) fn mismatch(self, expected: &str) -> Error {
        let found = match self.value {
            Value::U32(n) => format!("the 32-bit integer {n}"),
            Value::Bytes(bytes) if bytes.is_whole() => format!("{} bytes", bytes.as_slice().len()),
            Value::Bytes(bytes) => format!("{} bits", bytes.bit_len()),
        };
        Error::Property {
            set: excerpt(self.set.as_str()),
            property: excerpt(self.name),
            found,
            expected: expected.to_owned(),
        }
    }
}
