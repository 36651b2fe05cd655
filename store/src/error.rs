//! A file that cannot be read or written.

use std::{io, path::PathBuf};

/// Why a store cannot be used, or a file not be hashed. The text has the cause, so it is not the error's `source`,
/// which reports print, too.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read.
    #[error("cannot read `{}`: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A file or directory cannot be written.
    #[error("cannot write `{}`: {cause}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
}
