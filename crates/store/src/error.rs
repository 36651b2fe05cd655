//! A file that cannot be read or written, and a directory that is not used.

use std::{io, path::PathBuf};

/// Reasons why a store cannot be used, or a file not be hashed. The text has the cause, so it is not the error's
/// `source`, which reports print, too.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read.
    #[error("cannot read `{}`: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
    /// A file or directory cannot be written.
    #[error("cannot write `{}`: {cause}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
    /// A directory is not one to trust.
    #[error("{why}")]
    Untrusted {
        /// The thing that was found, with its name, and what was expected.
        why: String,
    },
}

#[cfg(target_os = "linux")]
impl From<crate::directory::Refused> for StoreError {
    fn from(refused: crate::directory::Refused) -> Self {
        Self::Untrusted { why: refused.to_string() }
    }
}
