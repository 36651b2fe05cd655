//! Questions of users about a cache: how large it is, whether it is whole, to be smaller or empty.
//!
//! Only files with the names that caches give are touched, so whatever else is in the directory stays. All of this may
//! be done while builds run: what they miss then, they make.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sycl_output::temporary;

use crate::Hash;
use crate::error::StoreError;
use crate::usage::{Limited as _, PATIENCE};

use super::entry::is_intact;
use super::place::is_directory;
use super::{Cache, hash_file};

/// The directories of files under a hash that is divided after two digits, and of those under a whole one.
pub(super) const DIVIDED: [&str; 2] = ["objects", "results"];
const WHOLE: [&str; 3] = ["files", "programs", "notes"];

/// Digits of a hash.
const DIGITS: usize = 64;

/// Size of a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Files that steps and builds made.
    pub objects: u64,
    /// Their bytes.
    pub object_bytes: u64,
    /// Entries of steps and builds.
    pub results: u64,
    /// Bytes of everything, notes and what is remembered of large files included.
    pub bytes: u64,
    /// Time of the last use of anything.
    pub last_used: Option<SystemTime>,
    /// Time of the last use of what was not used for longest.
    pub oldest_use: Option<SystemTime>,
}

/// Result of [`Cache::verify`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verified {
    /// Files and entries that were read.
    pub checked: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Damaged files, which are removed now.
    pub damaged: Vec<PathBuf>,
}

/// Files that were removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Emptied {
    /// Files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// A file with a name that a cache gives.
pub(super) struct Entry {
    pub(super) path: PathBuf,
    /// Its name below the directory of the layout, by which entries are sealed.
    name: String,
    pub(super) kind: &'static str,
    /// The digits of its hash; `None` while it is written under a temporary name, or if its process was killed.
    hash: Option<String>,
    pub(super) size: u64,
    pub(super) used: Option<SystemTime>,
}

impl Entry {
    /// Whether another process may be writing the file.
    pub(super) fn is_being_written(&self) -> bool {
        let is_new = |used: SystemTime| used.elapsed().map_or(true, |age| age < PATIENCE);
        self.hash.is_none() && self.used.is_none_or(is_new)
    }
}

impl Cache {
    /// Its size.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        for entry in entries(self.root()) {
            usage.bytes += entry.size;
            match entry.kind {
                "objects" => {
                    usage.objects += 1;
                    usage.object_bytes += entry.size;
                }
                "results" => usage.results += 1,
                _ => continue,
            }
            usage.last_used = usage.last_used.max(entry.used);
            usage.oldest_use = match (usage.oldest_use, entry.used) {
                (Some(oldest), Some(used)) => Some(oldest.min(used)),
                (oldest, used) => oldest.or(used),
            };
        }
        usage
    }

    /// Reads everything, and removes what is not as it was stored.
    #[must_use]
    pub fn verify(&self) -> Verified {
        let mut verified = Verified::default();
        for entry in entries(self.root()) {
            let is_hash = |hash: Hash| entry.hash.as_deref() == Some(hash.to_hex().as_str());
            let is_whole = match entry.kind {
                _ if self.place.metadata(&entry.path).is_none() => false,
                "objects" => hash_file(&entry.path).is_ok_and(|(hash, _)| is_hash(hash)),
                _ => is_intact(&self.place, &entry.name),
            };
            // Another process may have removed it.
            if !is_whole && entry.path.symlink_metadata().is_err() {
                continue;
            }
            verified.checked += 1;
            verified.bytes += entry.size;
            if !is_whole {
                self.place.discard(&entry.path);
                verified.damaged.push(entry.path);
            }
        }
        verified
    }

    /// Removes what was not used for longest until at most `keep` bytes are left.
    ///
    /// # Errors
    /// [`StoreError::Write`] if it cannot be noted what is left.
    pub fn prune(&self, keep: u64) -> Result<Emptied, StoreError> {
        let before = self.usage();
        let left = self.remove_oldest(keep, keep);
        self.set_usage(left)?;
        let after = self.usage();
        let files = |usage: &Usage| usage.objects + usage.results;
        Ok(Emptied {
            files: files(&before).saturating_sub(files(&after)),
            bytes: before.bytes.saturating_sub(after.bytes),
        })
    }

    /// Removes everything that is stored, but not the work of builds that run.
    ///
    /// # Errors
    /// [`StoreError::Write`] about the first file that cannot be removed.
    pub fn clean(&self) -> Result<Emptied, StoreError> {
        let mut emptied = Emptied::default();
        self.remove_abandoned();
        for entry in files(self.root()).into_iter().filter(|entry| !entry.is_being_written()) {
            match fs::remove_file(&entry.path) {
                Ok(()) if entry.hash.is_none() => emptied.bytes += entry.size,
                Ok(()) => {
                    emptied.files += 1;
                    emptied.bytes += entry.size;
                }
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                Err(cause) => return Err(StoreError::Write { file: entry.path, cause }),
            }
        }
        self.set_usage(0)?;
        Ok(emptied)
    }

    fn set_usage(&self, bytes: u64) -> Result<(), StoreError> {
        self.write_usage(bytes).map_err(|cause| StoreError::Write { file: self.root().join("usage"), cause })
    }
}

/// The entries of a cache, in the order of their names.
fn entries(root: &Path) -> Vec<Entry> {
    let mut entries = files(root);
    entries.retain(|entry| entry.hash.is_some());
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries
}

/// The files with names that a cache gives, in its own directories, those that are not complete included.
pub(super) fn files(root: &Path) -> Vec<Entry> {
    let mut found = Vec::new();
    for kind in DIVIDED {
        for start in names(&root.join(kind)).filter(|start| is_hash(start, 2)) {
            let directory = format!("{kind}/{start}");
            for rest in names(&root.join(&directory)) {
                let hash = is_hash(&rest, DIGITS - 2).then(|| format!("{start}{rest}"));
                found.extend(entry(root, &directory, &rest, kind, hash));
            }
        }
    }
    for kind in WHOLE {
        for name in names(&root.join(kind)) {
            let hash = is_hash(&name, DIGITS).then(|| name.clone());
            found.extend(entry(root, kind, &name, kind, hash));
        }
    }
    found
}

fn entry(root: &Path, directory: &str, file: &str, kind: &'static str, hash: Option<String>) -> Option<Entry> {
    if hash.is_none() && !temporary::is_temporary(file.as_ref()) {
        return None;
    }
    let name = format!("{directory}/{file}");
    let path = root.join(&name);
    let metadata = path.symlink_metadata().ok().filter(fs::Metadata::is_file)?;
    Some(Entry { path, name, kind, hash, size: metadata.len(), used: metadata.modified().ok() })
}

/// The names in a directory; none in what is behind a link.
fn names(directory: &Path) -> impl Iterator<Item = String> {
    let entries = is_directory(directory).then(|| fs::read_dir(directory).ok()).flatten();
    entries.into_iter().flatten().flatten().filter_map(|entry| entry.file_name().into_string().ok())
}

fn is_hash(name: &str, digits: usize) -> bool {
    name.len() == digits && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{StoredStep, stored};
    use super::*;

    fn filled(directory: &Path) -> Cache {
        let cache = Cache::open(directory, 1 << 20).unwrap();
        let files = vec![stored(&cache, directory, &[1; 300]), stored(&cache, directory, &[2; 500])];
        cache.store(&blake3::hash(b"key"), &StoredStep { files, said: "said".to_owned() });
        cache.note("about", &StoredStep::default());
        cache
    }

    #[test]
    fn it_is_counted_and_verified() {
        let directory = tempfile::tempdir().unwrap();
        let cache = filled(directory.path());
        let usage = cache.usage();
        assert_eq!((usage.objects, usage.object_bytes, usage.results), (2, 800, 1));
        assert!(usage.bytes > 800 && usage.last_used >= usage.oldest_use && usage.oldest_use.is_some());
        let verified = cache.verify();
        assert_eq!((verified.checked, verified.damaged.len()), (4, 0));
        for name in ["objects", "results", "notes"] {
            let entry = entries(cache.root()).into_iter().find(|entry| entry.kind == name).unwrap();
            let mut bytes = fs::read(&entry.path).unwrap();
            bytes[20] ^= 1;
            fs::remove_file(&entry.path).unwrap();
            fs::write(&entry.path, bytes).unwrap();
            assert_eq!(cache.verify().damaged, std::slice::from_ref(&entry.path));
            assert!(!entry.path.exists() && cache.verify().damaged.is_empty());
        }
    }

    #[test]
    fn it_is_emptied_but_for_what_is_not_its_own() {
        let directory = tempfile::tempdir().unwrap();
        let cache = filled(directory.path());
        let own = cache.work_directory().unwrap();
        fs::write(cache.root().join("objects/thesis.tex"), "mine").unwrap();
        fs::create_dir(cache.root().join("objects/ab")).ok();
        fs::write(cache.root().join("objects/ab/notes.txt"), "mine").unwrap();
        let pruned = cache.prune(600).unwrap();
        assert!(pruned.files > 0 && cache.usage().bytes <= 600 + 1000, "notes are not counted");
        assert!(cache.usage().object_bytes <= 600);
        let emptied = cache.clean().unwrap();
        assert!(emptied.files > 0 && emptied.bytes > 0);
        assert_eq!(cache.usage(), Usage::default());
        assert!(cache.root().join("objects/thesis.tex").exists() && cache.root().join("objects/ab/notes.txt").exists());
        assert!(own.path().is_dir(), "a build that runs keeps its files");
        assert_eq!(fs::read_to_string(cache.root().join("usage")).unwrap(), "0\n");
        assert_eq!(cache.clean().unwrap(), Emptied::default());
    }

    #[test]
    fn it_is_marked_as_a_cache_below_the_users_directory() {
        let directory = tempfile::tempdir().unwrap();
        assert!(Cache::existing(directory.path()).unwrap().is_none());
        let cache = Cache::open(directory.path(), 1000).unwrap();
        let tag = fs::read_to_string(cache.root().join("CACHEDIR.TAG")).unwrap();
        assert!(tag.starts_with("Signature: 8a477f597d28d172789f06886806bc55\n"), "{tag}");
        assert!(!directory.path().join("CACHEDIR.TAG").exists());
        assert!(Cache::existing(directory.path()).unwrap().is_some());
    }

    #[test]
    fn a_second_cache_is_read_and_not_changed() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let filled = filled(second.path());
        let key = blake3::hash(b"key");
        let before: Vec<_> = entries(filled.root()).iter().map(|entry| (entry.name.clone(), entry.used)).collect();
        let mut cache = Cache::open(first.path(), 1000).unwrap();
        assert_eq!(cache.lookup::<StoredStep>(&key), None);
        assert!(!cache.reading(&first.path().join("none")).unwrap() && cache.reading(second.path()).unwrap());
        let step: StoredStep = cache.lookup(&key).unwrap();
        assert_eq!(cache.content(&step.files[0]).unwrap(), [1; 300]);
        assert!(cache.fetch(&step.files[1], &first.path().join("copy")).unwrap());
        let after: Vec<_> = entries(filled.root()).iter().map(|entry| (entry.name.clone(), entry.used)).collect();
        assert_eq!(before, after);
        // A damaged file there counts as absent, and stays.
        let object = filled.object_path(&step.files[0].hash);
        fs::remove_file(&object).unwrap();
        fs::write(&object, [3; 300]).unwrap();
        assert_eq!((cache.content(&step.files[0]), object.exists()), (None, true));
    }
}
