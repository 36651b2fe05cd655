//! Reads the descriptor of a host object back, through its relocations.

use std::collections::HashMap;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget, SectionIndex};
use sycl_propset::{Bytes, PropertySet, PropertySetRegistry, Value};

use super::{
    DESCRIPTOR, DESCRIPTOR_SIZE, DESCRIPTOR_VERSION, ENTRY_KIND, ENTRY_VERSION, EntryLayout, Format, IMAGE_SIZE,
    IMAGE_VERSION, PROPERTY_SIZE, SET_SIZE, TYPE_BYTES, TYPE_U32,
};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Fields, Range};

/// An image that an object registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// What the runtime takes it for.
    pub target: String,
    /// What its bytes are.
    pub format: Format,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
    /// Symbols of the image.
    pub entries: Vec<String>,
    /// Its properties.
    pub properties: PropertySetRegistry,
    /// Where its bytes are in the file.
    pub image: Range,
}

/// Bytes of texts and values at most that a small object may make of one text used many times.
const EXPANSION: u64 = 64 << 20;

/// The images that an object registers, in order; none if it has no descriptor.
///
/// # Errors
/// [`FormatError`] for the first field that is wrong; offsets count from the start of the file.
pub fn read(data: &[u8]) -> Result<Vec<Registered>, FormatError> {
    let malformed = |e: object::Error| unexpected(0, "object file", e.to_string(), "a well-formed object");
    let file = object::File::parse(data).map_err(malformed)?;
    let descriptor = file.symbols().find(|symbol| symbol.name().is_ok_and(|name| name == DESCRIPTOR));
    let Some(descriptor) = descriptor else { return Ok(Vec::new()) };
    let section = descriptor.section_index();
    let section = section.ok_or_else(|| unexpected(0, "descriptor", "no section".into(), "a section"))?;
    let mut reader = Reader { pointers: HashMap::new(), sections: HashMap::new(), structures: section, budget: 0 };
    for section in file.sections() {
        if let Some((offset, size)) = section.file_range()
            && offset.checked_add(size).is_some_and(|end| end <= data.len() as u64)
        {
            let bytes = &data[offset as usize..(offset + size) as usize];
            reader.sections.insert(section.index(), Section { offset, bytes });
        }
    }
    reader.collect_pointers(&file)?;
    let structures = reader.sections.get(&section).map_or(0, |section| section.bytes.len() as u64);
    reader.budget = EXPANSION + structures;
    reader.images(Place { section, offset: descriptor.address() })
}

fn unexpected(offset: u64, field: &'static str, found: String, expected: &'static str) -> FormatError {
    FormatError::new(offset, field, FormatProblem::Unexpected { found, expected: expected.into() })
}

struct Section<'a> {
    /// Where it is in the file.
    offset: u64,
    bytes: &'a [u8],
}

/// A place in a section.
#[derive(Clone, Copy)]
struct Place {
    section: SectionIndex,
    offset: u64,
}

struct Reader<'a> {
    sections: HashMap<SectionIndex, Section<'a>>,
    /// Where the pointers of the structures point, by their offset.
    pointers: HashMap<u64, Place>,
    structures: SectionIndex,
    /// Bytes that may still be copied out of the object.
    budget: u64,
}

impl Reader<'_> {
    fn collect_pointers(&mut self, file: &object::File<'_>) -> Result<(), FormatError> {
        let malformed = |e: object::Error| unexpected(0, "relocation", e.to_string(), "a well-formed relocation");
        let section = file.section_by_index(self.structures).map_err(malformed)?;
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
            let symbol = file.symbol_by_index(symbol).map_err(malformed)?;
            let Some(target) = symbol.section_index() else { continue };
            let mut addend = relocation.addend();
            if relocation.has_implicit_addend() {
                let stored = self.sections.get(&self.structures).and_then(|section| {
                    section.bytes.get(usize::try_from(offset).ok()?..)?.first_chunk::<8>().copied()
                });
                addend = addend.wrapping_add(stored.map_or(0, i64::from_le_bytes));
            }
            let offset_in_target = symbol.address().wrapping_add_signed(addend);
            self.pointers.insert(offset, Place { section: target, offset: offset_in_target });
        }
        Ok(())
    }

    fn images(&mut self, at: Place) -> Result<Vec<Registered>, FormatError> {
        let descriptor = self.structure(at, DESCRIPTOR_SIZE, "descriptor")?;
        let mut fields = Fields(descriptor);
        let (version, count) = (fields.u16(), fields.u16());
        if version != DESCRIPTOR_VERSION {
            return Err(self.wrong(at, "version of the descriptor", version.to_string(), "1"));
        }
        let mut images = Vec::new();
        if count > 0 {
            let list = self.pointer(at, 8).ok_or_else(|| self.wrong(at, "images", "null".into(), "a pointer"))?;
            for index in 0..u64::from(count) {
                images.push(self.image(Place { offset: list.offset.wrapping_add(index * IMAGE_SIZE), ..list })?);
            }
        }
        Ok(images)
    }

    fn image(&mut self, at: Place) -> Result<Registered, FormatError> {
        let image = self.structure(at, IMAGE_SIZE, "image")?;
        let mut fields = Fields(image);
        let version = fields.u16();
        if version != IMAGE_VERSION {
            return Err(self.wrong(at, "version of an image", version.to_string(), "3"));
        }
        let format = image[3];
        let format = Format::from_number(format);
        let format = format.ok_or_else(|| self.wrong(at, "format of an image", image[3].to_string(), "0 to 3"))?;
        let begin = self.pointer(at, 32).ok_or_else(|| self.wrong(at, "image", "null".into(), "a pointer"))?;
        let size = self.pointer(at, 40).filter(|end| end.section == begin.section);
        let size = size.and_then(|end| end.offset.checked_sub(begin.offset));
        let size = size.ok_or_else(|| self.wrong(at, "end of an image", "another place".into(), "its section"))?;
        let bytes = self.bytes(begin, size, "image")?;
        Ok(Registered {
            target: self.text(at, 8)?,
            format,
            compile_options: self.text(at, 16)?,
            link_options: self.text(at, 24)?,
            image: bytes,
            entries: self.entries(at)?,
            properties: self.sets(at)?,
        })
    }

    fn entries(&mut self, at: Place) -> Result<Vec<String>, FormatError> {
        // Entries of the new layout have a zero word first and their version where the old has the name.
        let layout = self.pointer(at, 48).map_or(EntryLayout::New, |first| {
            if self.pointer(first, 8).is_some() { EntryLayout::Old } else { EntryLayout::New }
        });
        let mut names = Vec::new();
        for entry in self.list(at, 48, layout.size(), "entries")? {
            let bytes = self.structure(entry, layout.size(), "entry")?;
            let mut fields = Fields(&bytes[8..12]);
            if layout == EntryLayout::New && (fields.u16(), fields.u16()) != (ENTRY_VERSION, ENTRY_KIND) {
                return Err(self.wrong(entry, "entry", "another version or kind".into(), "version 1, kind 8"));
            }
            names.push(self.text(entry, if layout == EntryLayout::New { 24 } else { 8 })?);
        }
        Ok(names)
    }

    fn sets(&mut self, at: Place) -> Result<PropertySetRegistry, FormatError> {
        let mut registry = PropertySetRegistry::new();
        for set in self.list(at, 64, SET_SIZE, "property sets")? {
            let name = self.text(set, 0)?;
            let mut properties = PropertySet::new();
            for property in self.list(set, 8, PROPERTY_SIZE, "properties")? {
                let name = self.text(property, 0)?;
                properties.insert(name, self.value(property)?);
            }
            registry.insert(name.as_str(), properties);
        }
        Ok(registry)
    }

    fn value(&mut self, at: Place) -> Result<Value, FormatError> {
        let property = self.structure(at, PROPERTY_SIZE, "property")?;
        let mut fields = Fields(&property[16..]);
        let (kind, _, size) = (fields.u32(), fields.u32(), fields.u64());
        let mismatch =
            |found: String| self.wrong(at, "property value", found, "bytes with their size in bits before them");
        match kind {
            TYPE_U32 => {
                let number = u32::try_from(size);
                number.map(Value::U32).map_err(|_| self.wrong(at, "property value", size.to_string(), "32 bits"))
            }
            TYPE_BYTES => {
                let place = self.pointer(at, 8).ok_or_else(|| mismatch("null".into()))?;
                let range = self.bytes(place, size, "property value")?;
                self.spend(at, size)?;
                let bytes = self.slice(place, range.size);
                let Some((bits, payload)) = bytes.split_first_chunk::<8>() else {
                    return Err(self.wrong(at, "property value", format!("{size} bytes"), "at least 8"));
                };
                let value = Bytes::from_bits(payload.to_vec(), u64::from_le_bytes(*bits));
                value.map(Value::from).map_err(|e| self.wrong(at, "property value", e.to_string(), "matching sizes"))
            }
            other => Err(self.wrong(at, "property type", other.to_string(), "1 or 2")),
        }
    }

    /// The elements between the two pointers at `offset` of a structure.
    fn list(
        &mut self,
        at: Place,
        offset: u64,
        element: u64,
        field: &'static str,
    ) -> Result<impl Iterator<Item = Place> + use<>, FormatError> {
        let (begin, end) = (self.pointer(at, offset), self.pointer(at, offset + 8));
        let (begin, size) = match (begin, end) {
            (None, None) => (at, 0),
            (Some(begin), Some(end)) if begin.section == end.section && begin.offset <= end.offset => {
                (begin, end.offset - begin.offset)
            }
            _ => return Err(self.wrong(at, field, "no range".into(), "two pointers into one section")),
        };
        if size % element != 0 {
            return Err(self.wrong(at, field, format!("{size} bytes"), "whole elements"));
        }
        if size > 0 {
            self.structure(begin, size, field)?;
        }
        self.spend(at, size)?;
        Ok((0..size / element).map(move |index| Place { offset: begin.offset + index * element, ..begin }))
    }

    /// Counts what is copied out, so that structures that share parts cannot ask for any amount of memory.
    fn spend(&mut self, at: Place, bytes: u64) -> Result<(), FormatError> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err(self.wrong(at, "structure", "parts shared too often".into(), "at most 64 MiB of them")),
        }
    }

    fn pointer(&self, at: Place, offset: u64) -> Option<Place> {
        if at.section != self.structures {
            return None;
        }
        self.pointers.get(&at.offset.checked_add(offset)?).copied()
    }

    fn text(&mut self, at: Place, offset: u64) -> Result<String, FormatError> {
        let place = self.pointer(at, offset).ok_or_else(|| self.wrong(at, "text", "null".into(), "a pointer"))?;
        let section = self.sections.get(&place.section);
        let rest = section.and_then(|section| section.bytes.get(usize::try_from(place.offset).ok()?..));
        let rest = rest.ok_or_else(|| self.wrong(at, "text", "a place outside of its section".into(), "a text"))?;
        let limit = usize::try_from(self.budget).unwrap_or(usize::MAX).min(rest.len());
        let end = rest[..limit].iter().position(|&byte| byte == 0);
        let end = end.ok_or_else(|| self.error(at, "text", FormatProblem::NotTerminated))?;
        let text = std::str::from_utf8(&rest[..end]).map_err(|_| self.error(at, "text", FormatProblem::NotUtf8))?;
        let text = text.to_owned();
        self.spend(at, text.len() as u64 + 1)?;
        Ok(text)
    }

    /// Bytes of the section of structures.
    fn structure(&self, at: Place, size: u64, field: &'static str) -> Result<&[u8], FormatError> {
        if at.section != self.structures {
            return Err(self.wrong(at, field, "another section".into(), "the section of the descriptor"));
        }
        self.bytes(at, size, field)?;
        Ok(self.slice(at, size))
    }

    /// Where bytes of a section are in the file, if it has them.
    fn bytes(&self, at: Place, size: u64, field: &'static str) -> Result<Range, FormatError> {
        let section = self.sections.get(&at.section);
        let limit = section.map_or(0, |section| section.bytes.len() as u64);
        match (section, at.offset.checked_add(size)) {
            (Some(section), Some(end)) if end <= limit => Ok(Range { start: section.offset + at.offset, size }),
            _ => Err(self.error(at, field, FormatProblem::OutOfRange { start: at.offset, size, limit })),
        }
    }

    /// Bytes that [`Self::bytes`] has checked.
    fn slice(&self, at: Place, size: u64) -> &[u8] {
        let section = self.sections.get(&at.section);
        section.and_then(|s| s.bytes.get(at.offset as usize..(at.offset + size) as usize)).unwrap_or_default()
    }

    fn error(&self, at: Place, field: &'static str, problem: FormatProblem) -> FormatError {
        let start = self.sections.get(&at.section).map_or(0, |section| section.offset);
        FormatError::new(start.saturating_add(at.offset), field, problem)
    }

    fn wrong(&self, at: Place, field: &'static str, found: String, expected: &'static str) -> FormatError {
        self.error(at, field, FormatProblem::Unexpected { found, expected: expected.into() })
    }
}
