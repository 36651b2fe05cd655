//! Reads descriptors of host files back: in objects through relocations, in programs through addresses. `host` reads
//! the tables of images for hosts in the same way.

mod host;

use std::collections::BTreeSet;

use sycl_propset::{Bytes, PropertySet, PropertySetRegistry, Value};

use super::addresses::Place;
use super::host_file::{self, HostFile};
use super::{
    DESCRIPTOR_SIZE, DESCRIPTOR_VERSION, ENTRY_KIND, ENTRY_VERSION, EntryLayout, Format, IMAGE_KIND, IMAGE_SIZE,
    IMAGE_VERSION, Image, PROPERTY_SIZE, SET_SIZE, TYPE_BYTES, TYPE_U32,
};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Budget, Fields, Memory, Range, Source, Tables, View};

pub(crate) use host::{HostImage, host_images};

/// The images that an object, program or library registers, in order; none if it has no descriptor.
///
/// # Errors
/// [`FormatError`] for the first field that is wrong; offsets count from the start of the file.
pub fn read(data: &[u8]) -> Result<Vec<Image<Range>>, FormatError> {
    read_source(&Memory(data))
}

/// As [`read`], for a file that need not be in memory.
///
/// # Errors
/// As for [`read`].
pub fn read_source(source: &dyn Source) -> Result<Vec<Image<Range>>, FormatError> {
    let view = View::whole(source);
    let tables = Tables::new(view);
    let mut budget = Budget::for_file(source.size());
    let mut images = Images::open(view, &tables, &mut budget)?;
    let places = images.find()?;
    places.iter().map(|place| images.read(place)).collect()
}

/// The images of a host file, read one after another.
pub(crate) struct Images<'a> {
    view: View<'a>,
    file: HostFile<'a>,
    budget: &'a mut Budget,
}

/// Place of the structure of an image.
pub(crate) struct ImagePlace(Place);

impl<'a> Images<'a> {
    /// Opens the file in a view. What is copied out of it counts against the budget.
    pub(crate) fn open(view: View<'a>, tables: &'a Tables<'a>, budget: &'a mut Budget) -> Result<Self, FormatError> {
        Ok(Self { view, file: host_file::open(view, tables)?, budget })
    }

    /// Kind of the file.
    pub(crate) fn kind(&self) -> &str {
        &self.file.kind
    }

    /// Whether the file is to be linked yet.
    pub(crate) fn is_object(&self) -> bool {
        self.file.is_object
    }

    /// Sections of the name of those that hold OffloadBinaries for a linker wrapper.
    pub(crate) fn offloading(&self) -> &[Range] {
        &self.file.offloading
    }

    /// Sections with an OffloadBinary that the file registers.
    pub(crate) fn registered(&self) -> &[Range] {
        &self.file.registered
    }

    /// All images of all descriptors: those that symbols name, and those without a symbol that are descriptors by their
    /// form.
    pub(crate) fn find(&mut self) -> Result<Vec<ImagePlace>, FormatError> {
        let Some(addresses) = &mut self.file.addresses else { return Ok(Vec::new()) };
        let named: BTreeSet<Place> = addresses.named()?.into_iter().collect();
        let suspects = addresses.suspects()?;
        let mut descriptors = named.clone();
        for place in suspects {
            if !named.contains(&place) && self.is_descriptor(place)? {
                descriptors.insert(place);
            }
        }
        let mut images = Vec::new();
        for descriptor in descriptors {
            self.images_of(descriptor, &mut images)?;
        }
        Ok(images)
    }

    /// Whether a place that looks like a descriptor has an image where it says.
    fn is_descriptor(&mut self, at: Place) -> Result<bool, FormatError> {
        let Some(list) = self.pointer_at(at, 8)? else { return Ok(false) };
        let Some(image) = self.range(list, IMAGE_SIZE) else { return Ok(false) };
        let bytes = View::at(self.view.source(), image).bytes(0, IMAGE_SIZE, "image")?;
        let mut fields = Fields::new(&bytes, image.start, "image");
        let (version, kind, format, padding) = (fields.u16()?, fields.u8()?, fields.u8()?, fields.u32()?);
        // LLVM's linker wrapper stores the kind of the OffloadBinary.
        let is_sycl = kind == IMAGE_KIND || kind == ENTRY_KIND as u8;
        if version != IMAGE_VERSION || !is_sycl || Format::from_number(format).is_none() || padding != 0 {
            return Ok(false);
        }
        let (begin, end) = (self.pointer_at(list, 32)?, self.pointer_at(list, 40)?);
        Ok(begin.zip(end).is_some_and(|(begin, end)| begin.space == end.space && begin.offset <= end.offset))
    }

    fn images_of(&mut self, at: Place, images: &mut Vec<ImagePlace>) -> Result<(), FormatError> {
        let descriptor = self.structure(at, DESCRIPTOR_SIZE, "descriptor")?;
        let mut fields = Fields::new(&descriptor, self.offset_of(at), "descriptor");
        let (version, count) = (fields.u16()?, fields.u16()?);
        if version != DESCRIPTOR_VERSION {
            return Err(self.wrong(at, "version of the descriptor", version.to_string(), "1"));
        }
        if count == 0 {
            return Ok(());
        }
        let list = self.pointer_at(at, 8)?.ok_or_else(|| self.wrong(at, "images", "null".into(), "a pointer"))?;
        self.spend(at, u64::from(count) * IMAGE_SIZE)?;
        for index in 0..u64::from(count) {
            let image = list.plus(index * IMAGE_SIZE);
            let image = image.ok_or_else(|| self.wrong(at, "images", "too high an address".into(), "a place"))?;
            images.push(ImagePlace(image));
        }
        Ok(())
    }

    /// Reads an image.
    pub(crate) fn read(&mut self, place: &ImagePlace) -> Result<Image<Range>, FormatError> {
        let at = place.0;
        let image = self.structure(at, IMAGE_SIZE, "image")?;
        let mut fields = Fields::new(&image, self.offset_of(at), "image");
        let (version, _, number) = (fields.u16()?, fields.u8()?, fields.u8()?);
        if version != IMAGE_VERSION {
            return Err(self.wrong(at, "version of an image", version.to_string(), "3"));
        }
        let format = Format::from_number(number);
        let format = format.ok_or_else(|| self.wrong(at, "format of an image", number.to_string(), "0 to 6"))?;
        let begin = self.pointer_at(at, 32)?.ok_or_else(|| self.wrong(at, "image", "null".into(), "a pointer"))?;
        let end = self.pointer_at(at, 40)?.filter(|end| end.space == begin.space);
        let size = end.and_then(|end| end.offset.checked_sub(begin.offset));
        let size = size.ok_or_else(|| self.wrong(at, "end of an image", "another place".into(), "its section"))?;
        Ok(Image {
            target: self.text(at, 8)?,
            format,
            compile_options: self.text(at, 16)?,
            link_options: self.text(at, 24)?,
            content: self.checked_range(begin, size, "image")?,
            entries: self.entries(at)?,
            properties: self.sets(at)?,
        })
    }

    fn entries(&mut self, at: Place) -> Result<Vec<String>, FormatError> {
        // Entries of the new layout have a zero word first and their version where the old has the name.
        let mut layout = EntryLayout::New;
        if let Some(first) = self.pointer_at(at, 48)? {
            let second = self.structure(first, 16, "entry")?;
            let mut fields = Fields::new(&second, self.offset_of(first), "entry");
            fields.skip::<8>()?;
            if (fields.u16()?, fields.u16()?) != (ENTRY_VERSION, ENTRY_KIND) && self.pointer_at(first, 8)?.is_some() {
                layout = EntryLayout::Old;
            }
        }
        let mut names = Vec::new();
        for entry in self.list(at, 48, layout.size(), "entries")? {
            let bytes = self.structure(entry, layout.size(), "entry")?;
            let mut fields = Fields::new(&bytes, self.offset_of(entry), "entry");
            fields.skip::<8>()?;
            if layout == EntryLayout::New && (fields.u16()?, fields.u16()?) != (ENTRY_VERSION, ENTRY_KIND) {
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
        let mut fields = Fields::new(&property, self.offset_of(at), "property");
        fields.skip::<16>()?;
        let (kind, _, size) = (fields.u32()?, fields.u32()?, fields.u64()?);
        match kind {
            TYPE_U32 => {
                let number = u32::try_from(size);
                number.map(Value::U32).map_err(|_| self.wrong(at, "property value", size.to_string(), "32 bits"))
            }
            TYPE_BYTES => {
                let place = self.pointer_at(at, 8)?.ok_or_else(|| {
                    self.wrong(at, "property value", "null".into(), "bytes with their size in bits before them")
                })?;
                let range = self.checked_range(place, size, "property value")?;
                self.spend(at, size)?;
                let bytes = View::at(self.view.source(), range).bytes(0, range.size, "property value")?;
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
        let (begin, end) = (self.pointer_at(at, offset)?, self.pointer_at(at, offset + 8)?);
        let (begin, size) = match (begin, end) {
            (None, None) => (at, 0),
            (Some(begin), Some(end)) if begin.space == end.space && begin.offset <= end.offset => {
                (begin, end.offset - begin.offset)
            }
            _ => return Err(self.wrong(at, field, "no range".into(), "two pointers into one section")),
        };
        if size % element != 0 {
            return Err(self.wrong(at, field, format!("{size} bytes"), "whole elements"));
        }
        if size > 0 {
            self.checked_range(begin, size, field)?;
        }
        self.spend(at, size)?;
        // The whole list is in the file, so that this does not overflow.
        Ok((0..size / element).map(move |index| Place { offset: begin.offset + index * element, ..begin }))
    }

    /// Counts what is copied out, so that structures that share parts cannot ask for any amount of memory.
    fn spend(&mut self, at: Place, bytes: u64) -> Result<(), FormatError> {
        self.budget.spend(bytes).map_err(|problem| self.error(at, "structure", problem))
    }

    fn pointer_at(&mut self, at: Place, offset: u64) -> Result<Option<Place>, FormatError> {
        match (&mut self.file.addresses, at.plus(offset)) {
            (Some(addresses), Some(place)) => addresses.pointer(place),
            _ => Ok(None),
        }
    }

    /// A text: up to the next zero byte, looked for no further than the budget goes.
    fn text(&mut self, at: Place, offset: u64) -> Result<String, FormatError> {
        let place = self.pointer_at(at, offset)?.ok_or_else(|| self.wrong(at, "text", "null".into(), "a pointer"))?;
        let rest = self.file.addresses.as_ref().and_then(|addresses| addresses.rest(place));
        let rest = rest.ok_or_else(|| self.wrong(at, "text", "a place outside of its section".into(), "a text"))?;
        let view = View::at(self.view.source(), Range { size: rest.size.min(self.budget.left()), ..rest });
        let mut text = Vec::new();
        let mut block = 64;
        loop {
            let read = text.len() as u64;
            let bytes = view.bytes(read, block.min(view.range.size - read), "text")?;
            let Some(length) = bytes.iter().position(|&byte| byte == 0) else {
                if bytes.is_empty() {
                    return Err(self.error(at, "text", FormatProblem::NotTerminated));
                }
                text.extend(bytes);
                block = (block * 2).min(1 << 16);
                continue;
            };
            text.extend_from_slice(&bytes[..length]);
            self.spend(at, text.len() as u64 + 1)?;
            return String::from_utf8(text).map_err(|_| self.error(at, "text", FormatProblem::NotUtf8));
        }
    }

    /// The bytes of a structure.
    fn structure(&self, at: Place, size: u64, field: &'static str) -> Result<Vec<u8>, FormatError> {
        let range = self.checked_range(at, size, field)?;
        View::at(self.view.source(), range).bytes(0, size, field)
    }

    /// Place of bytes in the file, if it has them.
    fn range(&self, at: Place, size: u64) -> Option<Range> {
        let rest = self.file.addresses.as_ref().and_then(|addresses| addresses.rest(at));
        rest.and_then(|rest| rest.part(0, size)).or((size == 0).then_some(Range { start: self.offset_of(at), size }))
    }

    fn checked_range(&self, at: Place, size: u64, field: &'static str) -> Result<Range, FormatError> {
        self.range(at, size).ok_or_else(|| {
            let limit =
                self.file.addresses.as_ref().and_then(|addresses| addresses.rest(at)).map_or(0, |rest| rest.size);
            self.error(at, field, FormatProblem::OutOfRange { start: at.offset, size, limit })
        })
    }

    /// Offset of a place in the file; the start of the file if it is nowhere.
    fn offset_of(&self, at: Place) -> u64 {
        let rest = self.file.addresses.as_ref().and_then(|addresses| addresses.rest(at));
        rest.map_or(self.view.range.start, |rest| rest.start)
    }

    fn error(&self, at: Place, field: &'static str, problem: FormatProblem) -> FormatError {
        FormatError::new(self.offset_of(at), field, problem)
    }

    fn wrong(&self, at: Place, field: &'static str, found: String, expected: &'static str) -> FormatError {
        self.error(at, field, FormatProblem::Unexpected { found, expected: expected.into() })
    }
}
