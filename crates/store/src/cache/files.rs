//! Directories that are made, and files that are read and touched.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::SystemTime;

use sycl_output::temporary::create_directories;

use crate::error::StoreError;

/// Makes a directory and those above it.
///
/// # Errors
/// [`StoreError::Write`].
pub fn create_directory(path: &Path) -> Result<(), StoreError> {
    create_directories(path).map_err(|cause| StoreError::Write { file: path.to_owned(), cause })
}

/// Content of a file of a size up to so many bytes, in as few calls as it takes: most files are small.
pub(super) fn read_up_to(file: &mut File, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX - 1);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    // One more shows that this is all.
    let mut content = vec![0; size.min(limit) + 1];
    let mut length = 0;
    loop {
        match file.read(&mut content[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
        if length > limit {
            break;
        }
        if length == content.len() {
            content.resize(length.saturating_mul(2).min(limit + 1), 0);
        }
    }
    content.truncate(length.min(limit));
    Ok(content)
}

/// Marks a file as used. If that is not possible, the file counts as older than it is.
pub(super) fn touch(path: &Path) {
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
}
