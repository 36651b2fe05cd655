//! Facts about a file of LLVM IR, read without LLVM: its target triple, what it is for, and which LLVM wrote it.
//!
//! Bitcode is a stream of bits, least significant first, in blocks and records (LLVM's manual, "LLVM Bitcode File
//! Format"). The triple is the record `MODULE_CODE_TRIPLE` (2) of the module block (8). Blocks inside of the module
//! have their length in front and are skipped, so the cost does not depend on the size of the module. Who wrote it is
//! the record `IDENTIFICATION_CODE_STRING` (1) of the block in front of it (13). Of a file with several modules the
//! first one counts. In text the triple is the line `target triple = "..."`, up to which text is
//! read. [`module`] also finds the kernels that a module defines, for which it reads all records of the module.

mod kernels;
mod library;
mod stream;
mod text;

use std::io;
use std::path::Path;

use crate::error::Error;
use crate::source::{Budget, Source};
pub use library::{Dependence, dependence, needed};
use stream::{Fault, Stream};

/// First bytes of bitcode.
const MAGIC: &[u8; 4] = b"BC\xC0\xDE";
/// First bytes of bitcode inside of a wrapper: magic, version, offset, size and CPU type, four bytes each.
const WRAPPER_MAGIC: &[u8; 4] = &[0xDE, 0xC0, 0x17, 0x0B];
/// No triple is longer; a hostile file cannot make this reader collect more.
const MAX_TRIPLE: u64 = 1 << 12;

/// Reasons why a file is not LLVM IR.
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

/// Facts at the start of a module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heading {
    /// Its triple; `None` if it has none.
    pub triple: Option<String>,
    /// Writer of the bitcode, e.g. `LLVM22.1.8`; `None` for text, and where it does not say.
    pub producer: Option<String>,
}

/// Facts about a module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Module {
    /// Its triple; `None` if it has none.
    pub triple: Option<String>,
    /// As [`Heading::producer`].
    pub producer: Option<String>,
    /// The kernels that it defines, in order: functions with the calling convention of one.
    pub kernels: Vec<String>,
}

/// The names by which a module and others know each other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Symbols {
    /// Functions and variables that it defines and others may use.
    pub defined: Vec<String>,
    /// The ones of which a program has one: no kernels, and no functions and constants that each module that uses them
    /// may define (`linkonce_odr`, `weak_odr`).
    pub single: Vec<String>,
    /// The kernels among them.
    pub kernels: Vec<String>,
    /// Names that it declares and does not define.
    pub needed: Vec<String>,
    /// Names that it may use if others define them: weak ones, and those whose definition it has only for inlining.
    pub perhaps: Vec<String>,
    /// Whether it defines something that a host can ask for: a kernel, or a variable that may change.
    pub is_of_use: bool,
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
    if let Some(mut stream) = stream(file, source)? {
        return stream.heading().map_err(|fault| failed(file, fault));
    }
    let found = text::triple(source).map_err(|e| failed(file, Fault::Io(e)))?;
    let triple = found.ok_or_else(|| Error::content(file, BitcodeError::NotIr))?;
    Ok(Heading { triple, producer: None })
}

/// Reads the facts of a module, in bitcode or text. Of bitcode, what is inside of functions is skipped.
///
/// # Errors
/// As for [`heading`].
pub fn module(file: &Path, source: &dyn Source) -> Result<Module, Error> {
    if let Some(mut stream) = stream(file, source)? {
        return stream.module(&mut Budget::for_file(source.size())).map_err(|fault| failed(file, fault));
    }
    let module = kernels::of_text(source).map_err(|e| failed(file, Fault::Io(e)))?;
    module.ok_or_else(|| Error::content(file, BitcodeError::NotIr))
}

/// The symbols of a module, in bitcode or text. Of bitcode, what is inside of functions is skipped.
///
/// # Errors
/// As for [`heading`].
pub fn symbols(file: &Path, source: &dyn Source) -> Result<Symbols, Error> {
    if let Some(mut stream) = stream(file, source)? {
        return stream.symbols(&mut Budget::for_file(source.size())).map_err(|fault| failed(file, fault));
    }
    kernels::symbols_of_text(source).map_err(|e| failed(file, Fault::Io(e)))
}

fn failed(file: &Path, fault: Fault) -> Error {
    match fault {
        Fault::Malformed { what, at } => Error::content(file, BitcodeError::Malformed { offset: at / 8, what }),
        Fault::Io(source) => Error::Read { file: file.to_owned(), source },
    }
}

/// The bitcode of a file; `None` if it does not start as bitcode does.
fn stream<'a>(file: &Path, source: &'a dyn Source) -> Result<Option<Stream<'a>>, Error> {
    let mut start = [0; MAGIC.len()];
    if source.size() < start.len() as u64 {
        return Ok(None);
    }
    source.read_at(0, &mut start).map_err(|e| failed(file, Fault::Io(e)))?;
    if start == *MAGIC {
        return Ok(Some(Stream::new(source, 0, source.size())));
    }
    if start != *WRAPPER_MAGIC {
        return Ok(None);
    }
    let wrapped = wrapped(source).map_err(|e| failed(file, Fault::Io(e)))?;
    let (offset, size) = wrapped.ok_or_else(|| Error::content(file, BitcodeError::Wrapper))?;
    Ok(Some(Stream::new(source, offset, size)))
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

#[cfg(test)]
mod tests;
