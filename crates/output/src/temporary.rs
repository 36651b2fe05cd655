//! Temporary names: files and directories that are not whole yet.
//!
//! Each is locked by the process that makes it, for as long as it lives, so that a later run can recognize what a
//! killed one left behind. Where a file system has no locks, such litter stays.

use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::system;

/// Prefix of temporary names; six letters and digits follow.
pub const PREFIX: &str = ".sycl-output-";

const RANDOM: usize = 6;

/// For a directory of this process, whose programs end with it.
const ATTEMPTS: u32 = 100;

/// Temporary names of this process that exist. Held while one is made, renamed or removed.
static EXISTING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn existing() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    EXISTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does what [`remove_all`] must not come between, such as starting a program that writes to something temporary.
pub fn unless_ending<T>(work: impl FnOnce() -> T) -> T {
    let _existing = existing();
    work()
}

/// Makes a directory and those above it, which may be in a temporary one: [`remove_all`] waits until they exist.
///
/// # Errors
/// Those of the file system.
pub fn create_directories(path: &Path) -> io::Result<()> {
    unless_ending(|| std::fs::create_dir_all(path))
}

/// Removes everything temporary of this process, which is about to end by a signal, after `before`: from its start on
/// nothing temporary can be made, no output be renamed into place, and no program be started by [`unless_ending`].
pub fn remove_all(before: impl FnOnce()) {
    let existing = existing();
    before();
    for path in existing.iter() {
        remove(path, ATTEMPTS);
    }
    std::mem::forget(existing);
}

/// Whether an open file or directory still has its name.
#[must_use]
pub fn is_named(file: &File, path: &Path) -> bool {
    system::is_named(file, path)
}

/// Removes a file, or a directory in which programs that are ending may still write: up to `attempts` times, 10 ms
/// apart, while it does not stay empty. What cannot be removed stays.
pub fn remove(path: &Path, attempts: u32) {
    if std::fs::remove_file(path).is_ok() {
        return;
    }
    for _ in 0..attempts {
        match std::fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            _ => return,
        }
    }
}

/// Says of a file or directory that it is to go if the process ends by a signal, until this is dropped.
#[derive(Debug)]
pub struct RemovedOnSignal(PathBuf);

impl RemovedOnSignal {
    /// Makes a file or directory by `make`, which names it.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn make(make: impl FnOnce() -> io::Result<PathBuf>) -> io::Result<Self> {
        let mut existing = existing();
        let path = make()?;
        existing.insert(path.clone());
        Ok(Self(path))
    }

    /// Path that is removed.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for RemovedOnSignal {
    fn drop(&mut self) {
        existing().remove(&self.0);
    }
}

/// A file or directory under a temporary name; removed when dropped.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    /// Open, and locked, as long as it exists.
    handle: File,
    exists: bool,
}

impl Temporary {
    /// A new file in a directory, as open to others as the one that it is to replace.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn file(directory: &Path, replaced: Option<&Metadata>) -> io::Result<Self> {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        system::mode_of(&mut options, replaced);
        Self::make(directory, |path| options.open(path))
    }

    /// A new file in a directory, which nothing is written to once it is whole.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn read_only(directory: &Path) -> io::Result<Self> {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        system::make_read_only(&mut options);
        Self::make(directory, |path| options.open(path))
    }

    /// A new directory in a directory.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn directory(directory: &Path, replaces: bool) -> io::Result<Self> {
        Self::make(directory, |path| {
            system::make_directory(path, replaces)?;
            // Another run may have removed it already, as one that is not locked.
            File::open(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => io::ErrorKind::AlreadyExists.into(),
                _ => error,
            })
        })
    }

    fn make(directory: &Path, make: impl Fn(&Path) -> io::Result<File>) -> io::Result<Self> {
        loop {
            let path = directory.join(random_name());
            let mut existing = existing();
            let handle = match make(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            };
            // Another run may have taken it for litter before it was locked; that run has removed it then.
            let _ = handle.lock();
            if !system::is_named(&handle, &path) {
                continue;
            }
            existing.insert(path.clone());
            return Ok(Self { path, handle, exists: true });
        }
    }

    /// Its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn handle(&self) -> &File {
        &self.handle
    }

    /// The open file.
    pub fn handle_mut(&mut self) -> &mut File {
        &mut self.handle
    }

    /// Gives it the name `to`, in place of a file or empty directory of that name.
    ///
    /// # Errors
    /// It cannot have that name; it stays temporary.
    pub fn rename(&mut self, to: &Path) -> io::Result<()> {
        let mut existing = existing();
        std::fs::rename(&self.path, to)?;
        existing.remove(&self.path);
        self.exists = false;
        Ok(())
    }

    /// Gives this directory the name `to`, and this name to the directory that had it.
    pub(crate) fn exchange(&mut self, to: &Path) -> io::Result<()> {
        // Not while a signal is handled, which would find one directory without a name.
        let _existing = existing();
        if system::exchange(&self.path, to)? {
            return Ok(());
        }
        let between = self.path.with_file_name(random_name());
        std::fs::rename(to, &between)?;
        match std::fs::rename(&self.path, to) {
            Ok(()) => std::fs::rename(&between, &self.path),
            Err(error) => {
                std::fs::rename(&between, to)?;
                Err(error)
            }
        }
    }

    /// Removes these files of this directory, and the directory if there was nothing else in it.
    pub(crate) fn remove_only(mut self, names: &[std::ffi::OsString]) {
        let mut existing = existing();
        for name in names {
            let _ = std::fs::remove_file(self.path.join(name));
        }
        let _ = std::fs::remove_dir(&self.path);
        existing.remove(&self.path);
        self.exists = false;
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if self.exists {
            let mut existing = existing();
            remove(&self.path, ATTEMPTS);
            existing.remove(&self.path);
        }
    }
}

/// A name that no other process takes at the same time, save by chance.
fn random_name() -> String {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut hasher = RandomState::new().build_hasher();
    // A forked process has the same seeds.
    hasher.write_u32(std::process::id());
    let mut number = hasher.finish();
    let mut name = String::from(PREFIX);
    for _ in 0..RANDOM {
        name.push(char::from(LETTERS[(number % 36) as usize]));
        number /= 36;
    }
    name
}

/// Whether a name is one of a temporary file or directory.
#[must_use]
pub fn is_temporary(name: &std::ffi::OsStr) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    rest.is_some_and(|rest| rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes what killed processes left in a directory. What cannot be removed stays for a later run.
pub fn sweep(directory: &Path) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for path in entries.flatten().filter(|entry| is_temporary(&entry.file_name())).map(|entry| entry.path()) {
        let Some((file, is_directory)) = system::open_litter(&path) else { continue };
        if file.try_lock().is_ok() {
            let _ = if is_directory { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        }
    }
}
