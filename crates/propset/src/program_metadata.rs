//! Typed view of the set `SYCL/program metadata`: sizes that kernels require, and names of device globals.
//!
//! | key | value |
//! |---|---|
//! | `<kernel>@reqd_work_group_size` | one to three 32-bit integers in the order of the IR's metadata |
//! | `<kernel>@reqd_sub_group_size` | integer |
//! | `<kernel>@work_group_num_dim` | integer |
//! | `<kernel>@max_work_group_size` | one to three 32-bit integers |
//! | `<kernel>@max_linear_work_group_size` | integer; compilers cut 64 bits to 32 |
//! | `<unique id>@global_id_mapping` | UTF-8 text, the IR name of a device global |
//!
//! The last `@` of a key separates the two parts. Keys of other forms are left alone.
//! Source: DPC++ `sycl-post-link`, option `-emit-program-metadata`.

use indexmap::IndexMap;

use crate::error::Error;
use crate::model::{PropertySet, SetName, Value};
use crate::property::Property;

const REQD_WORK_GROUP_SIZE: &str = "reqd_work_group_size";
const REQD_SUB_GROUP_SIZE: &str = "reqd_sub_group_size";
const WORK_GROUP_NUM_DIM: &str = "work_group_num_dim";
const MAX_WORK_GROUP_SIZE: &str = "max_work_group_size";
const MAX_LINEAR_WORK_GROUP_SIZE: &str = "max_linear_work_group_size";
const GLOBAL_ID_MAPPING: &str = "global_id_mapping";
const KERNEL_KEYS: [&str; 5] =
    [REQD_WORK_GROUP_SIZE, REQD_SUB_GROUP_SIZE, WORK_GROUP_NUM_DIM, MAX_WORK_GROUP_SIZE, MAX_LINEAR_WORK_GROUP_SIZE];

/// Requirements of one kernel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KernelMetadata {
    /// The work-group size, one to three extents.
    pub reqd_work_group_size: Option<Vec<u32>>,
    /// The sub-group size.
    pub reqd_sub_group_size: Option<u32>,
    /// Number of dimensions of the work-group size in the source.
    pub work_group_num_dim: Option<u32>,
    /// The greatest work-group size, one to three extents.
    pub max_work_group_size: Option<Vec<u32>>,
    /// The greatest number of work-items in a work-group.
    pub max_linear_work_group_size: Option<u32>,
}

/// The whole set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramMetadata {
    /// By kernel, in the order of the file.
    pub kernels: IndexMap<String, KernelMetadata>,
    /// IR names of device globals by unique id, in the order of the file.
    pub global_id_mapping: IndexMap<String, String>,
}

impl ProgramMetadata {
    /// The set: kernels first, the keys of each in the order of the table above, then device globals.
    #[must_use]
    pub fn to_set(&self) -> PropertySet {
        let mut set = PropertySet::new();
        for (kernel, metadata) in &self.kernels {
            let mut put = |key: &str, value: Option<Value>| {
                if let Some(value) = value {
                    set.insert(format!("{kernel}@{key}"), value);
                }
            };
            put(REQD_WORK_GROUP_SIZE, metadata.reqd_work_group_size.as_deref().map(Value::u32_list));
            put(REQD_SUB_GROUP_SIZE, metadata.reqd_sub_group_size.map(Value::from));
            put(WORK_GROUP_NUM_DIM, metadata.work_group_num_dim.map(Value::from));
            put(MAX_WORK_GROUP_SIZE, metadata.max_work_group_size.as_deref().map(Value::u32_list));
            put(MAX_LINEAR_WORK_GROUP_SIZE, metadata.max_linear_work_group_size.map(Value::from));
        }
        for (unique_id, name) in &self.global_id_mapping {
            set.insert(format!("{unique_id}@{GLOBAL_ID_MAPPING}"), Value::text(name));
        }
        set
    }

    /// Reads the set.
    ///
    /// # Errors
    /// [`Error::Property`] for a known key of another type or length.
    pub fn from_set(set: &PropertySet) -> Result<Self, Error> {
        let mut view = Self::default();
        for (name, value) in set.iter() {
            let Some((subject, key)) = name.rsplit_once('@') else { continue };
            let property = Property { set: &SetName::ProgramMetadata, name, value };
            if key == GLOBAL_ID_MAPPING {
                view.global_id_mapping.insert(subject.to_owned(), property.text()?);
            } else if KERNEL_KEYS.contains(&key) {
                view.kernels.entry(subject.to_owned()).or_default().set(key, property)?;
            }
        }
        Ok(view)
    }
}

impl KernelMetadata {
    fn set(&mut self, key: &str, property: Property<'_>) -> Result<(), Error> {
        match key {
            REQD_WORK_GROUP_SIZE => self.reqd_work_group_size = Some(extents(property)?),
            REQD_SUB_GROUP_SIZE => self.reqd_sub_group_size = Some(property.u32()?),
            WORK_GROUP_NUM_DIM => self.work_group_num_dim = Some(property.u32()?),
            MAX_WORK_GROUP_SIZE => self.max_work_group_size = Some(extents(property)?),
            MAX_LINEAR_WORK_GROUP_SIZE => self.max_linear_work_group_size = Some(property.u32()?),
            _ => {}
        }
        Ok(())
    }
}

fn extents(property: Property<'_>) -> Result<Vec<u32>, Error> {
    let expected = "4, 8 or 12 bytes";
    let extents = property.u32_list(expected)?;
    if (1..=3).contains(&extents.len()) { Ok(extents) } else { Err(property.mismatch(expected)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_comes_back_in_order() {
        let w16 = KernelMetadata {
            reqd_work_group_size: Some(vec![16, 1, 1]),
            reqd_sub_group_size: Some(16),
            work_group_num_dim: Some(1),
            max_work_group_size: Some(vec![64]),
            max_linear_work_group_size: Some(64),
        };
        let view = ProgramMetadata {
            kernels: IndexMap::from([
                ("_ZTS2K1".into(), w16),
                ("k@odd".into(), KernelMetadata { reqd_sub_group_size: Some(8), ..KernelMetadata::default() }),
            ]),
            global_id_mapping: IndexMap::from([("_Z8dg_plain".into(), "dg_plain".into())]),
        };
        let set = view.to_set();
        let keys: Vec<_> = set.iter().map(|(name, _)| name).collect();
        assert_eq!(
            keys,
            [
                "_ZTS2K1@reqd_work_group_size",
                "_ZTS2K1@reqd_sub_group_size",
                "_ZTS2K1@work_group_num_dim",
                "_ZTS2K1@max_work_group_size",
                "_ZTS2K1@max_linear_work_group_size",
                "k@odd@reqd_sub_group_size",
                "_Z8dg_plain@global_id_mapping",
            ]
        );
        assert_eq!(ProgramMetadata::from_set(&set), Ok(view));
    }

    #[test]
    fn unknown_keys_are_left_alone_and_wrong_ones_named() {
        let set = PropertySet::from_iter([("k@other", Value::U32(1)), ("plain", Value::U32(1))]);
        assert_eq!(ProgramMetadata::from_set(&set), Ok(ProgramMetadata::default()));
        let set = PropertySet::from_iter([("k@max_work_group_size", Value::u32_list(&[]))]);
        assert_eq!(
            ProgramMetadata::from_set(&set).unwrap_err().to_string(),
            "property `k@max_work_group_size` of set `SYCL/program metadata` is 0 bytes; expected 4, 8 or 12 bytes"
        );
    }
}
