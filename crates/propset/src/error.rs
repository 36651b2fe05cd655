//! Errors of this crate: [`ReadError`] for what is wrong at a place in a file, [`Error`] for values that do not fit.
//!
//! Messages say what was found and what was expected, start in lower case and name the item. Where the DPC++ reader has
//! a message for the same fault, its words come first. What is quoted from the input is an excerpt: short and
//! printable.

/// A fault at one place of a text that was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct ReadError {
    /// The name given to the reader, usually a path.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// The mistake there.
    pub problem: Problem,
}

/// Mistakes in a text that was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not UTF-8.
    #[error("byte 0x{0:02x} is not UTF-8; expected UTF-8 text")]
    NotUtf8(u8),
    /// A property comes before the first set header.
    #[error("property category missing: found `{0}`; expected a `[<set name>]` line first")]
    CategoryMissing(String),
    /// A line starts with `[` but is not a set header.
    #[error("invalid line: `{0}`; expected `[<set name>]`")]
    InvalidLine(String),
    /// A line is not of the form name, type, value.
    #[error("invalid property line: `{0}`; expected `<name>=<type>|<value>`")]
    InvalidPropertyLine(String),
    /// The type of a property is not a number.
    #[error("invalid property type: `{0}`; expected 1 (32-bit integer) or 2 (bytes)")]
    InvalidPropertyType(String),
    /// The type of a property is a number without a meaning here.
    #[error("unsupported property type: {0}; expected 1 (32-bit integer) or 2 (bytes)")]
    UnsupportedPropertyType(String),
    /// The value of an integer property is not one.
    #[error("invalid property value: `{0}`; expected a decimal number from 0 to 4294967295")]
    InvalidInteger(String),
    /// A character outside of the Base64 alphabet.
    #[error("invalid property value: character {0:?} is not Base64; expected one of A-Z a-z 0-9 + /")]
    InvalidBase64Character(char),
    /// A Base64 text of a length that no number of bytes has.
    #[error("invalid property value: {0} Base64 characters encode no whole number of bytes")]
    InvalidBase64Length(usize),
    /// Bits after the last byte of a Base64 text are not zero.
    #[error("invalid property value: unused bits after the last Base64 byte are set; expected zero")]
    InvalidBase64Tail,
    /// There are fewer bytes than the size prefix takes.
    #[error("invalid property value: {0} bytes; expected at least 8 for the size prefix")]
    SizePrefixMissing(usize),
    /// The size prefix and the payload disagree.
    #[error("invalid property value: {bits} bits announced but {bytes} payload bytes found; expected {} bytes", bits.div_ceil(8))]
    SizePrefix {
        /// Size in bits according to the prefix.
        bits: u64,
        /// Payload bytes present.
        bytes: usize,
    },
    /// Not JSON, or JSON of another shape than the reader's.
    #[error("{path}{message}")]
    Json {
        /// Path in the document, empty or ending in `: `.
        path: String,
        /// The mistake, and what was expected.
        message: String,
    },
    /// A symbol table has a line without a name.
    #[error("empty line; expected a symbol name")]
    EmptySymbol,
    /// A file table is malformed.
    #[error(transparent)]
    Table(#[from] crate::table::TableError),
}

/// A value that does not fit where it was put or found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Number of bytes and number of bits disagree.
    #[error("{bits} bits in {bytes} bytes; expected {} bytes", bits.div_ceil(8))]
    BitLength {
        /// Bytes given.
        bytes: usize,
        /// Bits given.
        bits: u64,
    },
    /// A set name that the text form cannot hold.
    #[error("set name `{set}` cannot be written: {why}")]
    SetName {
        /// The set.
        set: String,
        /// Obstacle.
        why: &'static str,
    },
    /// A property name that the text form cannot hold.
    #[error("property name `{property}` of set `{set}` cannot be written: {why}")]
    PropertyName {
        /// The set.
        set: String,
        /// The property.
        property: String,
        /// Obstacle.
        why: &'static str,
    },
    /// A symbol name that a symbol table cannot hold.
    #[error("symbol name `{symbol}` cannot be written: {why}")]
    SymbolName {
        /// The symbol.
        symbol: String,
        /// Obstacle.
        why: &'static str,
    },
    /// A property that a typed view does not understand.
    #[error("property `{property}` of set `{set}` is {found}; expected {expected}")]
    Property {
        /// The set.
        set: String,
        /// The property.
        property: String,
        /// Type and length found.
        found: String,
        /// Type and length expected.
        expected: String,
    },
}
