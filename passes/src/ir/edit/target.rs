//! Options that functions are compiled with.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::core::LLVMSetFunctionCallConv;

use super::Editor;
use crate::ir::{gpu::Architecture, value::Function};

impl<'m> Editor<'m> {
    /// Gives a function the calling convention of kernels: that of an architecture, or else SPIR-V's. Nothing may call
    /// it.
    pub fn make_kernel(&mut self, function: Function<'m>, architecture: Option<Architecture>) {
        // LLVM's `CallingConv::SPIR_KERNEL`, `PTX_Kernel`, `AMDGPU_KERNEL`.
        let convention = match architecture {
            None => 76,
            Some(Architecture::Nvptx) => 71,
            Some(Architecture::Amdgpu) => 91,
        };
        // SAFETY: a function.
        unsafe { LLVMSetFunctionCallConv(function.raw, convention) }
    }
}
