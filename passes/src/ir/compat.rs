//! C API functions that LLVM 16 has only with 32-bit lengths.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMTypeRef, LLVMValueRef};

/// # Safety
/// `element` is a sized type.
pub(super) unsafe fn array_type(element: LLVMTypeRef, length: u64) -> LLVMTypeRef {
    // SAFETY: by the contract.
    #[cfg(not(feature = "llvm16"))]
    unsafe {
        inkwell::llvm_sys::core::LLVMArrayType2(element, length)
    }
    // SAFETY: by the contract.
    #[cfg(feature = "llvm16")]
    unsafe {
        inkwell::llvm_sys::core::LLVMArrayType(element, length as u32)
    }
}

/// # Safety
/// `elements` are constants of type `element`.
pub(super) unsafe fn constant_array(element: LLVMTypeRef, elements: &mut [LLVMValueRef]) -> LLVMValueRef {
    // SAFETY: by the contract.
    #[cfg(not(feature = "llvm16"))]
    unsafe {
        inkwell::llvm_sys::core::LLVMConstArray2(element, elements.as_mut_ptr(), elements.len() as u64)
    }
    // SAFETY: by the contract.
    #[cfg(feature = "llvm16")]
    unsafe {
        inkwell::llvm_sys::core::LLVMConstArray(element, elements.as_mut_ptr(), elements.len() as u32)
    }
}

/// # Safety
/// `array` is an array type.
pub(super) unsafe fn array_length(array: LLVMTypeRef) -> u64 {
    // SAFETY: by the contract.
    #[cfg(not(feature = "llvm16"))]
    unsafe {
        inkwell::llvm_sys::core::LLVMGetArrayLength2(array)
    }
    // SAFETY: by the contract. The C API of LLVM 16 cuts the length to 32 bits.
    #[cfg(feature = "llvm16")]
    unsafe {
        super::ffi::sp_array_length(array)
    }
}

/// # Safety
/// A live context. No zero byte is appended.
pub(super) unsafe fn constant_bytes(context: LLVMContextRef, bytes: &[u8]) -> LLVMValueRef {
    let text = bytes.as_ptr().cast();
    // SAFETY: bytes with their length, which LLVM copies.
    #[cfg(not(feature = "llvm16"))]
    unsafe {
        inkwell::llvm_sys::core::LLVMConstStringInContext2(context, text, bytes.len(), 1)
    }
    // SAFETY: bytes with their length, which LLVM copies.
    #[cfg(feature = "llvm16")]
    unsafe {
        inkwell::llvm_sys::core::LLVMConstStringInContext(context, text, bytes.len() as u32, 1)
    }
}
