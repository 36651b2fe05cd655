//! Describes an image to the runtime: IR facts become property sets. The only bridge from IR to `sycl-propset`.
//!
//! Sets and their order are those of DPC++'s `sycl-post-link`. Source: DPC++'s design documents "Optional kernel
//! features" and "Compiler and runtime architecture".

mod device_globals;
mod legacy;
mod requirements;
mod symbols;

use sycl_propset::{
    PropertySetRegistry, SetName, Value as Property, kernel_params::ParamMask, program_metadata::ProgramMetadata,
    spec_constants::SpecConstants, triple::Triple,
};

use crate::{
    device_code_split::{Analysis, CodeKind, Image, device_global},
    ir::{
        CallingConvention, Function, GlobalId, GlobalVariable, attribute, names::has_base,
        sycl_metadata::FunctionMetadata,
    },
    options::{IdQueriesRange, ImageOptions},
    spec_constants::Lowered,
};

pub(crate) use device_globals::check_image_scope;
use device_globals::unique_id;
pub(crate) use legacy::HOST_PIPE_SIZE;
pub(crate) use requirements::{Needs, needs, set_compile_target};

/// Describing a module can fail: device globals and host pipes are identified by attributes, which may be malformed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A device global or host pipe has no identity.
    #[error("variable `{name}` has no attribute \"sycl-unique-id\"; expected one with its identity")]
    NoUniqueId {
        /// Name of the variable, mangled.
        name: String,
    },
    /// The size is not a number.
    #[error("attribute \"{attribute}\" of `{name}` is \"{found}\"; expected the size in bytes as a decimal number")]
    Size {
        /// The attribute.
        attribute: &'static str,
        /// Name of the variable, mangled.
        name: String,
        /// Text of the attribute.
        found: String,
    },
    /// Two images use a device global of which each image would have its own.
    #[error(
        "device_global variable '{name}' with property \"device_image_scope\" is used in more than one device image."
    )]
    ImageScope {
        /// Name of the variable, mangled.
        name: String,
    },
    /// A kernel says in two ways how many registers it gets.
    #[error("Unsupported use of both register_alloc_mode and grf_size by kernel `{name}`; expected one of the two")]
    RegisterSettings {
        /// Name of the kernel, mangled.
        name: String,
    },
}

/// Specialization constants of an image.
#[derive(Clone, Copy)]
pub(crate) enum Constants<'a> {
    /// There are none, or they stay as they were.
    AsTheyWere,
    /// These were lowered.
    Lowered(&'a [Lowered]),
    /// All were replaced by their defaults.
    Defaults,
}

/// Described content.
pub(crate) struct Content<'a, 'm> {
    pub(crate) analysis: &'a Analysis<'m>,
    pub(crate) image: &'a Image<'a>,
    pub(crate) constants: Constants<'a>,
}

impl<'m> Content<'_, 'm> {
    fn functions(&self) -> impl Iterator<Item = (Function<'m>, &FunctionMetadata)> {
        let here = self.image.members.iter().filter(|id| !self.image.deleted_bodies.contains(id));
        here.filter_map(|id| Some((self.analysis.function(*id)?, self.analysis.facts(*id)?)))
    }

    fn entries(&self) -> impl Iterator<Item = (Function<'m>, &FunctionMetadata)> {
        self.image
            .entry_points()
            .iter()
            .filter_map(|id| Some((self.analysis.function(*id)?, self.analysis.facts(*id)?)))
    }

    /// Functions without a body in the image.
    fn declared_functions(&self) -> impl Iterator<Item = Function<'m>> {
        let declared =
            |id: &&GlobalId| self.image.deleted_bodies.contains(id) || self.analysis.global(**id).is_declaration();
        self.image.members.iter().filter(declared).filter_map(|id| self.analysis.function(*id))
    }

    fn device_globals(&self) -> impl Iterator<Item = GlobalVariable<'m>> {
        self.image.members.iter().filter_map(|id| device_global(self.analysis.global(*id)))
    }
}

/// All property sets of an image.
pub(crate) fn describe(content: &Content<'_, '_>, options: &ImageOptions) -> Result<PropertySetRegistry, Error> {
    let mut registry = PropertySetRegistry::new();
    if options.legacy_properties {
        legacy::device_library_mask(content, &mut registry);
    }
    registry.insert(SetName::DeviceRequirements, requirements::requirements(content, options).to_set());
    spec_constants(content, &mut registry);
    if options.emit_param_info {
        kernel_parameters(content, &mut registry);
    }
    if options.emit_exported_symbols {
        symbols::exported_symbols(content, &mut registry);
    }
    if options.emit_kernel_names {
        for (function, _) in content.entries().filter(|(f, _)| content.analysis.kernels().contains(*f)) {
            registry.set_mut(SetName::KernelNames).insert(function.name(), 1u32);
        }
    }
    if options.emit_imported_symbols {
        symbols::imported_symbols(content, options.image_dependencies, &mut registry);
    }
    if options.emit_program_metadata {
        program_metadata(content, &mut registry)?;
    }
    misc(content, options, &mut registry)?;
    if options.legacy_properties {
        legacy::assert_used(content, &mut registry);
        legacy::host_pipes(content, &mut registry)?;
    }
    implicit_local_arguments(content, &mut registry);
    dynamic_local_memory(content, &mut registry);
    if options.device_globals {
        let globals = device_globals::device_globals(content)?;
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

/// Parameters of every function: one whose address is taken can have lost parameters, too.
fn kernel_parameters(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let set = registry.set_mut(SetName::KernelParamOpt);
    for (function, facts) in content.functions() {
        if !facts.omitted_arguments.is_empty() {
            set.insert(function.name(), ParamMask { omitted: facts.omitted_arguments.clone() });
        }
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

fn misc(content: &Content<'_, '_>, options: &ImageOptions, registry: &mut PropertySetRegistry) -> Result<(), Error> {
    let has = |function: Function<'_>, attribute| function.string_attribute(attribute).is_some();
    let both = |f: &Function<'_>| has(*f, attribute::REGISTER_ALLOC_MODE) && has(*f, attribute::GRF_SIZE);
    if let Some(function) = content.entries().map(|(function, _)| function).find(both) {
        return Err(Error::RegisterSettings { name: function.name() });
    }
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
    if options.id_queries_range != IdQueriesRange::Int {
        registry.set_mut(SetName::MiscProperties).insert("idQueriesRange", options.id_queries_range as u32);
    }
    for (sanitizer, variable) in
        [("asan", "__AsanKernelMetadata"), ("msan", "__MsanKernelMetadata"), ("tsan", "__TsanKernelMetadata")]
    {
        let is_metadata = |id: &GlobalId| has_base(&content.analysis.global(*id).name(), variable);
        if content.image.members.iter().any(is_metadata) {
            registry.set_mut(SetName::MiscProperties).insert("sanUsed", Property::text(sanitizer));
        }
    }
    Ok(())
}

/// Parameter of a kernel that the runtime fills with work-group-static memory; all ones if it was removed.
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
/// `sycl_ext_oneapi_work_group_scratch_memory`): before that is lowered they call a builtin, afterwards they name a
/// variable.
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

fn virtual_functions(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let owned = content.entries().find_map(|(f, _)| f.string_attribute(attribute::INDIRECTLY_CALLABLE));
    if let Some(set) = owned {
        registry.set_mut(SetName::VirtualFunctions).insert("virtual-functions-set", Property::text(&set));
        return;
    }
    let mut used: Vec<String> = Vec::new();
    for (function, _) in content.functions().filter(|(f, _)| !f.is_declaration()) {
        for set in function.string_attribute(attribute::CALLS_INDIRECTLY).iter().flat_map(|sets| attribute::names(sets))
        {
            if !used.iter().any(|known| known == set) {
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
