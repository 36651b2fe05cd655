//! What was made before, by what it was made of.
//!
//! ```text
//! objects/ab/cdef...   a file, by the BLAKE3 hash of its content; read-only
//! results/ab/cdef...   what a step made, by the hash of program, options and inputs: JSON of [`Stored`]
//! programs/abcd...     the identity of a program, as long as the file is the same one (programs are not run to know it)
//! work/abc/, abc.lock  the files of a build while it runs; the lock is held as long
//! lock                 held by the one that makes or removes directories, or counts
//! usage                bytes that were stored, for [`Cache::trim`]
//! ```
//!
//! Any number of processes may use one cache at a time: files get their names when they are whole, a name says what is in
//! the file, and what another process removes is made again. What a killed process left in `work` is removed by a later
//! one. Files are not synchronized to the disk; one that a crash of the machine cut short does not have its size, and
//! counts as absent.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::output;

/// Changes when what is stored gets another meaning.
const LAYOUT: &str = "v1";

/// The extension of locks of work directories.
const LOCK: &str = "lock";

/// The BLAKE3 hash of a content, or of what a result depends on.
pub type Hash = blake3::Hash;

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Its name in the work directory, or for outputs of a step its number.
    pub name: String,
    /// BLAKE3 of its content, in hexadecimal.
    pub hash: String,
    /// Bytes.
    pub size: u64,
}

/// What a program wrote to standard error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// What it made; empty for the result of a step, which may have another title the next time.
    pub title: String,
    /// Its words.
    pub text: String,
}

/// What a step made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stored {
    /// Its files.
    pub files: Vec<StoredFile>,
    /// What programs wrote to standard error although they ended well.
    pub messages: Vec<Message>,
    /// Anything else, as JSON.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A directory of results.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    /// Bytes that [`Cache::trim`] leaves.
    limit: u64,
}

/// A directory that is removed when dropped.
#[derive(Debug)]
pub struct WorkDirectory {
    path: PathBuf,
    /// Says that its process lives: it is locked until then.
    lock: (PathBuf, File),
}

impl WorkDirectory {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkDirectory {
    fn drop(&mut self) {
        // A later process removes what cannot be removed now.
        let _ = fs::remove_dir_all(&self.path).and_then(|()| fs::remove_file(&self.lock.0));
    }
}

impl Cache {
    /// Opens a cache; the directory is made if it is not there.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be made.
    pub fn open(root: &Path, limit: u64) -> Result<Self, Error> {
        let cache = Self { root: root.join(LAYOUT), limit };
        for directory in ["objects", "results", "programs", "work"] {
            create_directory(&cache.root.join(directory))?;
        }
        let turn = cache.take_turn()?;
        cache.remove_abandoned();
        drop(turn);
        Ok(cache)
    }

    /// A new work directory.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn work_directory(&self) -> Result<WorkDirectory, Error> {
        let _turn = self.take_turn()?;
        let failed = |source| Error::Write { file: self.root.join("work"), source };
        let path = tempfile::Builder::new().prefix("").tempdir_in(self.root.join("work")).map_err(failed)?.keep();
        let name = path.with_extension(LOCK);
        let lock = File::create(&name).map_err(failed)?;
        lock.lock().map_err(failed)?;
        Ok(WorkDirectory { path, lock: (name, lock) })
    }

    /// Waits until no other process is where this one is going to be.
    fn take_turn(&self) -> Result<File, Error> {
        let path = self.root.join("lock");
        let failed = |source| Error::Write { file: path.clone(), source };
        let lock = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        lock.lock().map_err(failed)?;
        Ok(lock)
    }

    /// Removes work directories of processes that are no more.
    fn remove_abandoned(&self) {
        let Ok(entries) = fs::read_dir(self.root.join("work")) else { return };
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
            let name = path.with_extension(LOCK);
            // Directories are made and locked in one turn, so one without a lock is abandoned too.
            if File::open(&name).map_or(true, |lock| lock.try_lock().is_ok()) {
                remove_patiently(&path);
                let _ = fs::remove_file(&name);
            }
        }
    }

    fn result_path(&self, key: &Hash) -> PathBuf {
        let name = key.to_hex();
        self.root.join("results").join(&name[..2]).join(&name[2..])
    }

    fn object_path(&self, hash: &str) -> Option<PathBuf> {
        let (start, rest) = (hash.get(..2)?, hash.get(2..)?);
        Some(self.root.join("objects").join(start).join(rest))
    }

    /// What was stored under a key. Its files may have been removed since.
    #[must_use]
    pub fn lookup(&self, key: &Hash) -> Option<Stored> {
        let path = self.result_path(key);
        let stored = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        touch(&path);
        Some(stored)
    }

    /// Puts a stored file into a directory that is to be there; `false` if the cache no longer has it.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn fetch(&self, file: &StoredFile, to: &Path) -> Result<bool, Error> {
        let Some(path) = self.object_path(&file.hash) else { return Ok(false) };
        if !path.metadata().is_ok_and(|metadata| metadata.len() == file.size) {
            return Ok(false);
        }
        touch(&path);
        // A link costs nothing; where there can be none, a copy does.
        let _ = fs::remove_file(to);
        if fs::hard_link(&path, to).is_ok() {
            return Ok(true);
        }
        match fs::copy(&path, to) {
            Ok(copied) => Ok(copied == file.size),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(Error::Write { file: to.to_owned(), source }),
        }
    }

    /// The content of a stored file, if the cache has it and it is what it was. One that is not is removed, so that it is
    /// made again.
    #[must_use]
    pub fn content(&self, file: &StoredFile) -> Option<Vec<u8>> {
        let path = self.object_path(&file.hash)?;
        let content = fs::read(&path).ok()?;
        let is_same = blake3::hash(&content).to_hex().as_str() == file.hash;
        if !is_same {
            let _ = fs::remove_file(path);
        }
        is_same.then_some(content)
    }

    /// Stores a file. It becomes read-only: the cache shares it with whoever has it.
    ///
    /// # Errors
    /// [`Error::Read`] or [`Error::Write`].
    pub fn store_file(&self, path: &Path, name: String) -> Result<StoredFile, Error> {
        let (hash, size) = hash_file(path)?;
        let stored = StoredFile { name, hash: hash.to_hex().to_string(), size };
        let Some(object) = self.object_path(&stored.hash) else { return Ok(stored) };
        if object.metadata().is_ok_and(|metadata| metadata.len() == size) {
            touch(&object);
            return Ok(stored);
        }
        let parent = object.parent().unwrap_or(&self.root);
        create_directory(parent)?;
        // Where it cannot be made read-only, nobody writes to it either.
        let _ = path.metadata().and_then(|metadata| {
            let mut permissions = metadata.permissions();
            permissions.set_readonly(true);
            fs::set_permissions(path, permissions)
        });
        if object.exists() {
            // Of another size: damaged.
            let _ = fs::remove_file(&object);
        }
        match fs::hard_link(path, &object) {
            Ok(()) => {}
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => output::write_bytes(&object, &output::read(path)?)?,
        }
        Ok(stored)
    }

    /// Stores what a step made; gives the bytes that this takes, without those of its files.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn store(&self, key: &Hash, stored: &Stored) -> Result<u64, Error> {
        let (path, text) = (self.result_path(key), json(stored));
        create_directory(path.parent().unwrap_or(&self.root))?;
        output::write_bytes(&path, &text)?;
        Ok(text.len() as u64)
    }

    /// The identity of a program, computed only if its file is another one than the last time.
    pub(super) fn program(
        &self,
        path: &Path,
        compute: impl FnOnce() -> Result<Program, Error>,
    ) -> Result<Program, Error> {
        let state = FileState::of(path)?;
        let name = blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex();
        let memo = self.root.join("programs").join(name.as_str());
        let known = fs::read(&memo).ok().and_then(|text| serde_json::from_slice::<KnownProgram>(&text).ok());
        if let Some(known) = known.filter(|known| known.state == state) {
            return Ok(known.program);
        }
        let program = compute()?;
        output::write_bytes(&memo, &json(&KnownProgram { state, program: program.clone() }))?;
        Ok(program)
    }

    /// The content of a file that is treated as a program.
    pub(super) fn program_content(&self, path: &Path) -> Result<Hash, Error> {
        let compute = || {
            let hash = hash_file(path)?.0.to_hex().to_string();
            Ok(Program { hash, version: String::new() })
        };
        let known = self.program(path, compute)?;
        Hash::from_hex(&known.hash).or_else(|_| Ok(hash_file(path)?.0))
    }

    /// Notes that so many bytes were stored, and removes what was not used for longest if the cache is over its limit.
    ///
    /// # Errors
    /// [`Error::Write`] if the files for this cannot be written.
    pub fn trim(&self, added: u64) -> Result<(), Error> {
        if added == 0 {
            return Ok(());
        }
        let path = self.root.join("usage");
        let failed = |source| Error::Write { file: path.clone(), source };
        let _turn = self.take_turn()?;
        let mut usage =
            File::options().create(true).truncate(false).read(true).write(true).open(&path).map_err(failed)?;
        let mut text = String::new();
        usage.read_to_string(&mut text).map_err(failed)?;
        let mut total = text.trim().parse().unwrap_or(0_u64).saturating_add(added);
        if total > self.limit {
            total = self.remove_oldest();
        }
        usage.set_len(0).and_then(|()| usage.rewind()).map_err(failed)?;
        usage.write_all(total.to_string().as_bytes()).map_err(failed)
    }

    /// Removes files, oldest use first, until nine tenths of the limit are left; gives what is left.
    fn remove_oldest(&self) -> u64 {
        let mut files: Vec<(SystemTime, PathBuf, u64)> = Vec::new();
        for kind in ["objects", "results"] {
            let Ok(directories) = fs::read_dir(self.root.join(kind)) else { continue };
            for entry in directories.flatten().filter_map(|entry| fs::read_dir(entry.path()).ok()).flatten().flatten() {
                if let Ok(metadata) = entry.metadata()
                    && let Ok(used) = metadata.modified()
                    && !is_being_written(&entry.file_name(), used)
                {
                    files.push((used, entry.path(), metadata.len()));
                }
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, _, size)| size).sum();
        for (_, path, size) in files {
            if total <= self.limit / 10 * 9 {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= size;
            }
        }
        total
    }
}

/// Whether another process writes a file right now; if it was killed meanwhile, the file counts as any other one later.
fn is_being_written(name: &OsStr, modified: SystemTime) -> bool {
    const PATIENCE: Duration = Duration::from_secs(3600);
    name.as_encoded_bytes().starts_with(output::temporary::PREFIX.as_bytes())
        && modified.elapsed().map_or(true, |age| age < PATIENCE)
}

/// What is known about a program without running it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Program {
    /// BLAKE3 of the file, in hexadecimal.
    pub(super) hash: String,
    /// The first line with a number of what it says with `--version`; empty if it has no such option.
    pub(super) version: String,
}

#[derive(Serialize, Deserialize)]
struct KnownProgram {
    state: FileState,
    program: Program,
}

/// By what a file is recognized as unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileState {
    size: u64,
    modified_ns: u128,
}

impl FileState {
    /// Bytes.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn of(path: &Path) -> Result<Self, Error> {
        let failed = |source| Error::Read { file: path.to_owned(), source };
        let metadata = path.metadata().map_err(failed)?;
        let modified = metadata.modified().map_err(failed)?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Ok(Self { size: metadata.len(), modified_ns: modified.as_nanos() })
    }
}

/// Removes a directory in which programs of a killed process may still write; they end soon.
fn remove_patiently(path: &Path) {
    for _ in 0..20 {
        if fs::remove_dir_all(path).is_ok() || !path.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The hash and the size of a file.
///
/// # Errors
/// [`Error::Read`].
pub fn hash_file(path: &Path) -> Result<(Hash, u64), Error> {
    let failed = |source| Error::Read { file: path.to_owned(), source };
    let mut hasher = blake3::Hasher::new();
    let mut file = File::open(path).map_err(failed)?;
    hasher.update_reader(&mut file).map_err(failed)?;
    Ok((hasher.finalize(), hasher.count()))
}

/// Makes a directory and those above it.
pub(super) fn create_directory(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|source| Error::Write { file: path.to_owned(), source })
}

/// Marks a file as used. If that is not possible, the file counts as older than it is.
fn touch(path: &Path) {
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // Nothing in these types can fail: no maps, no floats.
    serde_json::to_vec(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(cache: &Cache, directory: &Path, content: &[u8]) -> StoredFile {
        let path = directory.join("new");
        let _ = fs::remove_file(&path);
        fs::write(&path, content).unwrap();
        cache.store_file(&path, "0".to_owned()).unwrap()
    }

    #[test]
    fn what_is_stored_comes_back() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1 << 20).unwrap();
        let file = stored(&cache, directory.path(), b"content");
        assert_eq!(file, stored(&cache, directory.path(), b"content"), "stored once, found twice");
        let key = blake3::hash(b"key");
        assert_eq!(cache.lookup(&key), None);
        let message = Message { title: String::new(), text: "warning\n".to_owned() };
        let result = Stored { files: vec![file.clone()], messages: vec![message], note: String::new() };
        cache.store(&key, &result).unwrap();
        assert_eq!(cache.lookup(&key), Some(result));
        let copy = directory.path().join("copy");
        assert!(cache.fetch(&file, &copy).unwrap());
        assert_eq!(fs::read(&copy).unwrap(), b"content");
        assert_eq!(cache.content(&file).unwrap(), b"content");
    }

    #[test]
    fn a_damaged_object_counts_as_absent_and_is_stored_again() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1 << 20).unwrap();
        let file = stored(&cache, directory.path(), b"content");
        let object = cache.object_path(&file.hash).unwrap();
        fs::remove_file(&object).unwrap();
        fs::write(&object, b"cont").unwrap();
        assert!(!cache.fetch(&file, &directory.path().join("copy")).unwrap());
        stored(&cache, directory.path(), b"content");
        assert_eq!(fs::read(&object).unwrap(), b"content");
        fs::remove_file(&object).unwrap();
        fs::write(&object, b"CONTENT").unwrap();
        assert_eq!(cache.content(&file), None);
        assert!(!object.exists(), "of the same size, but found to be damaged");
        let key = blake3::hash(b"key");
        cache.store(&key, &Stored::default()).unwrap();
        fs::write(cache.result_path(&key), b"{\"files\": [").unwrap();
        assert_eq!(cache.lookup(&key), None);
    }

    #[test]
    fn the_oldest_files_go_first_when_the_limit_is_reached() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let files: Vec<StoredFile> = (0..4_u8).map(|n| stored(&cache, directory.path(), &[n; 300])).collect();
        for (age, file) in files.iter().enumerate() {
            let path = cache.object_path(&file.hash).unwrap();
            let used = SystemTime::now() - Duration::from_secs(1000 - age as u64);
            File::open(path).unwrap().set_modified(used).unwrap();
        }
        // The first is used, which makes it the newest.
        assert!(cache.content(&files[0]).is_some());
        assert!(cache.fetch(&files[0], &directory.path().join("used")).unwrap());
        cache.trim(900).unwrap();
        assert!(files.iter().all(|file| cache.content(file).is_some()), "below the limit nothing is removed");
        cache.trim(300).unwrap();
        let left: Vec<bool> = files.iter().map(|file| cache.content(file).is_some()).collect();
        assert_eq!(left, [true, false, true, true]);
        assert_eq!(fs::read_to_string(cache.root.join("usage")).unwrap(), "900");
    }

    #[test]
    fn what_another_process_writes_stays() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 10).unwrap();
        stored(&cache, directory.path(), &[1; 300]);
        let results = cache.root.join("results/ab");
        fs::create_dir_all(&results).unwrap();
        let (new, old) = (results.join(".sycl-packager-new"), results.join(".sycl-packager-old"));
        for path in [&new, &old] {
            fs::write(path, "{").unwrap();
        }
        let past = SystemTime::now() - Duration::from_secs(7200);
        File::options().append(true).open(&old).unwrap().set_modified(past).unwrap();
        cache.trim(300).unwrap();
        assert!(new.exists() && !old.exists());
    }

    #[test]
    fn work_of_killed_processes_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let abandoned = cache.root.join("work").join("abc");
        fs::create_dir_all(&abandoned).unwrap();
        fs::write(abandoned.with_extension(LOCK), "").unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let other = cache.work_directory().unwrap();
        fs::create_dir(other.path().join("kept")).unwrap();
        assert!(!abandoned.exists() && !abandoned.with_extension(LOCK).exists());
        let _ = Cache::open(directory.path(), 1000).unwrap();
        let mine = cache.work_directory().unwrap();
        assert!(mine.path() != other.path() && other.path().join("kept").exists());
        let path = mine.path().to_owned();
        drop(mine);
        assert!(!path.exists());
        drop(other);
        assert_eq!(fs::read_dir(cache.root.join("work")).unwrap().count(), 0);
    }

    #[test]
    fn a_program_is_looked_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let tool = directory.path().join("tool");
        fs::write(&tool, "1").unwrap();
        let program = |version: &str| Program { hash: String::new(), version: version.to_owned() };
        assert_eq!(cache.program(&tool, || Ok(program("1"))).unwrap(), program("1"));
        assert_eq!(cache.program(&tool, || unreachable!()).unwrap(), program("1"));
        fs::write(&tool, "22").unwrap();
        assert_eq!(cache.program(&tool, || Ok(program("2"))).unwrap(), program("2"));
    }
}
