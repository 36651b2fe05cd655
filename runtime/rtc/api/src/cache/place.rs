//! Place of a cache.

use std::{os::fd::OwnedFd, path::PathBuf, sync::Arc};

/// A directory of the cache: the user's own, to which no other user may write. Any number of processes may use it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum CachePlace {
    /// By its path. It is made if it is missing, and links to it are not followed.
    Directory(PathBuf),
    /// An open one.
    Descriptor(Arc<OwnedFd>),
}
