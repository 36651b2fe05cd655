//! Parts of a report that are lists. Each holds what it is made of, shared with the image, and makes its items when
//! they are asked for: as values they would take many times the bytes of the file.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use sycl_propset::device_globals::DeviceGlobals;
use sycl_propset::kernel_params::ParamMask;
use sycl_propset::printable::shortened;
use sycl_propset::requirements::DeviceRequirements;
use sycl_propset::spec_constants::{Placement, SpecConstants};
use sycl_propset::{PropertySetRegistry, SetName, aspects};

use super::report::{ConstantLeaf, ConstantReport, DeviceGlobalReport};
use crate::image::{ARCH, COMPILE_OPTIONS, LINK_OPTIONS, SYMBOLS, TRIPLE, is_set_key};
use crate::offload_binary::Strings;
use crate::properties::{describe, names};

/// Characters of a text without a meaning here that are shown.
const LONGEST_TEXT: usize = 1000;
/// Removed parameters of a kernel that are listed.
const MOST_REMOVED: usize = 1000;

/// Makes a list be written as its items.
macro_rules! as_sequence {
    ($($list:ty),*) => {$(
        impl $list {
            /// Whether there are no items.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.iter().next().is_none()
            }
        }

        impl Serialize for $list {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }
    )*};
}

as_sequence!(Names, Aspects, RemovedParameters, Constants, Globals, OtherProperties, OtherStrings);

/// The names in a set of kernels or symbols.
#[derive(Debug, Clone)]
pub struct Names {
    registry: Arc<PropertySetRegistry>,
    set: SetName,
}

impl Names {
    pub(super) fn new(registry: &Arc<PropertySetRegistry>, set: SetName) -> Self {
        Self { registry: Arc::clone(registry), set }
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        names(&self.registry, &self.set)
    }
}

/// Aspects that a device must have.
#[derive(Debug, Clone, Default)]
pub struct Aspects(pub(super) DeviceRequirements);

impl Aspects {
    /// Their names, the image's own if it has any; numbers of those without a name.
    pub fn iter(&self) -> impl Iterator<Item = String> {
        self.0.aspects.iter().flat_map(|aspect| {
            let own: Vec<String> = self.0.own_aspect_names(*aspect).map(str::to_owned).collect();
            if own.is_empty() { vec![aspects::display_name(*aspect)] } else { own }
        })
    }
}

/// Kernels with removed parameters.
#[derive(Debug, Clone)]
pub struct RemovedParameters(Arc<PropertySetRegistry>);

impl RemovedParameters {
    /// Checks that all kernels have masks.
    pub(super) fn new(registry: &Arc<PropertySetRegistry>) -> Result<Self, sycl_propset::Error> {
        for (kernel, value) in registry.get(&SetName::KernelParamOpt).into_iter().flat_map(|set| set.iter()) {
            ParamMask::bits(kernel, value).map(drop)?;
        }
        Ok(Self(Arc::clone(registry)))
    }

    /// Name, number of parameters, and the numbers, from 0, of those removed; of more than 1000 only the first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64, Vec<usize>)> {
        let kernels = self.0.get(&SetName::KernelParamOpt).into_iter().flat_map(|set| set.iter());
        kernels.filter_map(|(kernel, value)| {
            let bits = ParamMask::bits(kernel, value).ok()?.enumerate();
            let removed = bits.filter(|(_, is_removed)| *is_removed).map(|(number, _)| number);
            let removed: Vec<usize> = removed.take(MOST_REMOVED).collect();
            let count = value.as_bytes()?.bit_len();
            (!removed.is_empty()).then_some((kernel, count, removed))
        })
    }
}

/// Specialization constants.
#[derive(Debug, Clone, Default)]
pub struct Constants(pub(super) SpecConstants);

impl Constants {
    /// The constants in order.
    pub fn iter(&self) -> impl Iterator<Item = ConstantReport> {
        self.placed().map(|(placement, default)| ConstantReport {
            name: placement.name.to_owned(),
            offset: placement.offset,
            size: placement.extent,
            default: default.map(<[u8]>::to_vec),
            leaves: placement.descriptors.iter().map(ConstantLeaf::from).collect(),
        })
    }

    /// Constants and their default values.
    pub(super) fn placed(&self) -> impl Iterator<Item = (Placement<'_>, Option<&[u8]>)> {
        self.0.layout().map(|placement| {
            let end = placement.offset.checked_add(placement.extent);
            let default =
                self.0.defaults.as_deref().zip(end).and_then(|(blob, end)| {
                    blob.get(usize::try_from(placement.offset).ok()?..usize::try_from(end).ok()?)
                });
            (placement, default)
        })
    }
}

/// Device globals.
#[derive(Debug, Clone, Default)]
pub struct Globals(pub(super) DeviceGlobals);

impl Globals {
    /// The device globals in order.
    pub fn iter(&self) -> impl Iterator<Item = DeviceGlobalReport> {
        self.0.globals.iter().map(|(name, global)| DeviceGlobalReport {
            name: name.clone(),
            size: global.size,
            device_image_scope: global.device_image_scope,
        })
    }
}

/// Properties of sets that have no place of their own in a report.
#[derive(Debug, Clone)]
pub struct OtherProperties(Arc<PropertySetRegistry>);

/// Sets whose properties have a place of their own.
const REPORTED: [SetName; 8] = [
    SetName::DeviceRequirements,
    SetName::SpecializationConstants,
    SetName::SpecializationConstantsDefaultValues,
    SetName::KernelParamOpt,
    SetName::KernelNames,
    SetName::ExportedSymbols,
    SetName::ImportedSymbols,
    SetName::DeviceGlobals,
];

impl OtherProperties {
    pub(super) fn new(registry: &Arc<PropertySetRegistry>) -> Self {
        Self(Arc::clone(registry))
    }

    /// Set, name and value; long ones are cut.
    pub fn iter(&self) -> impl Iterator<Item = (String, String, String)> {
        let sets = self.0.iter().filter(|(name, _)| !REPORTED.contains(name));
        sets.flat_map(|(name, set)| {
            let cut = |text: &str| shortened(text, LONGEST_TEXT);
            set.iter().map(move |(property, value)| (cut(name.as_str()), cut(property), cut(&describe(value))))
        })
    }
}

/// Keys and values of a container that have no place of their own in a report.
#[derive(Debug, Clone, Default)]
pub struct OtherStrings {
    first: Vec<(&'static str, String)>,
    strings: Strings,
}

impl OtherStrings {
    pub(super) fn new(first: Vec<(&'static str, String)>, strings: Strings) -> Self {
        Self { first, strings }
    }

    pub(super) fn starting_with(first: Vec<(&'static str, String)>) -> Self {
        Self { first, strings: Strings::default() }
    }

    /// Keys and values, control characters escaped; long values are cut.
    pub fn iter(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        let known = [TRIPLE, ARCH, SYMBOLS, COMPILE_OPTIONS, LINK_OPTIONS];
        let others = self.strings.iter().filter(move |(key, _)| !known.contains(key) && !is_set_key(key));
        let others = others.map(|(key, value)| {
            // A character takes at most four bytes.
            let start = &value[..value.len().min(LONGEST_TEXT * 4 + 4)];
            (shortened(key, LONGEST_TEXT).into(), shortened(&String::from_utf8_lossy(start), LONGEST_TEXT).into())
        });
        self.first.iter().map(|(key, value)| (Cow::from(*key), Cow::from(value))).chain(others)
    }
}
