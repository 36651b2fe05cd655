//! Global variables.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{borrow::Borrow, ops::Deref};

use inkwell::llvm_sys::core::{
    LLVMGetAlignment, LLVMGetInitializer, LLVMIsExternallyInitialized, LLVMIsGlobalConstant, LLVMIsThreadLocal,
};

use super::{Value, typed::typed_value};
use crate::ir::{ffi, text::copy_bytes};

typed_value! {
    /// A global variable, with or without an initializer.
    GlobalVariable
}

impl<'m> Value<'m> {
    /// The value as a global variable, if it is one.
    pub fn as_global_variable(self) -> Option<GlobalVariable<'m>> {
        self.is_global_variable().then_some(GlobalVariable(self))
    }
}

impl<'m> GlobalVariable<'m> {
    /// The initializer; `None` for a declaration.
    pub fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: a variable.
        unsafe { Value::from_nullable(LLVMGetInitializer(self.raw)) }
    }

    /// The initializer of a variable that is never written to.
    pub fn constant_initializer(self) -> Option<Value<'m>> {
        self.initializer().filter(|_| self.is_constant_variable())
    }

    /// Whether the variable is read-only.
    pub fn is_constant_variable(self) -> bool {
        // SAFETY: a variable.
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    /// Whether the variable gets its value from outside, whatever its initializer is.
    pub fn is_externally_initialized(self) -> bool {
        // SAFETY: a variable.
        unsafe { LLVMIsExternallyInitialized(self.raw) != 0 }
    }

    /// The alignment that it states; 0 for that of its type.
    pub fn alignment(self) -> u64 {
        // SAFETY: a variable.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// Whether each thread has its own.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: a variable.
        unsafe { LLVMIsThreadLocal(self.raw) != 0 }
    }

    /// Value of a string attribute. Bytes that are not UTF-8 are replaced.
    pub fn string_attribute(self, name: &str) -> Option<String> {
        self.string_attribute_bytes(name).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Value of a string attribute as LLVM has it: any bytes.
    pub fn string_attribute_bytes(self, name: &str) -> Option<Vec<u8>> {
        let mut length = 0;
        // SAFETY: a variable; the shim sets the length of the text it returns.
        unsafe {
            let text = ffi::sp_variable_attribute(self.raw, name.as_ptr().cast(), name.len(), &mut length);
            (!text.is_null()).then(|| copy_bytes(text, length))
        }
    }
}
