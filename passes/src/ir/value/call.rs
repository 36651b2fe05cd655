//! Calls: `call`, `invoke` and `callbr`.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{borrow::Borrow, ops::Deref};

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex,
    core::{
        LLVMGetCallSiteEnumAttribute, LLVMGetCallSiteStringAttribute, LLVMGetCalledFunctionType, LLVMGetCalledValue,
        LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeValue, LLVMGetNumArgOperands, LLVMGetTypeAttributeValue,
    },
};

use super::{
    Function, Value,
    global::{attribute_types, enum_attribute},
    typed::typed_value,
};
#[cfg(feature = "llvm22")]
use inkwell::llvm_sys::{
    LLVMFastMathApproxFunc,
    core::{LLVMCanValueUseFastMathFlags, LLVMGetFastMathFlags},
};

use crate::ir::{ffi, types::Type};

typed_value! {
    /// An instruction that calls: `call`, `invoke` or `callbr`.
    Call
}

impl<'m> Value<'m> {
    /// The value as a call, if it is one.
    pub fn as_call(self) -> Option<Call<'m>> {
        self.opcode().is_call().then_some(Call(self))
    }
}

impl<'m> Call<'m> {
    /// Whether the call itself, not what it calls, has a string attribute.
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: a call; the name is given with its length.
        unsafe {
            !LLVMGetCallSiteStringAttribute(
                self.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            )
            .is_null()
        }
    }

    /// Whether it gives a number and has the flag `afn`: what it calls may be approximated.
    #[cfg(feature = "llvm22")]
    pub fn may_be_approximated(self) -> bool {
        // SAFETY: a call; the flags are asked of one that has some.
        unsafe {
            LLVMCanValueUseFastMathFlags(self.raw) != 0 && LLVMGetFastMathFlags(self.raw) & LLVMFastMathApproxFunc != 0
        }
    }

    /// Called value, as written (a function, or an expression for indirect calls).
    pub fn called_value(self) -> Value<'m> {
        // SAFETY: a call.
        unsafe { Value::from_raw(LLVMGetCalledValue(self.raw)) }
    }

    /// The signature that the call uses.
    pub fn called_type(self) -> Type<'m> {
        // SAFETY: a call.
        unsafe { Type::from_raw(LLVMGetCalledFunctionType(self.raw)) }
    }

    /// Number of arguments.
    pub fn argument_count(self) -> u32 {
        // SAFETY: a call.
        unsafe { LLVMGetNumArgOperands(self.raw) }
    }

    /// The struct that is returned through its first argument (`sret`), from the call's or the callee's attributes.
    pub fn struct_return_type(self) -> Option<Type<'m>> {
        let kind = enum_attribute("sret");
        let callee = self.called_value();
        // SAFETY: index 1 is the first parameter; a null attribute is tested for.
        unsafe {
            let mut attribute = LLVMGetCallSiteEnumAttribute(self.raw, 1, kind);
            if attribute.is_null() && callee.is_function() {
                attribute = LLVMGetEnumAttributeAtIndex(callee.raw, 1, kind);
            }
            (!attribute.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Whether the call keeps no copy of argument `index`, a pointer, beyond what it returns.
    pub fn does_not_capture(self, index: u32) -> bool {
        assert!(index < self.argument_count(), "an argument of the call");
        // SAFETY: a call; the index is in range.
        unsafe { ffi::sp_does_not_capture(self.raw, index) }
    }

    /// Whether the call neither writes to what argument `index` points to nor keeps a copy of it.
    #[cfg(feature = "llvm22")]
    pub fn only_reads(self, index: u32) -> bool {
        assert!(index < self.argument_count(), "an argument of the call");
        // SAFETY: a call; the index is in range.
        unsafe { ffi::sp_only_reads_argument(self.raw, index) }
    }

    /// `align` of argument `index`, from its own attributes or its callee's.
    pub fn argument_alignment(self, index: u32) -> Option<u64> {
        let kind = enum_attribute("align");
        let callee = self.called_value();
        // SAFETY: attribute index 1 is the first argument; null attributes are tested for.
        unsafe {
            let mut attribute = LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind);
            if attribute.is_null() && callee.is_function() {
                attribute = LLVMGetEnumAttributeAtIndex(callee.raw, index + 1, kind);
            }
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// The function that is called, also through casts and aliases.
    pub fn callee(self) -> Option<Function<'m>> {
        self.called_value().strip_pointer_casts().as_function()
    }

    /// The arguments.
    pub fn arguments(self) -> impl Iterator<Item = Value<'m>> {
        self.operands().take(self.argument_count() as usize)
    }

    /// Types that attributes carry, those of arguments too: `byval`, `sret`, `elementtype` and so on.
    pub fn attribute_types(self) -> Vec<Type<'m>> {
        // SAFETY: a call.
        unsafe { attribute_types(self.raw) }
    }
}
