//! Facts about targets: a new one has a row here, and a back end.

use super::{Family, Triple};

/// Architectures of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Architecture {
    /// SPIR, 32 bits.
    Spir,
    /// SPIR, 64 bits.
    Spir64,
    /// SPIR-V, 32 bits.
    Spirv32,
    /// SPIR-V, 64 bits.
    Spirv64,
    /// SPIR-V without addresses, for Vulkan.
    LogicalSpirv,
    /// NVPTX, 32 bits.
    Nvptx,
    /// NVPTX, 64 bits.
    Nvptx64,
    /// AMD GPUs since 2012.
    Amdgcn,
    /// AMD GPUs before.
    R600,
    /// The host's processor, in DPC++'s `native_cpu` mode.
    NativeCpu,
    /// The host's processor. No triple is one of it.
    Host,
    /// Generic code as it is, compiled when a program runs. No triple is one of it.
    Generic,
}

/// Facts about an architecture.
struct Facts {
    architecture: Architecture,
    name: &'static str,
    triple: &'static str,
    family: Option<Family>,
    libclc: Option<&'static str>,
}

const fn row(
    architecture: Architecture,
    name: &'static str,
    triple: &'static str,
    family: Option<Family>,
    libclc: Option<&'static str>,
) -> Facts {
    Facts { architecture, name, triple, family, libclc }
}

/// In the order of the enum.
static FACTS: [Facts; 12] = {
    use Architecture as A;
    const SPIRV: Option<Family> = Some(Family::Spirv);
    const NVPTX: Option<Family> = Some(Family::Nvptx);
    const AMDGPU: Option<Family> = Some(Family::Amdgpu);
    const NVPTX_LIBCLC: Option<&str> = Some("/usr/lib/clc/nvptx64--.bc");
    const AMDGCN_LIBCLC: Option<&str> = Some("/usr/lib/clc/amdgcn-amd-amdhsa.bc");
    [
        row(A::Spir, "spir", "spir-unknown-unknown", SPIRV, None),
        row(A::Spir64, "spir64", "spir64-unknown-unknown", SPIRV, None),
        row(A::Spirv32, "spirv32", "spirv32-unknown-unknown", SPIRV, None),
        row(A::Spirv64, "spirv64", "spirv64-unknown-unknown", SPIRV, None),
        row(A::LogicalSpirv, "spirv", "spirv-unknown-vulkan", None, None),
        row(A::Nvptx, "nvptx", "nvptx-nvidia-cuda", NVPTX, None),
        row(A::Nvptx64, "nvptx64", "nvptx64-nvidia-cuda", NVPTX, NVPTX_LIBCLC),
        row(A::Amdgcn, "amdgcn", "amdgcn-amd-amdhsa", AMDGPU, AMDGCN_LIBCLC),
        row(A::R600, "r600", "r600--", None, None),
        row(A::NativeCpu, "native_cpu", "native_cpu-unknown-unknown", None, None),
        row(A::Host, "host", "x86_64-unknown-linux-gnu", Some(Family::Host), None),
        row(A::Generic, "generic", "spirv64-unknown-unknown", None, None),
    ]
};

/// Names of the GPUs of a family.
pub(crate) struct Gpus {
    family: Family,
    /// A processor, for messages.
    example: &'static str,
    /// The start of names of processors.
    pub(crate) processors: &'static str,
    /// The start of DPC++'s names of targets.
    pub(crate) dpcpp: &'static str,
    /// AdaptiveCpp's name of the back end.
    pub(crate) adaptive_cpp: &'static str,
}

/// GPUs whose processors have names.
pub(crate) static GPUS: [Gpus; 2] = [
    Gpus { family: Family::Nvptx, example: "sm_90", processors: "sm_", dpcpp: "nvidia_gpu_", adaptive_cpp: "cuda" },
    Gpus { family: Family::Amdgpu, example: "gfx90a", processors: "gfx", dpcpp: "amd_gpu_", adaptive_cpp: "hip" },
];

impl Gpus {
    /// The name of the architecture.
    pub(crate) fn architecture(&self) -> &'static str {
        self.family.architecture().name()
    }
}

impl Architecture {
    /// Names that a target of a build can begin with, in a fixed order.
    pub fn all() -> impl Iterator<Item = Self> {
        FACTS.iter().map(|facts| facts.architecture)
    }

    /// The form that front ends compile for every target, but for the difference of SPIR and SPIR-V: 64 bits.
    pub const FRONT_END: Self = Self::Spirv64;

    fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The name, which but for the host and generic code is the first part of the triple, without version or suffix.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The architecture of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|architecture| architecture.name() == name)
    }

    /// The usual triple; of generic code that of the form that it has.
    #[must_use]
    pub fn triple(self) -> &'static str {
        self.facts().triple
    }

    /// The family, for architectures that have a lowering.
    #[must_use]
    pub fn family(self) -> Option<Family> {
        self.facts().family
    }

    /// Place where Debian's `libclc-22` has the mathematical functions for it. The variant of NVPTX that calls CUDA's
    /// libdevice is not meant: this one is complete.
    #[must_use]
    pub fn libclc(self) -> Option<&'static str> {
        self.facts().libclc
    }

    /// The architecture of code with a triple, SPIR as the SPIR-V that it becomes; none if there is no lowering for it.
    ///
    /// ```
    /// use sycl_propset::triple::Architecture;
    /// assert_eq!(Architecture::of_code("spir64_gen-unknown-unknown"), Some(Architecture::Spirv64));
    /// ```
    #[must_use]
    pub fn of_code(triple: &str) -> Option<Self> {
        let architecture = Triple::parse(triple)?.architecture;
        architecture.family().map(|_| architecture.as_spirv())
    }

    /// Whether the back end makes SPIR-V.
    #[must_use]
    pub fn is_spirv(self) -> bool {
        self.family() == Some(Family::Spirv)
    }

    /// Whether this is SPIR rather than SPIR-V.
    #[must_use]
    pub fn is_spir(self) -> bool {
        matches!(self, Self::Spir | Self::Spir64)
    }

    /// The architecture of SPIR-V that SPIR becomes; others stay as they are.
    #[must_use]
    pub fn as_spirv(self) -> Self {
        match self {
            Self::Spir => Self::Spirv32,
            Self::Spir64 => Self::Spirv64,
            other => other,
        }
    }

    /// Whether code of [`Architecture::FRONT_END`] can be retargeted to it.
    #[must_use]
    pub fn takes_generic(self) -> bool {
        match self.family() {
            Some(family) => family != Family::Spirv && family.architecture() == self,
            None => self == Self::Generic,
        }
    }

    /// Whether a triple may continue like this after the name: `v1.5` of `spirv64v1.5`, `_gen` of `spir64_gen`.
    pub(super) fn takes(self, rest: &str) -> bool {
        let is_version = |rest: &str| {
            let is_number = |n: &str| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit());
            rest.split_once('.').is_some_and(|(major, minor)| is_number(major) && is_number(minor))
        };
        let is_suffix = rest.strip_prefix('_').is_some_and(|suffix| !suffix.is_empty());
        match self {
            Self::Host | Self::Generic => false,
            _ if rest.is_empty() => true,
            Self::Spir | Self::Spir64 => is_suffix,
            Self::Spirv32 | Self::Spirv64 => is_suffix || rest.strip_prefix('v').is_some_and(is_version),
            Self::LogicalSpirv => is_version(rest),
            Self::Nvptx | Self::Nvptx64 | Self::Amdgcn | Self::R600 | Self::NativeCpu => false,
        }
    }
}

impl Family {
    /// The architecture of the family that generic device code becomes.
    #[must_use]
    pub fn architecture(self) -> Architecture {
        match self {
            Self::Spirv => Architecture::Spirv64,
            Self::Nvptx => Architecture::Nvptx64,
            Self::Amdgpu => Architecture::Amdgcn,
            Self::Host => Architecture::Host,
        }
    }

    /// A processor of the family, for messages; none if processors have no names here.
    #[must_use]
    pub fn example(self) -> Option<&'static str> {
        GPUS.iter().find(|gpus| gpus.family == self).map(|gpus| gpus.example)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_enum() {
        for (index, facts) in FACTS.iter().enumerate() {
            assert_eq!(facts.architecture as usize, index);
            assert_eq!(Architecture::named(facts.name), Some(facts.architecture));
        }
    }

    #[test]
    fn generic_code_becomes_code_of_each_family() {
        for family in [Family::Spirv, Family::Nvptx, Family::Amdgpu, Family::Host] {
            assert_eq!(family.architecture().family(), Some(family));
        }
        let takers: Vec<_> = Architecture::all().filter(|it| it.takes_generic()).map(Architecture::name).collect();
        assert_eq!(takers, ["nvptx64", "amdgcn", "host", "generic"]);
        assert_eq!(Architecture::Spir.as_spirv(), Architecture::Spirv32);
    }
}
