//! Directories in which builds run, and how those of killed processes are recognized.
//!
//! A directory `abc` belongs to a file `abc.lock` that its process holds locked as long as it lives. The lock is taken
//! before the directory is made, so a directory whose lock can be taken is abandoned. No process waits for another.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::Cache;
use super::entry::discard;
use crate::error::StoreError;
use sycl_output::temporary::{self, RemovedOnSignal, is_named};

/// The extension of locks of work directories.
const LOCK: &str = "lock";

/// Attempts to remove the directory of a killed process, whose programs end soon.
const ATTEMPTS: u32 = 20;

/// A directory that is removed when dropped.
#[derive(Debug)]
pub struct WorkDirectory {
    path: PathBuf,
    place: Place,
    /// Of one in a cache: the directory, and its lock.
    _registered: Vec<RemovedOnSignal>,
}

#[derive(Debug)]
enum Place {
    /// In a cache, with the lock that says that its process lives.
    Shared { lock: PathBuf, _locked: File },
    /// In a cache that nobody else uses.
    Own,
    /// Anywhere else.
    Temporary { _directory: TemporaryDirectory },
}

impl WorkDirectory {
    /// One outside of any cache.
    ///
    /// # Errors
    /// [`StoreError::Write`] if there can be none.
    pub fn temporary() -> Result<Self, StoreError> {
        let directory = TemporaryDirectory::new()?;
        let path = directory.path().to_owned();
        Ok(Self { path, place: Place::Temporary { _directory: directory }, _registered: Vec::new() })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why a build could not run in it, if that is so: somebody removed it, or its disk is full. It is of use to ask
    /// when a build in a cache has failed: it may succeed elsewhere.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        const ROOM: usize = 1 << 18;
        let Place::Shared { lock, _locked: locked } = &self.place else { return None };
        if !self.path.is_dir() || !is_named(locked, lock) {
            return Some("it was removed while it was in use".to_owned());
        }
        let written =
            tempfile::tempfile_in(&self.path).and_then(|mut file| io::Write::write_all(&mut file, &[1; ROOM]));
        // A limit for the size of files would be the same elsewhere.
        written.err().filter(|e| e.kind() != io::ErrorKind::FileTooLarge).map(|e| e.to_string())
    }

    /// Whether it is in a cache that others use too.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.place, Place::Shared { .. })
    }
}

impl Drop for WorkDirectory {
    fn drop(&mut self) {
        // A later process removes what cannot be removed now.
        if fs::remove_dir_all(&self.path).is_ok()
            && let Place::Shared { lock, .. } = &self.place
        {
            let _ = fs::remove_file(lock);
        }
    }
}

/// What temporary directories are called, in front of letters that nobody else has.
const PREFIX: &str = "sycl-passes-";

/// For how long nobody thinks a temporary directory abandoned that its process may not have locked yet.
const YOUNG: Duration = Duration::from_secs(60);

/// A directory among other temporary files, which is removed with this value, also if the process ends by a signal.
/// That of a killed process, which no lock keeps any more, is removed by the next one that makes one.
#[derive(Debug)]
pub(super) struct TemporaryDirectory {
    directory: TempDir,
    _registered: RemovedOnSignal,
    /// The directory itself. Where directories have no locks, nobody removes it.
    _locked: Option<File>,
}

impl TemporaryDirectory {
    pub(super) fn new() -> Result<Self, StoreError> {
        Self::new_in(&std::env::temp_dir())
    }

    fn new_in(place: &Path) -> Result<Self, StoreError> {
        remove_abandoned_in(place);
        let mut made = None;
        let registered = RemovedOnSignal::make(|| {
            let directory = made.insert(tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?);
            Ok(directory.path().to_owned())
        });
        let failed = |cause| StoreError::Write { file: place.to_owned(), cause };
        let registered = registered.map_err(failed)?;
        let directory = made.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        let locked = File::open(directory.path()).ok().filter(|file| file.try_lock().is_ok());
        Ok(Self { directory, _registered: registered, _locked: locked })
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Removes temporary directories of processes that no longer exist. What cannot be looked at is somebody else's.
fn remove_abandoned_in(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let Ok(metadata) = entry.metadata() else { continue };
        let is_old = metadata.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > YOUNG));
        if !is_old || !metadata.is_dir() {
            continue;
        }
        // Only who may write to a directory can remove what is in it; of others it stays.
        if File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            temporary::remove(&entry.path(), 1);
        }
    }
}

impl Cache {
    /// A new work directory.
    ///
    /// # Errors
    /// [`StoreError::Write`] if it cannot be made or locked.
    pub fn work_directory(&self) -> Result<WorkDirectory, StoreError> {
        let work = self.root.join("work");
        let failed = |cause| StoreError::Write { file: work.clone(), cause };
        if self.is_private() {
            let path = tempfile::Builder::new().prefix("").tempdir_in(&work).map_err(failed)?.keep();
            return Ok(WorkDirectory { path, place: Place::Own, _registered: Vec::new() });
        }
        loop {
            let mut made = None;
            let lock = RemovedOnSignal::make(|| {
                let file = tempfile::Builder::new().prefix("").suffix(&format!(".{LOCK}")).tempfile_in(&work)?;
                let (file, path) = file.keep().map_err(|failed| failed.error)?;
                made = Some(file);
                Ok(path)
            });
            let lock = lock.map_err(failed)?;
            let file = made.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
            let is_ours = match file.try_lock() {
                Ok(()) => is_named(&file, lock.path()),
                // Somebody looks whether it is abandoned, and removes it.
                Err(TryLockError::WouldBlock) => false,
                Err(TryLockError::Error(e)) => {
                    let _ = fs::remove_file(lock.path());
                    return Err(failed(e));
                }
            };
            if !is_ours {
                continue;
            }
            let path = lock.path().with_extension("");
            let directory = RemovedOnSignal::make(|| create_private_directory(&path).map(|()| path.clone()));
            let directory = directory.inspect_err(|_| drop(fs::remove_file(lock.path()))).map_err(failed)?;
            let place = Place::Shared { lock: lock.path().to_owned(), _locked: file };
            return Ok(WorkDirectory { path, place, _registered: vec![directory, lock] });
        }
    }

    /// Removes work directories of processes that no longer exist.
    pub(super) fn remove_abandoned(&self) {
        let Ok(entries) = fs::read_dir(self.root.join("work")) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let (directory, lock) = match path.extension() {
                Some(extension) if extension == LOCK => (path.with_extension(""), path),
                _ => (path.clone(), path.with_extension(LOCK)),
            };
            let file = match lock.symlink_metadata() {
                Ok(metadata) if metadata.is_file() => match File::open(&lock) {
                    Ok(file) => Some(file),
                    // Another user's, perhaps.
                    Err(_) => continue,
                },
                _ => None,
            };
            if file.as_ref().is_none_or(|file| file.try_lock().is_ok()) {
                temporary::remove(&directory, ATTEMPTS);
                discard(&lock);
            }
        }
    }
}

/// Makes a directory that only its user can enter, as temporary directories are.
fn create_private_directory(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "has no modes"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_of_killed_processes_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let abandoned = cache.root.join("work").join("abc");
        fs::create_dir_all(&abandoned).unwrap();
        fs::write(abandoned.with_extension(LOCK), "").unwrap();
        fs::write(cache.root.join("work/def.lock"), "").unwrap();
        fs::create_dir_all(cache.root.join("work/ghi")).unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        assert_eq!(fs::read_dir(cache.root.join("work")).unwrap().count(), 0);
        let other = cache.work_directory().unwrap();
        fs::create_dir(other.path().join("kept")).unwrap();
        let _ = Cache::open(directory.path(), 1000).unwrap();
        let mine = cache.work_directory().unwrap();
        assert!(mine.path() != other.path() && other.path().join("kept").exists());
        let path = mine.path().to_owned();
        drop(mine);
        assert!(!path.exists());
        drop(other);
        assert_eq!(fs::read_dir(cache.root.join("work")).unwrap().count(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn temporary_directories_of_killed_processes_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let age = |path: &Path| {
            let old = std::time::SystemTime::now() - 2 * YOUNG;
            File::open(path).unwrap().set_modified(old).unwrap();
        };
        for name in ["sycl-passes-killed", "sycl-passes-young", "others"] {
            fs::create_dir(path(name)).unwrap();
            fs::write(path(name).join("file"), "").unwrap();
        }
        let lives = TemporaryDirectory::new_in(place.path()).unwrap();
        fs::write(lives.path().join("file"), "").unwrap();
        for old in [&path("sycl-passes-killed"), &path("others"), lives.path()] {
            age(old);
        }
        let mine = TemporaryDirectory::new_in(place.path()).unwrap();
        assert!(!path("sycl-passes-killed").exists());
        for stays in [&path("sycl-passes-young"), &path("others"), lives.path(), mine.path()] {
            assert!(stays.exists(), "{}", stays.display());
        }
        let gone = mine.path().to_owned();
        drop(mine);
        assert!(!gone.exists());
    }

    #[test]
    fn a_work_directory_that_is_gone_says_so() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let work = cache.work_directory().unwrap();
        assert_eq!(work.trouble(), None);
        fs::remove_dir_all(directory.path()).unwrap();
        assert_eq!(work.trouble().unwrap(), "it was removed while it was in use");
        assert_eq!(WorkDirectory::temporary().unwrap().trouble(), None);
    }
}
