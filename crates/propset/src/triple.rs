//! Targets of device code: triples, processors, and the two together as users write them.
//!
//! | triple starts with | [`Architecture`] | [`Family`] | processors |
//! |---|---|---|---|
//! | `spir`, `spir64`, also `spir64_gen` and so on | `Spir`, `Spir64` | `Spirv` | none |
//! | `spirv32`, `spirv64`, also `spirv64v1.5`, `spirv64_gen` | `Spirv32`, `Spirv64` | `Spirv` | none |
//! | `nvptx`, `nvptx64` | `Nvptx`, `Nvptx64` | `Nvptx` | `sm_90`, `sm_90a` |
//! | `amdgcn` | `Amdgcn` | `Amdgpu` | `gfx90a`, `gfx9-4-generic`, `fiji` |
//! | `spirv`, also `spirv1.5`; `r600`; `native_cpu` | `LogicalSpirv`, `R600`, `NativeCpu` | none | none |
//!
//! Architectures without a family hold device code that passes read and split, but do not lower.

mod architecture;
mod family;
mod processor;

use std::borrow::Cow;

pub use architecture::Architecture;
pub(crate) use architecture::{GPUS, Gpus};
pub use family::Family;
pub use processor::{Processor, is_of_amd_family};

use crate::{names, nearest};

/// A triple of device code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Triple {
    /// Its first part.
    pub architecture: Architecture,
}

impl Triple {
    /// Reads a triple, or its first part alone. None for host code.
    ///
    /// ```
    /// use sycl_propset::triple::{Architecture, Triple};
    /// assert_eq!(Triple::parse("spirv64v1.5-unknown-unknown").unwrap().architecture, Architecture::Spirv64);
    /// assert_eq!(Triple::parse("x86_64-unknown-linux-gnu"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let first = first_part(text);
        let is_it = |architecture: &Architecture| {
            first.strip_prefix(architecture.name()).is_some_and(|rest| architecture.takes(rest))
        };
        Architecture::all().find(is_it).map(|architecture| Self { architecture })
    }

    /// Whether a triple is one of device code.
    #[must_use]
    pub fn is_device(text: &str) -> bool {
        Self::parse(text).is_some()
    }

    /// Whether a triple is one of SPIR or SPIR-V.
    #[must_use]
    pub fn is_spir_or_spirv(text: &str) -> bool {
        Self::parse(text).is_some_and(|triple| {
            triple.architecture == Architecture::LogicalSpirv || triple.family() == Some(Family::Spirv)
        })
    }

    /// The family of the architecture.
    #[must_use]
    pub fn family(self) -> Option<Family> {
        self.architecture.family()
    }
}

/// The first part of a triple, known or not: `spir64_gen` of `spir64_gen-unknown-unknown`.
#[must_use]
pub fn first_part(triple: &str) -> &str {
    triple.split_once('-').map_or(triple, |(first, _)| first)
}

/// Name in SYCL runtimes of the target of a triple. To them, SPIR-V is SPIR: `spir64` for `spirv64`.
///
/// ```
/// assert_eq!(sycl_propset::triple::runtime_name("spirv64-unknown-unknown"), "spir64-unknown-unknown");
/// ```
#[must_use]
pub fn runtime_name(triple: &str) -> Cow<'_, str> {
    match triple.strip_prefix("spirv") {
        Some(rest) => format!("spir{rest}").into(),
        None => triple.into(),
    }
}

/// A target as users write it: a triple or its first part, and a processor after a colon.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TargetSpec {
    /// The triple.
    pub triple: Triple,
    /// Its family.
    pub family: Family,
    /// The processor, if one is named.
    pub processor: Option<Processor>,
}

/// Reasons why a target cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// Host code, or an architecture that has no lowering.
    #[error("unknown target `{target}`; expected {KNOWN_TARGETS}")]
    Unknown {
        /// As written.
        target: String,
    },
    /// The architecture has no processors.
    #[error("target `{architecture}` has no processors, found `{processor}`; expected `{architecture}` alone")]
    NoProcessors {
        /// The architecture's name.
        architecture: &'static str,
        /// As written.
        processor: String,
    },
    /// No processor of the architecture.
    #[error("found processor `{processor}` of target `{architecture}`; expected one such as `{example}`")]
    Processor {
        /// The architecture's name.
        architecture: &'static str,
        /// As written.
        processor: String,
        /// One that it has.
        example: &'static str,
    },
}

/// Values that [`TargetSpec::parse`] takes, for messages.
pub const KNOWN_TARGETS: &str =
    "nvptx64 or nvptx (with :sm_<number>), amdgcn (with :gfx<number>), spirv64, spirv32, spir64 or spir";

impl TargetSpec {
    /// Reads a target.
    ///
    /// ```
    /// use sycl_propset::triple::{Family, TargetSpec};
    /// let target = TargetSpec::parse("amdgcn:gfx90a").unwrap();
    /// assert_eq!(target.family, Family::Amdgpu);
    /// assert_eq!(target.processor.unwrap().sub_group_sizes(), [64]);
    /// ```
    ///
    /// # Errors
    /// A triple without a family, or a processor of something else.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let (triple, processor) = match text.split_once(':') {
            Some((triple, processor)) => (triple, Some(processor)),
            None => (text, None),
        };
        let unknown = || TargetError::Unknown { target: text.to_owned() };
        let triple = Triple::parse(triple).ok_or_else(unknown)?;
        let family = triple.family().ok_or_else(unknown)?;
        let processor = processor.map(|name| Self::processor(triple, family, name)).transpose()?;
        Ok(Self { triple, family, processor })
    }

    /// Options of LLVM's `llc` that compile for the target. PTX has the lowest version that LLVM knows for a processor,
    /// which every `ptxas` and driver for it takes, but 6.3 at least: functions of the active lanes and aliases need
    /// it, and CUDA has it since 2018.
    ///
    /// ```
    /// use sycl_propset::triple::TargetSpec;
    /// let options = |target| TargetSpec::parse(target).unwrap().llc_options();
    /// assert_eq!(options("nvptx64:sm_70"), ["-mcpu=sm_70", "-mattr=+ptx63"]);
    /// assert_eq!(options("nvptx64:sm_75"), ["-mcpu=sm_75"]);
    /// ```
    #[must_use]
    pub fn llc_options(&self) -> Vec<String> {
        let processor = self.processor.iter().map(|processor| format!("-mcpu={}", processor.name()));
        processor.chain(self.features().map(|features| format!("-mattr={features}"))).collect()
    }

    /// The features of the target that LLVM does not infer from its processor, as `-mattr` takes them.
    #[must_use]
    pub fn features(&self) -> Option<&'static str> {
        let has_ptx63 = self.processor.as_ref().and_then(Processor::sm).is_some_and(|sm| sm >= 75);
        (self.family == Family::Nvptx && !has_ptx63).then_some("+ptx63")
    }

    fn processor(triple: Triple, family: Family, name: &str) -> Result<Processor, TargetError> {
        let architecture = triple.architecture.name();
        let Some(example) = family.example() else {
            return Err(TargetError::NoProcessors { architecture, processor: name.to_owned() });
        };
        Processor::parse(name).filter(|processor| processor.family() == family).ok_or_else(|| TargetError::Processor {
            architecture,
            processor: name.to_owned(),
            example,
        })
    }
}

/// Targets of generic device code, as users write them: a target of device code, or `host`, with a processor after a
/// colon.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BackEndTarget {
    /// One of [`KNOWN_BACK_ENDS`] for devices.
    Device(TargetSpec),
    /// The machine that the compiler runs on, or one with its architecture.
    Host {
        /// The processor, if one is named. Only LLVM knows which there are.
        processor: Option<String>,
    },
}

/// Values that [`BackEndTarget::parse`] takes, for messages.
pub const KNOWN_BACK_ENDS: &str =
    "nvptx64 (with :sm_<number>), amdgcn (with :gfx<number>), spirv64 or host (with :<processor>)";

/// Expectation in place of a processor that LLVM does not have, for messages: those most like it, and where the list
/// is. The architecture is the one before the colon of a target.
#[must_use]
pub fn expected_processor<'a>(architecture: &str, processor: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 3;
    let alike = nearest::most_alike(processor, known, SHOWN).join(", ");
    let triple = if architecture == "host" { String::new() } else { format!("-mtriple={architecture} ") };
    format!("one of LLVM's such as {alike} (`llc {triple}-mcpu=help` lists all)")
}

/// Reasons why generic device code cannot become something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BackEndTargetError {
    /// Nothing that generic device code becomes.
    #[error("unknown target `{target}`; expected {KNOWN_BACK_ENDS}")]
    Unknown {
        /// As written.
        target: String,
    },
    /// A target with a processor of something else.
    #[error(transparent)]
    Device(#[from] TargetError),
}

impl BackEndTarget {
    /// Reads a target.
    ///
    /// ```
    /// use sycl_propset::triple::BackEndTarget;
    /// assert_eq!(BackEndTarget::parse("host"), Ok(BackEndTarget::Host { processor: None }));
    /// assert!(BackEndTarget::parse("nvptx64:sm_90").is_ok());
    /// assert!(BackEndTarget::parse("r600").is_err());
    /// ```
    ///
    /// # Errors
    /// Another target, or a processor of something else.
    pub fn parse(text: &str) -> Result<Self, BackEndTargetError> {
        let unknown = || BackEndTargetError::Unknown { target: text.to_owned() };
        let text = &*names::target(text);
        if text == "host" {
            return Ok(Self::Host { processor: None });
        }
        if let Some(processor) = text.strip_prefix("host:") {
            return match processor {
                "" => Err(unknown()),
                name => Ok(Self::Host { processor: Some(name.to_owned()) }),
            };
        }
        let target = match TargetSpec::parse(text) {
            Err(TargetError::Unknown { .. }) => return Err(unknown()),
            other => other?,
        };
        match target.triple.architecture {
            Architecture::Nvptx64 | Architecture::Amdgcn | Architecture::Spirv64 => Ok(Self::Device(target)),
            _ => Err(unknown()),
        }
    }

    /// The family.
    #[must_use]
    pub fn family(&self) -> Family {
        match self {
            Self::Device(target) => target.family,
            Self::Host { .. } => Family::Host,
        }
    }

    /// The name of a processor, if one is given.
    #[must_use]
    pub fn processor(&self) -> Option<&str> {
        match self {
            Self::Device(target) => target.processor.as_ref().map(Processor::name),
            Self::Host { processor } => processor.as_deref(),
        }
    }
}
