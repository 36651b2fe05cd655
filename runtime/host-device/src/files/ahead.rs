//! Facts of a shared library before it is loaded: initializers run when it is, and they are code for the processor of
//! its image.
//!
//! The table is read from the file, in the section that `host-image` puts it into. A library without the section, such
//! as one of C that only has the entry, is loaded and says the same then.

use std::fs::File;
use std::path::Path;

use object::read::elf::ElfFile64;
use object::read::{ReadCache, ReadRef};
use object::{
    Architecture, Endianness, Object, ObjectSection, ObjectSegment, ObjectSymbol, ObjectSymbolTable, RelocationTarget,
};

use super::whole;
use crate::error::{OpenError, TableError};
use crate::image::fits;
use crate::native::VERSION;
use crate::processor;

/// The section of programs and objects.
pub(crate) const SECTION: &str = "sycl_host_images";

/// Offsets in `struct sycl_host_image`.
const TARGET: u64 = 8;
const FEATURES: u64 = 24;

/// Longer texts are no list of features.
const MAX_TEXT: u64 = 1 << 16;

/// Refuses a library of another machine, of another version, or for another processor.
pub(super) fn check(file: &Path, full: &Path) -> Result<(), OpenError> {
    let opened = File::open(full).map_err(|cause| OpenError::Read { file: file.to_owned(), cause })?;
    check_content(file, &ReadCache::new(opened))
}

/// As [`check`], for what is read already.
pub(super) fn check_content<'a>(file: &Path, content: impl ReadRef<'a>) -> Result<(), OpenError> {
    whole::check(content).map_err(|reason| OpenError::Load { file: file.to_owned(), reason })?;
    let Ok(object) = object::File::parse(content) else { return Ok(()) }; // the dynamic loader has better words
    check_machine(file, object.architecture())?;
    let Ok(elf) = ElfFile64::<Endianness, _>::parse(content) else { return Ok(()) };
    let Some(section) = elf.section_by_name(SECTION) else { return Ok(()) };
    let Some(start) = section.data_range(section.address(), 8).ok().flatten() else { return Ok(()) };
    let [a, b, c, d, ..] = *start else { return Ok(()) };
    let found = u32::from_ne_bytes([a, b, c, d]);
    if found != VERSION {
        return Err(OpenError::Image { file: file.to_owned(), cause: TableError::Version { found } });
    }
    let text = |offset| text_at(&elf, pointer_at(&elf, section.address().wrapping_add(offset))?);
    if let (Some(target), Some(features)) = (text(TARGET), text(FEATURES)) {
        fits(file, &target, &features).map_err(|why| OpenError::Processor(Box::new(why)))?;
    }
    Ok(())
}

fn check_machine(file: &Path, architecture: Architecture) -> Result<(), OpenError> {
    let found = match architecture {
        Architecture::X86_64 => "x86_64",
        Architecture::Aarch64 => "aarch64",
        Architecture::X86_64_X32 | Architecture::I386 => "32-bit x86",
        _ => "another architecture",
    };
    if found == processor::ARCHITECTURE {
        return Ok(());
    }
    Err(OpenError::Machine { file: file.to_owned(), found: found.to_owned(), expected: processor::ARCHITECTURE })
}

/// The address that the dynamic loader would put at a place: a relocation says so, or it stands there already.
fn pointer_at<'a, R: ReadRef<'a>>(elf: &ElfFile64<'a, Endianness, R>, place: u64) -> Option<u64> {
    for (at, relocation) in elf.dynamic_relocations()? {
        if at != place {
            continue;
        }
        let symbol = match relocation.target() {
            RelocationTarget::Symbol(index) => elf.dynamic_symbol_table()?.symbol_by_index(index).ok()?.address(),
            _ => 0,
        };
        return Some(symbol.wrapping_add_signed(relocation.addend()));
    }
    let bytes = bytes_at(elf, place, 8)?;
    Some(u64::from_ne_bytes(bytes.try_into().ok()?))
}

/// The text that ends with 0 at an address.
fn text_at<'a, R: ReadRef<'a>>(elf: &ElfFile64<'a, Endianness, R>, address: u64) -> Option<String> {
    let segment = elf.segments().find(|segment| (segment.address()..end_of(segment)).contains(&address))?;
    let size = (end_of(&segment) - address).min(MAX_TEXT);
    let bytes = segment.data_range(address, size).ok()??;
    let end = bytes.iter().position(|byte| *byte == 0)?;
    String::from_utf8(bytes[..end].to_vec()).ok()
}

fn bytes_at<'a, R: ReadRef<'a>>(elf: &ElfFile64<'a, Endianness, R>, address: u64, size: u64) -> Option<&'a [u8]> {
    elf.segments().find_map(|segment| segment.data_range(address, size).ok().flatten())
}

/// End of the part of a segment that is in the file.
fn end_of<'a>(segment: &impl ObjectSegment<'a>) -> u64 {
    segment.address().saturating_add(segment.file_range().1)
}
