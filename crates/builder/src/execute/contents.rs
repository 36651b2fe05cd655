//! Hashes of the files of a build, and whether they still hold.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::super::action::{Action, File};
use super::super::cache::{Cache, FileState, Hash, Identity};
use super::super::tools::Tool;
use super::FILES_OF_A_THREAD;
use crate::jobs::{self, Limit};
use sycl_images::error::Error;

/// Files in the work directory, and the user's files that were hashed.
pub(super) struct Contents<'a> {
    cache: &'a Cache,
    work: &'a Path,
    known: RwLock<HashMap<File, Content>>,
}

/// Content of a file, and how a change of it is seen.
#[derive(Debug, Clone, Copy)]
enum Content {
    /// Only steps write to it, once; what it was like then.
    Work(Hash, FileState),
    /// It was in the work directory, as long as a step needed it.
    Removed(Hash),
    /// Others may change it.
    Outside(Identity),
}

impl Content {
    fn hash(self) -> Hash {
        match self {
            Self::Work(hash, _) | Self::Removed(hash) | Self::Outside(Identity { hash, .. }) => hash,
        }
    }
}

impl<'a> Contents<'a> {
    pub(super) fn new(cache: &'a Cache, work: &'a Path) -> Self {
        Self { cache, work, known: RwLock::default() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.join(name)
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<File, Content>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<File, Content>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, file: &File) -> Option<Content> {
        self.read().get(file).copied()
    }

    fn learn(&self, file: File, content: Content) {
        self.write().insert(file, content);
    }

    /// Says what a file in the work directory contains.
    pub(super) fn made(&self, name: String, hash: Hash) -> Result<(), Error> {
        let state = FileState::read(&self.path(&name))?;
        self.made_as(name, hash, state);
        Ok(())
    }

    /// The same of a file of which is known what it was like.
    pub(super) fn made_as(&self, name: String, hash: Hash, state: FileState) {
        self.learn(File::Work(name), Content::Work(hash, state));
    }

    pub(super) fn forget(&self, name: &str) {
        self.write().remove(&File::Work(name.to_owned()));
    }

    pub(super) fn forget_directory(&self, path: &str) {
        self.write().retain(|file, _| !matches!(file, File::Work(name) if Path::new(name).starts_with(path)));
    }

    /// Whether a file of the work directory was made by a step.
    pub(super) fn has(&self, name: &str) -> bool {
        self.read().contains_key(&File::Work(name.to_owned()))
    }

    /// Whether what steps made was removed from outside.
    pub(super) fn are_gone(&self) -> bool {
        let is_gone = |file: &File, content: &Content| match (file, content) {
            (File::Work(name), Content::Work(..)) => !self.path(name).exists(),
            _ => false,
        };
        self.read().iter().any(|(file, content)| is_gone(file, content))
    }

    /// Forgets where what steps made so far is, unless it is still needed; gives the files of each directory.
    pub(super) fn give_up(&self, is_needed: impl Fn(&str) -> bool) -> Vec<Vec<PathBuf>> {
        let mut directories: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        for (file, content) in self.write().iter_mut() {
            if let (File::Work(name), Content::Work(hash, _)) = (file, *content)
                && !is_needed(name)
            {
                *content = Content::Removed(hash);
                let path = self.path(name);
                directories.entry(path.parent().unwrap_or(self.work).to_owned()).or_default().push(path);
            }
        }
        directories.into_values().collect()
    }

    /// The hash of a file's content, computed once.
    pub(super) fn hash(&self, file: &File) -> Result<Hash, Error> {
        if let Some(content) = self.known(file) {
            return Ok(content.hash());
        }
        let content = match file {
            File::Work(name) => {
                let path = self.path(name);
                Content::Work(Identity::read(&path)?.hash, FileState::read(&path)?)
            }
            File::Outside(path) => Content::Outside(self.cache.identity(path)?),
        };
        self.learn(file.clone(), content);
        Ok(content.hash())
    }

    /// Bytes of a file in the work directory.
    pub(super) fn size(&self, name: &str) -> Result<u64, Error> {
        match self.known(&File::Work(name.to_owned())) {
            Some(Content::Work(_, state)) => Ok(state.size()),
            _ => Ok(FileState::read(&self.path(name))?.size()),
        }
    }

    /// A file that a step read, or its program, that changed since it was hashed.
    /// `running` is how many steps run.
    pub(super) fn changed<'b>(
        &self,
        action: &'b Action,
        tool: &'b Tool,
        limit: &Limit,
        running: usize,
    ) -> Option<&'b Path> {
        let is_other = |path: &Path, before: &Identity| -> bool {
            match before.again(path) {
                // It may vouch for itself from now on.
                Ok(now) if now.hash == before.hash => {
                    self.learn(File::Outside(path.to_owned()), Content::Outside(now));
                    false
                }
                _ => true,
            }
        };
        let has_changed = |file: &File| match (self.known(file), file) {
            (Some(Content::Outside(before)), File::Outside(path)) => is_other(path, &before),
            (Some(Content::Work(_, before)), File::Work(name)) => {
                FileState::read(&self.path(name)).ok() != Some(before)
            }
            _ => false,
        };
        let before = match self.known(&File::Outside(tool.path.clone())) {
            Some(Content::Outside(known)) => known,
            _ => tool.identity,
        };
        let inputs = &action.inputs;
        let changed = jobs::map(limit, running, inputs.len(), FILES_OF_A_THREAD, |number| has_changed(&inputs[number]));
        let input = changed.iter().position(|changed| *changed).map(|number| inputs[number].path());
        input.or_else(|| is_other(&tool.path, &before).then_some(&*tool.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_is_neither_gone_nor_what_comes_later() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::open(&directory.path().join("cache"), 1 << 20).unwrap();
        let contents = Contents::new(&cache, directory.path());
        let make = |name: &str| {
            std::fs::write(directory.path().join(name), name).unwrap();
            contents.made(name.to_owned(), blake3::hash(name.as_bytes())).unwrap();
        };
        std::fs::create_dir(directory.path().join("d")).unwrap();
        ["d/one", "needed", "two", "d/three"].into_iter().for_each(make);
        let given_up = contents.give_up(|name| name == "needed");
        make("later");
        let mut names: Vec<Vec<PathBuf>> = given_up;
        names.iter_mut().for_each(|names| names.sort());
        let path = |name: &str| directory.path().join(name);
        assert_eq!(names, [vec![path("two")], vec![path("d/one"), path("d/three")]]);
        names.iter().flatten().for_each(|path| std::fs::remove_file(path).unwrap());
        assert!(!contents.are_gone());
        // Records of the build have its content.
        assert_eq!(contents.hash(&File::Work("two".to_owned())).unwrap(), blake3::hash(b"two"));
        std::fs::remove_file(path("later")).unwrap();
        assert!(contents.are_gone());
    }
}
