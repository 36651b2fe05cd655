//! Typed view of the set `SYCL/device globals`: size and scope of each device global of an image.
//!
//! Under the unique id stand 8 bytes, two 32-bit little-endian integers: the size of the underlying type in bytes, and
//! 1 if the variable has the property `device_image_scope`, otherwise 0. Source: the DPC++ extension
//! `sycl_ext_oneapi_device_global` and `sycl-post-link`, option `-device-globals`.

use indexmap::IndexMap;

use crate::error::Error;
use crate::model::{PropertySet, SetName, Value};
use crate::property::Property;

/// One device global.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceGlobal {
    /// Size of the underlying type in bytes.
    pub size: u32,
    /// Whether each image has an instance of its own.
    pub device_image_scope: bool,
}

/// All device globals of an image by unique id, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeviceGlobals {
    /// The variables.
    pub globals: IndexMap<String, DeviceGlobal>,
}

impl DeviceGlobals {
    /// The set.
    #[must_use]
    pub fn to_set(&self) -> PropertySet {
        let value = |global: &DeviceGlobal| Value::u32_list(&[global.size, u32::from(global.device_image_scope)]);
        self.globals.iter().map(|(unique_id, global)| (unique_id.as_str(), value(global))).collect()
    }

    /// Whether there is one of which each image has a value of its own.
    #[must_use]
    pub fn has_own_values(&self) -> bool {
        self.globals.values().any(|global| global.device_image_scope)
    }

    /// Reads the set.
    ///
    /// # Errors
    /// [`Error::Property`] for a value that is not 8 bytes or whose scope is neither 0 nor 1.
    pub fn from_set(set: &PropertySet) -> Result<Self, Error> {
        let global = |name, value| {
            let property = Property { set: &SetName::DeviceGlobals, name, value };
            match property.u32_list("8 bytes")?.as_slice() {
                &[size, scope @ (0 | 1)] => Ok(DeviceGlobal { size, device_image_scope: scope == 1 }),
                [_, _] => Err(property.mismatch("8 bytes of which the last 4 are the number 0 or 1")),
                _ => Err(property.mismatch("8 bytes")),
            }
        };
        let globals = set.iter().map(|(name, value)| Ok((name.to_owned(), global(name, value)?)));
        Ok(Self { globals: globals.collect::<Result<_, Error>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_comes_back() {
        let view = DeviceGlobals {
            globals: IndexMap::from([
                ("_Z8dg_plain".into(), DeviceGlobal { size: 4, device_image_scope: false }),
                ("_Z8dg_scope".into(), DeviceGlobal { size: 16, device_image_scope: true }),
            ]),
        };
        let set = view.to_set();
        assert_eq!(set.get("_Z8dg_scope").unwrap().as_u32_list(), Some(vec![16, 1]));
        assert_eq!(DeviceGlobals::from_set(&set), Ok(view));
    }

    #[test]
    fn wrong_values_are_named() {
        let error = |value| DeviceGlobals::from_set(&PropertySet::from_iter([("g", value)])).unwrap_err().to_string();
        let start = "property `g` of set `SYCL/device globals` is";
        assert_eq!(error(Value::u32_list(&[4])), format!("{start} 4 bytes; expected 8 bytes"));
        assert_eq!(
            error(Value::u32_list(&[4, 2])),
            format!("{start} 8 bytes; expected 8 bytes of which the last 4 are the number 0 or 1")
        );
    }
}
