//! Layout: three regions of bytes, and the pointers in one of them.

use std::borrow::Cow;
use std::collections::HashMap;

use sycl_propset::{PropertySet, Value};

use super::{
    DESCRIPTOR_SIZE, DESCRIPTOR_VERSION, ENTRY_KIND, ENTRY_VERSION, EntryLayout, IMAGE_KIND, IMAGE_SIZE, IMAGE_VERSION,
    Image, PROPERTY_SIZE, SET_SIZE, TYPE_BYTES, TYPE_U32, WrapError,
};

/// Alignment of images: SPIR-V is read as words, native code as an object file.
pub(super) const IMAGE_ALIGNMENT: u64 = 16;

/// A part of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Region {
    /// Structures, which hold pointers. The descriptor is at its start.
    Structures,
    /// Texts and property values.
    Values,
    /// Images.
    Images,
}

/// An address in the object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) region: Region,
    pub(super) offset: u64,
}

impl Place {
    fn plus(self, bytes: u64) -> Self {
        Self { offset: self.offset + bytes, ..self }
    }
}

/// A pointer in [`Region::Structures`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Pointer {
    /// Its place.
    pub(super) at: u64,
    /// Its target.
    pub(super) to: Place,
}

/// The contents of an object.
pub(super) struct Plan<'a> {
    pub(super) structures: Vec<u8>,
    pub(super) pointers: Vec<Pointer>,
    pub(super) values: Vec<u8>,
    pub(super) images: Cow<'a, [u8]>,
    /// Offset and size of each image in its region.
    pub(super) image_ranges: Vec<(u64, u64)>,
    texts: HashMap<Vec<u8>, u64>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(images: &[Image<Cow<'a, [u8]>>], entries: EntryLayout) -> Result<Self, WrapError> {
        let count = u16::try_from(images.len());
        let count = count.map_err(|_| WrapError::TooMany { images: images.len() })?;
        let mut plan = Self {
            structures: Vec::new(),
            pointers: Vec::new(),
            values: Vec::new(),
            images: Cow::Borrowed(&[]),
            image_ranges: Vec::new(),
            texts: HashMap::new(),
        };
        plan.place_images(images);
        let descriptor = plan.reserve(DESCRIPTOR_SIZE);
        let list = plan.reserve(u64::from(count) * IMAGE_SIZE);
        plan.put(descriptor, &DESCRIPTOR_VERSION.to_le_bytes());
        plan.put(descriptor.plus(2), &count.to_le_bytes());
        if count > 0 {
            plan.point(descriptor.plus(8), list);
        }
        for (index, image) in images.iter().enumerate() {
            plan.image(list.plus(index as u64 * IMAGE_SIZE), index, image, entries)?;
        }
        Ok(plan)
    }

    fn place_images(&mut self, images: &[Image<Cow<'a, [u8]>>]) {
        if let [only] = images {
            self.images = only.content.clone();
            self.image_ranges.push((0, only.content.len() as u64));
            return;
        }
        let mut bytes = Vec::with_capacity(images.iter().map(|image| image.content.len() + 16).sum());
        for image in images {
            bytes.resize(bytes.len().next_multiple_of(IMAGE_ALIGNMENT as usize), 0);
            self.image_ranges.push((bytes.len() as u64, image.content.len() as u64));
            bytes.extend_from_slice(&image.content);
        }
        self.images = Cow::Owned(bytes);
    }

    fn image(
        &mut self,
        at: Place,
        index: usize,
        image: &Image<Cow<'_, [u8]>>,
        layout: EntryLayout,
    ) -> Result<(), WrapError> {
        self.put(at, &IMAGE_VERSION.to_le_bytes());
        self.put(at.plus(2), &[IMAGE_KIND, image.format as u8]);
        for (offset, text) in [(8, &image.target), (16, &image.compile_options), (24, &image.link_options)] {
            let text = self.text(text)?;
            self.point(at.plus(offset), text);
        }
        let (start, size) = self.image_ranges[index];
        let begin = Place { region: Region::Images, offset: start };
        self.point(at.plus(32), begin);
        self.point(at.plus(40), begin.plus(size));
        let entries = self.list(at.plus(48), image.entries.len(), layout.size());
        for (index, name) in image.entries.iter().enumerate() {
            let at = entries.plus(index as u64 * layout.size());
            let name = self.text(name)?;
            match layout {
                EntryLayout::New => {
                    self.put(at.plus(8), &ENTRY_VERSION.to_le_bytes());
                    self.put(at.plus(10), &ENTRY_KIND.to_le_bytes());
                    self.point(at.plus(24), name);
                }
                EntryLayout::Old => self.point(at.plus(8), name),
            }
        }
        let sets = self.list(at.plus(64), image.properties.len(), SET_SIZE);
        for (index, (name, set)) in image.properties.iter().enumerate() {
            self.set(sets.plus(index as u64 * SET_SIZE), name.as_str(), set)?;
        }
        Ok(())
    }

    fn set(&mut self, at: Place, name: &str, set: &PropertySet) -> Result<(), WrapError> {
        let name = self.text(name)?;
        self.point(at, name);
        let properties = self.list(at.plus(8), set.len(), PROPERTY_SIZE);
        for (index, (name, value)) in set.iter().enumerate() {
            let at = properties.plus(index as u64 * PROPERTY_SIZE);
            let name = self.text(name)?;
            self.point(at, name);
            match value {
                Value::U32(number) => {
                    self.put(at.plus(16), &TYPE_U32.to_le_bytes());
                    self.put(at.plus(24), &u64::from(*number).to_le_bytes());
                }
                Value::Bytes(bytes) => {
                    let mut stored = bytes.bit_len().to_le_bytes().to_vec();
                    stored.extend_from_slice(bytes.as_slice());
                    self.values.resize(self.values.len().next_multiple_of(8), 0);
                    let place = Place { region: Region::Values, offset: self.values.len() as u64 };
                    self.values.extend_from_slice(&stored);
                    self.point(at.plus(8), place);
                    self.put(at.plus(16), &TYPE_BYTES.to_le_bytes());
                    self.put(at.plus(24), &(stored.len() as u64).to_le_bytes());
                }
            }
        }
        Ok(())
    }

    /// Room for a list, its two pointers set unless it is empty.
    fn list(&mut self, at: Place, count: usize, element: u64) -> Place {
        let size = count as u64 * element;
        let list = self.reserve(size);
        if count > 0 {
            self.point(at, list);
            self.point(at.plus(8), list.plus(size));
        }
        list
    }

    fn reserve(&mut self, size: u64) -> Place {
        let offset = self.structures.len() as u64;
        self.structures.resize((offset + size) as usize, 0);
        Place { region: Region::Structures, offset }
    }

    fn put(&mut self, at: Place, bytes: &[u8]) {
        let start = at.offset as usize;
        self.structures[start..start + bytes.len()].copy_from_slice(bytes);
    }

    fn point(&mut self, at: Place, to: Place) {
        self.pointers.push(Pointer { at: at.offset, to });
    }

    /// A C string; equal ones share their bytes.
    fn text(&mut self, text: &str) -> Result<Place, WrapError> {
        if text.contains('\0') {
            return Err(WrapError::ZeroByte { text: text.to_owned() });
        }
        let values = &mut self.values;
        let offset = *self.texts.entry(text.as_bytes().to_vec()).or_insert_with(|| {
            let offset = values.len() as u64;
            values.extend_from_slice(text.as_bytes());
            values.push(0);
            offset
        });
        Ok(Place { region: Region::Values, offset })
    }
}
