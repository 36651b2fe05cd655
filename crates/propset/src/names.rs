//! Names of targets that users know from elsewhere: from DPC++, LLVM and AdaptiveCpp.
//!
//! | name | stands for |
//! |---|---|
//! | `nvptx64-nvidia-cuda`, `cuda` | `nvptx64`; where there must be a processor `nvptx64:sm_50`, DPC++'s default |
//! | `nvptx64-nvidia-cuda:sm_90`, `nvptx64-nvidia-cuda--sm_90`, `nvidia_gpu_sm_90`, `cuda:sm_90`, `sm_90` | `nvptx64:sm_90` |
//! | `amdgcn-amd-amdhsa:gfx90a`, `amdgcn-amd-amdhsa--gfx90a`, `amd_gpu_gfx90a`, `hip:gfx90a`, `gfx90a` | `amdgcn:gfx90a` |
//! | `spirv64-unknown-unknown`, `spir64-unknown-unknown` and so on | the first part of the triple |
//! | triples with `-sycldevice`, of DPC++ before 2022 | the triple |
//! | `native_cpu`, `omp` | `host` |

use std::borrow::Cow;

use crate::triple::{Architecture, GPUS, Gpus};

/// The processor that DPC++ compiles for if none is named.
const NVIDIA: &str = "nvptx64:sm_50";

/// Last part of triples of old DPC++.
const OF_SYCL: &str = "-sycldevice";

/// The processor of the host, in the words of DPC++ and of AdaptiveCpp.
const HOSTS: [&str; 2] = ["native_cpu", "omp"];

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
    if HOSTS.contains(&name) {
        return "host".into();
    }
    for gpus in &GPUS {
        if let Some(processor) = name.strip_prefix(gpus.dpcpp).filter(|processor| !processor.contains(':')) {
            return format!("{}:{processor}", gpus.architecture()).into();
        }
    }
    if let Some(gpus) = GPUS.iter().find(|gpus| name.starts_with(gpus.processors)) {
        return format!("{}:{name}", gpus.architecture()).into();
    }
    if let Some(architecture) = architecture(name) {
        return architecture.into();
    }
    let parts = name.split_once(':').or_else(|| name.split_once("--"));
    match parts.and_then(|(triple, processor)| Some((architecture(triple)?, processor))) {
        Some((architecture, processor)) => format!("{architecture}:{processor}").into(),
        None => name.into(),
    }
}

/// The architecture that a triple or a back end stands for.
fn architecture(name: &str) -> Option<&'static str> {
    let triple = name.strip_suffix(OF_SYCL).unwrap_or(name);
    let is_it = |of: &Architecture| of.triple() == triple && of.family().is_some() && *of != Architecture::Host;
    let back_end = || GPUS.iter().find(|gpus| gpus.adaptive_cpp == name).map(Gpus::architecture);
    Architecture::all().find(is_it).map(Architecture::name).or_else(back_end)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_and_names_of_other_compilers_are_targets() {
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
            ("sm_90a", "nvptx64:sm_90a"),
            ("gfx90a:xnack+", "amdgcn:gfx90a:xnack+"),
            ("gfx9-4-generic", "amdgcn:gfx9-4-generic"),
            ("nvptx64-nvidia-cuda--sm_90", "nvptx64:sm_90"),
            ("amdgcn-amd-amdhsa--gfx90a", "amdgcn:gfx90a"),
            ("my--gfx90a", "my--gfx90a"),
            ("cuda", "nvptx64"),
            ("cuda:sm_86", "nvptx64:sm_86"),
            ("hip:gfx1030", "amdgcn:gfx1030"),
            ("cudas:sm_86", "cudas:sm_86"),
            ("nvptx64-nvidia-cuda-sycldevice", "nvptx64"),
            ("spir64-unknown-unknown-sycldevice", "spir64"),
            ("native_cpu", "host"),
            ("omp", "host"),
        ] {
            assert_eq!(target(name), expected, "{name}");
        }
        assert_eq!(target_with_processor("nvptx64"), "nvptx64:sm_50");
        assert_eq!(target_with_processor("amdgcn-amd-amdhsa:gfx90a"), "amdgcn:gfx90a");
    }
}
