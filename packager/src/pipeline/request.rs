//! What is asked for.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::target::{Family, Target};

/// Extensions of SPIR-V that Intel's devices take; `all` would bring some that they refuse.
pub const SPIRV_EXTENSIONS: &str = "+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max,\
    +SPV_KHR_uniform_group_instructions,+SPV_INTEL_function_pointers,+SPV_KHR_expect_assume";

/// An enumeration whose values have names on the command line.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$value_doc:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $type { $($(#[$value_doc])* $value,)* }

        impl $type {
            /// The names, in the order of the values.
            pub const NAMES: &[&str] = &[$($name,)*];

            /// The name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                match name {
                    $($name => Ok(Self::$value),)*
                    _ => Err(format!("expected one of: {}", Self::NAMES.join(", "))),
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// How entry points are grouped into images.
    Split {
        /// By translation unit and features.
        Auto = "auto",
        /// By translation unit and features.
        Source = "source",
        /// By kernel.
        Kernel = "kernel",
        /// Not at all.
        None = "none",
    }
}

named! {
    /// How specialization constants are lowered.
    SpecConstants {
        /// As constants of SPIR-V.
        Native = "native",
        /// As values in a buffer that the runtime passes.
        Emulation = "emulation",
        /// As their defaults.
        DefaultValues = "default-values",
    }
}

named! {
    /// Whether images are validated.
    Validate {
        /// As far as there are programs for it.
        Auto = "auto",
        /// In any case.
        Always = "always",
        /// Not at all.
        Never = "never",
    }
}

named! {
    /// What images for NVIDIA's GPUs are.
    CudaImage {
        /// Machine code if there is `ptxas`, else PTX.
        Auto = "auto",
        /// PTX.
        Ptx = "ptx",
        /// Machine code.
        Cubin = "cubin",
    }
}

/// What the images become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pack {
    /// A host object, for a host.
    Object {
        /// The host's triple.
        host: String,
    },
    /// A SYCLBIN file in a state.
    Syclbin {
        /// The name of the state.
        state: String,
    },
    /// An OffloadBinary.
    Bundle,
    /// A directory with a table for each target.
    Directory,
}

/// A file of LLVM IR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceCode {
    /// The file, as an absolute path.
    pub file: PathBuf,
    /// Its triple.
    pub triple: Option<String>,
    /// What it holds, if it was read from a pipe and cannot be read again.
    pub content: Option<Vec<u8>>,
}

impl DeviceCode {
    pub(super) fn family(&self) -> Option<Family> {
        self.triple.as_deref().and_then(Family::of_triple)
    }
}

/// A device configuration of the user's, read once: all of a build goes by one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Devices {
    /// The file, as an absolute path.
    pub file: PathBuf,
    /// Its content.
    pub text: String,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// What is built.
    pub inputs: Vec<DeviceCode>,
    /// Device libraries.
    pub libraries: Vec<DeviceCode>,
    /// What to build for, each once.
    pub targets: Vec<Target>,
    /// How to split.
    pub split: Split,
    /// How specialization constants are lowered; `None`: natively in SPIR-V for compilers at run time, else emulated.
    pub spec_constants: Option<SpecConstants>,
    /// Further parameters of the post-link step.
    pub post_link: Vec<String>,
    /// Files that these parameters stand for.
    pub post_link_inputs: Vec<PathBuf>,
    /// The plugin.
    pub plugin: PathBuf,
    /// A device configuration in place of the built-in one.
    pub devices: Option<Devices>,
    /// Extensions of SPIR-V, as llc takes them.
    pub spirv_extensions: String,
    /// For GPUs, the level of `llc -O`.
    pub optimization: String,
    /// Whether images for GPUs are made without debug info.
    pub strips_debug_info: bool,
    /// Further options of back ends, by number of the target. What they name counts by its content.
    pub back_end_options: Vec<(usize, String)>,
    /// What images for NVIDIA's GPUs are; never [`CudaImage::Auto`] in a plan.
    pub cuda_image: CudaImage,
    /// Whether images are validated.
    pub validate: Validate,
    /// The validator of SPIR-V, if there is one.
    pub spirv_validator: Option<PathBuf>,
    /// Whether the bitcode of images for GPUs is packed too, for fusion at run time.
    pub embeds_ir: bool,
    /// What the images become.
    pub pack: Pack,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
}
