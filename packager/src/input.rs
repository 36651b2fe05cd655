//! Files to read, by name. `-` is standard input.
//!
//! A pipe can be read once and not at any place, and what reads files looks at them more than once. So the first who opens
//! a pipe has it copied to a temporary file without a name, and all get that.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::output::STANDARD;

/// Bytes that a pipe may have.
const LARGEST: u64 = 1 << 32;

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
    if !is_stream(path)? {
        let file = File::open(path)?;
        return if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) };
    }
    let mut copies = COPIES.lock().unwrap_or_else(PoisonError::into_inner);
    if !copies.contains_key(path) {
        let copy = if path.as_os_str() == STANDARD { copy(io::stdin().lock()) } else { copy(File::open(path)?) };
        copies.insert(path.to_owned(), copy?);
    }
    // All have one position, so they are to be read one after another.
    let mut copy = copies[path].try_clone()?;
    copy.rewind()?;
    Ok(copy)
}

fn copy(from: impl Read) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    if io::copy(&mut from.take(LARGEST + 1), &mut copy)? > LARGEST {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("the pipe has more than {} GiB", LARGEST >> 30),
        ));
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
