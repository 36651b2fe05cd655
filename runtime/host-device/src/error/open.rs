//! Reasons why images cannot be used.

use std::io;
use std::path::PathBuf;

use sycl_propset::runtime::SpecConstantError;
use sycl_propset::table::TableError as FileTableError;
use sycl_propset::{Error as PropertyError, ReadError};

use crate::native::VERSION;

/// Reasons why an image's table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The layout is of another version.
    #[error("the image has version {found} of the layout of host images; expected version {VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// The structure is too small for its version.
    #[error("the image's structure has {found} bytes; expected {expected} or more")]
    StructSize {
        /// Its bytes, as it says.
        found: u32,
        /// Bytes of this version.
        expected: usize,
    },
    /// The library is not an image.
    #[error("the library does not export `sycl_host_image_v1`; expected an image for the target `host`")]
    NoEntry,
    /// A section ends within a structure.
    #[error("the section `sycl_host_images` ends with {left} bytes; expected {expected} for the next image")]
    Section {
        /// Bytes that are left.
        left: usize,
        /// Bytes that the structure says that it has.
        expected: usize,
    },
    /// Something that has to be there is null.
    #[error("the table of the image is malformed: {what} is null; expected an address")]
    Null {
        /// The given text.
        what: String,
    },
    /// A text is not UTF-8.
    #[error("the table of the image is malformed: {what} is not UTF-8; expected UTF-8")]
    Text {
        /// Name of the text.
        what: String,
    },
    /// A number is not one that it can be.
    #[error("the table of the image is malformed: {what} is {found}; expected {expected}")]
    Number {
        /// The given text.
        what: String,
        /// The number.
        found: u64,
        /// Expectation.
        expected: &'static str,
    },
    /// A name is there twice, or not in its place.
    #[error("the table of the image is malformed: `{name}` follows `{before}`; expected names in order, each once")]
    Order {
        /// The name.
        name: String,
        /// The one before.
        before: String,
    },
}

/// Reasons why images cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The cause.
        cause: io::Error,
    },
    /// A pipe, a device, or a directory in the place of a file.
    #[error("{} is not a regular file; expected a shared library, or a file that a table names", file.display())]
    NotRegular {
        /// Its name.
        file: PathBuf,
    },
    /// A file table is malformed.
    #[error(transparent)]
    Table(#[from] ReadError),
    /// A file table does not name code.
    #[error("{}: {cause}", file.display())]
    Column {
        /// The table.
        file: PathBuf,
        /// The cause.
        cause: FileTableError,
    },
    /// A directory has no images.
    #[error("{} has no table of the target `host`; expected what `sycl-packager build --target host` wrote", directory.display())]
    NoTable {
        /// The directory.
        directory: PathBuf,
    },
    /// The dynamic loader refuses a library.
    #[error("cannot load {}: {reason}", file.display())]
    Load {
        /// The library.
        file: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// A library is for another kind of machine.
    #[error("{} is for {found}; expected code for {expected}", file.display())]
    Machine {
        /// The library.
        file: PathBuf,
        /// Target of the image.
        found: String,
        /// This processor.
        expected: &'static str,
    },
    /// An image's table is malformed.
    #[error("{}: {cause}", file.display())]
    Image {
        /// The library or program.
        file: PathBuf,
        /// The cause.
        cause: TableError,
    },
    /// An image's properties are malformed.
    #[error("{}: {cause}", file.display())]
    Properties {
        /// The library or program.
        file: PathBuf,
        /// The cause.
        cause: PropertyError,
    },
    /// An image is for a processor that has more than this one.
    #[error(transparent)]
    Processor(Box<Processor>),
    /// The default values of an image's constants do not fit.
    #[error("{}: {cause}", file.display())]
    Constants {
        /// The library or program.
        file: PathBuf,
        /// The cause.
        cause: SpecConstantError,
    },
    /// The process has no images.
    #[error("neither the program nor its libraries have a section `sycl_host_images`; expected one with images")]
    NoSection,
}

/// An image is for a processor that has more than this one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: the image for target `{target}` needs a processor with {}; this one ({processor}) lacks {}", file.display(), needed.join(", "), missing.join(", "))]
pub struct Processor {
    /// The library or program.
    pub file: PathBuf,
    /// The image's target.
    pub target: String,
    /// Features that it needs.
    pub needed: Vec<String>,
    /// Missing features.
    pub missing: Vec<String>,
    /// The processor here.
    pub processor: String,
}
