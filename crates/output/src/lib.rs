//! Writes results of every program of the project: whole or not at all, and never in place of something else.
//!
//! | module | concept |
//! |---|---|
//! | [`target`] | what a name stands for: a file behind links, standard output, a descriptor, a pipe or device |
//! | [`mod@file`] | one file |
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
mod error;
pub mod file;
mod path;
pub mod run;
mod system;
pub mod target;
pub mod temporary;

pub use error::WriteError;
pub use file::{OutputFile, write};
use path::parent;
pub use run::Files;
pub use target::{Inputs, STANDARD, Target};
