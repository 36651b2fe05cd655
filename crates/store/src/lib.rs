//! Results of compilations on disk, under a hash of everything that they depend on.
//!
//! | module | concept |
//! |---|---|
//! | [`key`] | what a result is stored under |
//! | [`cache`] | results and files of builds that run programs |
//! | [`entries`] | results of a library that works in other people's processes |
//! | `directory` | which directories and files are safe to use |
//! | [`processor`] | what code for the processor of this machine depends on |
//! | [`environment`] | where a cache is, unless the caller says |
//! | [`error`] | a file that cannot be read or written |
//!
//! Links no LLVM and prints nothing.
#![forbid(unsafe_code)]

pub mod cache;
#[cfg(target_os = "linux")]
mod directory;
#[cfg(target_os = "linux")]
pub mod entries;
pub mod environment;
pub mod error;
pub mod key;
pub mod processor;
mod storing;
mod usage;

#[cfg(target_os = "linux")]
pub use entries::Entries;
pub use error::StoreError;
pub use key::Key;

/// The BLAKE3 hash of a content, or of what a result depends on.
pub type Hash = blake3::Hash;
