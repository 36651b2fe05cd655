//! Directories in which builds run, and how those of killed processes are recognized.
//!
//! A directory `build-abcdef` belongs to a file `build-abcdef.lock` that its process holds locked as long as it lives.
//! The lock is made and taken before the directory is made, and removed after it, so a directory whose lock can be
//! taken is abandoned, and one without a lock is not of a build. No process waits for another.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::Cache;
use super::place::{is_directory, private_directory};
use crate::error::StoreError;
use sycl_output::temporary::{self, RemovedOnSignal, is_named};

/// The prefix of work directories in a cache; six letters and digits follow.
const WORK: &str = "build-";

/// The extension of their locks.
const LOCK: &str = "lock";

/// Attempts to remove the directory of a killed process, whose programs end soon.
const ATTEMPTS: u32 = 20;

/// A directory that is removed when dropped.
#[derive(Debug)]
pub struct WorkDirectory {
    path: PathBuf,
    place: Place,
    /// Guards of a directory in a cache: of it, and of its lock.
    _registered: Vec<RemovedOnSignal>,
}

#[derive(Debug)]
enum Place {
    /// In a cache, with the lock that says that its process lives.
    Shared { lock: PathBuf, _locked: File },
    /// In a cache of its own.
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

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reason why a build could not run in it, if there is one: it was removed, or its disk is full. It is of use to
    /// ask when a build in a cache has failed: it may succeed elsewhere.
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

/// The prefix of temporary directories; six letters and digits follow. Users have no directories of this name.
const PREFIX: &str = ".sycl-passes-temporary-";

/// For how long a temporary directory does not count as abandoned that its process may not have locked yet.
const YOUNG: Duration = Duration::from_secs(60);

/// A directory among other temporary files, which is removed with this value, also if the process ends by a signal.
/// That of a killed process, which no lock keeps any more, is removed by the next one that makes one.
#[derive(Debug)]
pub(super) struct TemporaryDirectory {
    directory: TempDir,
    _registered: RemovedOnSignal,
    /// The directory itself. Where directories have no locks, it stays.
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

/// Removes temporary directories of processes that no longer exist. What cannot be looked at belongs to another user.
fn remove_abandoned_in(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        if !is_named_by(PREFIX, &entry.file_name()) {
            continue;
        }
        let Ok(metadata) = entry.metadata() else { continue };
        let is_old = metadata.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > YOUNG));
        if !is_old || !metadata.is_dir() || !is_private(&metadata) {
            continue;
        }
        // Only who may write to a directory can remove what is in it; of others it stays.
        if File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            temporary::remove(&entry.path(), 1);
        }
    }
}

/// Whether a name is a prefix with six letters and digits, as the library that makes temporary names chooses them.
fn is_named_by(prefix: &str, name: &OsStr) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether a directory is as the library makes temporary ones, which only their users can enter.
fn is_private(directory: &fs::Metadata) -> bool {
    #[cfg(unix)]
    let mode = std::os::unix::fs::MetadataExt::mode(directory) & 0o777;
    #[cfg(not(unix))]
    let (mode, _) = (0o700, directory);
    mode == 0o700
}

impl Cache {
    /// A new work directory.
    ///
    /// # Errors
    /// [`StoreError::Write`] if it cannot be made or locked.
    pub fn work_directory(&self) -> Result<WorkDirectory, StoreError> {
        let work = self.root().join("work");
        let failed = |cause| StoreError::Write { file: work.clone(), cause };
        if self.is_private() {
            let path = tempfile::Builder::new().prefix(WORK).tempdir_in(&work).map_err(failed)?.keep();
            return Ok(WorkDirectory { path, place: Place::Own, _registered: Vec::new() });
        }
        loop {
            let mut made = None;
            let lock = RemovedOnSignal::make(|| {
                let file = tempfile::Builder::new().prefix(WORK).suffix(&format!(".{LOCK}")).tempfile_in(&work)?;
                let (file, path) = file.keep().map_err(|failed| failed.error)?;
                made = Some(file);
                Ok(path)
            });
            let lock = lock.map_err(failed)?;
            let file = made.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
            let is_ours = match file.try_lock() {
                Ok(()) => is_named(&file, lock.path()),
                // Another process looks whether it is abandoned, and removes it.
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
            let directory = RemovedOnSignal::make(|| private_directory().create(&path).map(|()| path.clone()));
            let directory = directory.inspect_err(|_| drop(fs::remove_file(lock.path()))).map_err(failed)?;
            let place = Place::Shared { lock: lock.path().to_owned(), _locked: file };
            return Ok(WorkDirectory { path, place, _registered: vec![directory, lock] });
        }
    }

    /// Removes work directories of processes that no longer exist.
    pub(super) fn remove_abandoned(&self) {
        let work = self.root().join("work");
        if !is_directory(&work) {
            return;
        }
        let Ok(entries) = fs::read_dir(work) else { return };
        for lock in entries.flatten().map(|entry| entry.path()) {
            let is_lock = lock.extension().is_some_and(|extension| extension == LOCK);
            let directory = lock.with_extension("");
            if !is_lock || !directory.file_name().is_some_and(|name| is_named_by(WORK, name)) {
                continue;
            }
            // Another user's, perhaps.
            let Some(file) = self.place.open_file(&lock) else { continue };
            if file.try_lock().is_ok() {
                if is_directory(&directory) {
                    temporary::remove(&directory, ATTEMPTS);
                }
                // As long as something is in the directory, its lock says that it is of a build.
                if !is_directory(&directory) {
                    let _ = fs::remove_file(&lock);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_of_killed_processes_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let work = cache.root().join("work");
        fs::create_dir_all(work.join("build-killed/files")).unwrap();
        fs::write(work.join("build-killed.lock"), "").unwrap();
        fs::write(work.join("build-early1.lock"), "").unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        assert_eq!(fs::read_dir(&work).unwrap().count(), 0);
        let other = cache.work_directory().unwrap();
        fs::create_dir(other.path().join("kept")).unwrap();
        let _ = Cache::open(directory.path(), 1000).unwrap();
        let mine = cache.work_directory().unwrap();
        assert!(mine.path() != other.path() && other.path().join("kept").exists());
        let path = mine.path().to_owned();
        drop(mine);
        assert!(!path.exists());
        drop(other);
        assert_eq!(fs::read_dir(work).unwrap().count(), 0);
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
        let (killed, young) = (format!("{PREFIX}killed"), format!("{PREFIX}young1"));
        let others = ["others", "sycl-passes-master", &format!("{PREFIX}mine"), &format!("{PREFIX}public")];
        for name in [&*killed, &young].into_iter().chain(others) {
            private_directory().create(path(name)).unwrap();
            fs::write(path(name).join("file"), "").unwrap();
        }
        let public = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(path(others[3]), public).unwrap();
        let lives = TemporaryDirectory::new_in(place.path()).unwrap();
        fs::write(lives.path().join("file"), "").unwrap();
        for old in others.map(path).iter().map(PathBuf::as_path).chain([&*path(&killed), lives.path()]) {
            age(old);
        }
        let mine = TemporaryDirectory::new_in(place.path()).unwrap();
        assert!(!path(&killed).exists());
        for stays in others.map(path).iter().map(PathBuf::as_path).chain([&*path(&young), lives.path(), mine.path()]) {
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
