//! Typed view of the sets `SYCL/specialization constants` and `SYCL/specialization constants default values`.
//!
//! The first maps the symbolic id of each constant to descriptors, 12 bytes each, little endian: numeric id, offset in
//! the constant, size, all 32-bit, sizes and offsets in bytes. The second holds one blob under the key `all`: the
//! default values of all constants, one after another in the order of the first set.
//!
//! A constant's place in the blob is the sum of the extents of those before it; its extent ends where its last
//! descriptor does. Padding between members is implied by their offsets. Padding at the end needs a descriptor of its
//! own with the id [`PADDING_ID`], which a runtime must not set.
//!
//! Source: DPC++ design document "Specialization constants", section "Collecting spec constants info and communicating
//! it to DPC++ RT". The document orders the blob by numeric id, the runtime by position in the set; compilers number in
//! that order, so both are one. The document also speaks of one default property per constant; compilers write `all`.

use indexmap::IndexMap;

use crate::error::Error;
use crate::model::{PropertySet, PropertySetRegistry, SetName, Value};
use crate::property::Property;

/// The numeric id of a descriptor that stands for padding.
pub const PADDING_ID: u32 = u32::MAX;

/// The only key of the set of default values.
const DEFAULTS_KEY: &str = "all";
/// Bytes of a descriptor.
const DESCRIPTOR_SIZE: usize = 12;

/// One scalar leaf of a specialization constant, or padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// Numeric id (`SpecId` in SPIR-V), or [`PADDING_ID`].
    pub id: u32,
    /// Offset in the constant, in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

impl Descriptor {
    /// Padding at an offset in the constant.
    #[must_use]
    pub fn padding(offset: u32, size: u32) -> Self {
        Self { id: PADDING_ID, offset, size }
    }

    /// Whether this is padding and not a value.
    #[must_use]
    pub fn is_padding(&self) -> bool {
        self.id == PADDING_ID
    }

    /// Offset of the first byte behind the leaf, in bytes from the start of the constant.
    #[must_use]
    pub fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.size)
    }
}

/// The specialization constants of an image.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpecConstants {
    /// Descriptors by symbolic id, in the order of the file.
    pub constants: IndexMap<String, Vec<Descriptor>>,
    /// Default values of all constants; `None` if the image does not carry them.
    pub defaults: Option<Vec<u8>>,
}

/// The place of one constant in the blob of all values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement<'a> {
    /// The symbolic id.
    pub name: &'a str,
    /// The constant's descriptors.
    pub descriptors: &'a [Descriptor],
    /// Offset of the constant in the blob, in bytes.
    pub offset: u64,
    /// Bytes up to the next constant: where the last descriptor ends, 0 without descriptors.
    pub extent: u64,
}

impl SpecConstants {
    /// The symbolic ids, in the order of the file.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.constants.keys().map(String::as_str)
    }

    /// Reads both sets; an image without them has no constants.
    ///
    /// # Errors
    /// [`Error::Property`] for descriptors whose length is not a multiple of 12 bytes, or defaults that are not bytes.
    pub fn from_registry(registry: &PropertySetRegistry) -> Result<Self, Error> {
        let mut constants = IndexMap::new();
        let name = SetName::SpecializationConstants;
        for (constant, value) in registry.get(&name).iter().flat_map(|set| set.iter()) {
            let property = Property { set: &name, name: constant, value };
            constants.insert(constant.to_owned(), descriptors(property)?);
        }
        let name = SetName::SpecializationConstantsDefaultValues;
        let blob = registry.get(&name).and_then(|set| set.get(DEFAULTS_KEY));
        let defaults = blob.map(|value| Property { set: &name, name: DEFAULTS_KEY, value }.bytes()).transpose()?;
        Ok(Self { constants, defaults })
    }

    /// Puts both sets into a registry; touches a set only if it has something to hold.
    pub fn write_to(&self, registry: &mut PropertySetRegistry) {
        if !self.constants.is_empty() {
            registry.insert(SetName::SpecializationConstants, self.descriptor_set());
        }
        if let Some(blob) = &self.defaults {
            registry.set_mut(SetName::SpecializationConstantsDefaultValues).insert(DEFAULTS_KEY, blob.clone());
        }
    }

    fn descriptor_set(&self) -> PropertySet {
        let words = |d: &Descriptor| [d.id, d.offset, d.size];
        let value = |list: &[Descriptor]| Value::u32_list(&list.iter().flat_map(words).collect::<Vec<_>>());
        self.constants.iter().map(|(name, list)| (name.as_str(), value(list))).collect()
    }

    /// Place of each constant in the blob, in the order of the file.
    pub fn layout(&self) -> impl Iterator<Item = Placement<'_>> {
        let mut next = 0u64;
        self.constants.iter().map(move |(name, descriptors)| {
            let offset = next;
            let extent = descriptors.last().map_or(0, Descriptor::end);
            // Saturating: no blob reaches 2^64 bytes, so a sum that does fails where the blob is looked at.
            next = next.saturating_add(extent);
            Placement { name, descriptors, offset, extent }
        })
    }

    /// Bytes that all constants take together in the blob.
    #[must_use]
    pub fn blob_size(&self) -> u64 {
        self.layout().last().map_or(0, |placement| placement.offset.saturating_add(placement.extent))
    }
}

fn descriptors(property: Property<'_>) -> Result<Vec<Descriptor>, Error> {
    let expected = "a multiple of 12 bytes";
    let words = property.u32_list(expected)?;
    let (triples, rest) = words.as_chunks::<{ DESCRIPTOR_SIZE / 4 }>();
    if !rest.is_empty() {
        return Err(property.mismatch(expected));
    }
    Ok(triples.iter().map(|&[id, offset, size]| Descriptor { id, offset, size }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(id: u32, offset: u32, size: u32) -> Descriptor {
        Descriptor { id, offset, size }
    }

    fn sample() -> SpecConstants {
        // struct { int; char; } with tail padding, a scalar, struct { float; float; }
        SpecConstants {
            constants: IndexMap::from([
                ("pod".to_owned(), vec![leaf(0, 0, 4), leaf(1, 4, 1), Descriptor::padding(5, 3)]),
                ("scalar".to_owned(), vec![leaf(2, 0, 4)]),
                ("nested".to_owned(), vec![leaf(3, 0, 4), leaf(4, 4, 4)]),
            ]),
            defaults: Some((0..20).collect()),
        }
    }

    #[test]
    fn both_sets_come_back() {
        let mut registry = PropertySetRegistry::new();
        sample().write_to(&mut registry);
        assert_eq!(SpecConstants::from_registry(&registry), Ok(sample()));
        let scalar = registry.get(&SetName::SpecializationConstants).unwrap().get("scalar").unwrap();
        assert_eq!(scalar.as_u32_list(), Some(vec![2, 0, 4]));
    }

    #[test]
    fn nothing_is_written_for_nothing() {
        let mut registry = PropertySetRegistry::new();
        SpecConstants::default().write_to(&mut registry);
        assert!(registry.is_empty());
        assert_eq!(SpecConstants::from_registry(&registry), Ok(SpecConstants::default()));
    }

    #[test]
    fn places_are_running_sums_with_padding() {
        let sample = sample();
        let places: Vec<_> = sample.layout().map(|p| (p.name, p.offset, p.extent)).collect();
        assert_eq!(places, [("pod", 0, 8), ("scalar", 8, 4), ("nested", 12, 8)]);
        assert_eq!(sample.blob_size(), 20);
        assert_eq!(SpecConstants::default().blob_size(), 0);
    }

    #[test]
    fn wrong_lengths_are_named() {
        let mut registry = PropertySetRegistry::new();
        registry.set_mut(SetName::SpecializationConstants).insert("c", Value::u32_list(&[1, 2]));
        let error = SpecConstants::from_registry(&registry).unwrap_err().to_string();
        assert_eq!(
            error,
            "property `c` of set `SYCL/specialization constants` is 8 bytes; expected a multiple of 12 bytes"
        );
    }
}
