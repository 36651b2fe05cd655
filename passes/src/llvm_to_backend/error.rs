//! Reasons why a module cannot become code for a target.

use sycl_propset::triple::{KNOWN_BACK_ENDS, expected_processor};

use crate::{
    Forbidden, device_pipeline, distinct_memory, host, host_image,
    ir::{NoBackEnd, PipelineError, metadata},
    link_builtins, retarget, spec_constants,
    sscp::{ir_constants, outline, reflect, specialize},
};

/// Reasons why a module cannot become code for a target.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The host's LLVM is too old.
    #[error("`llvm-to-backend` needs LLVM 22; this is LLVM {}", env!("SYCL_PASSES_LLVM_MAJOR"))]
    OldLlvm,
    /// No target is given.
    #[error("no target is given; expected the parameter `target` with {KNOWN_BACK_ENDS}")]
    NoTarget,
    /// The target has no such processor.
    #[error("target `{target}`: unknown processor `{processor}`; expected {}", instead(target, processor, known))]
    Processor {
        /// As written.
        target: String,
        /// The processor.
        processor: String,
        /// Names that LLVM knows.
        known: Vec<String>,
    },
    /// The stage `constants` refuses the module.
    #[error(transparent)]
    Constants(#[from] ir_constants::Error),
    /// A stage of queries refuses the module.
    #[error(transparent)]
    Reflect(#[from] reflect::Error),
    /// Device code refers to what only the host has.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The stage `specialize` refuses the module.
    #[error(transparent)]
    Specialize(#[from] specialize::Error),
    /// A stage that removes dead code refuses a name.
    #[error(transparent)]
    Outline(#[from] outline::Error),
    /// The stage `spec-constants` refuses the module.
    #[error(transparent)]
    SpecConstants(#[from] spec_constants::Error),
    /// The stage `retarget` refuses the module.
    #[error(transparent)]
    Retarget(#[from] retarget::Error),
    /// The stage `link-builtins` refuses the module.
    #[error(transparent)]
    Link(#[from] link_builtins::Error),
    /// The stage `device-pipeline` refuses the module.
    #[error(transparent)]
    DevicePipeline(#[from] device_pipeline::Error),
    /// The stage `distinct-memory` does nothing.
    #[error(transparent)]
    DistinctMemory(#[from] distinct_memory::Error),
    /// Metadata of a kernel is malformed.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// The stage `work-group-functions` refuses the module.
    #[error(transparent)]
    WorkGroupFunctions(#[from] host::Error),
    /// The stage `host-image` refuses the module.
    #[error(transparent)]
    HostImage(#[from] host_image::Error),
    /// LLVM has no back end for the target.
    #[error(transparent)]
    BackEnd(#[from] NoBackEnd),
    /// The back end cannot compile the module.
    #[error(transparent)]
    Limits(#[from] super::Limits),
    /// The user's pipeline for the stage `optimize`.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// The module after a stage cannot be written.
    #[error("{cause}")]
    Dump {
        /// The cause.
        cause: sycl_output::WriteError,
    },
}

impl Error {
    /// Whether a file is at fault and not the module.
    pub fn is_io(&self) -> bool {
        matches!(self, Self::Dump { .. } | Self::Constants(ir_constants::Error::Read { .. }))
            || matches!(self, Self::HostImage(cause) if cause.is_io())
    }
}

/// Expectation in place of a processor.
fn instead(target: &str, processor: &str, known: &[String]) -> String {
    let architecture = target.split(':').next().unwrap_or(target);
    expected_processor(architecture, processor, known.iter().map(String::as_str))
}
