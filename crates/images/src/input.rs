//! Files to read, by name. `-` is standard input.
//!
//! A pipe can be read once and not at any place, and what reads files looks at them more than once. So the first who
//! opens a pipe has it copied to a temporary file without a name, and all get that.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::output::STANDARD;

/// Bytes that a pipe may have.
const LARGEST: u64 = 1 << 32;
/// Bytes that a device may have: a terminal has few, and others never end.
const LARGEST_OF_DEVICE: u64 = 64 << 20;

/// Copies of pipes, by the names that they were opened with.
static COPIES: Mutex<BTreeMap<PathBuf, File>> = Mutex::new(BTreeMap::new());

/// Whether a name stands for standard input, a pipe or a device.
///
/// # Errors
/// It does not exist.
pub fn is_stream(path: &Path) -> io::Result<bool> {
    if path.as_os_str() == STANDARD {
        return Ok(true);
    }
    let kind = path.metadata()?.file_type();
    Ok(!kind.is_file() && !kind.is_dir())
}

/// Opens a file; a pipe can be opened any number of times.
///
/// # Errors
/// It cannot be opened or, for a pipe, not be copied; it is a directory.
pub fn open(path: &Path) -> io::Result<File> {
    open_sized(path).map(|open| open.file)
}

/// A file that is open.
#[derive(Debug)]
pub struct Open {
    /// The file.
    pub file: File,
    /// Its bytes.
    pub size: u64,
    /// Whether the name stands for standard input, a pipe or a device.
    pub is_stream: bool,
}

/// As [`open`], with what is known by that.
///
/// # Errors
/// As for [`open`].
pub fn open_sized(path: &Path) -> io::Result<Open> {
    let is_stream = is_stream(path)?;
    let file = if is_stream { copy_of_stream(path)? } else { File::open(path)? };
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Ok(Open { file, size: metadata.len(), is_stream })
    }
}

fn copy_of_stream(path: &Path) -> io::Result<File> {
    let mut copies = COPIES.lock().unwrap_or_else(PoisonError::into_inner);
    if !copies.contains_key(path) {
        let is_standard = path.as_os_str() == STANDARD;
        let is_device = is_device(if is_standard { Path::new("/dev/stdin") } else { path });
        let (what, largest) = if is_device { ("device", LARGEST_OF_DEVICE) } else { ("pipe", LARGEST) };
        let copy =
            if is_standard { copy(io::stdin().lock(), what, largest) } else { copy(File::open(path)?, what, largest) };
        copies.insert(path.to_owned(), copy?);
    }
    // All have one position, so they are to be read one after another.
    let mut copy = copies[path].try_clone()?;
    copy.rewind()?;
    Ok(copy)
}

/// Whether a name stands for a device.
#[cfg(unix)]
#[must_use]
pub fn is_device(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = path.metadata().map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device())
}

/// Whether a name stands for a device, which is not known here.
#[cfg(not(unix))]
#[must_use]
pub fn is_device(_: &Path) -> bool {
    false
}

fn copy(from: impl Read, what: &str, largest: u64) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    if io::copy(&mut from.take(largest + 1), &mut copy)? > largest {
        let message = format!("the {what} has more than {} MiB", largest >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    copy.flush()?;
    Ok(copy)
}

/// Reads a whole file.
///
/// # Errors
/// As for [`open`], and those of reading.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    open(path)?.read_to_end(&mut content)?;
    Ok(content)
}
