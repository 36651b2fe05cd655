//! The architecture of a GPU, and which images are for it.

use sycl_propset::triple::{Family, is_of_amd_family};

use super::lists::is_elf;
use crate::images::DeviceImage;
use crate::native::gpu::{Api, DeviceFact, Gpu, Refusal};

/// The kind of GPU that code is made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Architecture {
    /// Major and minor compute capability.
    Nvidia(u32, u32),
    /// The processor, and its features with `+` or `-` behind each, such as `xnack-`.
    Amd { processor: String, features: Vec<String> },
}

/// Order among the images for a GPU: the number of an architecture of NVIDIA's, or of features of AMD's that an image
/// names, which code for a family of processors does not; then whether it is machine code.
pub(super) type Rank = (u32, bool);

impl Architecture {
    pub(super) fn query(gpu: &Gpu) -> Result<Self, Refusal> {
        Ok(match gpu.processor()? {
            Some(name) => Self::amd(&name),
            None => Self::Nvidia(gpu.fact(DeviceFact::MajorVersion), gpu.fact(DeviceFact::MinorVersion)),
        })
    }

    /// The architecture of a name such as `gfx90a:sramecc+:xnack-`.
    fn amd(name: &str) -> Self {
        let mut parts = name.split(':').map(str::to_owned);
        let processor = parts.next().unwrap_or_default();
        Self::Amd { processor, features: parts.collect() }
    }

    pub(super) fn api(&self) -> Api {
        match self {
            Self::Nvidia(..) => Api::Cuda,
            Self::Amd { .. } => Api::Hip,
        }
    }

    /// As `--target` names it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Nvidia(major, minor) => format!("sm_{major}{minor}"),
            Self::Amd { processor, .. } => processor.clone(),
        }
    }

    fn family(&self) -> Family {
        match self {
            Self::Nvidia(..) => Family::Nvptx,
            Self::Amd { .. } => Family::Amdgpu,
        }
    }

    /// The part of a target before the architecture.
    pub(super) fn target(&self) -> &'static str {
        self.family().architecture().name()
    }

    /// Whose GPUs these are.
    pub(super) fn maker(&self) -> &'static str {
        match self {
            Self::Nvidia(..) => "NVIDIA",
            Self::Amd { .. } => "AMD",
        }
    }

    /// The option that makes a link compile for it.
    pub(super) fn option(&self) -> String {
        match self {
            Self::Nvidia(..) => format!("-fsycl-targets={}", self.family().architecture().triple()),
            Self::Amd { processor, .. } => format!("-fsycl-targets=amd_gpu_{processor}"),
        }
    }

    /// Whether an image is code for some GPU of the same maker. Bitcode that `--embed-ir` adds names no architecture.
    pub(super) fn is_of_maker(&self, image: &DeviceImage) -> bool {
        image.triple.starts_with(self.target()) && !image.arch.is_empty()
    }

    /// The rank of an image, if it may run on a GPU of this architecture.
    pub(super) fn rank(&self, image: &DeviceImage) -> Option<Rank> {
        if !self.is_of_maker(image) {
            return None;
        }
        match self {
            Self::Nvidia(major, minor) => rank_for_nvidia(image, (*major, *minor)),
            Self::Amd { processor, features } => rank_for_amd(image, processor, features),
        }
    }
}

/// PTX runs on newer GPUs, too, a cubin on those of the same major number, and `sm_90a` on nothing but 9.0.
fn rank_for_nvidia(image: &DeviceImage, capability: (u32, u32)) -> Option<Rank> {
    let text = image.arch.strip_prefix("sm_")?;
    let (digits, is_special) = match text.strip_suffix(['a', 'f']) {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let number: u32 = digits.parse().ok()?;
    let own = capability.0 * 10 + capability.1;
    let is_binary = is_elf(&image.code);
    let fits = if is_special {
        number == own
    } else if is_binary {
        number / 10 == own / 10 && number <= own
    } else {
        number <= own
    };
    fits.then_some((number, is_binary))
}

/// Code for a processor runs on it where the features that it names are as there, code for a family on each of that
/// family (LLVM's "User Guide for AMDGPU Backend", Target ID and Generic processors).
fn rank_for_amd(image: &DeviceImage, processor: &str, features: &[String]) -> Option<Rank> {
    let mut wanted = image.arch.split(':');
    let name = wanted.next()?;
    let named = wanted.clone().count();
    let fits = wanted.all(|feature| features.iter().any(|own| own == feature));
    let is_own = name == processor;
    let rank = u32::try_from(named).unwrap_or(0) + u32::from(is_own);
    (fits && (is_own || is_of_amd_family(processor, name))).then_some((rank, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::Loads;

    const PTX: &[u8] = b".version 7.0";
    const ELF: &[u8] = b"\x7fELF";

    fn image(arch: &str, code: &'static [u8]) -> DeviceImage {
        let properties = sycl_propset::PropertySetRegistry::new();
        let triple = if arch.starts_with("gfx") { "amdgcn-amd-amdhsa" } else { "nvptx64-nvidia-cuda" };
        DeviceImage { triple: triple.into(), arch: arch.into(), code: code.into(), properties, loads: Loads::default() }
    }

    #[test]
    fn embedded_bitcode_is_for_no_gpu() {
        let gpu = Architecture::Nvidia(9, 0);
        assert!(gpu.is_of_maker(&image("sm_50", PTX)));
        assert!(!gpu.is_of_maker(&image("", b"BC")));
        assert_eq!(gpu.rank(&image("", b"BC")), None);
    }

    #[test]
    fn images_fit_nvidia_gpus_by_capability() {
        let rank = |arch: &str, code, (major, minor)| Architecture::Nvidia(major, minor).rank(&image(arch, code));
        assert_eq!(rank("sm_50", PTX, (9, 0)), Some((50, false)));
        assert_eq!(rank("sm_90", PTX, (9, 0)), Some((90, false)));
        assert_eq!(rank("sm_90", PTX, (8, 9)), None);
        assert_eq!(rank("sm_100", PTX, (10, 3)), Some((100, false)));
        assert_eq!(rank("sm_80", ELF, (8, 6)), Some((80, true)));
        assert_eq!(rank("sm_80", ELF, (9, 0)), None);
        assert_eq!(rank("sm_90a", PTX, (9, 0)), Some((90, false)));
        assert_eq!(rank("sm_90a", PTX, (10, 0)), None);
        assert_eq!(rank("gfx90a", ELF, (9, 0)), None);
        // Machine code before PTX of the same architecture.
        assert!(rank("sm_90", ELF, (9, 0)) > rank("sm_90", PTX, (9, 0)));
    }

    #[test]
    fn images_fit_amd_gpus_by_processor_and_features() {
        let gpu = Architecture::amd("gfx90a:sramecc+:xnack-");
        assert_eq!((gpu.name().as_str(), gpu.option().as_str()), ("gfx90a", "-fsycl-targets=amd_gpu_gfx90a"));
        let rank = |arch: &str| gpu.rank(&image(arch, ELF));
        assert_eq!(rank("gfx90a"), Some((1, true)));
        assert_eq!(rank("gfx90a:xnack-"), Some((2, true)));
        assert_eq!(rank("gfx90a:sramecc+:xnack-"), Some((3, true)));
        for other in ["gfx90a:xnack+", "gfx908", "gfx9-4-generic", "gfx11-generic", "sm_90", ""] {
            assert_eq!(rank(other), None, "{other}");
        }
        let family = |arch: &str, of: &str| Architecture::amd(of).rank(&image(arch, ELF));
        assert_eq!(family("gfx11-generic", "gfx1100"), Some((0, true)));
        assert_eq!(family("gfx9-4-generic", "gfx942:sramecc+:xnack-"), Some((0, true)));
        assert_eq!(family("gfx10-3-generic", "gfx1012"), None);
    }
}
