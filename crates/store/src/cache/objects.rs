//! Files of the cache by their content.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::place::Place;
use super::{BLOCK, Cache, FileName, FileState, StoredFile, hash_file, read_up_to, touch};
use crate::Hash;
use crate::error::StoreError;

/// Path of an object in the directory of a cache.
fn object_in(root: &Path, hash: &Hash) -> PathBuf {
    let name = hash.to_hex();
    root.join("objects").join(&name[..2]).join(&name[2..])
}

impl Cache {
    pub(super) fn object_path(&self, hash: &Hash) -> PathBuf {
        object_in(self.root(), hash)
    }

    /// Copies a stored file to where it is to be; `false`, and nothing is there, if the cache no longer has it as it
    /// was. A damaged one is removed, so that it is made again.
    ///
    /// # Errors
    /// [`StoreError::Write`] about the copy.
    pub fn fetch(&self, file: &StoredFile, to: &Path) -> Result<bool, StoreError> {
        let failed = |cause| StoreError::Write { file: to.to_owned(), cause };
        for (object, path, own) in self.candidates(file) {
            let _ = fs::remove_file(to);
            let mut out = File::create_new(to).map_err(failed)?;
            if check(file, object, &path, own, |block| out.write_all(block).map_err(failed))? {
                return Ok(true);
            }
            fs::remove_file(to).map_err(failed)?;
        }
        Ok(false)
    }

    /// Gives a stored file a second name, for a reader that changes nothing: a link costs a twentieth of a copy.
    /// `false` if the cache no longer has it as it was, or the file system cannot; then there may be a copy to make.
    #[must_use]
    pub fn link(&self, file: &StoredFile, to: &Path) -> bool {
        self.candidates(file).filter(|(_, _, own)| own.is_some()).any(|(object, path, own)| {
            check(file, object, &path, own, |_| Ok(())).is_ok_and(|is_same| is_same) && fs::hard_link(&path, to).is_ok()
        })
    }

    /// The content of a stored file, if the cache has it as it was. A damaged one is removed, so that it is made again.
    #[must_use]
    pub fn content(&self, file: &StoredFile) -> Option<Vec<u8>> {
        self.candidates(file).find_map(|(object, path, own)| {
            let mut content = Vec::new();
            let take = |block: &[u8]| {
                content.extend_from_slice(block);
                Ok(())
            };
            check(file, object, &path, own, take).ok()?.then_some(content)
        })
    }

    /// Objects that can be the one that is looked for, with the directory of this cache if they are in it, and not in
    /// the one that is only read.
    fn candidates(&self, file: &StoredFile) -> impl Iterator<Item = (File, PathBuf, Option<&Place>)> {
        let places = [Some((&self.place, true)), self.second.as_ref().map(|second| (second, false))];
        let (hash, size) = (file.hash, file.size);
        places.into_iter().flatten().filter_map(move |(place, is_own)| {
            let path = object_in(place.root(), &hash);
            let object =
                place.open_file(&path).filter(|object| object.metadata().is_ok_and(|found| found.len() == size));
            if object.is_none() && is_own {
                place.discard(&path);
            }
            Some((object?, path, is_own.then_some(place)))
        })
    }

    /// Stores a file, unless that is of no use any more; says in any case what it is, and what it was like before it
    /// was read. `None` if there is none, or what is there is no regular file.
    ///
    /// # Errors
    /// [`StoreError::Read`].
    pub fn store_file(&self, path: &Path, name: FileName) -> Result<Option<(StoredFile, FileState)>, StoreError> {
        let failed = |cause| StoreError::Read { file: path.to_owned(), cause };
        let mut options = File::options();
        // To open a pipe would wait for a writer.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
        );
        let mut file = match options.read(true).open(path) {
            Err(_) if !path.is_file() => return Ok(None),
            opened => opened.map_err(failed)?,
        };
        let before = file.metadata().map_err(failed)?;
        if !before.is_file() {
            return Ok(None);
        }
        // Most files are small, and read once.
        let content = read_up_to(&mut file, before.len(), BLOCK as u64 + 1).map_err(failed)?;
        let is_small = content.len() <= BLOCK;
        let (hash, size) = if is_small { (blake3::hash(&content), content.len() as u64) } else { hash_file(path)? };
        let stored = StoredFile { name, hash, size };
        let object = self.object_path(&hash);
        let is_there = self.place.metadata(&object).is_some_and(|metadata| metadata.len() == size);
        if is_there {
            touch(&object);
        } else if self.storing.works() {
            let copied = self.put(&object, |out| {
                if is_small {
                    return out.write_all(&content);
                }
                io::copy(&mut File::open(path)?, out).map(drop)
            });
            copied.unwrap_or_else(|e| self.storing.give_up(&e));
        }
        Ok(Some((stored, FileState::of_metadata(&before))))
    }
}

/// Hands on the content of an object, and says whether it is what was stored. One of our own that is not is removed.
fn check(
    file: &StoredFile,
    mut object: File,
    path: &Path,
    own: Option<&Place>,
    mut take: impl FnMut(&[u8]) -> Result<(), StoreError>,
) -> Result<bool, StoreError> {
    let mut hasher = blake3::Hasher::new();
    let mut block = vec![0; BLOCK.min(usize::try_from(file.size).unwrap_or(BLOCK).max(1))];
    let mut is_readable = true;
    loop {
        let count = match object.read(&mut block) {
            Ok(0) => break,
            Ok(count) => count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => {
                is_readable = false;
                break;
            }
        };
        hasher.update(&block[..count]);
        if hasher.count() > file.size {
            break;
        }
        take(&block[..count])?;
    }
    let is_same = is_readable && hasher.finalize() == file.hash;
    match own {
        Some(_) if is_same => touch(path),
        Some(place) => place.discard(path),
        None => {}
    }
    Ok(is_same)
}
