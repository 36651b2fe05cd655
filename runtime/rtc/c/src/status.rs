//! Numbers of the header, of what they stand for.

use std::ffi::CStr;

use sycl_rtc::CompileError;

use crate::c::{Origin, Severity, Status};

impl Status {
    const ALL: [Self; 19] = [
        Self::Success,
        Self::Usage,
        Self::Frontend,
        Self::NoKernel,
        Self::Undefined,
        Self::Backend,
        Self::Bitcode,
        Self::TimedOut,
        Self::NoCompiler,
        Self::Poisoned,
        Self::Forked,
        Self::System,
        Self::Crashed,
        Self::InvalidHandle,
        Self::InvalidArgument,
        Self::InvalidSize,
        Self::OutOfOrder,
        Self::NotFound,
        Self::Internal,
    ];

    /// The status of an error.
    pub(crate) fn of(error: &CompileError) -> Self {
        match error {
            CompileError::Usage(_) => Self::Usage,
            CompileError::Frontend { .. } => Self::Frontend,
            CompileError::NoKernel { .. } => Self::NoKernel,
            CompileError::Undefined { .. } => Self::Undefined,
            CompileError::Backend { .. } => Self::Backend,
            CompileError::Bitcode { .. } => Self::Bitcode,
            CompileError::TimedOut { .. } => Self::TimedOut,
            CompileError::NoCompiler(_) => Self::NoCompiler,
            CompileError::Poisoned { .. } => Self::Poisoned,
            CompileError::Forked => Self::Forked,
            CompileError::Thread { .. } | CompileError::Process { .. } => Self::System,
            CompileError::Crashed { .. } => Self::Crashed,
            _ => Self::Internal,
        }
    }

    /// Meaning of a number.
    pub(crate) fn text(number: i32) -> &'static CStr {
        let Some(status) = Self::ALL.into_iter().find(|status| *status as i32 == number) else {
            return c"unknown status";
        };
        match status {
            Self::Success => c"success",
            Self::Usage => c"unknown or refused option, language, target or name",
            Self::Frontend => c"errors in the source",
            Self::NoKernel => c"no kernel in the source",
            Self::Undefined => c"device code needs what nothing defines",
            Self::Backend => c"the back end does not take the module",
            Self::Bitcode => c"the bitcode cannot be compiled",
            Self::TimedOut => c"the deadline has passed",
            Self::NoCompiler => c"the compiler library is missing or of another build",
            Self::Poisoned => c"too many fatal errors of the compiler in this process",
            Self::Forked => c"the process was forked while its parent used the library",
            Self::System => c"the system gives no thread or no process",
            Self::Crashed => c"the compiler crashed in its child process",
            Self::InvalidHandle => c"the handle is null, destroyed or of something else",
            Self::InvalidArgument => c"a null pointer, a text that is not UTF-8, or a number without a meaning",
            Self::InvalidSize => c"the structure does not begin with its size",
            Self::OutOfOrder => c"the call comes too early or too late",
            Self::NotFound => c"there is no such diagnostic, image, entry point or name",
            Self::Internal => c"internal error",
        }
    }
}

impl Severity {
    pub(crate) fn of(severity: sycl_rtc::Severity) -> Self {
        match severity {
            sycl_rtc::Severity::Note => Self::Note,
            sycl_rtc::Severity::Remark => Self::Remark,
            sycl_rtc::Severity::Warning => Self::Warning,
            sycl_rtc::Severity::Error => Self::Error,
            sycl_rtc::Severity::Fatal => Self::Fatal,
        }
    }
}

impl Origin {
    pub(crate) fn of(origin: sycl_rtc::Origin) -> Self {
        match origin {
            sycl_rtc::Origin::StoredProgram => Self::StoredProgram,
            sycl_rtc::Origin::StoredModuleAndImage => Self::StoredModuleAndImage,
            sycl_rtc::Origin::StoredImage => Self::StoredImage,
            sycl_rtc::Origin::StoredModule => Self::StoredModule,
            _ => Self::Compiled,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_status_has_a_text_of_its_own() {
        let texts: BTreeSet<&CStr> = Status::ALL.into_iter().map(|status| Status::text(status as i32)).collect();
        assert_eq!(texts.len(), Status::ALL.len());
        for number in [-1, 13, 63, 69, 98, 100, i32::MAX] {
            assert_eq!(Status::text(number), c"unknown status");
        }
    }
}
