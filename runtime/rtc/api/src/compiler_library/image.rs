//! An image, as the compiler library gives it.

/// An image that a compilation gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CollectedImage {
    pub(crate) kernels: Vec<String>,
    /// As the text of a file `.prop`.
    pub(crate) properties: String,
    /// The module, if it was wanted.
    pub(crate) bitcode: Vec<u8>,
    pub(crate) code: Vec<u8>,
    /// Whether it was known.
    pub(crate) was_stored: bool,
}
