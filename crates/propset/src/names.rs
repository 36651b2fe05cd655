//! Names that users know from elsewhere: of targets, from DPC++ and LLVM, and of the ways to split code into images.
//!
//! | name | stands for |
//! |---|---|
//! | `nvptx64-nvidia-cuda` | `nvptx64`; where there must be a processor `nvptx64:sm_50`, DPC++'s default |
//! | `nvptx64-nvidia-cuda:sm_90`, `nvidia_gpu_sm_90` | `nvptx64:sm_90` |
//! | `amdgcn-amd-amdhsa:gfx90a`, `amd_gpu_gfx90a` | `amdgcn:gfx90a` |
//! | `spirv64-unknown-unknown`, `spir64-unknown-unknown` and so on | the first part of the triple |

use std::borrow::Cow;

use crate::triple::first_part;

/// The processor that DPC++ compiles for if none is named.
const NVIDIA: &str = "nvptx64:sm_50";

/// Triples that stand for their first parts.
const TRIPLES: [&str; 7] = [
    "nvptx64-nvidia-cuda",
    "nvptx-nvidia-cuda",
    "amdgcn-amd-amdhsa",
    "spirv64-unknown-unknown",
    "spirv32-unknown-unknown",
    "spir64-unknown-unknown",
    "spir-unknown-unknown",
];

/// How names of DPC++ begin, and which architecture the processor behind it is of.
const PREFIXES: [(&str, &str); 2] = [("nvidia_gpu_", "nvptx64"), ("amd_gpu_", "amdgcn")];

/// The name of a target under which it is known here; others stay as they are.
///
/// ```
/// use sycl_propset::names::target;
/// assert_eq!(target("amdgcn-amd-amdhsa:gfx90a"), "amdgcn:gfx90a");
/// assert_eq!(target("nvidia_gpu_sm_90"), "nvptx64:sm_90");
/// assert_eq!(target("intel_gpu_pvc"), "intel_gpu_pvc");
/// ```
#[must_use]
pub fn target(name: &str) -> Cow<'_, str> {
    let (triple, processor) = match name.split_once(':') {
        Some((triple, processor)) => (triple, Some(processor)),
        None => (name, None),
    };
    let architecture = if TRIPLES.contains(&triple) { first_part(triple) } else { triple };
    for (prefix, architecture) in PREFIXES {
        if let (Some(processor), None) = (name.strip_prefix(prefix), processor) {
            return format!("{architecture}:{processor}").into();
        }
    }
    match processor {
        Some(processor) if architecture != triple => format!("{architecture}:{processor}").into(),
        Some(_) => name.into(),
        None => architecture.into(),
    }
}

/// As [`target`], for what compiles for a processor in any case: NVIDIA's target has one of its own, as in DPC++.
///
/// ```
/// assert_eq!(sycl_propset::names::target_with_processor("nvptx64-nvidia-cuda"), "nvptx64:sm_50");
/// ```
#[must_use]
pub fn target_with_processor(name: &str) -> Cow<'_, str> {
    match target(name) {
        known if known == "nvptx64" => NVIDIA.into(),
        known => known,
    }
}

/// How entry points are grouped into images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SplitMode {
    /// By translation unit and features; suits most programs.
    #[default]
    Auto,
    /// By translation unit and features.
    Source,
    /// One image an entry point.
    Kernel,
    /// By features alone: as few images as are right on every device.
    Features,
    /// One image, also of entry points that no device has all features for.
    None,
}

impl SplitMode {
    /// Spellings, in the order of help texts: the five names, then those of `-fsycl-device-code-split=`. There, `off`
    /// still splits where a program would be wrong otherwise.
    pub const NAMES: [(&'static str, SplitMode); 8] = [
        ("auto", SplitMode::Auto),
        ("source", SplitMode::Source),
        ("kernel", SplitMode::Kernel),
        ("features", SplitMode::Features),
        ("none", SplitMode::None),
        ("off", SplitMode::Features),
        ("per_source", SplitMode::Source),
        ("per_kernel", SplitMode::Kernel),
    ];

    /// The first of its names.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, mode)| *mode == self).expect("each has a name").0
    }

    /// The mode of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode)
    }

    /// Further names of a mode.
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        let names = Self::NAMES.iter().filter(move |(_, mode)| *mode == self).map(|(name, _)| *name);
        names.skip(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_and_names_of_dpcpp_are_targets() {
        for (name, expected) in [
            ("nvptx64-nvidia-cuda", "nvptx64"),
            ("nvptx64-nvidia-cuda:sm_90a", "nvptx64:sm_90a"),
            ("nvptx64:", "nvptx64:"),
            ("amdgcn-amd-amdhsa", "amdgcn"),
            ("amd_gpu_gfx90a", "amdgcn:gfx90a"),
            ("nvidia_gpu_sm_90:x", "nvidia_gpu_sm_90:x"),
            ("spir64-unknown-unknown", "spir64"),
            ("spirv64-unknown-vulkan", "spirv64-unknown-vulkan"),
            ("host:native", "host:native"),
            ("mine", "mine"),
        ] {
            assert_eq!(target(name), expected, "{name}");
        }
        assert_eq!(target_with_processor("nvptx64"), "nvptx64:sm_50");
        assert_eq!(target_with_processor("amdgcn-amd-amdhsa:gfx90a"), "amdgcn:gfx90a");
    }

    #[test]
    fn modes_have_names_and_further_ones() {
        assert_eq!(SplitMode::Features.name(), "features");
        assert_eq!(SplitMode::parse("off"), Some(SplitMode::Features));
        assert_eq!(SplitMode::parse("per_kernel"), Some(SplitMode::Kernel));
        assert_eq!(SplitMode::parse("kernl"), None);
        assert_eq!(SplitMode::Source.aliases().collect::<Vec<_>>(), ["per_source"]);
    }
}
