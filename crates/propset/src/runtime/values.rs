//! Passes values of specialization constants to device code.
//!
//! They take one of two ways. Natively, each scalar leaf has a `SpecId` that is set before the program is built
//! ([`native_settings`]). Emulated, kernels read all constants from one buffer that is an extra argument
//! ([`emulation_buffer`]). A user's value is the object representation of the whole constant; its leaves are found
//! through the descriptors. Source: DPC++ design document "Specialization constants", section "DPC++ runtime".

use std::collections::BTreeMap;

use crate::spec_constants::SpecConstants;

/// Values that a user has set, the bytes of each constant by symbolic id.
///
/// Values of constants that an image does not have are ignored: images of one program have different ones.
pub type UserValues = BTreeMap<String, Vec<u8>>;

/// One value to set natively before a program is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeSetting {
    /// The `SpecId`.
    pub id: u32,
    /// The value.
    pub bytes: Vec<u8>,
}

impl NativeSetting {
    /// Size of the value in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// Values and descriptors of a specialization constant that do not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecConstantError {
    /// The value of a constant has the wrong number of bytes.
    #[error("value of specialization constant `{constant}` has {found} bytes; expected {expected}")]
    ValueSize {
        /// The symbolic id.
        constant: String,
        /// Bytes of the value.
        found: usize,
        /// Bytes that the descriptors ask for, `at least` them if there are several.
        expected: String,
    },
    /// There is no blob of default values to start from.
    #[error("the image has no default values of specialization constants; expected {expected} bytes")]
    MissingDefaults {
        /// Bytes that the descriptors ask for.
        expected: u64,
    },
    /// The blob of default values is too short for the descriptors.
    #[error("default values of specialization constants have {found} bytes; expected at least {expected}")]
    DefaultsSize {
        /// Bytes of the blob.
        found: usize,
        /// Bytes that the descriptors ask for.
        expected: u64,
    },
}

/// The values to set natively: one for each leaf of each constant that has a user value, in the order of the file.
///
/// Padding is left out. Constants without a user value keep the defaults that the program has.
///
/// # Errors
/// [`SpecConstantError::ValueSize`] for a value that is shorter than its descriptors say or, with a single descriptor,
/// longer.
pub fn native_settings(
    constants: &SpecConstants,
    values: &UserValues,
) -> Result<Vec<NativeSetting>, SpecConstantError> {
    let mut settings = Vec::new();
    place_values(constants, values, |id, _, bytes| settings.push(NativeSetting { id, bytes: bytes.to_vec() }))?;
    Ok(settings)
}

/// The buffer from which kernels read emulated constants: the default values with the user's put in place.
///
/// # Errors
/// [`SpecConstantError::ValueSize`] as for [`native_settings`]; [`SpecConstantError::MissingDefaults`] or
/// [`SpecConstantError::DefaultsSize`] if the default values do not cover all constants.
pub fn emulation_buffer(constants: &SpecConstants, values: &UserValues) -> Result<Vec<u8>, SpecConstantError> {
    // The size comes from the blob and not from the descriptors, which could ask for any amount of memory.
    let expected = buffer_size(constants);
    let mut buffer = match &constants.defaults {
        None if expected > 0 => return Err(SpecConstantError::MissingDefaults { expected }),
        None => Vec::new(),
        Some(blob) if (blob.len() as u64) < expected => {
            return Err(SpecConstantError::DefaultsSize { found: blob.len(), expected });
        }
        Some(blob) => blob.clone(),
    };
    place_values(constants, values, |_, offset, bytes| {
        // In bounds, because the buffer covers the end of every leaf; so the offset also fits.
        let offset = offset as usize;
        buffer[offset..offset + bytes.len()].copy_from_slice(bytes);
    })?;
    Ok(buffer)
}

/// Bytes that cover every leaf, also where descriptors are not in ascending order.
fn buffer_size(constants: &SpecConstants) -> u64 {
    let ends = constants.layout().flat_map(|placement| {
        placement.descriptors.iter().map(move |leaf| placement.offset.saturating_add(leaf.end()))
    });
    ends.max().unwrap_or(0)
}

/// Calls `place` with id, offset in the buffer and bytes of each leaf that has a user value.
fn place_values(
    constants: &SpecConstants,
    values: &UserValues,
    mut place: impl FnMut(u32, u64, &[u8]),
) -> Result<(), SpecConstantError> {
    for placement in constants.layout() {
        let Some(value) = values.get(placement.name) else { continue };
        let leaves = || placement.descriptors.iter().filter(|leaf| !leaf.is_padding());
        let needed = leaves().map(|leaf| leaf.end()).max().unwrap_or(0);
        let found = value.len() as u64;
        // One leaf is the whole constant; several may be followed by padding without a descriptor.
        let only = matches!(placement.descriptors, [leaf] if !leaf.is_padding());
        if found < needed || only && found != needed {
            let expected = if only { needed.to_string() } else { format!("at least {needed}") };
            let constant = placement.name.to_owned();
            return Err(SpecConstantError::ValueSize { constant, found: value.len(), expected });
        }
        for leaf in leaves() {
            let start = leaf.offset as usize;
            let bytes = &value[start..start + leaf.size as usize];
            place(leaf.id, placement.offset.saturating_add(u64::from(leaf.offset)), bytes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;

    use super::*;
    use crate::spec_constants::Descriptor;

    fn leaf(id: u32, offset: u32, size: u32) -> Descriptor {
        Descriptor { id, offset, size }
    }

    /// The design document's example: `int`, `struct { int; struct { float, float; }; }`, and a padded struct.
    fn sample() -> SpecConstants {
        SpecConstants {
            constants: IndexMap::from([
                ("id_int".to_owned(), vec![leaf(0, 0, 4)]),
                ("id_A".to_owned(), vec![leaf(1, 0, 4), leaf(2, 4, 4), leaf(3, 8, 4)]),
                ("padded".to_owned(), vec![leaf(4, 0, 4), leaf(5, 4, 1), Descriptor::padding(5, 3)]),
                ("last".to_owned(), vec![leaf(6, 0, 1)]),
            ]),
            defaults: Some((0..25).collect()),
        }
    }

    fn values(values: &[(&str, &[u8])]) -> UserValues {
        values.iter().map(|(name, value)| ((*name).to_owned(), value.to_vec())).collect()
    }

    #[test]
    fn leaves_are_set_natively_without_padding() {
        let values = values(&[("padded", &[1, 2, 3, 4, 5, 9, 9, 9]), ("id_int", &[7, 0, 0, 0]), ("elsewhere", &[1])]);
        let settings = native_settings(&sample(), &values).unwrap();
        let expected = [(0, vec![7, 0, 0, 0]), (4, vec![1, 2, 3, 4]), (5, vec![5])];
        assert_eq!(settings, expected.map(|(id, bytes)| NativeSetting { id, bytes }));
        assert_eq!(settings[2].size(), 1);
    }

    #[test]
    fn the_buffer_has_defaults_where_nothing_was_set() {
        assert_eq!(emulation_buffer(&sample(), &UserValues::new()), Ok((0..25).collect()));
        let values = values(&[("id_A", &[0xaa; 12]), ("padded", &[0xbb; 8]), ("last", &[0xcc])]);
        let buffer = emulation_buffer(&sample(), &values).unwrap();
        assert_eq!(buffer[..4], [0, 1, 2, 3]);
        assert_eq!(buffer[4..16], [0xaa; 12]);
        assert_eq!(buffer[16..21], [0xbb; 5]);
        assert_eq!(buffer[21..], [21, 22, 23, 0xcc], "padding keeps its default");
    }

    #[test]
    fn values_of_the_wrong_size_are_named() {
        let error = |name, value: &[u8]| native_settings(&sample(), &values(&[(name, value)])).unwrap_err().to_string();
        assert_eq!(error("id_int", &[0; 8]), "value of specialization constant `id_int` has 8 bytes; expected 4");
        assert_eq!(error("id_A", &[0; 8]), "value of specialization constant `id_A` has 8 bytes; expected at least 12");
    }

    #[test]
    fn defaults_must_cover_the_constants() {
        let mut constants = sample();
        constants.defaults = Some(vec![0; 24]);
        let error =
            |constants: &SpecConstants| emulation_buffer(constants, &UserValues::new()).unwrap_err().to_string();
        assert_eq!(error(&constants), "default values of specialization constants have 24 bytes; expected at least 25");
        constants.defaults = None;
        assert_eq!(error(&constants), "the image has no default values of specialization constants; expected 25 bytes");
        assert_eq!(emulation_buffer(&SpecConstants::default(), &UserValues::new()), Ok(vec![]));
    }

    #[test]
    fn absurd_descriptors_cost_nothing() {
        let huge = vec![leaf(0, u32::MAX, u32::MAX)];
        let constants =
            SpecConstants { constants: IndexMap::from([("c".to_owned(), huge)]), defaults: Some(vec![0; 4]) };
        assert!(emulation_buffer(&constants, &UserValues::new()).is_err());
        assert!(native_settings(&constants, &values(&[("c", &[0; 4])])).is_err());
    }
}
