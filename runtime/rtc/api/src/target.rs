//! Target of an image, as users write it.

use std::{borrow::Cow, fmt, str, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sycl_propset::names;
use sycl_propset::triple::{Architecture, TargetSpec, first_part};
use sycl_propset::words::SpecConstantMode;
use sycl_store::processor;

use crate::error::BadRequest;

/// The machine that this runs on, as a target, and its triple.
const HOST: &str = "host";
#[cfg(target_arch = "aarch64")]
const HOST_TRIPLE: &str = "aarch64-unknown-linux-gnu";
#[cfg(not(target_arch = "aarch64"))]
const HOST_TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// Targets of images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Target {
    /// SPIR-V of 64 bits: `spirv64`.
    Spirv64,
    /// PTX for a processor of NVIDIA: `nvptx64:sm_90`.
    Nvptx64(Processor),
    /// Code for a processor of AMD: `amdgcn:gfx90a`.
    Amdgcn(Processor),
    /// Code for this machine, which `sycl-host-device` launches: `host` for all processors of its architecture,
    /// `host:x86-64-v3` for some of them, `host:native` for its own.
    Host(Option<Processor>),
}

/// A processor, with the name of the target that it belongs to. Which ones there are, the compiler library knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Processor {
    target: [u8; Self::MOST],
    length: usize,
}

/// Formats of the bytes of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ImageFormat {
    /// SPIR-V.
    Spirv,
    /// Text of PTX.
    Ptx,
    /// A shared object in ELF, as the drivers of AMD and the host load it.
    Elf,
}

impl Processor {
    /// Bytes of the longest name of a target.
    const MOST: usize = 31;

    fn new(target: &str) -> Option<Self> {
        let mut bytes = [0; Self::MOST];
        bytes.get_mut(..target.len())?.copy_from_slice(target.as_bytes());
        Some(Self { target: bytes, length: target.len() })
    }

    fn target(&self) -> &str {
        str::from_utf8(&self.target[..self.length]).expect("it was made of text")
    }

    /// The name: `sm_90`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.target().split_once(':').expect("the names of targets with a processor have a colon").1
    }
}

impl fmt::Debug for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.name(), f)
    }
}

impl Target {
    /// The name on command lines.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Spirv64 => "spirv64",
            Self::Host(None) => HOST,
            Self::Nvptx64(processor) | Self::Amdgcn(processor) | Self::Host(Some(processor)) => processor.target(),
        }
    }

    /// The name in names of files: `nvptx64-sm_90`.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.name().replace(':', "-")
    }

    /// The triple under which containers list its images.
    #[must_use]
    pub fn triple(&self) -> &'static str {
        match self {
            Self::Spirv64 => Architecture::Spirv64.triple(),
            Self::Nvptx64(_) => Architecture::Nvptx64.triple(),
            Self::Amdgcn(_) => Architecture::Amdgcn.triple(),
            Self::Host(_) => HOST_TRIPLE,
        }
    }

    /// The processor, as containers list it: `sm_90`, or `x86_64` for all of an architecture; empty for SPIR-V.
    #[must_use]
    pub fn architecture(&self) -> &str {
        match self {
            Self::Spirv64 => "",
            Self::Host(None) => first_part(HOST_TRIPLE),
            Self::Nvptx64(processor) | Self::Amdgcn(processor) | Self::Host(Some(processor)) => processor.name(),
        }
    }

    /// Key that results for the target are found again by: the name, and what the processor of this machine is if code
    /// depends on that.
    pub(crate) fn key(&self) -> Cow<'_, str> {
        static NATIVE: LazyLock<String> = LazyLock::new(|| format!("host:native {}", processor::description()));
        if self.name() == "host:native" { NATIVE.as_str().into() } else { self.name().into() }
    }

    /// Format of its images.
    #[must_use]
    pub const fn format(&self) -> ImageFormat {
        match self {
            Self::Spirv64 => ImageFormat::Spirv,
            Self::Nvptx64(_) => ImageFormat::Ptx,
            Self::Amdgcn(_) | Self::Host(_) => ImageFormat::Elf,
        }
    }

    /// Form of specialization constants unless a request says otherwise: only SPIR-V has any.
    pub(crate) const fn spec_constants(&self) -> SpecConstantMode {
        match self {
            Self::Spirv64 => SpecConstantMode::Native,
            Self::Nvptx64(_) | Self::Amdgcn(_) | Self::Host(_) => SpecConstantMode::Emulation,
        }
    }

    /// The target of a name.
    ///
    /// ```
    /// use sycl_rtc::Target;
    /// assert_eq!(Target::parse("nvptx64:sm_90").unwrap().name(), "nvptx64:sm_90");
    /// assert_eq!(Target::parse("nvidia_gpu_sm_90").unwrap().name(), "nvptx64:sm_90");
    /// assert!(Target::parse("amdgcn").is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadRequest::Target`] if there is none.
    pub fn parse(name: &str) -> Result<Self, BadRequest> {
        let unknown = || BadRequest::Target { name: name.to_owned() };
        let name = &*names::target_with_processor(name);
        match name {
            // What DPC++ calls by the older name becomes SPIR-V, too.
            "spirv64" | "spir64" => return Ok(Self::Spirv64),
            HOST => return Ok(Self::Host(None)),
            _ => {}
        }
        // Whether there is such a processor, LLVM says; here it has the form of one.
        let (architecture, processor) = name.split_once(':').ok_or_else(unknown)?;
        if architecture == HOST {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
            let is_name = !processor.is_empty() && processor.chars().all(is_plain);
            return Processor::new(name).filter(|_| is_name).map(|it| Self::Host(Some(it))).ok_or_else(unknown);
        }
        let spec = TargetSpec::parse(name).map_err(|_| unknown())?;
        let processor = Processor::new(name).ok_or_else(unknown)?;
        match spec.triple.architecture {
            known if known.name() != architecture => Err(unknown()),
            Architecture::Nvptx64 => Ok(Self::Nvptx64(processor)),
            Architecture::Amdgcn => Ok(Self::Amdgcn(processor)),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl ImageFormat {
    /// The name on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spirv => "spirv",
            Self::Ptx => "ptx",
            Self::Elf => "elf",
        }
    }
}

impl fmt::Display for ImageFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (name, file, format) in [
            ("spirv64", "spirv64", ImageFormat::Spirv),
            ("nvptx64:sm_90", "nvptx64-sm_90", ImageFormat::Ptx),
            ("nvptx64:sm_90a", "nvptx64-sm_90a", ImageFormat::Ptx),
            ("amdgcn:gfx90a", "amdgcn-gfx90a", ImageFormat::Elf),
            ("amdgcn:gfx9-4-generic", "amdgcn-gfx9-4-generic", ImageFormat::Elf),
            ("host", "host", ImageFormat::Elf),
            ("host:x86-64-v3", "host-x86-64-v3", ImageFormat::Elf),
            ("host:native", "host-native", ImageFormat::Elf),
        ] {
            let target = Target::parse(name).unwrap();
            assert_eq!((target.name(), target.file_name().as_str(), target.format()), (name, file, format));
            assert_eq!(target.to_string(), name);
        }
        for (name, known) in [
            ("nvidia_gpu_sm_90", "nvptx64:sm_90"),
            ("nvptx64-nvidia-cuda:sm_90", "nvptx64:sm_90"),
            ("nvptx64", "nvptx64:sm_50"),
            ("amd_gpu_gfx90a", "amdgcn:gfx90a"),
            ("spirv64-unknown-unknown", "spirv64"),
            ("spir64", "spirv64"),
            ("spir64-unknown-unknown", "spirv64"),
            ("sm_90", "nvptx64:sm_90"),
            ("amdgcn-amd-amdhsa--gfx90a", "amdgcn:gfx90a"),
            ("native_cpu", "host"),
        ] {
            assert_eq!(Target::parse(name), Target::parse(known));
        }
        let Ok(Target::Nvptx64(processor)) = Target::parse("nvptx64:sm_90") else { panic!("it is one of NVIDIA's") };
        assert_eq!(processor.name(), "sm_90");
    }

    #[test]
    fn what_is_for_this_machine_is_not_found_on_another() {
        let key = |name: &str| Target::parse(name).unwrap().key().into_owned();
        assert_eq!((key("host").as_str(), key("host:znver4").as_str()), ("host", "host:znver4"));
        assert_eq!(key("host:native"), format!("host:native {}", processor::description()));
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "spirv", "spir", "amdgcn", "nvptx64:", "nvptx64:gfx90a", "nvptx:sm_90", "amdgcn:sm_90"]
            .into_iter()
            .chain(["spirv64:sm_90", "host:", "host:a/b", "amdgcn:gfx9 0a", "nvptx64:sm_9999999999999"])
            .chain(["amdgcn:gfx900000000000000000000000000000000000000"])
        {
            let text = Target::parse(name).unwrap_err().to_string();
            let expected = format!(
                "unknown target `{name}`; expected spirv64, nvptx64:sm_<number>, amdgcn:gfx<number>, host or host:<processor>"
            );
            assert_eq!(text, expected);
        }
    }
}
