//! Checked access to a range of a source: bytes, fields, and how much of it may be used.

use std::borrow::Cow;
use std::fmt;

use super::{Range, Source};
use crate::error::{FormatError, FormatProblem};

/// A source narrowed to a range, with checked access. Offsets in are relative to the range, those in errors to the
/// file.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    source: &'a dyn Source,
    pub(crate) range: Range,
}

impl<'a> View<'a> {
    pub(crate) fn whole(source: &'a dyn Source) -> Self {
        Self { source, range: Range { start: 0, size: source.size() } }
    }

    pub(crate) fn at(source: &'a dyn Source, range: Range) -> Self {
        Self { source, range }
    }

    pub(crate) fn source(&self) -> &'a dyn Source {
        self.source
    }

    pub(crate) fn error(
        &self,
        offset: u64,
        field: impl Into<Cow<'static, str>>,
        problem: FormatProblem,
    ) -> FormatError {
        FormatError::new(self.range.start.saturating_add(offset), field, problem)
    }

    /// Exactly `size` bytes from `offset`; the allocation happens after the check.
    pub(crate) fn bytes(&self, offset: u64, size: u64, field: &'static str) -> Result<Vec<u8>, FormatError> {
        let start = self.start_of(offset, size, field)?;
        let size = usize::try_from(size).map_err(|_| self.truncated(offset, size, field))?;
        let mut buffer = vec![0; size];
        if !buffer.is_empty() {
            self.fill(start, &mut buffer, offset, field)?;
        }
        Ok(buffer)
    }

    /// As many bytes from `offset` as the caller has room for.
    pub(crate) fn array<const N: usize>(&self, offset: u64, field: &'static str) -> Result<[u8; N], FormatError> {
        let mut buffer = [0; N];
        let start = self.start_of(offset, N as u64, field)?;
        self.fill(start, &mut buffer, offset, field)?;
        Ok(buffer)
    }

    /// Start of bytes from `offset` in the file, if the range has them.
    fn start_of(&self, offset: u64, size: u64, field: &'static str) -> Result<u64, FormatError> {
        let part = self.range.part(offset, size).ok_or_else(|| self.truncated(offset, size, field))?;
        Ok(part.start)
    }

    fn truncated(&self, offset: u64, size: u64, field: &'static str) -> FormatError {
        let available = self.range.size.saturating_sub(offset);
        self.error(offset, field, FormatProblem::Truncated { needed: size, available })
    }

    fn fill(&self, start: u64, buffer: &mut [u8], offset: u64, field: &'static str) -> Result<(), FormatError> {
        self.source.read_at(start, buffer).map_err(|e| self.error(offset, field, FormatProblem::Io(e)))
    }

    /// Goes over the whole range a block at a time, and calls `visit` with each block and its offset. Blocks start at
    /// multiples of `element`; each ends with the first `overlap` bytes of the next.
    pub(crate) fn each_block(
        &self,
        element: u64,
        overlap: u64,
        field: &'static str,
        mut visit: impl FnMut(u64, &[u8]) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        const BLOCK: u64 = 1 << 16;
        let step = BLOCK / element * element;
        let mut block = vec![0; (step + overlap).min(self.range.size) as usize];
        let mut at = 0;
        while at < self.range.size {
            block.truncate((self.range.size - at).min(step + overlap) as usize);
            let read = self.source.read_at(self.range.start + at, &mut block);
            read.map_err(|e| self.error(at, field, FormatProblem::Io(e)))?;
            visit(at, &block)?;
            at += step;
        }
        Ok(())
    }
}

/// Little-endian fields one after another.
pub(crate) struct Fields<'a> {
    bytes: &'a [u8],
    /// Bytes from the start of the file to the next field.
    offset: u64,
    name: &'static str,
}

impl<'a> Fields<'a> {
    /// The fields of a structure that starts `offset` bytes into the file; `name` is what errors call it.
    pub(crate) fn new(bytes: &'a [u8], offset: u64, name: &'static str) -> Self {
        Self { bytes, offset, name }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let Some((value, rest)) = self.bytes.split_first_chunk::<N>() else {
            let problem = FormatProblem::Truncated { needed: N as u64, available: self.bytes.len() as u64 };
            return Err(FormatError::new(self.offset, self.name, problem));
        };
        self.bytes = rest;
        self.offset = self.offset.saturating_add(N as u64);
        Ok(*value)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, FormatError> {
        Ok(u8::from_le_bytes(self.take()?))
    }

    pub(crate) fn u16(&mut self) -> Result<u16, FormatError> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, FormatError> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, FormatError> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    pub(crate) fn skip<const N: usize>(&mut self) -> Result<(), FormatError> {
        self.take::<N>().map(drop)
    }
}

/// Refuses ranges that share bytes; `ranges` come with the offset of the field that announces them and what they are.
pub(crate) fn check_disjoint<D: fmt::Display>(mut ranges: Vec<(Range, u64, D)>) -> Result<(), FormatError> {
    ranges.retain(|(range, ..)| range.size > 0);
    ranges.sort_unstable_by_key(|(range, field, _)| (*range, *field));
    for pair in ranges.windows(2) {
        let [(first, _, first_name), (second, field, second_name)] = pair else { continue };
        if first.overlaps(*second) {
            let problem = FormatProblem::Overlap(format!("{first_name} at {:#x}", first.start));
            return Err(FormatError::new(*field, second_name.to_string(), problem));
        }
    }
    Ok(())
}

/// Bytes that may be taken out of a file, where it can have one text stand in many places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    left: u64,
    limit: u64,
}

impl Budget {
    /// Four times the file, or 16 MiB for a small one.
    pub(crate) fn for_file(file_size: u64) -> Self {
        let limit = Self::limit(file_size);
        Self { left: limit, limit }
    }

    pub(crate) fn limit(file_size: u64) -> u64 {
        file_size.saturating_mul(4).max(16 << 20)
    }

    /// Counts bytes that are taken.
    pub(crate) fn spend(&mut self, bytes: u64) -> Result<(), FormatProblem> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(FormatProblem::Unexpected {
                found: format!("parts of the file used so often that they take more than {} bytes", self.limit),
                expected: "at most four times the file, or 16 MiB".into(),
            }),
        }
    }

    pub(crate) fn left(&self) -> u64 {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_with_their_structure() {
        let mut fields = Fields::new(&[1, 0, 2, 0, 0], 16, "header");
        assert_eq!((fields.u16().unwrap(), fields.u16().unwrap()), (1, 2));
        assert_eq!(fields.u64().unwrap_err().to_string(), "offset 0x14: header: truncated: 8 bytes needed, 1 left");
        assert_eq!(fields.u8().unwrap(), 0);
        assert!(fields.u8().is_err());
    }

    #[test]
    fn a_budget_is_spent_once() {
        let mut budget = Budget::for_file(5 << 20);
        assert_eq!(budget.left(), 20 << 20);
        assert!(budget.spend(15 << 20).is_ok());
        assert!(budget.spend((5 << 20) + 1).is_err());
        assert!(budget.spend(5 << 20).is_ok());
        assert!(budget.spend(1).is_err());
        assert_eq!(Budget::for_file(0).left(), 16 << 20);
        assert_eq!(Budget::for_file(u64::MAX).left(), u64::MAX);
    }
}
