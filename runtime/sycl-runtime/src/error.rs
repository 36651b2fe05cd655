//! Errors: a number of `sycl::errc`, and a text.

use sycl_host_device::LaunchError;
use sycl_propset::demangle::display_name_by;

use crate::native::demangle;

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
    BackendMismatch = 14,
}

/// Reason why a call fails.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Error {
    pub(crate) status: Status,
    pub(crate) text: String,
}

impl Error {
    /// Kernels in backticks get the names that they have in the source.
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Self {
        Self { status, text: in_the_source(text.into()) }
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
        let mut text = error.to_string();
        if matches!(error, E::ArgumentSize { .. }) {
            text += "; `long double` and what has one in it is of another size in device code, and cannot be captured";
        }
        if matches!(&error, E::Failed(failure) if !failure.is_assertion()) {
            text += "; link with -Wl,--sycl-barriers=lenient where items need not wait for all others, as on GPUs";
        }
        Self::new(status, text)
    }
}

/// A text with the names of kernels as they are in the source.
fn in_the_source(text: String) -> String {
    if !text.contains("`_Z") {
        return text;
    }
    let named = |part: &str| if part.starts_with("_Z") { display_name_by(demangle, part) } else { part.to_owned() };
    text.split('`').map(named).collect::<Vec<_>>().join("`")
}

/// Reason why a command failed after its submission.
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

#[cfg(test)]
mod tests {
    use super::{Error, Status};

    #[test]
    fn kernels_have_the_names_of_the_source() {
        let text = |text: &str| Error::new(Status::Runtime, text).text;
        assert_eq!(
            text("kernel `_ZTSZ4mainEUlvE_` and `_ZTS1K`: `x` _ZTS1K"),
            "kernel `main::{lambda()#1}` and `K`: `x` _ZTS1K"
        );
        assert_eq!(text("`_Zodd"), "`_Zodd");
    }
}
