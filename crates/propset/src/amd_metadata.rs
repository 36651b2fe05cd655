//! The metadata in code objects for AMD's GPUs: what kernels take and are called, in MessagePack, in a note of the ELF
//! file (LLVM's "User Guide for AMDGPU Backend", Code Object Metadata).

use object::read::ReadRef;
use object::read::elf::{ElfFile, FileHeader, SectionHeader as _};
use rmpv::ValueRef;

/// The kind of the note, and its owner.
const METADATA: u32 = 32;
const OWNER: &[u8] = b"AMDGPU";
/// Depth of values in metadata: a list of maps with lists of maps.
const DEEPEST: usize = 16;

/// The notes of a file, which may have been linked of several, as they stand in it. Malformed ones are left out.
pub fn notes<'d, H: FileHeader, R: ReadRef<'d>>(file: &ElfFile<'d, H, R>, data: R) -> impl Iterator<Item = &'d [u8]> {
    let endian = file.endian();
    let sections = file.elf_header().sections(endian, data).unwrap_or_default();
    let notes = sections.iter().filter_map(move |section| section.notes(endian, data).ok()?);
    let notes = notes.flat_map(|mut notes| std::iter::from_fn(move || notes.next().ok()?));
    notes.filter(move |note| note.n_type(endian).0 == METADATA && note.name() == OWNER).map(|note| note.desc())
}

/// The value in a note, which is a map unless it is malformed.
#[must_use]
pub fn decode(mut note: &[u8]) -> Option<ValueRef<'_>> {
    rmpv::decode::read_value_ref_with_max_depth(&mut note, DEEPEST).ok()
}

/// A value of a map.
#[must_use]
pub fn get<'a>(map: &'a ValueRef<'a>, key: &str) -> Option<&'a ValueRef<'a>> {
    let ValueRef::Map(entries) = map else { return None };
    entries
        .iter()
        .find(|(name, _)| matches!(name, ValueRef::String(name) if name.as_str() == Some(key)))
        .map(|(_, value)| value)
}

/// A number of a map.
#[must_use]
pub fn number(map: &ValueRef<'_>, key: &str) -> Option<u64> {
    get(map, key)?.as_u64()
}

/// A list of a map.
#[must_use]
pub fn list<'a>(map: &'a ValueRef<'a>, key: &str) -> Option<&'a [ValueRef<'a>]> {
    if let ValueRef::Array(values) = get(map, key)? { Some(values) } else { None }
}

/// A text of a map.
#[must_use]
pub fn text<'a>(map: &'a ValueRef<'a>, key: &str) -> Option<&'a str> {
    if let ValueRef::String(text) = get(map, key)? { text.as_str() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_kind_that_is_asked_for() {
        let metadata = decode(b"\x83\xa4name\xa1k\xa4size\x08\xa4args\x91\xc0").unwrap();
        assert_eq!((text(&metadata, "name"), text(&metadata, "size"), text(&metadata, "nam")), (Some("k"), None, None));
        assert_eq!((number(&metadata, "size"), number(&metadata, "name")), (Some(8), None));
        assert_eq!(list(&metadata, "args"), Some(&[ValueRef::Nil][..]));
        assert_eq!((list(&metadata, "size"), list(&ValueRef::Nil, "args")), (None, None));
    }

    #[test]
    fn values_that_are_cut_off_or_too_deep_are_none() {
        assert_eq!(decode(b"\x81\xa4name"), None);
        assert!(decode(&[0x91; 10_000]).is_none());
    }
}
