//! Whether images fit a device, in the runtime's words.

use std::collections::HashSet;

use sycl_propset::devices::{DeviceConfig, Support, Target};
use sycl_propset::runtime::{self, Device, Incompatible};
use sycl_propset::{PropertySetRegistry, aspects};

/// Aspects that an answer names at most; there are no more, and a hostile image can list any number.
const ASPECTS_NAMED: usize = 200;

/// Whether a device can run an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fit {
    /// The device runs the image.
    Fits,
    /// It does if it has what the configuration leaves open; names of aspects, sub-group sizes.
    Depends(Vec<String>),
    /// It does not; the reason.
    Refused(String),
}

/// Whether a device of a target runs the image with these properties.
///
/// What the configuration does not record of the target ([`Support::Unknown`]) is reported. A work-group size that it
/// does not know does not count.
///
/// # Errors
/// [`sycl_propset::Error`] for malformed requirements.
pub fn check(
    config: &DeviceConfig,
    target: &Target,
    properties: &PropertySetRegistry,
) -> Result<Fit, sycl_propset::Error> {
    let mut device = Device {
        aspects: target.aspect_values().collect(),
        sub_group_sizes: target.sub_group_sizes.clone(),
        max_work_group_size: target.max_work_group_size.unwrap_or(u64::MAX),
        target: Some(target.name.clone()),
    };
    let mut requirements = runtime::requirements(properties)?;
    let unlisted = requirements.renumber_aspects();
    let mut open = Vec::new();
    let mut seen: HashSet<u32> = device.aspects.iter().copied().collect();
    let new_ones = requirements.aspects.iter().copied().filter(|aspect| seen.insert(*aspect));
    // Of those without a name, of which a hostile image can list any number, all get one answer.
    let nameless = target.aspect(None);
    let support = |aspect| if aspects::by_value(aspect).is_some() { target.aspect_value(aspect) } else { nameless };
    let unknown: Vec<u32> = new_ones.filter(|aspect| support(*aspect) == Support::Unknown).collect();
    open.extend(unknown.iter().take(ASPECTS_NAMED).map(|aspect| format!("aspect {}", aspects::display_name(*aspect))));
    if let Some(more) = unknown.len().checked_sub(ASPECTS_NAMED).filter(|more| *more > 0) {
        open.push(format!("{more} more aspects"));
    }
    device.aspects.extend(unknown);
    // No configuration lists what the built-in table does not name.
    if !unlisted.is_empty() && nameless == Support::Unknown {
        open.extend(unlisted.iter().take(ASPECTS_NAMED).map(|name| format!("aspect {name}")));
    }
    for size in requirements.required_sub_group_sizes().filter(|s| target.sub_group_size(*s) == Support::Unknown) {
        open.push(format!("sub-group size {size}"));
        device.sub_group_sizes.push(size);
    }
    let lacking = unlisted.first().filter(|_| nameless == Support::No);
    let checked = runtime::check(config, &device, &requirements);
    let lacks = |name: &String| Err(Incompatible::Aspect { aspect: name.clone() });
    match checked.and_then(|()| lacking.map_or(Ok(()), lacks)) {
        Ok(()) if open.is_empty() => Ok(Fit::Fits),
        Ok(()) => Ok(Fit::Depends(open)),
        Err(reason) => Ok(Fit::Refused(reason.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(target: &str, text: &str) -> Fit {
        let config = DeviceConfig::builtin();
        check(config, config.target(target).unwrap(), &sycl_propset::text::read(text, "x").unwrap()).unwrap()
    }

    /// Requires fp64.
    const FP64: &str = "[SYCL/device requirements]\naspects=2|gAAAAAAAAAgBAAAA\n";

    #[test]
    fn listed_targets_decide() {
        assert_eq!(fit("intel_gpu_pvc", FP64), Fit::Fits);
        assert!(matches!(fit("intel_gpu_dg1", FP64), Fit::Refused(reason) if reason.contains("aspect::fp64")));
        assert!(matches!(
            fit("intel_gpu_pvc", "[SYCL/device requirements]\nreqd_sub_group_size=1|8\n"),
            Fit::Refused(_)
        ));
    }

    #[test]
    fn names_in_the_image_say_what_its_numbers_mean() {
        let required = |aspects: &[u32], names: &str| {
            let mut registry = PropertySetRegistry::new();
            let set = registry.set_mut(sycl_propset::SetName::DeviceRequirements);
            set.insert("aspects", sycl_propset::Value::u32_list(aspects));
            if !names.is_empty() {
                set.insert("aspect_names", sycl_propset::Value::text(names));
            }
            sycl_propset::text::write(&registry).unwrap()
        };
        let refused = |name: &str| {
            let of = "Kernel uses optional feature corresponding to";
            Fit::Refused(format!("{of} 'aspect::{name}' but device does not support this aspect."))
        };
        // Here, 27 is an aspect that these GPUs lack.
        let number = aspects::by_name("usm_atomic_shared_allocations").unwrap().value;
        assert_eq!(fit("intel_gpu_pvc", &required(&[number], "")), refused("usm_atomic_shared_allocations"));
        assert_eq!(fit("intel_gpu_pvc", &required(&[number], &format!("atomic64={number}"))), Fit::Fits);
        assert_eq!(fit("intel_gpu_dg1", &required(&[26], "fp64=26")), refused("fp64"));
        assert_eq!(fit("intel_gpu_pvc", &required(&[26], "made_up=26")), refused("made_up"));
        assert_eq!(fit("spir64", &required(&[26], "made_up=26")), Fit::Depends(vec!["aspect made_up".to_owned()]));
    }

    #[test]
    fn open_targets_say_on_what_it_depends() {
        assert_eq!(fit("spir64", FP64), Fit::Depends(vec!["aspect fp64".to_owned()]));
        assert_eq!(fit("spir64", ""), Fit::Fits);
        let size = "[SYCL/device requirements]\nreqd_sub_group_size=1|1\n";
        assert_eq!(fit("spir64", size), Fit::Depends(vec!["sub-group size 1".to_owned()]));
        // That of ESIMD code says nothing of the device.
        assert_eq!(fit("spir64", &format!("{size}[SYCL/misc properties]\nisEsimdImage=1|1\n")), Fit::Fits);
    }
}
