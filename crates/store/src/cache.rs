//! Stores the results of steps and builds under a hash of everything that they depend on.
//!
//! ```text
//! objects/ab/cdef...   a file, by the BLAKE3 hash of its content; read-only
//! results/ab/cdef...   what was made, by its key; the files of it are objects
//! files/abcd...        the hash of a large file, as long as the file is the same one
//! programs/abcd...     what a program says of its version, as long as its content is the same
//! notes/abcd...        what is kept for people: what a build was made of, what the last one did
//! work/abc, abc.lock   the files of a build while it runs; the lock is held as long
//! lock                 held by the process that removes old files
//! usage                bytes that were stored
//! CACHEDIR.TAG         tells programs for backups that all of this can be made again
//! ```
//!
//! | module | concept |
//! |---|---|
//! | `place` | which directories and files are used, and what is removed in their place |
//! | `entry` | how entries are written, and which are trusted |
//! | `objects` | files by their content |
//! | `identity` | hashes of files and programs, and whether they still hold |
//! | `work` | work directories |
//! | `limit` | the size limit |
//! | `upkeep` | what users ask of a cache: its size, whether it is whole, to be empty |
//!
//! A second cache can be given to read from ([`Cache::reading`]): what the first lacks is looked for there. Nothing in
//! it is changed.
//!
//! Any number of processes may use one cache at a time, and none waits for another. Files are renamed into place once
//! complete. What is fetched is a copy, hashed on the way: nothing that happens to the cache while a build runs affects
//! the build, and what is damaged or was removed is made again. Only files with names that a cache gives are removed. A
//! cache that can no longer be written to is not used any further ([`Cache::trouble`]); no build fails because of that.

mod entry;
mod files;
mod identity;
mod limit;
mod objects;
mod place;
mod upkeep;
mod work;

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;
use serde::de::DeserializeOwned;

use sycl_output::temporary::Temporary;

use crate::Hash;
use crate::error::StoreError;
use crate::storing::Storing;
use entry::{seal, unseal};
use place::{Place, is_directory};

use files::{read_up_to, touch};

pub use entry::{FileName, FileNameError, StoredFile};
pub use files::create_directory;
use identity::Remembered;
pub use identity::{FileState, Identity, Program, hash_file};
pub use upkeep::{Emptied, Usage, Verified};
use work::TemporaryDirectory;
pub use work::WorkDirectory;

/// Changes when what is stored gets another meaning.
const LAYOUT: &str = "v2";

/// Tag that the specification of cache directory tags asks for, <https://bford.info/cachedir/>.
const TAG: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55\n\
    # Results of sycl-packager; they are made again when needed.\n\
    # About these tags: https://bford.info/cachedir/\n";

/// Bytes that are copied at a time.
const BLOCK: usize = 1 << 18;

/// A directory of results.
#[derive(Debug)]
pub struct Cache {
    place: Place,
    /// Bytes that [`Cache::trim`] leaves.
    limit: u64,
    /// The directory, if it is only for this cache and goes with it.
    private: Option<TemporaryDirectory>,
    storing: Storing,
    /// The place of a cache that is only read.
    second: Option<Place>,
    /// Large files that this process looked at: a build of many units asks for them again and again.
    identities: Mutex<BTreeMap<PathBuf, Remembered>>,
}

impl Cache {
    /// Opens a cache; the directory is made if it is not there.
    ///
    /// # Errors
    /// [`StoreError::Write`] if it cannot be made, written to, or locked; [`StoreError::Untrusted`] if others may
    /// change it.
    pub fn open(root: &Path, limit: u64) -> Result<Self, StoreError> {
        let cache = Self::at(root, limit, None)?;
        // File systems without locks are found here, before anything depends on them.
        let failed = |cause| StoreError::Write { file: cache.root().join("lock"), cause };
        let lock = cache.lock_file().map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => lock.unlock().map_err(failed)?,
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        cache.tag();
        cache.remove_abandoned();
        Ok(cache)
    }

    /// The cache of a directory as it is, to look at and to clean up; `None` if there is none of this layout.
    ///
    /// # Errors
    /// [`StoreError::Untrusted`] if others may change it.
    pub fn existing(root: &Path) -> Result<Option<Self>, StoreError> {
        Ok(Place::existing(root, LAYOUT)?.filter(has_objects).map(|place| Self::new(place, u64::MAX, None)))
    }

    /// Whether a directory has a cache of this layout to read from.
    ///
    /// # Errors
    /// [`StoreError::Untrusted`] if every user may change it.
    pub fn can_be_read(root: &Path) -> Result<bool, StoreError> {
        Ok(Place::to_read(root, LAYOUT)?.is_some_and(|place| has_objects(&place)))
    }

    /// Looks for what this cache lacks in the one of another directory, in which nothing is changed; `false` if that
    /// has none of this layout. It may belong to another user, whose files are used then.
    ///
    /// # Errors
    /// [`StoreError::Untrusted`] if every user may change it.
    pub fn reading(&mut self, root: &Path) -> Result<bool, StoreError> {
        self.second = Place::to_read(root, LAYOUT)?.filter(has_objects);
        Ok(self.second.is_some())
    }

    /// A cache for one build, without locks, that is removed when dropped.
    ///
    /// # Errors
    /// [`StoreError::Write`] if there can be no temporary directory.
    pub fn temporary() -> Result<Self, StoreError> {
        let directory = TemporaryDirectory::new()?;
        let root = directory.path().to_owned();
        Self::at(&root, u64::MAX, Some(directory))
    }

    fn at(root: &Path, limit: u64, private: Option<TemporaryDirectory>) -> Result<Self, StoreError> {
        let cache = Self::new(Place::open(root, LAYOUT)?, limit, private);
        for directory in ["objects", "results", "files", "programs", "notes", "work"] {
            let directory = cache.root().join(directory);
            let made = cache.place.make_directory(&directory);
            made.map_err(|cause| StoreError::Write { file: directory, cause })?;
        }
        Ok(cache)
    }

    fn new(place: Place, limit: u64, private: Option<TemporaryDirectory>) -> Self {
        Self { place, limit, private, storing: Storing::default(), second: None, identities: Mutex::default() }
    }

    fn root(&self) -> &Path {
        self.place.root()
    }

    /// The file that is locked by the process that removes old files.
    fn lock_file(&self) -> io::Result<File> {
        self.place.open_own("lock", false)
    }

    /// Marks the directory as one of a cache, for programs that make backups. The user's own directory above it may
    /// have other files.
    fn tag(&self) {
        let path = self.root().join("CACHEDIR.TAG");
        if path.symlink_metadata().is_err() {
            let _ = self.put(&path, |out| out.write_all(TAG));
        }
    }

    fn is_private(&self) -> bool {
        self.private.is_some()
    }

    fn result_name(key: &Hash) -> String {
        let name = key.to_hex();
        format!("results/{}/{}", &name[..2], &name[2..])
    }

    /// Value that was stored under a key. Its files may have been removed since.
    #[must_use]
    pub fn lookup<T: Serialize + DeserializeOwned>(&self, key: &Hash) -> Option<T> {
        let name = Self::result_name(key);
        match unseal(&self.place, &name) {
            Some(stored) => {
                touch(&self.root().join(&name));
                Some(stored)
            }
            None => unseal(self.second.as_ref()?, &name),
        }
    }

    /// Note about something ([`Cache::note`]).
    #[must_use]
    pub fn noted<T: Serialize + DeserializeOwned>(&self, about: &str) -> Option<T> {
        let name = Self::note_name(about);
        unseal(&self.place, &name)
    }

    /// Keeps something for people. No result depends on it, and it may be lost.
    pub fn note(&self, about: &str, value: &impl Serialize) {
        if self.storing.works() && !self.is_private() {
            let name = Self::note_name(about);
            self.remember(&name, seal(value, &name));
        }
    }

    fn note_name(about: &str) -> String {
        format!("notes/{}", blake3::hash(about.as_bytes()).to_hex())
    }

    /// Stores what a step or a build made; gives the bytes that this takes, without those of its files.
    pub fn store(&self, key: &Hash, stored: &impl Serialize) -> u64 {
        let name = Self::result_name(key);
        let placed = seal(stored, &name).map_err(io::Error::from).and_then(|bytes| {
            if self.storing.works() {
                self.put(&self.root().join(&name), |out| out.write_all(&bytes))?;
            }
            Ok(bytes.len() as u64)
        });
        placed.unwrap_or_else(|e| {
            self.storing.give_up(&e);
            0
        })
    }

    /// Keeps something that saves time only.
    fn remember(&self, name: &str, sealed: serde_json::Result<Vec<u8>>) {
        if let Ok(bytes) = sealed {
            let _ = self.put(&self.root().join(name), |out| out.write_all(&bytes));
        }
    }

    /// Makes a file under a temporary name, then gives it its own. What else has that name is removed, unless it is a
    /// directory with files: then nothing is stored.
    fn put(&self, path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        self.place.make_way(path)?;
        let parent = path.parent().unwrap_or(self.root());
        let mut file = Temporary::read_only(parent)?;
        fill(file.handle_mut())?;
        match file.rename(path) {
            Err(_) if is_directory(path) => {
                self.place.discard(path);
                match file.rename(path) {
                    Err(_) if is_directory(path) => Ok(()),
                    renamed => renamed,
                }
            }
            renamed => renamed,
        }
    }

    /// Reason why nothing more is stored, once, if there is one.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.storing.trouble()
    }

    /// Stores nothing more, and says nothing of that.
    pub fn stop(&self) {
        self.storing.stop();
    }

    /// Its path, for people.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.root().parent().unwrap_or(self.root())
    }
}

/// Whether there is a cache in the directory of a layout.
fn has_objects(place: &Place) -> bool {
    is_directory(&place.root().join("objects"))
}

#[cfg(test)]
mod tests;
