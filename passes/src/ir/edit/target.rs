//! What functions are compiled as.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::core::LLVMSetFunctionCallConv;

use super::Editor;
use crate::ir::value::Function;

impl<'m> Editor<'m> {
    /// Gives a function the calling convention of SPIR-V's kernels. Nothing may call it.
    pub fn make_kernel(&mut self, function: Function<'m>) {
        const SPIR_KERNEL: u32 = 76; // LLVM's `CallingConv::SPIR_KERNEL`
        // SAFETY: a function.
        unsafe { LLVMSetFunctionCallConv(function.raw, SPIR_KERNEL) }
    }
}
