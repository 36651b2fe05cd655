//! Names and numbers of SYCL aspects, from `config/aspects.json`.
//!
//! An aspect is a property of a device that a kernel may need (SYCL 2020 4.6.4.5, enumerated in DPC++'s
//! `info/aspects.def`). Files hold the numbers; messages and the device configuration hold the names. A number may have
//! several names, of which one is canonical: the first that is not deprecated. Device IR brings its own table
//! (`!sycl_aspects`), which has newer numbers than this one; take those first where there are both.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config_file::{self, LoadError};
use crate::error::ReadError;
use crate::json_position::Path;
use crate::nearest;

/// One name of an aspect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Aspect {
    /// The enumerator in `sycl::aspect`.
    pub name: String,
    /// The number in files.
    pub value: u32,
    /// Whether the name is kept for old sources only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deprecated: bool,
}

/// The layout of `config/aspects.json`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "SYCL aspects")]
pub struct AspectFile {
    /// The schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Version of this layout; 1.
    pub schema_version: u32,
    /// All names; of several with one value the first that is not deprecated is canonical.
    pub aspects: Vec<Aspect>,
}

/// A table of aspects with look-up both ways.
#[derive(Debug, Clone)]
pub struct AspectTable {
    aspects: Vec<Aspect>,
    by_name: FxHashMap<String, usize>,
    by_value: FxHashMap<u32, usize>,
}

impl AspectTable {
    /// Reads a table in the layout of `config/aspects.json`; `file` is the name used in errors.
    ///
    /// # Errors
    /// [`ReadError`] for text that is not JSON of that layout, another version, or a name that occurs twice.
    pub fn from_json(text: &str, file: &str) -> Result<Self, ReadError> {
        let parsed: AspectFile = config_file::parse(text, file)?;
        config_file::check_version(text, file, parsed.schema_version)?;
        let mut table = Self { aspects: parsed.aspects, by_name: FxHashMap::default(), by_value: FxHashMap::default() };
        table.by_name.reserve(table.aspects.len());
        table.by_value.reserve(table.aspects.len());
        for (index, aspect) in table.aspects.iter().enumerate() {
            if table.by_name.insert(aspect.name.clone(), index).is_some() {
                let path = Path::keys(&["aspects"]).index(index).key("name");
                let message = format!("aspect `{}` occurs twice; expected each name once", aspect.name);
                return Err(config_file::refuse(text, file, &path, message));
            }
            let canonical = table.by_value.entry(aspect.value).or_insert(index);
            if table.aspects[*canonical].deprecated && !aspect.deprecated {
                *canonical = index;
            }
        }
        Ok(table)
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// [`LoadError`] for a file that cannot be read, and for what [`AspectTable::from_json`] refuses.
    pub fn from_file(file: &std::path::Path) -> Result<Self, LoadError> {
        config_file::load(file, Self::from_json)
    }

    /// The aspect of that name, canonical or not.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Aspect> {
        self.by_name.get(name).map(|&index| &self.aspects[index])
    }

    /// The canonical name of a number.
    #[must_use]
    pub fn by_value(&self, value: u32) -> Option<&Aspect> {
        self.by_value.get(&value).map(|&index| &self.aspects[index])
    }

    /// All names, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Aspect> {
        self.aspects.iter()
    }

    /// The name most like a mistyped one.
    #[must_use]
    pub fn nearest_name(&self, name: &str) -> Option<&str> {
        nearest::nearest(name, self.iter().map(|aspect| aspect.name.as_str()))
    }
}

static BUILTIN: LazyLock<AspectTable> = LazyLock::new(|| {
    AspectTable::from_json(include_str!("../config/aspects.json"), "config/aspects.json")
        .expect("the built-in aspect table is read by a test")
});

/// The built-in table.
#[must_use]
pub fn table() -> &'static AspectTable {
    &BUILTIN
}

/// The built-in aspect of that name, canonical or not.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Aspect> {
    table().by_name(name)
}

/// The canonical built-in name of a number.
#[must_use]
pub fn by_value(value: u32) -> Option<&'static Aspect> {
    table().by_value(value)
}

/// Names of the aspects that are kinds of devices. A device is of one kind.
pub const KINDS_OF_DEVICES: [&str; 5] = ["host", "cpu", "gpu", "accelerator", "custom"];

/// All built-in names, in the order of the file.
pub fn iter() -> impl ExactSizeIterator<Item = &'static Aspect> {
    table().iter()
}

/// The name of a number for messages: the canonical name, or the number itself.
#[must_use]
pub fn display_name(value: u32) -> String {
    by_value(value).map_or_else(|| value.to_string(), |aspect| aspect.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree_with_the_header() {
        for (name, value) in [
            ("cpu", 1),
            ("fp16", 5),
            ("fp64", 6),
            ("usm_system_allocations", 17),
            ("atomic64", 28),
            ("ext_intel_memory_bus_width", 39),
            ("emulated", 40),
            ("ext_oneapi_bindless_images_2d_usm", 45),
            ("ext_intel_esimd", 53),
            ("ext_oneapi_limited_graph", 63),
            ("ext_oneapi_bindless_sampled_image_fetch_3d", 72),
            ("ext_oneapi_virtual_functions", 81),
        ] {
            assert_eq!(by_name(name).map(|aspect| aspect.value), Some(value), "{name}");
            assert_eq!(by_value(value).map(|aspect| aspect.name.as_str()), Some(name));
        }
        assert_eq!((0..=81).filter(|value| by_value(*value).is_none()).count(), 0);
    }

    #[test]
    fn a_deprecated_name_is_known_but_not_canonical() {
        assert!(by_name("usm_system_allocator").unwrap().deprecated);
        assert_eq!(by_value(17).unwrap().name, "usm_system_allocations");
        assert!(by_value(0).unwrap().deprecated, "a deprecated name is canonical if there is no other");
        assert_eq!(by_name("ext_oneapi_external_memory_import").unwrap().value, 46);
        assert_eq!(display_name(5), "fp16");
        assert_eq!(display_name(9999), "9999");
    }

    #[test]
    fn faults_have_a_place() {
        let text = r#"{"schema_version": 1, "aspects": [
  {"name": "a", "value": 1},
  {"name": "a", "value": 2}]}"#;
        let error = |text: &str| AspectTable::from_json(text, "a.json").unwrap_err().to_string();
        assert_eq!(error(text), "a.json:3:12: aspects[1].name: aspect `a` occurs twice; expected each name once");
        assert_eq!(
            error(r#"{"schema_version": 7, "aspects": []}"#),
            "a.json:1:20: schema_version: found version 7; expected 1"
        );
        assert_eq!(
            error(r#"{"schema_version": 1, "aspects": [{"name": "a", "value": -1}]}"#),
            "a.json:1:58: aspects[0].value: invalid value: integer `-1`, expected u32"
        );
    }
}
