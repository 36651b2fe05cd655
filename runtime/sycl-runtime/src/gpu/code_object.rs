//! Code objects of AMD's GPUs: what their metadata says of kernels, which the driver does not tell.

use object::Endianness;
use object::elf::SHT_NOTE;
use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _};
use rmpv::ValueRef;

/// The note with the metadata: `NT_AMDGPU_METADATA` of this owner (LLVM's "User Guide for AMDGPU Backend", Code Object
/// Metadata).
const METADATA: u32 = 32;
const OWNER: &[u8] = b"AMDGPU";

/// Sizes in bytes of the arguments that a kernel takes from its launch, in order. None if the code object does not say
/// it.
pub(super) fn parameter_sizes(code: &[u8], kernel: &str) -> Option<Vec<usize>> {
    let metadata = metadata(code)?;
    let metadata = rmpv::decode::read_value_ref(&mut &*metadata).ok()?;
    let is_it = |candidate: &&ValueRef<'_>| text(candidate, ".name") == Some(kernel);
    let found = list(&metadata, "amdhsa.kernels")?.iter().find(is_it)?;
    // A kernel without arguments has no list of them. The driver itself gives those that are hidden.
    let arguments = list(found, ".args").unwrap_or_default();
    let is_given =
        |argument: &&ValueRef<'_>| text(argument, ".value_kind").is_some_and(|kind| !kind.starts_with("hidden_"));
    let size = |argument: &ValueRef<'_>| get(argument, ".size")?.as_u64().map(|size| size as usize);
    arguments.iter().filter(is_given).map(size).collect()
}

fn metadata(code: &[u8]) -> Option<Vec<u8>> {
    let file = ElfFile64::<Endianness>::parse(code).ok()?;
    let endian = file.endian();
    let sections = file.elf_header().sections(endian, code).ok()?;
    let sections = sections.iter().filter(|section| section.sh_type(endian) == SHT_NOTE);
    for section in sections {
        let mut notes = section.notes(endian, code).ok()??;
        while let Ok(Some(note)) = notes.next() {
            if note.n_type(endian).0 == METADATA && note.name() == OWNER {
                return Some(note.desc().to_vec());
            }
        }
    }
    None
}

/// A value of a map.
fn get<'a>(map: &'a ValueRef<'a>, key: &str) -> Option<&'a ValueRef<'a>> {
    let ValueRef::Map(entries) = map else { return None };
    entries
        .iter()
        .find(|(name, _)| matches!(name, ValueRef::String(name) if name.as_str() == Some(key)))
        .map(|(_, value)| value)
}

fn list<'a>(map: &'a ValueRef<'a>, key: &str) -> Option<&'a [ValueRef<'a>]> {
    if let ValueRef::Array(values) = get(map, key)? { Some(values) } else { None }
}

fn text<'a>(map: &'a ValueRef<'a>, key: &str) -> Option<&'a str> {
    if let ValueRef::String(text) = get(map, key)? { text.as_str() } else { None }
}
