//! Hashes of files and programs, and whether they still hold.
//!
//! A file is known by its BLAKE3 hash. Large ones are not read each time: the hash is remembered with what the file
//! system says of the file, and holds as long as that stays the same. Size and time of modification alone would not do,
//! as `cp -p`, `tar` and `touch` set that time; the time of the last change of the inode is the kernel's own. Times of
//! file systems are coarse, so a file may change twice at the same time: one that changed a moment ago is read again.

use std::fs::{self, File};
use std::path::Path;
use std::sync::PoisonError;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::Cache;
use super::entry::{read_hash, seal, unseal, write_hash};
use crate::Hash;
use crate::error::StoreError;

/// Age from which on another change would have another time. FAT counts in steps of two seconds.
const SETTLED: Duration = Duration::from_secs(2);

/// Bytes from which the hash of a file is remembered. To read a smaller one takes no longer than to look it up.
const LARGE: u64 = 4 << 20;

/// Facts of the file system about a file; times in seconds and nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileState {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl FileState {
    #[cfg(unix)]
    pub(super) fn of_metadata(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of_metadata(metadata: &fs::Metadata) -> Self {
        let time = |time: std::io::Result<SystemTime>| {
            let since = time.ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok()).unwrap_or_default();
            (since.as_secs() as i64, i64::from(since.subsec_nanos()))
        };
        let modified = time(metadata.modified());
        // The other way round if the file is older than its copy.
        let changed = modified.max(time(metadata.created()));
        Self { device: 0, inode: 0, size: metadata.len(), modified, changed }
    }

    /// Bytes of the file.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// State of a file.
    ///
    /// # Errors
    /// [`StoreError::Read`].
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let metadata = path.metadata().map_err(|cause| StoreError::Read { file: path.to_owned(), cause })?;
        Ok(Self::of_metadata(&metadata))
    }

    /// Whether the last change is so long ago that the next one has another time; not if its time is in the future.
    fn is_settled(&self) -> bool {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (seconds, nanoseconds) = self.changed;
        let changed = Duration::new(u64::try_from(seconds).unwrap_or(0), u32::try_from(nanoseconds).unwrap_or(0));
        now.checked_sub(changed).is_some_and(|age| age >= SETTLED)
    }
}

/// The content of a file, and what the file was like when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// BLAKE3 of the content.
    #[serde(serialize_with = "write_hash", deserialize_with = "read_hash")]
    pub hash: Hash,
    /// By what a change is seen; `None` if the file changed too short a time before.
    state: Option<FileState>,
}

impl Identity {
    /// Reads a file.
    ///
    /// # Errors
    /// [`StoreError::Read`].
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let before = FileState::read(path)?;
        let was_settled = before.is_settled();
        let hash = hash_file(path)?.0;
        let vouches = was_settled && FileState::read(path)? == before;
        Ok(Self { hash, state: vouches.then_some(before) })
    }

    /// Present state of the file, read again only if that is needed.
    ///
    /// # Errors
    /// [`StoreError::Read`].
    pub fn again(&self, path: &Path) -> Result<Self, StoreError> {
        match self.state {
            Some(state) if FileState::read(path)? == state => Ok(*self),
            _ => Self::read(path),
        }
    }
}

/// Facts about a large file that are remembered.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Remembered {
    state: FileState,
    #[serde(serialize_with = "write_hash", deserialize_with = "read_hash")]
    hash: Hash,
}

/// Facts about a program that are known without running it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// BLAKE3 of the file.
    #[serde(serialize_with = "write_hash", deserialize_with = "read_hash")]
    pub hash: Hash,
    /// The first line with a number of what it says with `--version`; empty if it has no such option.
    pub version: String,
}

impl Cache {
    /// The content of a file; a large one is read only if it is another one than the last time.
    ///
    /// # Errors
    /// [`StoreError::Read`].
    pub fn identity(&self, path: &Path) -> Result<Identity, StoreError> {
        let state = FileState::read(path)?;
        if state.size < LARGE {
            return Identity::read(path);
        }
        let holds = |known: &Remembered| known.state == state && state.is_settled();
        let identities = || self.identities.lock().unwrap_or_else(PoisonError::into_inner);
        let of_process = identities().get(path).copied();
        if let Some(known) = of_process.filter(holds) {
            return Ok(Identity { hash: known.hash, state: Some(state) });
        }
        let purpose = format!("files/{}", blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex());
        if let Some(known) = unseal::<Remembered>(&self.place, &purpose).filter(holds) {
            identities().insert(path.to_owned(), known);
            return Ok(Identity { hash: known.hash, state: Some(state) });
        }
        let identity = Identity::read(path)?;
        if let Some(state) = identity.state {
            let known = Remembered { state, hash: identity.hash };
            identities().insert(path.to_owned(), known);
            self.remember(&purpose, seal(&known, &purpose));
        }
        Ok(identity)
    }

    /// Facts about a program. It is asked for its version only if its content is another one than the last time; `None`
    /// if it could not be asked.
    pub fn program(
        &self,
        path: &Path,
        ask: impl FnOnce() -> Option<String>,
    ) -> Result<(Program, Identity), StoreError> {
        let identity = self.identity(path)?;
        let purpose = format!("programs/{}", blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex());
        if let Some(known) = unseal::<Program>(&self.place, &purpose)
            && known.hash == identity.hash
        {
            return Ok((known, identity));
        }
        let answer = ask();
        let is_known = answer.is_some();
        let program = Program { hash: identity.hash, version: answer.unwrap_or_default() };
        if is_known {
            self.remember(&purpose, seal(&program, &purpose));
        }
        Ok((program, identity))
    }
}

/// The hash and the size of a file.
///
/// # Errors
/// [`StoreError::Read`].
pub fn hash_file(path: &Path) -> Result<(Hash, u64), StoreError> {
    let failed = |cause| StoreError::Read { file: path.to_owned(), cause };
    let mut hasher = blake3::Hasher::new();
    let mut file = File::open(path).map_err(failed)?;
    hasher.update_reader(&mut file).map_err(failed)?;
    Ok((hasher.finalize(), hasher.count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_program_is_asked_once_as_long_as_its_content_stays() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(&directory.path().join("cache"), 1000).unwrap();
        let tool = directory.path().join("tool");
        let version = |answer: Option<&str>| {
            let answer = answer.map(str::to_owned);
            cache.program(&tool, || Some(answer.expect("known by its content"))).unwrap().0.version
        };
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let write = |content: &str| {
            fs::write(&tool, content).unwrap();
            File::options().append(true).open(&tool).unwrap().set_modified(time).unwrap();
        };
        write("one");
        assert_eq!(version(Some("1")), "1");
        assert_eq!(version(None), "1");
        write("two");
        assert_eq!(version(Some("2")), "2", "of the same size and time");
        // One that could not be run is asked again.
        write("odd");
        assert_eq!(cache.program(&tool, || None).unwrap().0.version, "");
        assert_eq!(version(Some("3")), "3");
    }

    /// A file whose last change was before this process, so that it counts as settled.
    fn settled() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
    }

    #[test]
    fn only_a_settled_file_vouches_for_itself() {
        let directory = tempfile::tempdir().unwrap();
        let new = directory.path().join("new");
        fs::write(&new, "content").unwrap();
        assert_eq!(Identity::read(&new).unwrap().state, None);
        let future = SystemTime::now() + Duration::from_secs(3600);
        let state = FileState::read(&new).unwrap();
        let at = |time: SystemTime| {
            let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap();
            FileState { changed: (since.as_secs() as i64, i64::from(since.subsec_nanos())), ..state }
        };
        assert!(!at(future).is_settled() && !at(SystemTime::now()).is_settled());
        assert!(at(SystemTime::now() - Duration::from_secs(3)).is_settled());
        if let Ok(identity) = Identity::read(settled()) {
            assert_eq!(identity.again(settled()).unwrap(), identity);
        }
    }

    #[test]
    fn a_remembered_hash_is_used_for_the_same_state_only() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("cache");
        // Not written by this test, since what was written now is read in any case.
        let large = std::env::current_exe().unwrap();
        let real = hash_file(&large).unwrap().0;
        let state = FileState::read(&large).unwrap();
        if state.size < LARGE || !state.is_settled() {
            return;
        }
        let purpose = format!("files/{}", blake3::hash(large.as_os_str().as_encoded_bytes()).to_hex());
        let wrong = |state: FileState| Remembered { state, hash: blake3::hash(b"wrong") };
        let on_disk = |state: FileState| {
            let cache = Cache::open(&place, 1000).unwrap();
            cache.remember(&purpose, seal(&wrong(state), &purpose));
            cache.identity(&large).unwrap().hash
        };
        let in_process = |state: FileState| {
            let cache = Cache::open(&directory.path().join("empty"), 1000).unwrap();
            cache.identities.lock().unwrap().insert(large.clone(), wrong(state));
            cache.identity(&large).unwrap().hash
        };
        assert_eq!(on_disk(state), blake3::hash(b"wrong"), "it is not read");
        assert_eq!(in_process(state), blake3::hash(b"wrong"), "it is not read");
        let (seconds, nanoseconds) = state.changed;
        let others = [
            FileState { device: state.device + 1, ..state },
            FileState { inode: state.inode + 1, ..state },
            FileState { size: state.size + 1, ..state },
            FileState { modified: (state.modified.0 - 1, state.modified.1), ..state },
            FileState { changed: (seconds, nanoseconds + 1), ..state },
        ];
        for other in others {
            assert_eq!(on_disk(other), real, "{other:?}");
            assert_eq!(in_process(other), real, "{other:?}");
        }
    }
}
