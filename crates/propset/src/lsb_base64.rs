//! Base64 as the text form of property sets uses it: the usual alphabet, least significant bits first, no padding.
//!
//! Character 0 holds bits 0 to 5 of byte 0, character 1 bits 6 and 7 of byte 0 and bits 0 to 3 of byte 1, and so on;
//! unused high bits of the last character are zero. A run of `n` bytes takes `8n / 6` characters, rounded up. A codec
//! for RFC 4648 reads and writes something else.

use std::sync::LazyLock;

use data_encoding::{BitOrder, Encoding, Specification};

/// The codec. What it does not decode are characters outside of the alphabet, lengths that no number of bytes has, and
/// bits after the last byte that are not zero.
pub(crate) static LSB_BASE64: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    specification.bit_order = BitOrder::LeastSignificantFirst;
    specification.encoding().expect("an alphabet of 64 ASCII characters")
});

#[cfg(test)]
mod tests {
    use data_encoding::DecodeKind;

    use super::*;

    fn encoded(bytes: &[u8]) -> String {
        LSB_BASE64.encode(bytes)
    }

    #[test]
    fn low_bits_come_first() {
        assert_eq!(encoded(&[]), "");
        assert_eq!(encoded(&[1]), "BA");
        assert_eq!(encoded(&[0xff]), "/D");
        assert_eq!(encoded(&[0, 0, 0x80]), "AAAg");
    }

    #[test]
    fn every_length_comes_back() {
        for length in 0..50usize {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + length) as u8).collect();
            let text = encoded(&bytes);
            assert_eq!(text.len(), (8 * length).div_ceil(6));
            assert_eq!(LSB_BASE64.decode(text.as_bytes()), Ok(bytes));
        }
    }

    #[test]
    fn faults_are_told_apart() {
        let fault = |text: &[u8]| LSB_BASE64.decode(text).unwrap_err().kind;
        assert_eq!(fault(b"AA=="), DecodeKind::Symbol);
        assert_eq!(fault(b"A-"), DecodeKind::Symbol);
        assert_eq!(fault(b"A"), DecodeKind::Length);
        assert_eq!(fault(b"AAAAA"), DecodeKind::Length);
        assert_eq!(fault(b"A/"), DecodeKind::Trailing);
    }
}
