//! The strings of an entry: written into a table that shares endings, read as places in one buffer.

use std::sync::Arc;

/// Bytes of a key at most; names of property sets take a few dozen.
pub(crate) const LONGEST_KEY: usize = 1024;

/// Keys and values of an entry. All entries of a binary share one buffer, however often they refer to one text.
#[derive(Debug, Clone, Default)]
pub struct Strings {
    pub(super) buffer: Arc<[u8]>,
    /// Key and value as start and end in the buffer.
    pub(super) items: Vec<[std::ops::Range<usize>; 2]>,
}

impl Strings {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&[u8]> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value of a key, if it is UTF-8.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(|value| std::str::from_utf8(value).ok())
    }

    /// Keys, and where their values are in the buffer.
    pub(crate) fn iter_ranges(&self) -> impl ExactSizeIterator<Item = (&str, std::ops::Range<usize>)> {
        self.iter().zip(&self.items).map(|((key, _), [_, value])| (key, value.clone()))
    }

    /// Bytes of the buffer that [`Self::iter_ranges`] named.
    pub(crate) fn bytes(&self, place: std::ops::Range<usize>) -> &[u8] {
        &self.buffer[place]
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.items.iter().map(|[key, value]| {
            let key = std::str::from_utf8(&self.buffer[key.clone()]);
            (key.expect("keys are found to be UTF-8 when an entry is read"), &self.buffer[value.clone()])
        })
    }
}

/// A string table: a zero byte, then texts with a zero byte each, endings shared.
pub(crate) struct Table {
    pub(crate) bytes: Vec<u8>,
    /// Place of each text in the table, in the order in which they were given.
    pub(crate) offsets: Vec<u64>,
}

impl Table {
    /// Lays out all texts. The order is LLVM's: descending by the reversed text, so that a text follows the one it
    /// ends.
    pub(crate) fn new<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut texts: Vec<(usize, &[u8])> = texts.into_iter().enumerate().collect();
        let mut table = Self { bytes: vec![0], offsets: vec![0; texts.len()] };
        texts.sort_unstable_by(|(_, a), (_, b)| b.iter().rev().cmp(a.iter().rev()));
        let mut previous: &[u8] = &[];
        for (number, text) in texts {
            if !previous.ends_with(text) {
                table.bytes.extend_from_slice(text);
                table.bytes.push(0);
                previous = text;
            }
            table.offsets[number] = (table.bytes.len() - text.len() - 1) as u64;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_shared_in_llvms_order() {
        let table = Table::new([&b"triple"[..], b"generic", b"arch", b"ple", b"arch"]);
        assert_eq!(table.bytes, b"\0arch\0triple\0generic\0");
        assert_eq!(table.offsets, [6, 13, 1, 9, 1]);
        assert_eq!(Table::new([&b""[..]]).offsets, [0]);
    }
}
