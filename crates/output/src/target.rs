//! Meaning of the name of an output.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use crate::{WriteError, parent, system};

/// The name of standard output, and of standard input where a file is read.
pub const STANDARD: &str = "-";

/// Symbolic links that are followed before they count as a cycle, as many as Linux follows.
const MAX_LINKS: usize = 40;

/// Meaning of the name of an output.
#[derive(Debug)]
pub enum Target {
    /// Standard output: `-`, or a link to descriptor 1.
    Standard,
    /// An open descriptor of this process, by its number and a name under which it can be opened.
    Descriptor(u32, PathBuf),
    /// A pipe or a device, or what another process has open.
    Stream(PathBuf),
    /// A regular file behind all links, and what it is like if it exists.
    File(PathBuf, Option<Metadata>),
}

impl Target {
    /// Finds out what a name stands for.
    ///
    /// # Errors
    /// The name of a directory; links that form a cycle; a file that may not be written.
    pub fn find(path: &Path) -> io::Result<Self> {
        if path.as_os_str() == STANDARD {
            return Ok(Self::Standard);
        }
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(system::is_a_directory());
        }
        let (target, found) = match resolve(path)? {
            Resolved::Descriptor(1, _) => return Ok(Self::Standard),
            Resolved::Descriptor(number, path) => return Ok(Self::Descriptor(number, path)),
            Resolved::OfAnotherProcess(path) => return Ok(Self::Stream(path)),
            Resolved::Path(target, found) => (target, found),
        };
        match found {
            Ok(metadata) if metadata.is_dir() => Err(system::is_a_directory()),
            Ok(metadata) if metadata.is_file() => {
                // By the user's name: the kernel has a say in which links may be followed.
                system::check_writable(path)?;
                Ok(Self::File(target, Some(metadata)))
            }
            Ok(_) => Ok(Self::Stream(target)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if target != path {
                    system::check_writable(path)?;
                }
                Ok(Self::File(target, None))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether an output goes to standard output, so that nothing else may.
    #[must_use]
    pub fn is_standard_output(path: &Path) -> bool {
        matches!(Self::find(path), Ok(Self::Standard))
    }

    /// Whether other files can go beside an output: not beside `-` nor what is in a directory of the system, such as
    /// `/dev/stdout` and `/dev/null`.
    #[must_use]
    pub fn has_neighbours(path: &Path) -> bool {
        match Self::find(path) {
            Ok(Self::Standard | Self::Descriptor(..) | Self::Stream(_)) => {
                let directory = parent(path).canonicalize();
                path.as_os_str() != STANDARD
                    && directory.is_ok_and(|directory| !directory.starts_with("/dev") && !system::is_procfs(&directory))
            }
            Ok(Self::File(..)) | Err(_) => true,
        }
    }
}

pub(crate) enum Resolved {
    /// No link, and the system's answer about it.
    Path(PathBuf, io::Result<Metadata>),
    /// A link of procfs to a descriptor of this process. Where it leads is not a name: it may be gone, or a pipe.
    Descriptor(u32, PathBuf),
    /// Another link of procfs.
    OfAnotherProcess(PathBuf),
}

/// Follows the links of the last component; those before it are the system's business.
pub(crate) fn resolve(path: &Path) -> io::Result<Resolved> {
    let mut path = path.to_owned();
    for _ in 0..=MAX_LINKS {
        match std::fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {}
            found => return Ok(Resolved::Path(path, found)),
        }
        let directory = parent(&path);
        if system::is_procfs(directory) {
            return Ok(match system::own_descriptor(&path) {
                Some(number) => Resolved::Descriptor(number, path),
                None => Resolved::OfAnotherProcess(path),
            });
        }
        path = directory.join(std::fs::read_link(&path)?);
    }
    Err(system::too_many_links())
}

/// The files that a run reads, which it must not overwrite.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    files: Vec<(system::FileId, PathBuf)>,
}

impl Inputs {
    /// Inputs by name; what is not a regular file can be read and written at a time.
    #[must_use]
    pub fn from_paths<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut inputs = Self::default();
        for path in paths {
            inputs.add(path.as_ref());
        }
        inputs
    }

    /// Adds an input.
    pub fn add(&mut self, path: &Path) {
        let named = path.as_os_str() != STANDARD;
        if let Some(id) = std::fs::metadata(path).ok().filter(|found| named && found.is_file()) {
            self.files.extend(system::file_id(path, &id).map(|id| (id, path.to_owned())));
        }
    }

    /// Refuses an output that is one of the inputs, under whatever name.
    ///
    /// # Errors
    /// It is one.
    pub fn check(&self, output: &Path) -> Result<(), WriteError> {
        match Target::find(output) {
            Ok(target) => self.check_target(output, &target),
            // Said when it is written.
            Err(_) => Ok(()),
        }
    }

    /// Refuses to replace a directory that inputs are in.
    ///
    /// # Errors
    /// One is.
    pub fn check_directory(&self, output: &Path) -> Result<(), WriteError> {
        let Ok(directory) = output.canonicalize() else { return Ok(()) };
        let is_inside = |input: &Path| input.canonicalize().is_ok_and(|input| input.starts_with(&directory));
        let Some((_, input)) = self.files.iter().find(|(_, input)| is_inside(input)) else { return Ok(()) };
        let message = format!("the input `{}` is in this directory; expected another one", input.display());
        Err(WriteError::new(output, io::Error::new(io::ErrorKind::InvalidInput, message)))
    }

    pub(crate) fn check_target(&self, output: &Path, target: &Target) -> Result<(), WriteError> {
        let Target::File(target, Some(metadata)) = target else { return Ok(()) };
        let Some(id) = system::file_id(target, metadata) else { return Ok(()) };
        // What has replaced an input since may have left its identity to anybody's file.
        let is_still = |input: &Path| {
            std::fs::metadata(input).ok().and_then(|found| system::file_id(input, &found)).as_ref() == Some(&id)
        };
        let is_input =
            |(input, path): &&(_, PathBuf)| path == target || path == output || (*input == id && is_still(path));
        let found = self.files.iter().find(is_input);
        let Some((_, input)) = found else { return Ok(()) };
        let same = if input == output { String::new() } else { format!(" `{}`", input.display()) };
        let message = format!("this is also the input{same}; expected another file");
        Err(WriteError::new(output, io::Error::new(io::ErrorKind::InvalidInput, message)))
    }
}
