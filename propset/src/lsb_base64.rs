//! Base64 as the text form of property sets uses it: the usual alphabet, least significant bits first, no padding.
//!
//! Character 0 holds bits 0 to 5 of byte 0, character 1 bits 6 and 7 of byte 0 and bits 0 to 3 of byte 1, and so on;
//! unused high bits of the last character are zero. A run of `n` bytes takes `8n / 6` characters, rounded up. A codec
//! for RFC 4648 reads and writes something else.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const INVALID: u8 = 0xff;
const VALUES: [u8; 256] = values();

const fn values() -> [u8; 256] {
    let mut values = [INVALID; 256];
    let mut i = 0;
    while i < ALPHABET.len() {
        values[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    values
}

/// Why a text is not this Base64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The byte at this index is outside of the alphabet.
    Character(usize),
    /// No number of bytes has this many characters.
    Length,
    /// The bits after the last byte are not zero.
    Tail,
}

/// Appends the encoding of the bytes to `out`.
pub(crate) fn encode(bytes: impl Iterator<Item = u8>, out: &mut String) {
    let (mut bits, mut count) = (0u32, 0);
    for byte in bytes {
        bits |= u32::from(byte) << count;
        count += 8;
        while count >= 6 {
            out.push(character(bits));
            bits >>= 6;
            count -= 6;
        }
    }
    if count > 0 {
        out.push(character(bits));
    }
}

fn character(bits: u32) -> char {
    char::from(ALPHABET[(bits & 63) as usize])
}

/// The bytes of `text`; never more than `text` has characters.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0u32, 0);
    for (index, &c) in text.iter().enumerate() {
        let value = VALUES[usize::from(c)];
        if value == INVALID {
            return Err(Fault::Character(index));
        }
        bits |= u32::from(value) << count;
        count += 6;
        if count >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            count -= 8;
        }
    }
    match (count, bits) {
        (6.., _) => Err(Fault::Length),
        (_, 0) => Ok(out),
        _ => Err(Fault::Tail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(bytes: &[u8]) -> String {
        let mut out = String::new();
        encode(bytes.iter().copied(), &mut out);
        out
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
            assert_eq!(decode(text.as_bytes()), Ok(bytes));
        }
    }

    #[test]
    fn faults_are_told_apart() {
        assert_eq!(decode(b"AA=="), Err(Fault::Character(2)));
        assert_eq!(decode(b"A-"), Err(Fault::Character(1)));
        assert_eq!(decode(b"A"), Err(Fault::Length));
        assert_eq!(decode(b"AAAAA"), Err(Fault::Length));
        assert_eq!(decode(b"A/"), Err(Fault::Tail));
    }
}
