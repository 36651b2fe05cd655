//! Whether the file of a shared library has all that it says: the dynamic loader maps and follows what is behind the
//! end of a file without a look, and the process dies of it.

use object::elf::{
    DT_FINI_ARRAY, DT_FINI_ARRAYSZ, DT_GNU_HASH, DT_HASH, DT_INIT_ARRAY, DT_INIT_ARRAYSZ, DT_JMPREL, DT_NULL,
    DT_PLTRELSZ, DT_RELA, DT_RELASZ, DT_STRSZ, DT_STRTAB, DT_SYMTAB, DT_VERDEF, DT_VERNEED, DT_VERSYM, DynamicTag,
    FileHeader64, PT_DYNAMIC, PT_LOAD, Rela64,
};
use object::read::ReadRef;
use object::read::elf::{Dyn as _, FileHeader, ProgramHeader as _, Rela as _};
use object::{Endianness, pod};

const DAMAGED: &str = "its headers name places outside of its segments; expected a library as a linker writes it";

/// Tables that the loader reads, and what says their sizes in bytes.
const TABLES: &[(DynamicTag, Option<DynamicTag>)] = &[
    (DT_STRTAB, Some(DT_STRSZ)),
    (DT_SYMTAB, None),
    (DT_HASH, None),
    (DT_GNU_HASH, None),
    (DT_VERSYM, None),
    (DT_VERDEF, None),
    (DT_VERNEED, None),
    (DT_RELA, Some(DT_RELASZ)),
    (DT_JMPREL, Some(DT_PLTRELSZ)),
    (DT_INIT_ARRAY, Some(DT_INIT_ARRAYSZ)),
    (DT_FINI_ARRAY, Some(DT_FINI_ARRAYSZ)),
];

/// A part of the file that is loaded.
struct Segment {
    address: u64,
    offset: u64,
    size: u64,
    size_in_memory: u64,
}

/// Refuses a file that ends before its segments do, and one whose dynamic section leads out of them. What is no ELF
/// file of 64 bits passes: the dynamic loader has good words for it.
pub(super) fn check<'a>(content: impl ReadRef<'a>) -> Result<(), String> {
    let Ok(header) = FileHeader64::<Endianness>::parse(content) else { return Ok(()) };
    let (Ok(endian), Ok(length)) = (header.endian(), content.len()) else { return Ok(()) };
    let Ok(programs) = header.program_headers(endian, content) else {
        return Err(format!("it has {length} bytes; expected all of its program headers"));
    };
    let mut segments: Vec<Segment> = Vec::new();
    for program in programs.iter().filter(|program| program.p_type(endian) == PT_LOAD) {
        let (address, offset) = (program.p_vaddr(endian), program.p_offset(endian));
        let (size, size_in_memory) = (program.p_filesz(endian), program.p_memsz(endian));
        let wanted = u128::from(offset) + u128::from(size);
        if wanted > length.into() {
            return Err(format!("it has {length} bytes; expected {wanted}, as its segments say"));
        }
        let follows = segments.last().is_none_or(|last| last.address + last.size_in_memory <= address);
        if size > size_in_memory || address.checked_add(size_in_memory).is_none() || !follows {
            return Err(DAMAGED.to_owned());
        }
        segments.push(Segment { address, offset, size, size_in_memory });
    }
    let in_file = |address: u64, size: u64| {
        let end = address.checked_add(size)?;
        let segment = segments.iter().find(|s| s.address <= address && end <= s.address + s.size)?;
        content.read_bytes_at(segment.offset + (address - segment.address), size).ok()
    };
    for program in programs.iter().filter(|program| program.p_type(endian) == PT_DYNAMIC) {
        if in_file(program.p_vaddr(endian), program.p_filesz(endian)).is_none() {
            return Err(DAMAGED.to_owned());
        }
        let Ok(Some(entries)) = program.dynamic(endian, content) else { continue };
        let entries = entries.iter().map(|entry| (entry.tag(endian), entry.val(endian)));
        let entries: Vec<_> = entries.take_while(|(tag, _)| *tag != DT_NULL).collect();
        let value = |wanted: DynamicTag| entries.iter().find(|(tag, _)| *tag == wanted).map(|(_, value)| *value);
        for (what, size) in TABLES {
            let Some(address) = value(*what) else { continue };
            let size = size.map_or(Some(1), &value).unwrap_or_default();
            if in_file(address, size).is_none() {
                return Err(DAMAGED.to_owned());
            }
        }
        for (table, size) in [(DT_RELA, DT_RELASZ), (DT_JMPREL, DT_PLTRELSZ)] {
            let Some((address, size)) = value(table).zip(value(size)) else { continue };
            let bytes = in_file(address, size).unwrap_or_default();
            let count = bytes.len() / size_of::<Rela64<Endianness>>();
            let relocations = pod::slice_from_bytes::<Rela64<Endianness>>(bytes, count);
            for relocation in relocations.map(|(relocations, _)| relocations).unwrap_or_default() {
                let at = relocation.r_offset(endian);
                let is_in = |s: &Segment| s.address <= at && at - s.address <= s.size_in_memory.saturating_sub(8);
                if !segments.iter().any(is_in) {
                    return Err(DAMAGED.to_owned());
                }
            }
        }
    }
    Ok(())
}
