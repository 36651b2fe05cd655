//! The value of a property: a 32-bit unsigned integer or bytes with a size in bits.

use crate::error::Error;

/// Bytes with a size in bits.
///
/// The size is in bits because the kernel-parameter mask has one bit a parameter; for every other property it is eight
/// times the number of bytes. Always `as_slice().len() == bit_len().div_ceil(8)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Bytes {
    payload: Vec<u8>,
    bits: u64,
}

impl Bytes {
    /// Whole bytes: the size in bits is eight times the length.
    #[must_use]
    pub fn new(payload: Vec<u8>) -> Self {
        let bits = payload.len() as u64 * 8;
        Self { payload, bits }
    }

    /// Bytes of which only the first `bits` bits count, least significant bit of byte 0 first.
    ///
    /// Bits of the last byte beyond `bits` are kept as given.
    ///
    /// # Errors
    /// [`Error::BitLength`] unless `payload` has exactly `bits / 8` bytes, rounded up.
    pub fn from_bits(payload: Vec<u8>, bits: u64) -> Result<Self, Error> {
        if payload.len() as u64 != bits.div_ceil(8) {
            return Err(Error::BitLength { bytes: payload.len(), bits });
        }
        Ok(Self { payload, bits })
    }

    /// The payload, without any size prefix.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.payload
    }

    /// Size in bits.
    #[must_use]
    pub fn bit_len(&self) -> u64 {
        self.bits
    }

    /// Whether the size in bits is eight times the number of bytes.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bits == self.payload.len() as u64 * 8
    }

    /// The payload, by value; the size in bits is dropped.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.payload
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(payload: Vec<u8>) -> Self {
        Self::new(payload)
    }
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Type 1 of the text form: an unsigned 32-bit integer.
    U32(u32),
    /// Type 2 of the text form: bytes.
    Bytes(Bytes),
}

impl Value {
    /// The UTF-8 bytes of `text`, not terminated.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Bytes(Bytes::new(text.as_bytes().to_vec()))
    }

    /// Little-endian 32-bit integers one after another.
    #[must_use]
    pub fn u32_list(list: &[u32]) -> Self {
        Self::Bytes(Bytes::new(list.iter().flat_map(|n| n.to_le_bytes()).collect()))
    }

    /// Little-endian 64-bit integers one after another.
    #[must_use]
    pub fn u64_list(list: &[u64]) -> Self {
        Self::Bytes(Bytes::new(list.iter().flat_map(|n| n.to_le_bytes()).collect()))
    }

    /// The integer, or `None` for bytes.
    #[must_use]
    pub fn as_u32(&self) -> Option<u32> {
        match self {
            Self::U32(n) => Some(*n),
            Self::Bytes(_) => None,
        }
    }

    /// The bytes, or `None` for an integer.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&Bytes> {
        match self {
            Self::U32(_) => None,
            Self::Bytes(bytes) => Some(bytes),
        }
    }

    /// Whole bytes as little-endian 32-bit integers; `None` for an integer or another length.
    #[must_use]
    pub fn as_u32_list(&self) -> Option<Vec<u32>> {
        self.elements::<4>().map(|elements| elements.map(u32::from_le_bytes).collect())
    }

    /// Whole bytes as little-endian 64-bit integers; `None` for an integer or another length.
    #[must_use]
    pub fn as_u64_list(&self) -> Option<Vec<u64>> {
        self.elements::<8>().map(|elements| elements.map(u64::from_le_bytes).collect())
    }

    /// Whole bytes as UTF-8 text; `None` for an integer or other bytes.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        self.whole_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    fn whole_bytes(&self) -> Option<&[u8]> {
        self.as_bytes().filter(|bytes| bytes.is_whole()).map(Bytes::as_slice)
    }

    fn elements<const N: usize>(&self) -> Option<impl Iterator<Item = [u8; N]>> {
        let (elements, rest) = self.whole_bytes()?.as_chunks::<N>();
        rest.is_empty().then(|| elements.iter().copied())
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::U32(n)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::U32(u32::from(flag))
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Bytes::new(bytes))
    }
}

impl From<Bytes> for Value {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_bytes_must_agree() {
        assert_eq!(Bytes::from_bits(vec![3], 2).unwrap().bit_len(), 2);
        assert!(Bytes::from_bits(vec![], 0).is_ok());
        for (payload, bits) in [(vec![0], 9), (vec![0], 0), (vec![0, 0], 8), (vec![], u64::MAX)] {
            assert!(Bytes::from_bits(payload, bits).is_err(), "{bits}");
        }
    }

    #[test]
    fn lists_need_whole_elements() {
        assert_eq!(Value::u32_list(&[2, 4]).as_u32_list(), Some(vec![2, 4]));
        assert_eq!(Value::u64_list(&[1 << 40]).as_u64_list(), Some(vec![1 << 40]));
        assert_eq!(Value::from(vec![1, 2, 3]).as_u32_list(), None);
        assert_eq!(Value::from(Bytes::from_bits(vec![0; 4], 31).unwrap()).as_u32_list(), None);
        assert_eq!(Value::U32(7).as_u32_list(), None);
        assert_eq!(Value::text("a,b").as_text(), Some("a,b"));
        assert_eq!(Value::from(vec![0xff]).as_text(), None);
    }
}
