//! How every program of the project writes its results: whole or not at all, and never in place of something else.
//!
//! | module | concept |
//! |---|---|
//! | [`target`] | what a name stands for: a file behind links, standard output, a descriptor, a pipe or device |
//! | [`file`] | one file |
//! | [`run`] | the files of a run, which go if it fails |
//! | [`directory`] | a directory that is replaced as a whole |
//! | [`temporary`] | files and directories while they are written; what a killed process left of them |
//!
//! | the name stands for | what happens |
//! |---|---|
//! | nothing, or a regular file | a temporary file beside it is renamed; the mode and owner of an existing file stay |
//! | a symbolic link | the same with the file behind it, whether that exists or not; the link stays |
//! | a file with further hard links | written in place once all content is on the disk: the other names see it, as with LLVM's tools |
//! | a pipe, a device, a descriptor (`/dev/stdout`, `/dev/fd/3`) | written to |
//! | `-` | standard output |
//!
//! The only state of the process is the list of temporary names that exist, for a handler of signals
//! ([`temporary::remove_all`]).
#![forbid(unsafe_code)]

pub mod directory;
pub mod file;
pub mod run;
mod system;
pub mod target;
pub mod temporary;

use std::io;
use std::path::{Path, PathBuf};

pub use file::{OutputFile, write};
pub use run::Files;
pub use target::{Inputs, STANDARD, Target};

/// An output that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {cause}", path.display())]
pub struct WriteError {
    /// The output, as the user named it.
    pub path: PathBuf,
    /// Why. The text of the error has it, so it is not the error's `source`, which reports print, too.
    pub cause: io::Error,
}

impl WriteError {
    /// An error about a path.
    #[must_use]
    pub fn new(path: &Path, cause: io::Error) -> Self {
        Self { path: path.to_owned(), cause }
    }
}

/// The directory that a name is in.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
