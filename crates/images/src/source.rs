//! Sources that containers are read from: parts of a file or of memory, taken on demand.
//!
//! Readers never load a container whole. They ask for the header, the tables and the strings, each only after it was
//! checked against the size of the file, and hand out images as ranges. So memory follows the metadata, and no number
//! in a hostile file leads to an allocation that is larger than the file.

mod tables;
mod view;

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use crate::error::Error;
use crate::input::{self, Open};

pub(crate) use tables::Tables;
pub(crate) use view::{Budget, Fields, View, check_disjoint};

/// Bytes that can be read at any offset.
pub trait Source {
    /// Number of bytes.
    fn size(&self) -> u64;

    /// Fills `buffer` from `offset`.
    ///
    /// # Errors
    /// As the file's; [`io::ErrorKind::UnexpectedEof`] past the end.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// Bytes in memory.
#[derive(Debug, Clone, Copy)]
pub struct Memory<'a>(pub &'a [u8]);

impl Source for Memory<'_> {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let rest = self.0.get(start..).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(rest.get(..buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// An open file; its size is taken once.
///
/// Small reads are served from blocks that are read at once: headers, tables and names of a container lie together, and
/// readers go to and fro between them.
#[derive(Debug)]
pub struct FileSource {
    file: File,
    size: u64,
    /// Blocks by their number modulo how many are kept, each with its number.
    blocks: RefCell<[(u64, Vec<u8>); BLOCKS]>,
}

/// Bytes of a block: an object of one translation unit has a few.
const BLOCK: u64 = 1 << 15;
/// Blocks that are kept.
const BLOCKS: usize = 16;

impl FileSource {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// [`Error::Read`] if it cannot be opened, or is a directory.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let open = || {
            let mut file = input::open(path)?;
            let size = file.seek(SeekFrom::End(0))?;
            Ok(Self { file, size, blocks: RefCell::default() })
        };
        open().map_err(|source| Error::Read { file: path.to_owned(), source })
    }

    #[cfg(unix)]
    fn read_file(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(not(unix))]
    fn read_file(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))?;
        io::Read::read_exact(&mut file, buffer)
    }
}

impl Source for FileSource {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let size = buffer.len() as u64;
        if size >= BLOCK || offset.checked_add(size).is_none_or(|end| end > self.size) {
            return self.read_file(offset, buffer);
        }
        let mut blocks = self.blocks.borrow_mut();
        let mut done = 0;
        // Of a small read, there are two at most.
        while done < buffer.len() {
            let at = offset + done as u64;
            let number = at / BLOCK;
            let (known, block) = &mut blocks[(number % BLOCKS as u64) as usize];
            if *known != number || block.is_empty() {
                *known = number;
                block.resize(BLOCK.min(self.size - number * BLOCK) as usize, 0);
                if let Err(error) = self.read_file(number * BLOCK, block) {
                    block.clear();
                    return Err(error);
                }
            }
            let from = (at % BLOCK) as usize;
            let count = (buffer.len() - done).min(block.len() - from);
            buffer[done..done + count].copy_from_slice(&block[from..from + count]);
            done += count;
        }
        Ok(())
    }
}

/// A range of bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Range {
    /// Bytes from the start of the file.
    pub start: u64,
    /// Size in bytes.
    pub size: u64,
}

impl Range {
    /// End of the range. Ranges are checked when they are made, so this does not overflow.
    #[must_use]
    pub fn end(self) -> u64 {
        self.start.saturating_add(self.size)
    }

    /// Whether two ranges share a byte.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.size > 0 && other.size > 0 && self.start < other.end() && other.start < self.end()
    }

    /// The part of this range that starts `offset` bytes in and has `size` bytes, if it has them.
    #[must_use]
    pub fn part(self, offset: u64, size: u64) -> Option<Self> {
        let end = offset.checked_add(size)?;
        (end <= self.size).then(|| Self { start: self.start + offset, size })
    }
}

/// Copies a range of a source to `out`, a block at a time.
///
/// # Errors
/// Those of reading and writing.
pub fn copy_range(source: &dyn Source, range: Range, out: &mut dyn io::Write) -> io::Result<()> {
    const BLOCK: u64 = 1 << 18;
    let mut block = vec![0; range.size.min(BLOCK) as usize];
    let mut done = 0;
    while done < range.size {
        let size = (range.size - done).min(BLOCK) as usize;
        source.read_at(range.start + done, &mut block[..size])?;
        out.write_all(&block[..size])?;
        done += size as u64;
    }
    Ok(())
}

/// Bytes of a text file at most.
pub const TEXT_LIMIT: u64 = 64 << 20;
/// Bytes of an image at most that comes from something without a size, such as a pipe.
pub const STREAM_LIMIT: u64 = 256 << 20;

/// Reasons why the bytes of a file are not what they have to be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum SourceError {
    /// Its images or texts are read whole, or not at all.
    #[error("found more than {} MiB; expected at most that", limit >> 20)]
    TooLarge { limit: u64 },
    /// Another process wrote to it.
    #[error("changed while it was read: found {found} bytes; expected {expected}")]
    Changed { found: u64, expected: u64 },
}

/// Reads a text file, such as a table or properties, whole.
///
/// # Errors
/// [`Error::Read`]; [`Error::Content`] for more than [`TEXT_LIMIT`] bytes.
pub fn read_text(path: &Path) -> Result<Vec<u8>, Error> {
    read_whole(path, TEXT_LIMIT, TEXT_LIMIT)
}

/// Reads an image whole.
///
/// # Errors
/// [`Error::Read`]; [`Error::Content`] for more than [`STREAM_LIMIT`] bytes of what is not a regular file.
pub fn read_image(path: &Path) -> Result<Vec<u8>, Error> {
    read_whole(path, u64::MAX, STREAM_LIMIT)
}

/// Reads a regular file of at most `limit` bytes, or anything else of at most `stream_limit`.
fn read_whole(path: &Path, limit: u64, stream_limit: u64) -> Result<Vec<u8>, Error> {
    let failed = |source| Error::Read { file: path.to_owned(), source };
    let Open { file, size, is_stream } = input::open_sized(path).map_err(failed)?;
    // Some files of the system have content and no size.
    let limit = if is_stream || size == 0 { stream_limit } else { limit };
    let mut content = Vec::new();
    if size <= limit {
        let room = content.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX));
        room.map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
        file.take(limit.saturating_add(1)).read_to_end(&mut content).map_err(failed)?;
    }
    if size <= limit && content.len() as u64 <= limit {
        return Ok(content);
    }
    Err(Error::content(path, SourceError::TooLarge { limit }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_has_no_end_is_not_read_to_it() {
        for read in [read_text, read_image] {
            let error = read(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(error.contains("the device has more than 64 MiB"), "{error}");
            assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
            assert!(!read(Path::new("/proc/version")).unwrap().is_empty());
            assert!(read(Path::new("/")).unwrap_err().is_io());
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("text");
        File::create(&path).unwrap().set_len(TEXT_LIMIT + 1).unwrap();
        assert!(read_text(&path).is_err());
    }

    #[test]
    fn files_and_memory_read_alike() {
        let bytes: Vec<u8> = (0..5000u32).map(|n| ((n * n) >> 3) as u8).collect();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("bytes");
        std::fs::write(&path, &bytes).unwrap();
        let file = FileSource::open(&path).unwrap();
        assert_eq!(file.size(), 5000);
        // Forwards, backwards, across the ends of blocks and of the file.
        for (offset, size) in [
            (0, 32),
            (32, 40),
            (1000, 100),
            (4990, 10),
            (4990, 11),
            (10, 5),
            (0, 5000),
            (1020, 1023),
            (5000, 0),
            (4090, 12),
            (0, 4096),
            (1, 4095),
            (u64::MAX, 1),
        ] {
            let (mut from_file, mut from_memory) = (vec![0; size], vec![0; size]);
            let read = file.read_at(offset, &mut from_file);
            let expected = Memory(&bytes).read_at(offset, &mut from_memory);
            assert_eq!(read.is_ok(), expected.is_ok(), "{offset} {size}");
            if read.is_ok() {
                assert_eq!(from_file, from_memory, "{offset} {size}");
            }
        }
        let mut copy = Vec::new();
        copy_range(&file, Range { start: 3, size: 4000 }, &mut copy).unwrap();
        assert_eq!(copy, bytes[3..4003]);
        assert!(FileSource::open(directory.path()).is_err());
    }
}
