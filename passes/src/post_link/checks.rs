//! Checks that end a run before the first image, and warnings about an image: SYCL_EXTERNAL functions that need more
//! than the kernels that call them declare, and functions that no image defines.
//!
//! Source: DPC++'s design document "Optional kernel features", "Error checking for SYCL_EXTERNAL functions".

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use sycl_propset::demangle::display_name;

use super::Error;
use crate::{
    device_code_split::{self, Analysis, Group, Image, Unit, device_global, is_declared_device_global},
    diagnostic::{Id, Sink},
    ir::{
        GlobalId, GlobalVariable, ModuleView, TypeKind, Value, attribute, escaped,
        gpu::address_space,
        kernels::Kernels,
        names::{has_base, is_invoke_simd_name, is_user_name},
        sycl_metadata::FunctionMetadata,
    },
    link_builtins,
    site::first_use,
};

/// Descriptions of images beside their code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Described {
    /// Nothing.
    No,
    /// Entry points are named.
    Names,
    /// Property sets are made, too.
    Properties,
}

/// Whether all that images will hold can be described: metadata of the documented form, names and attributes that are
/// text. What is in no image does not matter.
pub(super) fn well_formed(analysis: &Analysis<'_>, units: &[Unit], described: Described) -> Result<(), Error> {
    let groups = || units.iter().flat_map(Unit::groups);
    let needed = analysis.needed_anywhere(groups());
    if let Some(error) = needed.iter().find_map(|id| analysis.malformed(*id)) {
        return Err(error.clone().into());
    }
    if described == Described::No {
        return Ok(());
    }
    let entry_points: FxHashSet<GlobalId> = groups().flat_map(|group| &group.entry_points).copied().collect();
    let is_described = |id: GlobalId, value: Value<'_>| {
        entry_points.contains(&id)
            || analysis.facts(id).is_some_and(|facts| *facts != FunctionMetadata::default())
            || value.as_function().is_some_and(|function| analysis.kernels().is_importable(function))
            || device_global(value).is_some()
            || is_declared_device_global(value)
    };
    for id in needed {
        let value = analysis.global(id);
        let name = value.name_bytes();
        if std::str::from_utf8(&name).is_err() && is_described(id, value) {
            return Err(Error::Name { name: escaped(&name) });
        }
        for attribute in [attribute::UNIQUE_ID, attribute::INDIRECTLY_CALLABLE, attribute::CALLS_INDIRECTLY] {
            let text = match value.as_function() {
                Some(function) => function.string_attribute_bytes(attribute),
                None => value.as_global_variable().and_then(|v| v.string_attribute_bytes(attribute)),
            };
            if let Some(text) =
                text.filter(|text| described == Described::Properties && std::str::from_utf8(text).is_err())
            {
                return Err(Error::Attribute { attribute, text: escaped(&text), name: escaped(&name) });
            }
        }
    }
    Ok(())
}

/// Needs of a SYCL_EXTERNAL function beyond those of the entry points of its image.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Mismatch {
    function: GlobalId,
    /// A whole sentence.
    text: String,
}

/// Needs of SYCL_EXTERNAL functions of an image beyond those of its entry points.
pub(super) fn mismatches(analysis: &Analysis<'_>, image: &Image<'_>, entry_points: &[GlobalId]) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let entry_facts: Vec<_> = entry_points.iter().filter_map(|id| analysis.facts(*id)).collect();
    let fixed: BTreeSet<_> = entry_facts.iter().flat_map(|f| f.fixed_targets.iter().flatten()).collect();
    let aspects: BTreeSet<i64> = entry_facts.iter().flat_map(|f| f.needed_aspects()).collect();
    let has_targets = |f: &&FunctionMetadata| f.fixed_targets.as_ref().is_some_and(|targets| !targets.is_empty());
    let all_fixed = !entry_facts.is_empty() && entry_facts.iter().all(has_targets);
    let sizes: BTreeSet<u32> = entry_facts.iter().filter_map(|f| f.required_sub_group_size).collect();
    for id in image.members.iter().filter(|id| !entry_points.contains(id) && !image.deleted_bodies.contains(id)) {
        let Some(facts) = analysis.facts(*id) else { continue };
        let name = || display_name(&analysis.global(*id).name());
        let mut add = |text: String| found.push(Mismatch { function: *id, text });
        let elsewhere = facts.fixed_targets.as_ref().is_some_and(|targets| targets.iter().any(|t| !fixed.contains(t)));
        if !fixed.is_empty() && elsewhere {
            add(format!(
                "function '{}' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel.",
                name()
            ));
        }
        // Kernels for fixed targets may use whatever those have.
        if all_fixed {
            continue;
        }
        let used: BTreeSet<i64> = facts.needed_aspects().collect();
        for aspect in used.iter().filter(|a| **a >= 0 && !aspects.contains(a)) {
            add(format!(
                "function '{}' uses aspect '{}' not expected by its calling kernel.  Missing [[sycl::device_has()]] on \
                 SYCL_EXTERNAL function?",
                name(),
                analysis.aspect_name(*aspect).unwrap_or_else(|| aspect.to_string())
            ));
        }
        if let Some(size) = facts.required_sub_group_size.filter(|size| !sizes.contains(size)) {
            add(format!(
                "function '{}' has required sub-group size '{size}' that does not match its calling kernel.  Missing \
                 [[sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function?",
                name()
            ));
        }
    }
    found
}

/// Functions and variables that are undefined in an image, with the entry points that need them, in the order of
/// images. An ESIMD function that SYCL code calls is undefined in the SYCL half of its image.
pub(super) fn undefined(analysis: &Analysis<'_>, units: &[Unit]) -> IndexMap<GlobalId, Vec<GlobalId>> {
    let mut found: IndexMap<GlobalId, Vec<GlobalId>> = IndexMap::new();
    // printf is the target's.
    let is_users = |name: &str| is_user_name(name) && name != "printf";
    let is_undefined = |value: Value<'_>| {
        value.is_declaration()
            && match value.as_global_variable() {
                Some(variable) => is_undefined_variable(variable),
                None => value.as_function().is_some_and(|f| !device_code_split::was_virtual(f) && is_users(&f.name())),
            }
    };
    let has_halves = units.iter().any(|unit| matches!(unit, Unit::Halves { .. }));
    if !has_halves && !analysis.globals().any(is_undefined) {
        return found;
    }
    for group in units.iter().flat_map(Unit::groups) {
        for entry in &group.entry_points {
            for needed in analysis.needed_by(*entry, group) {
                if is_undefined(analysis.global(needed)) || analysis.is_in_other_half(group, needed) {
                    found.entry(needed).or_default().push(*entry);
                }
            }
        }
    }
    found
}

/// Whether a variable without a definition was forgotten. Those in local memory have their size from the
/// launch; device globals are known to the host; drivers and the C++ ABI define others by reserved names.
fn is_undefined_variable(variable: GlobalVariable<'_>) -> bool {
    let name = variable.name();
    variable.ty().kind() != TypeKind::Pointer(address_space::LOCAL)
        && device_global(*variable).is_none()
        && !is_declared_device_global(*variable)
        && !name.starts_with("_ZT")
        && is_user_name(&name)
}

/// Warns of functions that images import and that are the entry point of none, so that no image holds them.
pub(super) fn report_in_no_image(analysis: &Analysis<'_>, units: &[Unit], sink: &mut dyn Sink) {
    let groups: Vec<&Group> = units.iter().flat_map(Unit::groups).collect();
    let entry_points: FxHashSet<GlobalId> = groups.iter().flat_map(|group| &group.entry_points).copied().collect();
    let mut images: BTreeMap<GlobalId, usize> = BTreeMap::new();
    for group in groups {
        for id in analysis.imports(group).into_iter().filter(|id| !entry_points.contains(id)) {
            *images.entry(id).or_default() += 1;
        }
    }
    for (id, count) in images {
        let function = analysis.global(id);
        let name = display_name(&function.name());
        let who = if count == 1 { "one image imports it".to_owned() } else { format!("{count} images import it") };
        let text =
            format!("Function {name} is an entry point of no image, but {who}. This may result in runtime errors.");
        sink.warn(Id::MissingExport, function, &text);
    }
}

/// Warns of features that some kernels of an image use and all need, since an image is loaded as a whole.
pub(super) fn report_shared(analysis: &Analysis<'_>, units: &[Unit], sink: &mut dyn Sink) {
    for group in units.iter().flat_map(Unit::groups) {
        let entries: Vec<_> =
            group.entry_points.iter().filter_map(|id| analysis.facts(*id).map(|facts| (*id, facts))).collect();
        // Who uses a feature, by its words; in the order of the first who does.
        let mut users: IndexMap<String, Vec<GlobalId>> = IndexMap::new();
        for (id, facts) in &entries {
            let aspects: BTreeSet<i64> = facts.needed_aspects().filter(|aspect| *aspect >= 0).collect();
            let name = |aspect: i64| analysis.aspect_name(aspect).unwrap_or_else(|| aspect.to_string());
            let aspects = aspects.into_iter().map(|aspect| format!("aspect '{}'", name(aspect)));
            let size = facts.required_sub_group_size.map(|size| format!("sub-group size '{size}'"));
            let fixed: BTreeSet<_> = facts.fixed_targets.iter().flatten().map(ToString::to_string).collect();
            let fixed = (!fixed.is_empty())
                .then(|| format!("one of the fixed targets '{}'", fixed.into_iter().collect::<Vec<_>>().join("', '")));
            for feature in aspects.chain(size).chain(fixed) {
                users.entry(feature).or_default().push(*id);
            }
        }
        for (feature, users) in users.iter().filter(|(_, users)| users.len() < entries.len()) {
            let (user, others) = (analysis.global(users[0]), entries.len() - users.len());
            let name = display_name(&user.name());
            let others =
                if others == 1 { "one more entry point".to_owned() } else { format!("{others} more entry points") };
            let text = format!(
                "kernel '{name}' needs {feature}, and so {others} of its image, because they are not split. \
                 `split=features` keeps what others need out of their images"
            );
            sink.warn(Id::SharedFeature, user, &text);
        }
    }
}

/// Reports each mismatch once, and each undefined function that no target has.
pub(super) fn report(
    module: ModuleView<'_>,
    analysis: &Analysis<'_>,
    mismatches: &IndexSet<&Mismatch>,
    undefined: &IndexMap<GlobalId, Vec<GlobalId>>,
    sink: &mut dyn Sink,
) {
    for mismatch in mismatches {
        sink.warn(Id::ExternalMismatch, analysis.global(mismatch.function), &mismatch.text);
    }
    let module = module.identifier();
    for (id, needed_by) in undefined {
        let name = |id: GlobalId| display_name(&analysis.global(id).name());
        let users = match needed_by.as_slice() {
            [] => String::new(),
            [one] => format!(" (needed by `{}`)", name(*one)),
            [first, rest @ ..] => format!(" (needed by `{}` and {} more)", name(*first), rest.len()),
        };
        let value = analysis.global(*id);
        // The pass that links libraries for a target refuses what that one lacks.
        if value.as_function().is_some_and(link_builtins::some_target_has) {
            continue;
        }
        let (kind, warning) = match value.is_global_variable() {
            true => ("variable", Id::UndefinedVariable),
            false => ("function", Id::UndefinedFunction),
        };
        let found = name(*id);
        let text = format!("Undefined {kind} {found} found in {module}{users}. This may result in runtime errors.");
        // Records name functions with a body.
        let place = first_use(value).unwrap_or_else(|| analysis.global(*needed_by.first().unwrap_or(id)));
        sink.warn(warning, place, &text);
    }
}

/// Refuses calls of ESIMD code by `invoke_simd`, which nothing here lowers.
pub(super) fn invoke_simd(module: ModuleView<'_>) -> Result<(), Error> {
    for function in module.functions().filter(|f| f.is_declaration() && is_invoke_simd_name(&f.name())) {
        let calls = function.users().filter_map(Value::as_call).map(|call| call.parent_function());
        let callers: FxHashSet<_> = calls.collect();
        if let Some(caller) = module.functions().find(|function| callers.contains(function)) {
            return Err(Error::CallsInvokeSimd {
                place: first_use(function).and_then(Value::location).map_or_else(String::new, |p| format!("{p}: ")),
                function: display_name(&caller.name()),
            });
        }
    }
    Ok(())
}

/// Sanitizers of device code, by the variable with metadata of kernels, which may have a suffix.
const SANITIZERS: [(&str, &str); 3] = [
    ("__AsanKernelMetadata", "AddressSanitizer"),
    ("__MsanKernelMetadata", "MemorySanitizer"),
    ("__TsanKernelMetadata", "ThreadSanitizer"),
];

/// Transformations of joint matrices that are missing here, by a part of the name of a function.
const JOINT_MATRICES: [(&str, &str, &str); 2] = [
    ("__spirv_AccessChain", "indexes elements of a joint matrix", "elements through `joint_matrix_apply`"),
    ("joint_matrix_layout_to_spv", "computes the layout of a joint matrix", "code that is compiled with optimization"),
];

/// Warns of what DPC++'s tool rewrites and this one leaves as it is, where a device compiler or the runtime then fails.
pub(super) fn report_left(module: ModuleView<'_>, sink: &mut dyn Sink) {
    let kernels = Kernels::find(module);
    for variable in module.global_variables() {
        let name = variable.name();
        let of = |(metadata, _): &&(&str, &str)| has_base(&name, metadata);
        let Some((_, sanitizer)) = SANITIZERS.iter().find(of) else { continue };
        let Some(kernel) = module.functions().find(|function| kernels.defines(*function)) else { continue };
        let text = format!(
            "`{name}` of {sanitizer} stays as it is, without what DPC++'s sycl-post-link adds for its runtime \
             (`!spirv.Decorations`, a kernel `__sanitizerModule*`): errors in device code may go unreported"
        );
        sink.warn(Id::SanitizerMetadata, *kernel, &text);
    }
    for function in module.functions() {
        let name = function.name();
        let Some((builtin, what, expected)) = JOINT_MATRICES.iter().find(|(part, ..)| name.contains(part)) else {
            continue;
        };
        let calls = function.users().filter_map(Value::as_call).map(|call| call.parent_function());
        let callers: FxHashSet<_> = calls.collect();
        let Some(caller) = module.functions().find(|function| callers.contains(function)) else { continue };
        let text = format!(
            "function `{}` {what} (`{builtin}`), which DPC++'s sycl-post-link rewrites and this one does not: compilers of \
             devices may refuse the image; expected {expected}",
            display_name(&caller.name())
        );
        sink.warn(Id::JointMatrix, first_use(function).unwrap_or(*caller), &text);
    }
}
