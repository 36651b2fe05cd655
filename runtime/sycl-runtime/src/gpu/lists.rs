//! Lists that kernels have for their launcher: variables in PTX or in machine code that are arrays of 32-bit numbers.

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol};

/// Whether code is machine code; PTX is text.
pub(super) fn is_elf(code: &[u8]) -> bool {
    code.starts_with(b"\x7fELF")
}

/// The numbers of a list, if an image has it.
pub(super) fn list_in(image: &[u8], name: &str) -> Option<Vec<u32>> {
    let bytes = if is_elf(image) { in_elf(image, name) } else { in_ptx(image, name) }?;
    Some(bytes.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect())
}

/// The bytes of a variable in PTX, `.b8 NAME[COUNT] = {NUMBER, NUMBER, ...};`. Zeros at the end are left out there.
fn in_ptx(text: &[u8], name: &str) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let (_, behind) = text.split_once(&format!(" {name}["))?;
    let (count, behind) = behind.split_once("] = {")?;
    let (numbers, _) = behind.split_once('}')?;
    let mut bytes: Vec<u8> = numbers.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    bytes.resize(bytes.len().max(count.parse().ok()?), 0);
    Some(bytes)
}

/// The bytes of a variable in machine code.
fn in_elf(file: &[u8], name: &str) -> Option<Vec<u8>> {
    let file = ElfFile64::<Endianness>::parse(file).ok()?;
    let symbol = file.symbol_by_name(name)?;
    let section = file.section_by_index(symbol.section_index()?).ok()?;
    section.data_range(symbol.address(), symbol.size()).ok()?.map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_in_ptx() {
        let text = b".version 7.0\n.visible .global .align 4 .b8 k_distinct_pointers[8] = {3, 0, 0, 0, 8};\n";
        assert_eq!(list_in(text, "k_distinct_pointers"), Some(vec![3, 8]));
        assert_eq!(list_in(text, "distinct_pointers"), None);
        assert_eq!(list_in(b"\x7fELF is cut", "k_distinct_pointers"), None);
    }
}
