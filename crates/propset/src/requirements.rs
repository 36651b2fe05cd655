//! Typed view of the set `SYCL/device requirements`: what a device must offer to run an image.
//!
//! | key | value |
//! |---|---|
//! | `aspect_names` | names of those whose numbers the built-in table gives to others, as `name=number` |
//! | `aspects` | 32-bit aspect numbers, ascending, each once; always there, possibly empty |
//! | `fixed_target` | 32-bit aspect numbers of the only targets the image may run on |
//! | `fixed_target_names` | names of the only targets the image may run on, as the device configuration has them |
//! | `joint_matrix`, `joint_matrix_mad` | UTF-8 text, the matrix types and shapes in use |
//! | `reqd_sub_group_size` | integer |
//! | `reqd_work_group_size_uint64_t` | one to three 64-bit integers in the order of the IR's metadata |
//! | `sub_group_sizes` | 32-bit integers, all sizes that kernels require, where they require several |
//! | `work_group_num_dim` | integer, the number of dimensions in the source |
//! | `work_group_sizes_uint64_t` | 64-bit integers, three for each size that kernels require, where they are several |
//! | `compile_target` | UTF-8 text, the target that the image was filtered for; last |
//!
//! Source: DPC++ design document "Behavior for optional kernel features", section "Create the SYCL/device requirements
//! property set"; where the DPC++ tool differs (types of two keys), the tool. `aspect_names`, `fixed_target_names`,
//! `sub_group_sizes` and `work_group_sizes_uint64_t` are not DPC++'s, whose keys have no room for the numbers of
//! several runtimes, for targets without an aspect, and for several sizes. Keys of other names are left alone.

use std::collections::BTreeSet;

use crate::aspects;
use crate::error::Error;
use crate::model::{PropertySet, PropertySetRegistry, SetName, Value};
use crate::property::Property;

const ASPECT_NAMES: &str = "aspect_names";
const ASPECTS: &str = "aspects";
const FIXED_TARGET: &str = "fixed_target";
const FIXED_TARGET_NAMES: &str = "fixed_target_names";
const JOINT_MATRIX: &str = "joint_matrix";
const JOINT_MATRIX_MAD: &str = "joint_matrix_mad";
const REQD_SUB_GROUP_SIZE: &str = "reqd_sub_group_size";
const REQD_WORK_GROUP_SIZE: &str = "reqd_work_group_size_uint64_t";
/// The 32-bit form that older compilers wrote.
const REQD_WORK_GROUP_SIZE_32: &str = "reqd_work_group_size";
const SUB_GROUP_SIZES: &str = "sub_group_sizes";
const WORK_GROUP_SIZES: &str = "work_group_sizes_uint64_t";
const WORK_GROUP_NUM_DIM: &str = "work_group_num_dim";
const COMPILE_TARGET: &str = "compile_target";

/// Requirements of an image on a device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeviceRequirements {
    /// Numbers of the aspects that the image uses.
    pub aspects: Vec<u32>,
    /// Names of those among them that have another number in the built-in table, or none: number and name.
    pub aspect_names: BTreeSet<(u32, String)>,
    /// Aspect numbers of the targets that the image was restricted to (`-fsycl-fixed-targets`).
    pub fixed_target: Option<Vec<u32>>,
    /// Names of such targets that no aspect stands for.
    pub fixed_target_names: Vec<String>,
    /// Matrix types and shapes in use.
    pub joint_matrix: Option<String>,
    /// Matrix multiplications in use.
    pub joint_matrix_mad: Option<String>,
    /// The sub-group size that kernels require (SYCL 2020 5.8.1).
    pub reqd_sub_group_size: Option<u32>,
    /// The work-group size that kernels require, one to three extents (SYCL 2020 5.8.1).
    pub reqd_work_group_size: Option<Vec<u64>>,
    /// All sub-group sizes that kernels require, if they are several.
    pub sub_group_sizes: Vec<u32>,
    /// All work-group sizes that kernels require, three extents each, where [`Self::reqd_work_group_size`] is not the
    /// only one.
    pub work_group_sizes: Vec<[u64; 3]>,
    /// Number of dimensions of that size in the source.
    pub work_group_num_dim: Option<u32>,
    /// The target that the image was filtered for.
    pub compile_target: Option<String>,
}

impl DeviceRequirements {
    /// The set, keys in alphabetical order except `compile_target`, which DPC++ appends.
    ///
    /// Aspects and fixed targets are written in ascending order and each once.
    #[must_use]
    pub fn to_set(&self) -> PropertySet {
        let mut set = PropertySet::new();
        if !self.aspect_names.is_empty() {
            let named: Vec<String> =
                self.aspect_names.iter().map(|(number, name)| format!("{name}={number}")).collect();
            set.insert(ASPECT_NAMES, Value::text(&named.join(",")));
        }
        set.insert(ASPECTS, sorted_list(&self.aspects));
        if let Some(targets) = &self.fixed_target {
            set.insert(FIXED_TARGET, sorted_list(targets));
        }
        if !self.fixed_target_names.is_empty() {
            set.insert(FIXED_TARGET_NAMES, Value::text(&self.fixed_target_names.join(",")));
        }
        if let Some(text) = &self.joint_matrix {
            set.insert(JOINT_MATRIX, Value::text(text));
        }
        if let Some(text) = &self.joint_matrix_mad {
            set.insert(JOINT_MATRIX_MAD, Value::text(text));
        }
        if let Some(size) = self.reqd_sub_group_size {
            set.insert(REQD_SUB_GROUP_SIZE, size);
        }
        if let Some(size) = &self.reqd_work_group_size {
            set.insert(REQD_WORK_GROUP_SIZE, Value::u64_list(size));
        }
        if !self.sub_group_sizes.is_empty() {
            set.insert(SUB_GROUP_SIZES, sorted_list(&self.sub_group_sizes));
        }
        if let Some(dimensions) = self.work_group_num_dim {
            set.insert(WORK_GROUP_NUM_DIM, dimensions);
        }
        if !self.work_group_sizes.is_empty() {
            set.insert(WORK_GROUP_SIZES, Value::u64_list(self.work_group_sizes.as_flattened()));
        }
        if let Some(target) = &self.compile_target {
            set.insert(COMPILE_TARGET, Value::text(target));
        }
        set
    }

    /// Reads the set; also accepts `reqd_work_group_size` with 32-bit integers, and `reqd_sub_group_size` as four
    /// bytes.
    ///
    /// # Errors
    /// [`Error::Property`] for a key of another type or length.
    pub fn from_set(set: &PropertySet) -> Result<Self, Error> {
        let property = |name| set.get(name).map(|value| Property { set: &SetName::DeviceRequirements, name, value });
        let list = |name| property(name).map(|p| p.u32_list("a multiple of 4 bytes")).transpose();
        let text = |name| property(name).map(Property::text).transpose();
        let size = match property(REQD_WORK_GROUP_SIZE) {
            Some(property) => Some(work_group_size(property)?),
            None => property(REQD_WORK_GROUP_SIZE_32).map(work_group_size_32).transpose()?,
        };
        Ok(Self {
            aspects: list(ASPECTS)?.unwrap_or_default(),
            aspect_names: property(ASPECT_NAMES).map(aspect_names).transpose()?.unwrap_or_default(),
            fixed_target: list(FIXED_TARGET)?,
            fixed_target_names: text(FIXED_TARGET_NAMES)?
                .map(|names| names.split(',').map(str::to_owned).collect())
                .unwrap_or_default(),
            joint_matrix: text(JOINT_MATRIX)?,
            joint_matrix_mad: text(JOINT_MATRIX_MAD)?,
            reqd_sub_group_size: property(REQD_SUB_GROUP_SIZE).map(sub_group_size).transpose()?,
            reqd_work_group_size: size,
            sub_group_sizes: list(SUB_GROUP_SIZES)?.unwrap_or_default(),
            work_group_sizes: property(WORK_GROUP_SIZES).map(work_group_sizes).transpose()?.unwrap_or_default(),
            work_group_num_dim: property(WORK_GROUP_NUM_DIM).map(Property::u32).transpose()?,
            compile_target: text(COMPILE_TARGET)?,
        })
    }

    /// Names in the image for the aspect of a number that is not the built-in table's; several where its parts number
    /// aspects in several ways.
    pub fn own_aspect_names(&self, number: u32) -> impl Iterator<Item = &str> {
        let named = self.aspect_names.range((number, String::new())..);
        named.take_while(move |(of, _)| *of == number).map(|(_, name)| &**name)
    }

    /// Numbers every aspect that has a name as the built-in table does. Gives the names that the table lacks; their
    /// numbers are removed.
    pub fn renumber_aspects(&mut self) -> Vec<String> {
        let (mut numbers, mut unknown) = (Vec::new(), Vec::new());
        for number in &self.aspects {
            let mut is_named = false;
            for name in self.own_aspect_names(*number) {
                is_named = true;
                match aspects::by_name(name) {
                    Some(aspect) => numbers.push(aspect.value),
                    None => unknown.push(name.to_owned()),
                }
            }
            if !is_named {
                numbers.push(*number);
            }
        }
        (self.aspects, self.aspect_names) = (numbers, BTreeSet::new());
        unknown
    }

    /// Every sub-group size that kernels require.
    pub fn required_sub_group_sizes(&self) -> impl Iterator<Item = u32> {
        // The set of several has the one in it.
        let one = self.reqd_sub_group_size.filter(|_| self.sub_group_sizes.is_empty());
        one.into_iter().chain(self.sub_group_sizes.iter().copied())
    }

    /// Every work-group size that kernels require.
    pub fn required_work_group_sizes(&self) -> impl Iterator<Item = &[u64]> {
        let one = self.reqd_work_group_size.as_deref().into_iter();
        one.chain(self.work_group_sizes.iter().map(<[u64; 3]>::as_slice))
    }

    /// The requirements of an image; none if it has no such set, which means that it runs anywhere.
    ///
    /// # Errors
    /// As for [`Self::from_set`].
    pub fn from_registry(registry: &PropertySetRegistry) -> Result<Self, Error> {
        registry.get(&SetName::DeviceRequirements).map_or_else(|| Ok(Self::default()), Self::from_set)
    }
}

fn sorted_list(values: &[u32]) -> Value {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    Value::u32_list(&sorted)
}

/// Whether a number is another aspect's in the built-in table, and a list of names can have this one.
#[must_use]
pub fn needs_name(number: u32, name: &str) -> bool {
    let is_plain = !name.is_empty() && !name.contains([',', '=']);
    is_plain && aspects::by_name(name).is_none_or(|aspect| aspect.value != number)
}

fn aspect_names(property: Property<'_>) -> Result<BTreeSet<(u32, String)>, Error> {
    let text = property.text()?;
    let pair = |pair: &str| {
        let (name, number) = pair.split_once('=').filter(|(name, _)| !name.is_empty())?;
        Some((number.parse().ok()?, name.to_owned()))
    };
    let pairs: Option<_> = text.split(',').map(pair).collect();
    pairs.ok_or_else(|| property.mismatch("pairs `name=number` with `,` between them"))
}

fn sub_group_size(property: Property<'_>) -> Result<u32, Error> {
    match property.value.as_u32_list().as_deref() {
        Some([size]) => Ok(*size),
        Some(_) => Err(property.mismatch("a 32-bit integer or 4 bytes")),
        None => property.u32(),
    }
}

fn work_group_size(property: Property<'_>) -> Result<Vec<u64>, Error> {
    let expected = "8, 16 or 24 bytes";
    let size = property.u64_list(expected)?;
    if (1..=3).contains(&size.len()) { Ok(size) } else { Err(property.mismatch(expected)) }
}

fn work_group_sizes(property: Property<'_>) -> Result<Vec<[u64; 3]>, Error> {
    let expected = "a multiple of 24 bytes";
    let sizes = property.u64_list(expected)?;
    let (sizes, rest) = sizes.as_chunks::<3>();
    if rest.is_empty() { Ok(sizes.to_vec()) } else { Err(property.mismatch(expected)) }
}

fn work_group_size_32(property: Property<'_>) -> Result<Vec<u64>, Error> {
    let expected = "4, 8 or 12 bytes";
    let size = property.u32_list(expected)?;
    if !(1..=3).contains(&size.len()) {
        return Err(property.mismatch(expected));
    }
    Ok(size.into_iter().map(u64::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_as_the_compiler_writes_it() {
        let requirements = DeviceRequirements {
            aspects: vec![6, 5, 6],
            aspect_names: [(6, "half".to_owned()), (5, "b".to_owned()), (6, "a".to_owned())].into(),
            reqd_sub_group_size: Some(16),
            reqd_work_group_size: Some(vec![8, 8, 1]),
            work_group_num_dim: Some(2),
            compile_target: Some("intel_gpu_pvc".into()),
            fixed_target: Some(vec![9, 3]),
            fixed_target_names: vec!["intel_gpu_pvc".into(), "host".into()],
            sub_group_sizes: vec![8, 16],
            work_group_sizes: vec![[8, 8, 1], [64, 1, 1]],
            joint_matrix: Some("a".into()),
            joint_matrix_mad: Some("b".into()),
        };
        let set = requirements.to_set();
        let keys: Vec<_> = set.iter().map(|(name, _)| name).collect();
        assert!(keys[..keys.len() - 1].is_sorted());
        assert_eq!(keys.last(), Some(&"compile_target"));
        let read = DeviceRequirements::from_set(&set).unwrap();
        assert_eq!(read.aspects, [5, 6]);
        assert_eq!(set.get("aspect_names"), Some(&Value::text("b=5,a=6,half=6")));
        assert_eq!(read.own_aspect_names(6).collect::<Vec<_>>(), ["a", "half"]);
        assert_eq!(read.fixed_target, Some(vec![3, 9]));
        assert_eq!(DeviceRequirements { aspects: vec![6, 5, 6], fixed_target: Some(vec![9, 3]), ..read }, requirements);
    }

    #[test]
    fn aspects_are_there_even_when_empty() {
        let set = DeviceRequirements::default().to_set();
        assert_eq!(set.iter().collect::<Vec<_>>(), [("aspects", &Value::from(vec![]))]);
        assert_eq!(DeviceRequirements::from_set(&PropertySet::new()), Ok(DeviceRequirements::default()));
    }

    #[test]
    fn names_of_aspects_say_what_numbers_mean() {
        // libsycl.so.9 has `atomic64` where the built-in table has another aspect.
        let atomic64 = aspects::by_name("atomic64").unwrap().value;
        let names = [(atomic64 - 1, "atomic64".to_owned()), (90, "made_up".to_owned())].into();
        let mut requirements =
            DeviceRequirements { aspects: vec![6, atomic64 - 1, 90], aspect_names: names, ..Default::default() };
        assert_eq!(requirements.renumber_aspects(), ["made_up"]);
        assert_eq!(requirements, DeviceRequirements { aspects: vec![6, atomic64], ..Default::default() });
        assert!(needs_name(atomic64 - 1, "atomic64") && needs_name(6, "made_up"));
        assert!(!needs_name(atomic64, "atomic64") && !needs_name(6, "a,b") && !needs_name(6, "a=b"));
    }

    #[test]
    fn older_forms_are_read() {
        let mut set = PropertySet::new();
        set.insert("reqd_work_group_size", Value::u32_list(&[4, 2]));
        set.insert("reqd_sub_group_size", Value::u32_list(&[32]));
        let read = DeviceRequirements::from_set(&set).unwrap();
        assert_eq!((read.reqd_work_group_size, read.reqd_sub_group_size), (Some(vec![4, 2]), Some(32)));
    }

    #[test]
    fn wrong_lengths_are_named() {
        for (key, value, message) in [
            ("aspects", Value::from(vec![0; 5]), "is 5 bytes; expected a multiple of 4 bytes"),
            ("aspects", Value::U32(6), "is the 32-bit integer 6; expected a multiple of 4 bytes"),
            ("reqd_work_group_size_uint64_t", Value::u64_list(&[1; 4]), "is 32 bytes; expected 8, 16 or 24 bytes"),
            ("work_group_sizes_uint64_t", Value::u64_list(&[1; 4]), "is 32 bytes; expected a multiple of 24 bytes"),
            ("work_group_num_dim", Value::text("abc"), "is 3 bytes; expected a 32-bit integer"),
            ("aspect_names", Value::text("a=1,b"), "is 5 bytes; expected pairs `name=number` with `,` between them"),
            ("joint_matrix", Value::from(vec![0xff]), "is 1 bytes; expected bytes of UTF-8 text"),
        ] {
            let error = DeviceRequirements::from_set(&PropertySet::from_iter([(key, value)])).unwrap_err();
            assert_eq!(error.to_string(), format!("property `{key}` of set `SYCL/device requirements` {message}"));
        }
    }
}
