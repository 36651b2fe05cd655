//! Interface of every pass to its host: something that runs on a module, with one type of result and one of errors.

use crate::{
    aspect_propagation,
    changed::Changed,
    compile_time_properties, device_pipeline,
    diagnostic::{Sink, logged},
    distinct_memory, free_function_kernels, front_end, global_offset, host, host_image,
    ir::Editor,
    kernel_size_attributes, link_builtins, llvm_to_backend, local_accessor_to_shared_memory,
    options::OptionError,
    post_link, retarget, spec_constants, sscp, virtual_functions_analysis,
};

/// A pass with its options, ready to run.
pub trait Pass: Send + Sync {
    /// Runs on a module.
    ///
    /// # Errors
    /// The input is wrong; the module is still valid, and unchanged by the pass that refused it.
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError>;
}

/// Reasons why a pass failed.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    /// Settings that cannot be used.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// An unknown name in settings.
    #[error("configuration file `{file}`: {problem}")]
    Settings {
        /// The settings.
        file: String,
        /// The mistake.
        problem: Box<aspect_propagation::Error>,
    },
    /// `aspect-propagation` refuses the module.
    #[error(transparent)]
    AspectPropagation(#[from] aspect_propagation::Error),
    /// `sycl-front-end` refuses the module.
    #[error(transparent)]
    FrontEnd(#[from] front_end::Error),
    /// `compile-time-properties` refuses the module.
    #[error(transparent)]
    CompileTimeProperties(#[from] compile_time_properties::Error),
    /// `sycl-virtual-functions-analysis` refuses the module.
    #[error(transparent)]
    VirtualFunctions(#[from] virtual_functions_analysis::Error),
    /// `free-function-kernels` refuses the module.
    #[error(transparent)]
    FreeFunctionKernels(#[from] free_function_kernels::Error),
    /// `spec-constants` refuses the module.
    #[error(transparent)]
    SpecConstants(#[from] spec_constants::Error),
    /// `device-code-split` or `sycl-post-link` refuses the module, or cannot write.
    #[error(transparent)]
    PostLink(#[from] post_link::Error),
    /// `global-offset` refuses the module.
    #[error(transparent)]
    GlobalOffset(#[from] global_offset::Error),
    /// `local-accessor-to-shared-memory` refuses the module.
    #[error(transparent)]
    LocalAccessor(#[from] local_accessor_to_shared_memory::Error),
    /// `link-builtins` refuses the module.
    #[error(transparent)]
    LinkBuiltins(#[from] link_builtins::Error),
    /// `kernel-size-attributes` refuses the module.
    #[error(transparent)]
    KernelSizes(#[from] kernel_size_attributes::Error),
    /// `sscp-ir-constants` refuses the module or a value.
    #[error(transparent)]
    IrConstants(#[from] sscp::ir_constants::Error),
    /// `sscp-reflect` refuses the module or a value.
    #[error(transparent)]
    Reflect(#[from] sscp::reflect::Error),
    /// `sscp-outline` or `sscp-prune` refuses a name.
    #[error(transparent)]
    Outline(#[from] sscp::outline::Error),
    /// `sscp-separate` refuses the module, or cannot write its file.
    #[error(transparent)]
    Separate(#[from] sscp::separate::Error),
    /// `sscp-specialize` refuses the module or a value.
    #[error(transparent)]
    Specialize(#[from] sscp::specialize::Error),
    /// `retarget` refuses the module.
    #[error(transparent)]
    Retarget(#[from] retarget::Error),
    /// `distinct-memory` does nothing.
    #[error(transparent)]
    DistinctMemory(#[from] distinct_memory::Error),
    /// `work-group-functions` refuses the module.
    #[error(transparent)]
    WorkGroupFunctions(#[from] host::Error),
    /// `host-image` refuses the module.
    #[error(transparent)]
    HostImage(#[from] host_image::Error),
    /// `llvm-to-backend` refuses the module.
    #[error(transparent)]
    LlvmToBackend(Box<llvm_to_backend::Error>),
    /// `sycl-device-pipeline` refuses the module.
    #[error(transparent)]
    DevicePipeline(#[from] device_pipeline::Error),
}

impl From<llvm_to_backend::Error> for PassError {
    fn from(error: llvm_to_backend::Error) -> Self {
        Self::LlvmToBackend(Box::new(error))
    }
}

/// Runs a pass by its name, and logs what came of it and how long it took.
///
/// # Errors
/// Those of the pass.
pub fn run(name: &str, pass: &dyn Pass, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
    let module = editor.view();
    logged(name, module, || pass.run(editor, sink), |result| result.in_words())
}
