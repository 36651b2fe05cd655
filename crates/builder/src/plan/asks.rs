//! Whether bitcode may ask what its target is: by the names that it has in it, without reading it as LLVM does. A
//! module that only mentions a name costs a step that changes nothing.

use std::sync::LazyLock;

/// Parts of names of queries, of AdaptiveCpp's IR constants, and of the constant that every target sets.
const NAMES: [&[u8]; 3] = [b"__acpp_sscp_jit_reflect_", b"__acpp_ir_constant_v", b"current_backend"];

/// The annotation of a variable that makes it an IR constant. Texts without special characters have 7 bits for each
/// one in bitcode, one behind the other, and start anywhere.
const MARK: &[u8] = b"sycl-ir-constant";

/// Everything by which code asks, and the pairs of bytes that one of it begins with.
static ASKING: LazyLock<(Vec<Vec<u8>>, Vec<bool>)> = LazyLock::new(|| {
    let plain = NAMES.into_iter().chain([MARK]).map(<[u8]>::to_vec);
    let texts: Vec<Vec<u8>> = plain.chain((0..8).map(|shift| packed(MARK, shift))).collect();
    let mut begins = vec![false; 1 << 16];
    texts.iter().for_each(|text| begins[pair(text)] = true);
    (texts, begins)
});

/// The first two bytes of some, as a number.
fn pair(bytes: &[u8]) -> usize {
    usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))
}

/// Whether the code asks.
pub(super) fn asks(bitcode: &[u8]) -> bool {
    let (texts, begins) = &*ASKING;
    let is_there = |at: usize| texts.iter().any(|text| bitcode[at..].starts_with(text));
    bitcode.windows(2).enumerate().any(|(at, bytes)| begins[pair(bytes)] && is_there(at))
}

/// A text in 7 bits for each character, lowest first, from a bit of the first byte on: the bytes that it fills.
fn packed(text: &[u8], shift: usize) -> Vec<u8> {
    let bits = text.len() * 7;
    let bit = |at: usize| text[at / 7] >> (at % 7) & 1;
    // The first byte that is the text's alone has these bits of it before.
    let before = (8 - shift) % 8;
    let bytes = (bits - before) / 8;
    (0..bytes).map(|byte| (0..8).fold(0, |all, at| all | bit(before + byte * 8 + at) << at)).collect()
}

#[cfg(test)]
mod tests {
    use super::{asks, packed};

    #[test]
    fn names_and_marks_are_found() {
        assert!(asks(b"xx__acpp_sscp_jit_reflect_target_archyy"));
        assert!(asks(b"_ZN2ns15current_backendE"));
        assert!(!asks(b"BC\xc0\xde_ZTS6Kernel"));
        assert!(!asks(b""));
        // Bits of the text behind `shift` others, as LLVM writes them.
        for shift in 0..8 {
            let mut bits: Vec<u8> = vec![1; shift];
            bits.extend(b"sycl-ir-constant".iter().flat_map(|c| (0..7).map(move |at| *c >> at & 1u8)));
            bits.extend([1; 13]);
            let value = |byte: &[u8]| byte.iter().rev().fold(0u8, |all, bit| all << 1 | *bit);
            let bytes: Vec<u8> = bits.chunks(8).map(value).collect();
            assert!(asks(&bytes), "{shift}");
        }
        assert_eq!(packed(b"ab", 0), [0x61]);
    }
}
