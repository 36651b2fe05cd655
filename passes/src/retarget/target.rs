//! Step 1: what a target is to the module.

use sycl_propset::triple::{BackEndTarget, Family, Triple, first_part};

use super::Error;
use crate::ir::{
    Convention, GENERIC_SPACES, NoBackEnd, Policy, data_layout,
    gpu::address_space::{AMDGPU_PRIVATE, CONSTANT, GLOBAL, LOCAL},
    host_triple, is_processor, processors,
};

/// Whether device code is compiled for hosts with a triple.
pub(crate) fn is_host(triple: &str) -> bool {
    ["x86_64", "aarch64"].contains(&first_part(triple))
}

/// A target, whose processor is known to exist.
pub(super) struct Target {
    family: Family,
    triple: String,
    processor: String,
}

impl Target {
    /// The target that was asked for; a host may have a triple.
    pub(super) fn resolve(wanted: &BackEndTarget, host: Option<&str>) -> Result<Self, Error> {
        let family = wanted.family();
        let triple = match wanted {
            BackEndTarget::Device(_) => family.architecture().triple().to_owned(),
            BackEndTarget::Host { .. } => host.map_or_else(host_triple, str::to_owned),
        };
        if family == Family::Host && !is_host(&triple) {
            return Err(Error::Host { triple });
        }
        let target = Self { family, triple, processor: wanted.processor().unwrap_or_default().to_owned() };
        if target.processor.is_empty() || is_processor(&target.triple, &target.processor) {
            return Ok(target);
        }
        let known = processors(&target.triple);
        Err(Error::Processor { processor: target.processor.clone(), target: target.name().to_owned(), known })
    }

    pub(super) fn family(&self) -> Family {
        self.family
    }

    /// Name in messages.
    pub(super) fn name(&self) -> &str {
        first_part(&self.triple)
    }

    pub(super) fn is_gpu(&self) -> bool {
        matches!(self.family, Family::Nvptx | Family::Amdgpu)
    }

    /// Whether a module of this triple is one of the target already.
    pub(super) fn has(&self, triple: &str) -> bool {
        match (Triple::parse(triple), Triple::parse(&self.triple)) {
            (Some(found), Some(own)) => found == own,
            (None, None) => first_part(triple) == first_part(&self.triple),
            _ => false,
        }
    }

    /// Its data layout.
    pub(super) fn layout(&self) -> Result<String, Error> {
        let refused = |error: NoBackEnd| Error::NoBackEnd { reason: error.to_string() };
        data_layout(&self.triple).map_err(refused)
    }

    /// Changes of a module whose generic space is `generic`.
    pub(super) fn policy(&self, generic: u32) -> Result<Policy, Error> {
        // By the old space. With 0 generic, nothing is in 4.
        let (pointers, variables, stack) = match self.family {
            Family::Nvptx => ([0, 1, 4, 3, 0], [0, 1, 4, 3, 0], 0),
            Family::Amdgpu => ([0, 1, 4, 3, 0], [GLOBAL, 1, 4, 3, GLOBAL], AMDGPU_PRIVATE),
            Family::Spirv => ([4, 1, 2, 3, 4], [GLOBAL, 1, 2, 3, GLOBAL], 0),
            Family::Host => ([0; GENERIC_SPACES], [0; GENERIC_SPACES], 0),
        };
        let functions = match self.family {
            Family::Spirv => (Convention::C, Convention::SpirFunction),
            _ => (Convention::SpirFunction, Convention::C),
        };
        let kernel_convention = match self.family {
            Family::Nvptx => Convention::PtxKernel,
            Family::Amdgpu => Convention::AmdgpuKernel,
            Family::Spirv => Convention::SpirKernel,
            Family::Host => Convention::C,
        };
        Ok(Policy {
            pointers,
            variables,
            generic,
            stack,
            kernel_pointers: (self.family != Family::Host).then_some(GLOBAL),
            kernel_by_val: match self.family {
                Family::Amdgpu => Some(CONSTANT),
                Family::Spirv => Some(0),
                Family::Nvptx | Family::Host => None,
            },
            // Its calling convention passes offsets into the stack, which are no flat addresses.
            function_by_val: (self.family == Family::Amdgpu).then_some(AMDGPU_PRIVATE),
            is_by_ref: self.family == Family::Amdgpu,
            // Nothing could set them when a work-group starts; back ends refuse initializers.
            uninitialized: (self.family != Family::Host).then_some(LOCAL),
            // A work-group runs on one thread.
            thread_local: (self.family == Family::Host).then_some(LOCAL),
            kernel_convention,
            conventions: vec![functions],
            triple: self.triple.clone(),
            layout: self.layout()?,
        })
    }
}
