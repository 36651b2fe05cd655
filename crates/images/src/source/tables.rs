//! Headers and tables of a file for the `object` crate: read when it asks for them, kept as long as this.
//!
//! The crate has a cache of its own, which makes room for whatever a file announces before it is read; this one knows
//! how much it may hold.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use object::read::ReadRef;

use super::View;

/// Bytes of headers and tables of one file at most: a million sections.
const LIMIT: u64 = 64 << 20;
/// Bytes that each part counts at least, since it has to be remembered.
const SMALLEST: u64 = 32;
/// Bytes of a name at most, and how many of them are read at a time.
const LONGEST_NAME: u64 = 4096;
const NAME_BLOCK: u64 = 256;
/// Parts of the first level; each further one has twice as many.
const FIRST_LEVEL: usize = 16;
const LEVELS: usize = 28;

type Level = Box<[OnceCell<Box<[u8]>>]>;

/// Parts of a view that were read. Parts are never moved, so that references to them stay.
pub(crate) struct Tables<'a> {
    view: View<'a>,
    left: Cell<u64>,
    count: Cell<usize>,
    levels: [OnceCell<Level>; LEVELS],
}

impl<'a> Tables<'a> {
    pub(crate) fn new(view: View<'a>) -> Self {
        Self { view, left: Cell::new(LIMIT), count: Cell::new(0), levels: [const { OnceCell::new() }; LEVELS] }
    }

    fn spend(&self, size: u64) -> Result<(), ()> {
        self.left.set(self.left.get().checked_sub(size.max(SMALLEST)).ok_or(())?);
        Ok(())
    }

    fn keep(&self, bytes: Vec<u8>) -> Result<&[u8], ()> {
        let number = self.count.get();
        self.count.set(number + 1);
        let level = (number / FIRST_LEVEL + 1).ilog2() as usize;
        let size = FIRST_LEVEL << level;
        let parts = self.levels.get(level).ok_or(())?.get_or_init(|| (0..size).map(|_| OnceCell::new()).collect());
        let part = parts.get(number + FIRST_LEVEL - size).ok_or(())?;
        Ok(part.get_or_init(|| bytes.into()))
    }
}

impl<'a> ReadRef<'a> for &'a Tables<'_> {
    fn len(self) -> Result<u64, ()> {
        Ok(self.view.range.size)
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'a [u8], ()> {
        if size == 0 {
            return Ok(&[]);
        }
        self.spend(size)?;
        self.keep(self.view.bytes(offset, size, "table").map_err(|_| ())?)
    }

    fn read_bytes_at_until(self, range: Range<u64>, delimiter: u8) -> Result<&'a [u8], ()> {
        let end = range.end.min(self.view.range.size).min(range.start.saturating_add(LONGEST_NAME));
        let mut bytes = Vec::new();
        let mut at = range.start;
        while at < end {
            let block = self.view.bytes(at, NAME_BLOCK.min(end - at), "name").map_err(|_| ())?;
            if let Some(length) = block.iter().position(|&byte| byte == delimiter) {
                bytes.extend_from_slice(&block[..length]);
                self.spend(bytes.len() as u64)?;
                return self.keep(bytes);
            }
            at += block.len() as u64;
            bytes.extend(block);
        }
        Err(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Memory, Range as FileRange};

    #[test]
    fn parts_stay_where_they_are() {
        let bytes: Vec<u8> = (0..=255).cycle().take(4000).collect();
        let memory = Memory(&bytes);
        let tables = Tables::new(View::at(&memory, FileRange { start: 100, size: 3000 }));
        let parts: Vec<&[u8]> = (0..2990).map(|at| (&tables).read_bytes_at(at, 10).unwrap()).collect();
        for (at, part) in parts.iter().enumerate() {
            assert_eq!(*part, &bytes[100 + at..110 + at]);
        }
        assert!((&tables).read_bytes_at(2991, 10).is_err());
        assert_eq!((&tables).read_bytes_at_until(0..3000, 99), Ok(&bytes[100..355]));
        assert_eq!((&tables).read_bytes_at_until(0..200, 99), Err(()));
    }

    #[test]
    fn no_more_is_kept_than_the_limit() {
        struct Endless;
        impl crate::source::Source for Endless {
            fn size(&self) -> u64 {
                1 << 40
            }
            fn read_at(&self, _: u64, _: &mut [u8]) -> std::io::Result<()> {
                Ok(())
            }
        }
        let tables = Tables::new(View::whole(&Endless));
        assert!((&tables).read_bytes_at(0, LIMIT + 1).is_err());
        assert!((&tables).read_bytes_at(0, LIMIT - 1).is_ok());
        assert!((&tables).read_bytes_at(0, 1).is_err());
    }
}
