//! Reading: header, entries and strings are checked and taken, images stay where they are.

mod strings;

use std::fmt;
use std::sync::Arc;

use super::strings::Strings;
use super::{ALIGNMENT, ENTRY, HEADER, ImageKind, MAGIC, OffloadKind, Version};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Budget, Fields, Range, Source, View, check_disjoint};
use strings::StringReader;

/// One binary of a file.
#[derive(Debug, Clone)]
pub struct Binary {
    /// Version of its layout.
    pub version: Version,
    /// Its place in the file.
    pub range: Range,
    /// Its images.
    pub entries: Vec<Entry>,
}

/// One image and what is said about it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Kind of the image.
    pub image_kind: ImageKind,
    /// Programming model of the image.
    pub offload_kind: OffloadKind,
    /// Flags; [`super::METADATA_ONLY`] is the only one known.
    pub flags: u32,
    /// Keys and values.
    pub strings: Strings,
    /// Place of the image in the file.
    pub image: Range,
    /// Place of this entry in the file.
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
    read_within(source, range, &mut Budget::for_file(range.size))
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
    /// Its place in the binary.
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
    /// Their place in the binary.
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

/// Kinds of ranges of a binary.
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
