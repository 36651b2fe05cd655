//! Files of the cache by their content.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::entry::{discard, open_plain};
use super::{BLOCK, Cache, FileName, StoredFile, hash_file, touch};
use crate::Hash;
use crate::error::StoreError;

impl Cache {
    pub(super) fn object_path(&self, hash: &Hash) -> PathBuf {
        let name = hash.to_hex();
        self.root.join("objects").join(&name[..2]).join(&name[2..])
    }

    /// Copies a stored file to where it is to be; `false`, and nothing is there, if the cache no longer has it as it
    /// was. A damaged one is removed, so that it is made again.
    ///
    /// # Errors
    /// [`StoreError::Write`] about the copy.
    pub fn fetch(&self, file: &StoredFile, to: &Path) -> Result<bool, StoreError> {
        let Some(object) = self.open_object(file) else { return Ok(false) };
        let failed = |cause| StoreError::Write { file: to.to_owned(), cause };
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
        mut take: impl FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
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
    /// [`StoreError::Read`].
    pub fn store_file(&self, path: &Path, name: FileName) -> Result<StoredFile, StoreError> {
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
}
