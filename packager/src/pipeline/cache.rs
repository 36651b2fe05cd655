//! What was made before, by what it was made of.
//!
//! ```text
//! objects/ab/cdef...   a file, by the BLAKE3 hash of its content; read-only
//! results/ab/cdef...   what a step or a build made, by its key: [`StoredStep`], [`StoredBuild`]
//! files/abcd...        the hash of a large file, as long as the file is the same one
//! programs/abcd...     what a program says of its version, as long as its content is the same
//! work/abc, abc.lock   the files of a build while it runs; the lock is held as long
//! lock                 held by the one that removes what is old
//! usage                bytes that were stored
//! ```
//!
//! | module | concept |
//! |---|---|
//! | `entry` | how entries are written, and which are believed |
//! | `identity` | what is in a file, and whether it still is |
//! | `work` | work directories |
//! | `limit` | how large a cache becomes |
//!
//! Any number of processes may use one cache at a time, and none waits for another. Files are renamed into place once complete.
//! What is fetched is a copy, whose content is looked at on the way: what happens to the cache while a build runs does not
//! reach the build, and what is damaged or was removed is made again. A cache that cannot be written to any more is left
//! alone ([`Cache::trouble`]); no build ends for that.

mod entry;
mod identity;
mod limit;
mod work;

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::output;
use crate::output::temporary::create_directories;
use entry::{discard, open_plain, seal, unseal};

pub use entry::{FileName, FileNameError, Message, StoredBuild, StoredFile, StoredStep};
pub(super) use identity::FileState;
pub use identity::{Identity, hash_file};
use work::TemporaryDirectory;
pub use work::WorkDirectory;

/// Changes when what is stored gets another meaning.
const LAYOUT: &str = "v2";

/// Bytes that are copied at a time.
const BLOCK: usize = 1 << 18;

/// The BLAKE3 hash of a content, or of what a result depends on.
pub type Hash = blake3::Hash;

/// A directory of results.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    /// Bytes that [`Cache::trim`] leaves.
    limit: u64,
    /// The directory, if nobody else uses it and it goes when this does.
    private: Option<TemporaryDirectory>,
    storing: Mutex<Storing>,
}

/// Whether anything is stored.
#[derive(Debug)]
enum Storing {
    Works,
    /// It failed; not reported yet.
    Failed(String),
    Stopped,
}

impl Cache {
    /// Opens a cache; the directory is made if it is not there.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be made, written to, or locked.
    pub fn open(root: &Path, limit: u64) -> Result<Self, Error> {
        let cache = Self::at(root, limit, None)?;
        // File systems without locks are found here, before anything depends on them.
        let path = cache.root.join("lock");
        if path.symlink_metadata().is_ok_and(|metadata| !metadata.is_file()) {
            discard(&path);
        }
        let failed = |source| Error::Write { file: path.clone(), source };
        let lock = File::options().create(true).truncate(false).read(true).write(true).open(&path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        drop(lock);
        cache.remove_abandoned();
        Ok(cache)
    }

    /// A cache for one build, without locks, that is removed when dropped.
    ///
    /// # Errors
    /// [`Error::Write`] if there can be no temporary directory.
    pub fn temporary() -> Result<Self, Error> {
        let directory = TemporaryDirectory::new()?;
        let root = directory.path().to_owned();
        Self::at(&root, u64::MAX, Some(directory))
    }

    fn at(root: &Path, limit: u64, private: Option<TemporaryDirectory>) -> Result<Self, Error> {
        let cache = Self { root: root.join(LAYOUT), limit, private, storing: Mutex::new(Storing::Works) };
        for directory in ["objects", "results", "files", "programs", "work"] {
            create_directory(&cache.root.join(directory))?;
        }
        Ok(cache)
    }

    fn is_private(&self) -> bool {
        self.private.is_some()
    }

    fn result_name(key: &Hash) -> String {
        let name = key.to_hex();
        format!("results/{}/{}", &name[..2], &name[2..])
    }

    fn object_path(&self, hash: &Hash) -> PathBuf {
        let name = hash.to_hex();
        self.root.join("objects").join(&name[..2]).join(&name[2..])
    }

    /// What was stored under a key. Its files may have been removed since.
    #[must_use]
    pub fn lookup<T: Serialize + DeserializeOwned>(&self, key: &Hash) -> Option<T> {
        let name = Self::result_name(key);
        let path = self.root.join(&name);
        let stored = unseal(&path, &name)?;
        touch(&path);
        Some(stored)
    }

    /// Copies a stored file to where it is to be; `false`, and nothing is there, if the cache no longer has it as it was. A
    /// damaged one is removed, so that it is made again.
    ///
    /// # Errors
    /// [`Error::Write`] about the copy.
    pub fn fetch(&self, file: &StoredFile, to: &Path) -> Result<bool, Error> {
        let Some(object) = self.open_object(file) else { return Ok(false) };
        let failed = |source| Error::Write { file: to.to_owned(), source };
        let _ = fs::remove_file(to);
        let mut out = File::create_new(to).map_err(failed)?;
        if self.check(file, object, |block| out.write_all(block).map_err(failed))? {
            return Ok(true);
        }
        fs::remove_file(to).map_err(failed)?;
        Ok(false)
    }

    /// The content of a stored file, if the cache has it as it was. A damaged one is removed, so that it is made again.
    #[must_use]
    pub fn content(&self, file: &StoredFile) -> Option<Vec<u8>> {
        let object = self.open_object(file)?;
        let mut content = Vec::new();
        let take = |block: &[u8]| {
            content.extend_from_slice(block);
            Ok(())
        };
        self.check(file, object, take).ok()?.then_some(content)
    }

    /// An object that can be the one that is looked for.
    fn open_object(&self, file: &StoredFile) -> Option<File> {
        let path = self.object_path(&file.hash);
        let object = open_plain(&path).filter(|object| object.metadata().is_ok_and(|found| found.len() == file.size));
        if object.is_none() {
            discard(&path);
        }
        object
    }

    /// Hands on the content of an object, and says whether it is what was stored. One that is not is removed.
    fn check(
        &self,
        file: &StoredFile,
        mut object: File,
        mut take: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let mut hasher = blake3::Hasher::new();
        let mut block = vec![0; BLOCK.min(usize::try_from(file.size).unwrap_or(BLOCK).max(1))];
        let path = self.object_path(&file.hash);
        loop {
            let count = match object.read(&mut block) {
                Ok(0) => break,
                Ok(count) => count,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => {
                    discard(&path);
                    return Ok(false);
                }
            };
            hasher.update(&block[..count]);
            if hasher.count() > file.size {
                break;
            }
            take(&block[..count])?;
        }
        let is_same = hasher.finalize() == file.hash;
        if is_same {
            touch(&path);
        } else {
            discard(&path);
        }
        Ok(is_same)
    }

    /// Stores a file, unless that is of no use any more; says what it is in any case.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub fn store_file(&self, path: &Path, name: FileName) -> Result<StoredFile, Error> {
        let (hash, size) = hash_file(path)?;
        let stored = StoredFile { name, hash, size };
        let object = self.object_path(&hash);
        let is_there = object.symlink_metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == size);
        if is_there {
            touch(&object);
        } else if self.is_storing() {
            let copied = self.place(&object, |out| io::copy(&mut File::open(path)?, out).map(drop));
            copied.unwrap_or_else(|e| self.give_up(&e));
        }
        Ok(stored)
    }

    /// Stores what a step or a build made; gives the bytes that this takes, without those of its files.
    pub fn store(&self, key: &Hash, stored: &impl Serialize) -> u64 {
        let name = Self::result_name(key);
        let placed = seal(stored, &name).map_err(io::Error::from).and_then(|bytes| {
            if self.is_storing() {
                self.place(&self.root.join(&name), |out| out.write_all(&bytes))?;
            }
            Ok(bytes.len() as u64)
        });
        placed.unwrap_or_else(|e| {
            self.give_up(&e);
            0
        })
    }

    /// Keeps something that saves time only.
    fn remember(&self, path: &Path, sealed: serde_json::Result<Vec<u8>>) {
        if let Ok(bytes) = sealed {
            let _ = self.place(path, |out| out.write_all(&bytes));
        }
    }

    /// Makes a file under a temporary name, then gives it its own. What else has that name is removed.
    fn place(&self, path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        let parent = path.parent().unwrap_or(&self.root);
        if let Err(e) = create_directories(parent) {
            if !parent.symlink_metadata().is_ok_and(|metadata| !metadata.is_dir()) {
                return Err(e);
            }
            discard(parent);
            create_directories(parent)?;
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(output::temporary::PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o444));
        let mut file = builder.tempfile_in(parent)?;
        fill(file.as_file_mut())?;
        match file.persist(path) {
            Ok(_) => Ok(()),
            Err(failed) if path.is_dir() => {
                discard(path);
                failed.file.persist(path).map(drop).map_err(|e| e.error)
            }
            Err(failed) => Err(failed.error),
        }
    }

    fn is_storing(&self) -> bool {
        matches!(*self.storing.lock().unwrap_or_else(PoisonError::into_inner), Storing::Works)
    }

    /// Stores nothing more.
    fn give_up(&self, error: &io::Error) {
        let mut storing = self.storing.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*storing, Storing::Works) {
            *storing = Storing::Failed(error.to_string());
        }
    }

    /// Why nothing more is stored, once, if that is so.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let mut storing = self.storing.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *storing {
            Storing::Failed(why) => {
                let why = std::mem::take(why);
                *storing = Storing::Stopped;
                Some(why)
            }
            Storing::Works | Storing::Stopped => None,
        }
    }

    /// Stores nothing more, and says nothing of that.
    pub(super) fn stop(&self) {
        *self.storing.lock().unwrap_or_else(PoisonError::into_inner) = Storing::Stopped;
    }

    /// Where it is, for people.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.root.parent().unwrap_or(&self.root)
    }
}

/// Makes a directory and those above it.
pub(super) fn create_directory(path: &Path) -> Result<(), Error> {
    create_directories(path).map_err(|source| Error::Write { file: path.to_owned(), source })
}

/// Marks a file as used. If that is not possible, the file counts as older than it is.
fn touch(path: &Path) {
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn stored(cache: &Cache, directory: &Path, content: &[u8]) -> StoredFile {
        let path = directory.join("new");
        fs::write(&path, content).unwrap();
        cache.store_file(&path, "0".to_owned().try_into().unwrap()).unwrap()
    }

    #[test]
    fn what_is_stored_comes_back() {
        let directory = tempfile::tempdir().unwrap();
        for cache in [Cache::open(directory.path(), 1 << 20).unwrap(), Cache::temporary().unwrap()] {
            let file = stored(&cache, directory.path(), b"content");
            assert_eq!(file, stored(&cache, directory.path(), b"content"), "stored once, found twice");
            let key = blake3::hash(b"key");
            assert_eq!(cache.lookup::<StoredStep>(&key), None);
            let result = StoredStep { files: vec![file.clone()], said: "warning\n".to_owned() };
            assert!(cache.store(&key, &result) > 0);
            assert_eq!(cache.lookup(&key), Some(result));
            let copy = directory.path().join("copy");
            assert!(cache.fetch(&file, &copy).unwrap());
            assert_eq!(fs::read(&copy).unwrap(), b"content");
            fs::write(&copy, b"changed").unwrap();
            assert_eq!(cache.content(&file).unwrap(), b"content", "the copy is not the object");
            assert_eq!(cache.trouble(), None);
        }
    }

    #[test]
    fn a_temporary_cache_is_removed() {
        let cache = Cache::temporary().unwrap();
        let (work, root) = (cache.work_directory().unwrap(), cache.root.clone());
        assert!(!work.path().with_extension("lock").exists() && root.exists());
        drop(work);
        drop(cache);
        assert!(!root.exists());
    }

    /// Its name, and what makes it under a path.
    type Damage = (&'static str, Box<dyn Fn(&Path)>);

    /// What can be in the place of a file.
    fn damages(content: &[u8]) -> Vec<Damage> {
        let write = |content: Vec<u8>| move |path: &Path| fs::write(path, &content).unwrap();
        let mut flipped = content.to_vec();
        flipped[3] ^= 1;
        vec![
            ("shorter", Box::new(write(content[1..].to_vec()))),
            ("longer", Box::new(write([content, b"x"].concat()))),
            ("empty", Box::new(write(Vec::new()))),
            ("zeros", Box::new(write(vec![0; content.len()]))),
            ("one bit", Box::new(write(flipped))),
            ("nothing", Box::new(|_: &Path| {})),
            ("a directory", Box::new(|path: &Path| fs::create_dir(path).unwrap())),
            ("a directory with files", Box::new(|path: &Path| fs::create_dir_all(path.join("a/b")).unwrap())),
            #[cfg(unix)]
            ("a link", Box::new(|path: &Path| std::os::unix::fs::symlink("/dev/zero", path).unwrap())),
            #[cfg(unix)]
            ("a dangling link", Box::new(|path: &Path| std::os::unix::fs::symlink("nowhere", path).unwrap())),
            #[cfg(unix)]
            (
                "a pipe",
                Box::new(|path: &Path| {
                    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
                }),
            ),
        ]
    }

    #[test]
    fn a_damaged_object_counts_as_absent_and_is_stored_again() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1 << 20).unwrap();
        let file = stored(&cache, directory.path(), b"content");
        let object = cache.object_path(&file.hash);
        for (what, damage) in damages(b"content") {
            let copy = directory.path().join("copy");
            let _ = fs::remove_file(&copy);
            for round in 0..3 {
                discard(&object);
                damage(&object);
                match round {
                    0 => assert!(!cache.fetch(&file, &copy).unwrap() && !copy.exists(), "{what}"),
                    1 => assert_eq!(cache.content(&file), None, "{what}"),
                    // Of the same size, it can be found out only by reading it.
                    _ if matches!(what, "zeros" | "one bit") => discard(&object),
                    _ => {}
                }
                if round < 2 {
                    assert!(object.symlink_metadata().is_err(), "{what}");
                }
                stored(&cache, directory.path(), b"content");
                assert_eq!(fs::read(&object).unwrap(), b"content", "{what}");
            }
        }
        assert_eq!(cache.trouble(), None);
    }

    #[test]
    fn a_damaged_result_counts_as_absent_and_is_stored_again() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1 << 20).unwrap();
        let (key, other) = (blake3::hash(b"key"), blake3::hash(b"other"));
        cache.store(&key, &StoredStep::default());
        let path = cache.root.join(Cache::result_name(&key));
        let whole = fs::read(&path).unwrap();
        for (what, damage) in damages(&whole) {
            discard(&path);
            damage(&path);
            assert_eq!(cache.lookup::<StoredStep>(&key), None, "{what}");
            cache.store(&key, &StoredStep::default());
            assert_eq!(cache.lookup(&key), Some(StoredStep::default()), "{what}");
        }
        // An entry under the name of another one.
        fs::create_dir_all(cache.root.join(Cache::result_name(&other)).parent().unwrap()).unwrap();
        fs::copy(&path, cache.root.join(Cache::result_name(&other))).unwrap();
        assert_eq!(cache.lookup::<StoredStep>(&other), None);
        // A file in the place of the directory.
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path.parent().unwrap(), "").unwrap();
        cache.store(&key, &StoredStep::default());
        assert_eq!((cache.lookup(&key), cache.trouble()), (Some(StoredStep::default()), None));
    }

    #[test]
    fn what_cannot_be_stored_is_told_once() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(&directory.path().join("cache"), 1 << 20).unwrap();
        fs::remove_dir_all(directory.path().join("cache")).unwrap();
        fs::write(directory.path().join("cache"), "in its place").unwrap();
        let file = stored(&cache, directory.path(), b"content");
        assert_eq!(file.hash, blake3::hash(b"content"));
        assert!(cache.trouble().is_some() && cache.trouble().is_none());
        assert_eq!((cache.content(&file), cache.trouble()), (None, None));
    }
}
