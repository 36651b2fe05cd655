//! The files of a run: if it fails, none of them is left.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use indexmap::IndexSet;

use crate::system::FileId;
use crate::{Inputs, OutputFile, Target, WriteError, parent, system, temporary};

/// Files written so far. Dropped without [`Files::keep`], it removes them.
#[derive(Debug, Default)]
pub struct Files {
    /// Regular files, behind all links, in the order of writing. Hashed, as paths are compared part by part.
    written: IndexSet<PathBuf>,
    /// The same by identity: a file can have several names. Once another process has replaced one, a file of anybody's
    /// may get its identity.
    identities: BTreeMap<FileId, PathBuf>,
    wrote_standard_output: bool,
    /// Files that were removed at the start, with what their successors take over.
    withdrawn: Vec<(PathBuf, Metadata)>,
    /// Files that the run reads.
    inputs: Inputs,
    kept: bool,
}

impl Files {
    /// None yet, of a run that reads these.
    #[must_use]
    pub fn new(inputs: Inputs) -> Self {
        let mut files = Self::default();
        files.inputs = inputs;
        files
    }

    /// Files that another process of this run has written.
    #[must_use]
    pub fn of_worker(written: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut files = Self::default();
        for path in written {
            files.note(path);
        }
        files
    }

    /// The regular files, behind all links, in the order of writing.
    pub fn written(&self) -> impl Iterator<Item = &Path> {
        self.written.iter().map(PathBuf::as_path)
    }

    /// Writes one file, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written, or the run has written it already under this or another name.
    pub fn write(&mut self, path: &Path, content: &[u8]) -> Result<(), WriteError> {
        let failed = |source| WriteError::new(path, source);
        let mut output = self.create(path)?;
        match output.write_all(content) {
            Ok(()) => self.finish(output).map_err(failed),
            Err(error) => Err(failed(error)),
        }
    }

    /// Writes one file through `fill`, as [`Files::write`].
    ///
    /// # Errors
    /// As there, and those of `fill`.
    pub fn write_with<E: From<WriteError>>(
        &mut self,
        path: &Path,
        fill: impl FnOnce(&mut OutputFile) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut output = self.create(path)?;
        fill(&mut output)?;
        Ok(self.finish(output).map_err(|source| WriteError::new(path, source))?)
    }

    fn create(&self, path: &Path) -> Result<OutputFile, WriteError> {
        let failed = |source| WriteError::new(path, source);
        let target = Target::find(path).map_err(failed)?;
        if self.has_target(&target) {
            let message = "this run has written this file already; expected another one for each output";
            return Err(failed(io::Error::new(io::ErrorKind::AlreadyExists, message)));
        }
        self.inputs.check_target(path, &target)?;
        let earlier = match &target {
            Target::File(file, None) => self.withdrawn.iter().find(|(withdrawn, _)| withdrawn == file),
            _ => None,
        };
        OutputFile::to(target, earlier.map(|(_, found)| found)).map_err(failed)
    }

    fn finish(&mut self, output: OutputFile) -> io::Result<()> {
        self.wrote_standard_output |= output.is_standard_output();
        if let Some(written) = output.finish()? {
            self.note(written);
        }
        Ok(())
    }

    fn note(&mut self, written: PathBuf) {
        self.identities.extend(system::current_id(&written).map(|id| (id, written.clone())));
        self.written.insert(written);
    }

    /// Whether this file was written, under whatever name.
    #[must_use]
    pub fn has(&self, path: &Path) -> bool {
        Target::find(path).is_ok_and(|target| self.has_target(&target))
    }

    fn has_target(&self, target: &Target) -> bool {
        match target {
            Target::Standard => self.wrote_standard_output,
            Target::File(path, Some(found)) => {
                self.written.contains(path) || system::file_id(path, found).is_some_and(|id| self.has_id(&id))
            }
            Target::File(_, None) | Target::Descriptor(..) | Target::Stream(_) => false,
        }
    }

    /// Whether a file that was written has this identity, and still has it.
    fn has_id(&self, id: &FileId) -> bool {
        self.identities.get(id).is_some_and(|written| system::current_id(written).as_ref() == Some(id))
    }

    /// Removes a file of an earlier run that starts with `mark`, since it describes what this run replaces. Mode and
    /// owner stay for its successor; one with other names is emptied, and gone if this run fails.
    ///
    /// # Errors
    /// It cannot be removed, so it could not be replaced either.
    pub fn withdraw(&mut self, path: &Path, mark: &[u8]) -> Result<(), WriteError> {
        let failed = |source| WriteError::new(path, source);
        self.inputs.check(path)?;
        let Ok(Target::File(target, Some(found))) = Target::find(path) else { return Ok(()) };
        let mut start = vec![0; mark.len()];
        let read = std::fs::File::open(&target).and_then(|mut file| file.read_exact(&mut start));
        if read.is_err() || start != mark {
            return Ok(());
        }
        if system::has_other_names(&found) {
            let file = std::fs::File::options().write(true).open(&target);
            file.and_then(|file| file.set_len(0)).map_err(failed)?;
        } else {
            std::fs::remove_file(&target).map_err(failed)?;
        }
        self.withdrawn.push((target, found));
        Ok(())
    }

    /// Takes over the files of another list.
    ///
    /// # Errors
    /// Both have written one file.
    pub fn absorb(&mut self, mut other: Files) -> Result<(), WriteError> {
        let is_twice = |(id, path): (&FileId, &PathBuf)| {
            self.written.contains(path) || (self.has_id(id) && system::current_id(path).as_ref() == Some(id))
        };
        let twice = other.identities.iter().any(is_twice);
        let first = other.written.first().cloned();
        // What is taken over is little beside what there is: `append` would build the whole map again.
        self.written.extend(std::mem::take(&mut other.written));
        self.identities.extend(std::mem::take(&mut other.identities));
        self.wrote_standard_output |= other.wrote_standard_output;
        self.withdrawn.append(&mut other.withdrawn);
        other.keep();
        match first.filter(|_| twice) {
            Some(path) => {
                let message = "this run has written this file twice; expected another one for each output";
                Err(WriteError::new(&path, io::Error::new(io::ErrorKind::AlreadyExists, message)))
            }
            None => Ok(()),
        }
    }

    /// The run succeeded.
    pub fn keep(mut self) {
        self.kept = true;
    }

    /// Removes what a process of this run that was killed may have written: files of these names, and what was on its
    /// way.
    pub fn remove_remains<P: AsRef<Path>>(names: impl IntoIterator<Item = P>) {
        let mut directories = BTreeSet::new();
        for name in names {
            if let Ok(Target::File(target, found)) = Target::find(name.as_ref()) {
                directories.insert(parent(&target).to_owned());
                if found.is_some() {
                    let _ = std::fs::remove_file(target);
                }
            }
        }
        directories.iter().for_each(|directory| temporary::sweep(directory));
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        let emptied = self
            .withdrawn
            .iter()
            .map(|(path, _)| path)
            .filter(|path| std::fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() == 0));
        for path in self.written.iter().chain(emptied) {
            // Nothing to be done about a file that is gone already.
            let _ = std::fs::remove_file(path);
        }
    }
}
