//! Key of a stored result: the hash of everything that it depends on, field by field.

use crate::Hash;

/// A hash in the making. Each part comes with its length, so that no two lists of parts are the same.
#[derive(Debug, Clone)]
pub struct Key(blake3::Hasher);

impl Key {
    /// One of results of a kind; the name changes when the meaning of the parts does.
    #[must_use]
    pub fn new(kind: &str) -> Self {
        Self(blake3::Hasher::new_derive_key(kind))
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.add_number(bytes.len());
        self.0.update(bytes);
    }

    /// Adds a number.
    pub fn add_number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    /// Adds a hash.
    pub fn add_hash(&mut self, hash: &Hash) {
        self.0.update(hash.as_bytes());
    }

    /// Adds a list of texts.
    pub fn add_all<T: AsRef<[u8]>>(&mut self, parts: impl ExactSizeIterator<Item = T>) {
        self.add_number(parts.len());
        parts.for_each(|part| self.add(part));
    }

    /// The hash of what was added.
    #[must_use]
    pub fn finish(&self) -> Hash {
        self.0.finalize()
    }
}
