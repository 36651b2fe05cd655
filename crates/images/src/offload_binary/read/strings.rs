//! Reading the keys and values of entries.

use std::collections::HashSet;
use std::sync::Arc;

use sycl_propset::printable::excerpt;

use super::{Part, Row};
use crate::error::{FormatError, FormatProblem};
use crate::offload_binary::Version;
use crate::offload_binary::strings::{LONGEST_KEY, Strings};
use crate::source::{Budget, Fields, View};

/// Reads the keys and values of entries out of the part of a binary before its images.
pub(super) struct StringReader<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) version: Version,
    pub(super) buffer: &'a Arc<[u8]>,
    /// Bytes that strings may still take.
    pub(super) budget: &'a mut Budget,
}

impl StringReader<'_> {
    /// The keys and values of an entry.
    pub(super) fn read(&mut self, row: &Row) -> Result<Strings, FormatError> {
        let width = self.version.string_entry();
        if row.strings_count == 0 {
            return Ok(Strings { buffer: Arc::clone(self.buffer), items: Vec::new() });
        }
        // In the binary, as was checked; behind the start of an image it is not looked for.
        let start = row.strings as usize;
        let Some(table) = self.buffer.get(start..start + (row.strings_count * width) as usize) else {
            let problem = FormatProblem::Overlap("an image".to_owned());
            return Err(self.view.error(row.at + 8, Part::Strings(row.index).to_string(), problem));
        };
        let ends = self.text_ends(table, row.strings)?;
        let mut keys = HashSet::new();
        let mut items = Vec::with_capacity(table.len() / width as usize);
        for (number, bytes) in table.chunks_exact(width as usize).enumerate() {
            let at = row.strings + number as u64 * width;
            let mut fields = Fields::new(bytes, self.view.range.start + at, "string");
            let (key, value) = (fields.u64()?, fields.u64()?);
            let key_range = self.key(at, key)?;
            let value_range = match self.version {
                Version::V1 => self.text(at + 8, value, &ends)?,
                Version::V2 => self.sized(at + 8, value, fields.u64()?)?,
            };
            let key = &self.buffer[key_range.clone()];
            let key = std::str::from_utf8(key).map_err(|_| self.view.error(at, "key", FormatProblem::NotUtf8))?;
            if !keys.insert(key) {
                return Err(self.view.error(at, "key", FormatProblem::Duplicate(excerpt(key))));
            }
            let size = (key_range.len() + value_range.len()) as u64;
            self.budget.spend(size).map_err(|problem| self.view.error(at, "value", problem))?;
            items.push([key_range, value_range]);
        }
        Ok(Strings { buffer: Arc::clone(self.buffer), items })
    }

    /// Place of a key: a text of at most [`LONGEST_KEY`] bytes.
    fn key(&self, at: u64, start: u64) -> Result<std::ops::Range<usize>, FormatError> {
        let start = self.start(at, "key", start)?;
        let rest = &self.buffer[start..];
        match rest[..rest.len().min(LONGEST_KEY + 1)].iter().position(|&byte| byte == 0) {
            Some(length) => Ok(start..start + length),
            None if rest.len() <= LONGEST_KEY => Err(self.view.error(at, "key", FormatProblem::NotTerminated)),
            None => {
                let found = format!("more than {LONGEST_KEY} bytes");
                let expected = "at most 1024 bytes".into();
                Err(self.view.error(at, "key", FormatProblem::Unexpected { found, expected }))
            }
        }
    }

    /// End of each value of version 1, by its start. One pass over the buffer, however many texts share their endings.
    fn text_ends(&self, table: &[u8], at: u64) -> Result<Vec<(u64, Option<usize>)>, FormatError> {
        if self.version == Version::V2 {
            return Ok(Vec::new()); // which says how long values are
        }
        let width = self.version.string_entry() as usize;
        let mut starts: Vec<u64> = Vec::with_capacity(table.len() / width);
        for bytes in table.chunks_exact(width) {
            let mut fields = Fields::new(bytes, self.view.range.start + at, "string");
            fields.skip::<8>()?;
            starts.push(fields.u64()?);
        }
        starts.sort_unstable();
        starts.dedup();
        let mut end = Some(0);
        let ends = starts.into_iter().map(|start| {
            // Behind a text that is not terminated, none is.
            if let Some(known) = end
                && known as u64 <= start
            {
                let position = usize::try_from(start).ok().filter(|&position| position < self.buffer.len());
                let length = position.and_then(|at| self.buffer[at..].iter().position(|&byte| byte == 0));
                end = position.zip(length).map(|(at, length)| at + length);
            }
            (start, end)
        });
        Ok(ends.collect())
    }

    fn start(&self, at: u64, field: &'static str, start: u64) -> Result<usize, FormatError> {
        let limit = self.buffer.len() as u64;
        if start < limit {
            return Ok(start as usize);
        }
        Err(self.view.error(at, field, FormatProblem::OutOfRange { start, size: 1, limit }))
    }

    fn text(&self, at: u64, value: u64, ends: &[(u64, Option<usize>)]) -> Result<std::ops::Range<usize>, FormatError> {
        let start = self.start(at, "value", value)?;
        let end = ends.binary_search_by_key(&value, |(start, _)| *start).ok().and_then(|found| ends[found].1);
        end.map(|end| start..end).ok_or_else(|| self.view.error(at, "value", FormatProblem::NotTerminated))
    }

    fn sized(&self, at: u64, start: u64, size: u64) -> Result<std::ops::Range<usize>, FormatError> {
        let limit = self.buffer.len() as u64;
        match start.checked_add(size) {
            Some(end) if end <= limit => Ok(start as usize..end as usize),
            _ => Err(self.view.error(at, "value", FormatProblem::OutOfRange { start, size, limit })),
        }
    }
}
