//! Shared libraries that libraries for the host need: the C library's mathematics.
//!
//! A linker writes the name of a library that is needed into its output when it links against it. The real one differs
//! between machines and is not there for other processors, so images are linked against a library that has nothing but
//! that name: an ELF file with a dynamic section and no symbols. The loader finds the real one by its name, and what
//! that needs.

use crate::triple::first_part;

/// The name that loaders look for; the C library of systems with another triple has its mathematics elsewhere.
const NAME: &str = "libm.so.6";

/// Numbers of ELF: processors, kinds of sections, a tag of the dynamic section.
const EM_X86_64: u16 = 62;
const EM_AARCH64: u16 = 183;
const SHT_NULL: u32 = 0;
const SHT_STRTAB: u32 = 3;
const SHT_DYNAMIC: u32 = 6;
const SHT_DYNSYM: u32 = 11;
const DT_SONAME: u64 = 14;

/// Bytes of the parts of the file.
const HEADER: u64 = 64;
const SECTION: u64 = 64;
const SYMBOL: u64 = 24;
const ENTRY: u64 = 16;

/// The file to link images for a host against; none if it has no mathematics of its own.
///
/// ```
/// use sycl_propset::needed;
/// assert!(needed::mathematics("x86_64-unknown-linux-gnu").unwrap().starts_with(b"\x7fELF"));
/// assert_eq!(needed::mathematics("x86_64-unknown-linux-musl"), None);
/// ```
#[must_use]
pub fn mathematics(triple: &str) -> Option<Vec<u8>> {
    let machine = match first_part(triple) {
        "x86_64" => EM_X86_64,
        "aarch64" => EM_AARCH64,
        _ => return None,
    };
    (triple.contains("-linux") && triple.ends_with("-gnu")).then(|| library(machine))
}

/// Appends numbers, little-endian.
fn numbers(bytes: &mut Vec<u8>, words: &[u64]) {
    words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
}

/// Sections without names: nothing, symbols, strings, the dynamic section. They follow the header in this order.
fn library(machine: u16) -> Vec<u8> {
    let strings = [b"\0", NAME.as_bytes(), b"\0"].concat();
    let symbols_at = HEADER;
    let strings_at = symbols_at + SYMBOL;
    let dynamic_at = (strings_at + strings.len() as u64).next_multiple_of(8);
    let sections_at = dynamic_at + 2 * ENTRY;

    // Identification: 64 bits, little-endian, version 1. Then a shared library of version 1.
    let mut file = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0];
    file.extend_from_slice(&machine.to_le_bytes());
    file.extend_from_slice(&1u32.to_le_bytes());
    numbers(&mut file, &[0, 0, sections_at]);
    file.extend_from_slice(&0u32.to_le_bytes());
    // Sizes of the header, of program headers, of which there are none, and of four section headers, which all have the
    // empty name of section 2.
    for half in [HEADER as u16, 56, 0, SECTION as u16, 4, 2] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    file.resize(strings_at as usize, 0);
    file.extend_from_slice(&strings);
    file.resize(dynamic_at as usize, 0);
    // The name of the library is the string at 1.
    numbers(&mut file, &[DT_SONAME, 1, 0, 0]);
    let mut section = |kind: u32, at: u64, size: u64, link: u32, info: u32, entry: u64| {
        file.extend_from_slice(&[0u32.to_le_bytes(), kind.to_le_bytes()].concat());
        numbers(&mut file, &[2 * u64::from(kind != SHT_NULL), at, at, size]);
        file.extend_from_slice(&[link.to_le_bytes(), info.to_le_bytes()].concat());
        numbers(&mut file, &[8 * u64::from(kind != SHT_NULL), entry]);
    };
    section(SHT_NULL, 0, 0, 0, 0, 0);
    section(SHT_DYNSYM, symbols_at, SYMBOL, 2, 1, SYMBOL);
    section(SHT_STRTAB, strings_at, strings.len() as u64, 0, 0, 0);
    section(SHT_DYNAMIC, dynamic_at, 2 * ENTRY, 2, 0, ENTRY);
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::LittleEndian as LE;
    use object::elf::{self, FileHeader64};
    use object::read::elf::{Dyn as _, FileHeader as _};

    #[test]
    fn the_library_has_a_name_and_nothing_else() {
        for (triple, machine) in
            [("x86_64-unknown-linux-gnu", elf::EM_X86_64), ("aarch64-unknown-linux-gnu", elf::EM_AARCH64)]
        {
            let file = mathematics(triple).unwrap();
            let header = FileHeader64::<LE>::parse(&*file).unwrap();
            assert_eq!((header.e_machine(LE), header.e_type(LE)), (machine, elf::ET_DYN));
            let sections = header.sections(LE, &*file).unwrap();
            let (dynamic, link) = sections.dynamic(LE, &*file).unwrap().unwrap();
            let strings = sections.strings(LE, &*file, link).unwrap();
            let name = dynamic.iter().find(|entry| entry.tag(LE) == elf::DT_SONAME).unwrap();
            assert_eq!(strings.get(name.val(LE) as u32), Ok(NAME.as_bytes()));
            assert_eq!(sections.symbols(LE, &*file, elf::SHT_DYNSYM).unwrap().len(), 1);
        }
        assert_eq!(mathematics("x86_64-pc-windows-msvc"), None);
    }
}
