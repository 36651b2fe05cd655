//! Entries of a library that works in other people's processes: a directory that only its user may change.
//!
//! ```text
//! v1/<64 digits>   an entry by its key: magic, key, length, BLAKE3 of the content, content
//! v1/.new-...      one that is being written, where the file system has no unnamed files
//! v1/usage         bytes that were stored
//! v1/lock          held by the process that removes old entries
//! ```
//!
//! The directory is opened once, without following links, and used through its descriptor; one that another user owns,
//! or that others may write to, is refused. A file has no name until it is whole. What is read is checked first, and
//! what is not an entry of that key, or is a file that others own or may write to, counts as absent and is removed. No
//! process waits for another, unless it asks whose turn it is ([`Entries::turn`]), and where nothing can be stored,
//! nothing is ([`Entries::trouble`]).

mod claim;
mod limit;
mod shipped;
mod whole;

use std::{
    fs::{File, Metadata},
    io::{Read as _, Write as _},
    os::fd::{AsRawFd as _, BorrowedFd, OwnedFd},
    path::{Path, PathBuf},
};

use blake3::Hash;
use rustix::{
    fs::{Mode, OFlags},
    io::Errno,
};

pub use claim::{Claim, Turn};
pub use limit::Usage;
pub use shipped::Shipped;

pub use crate::directory::Refused;
use crate::{directory, storing::Storing, usage::Limited as _};

/// The directory of this layout.
const LAYOUT: &str = "v1";

/// First bytes of an entry.
const MAGIC: [u8; 8] = *b"SYCLSTO1";

/// Bytes before the content: magic, key, length, hash.
const HEADER: usize = 8 + 32 + 8 + 32;

/// No content is larger; a hostile file cannot fill the memory.
const MAX_CONTENT: u64 = 256 << 20;

/// Prefix of names of unfinished files.
const UNFINISHED: &str = ".new-";

/// A directory of entries.
#[derive(Debug)]
pub struct Entries {
    directory: OwnedFd,
    /// Bytes on disk that are left when old entries are removed.
    limit: u64,
    storing: Storing,
}

impl Entries {
    /// Opens a directory, which is made if it is missing, with those above it.
    ///
    /// # Errors
    /// [`Refused`] says why it is not used.
    pub fn open(path: &Path, limit: u64) -> Result<Self, Refused> {
        Self::inside(path, &directory::open(path)?, limit)
    }

    /// Opens the directory of a descriptor.
    ///
    /// # Errors
    /// [`Refused`] says why it is not used.
    pub fn at(descriptor: BorrowedFd<'_>, limit: u64) -> Result<Self, Refused> {
        let name = PathBuf::from(format!("descriptor {}", descriptor.as_raw_fd()));
        directory::check(&name, descriptor)?;
        Self::inside(&name, descriptor, limit)
    }

    fn inside(path: &Path, outer: impl std::os::fd::AsFd, limit: u64) -> Result<Self, Refused> {
        let directory = directory::open_inside(&path.join(LAYOUT), outer.as_fd(), LAYOUT)?;
        Ok(Self { directory, limit, storing: Storing::default() })
    }

    /// Value that was stored under a key.
    #[must_use]
    pub fn get(&self, key: &Hash) -> Option<Vec<u8>> {
        let name = key.to_hex();
        match self.read(&name, key) {
            Ok(Some(content)) => Some(content),
            Ok(None) => {
                self.discard(&name);
                None
            }
            // Not there, or not readable: storing says why.
            Err(Errno::LOOP | Errno::NXIO | Errno::ACCESS) => {
                self.discard(&name);
                None
            }
            Err(_) => None,
        }
    }

    fn read(&self, name: &str, key: &Hash) -> Result<Option<Vec<u8>>, Errno> {
        let found = read(&self.directory, name, key, directory::is_of_user)?;
        Ok(found.map(|(content, file)| {
            // Where the time cannot be set, the entry counts as older than it is.
            let _ = file.set_modified(std::time::SystemTime::now());
            content
        }))
    }

    /// Stores a content under a key, in the place of what is there.
    pub fn put(&self, key: &Hash, content: &[u8]) {
        if content.len() as u64 > MAX_CONTENT || !self.storing.works() {
            return;
        }
        let header = header(key, content);
        let fill = |file: &mut File| file.write_all(&header).and_then(|()| file.write_all(content));
        let written = match whole::write(&self.directory, &key.to_hex(), &fill) {
            Ok(()) => self.count((HEADER + content.len()) as u64),
            // Another process has been faster, or a directory with something in it is there.
            Err(Errno::EXIST | Errno::ISDIR | Errno::NOTEMPTY) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = written {
            self.storing.give_up(&error);
        }
    }

    /// Removes what has a name, if it is not a directory with something in it.
    fn discard(&self, name: &str) -> bool {
        whole::discard(&self.directory, name)
    }

    /// Reason why nothing more is stored, once, if there is one.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.storing.trouble()
    }
}

/// Reads an entry, with its file; `None` if there is something else, or a file of a user who is not trusted.
fn read(
    directory: &OwnedFd,
    name: &str,
    key: &Hash,
    is_trusted: impl Fn(&Metadata) -> bool,
) -> Result<Option<(Vec<u8>, File)>, Errno> {
    // To open a pipe could take for ever.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::openat(directory, name, flags, Mode::empty())?);
    let Ok(metadata) = file.metadata() else { return Ok(None) };
    let Some(length) = metadata.len().checked_sub(HEADER as u64).filter(|length| *length <= MAX_CONTENT) else {
        return Ok(None);
    };
    if !metadata.is_file() || !is_trusted(&metadata) {
        return Ok(None);
    }
    let mut start = [0; HEADER];
    let mut content = Vec::with_capacity(length as usize);
    let read = file.read_exact(&mut start).and_then(|()| (&mut file).take(length).read_to_end(&mut content));
    let is_whole = read.is_ok() && start == header(key, &content);
    Ok(is_whole.then_some((content, file)))
}

/// First bytes of an entry.
fn header(key: &Hash, content: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let hash = blake3::hash(content);
    let parts: [&[u8]; 4] = [&MAGIC, key.as_bytes(), &(content.len() as u64).to_le_bytes(), hash.as_bytes()];
    let mut rest = &mut header[..];
    for part in parts {
        let (place, behind) = rest.split_at_mut(part.len());
        place.copy_from_slice(part);
        rest = behind;
    }
    header
}

#[cfg(test)]
mod tests;
