//! The error of an output.

use std::io;
use std::path::{Path, PathBuf};

/// An output that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {cause}", path.display())]
pub struct WriteError {
    /// The output, as the user named it.
    pub path: PathBuf,
    /// The cause. The text of the error has it, so it is not the error's `source`, which reports print, too.
    pub cause: io::Error,
}

impl WriteError {
    /// An error about a path.
    #[must_use]
    pub fn new(path: &Path, cause: io::Error) -> Self {
        Self { path: path.to_owned(), cause }
    }
}
