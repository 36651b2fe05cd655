//! One file: written whole or not at all.

use std::fs::{File, Metadata};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::target::STANDARD;
use crate::temporary::Temporary;
use crate::{Target, WriteError, parent, system};

/// A file that is being written. Dropped without [`OutputFile::finish`], it leaves what was there before.
#[derive(Debug)]
pub struct OutputFile {
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// A file that is open already, or cannot be replaced.
    Direct { file: File, is_standard_output: bool },
    /// A regular file.
    Replace { temporary: Temporary, target: PathBuf, old: Option<Box<Metadata>> },
}

impl OutputFile {
    /// Starts to write what `path` names.
    ///
    /// # Errors
    /// It is a directory, may not be written, or its directory is missing or closed to us.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::to(Target::find(path)?, None)
    }

    /// Starts to write; a file that does not exist gets mode and owner of one that did.
    pub(crate) fn to(target: Target, earlier: Option<&Metadata>) -> io::Result<Self> {
        let direct = |file, is_standard_output| Ok(Self { way: Way::Direct { file, is_standard_output } });
        match target {
            Target::Standard => direct(system::duplicate(1, Path::new(STANDARD))?, true),
            Target::Descriptor(number, path) => direct(system::duplicate(number, &path)?, false),
            Target::Stream(path) => direct(File::options().append(true).open(path)?, false),
            Target::File(target, old) => {
                let old = old.or_else(|| earlier.cloned()).map(Box::new);
                let temporary = Temporary::file(parent(&target), old.as_deref())?;
                Ok(Self { way: Way::Replace { temporary, target, old } })
            }
        }
    }

    /// Destination of the content, for callers that have a faster way to write than [`io::Write`].
    pub fn file(&mut self) -> &mut File {
        match &mut self.way {
            Way::Direct { file, .. } => file,
            Way::Replace { temporary, .. } => temporary.handle_mut(),
        }
    }

    /// Whether this is standard output, whose reader may leave early.
    #[must_use]
    pub fn is_standard_output(&self) -> bool {
        matches!(self.way, Way::Direct { is_standard_output: true, .. })
    }

    /// The content is complete. Gives the regular file that has it now, if it is one.
    ///
    /// # Errors
    /// The file cannot get its name.
    pub fn finish(self) -> io::Result<Option<PathBuf>> {
        let Way::Replace { mut temporary, target, old } = self.way else { return Ok(None) };
        let in_place = match &old {
            Some(old) => system::has_other_names(old) || !system::take_after(temporary.handle(), old)?,
            None => false,
        };
        if in_place {
            overwrite(&mut temporary, &target)?;
            return Ok(Some(target));
        }
        match temporary.rename(&target) {
            // A single file that is mounted, as containers do.
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => overwrite(&mut temporary, &target)?,
            renamed => renamed?,
        }
        Ok(Some(target))
    }
}

/// Copies a whole file over one that keeps its identity.
fn overwrite(temporary: &mut Temporary, target: &Path) -> io::Result<()> {
    let source = temporary.handle_mut();
    let size = source.seek(io::SeekFrom::End(0))?;
    source.rewind()?;
    let mut file = File::options().write(true).open(target)?;
    system::make_room(&file, size)?;
    io::copy(source, &mut file)?;
    file.set_len(size)
}

/// A reader of standard output that leaves early has had enough, which is not an error.
impl io::Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file().write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.is_standard_output() => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Writes a file: whole, or not at all.
///
/// # Errors
/// The directory is missing or closed to us, or the disk is full.
pub fn write(path: &Path, content: &[u8]) -> Result<(), WriteError> {
    let write = || {
        let mut output = OutputFile::create(path)?;
        output.write_all(content)?;
        output.finish().map(drop)
    };
    write().map_err(|source| WriteError::new(path, source))
}
