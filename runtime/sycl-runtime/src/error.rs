//! Errors: a number of `sycl::errc`, and a text.

use sycl_host_device::LaunchError;

/// `sycl::errc` (SYCL 2020, section 4.13.2), as far as the runtime gives it; `runtime/include/sycl_runtime.h` has all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Status {
    Runtime = 1,
    NdRange = 4,
    KernelArgument = 6,
    Build = 7,
    Invalid = 8,
    MemoryAllocation = 9,
    KernelNotSupported = 13,
}

/// Why a call fails.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Error {
    pub(crate) status: Status,
    pub(crate) text: String,
}

impl Error {
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// A value of the caller's that cannot be.
    pub(crate) fn invalid(text: impl Into<String>) -> Self {
        Self::new(Status::Invalid, text)
    }
}

impl From<LaunchError> for Error {
    fn from(error: LaunchError) -> Self {
        use LaunchError as E;
        let status = match &error {
            E::Processor(_) | E::Incompatible(_) => Status::KernelNotSupported,
            E::Dimensions { .. }
            | E::DimensionsDiffer { .. }
            | E::RequiredSize { .. }
            | E::RequiredNonUniform { .. }
            | E::EmptyGroup { .. }
            | E::NonUniform { .. }
            | E::GroupExceedsRange { .. }
            | E::GroupTooLarge { .. }
            | E::GlobalTooLarge { .. }
            | E::OffsetTooLarge { .. } => Status::NdRange,
            E::ArgumentCount { .. } | E::ArgumentKind { .. } | E::ArgumentSize { .. } => Status::KernelArgument,
            E::LocalMemory { .. } | E::Memory { .. } => Status::MemoryAllocation,
            E::NoGlobal { .. } | E::GlobalBounds { .. } | E::Constant { .. } => Status::Invalid,
            _ => Status::Runtime,
        };
        Self::new(status, error.to_string())
    }
}

/// Why a command failed after its submission.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) error: Error,
    /// The C++ exception of a host task.
    pub(crate) exception: Option<Exception>,
}

/// An object of the caller's, which is handed back as it is.
#[derive(Debug)]
pub(crate) struct Exception(pub(crate) usize);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, exception: None }
    }
}
