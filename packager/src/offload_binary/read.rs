//! Reading: header, entries and strings are checked and taken, images stay where they are.

use std::collections::HashSet;
use std::sync::Arc;

use super::strings::{LONGEST_KEY, Strings};
use super::{ALIGNMENT, ENTRY, HEADER, ImageKind, MAGIC, OffloadKind, Version};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Fields, Range, Source, View, check_disjoint};

/// Bytes that the strings of one binary may take when each is counted as often as it is referred to. Entries of version 2
/// share texts, so a small file could otherwise ask its readers for any amount of memory.
const STRINGS_LIMIT: u64 = 256 << 20;

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
    let all = View::at(source, range);
    let mut binaries = Vec::new();
    let mut offset = 0;
    while offset < range.size || binaries.is_empty() {
        let binary = read_binary(source, &all, offset)?;
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

fn read_binary(source: &dyn Source, all: &View<'_>, start: u64) -> Result<Binary, FormatError> {
    let header = all.bytes(start, HEADER, "header")?;
    if !header.starts_with(&MAGIC) {
        let found = header[..4].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        return Err(all.error(start, "magic", FormatProblem::Unexpected { found, expected: "10 ff 10 ad".into() }));
    }
    let mut fields = Fields(&header[4..]);
    let (version, size) = (fields.u32(), fields.u64());
    let (entries_offset, last) = (fields.u64(), fields.u64());
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
    let rows: Vec<Row> = table.chunks_exact(ENTRY as usize).map(Row::new).collect();
    let entries = read_entries(&view, version, entries_offset, table_size, &rows)?;
    Ok(Binary { version, range, entries })
}

/// An entry as it stands in the file.
struct Row {
    image_kind: u16,
    offload_kind: u16,
    flags: u32,
    strings: u64,
    strings_count: u64,
    image: u64,
    image_size: u64,
}

impl Row {
    fn new(bytes: &[u8]) -> Self {
        let mut fields = Fields(bytes);
        Self {
            image_kind: fields.u16(),
            offload_kind: fields.u16(),
            flags: fields.u32(),
            strings: fields.u64(),
            strings_count: fields.u64(),
            image: fields.u64(),
            image_size: fields.u64(),
        }
    }
}

fn read_entries(
    view: &View<'_>,
    version: Version,
    entries_offset: u64,
    table_size: u64,
    rows: &[Row],
) -> Result<Vec<Entry>, FormatError> {
    // What is not an image ends where the first image starts; images come last in every writer.
    let mut metadata = view.range.size;
    let mut ranges = vec![
        (Range { start: view.range.start, size: HEADER }, view.range.start, "the header".to_owned()),
        (
            Range { start: view.range.start + entries_offset, size: table_size },
            view.range.start + 16,
            "the entries".to_owned(),
        ),
    ];
    let mut images = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let field = entries_offset + index as u64 * ENTRY + 24;
        let image = view.range.part(row.image, row.image_size).ok_or_else(|| {
            let problem = FormatProblem::OutOfRange { start: row.image, size: row.image_size, limit: view.range.size };
            view.error(field, format!("image of entry {index}"), problem)
        })?;
        if row.image_size > 0 {
            metadata = metadata.min(row.image);
        }
        ranges.push((image, view.range.start + field, format!("image of entry {index}")));
        images.push(image);
        let (width, room) = (version.string_entry(), view.range.size.saturating_sub(row.strings));
        let strings = row.strings_count.checked_mul(width).and_then(|size| view.range.part(row.strings, size));
        let Some(strings) = strings.or((row.strings_count == 0).then(Range::default)) else {
            let problem = FormatProblem::Count { count: row.strings_count, element: width, available: room };
            return Err(view.error(field - 8, format!("number of strings of entry {index}"), problem));
        };
        // Distinct tables also keep entries from multiplying what the file holds once.
        ranges.push((strings, view.range.start + field - 16, format!("strings of entry {index}")));
    }
    check_disjoint(ranges)?;
    let buffer: Arc<[u8]> = view.bytes(0, metadata, "strings")?.into();
    let mut reader = StringReader { view, version, buffer: &buffer, total: 0 };
    let mut entries = Vec::with_capacity(rows.len());
    for (index, (row, image)) in rows.iter().zip(images).enumerate() {
        let offset = entries_offset + index as u64 * ENTRY;
        entries.push(Entry {
            image_kind: ImageKind(row.image_kind),
            offload_kind: OffloadKind(row.offload_kind),
            flags: row.flags,
            strings: reader.read(index, offset, row)?,
            image,
            offset: view.range.start + offset,
        });
    }
    Ok(entries)
}

struct StringReader<'a> {
    view: &'a View<'a>,
    version: Version,
    buffer: &'a Arc<[u8]>,
    /// Bytes of all strings so far.
    total: u64,
}

impl StringReader<'_> {
    fn read(&mut self, index: usize, entry: u64, row: &Row) -> Result<Strings, FormatError> {
        let width = self.version.string_entry();
        if row.strings_count == 0 {
            return Ok(Strings { buffer: Arc::clone(self.buffer), items: Vec::new() });
        }
        // In the binary, as was checked; behind the start of an image it is not looked for.
        let start = row.strings as usize;
        let Some(table) = self.buffer.get(start..start + (row.strings_count * width) as usize) else {
            let problem = FormatProblem::Overlap("an image".to_owned());
            return Err(self.view.error(entry + 8, format!("strings of entry {index}"), problem));
        };
        let ends = self.text_ends(table);
        let mut keys = HashSet::new();
        let mut items = Vec::with_capacity(table.len() / width as usize);
        for (number, bytes) in table.chunks_exact(width as usize).enumerate() {
            let at = row.strings + number as u64 * width;
            let mut fields = Fields(bytes);
            let (key, value) = (fields.u64(), fields.u64());
            let key_range = self.text(at, "key", key, &ends)?;
            let value_range = match self.version {
                Version::V1 => self.text(at + 8, "value", value, &ends)?,
                Version::V2 => self.sized(at + 8, value, fields.u64())?,
            };
            let key = &self.buffer[key_range.clone()];
            if key.len() > LONGEST_KEY {
                let (found, expected) = (format!("{} bytes", key.len()), "at most 1024 bytes".into());
                return Err(self.view.error(at, "key", FormatProblem::Unexpected { found, expected }));
            }
            let key = std::str::from_utf8(key).map_err(|_| self.view.error(at, "key", FormatProblem::NotUtf8))?;
            if !keys.insert(key) {
                return Err(self.view.error(at, "key", FormatProblem::Duplicate(key.to_owned())));
            }
            self.total += (key_range.len() + value_range.len()) as u64;
            if self.total > STRINGS_LIMIT + self.view.range.size {
                let (found, expected) = (format!("{} bytes of strings", self.total), "at most 256 MiB".into());
                return Err(self.view.error(at, "value", FormatProblem::Unexpected { found, expected }));
            }
            items.push([key_range, value_range]);
        }
        Ok(Strings { buffer: Arc::clone(self.buffer), items })
    }

    /// For each offset in the table at which a text could start, where it ends; sorted by offset. One pass over the
    /// buffer, however many texts share their endings.
    fn text_ends(&self, table: &[u8]) -> Vec<(u64, Option<usize>)> {
        let width = self.version.string_entry() as usize;
        let mut starts: Vec<u64> = Vec::with_capacity(table.len() / width * 2);
        for bytes in table.chunks_exact(width) {
            let mut fields = Fields(bytes);
            starts.push(fields.u64());
            if self.version == Version::V1 {
                starts.push(fields.u64());
            }
        }
        starts.sort_unstable();
        starts.dedup();
        let mut known: Option<usize> = None;
        let ends = starts.into_iter().map(|start| {
            let position = usize::try_from(start).ok().filter(|&position| position < self.buffer.len());
            let end = position.and_then(|position| match known {
                Some(end) if end >= position => Some(end),
                _ => self.buffer[position..].iter().position(|&byte| byte == 0).map(|length| position + length),
            });
            known = end.or(known);
            (start, end)
        });
        ends.collect()
    }

    fn text(
        &self,
        at: u64,
        field: &'static str,
        start: u64,
        ends: &[(u64, Option<usize>)],
    ) -> Result<std::ops::Range<usize>, FormatError> {
        if start >= self.buffer.len() as u64 {
            let limit = self.buffer.len() as u64;
            return Err(self.view.error(at, field, FormatProblem::OutOfRange { start, size: 1, limit }));
        }
        let end = ends.binary_search_by_key(&start, |(start, _)| *start).ok().and_then(|found| ends[found].1);
        end.map(|end| start as usize..end).ok_or_else(|| self.view.error(at, field, FormatProblem::NotTerminated))
    }

    fn sized(&self, at: u64, start: u64, size: u64) -> Result<std::ops::Range<usize>, FormatError> {
        let limit = self.buffer.len() as u64;
        match start.checked_add(size) {
            Some(end) if end <= limit => Ok(start as usize..end as usize),
            _ => Err(self.view.error(at, "value", FormatProblem::OutOfRange { start, size, limit })),
        }
    }
}
