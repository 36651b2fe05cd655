//! Names of property sets: the known spellings and everything else.

use std::fmt;

/// Declares [`SetName`] together with its two conversions, so that each spelling occurs once.
macro_rules! set_names {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// The name of a property set; names that are not in the list are kept as [`SetName::Other`].
        ///
        /// `SetName::from` turns a known spelling into its variant, so build `Other` through it.
        #[derive(Debug, Clone)]
        pub enum SetName {
            $($(#[$doc])* $variant,)*
            /// Any other spelling, byte for byte.
            Other(String),
        }

        impl SetName {
            /// All names that have a variant, in declaration order.
            pub const KNOWN: &'static [SetName] = &[$(SetName::$variant),*];

            /// The spelling in files, e.g. `SYCL/device requirements`.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(SetName::$variant => $text,)*
                    SetName::Other(name) => name,
                }
            }
        }

        impl From<&str> for SetName {
            fn from(name: &str) -> Self {
                match name {
                    $($text => SetName::$variant,)*
                    other => SetName::Other(other.to_owned()),
                }
            }
        }
    };
}

set_names! {
    /// Requirements of a device that runs the image; see [`crate::requirements`].
    DeviceRequirements = "SYCL/device requirements",
    /// Descriptors of specialization constants; see [`crate::spec_constants`].
    SpecializationConstants = "SYCL/specialization constants",
    /// Default values of all specialization constants, one blob under the key `all`.
    SpecializationConstantsDefaultValues = "SYCL/specialization constants default values",
    /// Removed kernel parameters; see [`crate::kernel_params`].
    KernelParamOpt = "SYCL/kernel param opt",
    /// Symbols that other images may use.
    ExportedSymbols = "SYCL/exported symbols",
    /// Symbols that must come from other images.
    ImportedSymbols = "SYCL/imported symbols",
    /// The kernels of the image.
    KernelNames = "SYCL/kernel names",
    /// Work-group sizes of kernels and names of device globals; see [`crate::program_metadata`].
    ProgramMetadata = "SYCL/program metadata",
    /// Optimisation level, register mode and other single facts.
    MiscProperties = "SYCL/misc properties",
    /// Index of the implicit local-memory argument of a kernel.
    ImplicitLocalArg = "SYCL/implicit local arg",
    /// Kernels that use dynamic work-group memory.
    WorkGroupDynamicLocalMem = "SYCL/work group dynamic local mem",
    /// Size and scope of device globals; see [`crate::device_globals`].
    DeviceGlobals = "SYCL/device globals",
    /// Sizes of host pipes (older generations).
    HostPipes = "SYCL/host pipes",
    /// Sets of virtual functions that the image defines or calls.
    VirtualFunctions = "SYCL/virtual functions",
    /// Registered name to mangled name of kernels.
    RegisteredKernels = "SYCL/registered kernels",
    /// Bit mask of needed fallback libraries (older generations).
    DevicelibReqMask = "SYCL/devicelib req mask",
    /// Functions that a device library image replaces.
    DevicelibMetadata = "SYCL/devicelib metadata",
    /// Kernels that may fail an assertion (older generations).
    AssertUsed = "SYCL/assert used",
    /// State of a SYCLBIN file.
    SyclbinGlobalMetadata = "SYCLBIN/global metadata",
    /// Type and target of an IR module in a SYCLBIN file.
    SyclbinIrModuleMetadata = "SYCLBIN/ir module metadata",
    /// Architecture of a native image in a SYCLBIN file.
    SyclbinNativeDeviceCodeImageMetadata = "SYCLBIN/native device code image metadata",
}

// Identity is the spelling, so that an `Other` built by hand around a known name is still the same set.
impl PartialEq for SetName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for SetName {}

impl PartialOrd for SetName {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SetName {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for SetName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for SetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_names_round_trip_and_unknown_ones_are_kept() {
        for name in SetName::KNOWN {
            assert!(!matches!(SetName::from(name.as_str()), SetName::Other(_)), "{name}");
            assert_eq!(&SetName::from(name.as_str()), name);
        }
        assert_eq!(SetName::from("vendor/x").as_str(), "vendor/x");
        assert_eq!(SetName::Other("SYCL/kernel names".into()), SetName::KernelNames);
    }
}
