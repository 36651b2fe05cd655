//! Functions, variables and aliases.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{ffi::CStr, marker::PhantomData};

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMLinkage,
    core::{
        LLVMAliasGetAliasee, LLVMCountBasicBlocks, LLVMCountParams, LLVMGetAttributeCountAtIndex,
        LLVMGetEnumAttributeKindForName, LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetFunctionCallConv,
        LLVMGetGlobalIFuncResolver, LLVMGetInitializer, LLVMGetLinkage, LLVMGetParam, LLVMGetSection,
        LLVMGetStringAttributeAtIndex, LLVMGetStringAttributeValue, LLVMGlobalGetValueType, LLVMIsDeclaration,
    },
    prelude::{LLVMAttributeRef, LLVMTypeRef},
};

use super::{Instructions, Value, ValueKind, copy_bytes};
use crate::ir::{ffi, types::Type};

/// Calling conventions that the passes know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallingConvention {
    /// `spir_kernel`
    SpirKernel,
    /// `ptx_kernel`
    PtxKernel,
    /// `amdgpu_kernel`
    AmdgpuKernel,
    /// `spir_func`
    SpirFunction,
    /// Any other, by LLVM's number.
    Other(u32),
}

/// Linkage, as far as the passes tell kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `internal` or `private`: nobody outside can refer to it.
    Local,
    /// Kept by linkers even when unused: `external`, `weak`, `common`, `appending` and so on.
    External,
    /// `linkonce`, `linkonce_odr`, `available_externally`: may be dropped when unused.
    Discardable,
}

impl<'m> Value<'m> {
    /// Whether the global has no body or initializer here.
    pub fn is_declaration(self) -> bool {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// Linkage of a global.
    pub fn linkage(self) -> Linkage {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        match unsafe { LLVMGetLinkage(self.raw) } {
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => Linkage::Local,
            LLVMLinkage::LLVMLinkOnceAnyLinkage
            | LLVMLinkage::LLVMLinkOnceODRLinkage
            | LLVMLinkage::LLVMLinkOnceODRAutoHideLinkage
            | LLVMLinkage::LLVMAvailableExternallyLinkage => Linkage::Discardable,
            _ => Linkage::External,
        }
    }

    /// The type of what a global holds: a function's signature, a variable's content.
    pub fn value_type(self) -> Type<'m> {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        unsafe { Type::from_raw(LLVMGlobalGetValueType(self.raw)) }
    }

    /// Initializer of a variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: asked of a variable.
        if self.is_global_variable() { unsafe { Value::from_nullable(LLVMGetInitializer(self.raw)) } } else { None }
    }

    /// Section of a global; empty if it has none.
    pub fn section(self) -> String {
        // SAFETY: asked of a global; null or NUL-terminated.
        unsafe {
            let section = LLVMGetSection(self.raw);
            if section.is_null() { String::new() } else { CStr::from_ptr(section).to_string_lossy().into_owned() }
        }
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value<'m>> {
        // SAFETY: asked of an alias.
        if self.is_alias() { unsafe { Value::from_nullable(LLVMAliasGetAliasee(self.raw)) } } else { None }
    }

    /// The function that chooses what an ifunc stands for.
    pub fn resolver(self) -> Option<Value<'m>> {
        // SAFETY: asked of an ifunc.
        if self.kind() == ValueKind::Ifunc {
            unsafe { Value::from_nullable(LLVMGetGlobalIFuncResolver(self.raw)) }
        } else {
            None
        }
    }

    /// Calling convention of a function.
    pub fn calling_convention(self) -> CallingConvention {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function. The numbers are LLVM's `CallingConv::ID`.
        match unsafe { LLVMGetFunctionCallConv(self.raw) } {
            71 => CallingConvention::PtxKernel,
            75 => CallingConvention::SpirFunction,
            76 => CallingConvention::SpirKernel,
            91 => CallingConvention::AmdgpuKernel,
            other => CallingConvention::Other(other),
        }
    }

    /// Value of a string attribute of a global variable. Bytes that are not UTF-8 are replaced.
    pub fn variable_attribute(self, name: &str) -> Option<String> {
        self.variable_attribute_bytes(name).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Value of a string attribute of a global variable as LLVM has it: any bytes.
    pub fn variable_attribute_bytes(self, name: &str) -> Option<Vec<u8>> {
        debug_assert!(self.is_global_variable());
        let mut length = 0;
        // SAFETY: asked of a variable; the shim sets the length of the text it returns.
        unsafe {
            let text = ffi::sp_variable_attribute(self.raw, name.as_ptr().cast(), name.len(), &mut length);
            (!text.is_null()).then(|| copy_bytes(text, length))
        }
    }

    /// Whether a function has any attribute of its own: cheaper than to ask for several.
    pub fn has_attributes(self) -> bool {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function.
        unsafe { LLVMGetAttributeCountAtIndex(self.raw, LLVMAttributeFunctionIndex) != 0 }
    }

    /// Types that attributes of a function or call carry, of its parameters, too: `byval`, `sret`, `elementtype` and so on.
    pub fn attribute_types(self) -> Vec<Type<'m>> {
        unsafe extern "C" fn found(data: *mut std::ffi::c_void, ty: LLVMTypeRef) {
            // SAFETY: `data` is the vector below, alive for the call.
            unsafe { (*data.cast::<Vec<Type<'_>>>()).push(Type::from_raw(ty)) }
        }
        debug_assert!(self.is_function() || self.opcode().is_call());
        let mut types: Vec<Type<'m>> = Vec::new();
        // SAFETY: asked of a function or call; the callback runs only during the call.
        unsafe { ffi::sp_attribute_types(self.raw, (&raw mut types).cast(), found) };
        types
    }

    /// Value of a string attribute of a function. Bytes that are not UTF-8 are replaced.
    pub fn string_attribute(self, name: &str) -> Option<String> {
        self.string_attribute_bytes(name).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Value of a string attribute of a function as LLVM has it: any bytes.
    pub fn string_attribute_bytes(self, name: &str) -> Option<Vec<u8>> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; the name is given with its length.
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(
                self.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            );
            attribute_bytes(attribute)
        }
    }

    /// Whether a function has a string attribute.
    pub fn has_string_attribute(self, name: &str) -> bool {
        debug_assert!(self.is_function());
        // SAFETY: as in `string_attribute`.
        unsafe {
            !LLVMGetStringAttributeAtIndex(
                self.raw,
                LLVMAttributeFunctionIndex,
                name.as_ptr().cast(),
                name.len() as u32,
            )
            .is_null()
        }
    }

    /// Whether a constant somewhere holds the address of a block of a function.
    pub fn has_block_address(self) -> bool {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function.
        unsafe { ffi::sp_has_block_addresses(self.raw) }
    }

    /// Whether a function is a copy of one that another module defines: it is optimized with, but never emitted.
    pub fn is_available_externally(self) -> bool {
        debug_assert!(self.is_global());
        // SAFETY: asked of a global.
        unsafe { LLVMGetLinkage(self.raw) == LLVMLinkage::LLVMAvailableExternallyLinkage }
    }

    /// Index of the first parameter of a function that has a string attribute.
    pub fn parameter_with_attribute(self, name: &str) -> Option<u32> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; attribute index 1 is the first parameter.
        unsafe {
            (0..LLVMCountParams(self.raw)).find(|index| {
                !LLVMGetStringAttributeAtIndex(self.raw, index + 1, name.as_ptr().cast(), name.len() as u32).is_null()
            })
        }
    }

    /// Parameters of a function.
    pub fn parameters(self) -> impl Iterator<Item = Value<'m>> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function; indices in range.
        let count = unsafe { LLVMCountParams(self.raw) };
        (0..count).map(move |i| unsafe { Value::from_raw(LLVMGetParam(self.raw, i)) })
    }

    /// Instructions of a function in order of blocks.
    pub fn instructions(self) -> Instructions<'m> {
        debug_assert!(self.is_function());
        // SAFETY: asked of a function.
        unsafe {
            let block = if LLVMCountBasicBlocks(self.raw) == 0 {
                std::ptr::null_mut()
            } else {
                LLVMGetFirstBasicBlock(self.raw)
            };
            let instruction = if block.is_null() { std::ptr::null_mut() } else { LLVMGetFirstInstruction(block) };
            Instructions { block, instruction, marker: PhantomData }
        }
    }
}

/// Number of an attribute that LLVM knows by name.
pub(in crate::ir) fn enum_attribute(name: &str) -> u32 {
    // SAFETY: the name is given with its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// # Safety
/// `attribute` is null or a string attribute.
unsafe fn attribute_bytes(attribute: LLVMAttributeRef) -> Option<Vec<u8>> {
    if attribute.is_null() {
        return None;
    }
    let mut length = 0;
    // SAFETY: by the contract; LLVM sets the length.
    Some(unsafe { copy_bytes(LLVMGetStringAttributeValue(attribute, &mut length), length as usize) })
}
