//! Files that a compilation read below the directories of its request, or a header that is kept.

use std::{collections::BTreeMap, fs, io::ErrorKind, path::Path};

use serde::{Deserialize, Serialize};
use sycl_store::cache::Identity;

use crate::compiler_library::interface::Found;

/// File that the front end found on disk under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiskFile {
    /// A file with this content, by its BLAKE3 hash.
    Read([u8; 32]),
    /// A file whose content did not matter.
    Present,
    /// Nothing.
    Absent,
    /// Something that cannot be checked again.
    Other,
}

impl DiskFile {
    /// A report of a compiler library: the number of a [`Found`], and 32 bytes or none.
    #[must_use]
    pub fn of(found: u32, hash: &[u8]) -> Self {
        match (Found::of(found), <[u8; 32]>::try_from(hash)) {
            (Some(Found::Read), Ok(hash)) => Self::Read(hash),
            (Some(Found::Present), _) => Self::Present,
            (Some(Found::Absent), _) => Self::Absent,
            (Some(Found::Read | Found::Other) | None, _) => Self::Other,
        }
    }

    /// Report of a compiler library on it.
    #[must_use]
    pub fn report(&self) -> (u32, &[u8]) {
        match self {
            Self::Read(hash) => (Found::Read as u32, hash),
            Self::Present => (Found::Present as u32, &[]),
            Self::Absent => (Found::Absent as u32, &[]),
            Self::Other => (Found::Other as u32, &[]),
        }
    }
}

/// Files that were found on disk, by name.
pub type DiskFiles = BTreeMap<Vec<u8>, DiskFile>;

/// Adds what was found under a name.
pub fn add(files: &mut DiskFiles, name: Vec<u8>, file: DiskFile) {
    let merged = match (files.get(&name).copied().unwrap_or(file), file) {
        (before, file) if before == file => file,
        (DiskFile::Read(hash), DiskFile::Present) | (DiskFile::Present, DiskFile::Read(hash)) => DiskFile::Read(hash),
        // It changed meanwhile.
        _ => DiskFile::Other,
    };
    files.insert(name, merged);
}

/// Files that have to be as they were, so that a compilation would read the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    read: Vec<(String, Identity)>,
    present: Vec<String>,
    /// Names under which a file would come before one that was read.
    absent: Vec<String>,
}

impl Manifest {
    /// The manifest of a compilation, if the disk still is as it was then.
    #[must_use]
    pub fn of(files: &DiskFiles) -> Option<Self> {
        let mut manifest = Self::default();
        for (name, file) in files {
            let name = std::str::from_utf8(name).ok()?.to_owned();
            match file {
                DiskFile::Read(hash) => {
                    let identity = Identity::read(Path::new(&name)).ok()?;
                    if identity.hash != *hash {
                        return None;
                    }
                    manifest.read.push((name, identity));
                }
                DiskFile::Present => manifest.present.push(name),
                DiskFile::Absent => manifest.absent.push(name),
                DiskFile::Other => return None,
            }
        }
        Some(manifest)
    }

    /// Files that were found.
    #[must_use]
    pub fn files(&self) -> DiskFiles {
        let read = self.read.iter().map(|(name, identity)| (name, DiskFile::Read(*identity.hash.as_bytes())));
        let present = self.present.iter().map(|name| (name, DiskFile::Present));
        let absent = self.absent.iter().map(|name| (name, DiskFile::Absent));
        read.chain(present).chain(absent).map(|(name, file)| (name.clone().into_bytes(), file)).collect()
    }

    /// Whether everything is as it was.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.read.iter().all(|(name, identity)| is_same(Path::new(name), identity))
            && self.present.iter().all(|name| Path::new(name).is_file())
            && self.absent.iter().all(|name| is_absent(Path::new(name)))
    }
}

fn is_same(path: &Path, identity: &Identity) -> bool {
    // A pipe that came into its place would block its reader.
    path.is_file() && identity.again(path).is_ok_and(|now| now.hash == identity.hash)
}

fn is_absent(path: &Path) -> bool {
    fs::metadata(path).is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_holds_as_long_as_the_disk_stays() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let name = |name: &str| path(name).display().to_string().into_bytes();
        let write = || {
            let _ = fs::remove_dir_all(path("read"));
            fs::write(path("read"), "content").unwrap();
            fs::write(path("present"), "").unwrap();
            let _ = fs::remove_file(path("absent"));
        };
        write();
        let mut files = DiskFiles::new();
        add(&mut files, name("read"), DiskFile::Present);
        add(&mut files, name("read"), DiskFile::Read(*blake3::hash(b"content").as_bytes()));
        add(&mut files, name("read"), DiskFile::Present);
        add(&mut files, name("present"), DiskFile::Present);
        add(&mut files, name("absent"), DiskFile::Absent);
        add(&mut files, name("none/absent"), DiskFile::Absent);
        add(&mut files, name("read/absent"), DiskFile::Absent);
        let manifest = Manifest::of(&files).unwrap();
        assert!(manifest.holds());
        let text = serde_json::to_string(&manifest).unwrap();
        assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap(), manifest);
        assert_eq!(manifest.files(), files);
        for file in files.values().chain([&DiskFile::Other]) {
            let (found, hash) = file.report();
            assert_eq!(DiskFile::of(found, hash), *file);
        }
        assert_eq!(DiskFile::of(99, &[]), DiskFile::Other);
        let changes: [(&str, &dyn Fn()); 5] = [
            ("another content", &|| fs::write(path("read"), "CONTENT").unwrap()),
            ("removed", &|| fs::remove_file(path("read")).unwrap()),
            ("a directory", &|| {
                fs::remove_file(path("read")).unwrap();
                fs::create_dir(path("read")).unwrap();
            }),
            ("no longer there", &|| fs::remove_file(path("present")).unwrap()),
            ("shadowed", &|| fs::write(path("absent"), "").unwrap()),
        ];
        for (what, change) in changes {
            change();
            assert!(!manifest.holds(), "{what}");
            write();
            assert!(manifest.holds(), "after: {what}");
        }
        // A pipe is not waited for.
        fs::remove_file(path("read")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(path("read")).status().unwrap().success());
        assert!(!manifest.holds());
    }

    #[test]
    fn what_changes_meanwhile_or_cannot_be_checked_has_no_manifest() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "new").unwrap();
        let name = file.display().to_string().into_bytes();
        let read = |content: &[u8]| DiskFile::Read(*blake3::hash(content).as_bytes());
        let of = |found: &[DiskFile]| {
            let mut files = DiskFiles::new();
            found.iter().for_each(|found| add(&mut files, name.clone(), *found));
            Manifest::of(&files)
        };
        assert!(of(&[read(b"new"), read(b"new")]).is_some());
        assert_eq!(of(&[read(b"old")]), None, "it is another one by now");
        assert_eq!(of(&[read(b"old"), read(b"new")]), None);
        assert_eq!(of(&[DiskFile::Absent, read(b"new")]), None);
        assert_eq!(of(&[DiskFile::Other]), None);
        let odd = DiskFiles::from([(b"\xff".to_vec(), DiskFile::Absent)]);
        assert_eq!(Manifest::of(&odd), None, "names in a manifest are text");
    }
}
