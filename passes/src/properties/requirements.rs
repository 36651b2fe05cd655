//! What an image needs of a device.

use std::collections::BTreeSet;

use sycl_propset::{PropertySetRegistry, SetName, Value as Property, aspects, requirements::DeviceRequirements};

use super::Content;
use crate::{
    device_code_split::SplitMode,
    ir::sycl_metadata::{FixedTarget, FunctionMetadata},
    options::ImageOptions,
};

/// What decides whether an image can be compiled for a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    /// Each once, by name.
    pub(crate) aspects: Vec<AspectNeed>,
    pub(crate) sub_group_sizes: Vec<u32>,
}

/// An aspect that an image needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AspectNeed {
    /// None for one that nobody has named.
    pub(crate) name: Option<String>,
    pub(crate) value: i64,
}

/// The name of an aspect of a function.
fn name(content: &Content<'_, '_>, facts: &FunctionMetadata, aspect: i64) -> Option<String> {
    let named = facts.aspect_names.iter().find(|(value, _)| *value == aspect);
    named.map(|(_, name)| name.clone()).or_else(|| content.analysis.aspect_name(aspect))
}

/// What a target must have.
pub(crate) fn needs(content: &Content<'_, '_>) -> Needs {
    // The names that the functions of this image give come first: numbers differ between front ends.
    let mut aspects: BTreeSet<AspectNeed> = BTreeSet::new();
    for (_, facts) in content.functions() {
        for aspect in facts.needed_aspects().filter(|a| *a >= 0) {
            aspects.insert(AspectNeed { name: name(content, facts, aspect), value: aspect });
        }
    }
    // ESIMD code runs with a sub-group size of 1, which no target lists.
    let others = content.entries().filter(|(_, facts)| !facts.explicit_simd);
    let sizes: BTreeSet<u32> = others.filter_map(|(_, facts)| facts.required_sub_group_size).collect();
    Needs { aspects: aspects.into_iter().collect(), sub_group_sizes: sizes.into_iter().collect() }
}

/// Notes the target of a table in the device requirements.
pub(crate) fn set_compile_target(registry: &mut PropertySetRegistry, target: &str) {
    registry.set_mut(SetName::DeviceRequirements).insert("compile_target", Property::text(target));
}

/// The set of device requirements.
pub(super) fn requirements(content: &Content<'_, '_>, options: &ImageOptions) -> DeviceRequirements {
    let mut required = BTreeSet::new();
    let mut targets = BTreeSet::new();
    let mut result = DeviceRequirements::default();
    let mut sizes: BTreeSet<&[u64]> = BTreeSet::new();
    for (_, facts) in content.functions() {
        let number = |aspect: u32| {
            let name = options.built_in_aspects.then(|| name(content, facts, aspect.into())).flatten();
            name.and_then(|name| aspects::by_name(&name)).map_or(aspect, |known| known.value)
        };
        // Negative aspects are the front end's own and mean nothing to a device.
        required.extend(facts.needed_aspects().filter_map(|a| u32::try_from(a).ok()).map(number));
        // The set holds numbers: only the metadata has targets without an aspect.
        targets.extend(facts.fixed_targets.iter().flatten().filter_map(|target| match target {
            FixedTarget::Aspect(value) => Some(number(*value)),
            FixedTarget::Name(_) => None,
        }));
        if !facts.required_work_group_size.is_empty() {
            sizes.insert(&facts.required_work_group_size);
        }
        let dimensions = facts.work_group_dimensions.filter(|_| result.work_group_num_dim.is_none());
        result.work_group_num_dim = dimensions.or(result.work_group_num_dim);
        if let Some(text) = facts.joint_matrix.first().filter(|t| !t.is_empty()) {
            result.joint_matrix = Some(text.clone());
        }
        if let Some(text) = facts.joint_matrix_mad.first().filter(|t| !t.is_empty()) {
            result.joint_matrix_mad = Some(text.clone());
        }
    }
    result.aspects = required.into_iter().collect();
    result.fixed_target = (!targets.is_empty()).then(|| targets.into_iter().collect());
    result.reqd_sub_group_size = content.entries().find_map(|(_, facts)| facts.required_sub_group_size);
    // Kernels of one image agree, or the image says nothing; an image of everything never speaks for all of it.
    if options.split != SplitMode::None && sizes.len() == 1 {
        result.reqd_work_group_size = sizes.first().map(|size| size.to_vec());
    }
    result
}
