//! Needs of an image on a device.

use std::collections::BTreeSet;

use sycl_propset::{
    PropertySetRegistry, SetName, Value as Property, aspects,
    devices::{Support, Target},
    requirements::{DeviceRequirements, needs_name},
};

use super::Content;
use crate::{
    device_code_split::SplitMode,
    ir::sycl_metadata::{FixedTarget, FunctionMetadata},
    options::ImageOptions,
};

/// Facts that decide whether an image can be compiled for a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    /// Each once, by name.
    pub(crate) aspects: Vec<AspectNeed>,
    pub(crate) sub_group_sizes: Vec<u32>,
    /// The only targets for which the image is; none if it is for any.
    pub(crate) fixed_targets: Option<BTreeSet<FixedTarget>>,
}

impl Needs {
    /// Needs that devices of a target lack, in words.
    pub(crate) fn lacking(&self, target: &Target) -> Vec<String> {
        let aspects = self.aspects.iter().filter(|need| target.aspect(need.name.as_deref()) == Support::No);
        let aspects = aspects.map(|need| format!("aspect `{}`", need.name.clone().unwrap_or(need.value.to_string())));
        let sizes = self.sub_group_sizes.iter().filter(|size| target.sub_group_size(**size) == Support::No);
        let fixed = self.fixed_targets.iter().filter(|targets| !targets.iter().any(|fixed| is_fixed(target, fixed)));
        let fixed = fixed.map(|targets| {
            let names: Vec<String> = targets.iter().map(ToString::to_string).collect();
            format!("a place among the fixed targets `{}`", names.join("`, `"))
        });
        aspects.chain(sizes.map(|size| format!("sub-group size {size}"))).chain(fixed).collect()
    }
}

/// Whether a target of the device configuration is a fixed target, or may be: one of the kind that is named, or the
/// target itself.
fn is_fixed(target: &Target, fixed: &FixedTarget) -> bool {
    match fixed {
        FixedTarget::Name(name) => target.is_called(name) || target.is_of_kind(name) != Support::No,
        FixedTarget::Aspect(value) => target.aspect_value(*value) != Support::No,
    }
}

/// An aspect that an image needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AspectNeed {
    /// None for one without a name.
    pub(crate) name: Option<String>,
    pub(crate) value: i64,
}

/// The name of an aspect of a function.
fn name(content: &Content<'_, '_>, facts: &FunctionMetadata, aspect: i64) -> Option<String> {
    let named = facts.aspect_names.iter().find(|(value, _)| *value == aspect);
    named.map(|(_, name)| name.clone()).or_else(|| content.analysis.aspect_name(aspect))
}

/// Needs on a target.
pub(crate) fn needs(content: &Content<'_, '_>) -> Needs {
    // The names that the functions of this image give come first: numbers differ between front ends.
    let mut aspects: BTreeSet<AspectNeed> = BTreeSet::new();
    for (_, facts) in content.functions() {
        for aspect in facts.needed_aspects().filter(|a| *a >= 0) {
            aspects.insert(AspectNeed { name: name(content, facts, aspect), value: aspect });
        }
    }
    let sub_group_sizes = sub_group_sizes(content).into_iter().collect();
    // By name, since numbers differ between front ends.
    let named = |facts: &FunctionMetadata, value: u32| match name(content, facts, value.into()) {
        Some(name) => FixedTarget::Name(name),
        None => FixedTarget::Aspect(value),
    };
    Needs { aspects: aspects.into_iter().collect(), sub_group_sizes, fixed_targets: fixed_targets(content, &named) }
}

/// The sub-group sizes that functions of an image require. ESIMD code runs with a size of 1, which no target lists.
fn sub_group_sizes(content: &Content<'_, '_>) -> BTreeSet<u32> {
    let others = content.functions().filter(|(_, facts)| !facts.explicit_simd);
    others.filter_map(|(_, facts)| facts.required_sub_group_size).collect()
}

/// The targets that all kernels of an image with fixed targets have in common, and all functions that they call: the
/// image can run on no others, and on none if they have none in common. Functions that were compiled without fixed
/// targets do not matter, nor what functions say that kernels without fixed targets call.
fn fixed_targets(
    content: &Content<'_, '_>,
    of_aspect: &dyn Fn(&FunctionMetadata, u32) -> FixedTarget,
) -> Option<BTreeSet<FixedTarget>> {
    let targets = |facts: &FunctionMetadata| {
        let listed = facts.fixed_targets.as_ref().filter(|targets| !targets.is_empty())?;
        let target = |target: &FixedTarget| match target {
            FixedTarget::Aspect(value) => of_aspect(facts, *value),
            FixedTarget::Name(name) => FixedTarget::Name(name.clone()),
        };
        Some(listed.iter().map(target).collect::<BTreeSet<FixedTarget>>())
    };
    content.entries().find_map(|(_, facts)| targets(facts))?;
    let all = content.entries().chain(content.functions()).filter_map(|(_, facts)| targets(facts));
    all.reduce(|common, targets| common.intersection(&targets).cloned().collect())
}

/// Notes the target of a table in the device requirements.
pub(crate) fn set_compile_target(registry: &mut PropertySetRegistry, target: &str) {
    registry.set_mut(SetName::DeviceRequirements).insert("compile_target", Property::text(target));
}

/// The set of device requirements.
pub(super) fn requirements(content: &Content<'_, '_>, options: &ImageOptions) -> DeviceRequirements {
    let mut required = BTreeSet::new();
    let mut result = DeviceRequirements::default();
    let mut sizes: BTreeSet<&[u64]> = BTreeSet::new();
    let number = |facts: &FunctionMetadata, aspect: u32| {
        let name = options.built_in_aspects.then(|| name(content, facts, aspect.into())).flatten();
        name.and_then(|name| aspects::by_name(&name)).map_or(aspect, |known| known.value)
    };
    for (_, facts) in content.functions() {
        // Negative aspects are the front end's own and mean nothing to a device.
        for aspect in facts.needed_aspects().filter_map(|aspect| u32::try_from(aspect).ok()) {
            let number = number(facts, aspect);
            required.insert(number);
            let name = options.emit_aspect_names.then(|| name(content, facts, aspect.into())).flatten();
            result.aspect_names.extend(name.filter(|name| needs_name(number, name)).map(|name| (number, name)));
        }
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
    if let Some(targets) = fixed_targets(content, &|facts, aspect| FixedTarget::Aspect(number(facts, aspect))) {
        let mut kinds = Vec::new();
        for target in targets {
            match target {
                FixedTarget::Aspect(value) => kinds.push(value),
                FixedTarget::Name(name) => result.fixed_target_names.push(name),
            }
        }
        // No target at all is said by a list that is empty.
        let is_there = !kinds.is_empty() || result.fixed_target_names.is_empty();
        result.fixed_target = is_there.then_some(kinds);
    }
    let sub_group_sizes = sub_group_sizes(content);
    let of_entries = content.entries().find_map(|(_, facts)| facts.required_sub_group_size);
    result.reqd_sub_group_size = of_entries.or_else(|| sub_group_sizes.first().copied());
    if sub_group_sizes.len() > 1 {
        result.sub_group_sizes = sub_group_sizes.into_iter().collect();
    }
    // Kernels of one image agree, or the image says nothing in DPC++'s words, whose runtime takes the size for that of
    // each kernel.
    if options.split != SplitMode::None && sizes.len() == 1 {
        result.reqd_work_group_size = sizes.first().map(|size| size.to_vec());
    } else {
        let extent = |size: &[u64], at: usize| size.get(at).copied().unwrap_or(1);
        let padded = |size: &[u64]| [0, 1, 2].map(|at| extent(size, at));
        result.work_group_sizes = sizes.iter().map(|size| padded(size)).collect::<BTreeSet<_>>().into_iter().collect();
    }
    result
}
