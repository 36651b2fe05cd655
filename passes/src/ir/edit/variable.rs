//! Variables that get, or lose, a known value.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::CString;

use inkwell::llvm_sys::{
    LLVMDLLStorageClass, LLVMLinkage, LLVMThreadLocalMode, LLVMUnnamedAddr,
    core::{
        LLVMConstRealOfString, LLVMSetDLLStorageClass, LLVMSetExternallyInitialized, LLVMSetGlobalConstant,
        LLVMSetInitializer, LLVMSetLinkage, LLVMSetThreadLocalMode, LLVMSetUnnamedAddress,
    },
};

use super::Editor;
use crate::ir::{
    compat::constant_bytes,
    ffi,
    types::{Type, TypeKind},
    value::{GlobalVariable, Value},
};

impl<'m> Editor<'m> {
    /// Array of `i8`.
    pub fn bytes(&self, bytes: &[u8]) -> Value<'m> {
        assert!(u32::try_from(bytes.len()).is_ok(), "the text has more than `u32::MAX` bytes");
        // SAFETY: the context is that of the module, which lives for all of `'m`, by the contract of
        // `Editor::from_raw`.
        unsafe { Value::from_raw(constant_bytes(self.context, bytes)) }
    }

    /// Floating-point constant from a decimal number, `inf` or `nan` with an optional sign, rounded once. None for
    /// other types.
    ///
    /// # Panics
    /// Other text, which LLVM does not diagnose.
    pub fn real(&self, ty: Type<'m>, text: &str) -> Option<Value<'m>> {
        let is_real = matches!(ty.kind(), TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double);
        assert!(text.parse::<f64>().is_ok(), "a number");
        let text = CString::new(text).expect("a number has no NUL");
        // SAFETY: a floating-point type and text that LLVM reads as a number.
        is_real.then(|| unsafe { Value::from_raw(LLVMConstRealOfString(ty.raw, text.as_ptr())) })
    }

    /// Makes a variable an internal constant of this value, which every optimization may fold: it has no comdat, and
    /// no other module initializes it. Alignment, address space, section, attributes, metadata and name stay. A value
    /// of another type makes another variable in its place, which all uses follow.
    pub fn define_constant(&mut self, variable: GlobalVariable<'m>, value: Value<'m>) -> GlobalVariable<'m> {
        assert!(!self.is_recording(), "changes of values cannot be undone; the editor must not be recording");
        // SAFETY: variable and constant live for all of `'m`, by the contracts of their `from_raw`; the old variable is
        // kept in `erased`.
        unsafe {
            LLVMSetDLLStorageClass(variable.raw, LLVMDLLStorageClass::LLVMDefaultStorageClass);
            ffi::sp_clear_comdat(variable.raw);
            let variable = if variable.value_type() == value.ty() {
                LLVMSetInitializer(variable.raw, value.raw);
                variable
            } else {
                let new = GlobalVariable::from_raw(ffi::sp_variable_like(variable.raw, value.raw));
                self.erased.push(variable.raw);
                new
            };
            LLVMSetLinkage(variable.raw, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetGlobalConstant(variable.raw, 1);
            LLVMSetExternallyInitialized(variable.raw, 0);
            variable
        }
    }

    /// Gives a variable another initializer of its type. All else about it stays.
    pub fn set_initializer(&mut self, variable: GlobalVariable<'m>, value: Value<'m>) {
        assert!(!self.is_recording(), "changes of values cannot be undone; the editor must not be recording");
        debug_assert!(variable.value_type() == value.ty());
        // SAFETY: variable and constant live for all of `'m`, by the contracts of their `from_raw`.
        unsafe { LLVMSetInitializer(variable.raw, value.raw) }
    }

    /// `@name = internal addrspace(N) global ty undef, align A`
    pub fn define_undefined(
        &mut self,
        name: &str,
        ty: Type<'m>,
        address_space: u32,
        alignment: u64,
    ) -> GlobalVariable<'m> {
        let variable = self.declare_variable(name, ty, address_space, alignment);
        // SAFETY: the variable was made above, of the type of this value.
        unsafe { LLVMSetInitializer(variable.raw, self.undef(ty).raw) }
        self.make_internal(*variable);
        variable
    }

    /// Makes a variable one that can be written to.
    pub fn make_variable(&mut self, variable: GlobalVariable<'m>) {
        assert!(!self.is_recording(), "changes of values cannot be undone; the editor must not be recording");
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`.
        unsafe { LLVMSetGlobalConstant(variable.raw, 0) }
    }

    /// Makes a constant one without a symbol, which may be merged with equal ones.
    pub fn make_private(&mut self, variable: GlobalVariable<'m>) {
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`.
        unsafe {
            LLVMSetLinkage(variable.raw, LLVMLinkage::LLVMPrivateLinkage);
            LLVMSetUnnamedAddress(variable.raw, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr);
        }
    }

    /// `@name = internal global ty value, align A`. LLVM appends a number if the name is taken.
    pub fn define_variable(&mut self, name: &str, value: Value<'m>, alignment: u64) -> GlobalVariable<'m> {
        let variable = self.declare_variable(name, value.ty(), 0, alignment);
        // SAFETY: the variable was made above, of the type of this constant.
        unsafe { LLVMSetInitializer(variable.raw, value.raw) }
        self.make_internal(*variable);
        variable
    }

    /// Gives each thread a copy of a variable.
    pub fn make_thread_local(&mut self, variable: GlobalVariable<'m>) {
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`.
        unsafe { LLVMSetThreadLocalMode(variable.raw, LLVMThreadLocalMode::LLVMGeneralDynamicTLSModel) }
    }

    /// Makes a variable one copy for all threads. Nothing may ask for the address of a thread's copy any more.
    pub fn clear_thread_local(&mut self, variable: GlobalVariable<'m>) {
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`.
        unsafe { LLVMSetThreadLocalMode(variable.raw, LLVMThreadLocalMode::LLVMNotThreadLocal) }
    }

    /// Adds a string attribute to a variable.
    pub fn add_variable_attribute(&mut self, variable: GlobalVariable<'m>, name: &str, value: &str) {
        assert!(
            !self.is_recording(),
            "attributes of variables cannot be removed again; the editor must not be recording"
        );
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`; texts with their
        // lengths, copied by LLVM.
        unsafe {
            let (name, value) = (name.as_bytes(), value.as_bytes());
            ffi::sp_add_variable_attribute(
                variable.raw,
                name.as_ptr().cast(),
                name.len(),
                value.as_ptr().cast(),
                value.len(),
            );
        }
    }

    /// Makes the declaration of a variable one that may have no definition, and then has the address 0.
    pub fn make_extern_weak(&mut self, variable: GlobalVariable<'m>) {
        assert!(!self.is_recording(), "changes of linkage cannot be undone; the editor must not be recording");
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`.
        unsafe { LLVMSetLinkage(variable.raw, LLVMLinkage::LLVMExternalWeakLinkage) }
    }

    /// Says that a variable gets its value from outside, so that no optimization may use the one that it has.
    pub fn protect_value(&mut self, variable: GlobalVariable<'m>) {
        assert!(!self.is_recording(), "changes of values cannot be undone; the editor must not be recording");
        // SAFETY: the variable lives for all of `'m`, by the contract of `GlobalVariable::from_raw`.
        unsafe {
            LLVMSetGlobalConstant(variable.raw, 0);
            LLVMSetExternallyInitialized(variable.raw, 1);
        }
    }
}
