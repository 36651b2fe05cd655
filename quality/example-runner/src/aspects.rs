//! SYCL aspects of a device.
//!
//! Images name aspects by number, and the numbers are those of the front end that made the IR. `aspects.json` has them
//! for the one that made `examples/ir` (oneAPI 2026.2), as far as devices here can answer: it closed the gaps that
//! removed aspects had left, so its `atomic64` is 27 where other releases of DPC++ have 28. Images for the host have
//! the numbers of the built-in table, which are also those of `sycl-host-device`.

use std::borrow::Cow;

use sycl_propset::aspects::{self, AspectTable};

use crate::device::{Api, DeviceFacts};

/// The aspects that a device has.
pub(crate) struct DeviceAspects {
    table: Cow<'static, AspectTable>,
    has: Vec<u32>,
}

impl DeviceAspects {
    /// The aspects of a device, but for `without`, which it is to be taken not to have.
    pub(crate) fn of(api: Api, device: &DeviceFacts, without: &[String]) -> Result<Self, sycl_propset::ReadError> {
        let table = match api {
            Api::Host => Cow::Borrowed(aspects::table()),
            Api::OpenCl | Api::Cuda => {
                let text = include_str!("../aspects.json");
                Cow::Owned(AspectTable::from_json(text, "quality/example-runner/aspects.json")?)
            }
        };
        let has = table
            .iter()
            .filter(|aspect| !without.contains(&aspect.name) && device.aspects.contains(&&*aspect.name))
            .map(|aspect| aspect.value)
            .collect();
        Ok(Self { table, has })
    }

    /// Names of those in `required` that the device lacks.
    pub(crate) fn missing(&self, required: &[u32]) -> Vec<String> {
        let missing = required.iter().filter(|aspect| !self.has.contains(aspect));
        missing.map(|aspect| self.name(*aspect)).collect()
    }

    /// Names of all that the device has.
    pub(crate) fn names(&self) -> Vec<String> {
        self.has.iter().map(|aspect| self.name(*aspect)).collect()
    }

    fn name(&self, aspect: u32) -> String {
        self.table.by_value(aspect).map_or_else(|| format!("aspect {aspect}"), |aspect| aspect.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_aspects_are_named() {
        let device = DeviceFacts { aspects: vec!["fp64", "fp16"], ..Default::default() };
        let aspects = DeviceAspects::of(Api::OpenCl, &device, &["fp16".into()]).unwrap();
        assert_eq!(aspects.missing(&[5, 6, 27, 999]), ["fp16", "atomic64", "aspect 999"]);
        let of_host = DeviceAspects::of(Api::Host, &device, &[]).unwrap();
        assert_eq!(of_host.missing(&[5, 6, 28, 999]), ["atomic64", "aspect 999"]);
    }
}
