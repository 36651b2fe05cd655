//! What a file of LLVM IR is for, its target triple, and which LLVM wrote it, read without LLVM.
//!
//! Bitcode is a stream of bits, least significant first, in blocks and records (LLVM's manual, "LLVM Bitcode File
//! Format"). The triple is the record `MODULE_CODE_TRIPLE` (2) of the module block (8). Blocks inside of the module
//! have their length in front and are skipped, so the cost does not depend on the size of the module. Who wrote it is
//! the record `IDENTIFICATION_CODE_STRING` (1) of the block in front of it (13). Of a file with several modules the
//! first one counts. In text the triple is the line `target triple = "..."`, up to which text is
//! read.

mod stream;

use std::io;
use std::path::Path;

use crate::error::Error;
use crate::source::Source;
use stream::{Fault, Stream};

/// How bitcode starts.
const MAGIC: &[u8; 4] = b"BC\xC0\xDE";
/// How bitcode starts that is inside of a wrapper: magic, version, offset, size and CPU type, four bytes each.
const WRAPPER_MAGIC: &[u8; 4] = &[0xDE, 0xC0, 0x17, 0x0B];
/// No triple is longer; a hostile file cannot make this reader collect more.
const MAX_TRIPLE: u64 = 1 << 12;

/// Bytes of text that are read at a time.
const BLOCK: u64 = 1 << 16;

/// Why a file is not LLVM IR.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum BitcodeError {
    /// It is neither bitcode nor text.
    #[error("found neither bitcode nor LLVM assembly; expected device code")]
    NotIr,
    /// It has a wrapper, but no bitcode in it.
    #[error("the bitcode wrapper names a range outside of the file")]
    Wrapper,
    /// It is malformed, at this byte.
    #[error("offset {offset:#x}: {what}; expected bitcode of one module")]
    Malformed { offset: u64, what: &'static str },
}

/// What the start of a module says about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heading {
    /// Its triple; `None` if it has none.
    pub triple: Option<String>,
    /// Who wrote the bitcode, e.g. `LLVM22.1.8`; `None` for text, and where it does not say.
    pub producer: Option<String>,
}

impl Heading {
    /// The major version of the LLVM that wrote it, if that is known.
    #[must_use]
    pub fn llvm_major(&self) -> Option<&str> {
        let version = self.producer.as_deref()?.strip_prefix("LLVM")?;
        version.split('.').next().filter(|major| !major.is_empty() && major.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

/// The triple of a module; as [`heading`].
///
/// # Errors
/// As for [`heading`].
pub fn triple(file: &Path, source: &dyn Source) -> Result<Option<String>, Error> {
    heading(file, source).map(|heading| heading.triple)
}

/// The heading of a module, in bitcode or text. No more is read than it takes to find the triple.
///
/// # Errors
/// [`Error::Content`] for a file that is neither, or is truncated, with the offset; [`Error::Read`].
pub fn heading(file: &Path, source: &dyn Source) -> Result<Heading, Error> {
    let refuse = |error: BitcodeError| Error::content(file, error);
    let failed = |source| Error::Read { file: file.to_owned(), source };
    let mut start = [0; MAGIC.len()];
    let has_start = source.size() >= start.len() as u64;
    if has_start {
        source.read_at(0, &mut start).map_err(failed)?;
    }
    let (offset, size) = if has_start && start == *MAGIC {
        (0, source.size())
    } else if has_start && start == *WRAPPER_MAGIC {
        let wrapped = wrapped(source).map_err(failed)?;
        wrapped.ok_or_else(|| refuse(BitcodeError::Wrapper))?
    } else {
        let found = text_triple(source).map_err(failed)?;
        let triple = found.ok_or_else(|| refuse(BitcodeError::NotIr))?;
        return Ok(Heading { triple, producer: None });
    };
    let mut stream = Stream::new(source, offset, size);
    stream.heading().map_err(|fault| match fault {
        Fault::Malformed { what, at } => refuse(BitcodeError::Malformed { offset: at / 8, what }),
        Fault::Io(e) => failed(e),
    })
}

/// Offset and size of the bitcode in a wrapper.
fn wrapped(source: &dyn Source) -> io::Result<Option<(u64, u64)>> {
    const HEADER: usize = 16;
    let mut header = [0; HEADER];
    if source.size() < HEADER as u64 {
        return Ok(None);
    }
    source.read_at(0, &mut header)?;
    let word = |at: usize| u64::from(u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]));
    let (offset, size) = (word(8), word(12));
    if offset + size > source.size() || size < MAGIC.len() as u64 {
        return Ok(None);
    }
    let mut magic = [0; MAGIC.len()];
    source.read_at(offset, &mut magic)?;
    Ok((magic == *MAGIC).then_some((offset, size)))
}

/// Whether a line is one that modules in assembly start with.
fn looks_like_ir(line: &[u8]) -> bool {
    const STARTS: [&str; 9] =
        ["target ", "define ", "declare ", "source_filename", "@", "%", "!", "attributes ", "; ModuleID"];
    STARTS.iter().any(|start| line.starts_with(start.as_bytes()))
}

/// The triple that a text has; `None` if it is not LLVM assembly.
fn text_triple(source: &dyn Source) -> io::Result<Option<Option<String>>> {
    const START: &[u8] = b"target triple = \"";
    let (mut offset, mut is_ir) = (0, false);
    // What a line starts with, however long it is.
    let mut line: Vec<u8> = Vec::new();
    while offset < source.size() {
        let mut block = vec![0; BLOCK.min(source.size() - offset) as usize];
        source.read_at(offset, &mut block)?;
        offset += block.len() as u64;
        if block.contains(&0) {
            return Ok(None);
        }
        let mut rest = &block[..];
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| *byte == b'\n');
            let room = (START.len() + MAX_TRIPLE as usize).saturating_sub(line.len());
            line.extend(&rest[..end.unwrap_or(rest.len()).min(room)]);
            rest = end.map_or(&[], |end| &rest[end + 1..]);
            if end.is_none() && offset < source.size() {
                break;
            }
            if let Some(value) = line.strip_prefix(START) {
                let value = value.split(|byte| *byte == b'"').next().expect("`split` gives at least one part");
                return Ok(std::str::from_utf8(value).ok().map(|value| Some(value.to_owned())));
            }
            is_ir |= looks_like_ir(&line);
            line.clear();
        }
    }
    Ok(is_ir.then_some(None))
}

#[cfg(test)]
mod tests;
