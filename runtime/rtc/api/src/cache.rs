//! Programs that were compiled before: those of this process, and on disk.
//!
//! | level | module | key | a hit skips |
//! |---|---|---|---|
//! | memory | `memory` | the request | everything; the same program is given out |
//! | program, on disk | `disk` | the request and both libraries | all of LLVM, which is not even loaded |
//! | module, on disk | `parts` | the tokens of the source, what the front end is told, both libraries | the front end |
//! | headers, on disk, if asked for | `parts` | the options of headers, both libraries; files by content | to parse them |
//! | images, on disk | `parts`, `images` | the module, what passes and back end are told, both libraries | both of them |
//!
//! The compiler library asks for modules, headers and images while it compiles, and `parts` replies.
//!
//! A request names directories, not the files that are read below them. So a stored program comes with a `manifest`:
//! what was read there, and what was looked for and not found. It holds as long as a compilation would read the same.

mod disk;
mod images;
mod key;
#[doc(hidden)]
pub mod manifest;
mod memory;
mod parts;
mod place;

use std::{
    env, io,
    path::{Path, PathBuf},
    time::Duration,
};

use sycl_store::Entries;

pub(crate) use disk::Disk;
pub(crate) use images::Images;
pub(crate) use key::of_request;
pub(crate) use manifest::{DiskFile, DiskFiles, Manifest, add as add_file};
pub(crate) use memory::{Kept, Memory};
pub(crate) use parts::Parts;

pub use place::CachePlace;
pub use sycl_store::entries::Refused;

/// Size of the cache of programs, and its places.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CacheSettings {
    /// Bytes of programs that are kept in the process.
    pub memory: u64,
    /// Directory on disk where programs are kept, if there is one.
    pub place: Option<CachePlace>,
    /// Bytes of files there.
    pub disk: u64,
    /// Whether headers that were parsed are stored there, too: that of SYCL, 0.8 MB for each set of options, and those
    /// of DPC++ ([`crate::Request::sycl_headers`]), 35 MB. They are then also kept in the process, as
    /// [`crate::Settings::keeps_sycl_headers`] does, with the same exceptions.
    pub headers: bool,
    /// Whether a process waits for another one that compiles the same, and how long it waits for one of another
    /// machine, of which it cannot be known whether it still runs. Without it all processes compile what they do not
    /// find.
    pub waits: Option<Duration>,
    /// Programs of [`export`], which are looked for before those of `place`. It may be missing. It is used if its owner
    /// is the user or root, and others may not write to it.
    pub shipped: Option<PathBuf>,
}

impl Default for CacheSettings {
    /// 256 MiB in the process, and nothing on disk.
    fn default() -> Self {
        Self { memory: 256 << 20, place: None, disk: 1 << 30, headers: false, waits: None, shipped: None }
    }
}

impl CacheSettings {
    /// Settings in the environment: a cache if `SYCL_RTC_CACHE` is `1`, in `SYCL_RTC_CACHE_DIR`, or in `sycl-rtc` below
    /// `XDG_CACHE_HOME`, which is `~/.cache` unless set. Where none of these is set, only in the process.
    #[must_use]
    pub fn from_env() -> Option<Self> {
        (env::var_os("SYCL_RTC_CACHE")? == "1")
            .then(|| Self { place: Self::directory_of_env().map(CachePlace::Directory), ..Self::default() })
    }

    /// The directory that the environment names for the cache, whether there is to be one or not.
    #[must_use]
    pub fn directory_of_env() -> Option<PathBuf> {
        sycl_store::environment::directory("SYCL_RTC_CACHE_DIR", "sycl-rtc")
    }
}

/// Size of a directory of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheUsage {
    /// Programs and parts of programs.
    pub entries: u64,
    /// Bytes of their files.
    pub bytes: u64,
}

/// Size of a cache.
///
/// # Errors
/// Why the directory is not one that a cache would use.
pub fn usage(directory: &Path) -> Result<CacheUsage, Refused> {
    let usage = Entries::open(directory, u64::MAX)?.usage();
    Ok(CacheUsage { entries: usage.entries, bytes: usage.bytes })
}

/// Removes everything from a cache; gives what there was.
///
/// # Errors
/// As for [`usage`].
pub fn clear(directory: &Path) -> Result<CacheUsage, Refused> {
    let usage = Entries::open(directory, u64::MAX)?.clear();
    Ok(CacheUsage { entries: usage.entries, bytes: usage.bytes })
}

/// Writes all that is stored in a cache to a directory that may be shipped with a program
/// ([`CacheSettings::shipped`]), for processes with the same libraries; gives what was written.
///
/// # Errors
/// Why the cache is not one that would be used, or why nothing can be written.
pub fn export(directory: &Path, to: &Path) -> Result<CacheUsage, ExportError> {
    let written = Entries::open(directory, u64::MAX)?.export(to);
    let usage = written.map_err(|cause| ExportError::Write { directory: to.to_owned(), cause })?;
    Ok(CacheUsage { entries: usage.entries, bytes: usage.bytes })
}

/// Reasons why a cache cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// It is not one that would be used.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The directory cannot be written.
    #[error("cannot write to the directory `{}`: {cause}", directory.display())]
    Write {
        /// The directory.
        directory: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
}
