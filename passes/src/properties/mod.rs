//! Describes an image to the runtime: IR facts become property sets. The only bridge from IR to `sycl-propset`.
//!
//! Sets and their order are those of DPC++'s `sycl-post-link`. Source: DPC++'s design documents "Optional kernel features"
//! and "Compiler and runtime architecture".

mod legacy;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use sycl_propset::{
    PropertySetRegistry, SetName, Value as Property,
    device_globals::{DeviceGlobal, DeviceGlobals},
    kernel_params::ParamMask,
    program_metadata::ProgramMetadata,
    requirements::DeviceRequirements,
    spec_constants::SpecConstants,
    triple::Triple,
};

use crate::{
    device_code_split::{
        Analysis, CodeKind, Image, ImageDependencies, SplitMode, is_declared_device_global, is_device_global,
    },
    ir::{
        CallingConvention, GlobalId, Value,
        kernels::{attribute, is_bfloat16_library_name},
        metadata::{FixedTarget, FunctionFacts},
    },
    options::Options,
    spec_constants::Lowered,
};

/// Device globals and registered kernels are told by attributes and metadata that can be malformed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A device global or host pipe has no identity.
    #[error("variable `{name}` has no attribute \"sycl-unique-id\"; expected one with its identity")]
    NoUniqueId {
        /// The variable.
        name: String,
    },
    /// The size is not a number.
    #[error("attribute \"{attribute}\" of `{name}` is \"{found}\"; expected the size in bytes as a decimal number")]
    Size {
        /// The attribute.
        attribute: &'static str,
        /// The variable.
        name: String,
        /// Text of the attribute.
        found: String,
    },
    /// Two images use a device global of which each image would have its own.
    #[error(
        "device_global variable '{name}' with property \"device_image_scope\" is used in more than one device image."
    )]
    ImageScope {
        /// The variable.
        name: String,
    },
}

/// What became of the specialization constants of an image.
#[derive(Clone, Copy)]
pub(crate) enum Constants<'a> {
    /// There are none, or they stay as they were.
    AsTheyWere,
    /// These were lowered.
    Lowered(&'a [Lowered]),
    /// All were replaced by their defaults.
    Defaults,
}

/// What is described.
pub(crate) struct Content<'a, 'm> {
    pub(crate) analysis: &'a Analysis<'m>,
    pub(crate) image: &'a Image<'a>,
    pub(crate) constants: Constants<'a>,
}

impl<'m> Content<'_, 'm> {
    fn functions(&self) -> impl Iterator<Item = (Value<'m>, &FunctionFacts)> {
        let here = self.image.members.iter().filter(|id| !self.image.deleted_bodies.contains(id));
        here.filter_map(|id| Some((self.analysis.global(*id), self.analysis.facts(*id)?)))
    }

    fn entries(&self) -> impl Iterator<Item = (Value<'m>, &FunctionFacts)> {
        self.image.entry_points().iter().filter_map(|id| Some((self.analysis.global(*id), self.analysis.facts(*id)?)))
    }

    /// Functions without a body in the image.
    fn declared_functions(&self) -> impl Iterator<Item = Value<'m>> {
        let declared =
            |id: &&GlobalId| self.image.deleted_bodies.contains(id) || self.analysis.global(**id).is_declaration();
        self.image
            .members
            .iter()
            .filter(declared)
            .map(|id| self.analysis.global(*id))
            .filter(|value| value.is_function())
    }

    fn device_globals(&self) -> impl Iterator<Item = Value<'m>> {
        self.image.members.iter().map(|id| self.analysis.global(*id)).filter(|g| is_device_global(*g))
    }
}

/// All property sets of an image.
pub(crate) fn describe(content: &Content<'_, '_>, options: &Options) -> Result<PropertySetRegistry, Error> {
    let mut registry = PropertySetRegistry::new();
    if options.legacy_properties {
        legacy::device_library_mask(content, &mut registry);
    }
    registry.insert(SetName::DeviceRequirements, requirements(content, options).to_set());
    spec_constants(content, &mut registry);
    if options.emit_param_info {
        kernel_parameters(content, &mut registry);
    }
    if options.emit_exported_symbols {
        exported_symbols(content, &mut registry);
    }
    if options.emit_kernel_names {
        for (function, _) in content.entries().filter(|(f, _)| content.analysis.kernels().contains(*f)) {
            registry.set_mut(SetName::KernelNames).insert(function.name(), 1u32);
        }
    }
    if options.emit_imported_symbols {
        imported_symbols(content, options.image_dependencies, &mut registry);
    }
    if options.emit_program_metadata {
        program_metadata(content, &mut registry)?;
    }
    misc(content, &mut registry);
    if options.legacy_properties {
        legacy::assert_used(content, &mut registry);
        legacy::host_pipes(content, &mut registry)?;
    }
    implicit_local_arguments(content, &mut registry);
    dynamic_local_memory(content, &mut registry);
    if options.device_globals {
        let globals = device_globals(content)?;
        if !globals.globals.is_empty() {
            registry.insert(SetName::DeviceGlobals, globals.to_set());
        }
    }
    if let Constants::Defaults = content.constants {
        registry.set_mut(SetName::MiscProperties).insert("specConstsReplacedWithDefault", 1u32);
    }
    virtual_functions(content, &mut registry);
    registered_kernel_names(content, &mut registry);
    Ok(registry)
}

/// What decides whether an image can be compiled for a target.
pub(crate) struct Needs {
    /// Each once, by name.
    pub(crate) aspects: Vec<AspectNeed>,
    pub(crate) sub_group_sizes: Vec<u32>,
}

/// An aspect that an image needs.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AspectNeed {
    /// None for one that nobody has named.
    pub(crate) name: Option<String>,
    pub(crate) value: i64,
}

/// What a target must have.
pub(crate) fn needs(content: &Content<'_, '_>) -> Needs {
    // The names that the functions of this image give come first: numbers differ between front ends.
    let mut aspects: BTreeSet<AspectNeed> = BTreeSet::new();
    for (_, facts) in content.functions() {
        for aspect in facts.needed_aspects().filter(|a| *a >= 0) {
            let named = facts.aspect_names.iter().find(|(value, _)| *value == aspect);
            let name = named.map(|(_, name)| name.clone()).or_else(|| content.analysis.aspect_name(aspect));
            aspects.insert(AspectNeed { name, value: aspect });
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

fn requirements(content: &Content<'_, '_>, options: &Options) -> DeviceRequirements {
    let mut aspects = BTreeSet::new();
    let mut targets = BTreeSet::new();
    let mut result = DeviceRequirements::default();
    let mut sizes: BTreeSet<&[u64]> = BTreeSet::new();
    for (_, facts) in content.functions() {
        // Negative aspects are the front end's own and mean nothing to a device.
        aspects.extend(facts.needed_aspects().filter_map(|a| u32::try_from(a).ok()));
        // The set holds numbers: targets without an aspect are told by the metadata only.
        targets.extend(facts.fixed_targets.iter().flatten().filter_map(|target| match target {
            FixedTarget::Aspect(value) => Some(*value),
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
    result.aspects = aspects.into_iter().collect();
    result.fixed_target = (!targets.is_empty()).then(|| targets.into_iter().collect());
    result.reqd_sub_group_size = content.entries().find_map(|(_, facts)| facts.required_sub_group_size);
    // Kernels of one image agree, or the image says nothing; an image of everything never speaks for all of it.
    if options.split != SplitMode::None && sizes.len() == 1 {
        result.reqd_work_group_size = sizes.first().map(|size| size.to_vec());
    }
    result
}

fn spec_constants(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let mut constants = SpecConstants::default();
    let mut blob = Vec::new();
    let lowered = match content.constants {
        Constants::Lowered(lowered) => lowered,
        Constants::AsTheyWere | Constants::Defaults => &[],
    };
    for constant in lowered {
        constants.constants.insert(constant.name.clone(), constant.descriptors.clone());
        blob.extend_from_slice(&constant.default);
    }
    if !lowered.is_empty() {
        constants.defaults = Some(blob);
    }
    constants.write_to(registry);
}

/// Of every function: one whose address is taken can have lost parameters, too.
fn kernel_parameters(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let set = registry.set_mut(SetName::KernelParamOpt);
    for (function, facts) in content.functions() {
        if !facts.omitted_arguments.is_empty() {
            set.insert(function.name(), ParamMask { omitted: facts.omitted_arguments.clone() });
        }
    }
}

fn exported_symbols(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let exported = content.entries().map(|(function, _)| function).filter(|function| {
        function.calling_convention() == CallingConvention::SpirFunction
            && !function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
    });
    // Device globals of the whole program: other images may refer to the one instance.
    let globals = content
        .device_globals()
        .filter(|g| g.linkage() != crate::ir::Linkage::Local && !has_image_scope(*g) && !g.is_declaration());
    for value in exported.chain(globals) {
        registry.set_mut(SetName::ExportedSymbols).insert(value.name(), 1u32);
    }
}

/// Functions and device globals that another image defines. Where images hold all that they need, those are the device library's for bfloat16.
fn imported_symbols(
    content: &Content<'_, '_>,
    image_dependencies: ImageDependencies,
    registry: &mut PropertySetRegistry,
) {
    let functions = content.declared_functions().filter(|function| {
        !function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
            && (is_bfloat16_library_name(&function.name())
                || image_dependencies == ImageDependencies::Allowed
                    && content.analysis.kernels().is_importable_where_undefined(*function))
    });
    let variables = content
        .image
        .members
        .iter()
        .map(|id| content.analysis.global(*id))
        .filter(|g| image_dependencies == ImageDependencies::Allowed && is_declared_device_global(*g));
    for symbol in functions.chain(variables) {
        registry.set_mut(SetName::ImportedSymbols).insert(symbol.name(), 1u32);
    }
}

fn program_metadata(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) -> Result<(), Error> {
    let mut metadata = ProgramMetadata::default();
    // The property type holds 32 bits; sizes beyond are cut, as DPC++ does.
    let narrow = |sizes: &[u64]| (!sizes.is_empty()).then(|| sizes.iter().map(|s| *s as u32).collect::<Vec<u32>>());
    for (function, facts) in content.functions() {
        let kernel = sycl_propset::program_metadata::KernelMetadata {
            reqd_work_group_size: narrow(&facts.required_work_group_size),
            reqd_sub_group_size: facts.required_sub_group_size,
            work_group_num_dim: facts.work_group_dimensions,
            max_work_group_size: narrow(&facts.max_work_group_size),
            max_linear_work_group_size: facts.max_linear_work_group_size.map(|size| size as u32),
        };
        if kernel != sycl_propset::program_metadata::KernelMetadata::default() {
            metadata.kernels.insert(function.name(), kernel);
        }
    }
    for global in content.device_globals() {
        metadata.global_id_mapping.insert(unique_id(global)?, global.name());
    }
    let set = metadata.to_set();
    if !set.is_empty() {
        registry.insert(SetName::ProgramMetadata, set);
    }
    Ok(())
}

fn misc(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let first_number = |name: &str| {
        content.entries().filter_map(|(f, _)| f.string_attribute(name)).find_map(|text| text.parse::<u32>().ok())
    };
    if content.image.code == CodeKind::Esimd {
        registry.set_mut(SetName::MiscProperties).insert("isEsimdImage", 1u32);
    }
    for (attribute, property) in [
        (attribute::REGISTER_ALLOC_MODE, "sycl-register-alloc-mode"),
        (attribute::GRF_SIZE, "sycl-grf-size"),
        (attribute::OPT_LEVEL, "optLevel"),
    ] {
        // Code of two kinds is optimized in two ways.
        if property == "optLevel" && content.image.code == CodeKind::Both {
            continue;
        }
        if let Some(value) = first_number(attribute) {
            registry.set_mut(SetName::MiscProperties).insert(property, value);
        }
    }
    for (sanitizer, variable) in
        [("asan", "__AsanKernelMetadata"), ("msan", "__MsanKernelMetadata"), ("tsan", "__TsanKernelMetadata")]
    {
        if content.image.members.iter().any(|id| content.analysis.global(*id).name() == variable) {
            registry.set_mut(SetName::MiscProperties).insert("sanUsed", Property::text(sanitizer));
        }
    }
}

/// Which parameter of a kernel the runtime fills with work-group-static memory; all ones if it was removed.
fn implicit_local_arguments(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    if !Triple::is_spir_or_spirv(content.analysis.triple()) {
        return;
    }
    for (kernel, _) in content.functions().filter(|(f, _)| {
        f.calling_convention() == CallingConvention::SpirKernel && f.has_string_attribute(attribute::WORK_GROUP_STATIC)
    }) {
        let index = kernel.parameter_with_attribute(attribute::IMPLICIT_LOCAL_ARGUMENT).unwrap_or(u32::MAX);
        registry.set_mut(SetName::ImplicitLocalArg).insert(kernel.name(), index);
    }
}

/// Kernels that use work-group memory whose size the host gives with each launch (SYCL extension
/// `sycl_ext_oneapi_work_group_scratch_memory`): before that is lowered they call a builtin, afterwards they name a variable.
fn dynamic_local_memory(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    const NAMES: [&str; 2] = ["__sycl_dynamicLocalMemoryPlaceholder", "__sycl_dynamicLocalMemoryPlaceholder_GV"];
    let is_placeholder = |id: &&GlobalId| {
        let global = content.analysis.global(**id);
        (global.is_function() || global.is_global_variable()) && NAMES.contains(&global.name().as_str())
    };
    let placeholders: Vec<GlobalId> = content.image.members.iter().filter(is_placeholder).copied().collect();
    if placeholders.is_empty() {
        return;
    }
    for (id, (kernel, _)) in content.image.entry_points().iter().zip(content.entries()) {
        let is_user = || placeholders.iter().any(|placeholder| content.analysis.reaches(*id, *placeholder));
        if content.analysis.kernels().contains(kernel) && is_user() {
            registry.set_mut(SetName::WorkGroupDynamicLocalMem).insert(kernel.name(), 1u32);
        }
    }
}

fn has_image_scope(global: Value<'_>) -> bool {
    global.variable_attribute(attribute::DEVICE_IMAGE_SCOPE).is_some_and(|value| value != "false")
}

fn unique_id(global: Value<'_>) -> Result<String, Error> {
    global.variable_attribute(attribute::UNIQUE_ID).ok_or_else(|| Error::NoUniqueId { name: global.name() })
}

fn device_globals(content: &Content<'_, '_>) -> Result<DeviceGlobals, Error> {
    let mut globals = DeviceGlobals::default();
    for global in content.device_globals() {
        let text = global.variable_attribute(attribute::DEVICE_GLOBAL_SIZE).unwrap_or_default();
        let size = text.parse().map_err(|_| Error::Size {
            attribute: attribute::DEVICE_GLOBAL_SIZE,
            name: global.name(),
            found: text.clone(),
        })?;
        globals.globals.insert(unique_id(global)?, DeviceGlobal { size, device_image_scope: has_image_scope(global) });
    }
    Ok(globals)
}

fn virtual_functions(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let owned = content.entries().find_map(|(f, _)| f.string_attribute(attribute::INDIRECTLY_CALLABLE));
    if let Some(set) = owned {
        registry.set_mut(SetName::VirtualFunctions).insert("virtual-functions-set", Property::text(&set));
        return;
    }
    let mut used: Vec<String> = Vec::new();
    for (function, _) in content.functions().filter(|(f, _)| !f.is_declaration()) {
        for set in function.string_attribute(attribute::CALLS_INDIRECTLY).iter().flat_map(|sets| sets.split(',')) {
            if !set.is_empty() && !used.iter().any(|known| known == set) {
                used.push(set.to_owned());
            }
        }
    }
    if !used.is_empty() {
        let sets = Property::text(&used.join(","));
        registry.set_mut(SetName::VirtualFunctions).insert("uses-virtual-functions-set", sets);
    }
}

/// The registered names of the image's entry points, in the order of the metadata.
fn registered_kernel_names(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let registered = content.analysis.registered_kernels();
    let mut pairs: Vec<_> = content
        .entries()
        .map(|(f, _)| f.name())
        .flat_map(|kernel| {
            registered.of_kernel(&kernel).iter().map(move |pair| (pair.position, &pair.name, kernel.clone()))
        })
        .collect();
    pairs.sort_unstable();
    for (_, name, kernel) in pairs {
        registry.set_mut(SetName::RegisteredKernels).insert(name.as_str(), Property::text(&kernel));
    }
}

/// A device global with image scope is one variable per image, so only one image may use it.
pub(crate) fn check_image_scope(uses: &[Vec<Value<'_>>]) -> Result<(), Error> {
    let mut seen = FxHashSet::default();
    for global in uses.iter().flatten() {
        if has_image_scope(*global) && !seen.insert(*global) {
            return Err(Error::ImageScope { name: global.name() });
        }
    }
    Ok(())
}
