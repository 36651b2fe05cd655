//! What a result is stored under: the hash of everything that it depends on, field by field.

use super::cache::Hash;

/// A hash in the making. Each part comes with its length, so that no two lists of parts are the same.
pub(super) struct Key(blake3::Hasher);

impl Key {
    /// One of results of a kind; the name changes when the meaning of the parts does.
    pub(super) fn new(kind: &str) -> Self {
        Self(blake3::Hasher::new_derive_key(kind))
    }

    pub(super) fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.add_number(bytes.len());
        self.0.update(bytes);
    }

    pub(super) fn add_number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    pub(super) fn add_hash(&mut self, hash: &Hash) {
        self.0.update(hash.as_bytes());
    }

    /// A list of texts.
    pub(super) fn add_all<T: AsRef<[u8]>>(&mut self, parts: impl ExactSizeIterator<Item = T>) {
        self.add_number(parts.len());
        parts.for_each(|part| self.add(part));
    }

    pub(super) fn finish(&self) -> Hash {
        self.0.finalize()
    }
}
