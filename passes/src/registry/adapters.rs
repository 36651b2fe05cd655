//! The passes behind one interface. What their parameters name is read when they first run, not while a pipeline is
//! parsed: LLVM may parse it twice, and for modules that the pass has nothing to do with.

use std::sync::Arc;

use once_cell::sync::OnceCell;
use sycl_propset::aspects::{self, AspectTable};

use super::{Changed, Made, Pass, PassError};
use crate::{
    aspect_propagation, compile_time_properties,
    device_files::DeviceFiles,
    device_pipeline,
    diagnostic::Sink,
    distinct_memory, free_function_kernels, front_end, global_offset, host, host_image,
    ir::Editor,
    kernel_size_attributes, link_builtins, llvm_to_backend, local_accessor_to_shared_memory,
    options::{self, Given, Layer, OptionError, Options, Parameter},
    post_link, retarget, spec_constants, spirv_legalize, sscp, virtual_functions_analysis,
};

pub(super) struct SpecConstants(pub(super) spec_constants::Mode);

impl Pass for SpecConstants {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(spec_constants::run(editor, self.0, sink)?.changed)
    }
}

pub(super) struct FrontEnd {
    options: front_end::Options,
    /// The user's table of aspects, once it was read.
    table: OnceCell<AspectTable>,
}

impl FrontEnd {
    pub(super) fn new(options: front_end::Options) -> Self {
        Self { options, table: OnceCell::new() }
    }
}

impl Pass for FrontEnd {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        let table = match &self.options.aspects {
            None => aspects::table(),
            Some(file) => self.table.get_or_try_init(|| AspectTable::from_file(file).map_err(OptionError::aspects))?,
        };
        Ok(front_end::run(editor, &self.options, table)?)
    }
}

pub(super) struct FreeFunctionKernels(pub(super) free_function_kernels::Options);

impl Pass for FreeFunctionKernels {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(free_function_kernels::run(editor, &self.0)?)
    }
}

pub(super) struct CompileTimeProperties;

impl Pass for CompileTimeProperties {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(compile_time_properties::run(editor)?)
    }
}

pub(super) struct SpirvLegalize(pub(super) spirv_legalize::Options);

impl Pass for SpirvLegalize {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(spirv_legalize::run(editor, self.0))
    }
}

pub(super) struct DistinctMemory;

impl Pass for DistinctMemory {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(distinct_memory::run(editor)?)
    }
}

pub(super) struct VirtualFunctionsAnalysis;

impl Pass for VirtualFunctionsAnalysis {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(virtual_functions_analysis::run(editor)?)
    }
}

pub(super) struct LocalAccessorToSharedMemory;

impl Pass for LocalAccessorToSharedMemory {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(local_accessor_to_shared_memory::run(editor, sink)?)
    }
}

pub(super) struct GlobalOffset(pub(super) global_offset::Mode);

impl Pass for GlobalOffset {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(global_offset::run(editor, self.0, sink)?)
    }
}

pub(super) struct KernelSizeAttributes;

impl Pass for KernelSizeAttributes {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(kernel_size_attributes::run(editor, None, sink)?)
    }
}

pub(super) struct LinkBuiltins(pub(super) link_builtins::Options);

impl Pass for LinkBuiltins {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(link_builtins::run(editor, &self.0, sink)?)
    }
}

pub(super) struct DevicePipeline(pub(super) device_pipeline::Options);

impl Pass for DevicePipeline {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(device_pipeline::run(editor, &self.0, sink)?)
    }
}

pub(super) struct Retarget(pub(super) retarget::Options);

impl Pass for Retarget {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(retarget::run(editor, &self.0, sink)?)
    }
}

pub(super) struct WorkGroupFunctions(pub(super) host::Options);

impl Pass for WorkGroupFunctions {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(host::run(editor, &self.0)?)
    }
}

pub(super) struct HostImage(pub(super) host_image::Options);

impl Pass for HostImage {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(host_image::run(editor, &self.0, sink)?)
    }
}

pub(super) struct IrConstants(pub(super) sscp::ir_constants::Options);

impl Pass for IrConstants {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(sscp::ir_constants::run(editor, &self.0, sink)?)
    }
}

pub(super) struct Reflect(pub(super) sscp::reflect::Options);

impl Pass for Reflect {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(sscp::reflect::run(editor, &self.0)?)
    }
}

pub(super) struct Outline(pub(super) sscp::outline::Options);

impl Pass for Outline {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(sscp::outline::run(editor, &self.0)?)
    }
}

pub(super) struct Prune(pub(super) sscp::prune::Options);

impl Pass for Prune {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(sscp::prune::run(editor, &self.0)?)
    }
}

pub(super) struct Separate(pub(super) sscp::separate::Options);

impl Pass for Separate {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(sscp::separate::run(editor, &self.0, sink)?)
    }
}

pub(super) struct Specialize(pub(super) sscp::specialize::Options);

impl Pass for Specialize {
    fn run(&self, editor: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(sscp::specialize::run(editor, &self.0)?)
    }
}

pub(super) struct LlvmToBackend(pub(super) llvm_to_backend::Options);

impl Pass for LlvmToBackend {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        Ok(llvm_to_backend::run(editor, &self.0, sink)?.changed)
    }
}

struct AspectPropagation {
    options: aspect_propagation::Options,
    files: Arc<DeviceFiles>,
    /// Values of the settings alone, and their file.
    settings: Option<(String, aspect_propagation::Options)>,
}

impl AspectPropagation {
    /// An error about a name that the settings gave says in which file.
    fn located(&self, error: aspect_propagation::Error) -> PassError {
        use aspect_propagation::Error::{UnknownAspect, UnknownTarget};
        let is_there = |options: &aspect_propagation::Options| match &error {
            UnknownAspect { name, .. } => options.exclude.contains(name),
            UnknownTarget { name, .. } => options.fixed_targets.contains(name),
            _ => false,
        };
        match &self.settings {
            Some((file, options)) if is_there(options) => {
                PassError::Settings { file: file.clone(), problem: Box::new(error) }
            }
            _ => error.into(),
        }
    }
}

impl Pass for AspectPropagation {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        let devices = self.options.devices.as_deref().map(|file| self.files.get(file)).transpose()?;
        aspect_propagation::run(editor, &self.options, devices.as_deref(), sink).map_err(|error| self.located(error))
    }
}

pub(super) fn aspect_propagation(given: Given, files: &Arc<DeviceFiles>) -> Made {
    let (pass, table) = ("aspect-propagation", options::ASPECT_PROPAGATION);
    let options = given.parse(pass, table)?;
    let file = given.settings.as_ref().and_then(Layer::file).map(str::to_owned);
    let alone = Given { explicit: Layer::default(), ..given }.parse(pass, table)?;
    Ok(Box::new(AspectPropagation { options, files: Arc::clone(files), settings: file.map(|file| (file, alone)) }))
}

struct PostLink {
    pass: &'static str,
    table: &'static [Parameter<Options>],
    given: Given,
    /// With what the configuration files say, once they were read.
    options: OnceCell<Options>,
}

impl Pass for PostLink {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        let options = self.options.get_or_try_init(|| Options::from_given(self.pass, self.table, &self.given))?;
        post_link::run(editor, options, sink)?;
        Ok(Changed::No)
    }
}

pub(super) fn post_link(pass: &'static str, table: &'static [Parameter<Options>], given: Given) -> Made {
    given.parse(pass, table)?;
    Ok(Box::new(PostLink { pass, table, given, options: OnceCell::new() }))
}
