//! Values that are in no module any more, and are not freed yet.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::ffi;

/// Values that were taken out of their modules for good. Dropping it frees them.
#[derive(Default)]
pub(super) struct Erased(Vec<LLVMValueRef>);

impl Erased {
    pub(super) fn push(&mut self, value: LLVMValueRef) {
        self.0.push(value);
    }

    /// Takes over what `other` has.
    pub(super) fn append(&mut self, other: &mut Erased) {
        self.0.append(&mut other.0);
    }
}

impl Drop for Erased {
    fn drop(&mut self) {
        // SAFETY: each was erased once, is in no module, and its context is alive.
        unsafe { ffi::sp_free_erased(self.0.as_mut_ptr(), self.0.len()) }
    }
}

/// Erases globals that only refer to each other, and that only metadata refers to otherwise.
///
/// # Safety
/// Globals of one module, each once, and no handle to them or to what is in them is used afterwards.
pub(super) unsafe fn erase_with_bodies(mut globals: Vec<LLVMValueRef>) {
    // SAFETY: by the contract.
    unsafe { ffi::sp_erase_globals(globals.as_mut_ptr(), globals.len()) }
}
