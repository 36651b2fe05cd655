//! Writing: sizes and offsets first, then the bytes in that order.

use std::borrow::Cow;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::error::StringsError;
use super::strings::{LONGEST_KEY, Table};
use super::{ALIGNMENT, ENTRY, HEADER, ImageKind, MAGIC, OffloadKind, Version};
use crate::error::Error;
use crate::input::{self, Open};
use crate::source::Budget;
use crate::source::SourceError;

/// Files up to this size are read at once, larger ones are copied through the kernel where that is possible.
const READ_AT_ONCE: u64 = 1 << 20;

/// The bytes of an image.
#[derive(Debug, Clone)]
pub enum Content<'a> {
    /// In memory.
    Bytes(Cow<'a, [u8]>),
    /// A whole file, opened only while it is copied.
    File(PathBuf),
    /// Several, one after another.
    Parts(Vec<Content<'a>>),
}

impl Content<'_> {
    /// Size in bytes.
    ///
    /// # Errors
    /// [`Error::Read`] if the file does not exist.
    pub fn size(&self) -> Result<u64, Error> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.len() as u64),
            Self::File(file) => match input::open_sized(file) {
                Ok(open) => Ok(open.size),
                Err(source) => Err(Error::Read { file: file.clone(), source }),
            },
            Self::Parts(parts) => parts.iter().map(Content::size).sum(),
        }
    }

    /// The first bytes, as many as [`ImageKind::detect`] looks at.
    ///
    /// # Errors
    /// [`Error::Read`] if the file cannot be read.
    pub fn start(&self) -> Result<Vec<u8>, Error> {
        let mut start = Vec::new();
        match self {
            Self::Bytes(bytes) => start.extend_from_slice(&bytes[..bytes.len().min(ImageKind::DETECTED)]),
            Self::File(file) => {
                let read =
                    input::open(file).and_then(|open| open.take(ImageKind::DETECTED as u64).read_to_end(&mut start));
                read.map_err(|source| Error::Read { file: file.clone(), source })?;
            }
            Self::Parts(parts) => return parts.first().map_or(Ok(start), Content::start),
        }
        Ok(start)
    }
}

/// Keys and values of an image, in the order written.
pub type KeysAndValues<'a> = Vec<(Cow<'a, str>, Cow<'a, [u8]>)>;

/// An image to write.
#[derive(Debug, Clone)]
pub struct Image<'a> {
    /// Kind of the image; `None` to determine it from its first bytes.
    pub image_kind: Option<ImageKind>,
    /// Programming model of the image.
    pub offload_kind: OffloadKind,
    /// Flags.
    pub flags: u32,
    /// Keys and values in the order written.
    pub strings: KeysAndValues<'a>,
    /// The bytes.
    pub content: Content<'a>,
}

/// Writes images to `out` as OffloadBinary.
pub struct Writer<W> {
    out: W,
    version: Version,
    buffer: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// A writer of that version.
    pub fn new(out: W, version: Version) -> Self {
        Self { out, version, buffer: Vec::new() }
    }

    /// Writes images: in version 1 one binary each, in version 2 one binary for all, also for none. After each image,
    /// `progress` is called with the number written so far.
    ///
    /// # Errors
    /// [`Error::Input`] for strings that the version cannot hold, [`Error::Read`] or [`Error::Write`].
    pub fn write(&mut self, images: &[Image<'_>], mut progress: impl FnMut(usize)) -> Result<(), Error> {
        match self.version {
            Version::V1 => {
                for (index, image) in images.iter().enumerate() {
                    self.write_binary(std::slice::from_ref(image), |_| {})?;
                    progress(index + 1);
                }
            }
            Version::V2 => self.write_binary(images, progress)?,
        }
        Ok(())
    }

    /// Ends writing.
    ///
    /// # Errors
    /// [`Error::Write`] without a name of the file if buffered bytes cannot be written.
    pub fn finish(mut self) -> Result<W, Error> {
        self.out.flush().map_err(write_error)?;
        Ok(self.out)
    }

    fn write_binary(&mut self, images: &[Image<'_>], mut progress: impl FnMut(usize)) -> Result<(), Error> {
        for image in images {
            check_strings(image, self.version)?;
        }
        // A small file is read before its header is written: one opening serves size and bytes.
        let loaded = match images {
            [Image { content: Content::File(file), .. }] => self.load_small(file)?,
            _ => None,
        };
        let mut facts = Vec::with_capacity(images.len());
        for image in images {
            facts.push(match loaded {
                Some(size) => {
                    let detect = || ImageKind::detect(&self.buffer[..size as usize]);
                    Facts { kind: image.image_kind.unwrap_or_else(detect), size }
                }
                None => Facts::read(image)?,
            });
        }
        let (metadata, size) = layout(images, &facts, self.version)?;
        self.out.write_all(&metadata).map_err(write_error)?;
        let mut written = metadata.len() as u64;
        for (index, (image, facts)) in images.iter().zip(&facts).enumerate() {
            match loaded {
                Some(size) => self.out.write_all(&self.buffer[..size as usize]).map_err(write_error)?,
                None => self.copy(&image.content, facts.size)?,
            }
            written += facts.size;
            progress(index + 1);
        }
        self.out.write_all(&[0; ALIGNMENT as usize][..(size - written) as usize]).map_err(write_error)
    }

    /// Copies the bytes of an image, of which there must be as many as were planned for.
    fn copy(&mut self, content: &Content<'_>, expected: u64) -> Result<(), Error> {
        match content {
            Content::Bytes(bytes) => self.out.write_all(bytes).map_err(write_error),
            Content::Parts(parts) => parts.iter().try_for_each(|part| self.copy(part, part.size()?)),
            Content::File(file) => match self.load_small(file)? {
                Some(size) if size == expected => {
                    self.out.write_all(&self.buffer[..size as usize]).map_err(write_error)
                }
                Some(size) => Err(changed(file, size, expected)),
                None => copy_file(file, expected, &mut self.out),
            },
        }
    }

    /// Reads a small file into the buffer and says its size.
    fn load_small(&mut self, file: &Path) -> Result<Option<u64>, Error> {
        let mut load = || {
            let mut open = input::open(file)?;
            let size = open.metadata()?.len();
            if size > READ_AT_ONCE {
                return Ok(None);
            }
            if self.buffer.len() < size as usize {
                self.buffer.resize(size as usize, 0);
            }
            // Exactly what was announced: of a file that grows meanwhile no more, one that shrinks is an error.
            open.read_exact(&mut self.buffer[..size as usize])?;
            Ok(Some(size))
        };
        load().map_err(|source| Error::Read { file: file.to_owned(), source })
    }
}

fn write_error(source: io::Error) -> Error {
    Error::Write { file: PathBuf::new(), source }
}

fn copy_file(file: &Path, expected: u64, out: &mut dyn Write) -> Result<(), Error> {
    let open = input::open(file).map_err(|source| Error::Read { file: file.to_owned(), source })?;
    let copied = io::copy(&mut open.take(expected), out).map_err(write_error)?;
    if copied == expected { Ok(()) } else { Err(changed(file, copied, expected)) }
}

fn changed(file: &Path, found: u64, expected: u64) -> Error {
    Error::content(file, SourceError::Changed { found, expected })
}

fn check_strings(image: &Image<'_>, version: Version) -> Result<(), StringsError> {
    let mut keys = std::collections::HashSet::new();
    for (key, value) in &image.strings {
        if key.contains('\0') || key.len() > LONGEST_KEY {
            return Err(StringsError::Key { key: key.to_string() });
        }
        if version == Version::V1 && value.contains(&0) {
            return Err(StringsError::Value { key: key.to_string() });
        }
        if !keys.insert(key) {
            return Err(StringsError::Duplicate { key: key.to_string() });
        }
    }
    Ok(())
}

/// Facts in the bytes of an image.
struct Facts {
    kind: ImageKind,
    size: u64,
}

impl Facts {
    /// A file is opened once for both.
    fn read(image: &Image<'_>) -> Result<Self, Error> {
        if let (None, Content::File(file)) = (image.image_kind, &image.content) {
            let read = || {
                let Open { mut file, size, .. } = input::open_sized(file)?;
                let mut start = vec![0; size.min(ImageKind::DETECTED as u64) as usize];
                file.read_exact(&mut start)?;
                Ok(Self { kind: ImageKind::detect(&start), size })
            };
            return read().map_err(|source| Error::Read { file: file.clone(), source });
        }
        let kind = match image.image_kind {
            Some(kind) => kind,
            None => ImageKind::detect(&image.content.start()?),
        };
        Ok(Self { kind, size: image.content.size()? })
    }
}

/// Everything before the images, and the size of the whole.
fn layout(images: &[Image<'_>], facts: &[Facts], version: Version) -> Result<(Vec<u8>, u64), StringsError> {
    let width = version.string_entry();
    let count: usize = images.iter().map(|image| image.strings.len()).sum();
    let strings_offset = HEADER + images.len() as u64 * ENTRY;
    let table_offset = strings_offset + count as u64 * width;
    let texts = images.iter().flat_map(|image| &image.strings);
    let mut table = Table::new(texts.flat_map(|(key, value)| [key.as_bytes(), &value[..]]));
    if count == 0 {
        table.bytes.clear();
    }
    let images_offset = (table_offset + table.bytes.len() as u64).next_multiple_of(ALIGNMENT);
    let total = facts.iter().try_fold(images_offset, |sum, facts| sum.checked_add(facts.size));
    let size = total.and_then(|size| size.checked_next_multiple_of(ALIGNMENT)).ok_or(StringsError::Images)?;

    let strings: u64 =
        images.iter().flat_map(|i| &i.strings).map(|(key, value)| (key.len() + value.len()) as u64).sum();
    if strings > Budget::limit(size) {
        return Err(StringsError::Shared { bytes: strings });
    }

    let mut out = Vec::with_capacity(images_offset as usize);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&version.number().to_le_bytes());
    let last = if version == Version::V1 { ENTRY } else { images.len() as u64 };
    for word in [size, HEADER, last] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    let (mut next_string, mut next_image) = (strings_offset, images_offset);
    for (image, &Facts { kind, size }) in images.iter().zip(facts) {
        out.extend_from_slice(&kind.0.to_le_bytes());
        out.extend_from_slice(&image.offload_kind.0.to_le_bytes());
        out.extend_from_slice(&image.flags.to_le_bytes());
        for word in [next_string, image.strings.len() as u64, next_image, size] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        next_string += image.strings.len() as u64 * width;
        next_image += size;
    }
    let texts = images.iter().flat_map(|image| &image.strings);
    for ((_, value), offsets) in texts.zip(table.offsets.chunks_exact(2)) {
        for offset in offsets {
            out.extend_from_slice(&(table_offset + offset).to_le_bytes());
        }
        if version == Version::V2 {
            out.extend_from_slice(&(value.len() as u64).to_le_bytes());
        }
    }
    out.extend_from_slice(&table.bytes);
    out.resize(images_offset as usize, 0);
    Ok((out, size))
}
