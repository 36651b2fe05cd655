//! Diagnostics and remarks that the host of a module reports.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::{CStr, c_int};

use super::{ffi, module::ModuleView, value::Value};
use crate::diagnostic::{Id, Kind, Severity};

impl ModuleView<'_> {
    /// Reports a diagnostic through the module's context. With [`Severity::Error`] a host
    /// without a diagnostic handler, such as `opt`, ends here with exit status 1.
    pub fn diagnose(self, severity: Severity, text: &str) {
        // SAFETY: text with its length, copied by the shim.
        unsafe { ffi::sp_diagnose(self.raw, severity_number(severity), text.as_ptr().cast(), text.len()) }
    }

    /// Like [`ModuleView::diagnose`], about an instruction or function of the module: with its location, if it has
    /// debug info.
    pub fn diagnose_at(self, severity: Severity, place: Value<'_>, text: &str) {
        assert!(place.is_function() || place.is_instruction(), "a place is a function or an instruction");
        // SAFETY: the function or instruction lives for all of `'m`, by the contract of `Value::from_raw`; text with
        // its length, copied by the shim.
        unsafe { ffi::sp_diagnose_at(place.raw, severity_number(severity), text.as_ptr().cast(), text.len()) }
    }

    /// Reports a warning or remark about an instruction or function of the module: with its location, if it has debug
    /// info, or that of its function, if the host is a compiler and knows it. `pass` is the name in the flag that the
    /// host shows.
    pub fn remark(self, id: Id, place: Value<'_>, pass: &CStr, text: &str) {
        assert!(place.is_function() || place.is_instruction(), "a place is a function or an instruction");
        let (name, kind) = (id.name(), id.kind() as c_int);
        // SAFETY: the function or instruction lives for all of `'m`, by the contract of `Value::from_raw`;
        // NUL-terminated name; texts with their lengths, used during the call.
        unsafe {
            ffi::sp_remark(
                place.raw,
                kind,
                pass.as_ptr(),
                name.as_ptr().cast(),
                name.len(),
                text.as_ptr().cast(),
                text.len(),
            );
        }
    }

    /// Whether the host shows or records remarks of a kind by the pass of this name.
    pub fn wants_remarks(self, kind: Kind, pass: &CStr) -> bool {
        // SAFETY: the module lives for all of `'m`, by the contract of `ModuleView::from_raw`; NUL-terminated name.
        unsafe { ffi::sp_wants_remarks(self.raw, kind as c_int, pass.as_ptr()) }
    }
}

/// LLVM's number of a severity.
fn severity_number(severity: Severity) -> c_int {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 3,
    }
}
