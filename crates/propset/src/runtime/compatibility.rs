//! Whether a device can run an image, and if not, why.
//!
//! The texts of [`Incompatible`] are those that the DPC++ design document "Behavior for optional kernel features",
//! section "Raising an exception when features are incompatible", gives as examples, or follow their pattern; hence
//! they are sentences and not in the form of this crate's other messages.

use std::collections::HashSet;

use crate::aspects;
use crate::devices::DeviceConfig;
use crate::error::Error;
use crate::model::{PropertySetRegistry, SetName};
use crate::requirements::DeviceRequirements;

/// Targets that a reason names at most; there are no more, and a hostile image can list any number.
const TARGETS_NAMED: usize = 100;

/// Facts about a device in a runtime.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Device {
    /// Numbers of the aspects that it has.
    pub aspects: Vec<u32>,
    /// Sub-group sizes that it supports.
    pub sub_group_sizes: Vec<u32>,
    /// `info::device::max_work_group_size`: work-items in a work-group at most.
    pub max_work_group_size: u64,
    /// Its name or alias in the device configuration; `None` if unknown.
    pub target: Option<String>,
}

/// Reasons why a device cannot run an image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incompatible {
    /// The image is restricted to other targets.
    #[error("Kernel was compiled with '-fsycl-fixed-targets={}' but was submitted to a different device.", .targets.join(","))]
    FixedTarget {
        /// Names of the targets.
        targets: Vec<String>,
    },
    /// The image was compiled for another target.
    #[error("Kernel was compiled for '{target}' but was submitted to a different device.")]
    CompileTarget {
        /// The target that it was compiled for.
        target: String,
    },
    /// The device lacks an aspect.
    #[error(
        "Kernel uses optional feature corresponding to 'aspect::{aspect}' but device does not support this aspect."
    )]
    Aspect {
        /// Name of the aspect, or its number if it has none.
        aspect: String,
    },
    /// The device lacks a sub-group size.
    #[error("Kernel has a required sub-group size of '{size}' but device does not support this sub-group size.")]
    SubGroupSize {
        /// The size that the kernel requires.
        size: u32,
    },
    /// The work-group is too large for the device.
    #[error("Kernel has a required work-group size of '{size}' but device does not support this work-group size.")]
    WorkGroupSize {
        /// The extents, separated by `, `.
        size: String,
    },
}

/// Whether a device can run an image with these requirements. The configuration says which names of targets are the
/// same.
///
/// # Errors
/// The first reason against it, in the order of the design document: target, aspects, sub-group size, work-group size.
pub fn check(config: &DeviceConfig, device: &Device, requirements: &DeviceRequirements) -> Result<(), Incompatible> {
    let canonical = |target: &str| config.target(target).map_or(target.to_owned(), |known| known.name.clone());
    let has: HashSet<u32> = device.aspects.iter().copied().collect();
    let (kinds, names) = (requirements.fixed_target.as_deref(), &requirements.fixed_target_names);
    if (kinds.is_some() || !names.is_empty()) && !is_fixed_target(config, device, &has, requirements) {
        let kinds = kinds.unwrap_or_default().iter().map(|target| aspects::display_name(*target));
        let targets = kinds.chain(names.iter().cloned()).take(TARGETS_NAMED).collect();
        return Err(Incompatible::FixedTarget { targets });
    }
    if let (Some(target), Some(name)) = (&requirements.compile_target, &device.target)
        && canonical(target) != canonical(name)
    {
        return Err(Incompatible::CompileTarget { target: target.clone() });
    }
    if let Some(missing) = requirements.aspects.iter().find(|aspect| !has.contains(aspect)) {
        return Err(Incompatible::Aspect { aspect: aspects::display_name(*missing) });
    }
    let is_lacking = |size: &u32| !device.sub_group_sizes.contains(size);
    if let Some(size) = requirements.required_sub_group_sizes().find(is_lacking) {
        return Err(Incompatible::SubGroupSize { size });
    }
    let items = |extents: &[u64]| extents.iter().fold(1, |product: u64, extent| product.saturating_mul(*extent));
    let is_too_large = |extents: &&[u64]| items(extents) > device.max_work_group_size;
    if let Some(extents) = requirements.required_work_group_sizes().find(is_too_large) {
        let size = extents.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        return Err(Incompatible::WorkGroupSize { size });
    }
    Ok(())
}

/// Whether the device is one of the fixed targets: by an aspect that it has, or by its name in the configuration.
fn is_fixed_target(
    config: &DeviceConfig,
    device: &Device,
    has: &HashSet<u32>,
    requirements: &DeviceRequirements,
) -> bool {
    let is_named = |name: &str| {
        let target = device.target.as_deref();
        target.is_some_and(|target| target == name || config.target(target).is_some_and(|known| known.is_called(name)))
    };
    let kinds = requirements.fixed_target.as_deref().unwrap_or_default();
    // The host device is a target of the configuration that has the name of an aspect.
    kinds.iter().any(|kind| has.contains(kind) || is_named(&aspects::display_name(*kind)))
        || requirements.fixed_target_names.iter().any(|name| is_named(name))
}

/// Requirements of an image with these properties.
///
/// The sub-group size of an ESIMD image does not count: it is always 1 there, which no device lists.
///
/// # Errors
/// [`Error`] for malformed requirements.
pub fn requirements(properties: &PropertySetRegistry) -> Result<DeviceRequirements, Error> {
    let mut requirements = DeviceRequirements::from_registry(properties)?;
    let esimd = properties.get(&SetName::MiscProperties).and_then(|set| set.get("isEsimdImage"));
    if esimd.and_then(|value| value.as_u32()).is_some_and(|flag| flag != 0) {
        requirements.reqd_sub_group_size = None;
        requirements.sub_group_sizes.clear();
    }
    Ok(requirements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    fn device() -> Device {
        Device {
            aspects: vec![2, 6],
            sub_group_sizes: vec![16, 32],
            max_work_group_size: 256,
            target: Some("intel_gpu_12_60_7".into()),
        }
    }

    fn reason(requirements: &DeviceRequirements) -> String {
        check(DeviceConfig::builtin(), &device(), requirements).unwrap_err().to_string()
    }

    #[test]
    fn an_image_that_fits_is_accepted() {
        let requirements = DeviceRequirements {
            aspects: vec![6],
            fixed_target: Some(vec![77, 2]),
            reqd_sub_group_size: Some(16),
            reqd_work_group_size: Some(vec![16, 16]),
            compile_target: Some("intel_gpu_pvc".into()),
            ..DeviceRequirements::default()
        };
        assert_eq!(check(DeviceConfig::builtin(), &device(), &requirements), Ok(()));
        assert_eq!(check(DeviceConfig::builtin(), &Device::default(), &DeviceRequirements::default()), Ok(()));
    }

    #[test]
    fn the_configuration_says_which_targets_are_the_same() {
        let config = r#"{"schema_version": 1, "targets": [{"name": "mine", "aliases": ["other"], "triple": "spir64-a-b",
            "may_support_other_aspects": true}]}"#;
        let config = DeviceConfig::from_json(config, "x").unwrap();
        let device = Device { target: Some("mine".into()), ..Device::default() };
        let of = |target: &str| DeviceRequirements { compile_target: Some(target.into()), ..Default::default() };
        assert_eq!(check(&config, &device, &of("other")), Ok(()));
        assert!(check(DeviceConfig::builtin(), &device, &of("other")).is_err());
        assert!(check(&config, &device, &of("intel_gpu_pvc")).is_err());
        // With the built-in ones, where `mine` takes a name from one.
        let more = DeviceConfig::from_json(
            r#"{"schema_version": 1, "targets": [{"name": "intel_gpu_pvc", "triple": "spir64-a-b", "aspects": ["gpu"],
            "may_support_other_aspects": false}, {"name": "mine", "aliases": ["intel_gpu_12_10_0"], "triple": "spir64-a-b",
            "may_support_other_aspects": true}]}"#,
            "x",
        );
        let merged = more.unwrap().over(DeviceConfig::builtin());
        assert_eq!(merged.iter().len(), DeviceConfig::builtin().iter().len() + 1);
        assert_eq!(merged.target("intel_gpu_pvc").unwrap().aspects, ["gpu"]);
        assert_eq!(merged.target("intel_gpu_12_60_7"), None);
        assert_eq!(merged.target("intel_gpu_12_10_0").unwrap().name, "mine");
        assert!(merged.target("intel_gpu_dg1").unwrap().aliases.is_empty());
        assert!(merged.target("nvidia_gpu_sm_80").is_some());
    }

    #[test]
    fn reasons_are_in_the_words_of_the_design() {
        let none = DeviceRequirements::default;
        assert_eq!(
            reason(&DeviceRequirements { aspects: vec![6, 5], ..none() }),
            "Kernel uses optional feature corresponding to 'aspect::fp16' but device does not support this aspect."
        );
        assert_eq!(
            reason(&DeviceRequirements { reqd_sub_group_size: Some(8), ..none() }),
            "Kernel has a required sub-group size of '8' but device does not support this sub-group size."
        );
        assert_eq!(
            reason(&DeviceRequirements { reqd_work_group_size: Some(vec![16, 16, 2]), ..none() }),
            "Kernel has a required work-group size of '16, 16, 2' but device does not support this work-group size."
        );
        assert!(
            check(
                DeviceConfig::builtin(),
                &device(),
                &DeviceRequirements { reqd_work_group_size: Some(vec![u64::MAX; 3]), ..none() }
            )
            .is_err()
        );
        assert_eq!(
            reason(&DeviceRequirements { fixed_target: Some(vec![1, 900]), ..none() }),
            "Kernel was compiled with '-fsycl-fixed-targets=cpu,900' but was submitted to a different device."
        );
        // The device has two names; named targets and those with an aspect count together.
        let named = |names: &[&str]| DeviceRequirements {
            fixed_target_names: names.iter().map(|name| (*name).to_owned()).collect(),
            ..none()
        };
        assert_eq!(check(DeviceConfig::builtin(), &device(), &named(&["host", "intel_gpu_pvc"])), Ok(()));
        assert_eq!(
            check(
                DeviceConfig::builtin(),
                &device(),
                &DeviceRequirements { fixed_target: Some(vec![2]), ..named(&["host"]) }
            ),
            Ok(())
        );
        assert_eq!(
            reason(&named(&["intel_gpu_dg1", "host"])),
            "Kernel was compiled with '-fsycl-fixed-targets=intel_gpu_dg1,host' but was submitted to a different device."
        );
        assert!(
            reason(&DeviceRequirements { fixed_target: Some(vec![]), ..none() }).contains("'-fsycl-fixed-targets='")
        );
        assert_eq!(
            reason(&DeviceRequirements { reqd_sub_group_size: Some(16), sub_group_sizes: vec![8, 16], ..none() }),
            "Kernel has a required sub-group size of '8' but device does not support this sub-group size."
        );
        assert_eq!(
            reason(&DeviceRequirements { work_group_sizes: vec![[1, 1, 1], [512, 1, 1]], ..none() }),
            "Kernel has a required work-group size of '512, 1, 1' but device does not support this work-group size."
        );
        assert_eq!(
            reason(&DeviceRequirements { compile_target: Some("intel_gpu_dg1".into()), ..none() }),
            "Kernel was compiled for 'intel_gpu_dg1' but was submitted to a different device."
        );
    }

    #[test]
    fn the_sub_group_size_of_esimd_images_does_not_count() {
        let mut properties = PropertySetRegistry::new();
        properties.set_mut(SetName::DeviceRequirements).insert("reqd_sub_group_size", 1);
        assert_eq!(requirements(&properties).unwrap().reqd_sub_group_size, Some(1));
        properties.set_mut(SetName::MiscProperties).insert("isEsimdImage", true);
        assert_eq!(requirements(&properties).unwrap().reqd_sub_group_size, None);
        properties.set_mut(SetName::DeviceRequirements).insert("aspects", Value::U32(1));
        assert!(requirements(&properties).is_err());
    }
}
