//! The kinds of device code that a build makes images of.

use sycl_propset::triple::{Architecture, Triple};

/// Kinds of device code, by targets that take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// SPIR or SPIR-V, 64 bits.
    Spirv64,
    /// SPIR or SPIR-V, 32 bits.
    Spirv32,
    /// NVPTX, 64 bits.
    Nvptx64,
    /// NVPTX, 32 bits.
    Nvptx,
    /// AMDGPU.
    Amdgcn,
    /// The host's processor.
    Host,
    /// Generic code as it is, compiled when a program runs.
    Generic,
}

impl Family {
    /// All, in a fixed order.
    pub const ALL: [Self; 7] =
        [Self::Spirv64, Self::Spirv32, Self::Nvptx64, Self::Nvptx, Self::Amdgcn, Self::Host, Self::Generic];

    /// The name, which but for the host and generic code is the first part of the triple.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Spirv64 => "spirv64",
            Self::Spirv32 => "spirv32",
            Self::Nvptx64 => "nvptx64",
            Self::Nvptx => "nvptx",
            Self::Amdgcn => "amdgcn",
            Self::Host => "host",
            Self::Generic => "generic",
        }
    }

    /// The triple that the back end is given; of hosts, the usual one.
    #[must_use]
    pub fn triple(self) -> &'static str {
        match self {
            Self::Spirv64 | Self::Generic => "spirv64-unknown-unknown",
            Self::Spirv32 => "spirv32-unknown-unknown",
            Self::Nvptx64 => "nvptx64-nvidia-cuda",
            Self::Nvptx => "nvptx-nvidia-cuda",
            Self::Amdgcn => "amdgcn-amd-amdhsa",
            Self::Host => "x86_64-unknown-linux-gnu",
        }
    }

    /// Whether the back end makes SPIR-V.
    #[must_use]
    pub fn is_spirv(self) -> bool {
        matches!(self, Self::Spirv64 | Self::Spirv32)
    }

    /// The form that front ends compile for every target: SPIR of 64 bits.
    pub const GENERIC: Self = Self::Spirv64;

    /// Whether generic device code can be retargeted to it.
    #[must_use]
    pub fn takes_generic(self) -> bool {
        matches!(self, Self::Nvptx64 | Self::Amdgcn | Self::Host | Self::Generic)
    }

    /// Place where Debian's `libclc-22` has the mathematical functions for it.
    #[must_use]
    pub fn libclc(self) -> Option<&'static str> {
        Triple::parse(self.name())?.architecture.libclc()
    }

    /// A processor, for messages; `None` if there are none.
    pub(super) fn example_processor(self) -> Option<&'static str> {
        Triple::parse(self.name())?.family()?.example()
    }

    /// The family of a triple. `spirv64v1.5` and `spir64_gen` are `spirv64`.
    #[must_use]
    pub fn of_triple(triple: &str) -> Option<Self> {
        match Triple::parse(triple)?.architecture {
            Architecture::Nvptx64 => Some(Self::Nvptx64),
            Architecture::Nvptx => Some(Self::Nvptx),
            Architecture::Amdgcn => Some(Self::Amdgcn),
            Architecture::Spir64 | Architecture::Spirv64 => Some(Self::Spirv64),
            Architecture::Spir | Architecture::Spirv32 => Some(Self::Spirv32),
            Architecture::LogicalSpirv | Architecture::R600 | Architecture::NativeCpu => None,
        }
    }
}
