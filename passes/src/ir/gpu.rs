//! NVPTX and AMDGPU modules: which architecture, and what is its own there.

use sycl_propset::triple::{Family, Triple};

use super::module::ModuleView;

/// Named metadata that says more about NVPTX kernels: `!{ptr @kernel, !"name", i32 value, ...}`. LLVM 21 and later turn
/// most of it into calling convention and attributes when they read a module.
pub const NVVM_ANNOTATIONS: &str = "nvvm.annotations";

/// Whether the NVPTX back end takes limits of kernels (`nvvm.reqntid` and so on) as attributes: since LLVM 21. Before,
/// it takes them as annotations.
pub const LIMITS_ARE_ATTRIBUTES: bool = cfg!(feature = "llvm22");

/// Address spaces of NVPTX and AMDGPU, which share the numbers as far as they have them. `GLOBAL` and `LOCAL` are those
/// of SPIR, too.
pub mod address_space {
    /// Generic (NVPTX: also stack).
    pub const GENERIC: u32 = 0;
    /// Memory of the device.
    pub const GLOBAL: u32 = 1;
    /// Memory of a work group.
    pub const LOCAL: u32 = 3;
    /// Constant memory, with it the arguments of AMDGPU kernels.
    pub const CONSTANT: u32 = 4;
    /// Stack of AMDGPU.
    pub const AMDGPU_PRIVATE: u32 = 5;
}

/// Architectures whose kernels need lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    /// NVIDIA: `nvptx`, `nvptx64`.
    Nvptx,
    /// AMD: `amdgcn`.
    Amdgpu,
}

impl Architecture {
    /// By the target triple; none for every other one.
    pub fn from_module(module: ModuleView<'_>) -> Option<Self> {
        Self::of_family(Triple::parse(&module.triple())?.family()?)
    }

    /// The one of a family; none if that is not one of GPUs.
    pub fn of_family(family: Family) -> Option<Self> {
        match family {
            Family::Nvptx => Some(Self::Nvptx),
            Family::Amdgpu => Some(Self::Amdgpu),
            Family::Spirv | Family::Host => None,
        }
    }

    /// The address space that stack memory has.
    pub fn stack(self) -> u32 {
        match self {
            Self::Nvptx => address_space::GENERIC,
            Self::Amdgpu => address_space::AMDGPU_PRIVATE,
        }
    }
}
