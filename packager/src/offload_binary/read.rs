//! Reading: header, entries and strings are checked and taken, images stay where they are.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use sycl_propset::printable::excerpt;

use super::strings::{LONGEST_KEY, Strings};
use super::{ALIGNMENT, ENTRY, HEADER, ImageKind, MAGIC, OffloadKind, Version};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Budget, Fields, Range, Source, View, check_disjoint};

/// One binary of a file.
#[derive(Debug, Clone)]
pub struct Binary {
    /// Version of its layout.
    pub version: Version,
    /// Where it is in the file.
    pub range: Range,
    /// Its images.
    pub entries: Vec<Entry>,
}

/// One image and what is said about it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What the image is.
    pub image_kind: ImageKind,
    /// Who it is for.
    pub offload_kind: OffloadKind,
    /// Flags; [`super::METADATA_ONLY`] is the only one known.
    pub flags: u32,
    /// Keys and values.
    pub strings: Strings,
    /// Where the image is in the file.
    pub image: Range,
    /// Where this entry is in the file.
    pub offset: u64,
}

/// Whether a file starts like an OffloadBinary.
#[must_use]
pub fn is_offload_binary(start: &[u8]) -> bool {
    start.starts_with(&MAGIC)
}

/// Reads all binaries of a file.
///
/// # Errors
/// [`FormatError`] for the first field that is wrong.
pub fn read(source: &dyn Source) -> Result<Vec<Binary>, FormatError> {
    read_range(source, Range { start: 0, size: source.size() })
}

/// Reads all binaries in a range of a file, such as a section of an object file.
///
/// # Errors
/// As for [`read`].
pub fn read_range(source: &dyn Source, range: Range) -> Result<Vec<Binary>, FormatError> {
    read_within(source, range, &mut Budget::of(range.size))
}

/// As [`read_range`]. Strings can share their texts, so a small file could otherwise ask its readers for any amount of
/// memory: each is counted as often as it is referred to.
pub(crate) fn read_within(source: &dyn Source, range: Range, budget: &mut Budget) -> Result<Vec<Binary>, FormatError> {
    let all = View::at(source, range);
    let mut binaries = Vec::new();
    let mut offset = 0;
    while offset < range.size || binaries.is_empty() {
        let binary = read_binary(source, &all, offset, budget)?;
        // Linkers and older writers may leave zero bytes up to the alignment.
        let end = offset + binary.range.size;
        let next = end.next_multiple_of(ALIGNMENT).min(range.size);
        if all.bytes(end, next - end, "padding")?.iter().any(|&byte| byte != 0) {
            let problem = FormatProblem::Unexpected {
                found: "other bytes".into(),
                expected: "zero bytes up to a multiple of 8".into(),
            };
            return Err(all.error(end, "padding", problem));
        }
        offset = next;
        binaries.push(binary);
    }
    Ok(binaries)
}

fn read_binary(source: &dyn Source, all: &View<'_>, start: u64, budget: &mut Budget) -> Result<Binary, FormatError> {
    let header = all.bytes(start, HEADER, "header")?;
    if !header.starts_with(&MAGIC) {
        let found = header[..4].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        return Err(all.error(start, "magic", FormatProblem::Unexpected { found, expected: "10 ff 10 ad".into() }));
    }
    let mut fields = Fields::new(&header, all.range.start + start, "header");
    fields.skip::<4>()?;
    let (version, size) = (fields.u32()?, fields.u64()?);
    let (entries_offset, last) = (fields.u64()?, fields.u64()?);
    let unexpected = |at, field: &'static str, found: u64, expected: &'static str| {
        all.error(start + at, field, FormatProblem::Unexpected { found: found.to_string(), expected: expected.into() })
    };
    let version = match version {
        1 => Version::V1,
        2 => Version::V2,
        other => return Err(unexpected(4, "version", other.into(), "1 or 2")),
    };
    if size < HEADER {
        return Err(unexpected(8, "size", size, "at least the 32 bytes of the header"));
    }
    let outside = FormatProblem::OutOfRange { start, size, limit: all.range.size };
    let range = all.range.part(start, size).ok_or_else(|| all.error(start + 8, "size", outside))?;
    let view = View::at(source, range);
    let count = match version {
        Version::V1 if last < ENTRY => return Err(unexpected(24, "entry size", last, "at least 40")),
        Version::V1 => 1,
        Version::V2 => last,
    };
    let room = size.saturating_sub(entries_offset);
    let table_size = count.checked_mul(ENTRY).filter(|&needed| needed <= room).ok_or_else(|| {
        let problem = FormatProblem::Count { count, element: ENTRY, available: room };
        view.error(if version == Version::V1 { 16 } else { 24 }, "number of entries", problem)
    })?;
    let table = view.bytes(entries_offset, table_size, "entries")?;
    let rows = Rows { bytes: &table, offset: entries_offset };
    let entries = read_entries(&view, version, &rows, budget)?;
    Ok(Binary { version, range, entries })
}

/// An entry as it stands in the file.
struct Row {
    /// Its number.
    index: usize,
    /// Where it is in the binary.
    at: u64,
    image_kind: u16,
    offload_kind: u16,
    flags: u32,
    strings: u64,
    strings_count: u64,
    image: u64,
    image_size: u64,
}

/// The entries as they stand in the file.
struct Rows<'a> {
    bytes: &'a [u8],
    /// Where they are in the binary.
    offset: u64,
}

impl Rows<'_> {
    fn iter(&self, view: &View<'_>) -> impl Iterator<Item = Result<Row, FormatError>> {
        let start = view.range.start;
        self.bytes.chunks_exact(ENTRY as usize).enumerate().map(move |(index, bytes)| {
            let at = self.offset + index as u64 * ENTRY;
            let mut fields = Fields::new(bytes, start + at, "entry");
            Ok(Row {
                index,
                at,
                image_kind: fields.u16()?,
                offload_kind: fields.u16()?,
                flags: fields.u32()?,
                strings: fields.u64()?,
                strings_count: fields.u64()?,
                image: fields.u64()?,
                image_size: fields.u64()?,
            })
        })
    }
}

/// What a range of a binary is.
#[derive(Debug, Clone, Copy)]
enum Part {
    Header,
    Entries,
    Image(usize),
    Strings(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Entries => f.write_str("the entries"),
            Self::Image(index) => write!(f, "image of entry {index}"),
            Self::Strings(index) => write!(f, "strings of entry {index}"),
        }
    }
}

fn read_entries(
    view: &View<'_>,
    version: Version,
    rows: &Rows<'_>,
    budget: &mut Budget,
) -> Result<Vec<Entry>, FormatError> {
    let metadata = check_ranges(view, version, rows)?;
    let buffer: Arc<[u8]> = view.bytes(0, metadata, "strings")?.into();
    let mut reader = StringReader { view, version, buffer: &buffer, budget };
    let entry = |row: Result<Row, FormatError>| {
        let row = row?;
        Ok(Entry {
            image_kind: ImageKind(row.image_kind),
            offload_kind: OffloadKind(row.offload_kind),
            flags: row.flags,
            strings: reader.read(&row)?,
            // In the binary, as was checked.
            image: Range { start: view.range.start + row.image, size: row.image_size },
            offset: view.range.start + row.at,
        })
    };
    rows.iter(view).map(entry).collect()
}

/// Checks where images and strings are, and says where the first image starts: what is not an image ends there, since
/// images come last in every writer.
fn check_ranges(view: &View<'_>, version: Version, rows: &Rows<'_>) -> Result<u64, FormatError> {
    let mut metadata = view.range.size;
    let start = view.range.start;
    let entries = Range { start: start + rows.offset, size: rows.bytes.len() as u64 };
    let mut ranges = vec![(Range { start, size: HEADER }, start, Part::Header), (entries, start + 16, Part::Entries)];
    for row in rows.iter(view) {
        let row = row?;
        let (index, field) = (row.index, row.at + 24);
        let image = view.range.part(row.image, row.image_size).ok_or_else(|| {
            let problem = FormatProblem::OutOfRange { start: row.image, size: row.image_size, limit: view.range.size };
            view.error(field, Part::Image(index).to_string(), problem)
        })?;
        if row.image_size > 0 {
            metadata = metadata.min(row.image);
            ranges.push((image, start + field, Part::Image(index)));
        }
        if row.strings_count == 0 {
            continue;
        }
        let (width, room) = (version.string_entry(), view.range.size.saturating_sub(row.strings));
        let strings = row.strings_count.checked_mul(width).and_then(|size| view.range.part(row.strings, size));
        let strings = strings.ok_or_else(|| {
            let problem = FormatProblem::Count { count: row.strings_count, element: width, available: room };
            view.error(field - 8, format!("number of strings of entry {index}"), problem)
        })?;
        // Distinct tables also keep entries from multiplying what the file holds once.
        ranges.push((strings, start + field - 16, Part::Strings(index)));
    }
    check_disjoint(ranges)?;
    Ok(metadata)
}

struct StringReader<'a> {
    view: &'a View<'a>,
    version: Version,
    buffer: &'a Arc<[u8]>,
    /// Bytes that strings may still take.
    budget: &'a mut Budget,
}

impl StringReader<'_> {
    fn read(&mut self, row: &Row) -> Result<Strings, FormatError> {
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

    /// Where a key is: a text of at most [`LONGEST_KEY`] bytes.
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

    /// Where each value of version 1 ends, by its start. One pass over the buffer, however many texts share their endings.
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
