//! Properties that functions, variables, aliases and ifuncs have in common.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::ffi::CStr;

use inkwell::llvm_sys::{
    LLVMLinkage,
    core::{
        LLVMAliasGetAliasee, LLVMGetEnumAttributeKindForName, LLVMGetGlobalIFuncResolver, LLVMGetLinkage,
        LLVMGetSection, LLVMGlobalGetValueType, LLVMIsDeclaration,
    },
    prelude::{LLVMTypeRef, LLVMValueRef},
};

use super::{Value, ValueKind};
use crate::ir::{ffi, types::Type};

/// Linkage, as far as the passes distinguish its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `internal` or `private`: other modules cannot refer to it.
    Local,
    /// Kept by linkers even when unused: `external`, `weak`, `common`, `appending` and so on.
    External,
    /// `linkonce`, `linkonce_odr`, `available_externally`: may be dropped when unused.
    Discardable,
}

impl<'m> Value<'m> {
    /// Whether the global has no body or initializer here.
    pub fn is_declaration(self) -> bool {
        assert!(self.is_global(), "asked of a global");
        // SAFETY: asked of a global.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// Linkage of a global.
    pub fn linkage(self) -> Linkage {
        assert!(self.is_global(), "asked of a global");
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
        assert!(self.is_global(), "asked of a global");
        // SAFETY: asked of a global.
        unsafe { Type::from_raw(LLVMGlobalGetValueType(self.raw)) }
    }

    /// Section of a global; empty if it has none.
    pub fn section(self) -> String {
        // SAFETY: asked of a global; null or NUL-terminated.
        unsafe {
            let section = LLVMGetSection(self.raw);
            if section.is_null() { String::new() } else { CStr::from_ptr(section).to_string_lossy().into_owned() }
        }
    }

    /// Target of an alias.
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

    /// Whether this definition is the only one that a program may have (`external`).
    pub fn is_strong_definition(self) -> bool {
        // SAFETY: asked of a global.
        !self.is_declaration() && unsafe { LLVMGetLinkage(self.raw) == LLVMLinkage::LLVMExternalLinkage }
    }

    /// Whether every definition of this name in other modules does the same, and linkers keep one (`weak_odr`).
    pub fn is_weak_odr(self) -> bool {
        assert!(self.is_global(), "asked of a global");
        // SAFETY: asked of a global.
        unsafe { LLVMGetLinkage(self.raw) == LLVMLinkage::LLVMWeakODRLinkage }
    }

    /// Whether every definition of this name in other modules does the same (`linkonce_odr`).
    pub fn is_linkonce_odr(self) -> bool {
        assert!(self.is_global(), "asked of a global");
        // SAFETY: asked of a global.
        unsafe {
            matches!(
                LLVMGetLinkage(self.raw),
                LLVMLinkage::LLVMLinkOnceODRLinkage | LLVMLinkage::LLVMLinkOnceODRAutoHideLinkage
            )
        }
    }

    /// Whether a function is a copy of one that another module defines: it is optimized with, but never emitted.
    pub fn is_available_externally(self) -> bool {
        assert!(self.is_global(), "asked of a global");
        // SAFETY: asked of a global.
        unsafe { LLVMGetLinkage(self.raw) == LLVMLinkage::LLVMAvailableExternallyLinkage }
    }
}

/// Number of an attribute that LLVM knows by name.
pub(in crate::ir) fn enum_attribute(name: &str) -> u32 {
    // SAFETY: the name is given with its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// Types that attributes of a function or call carry.
///
/// # Safety
/// `raw` is a function or call of a module that lives as long as `'m`.
pub(super) unsafe fn attribute_types<'m>(raw: LLVMValueRef) -> Vec<Type<'m>> {
    unsafe extern "C" fn found(data: *mut std::ffi::c_void, ty: LLVMTypeRef) {
        // SAFETY: `data` is the vector below, alive for the call.
        unsafe { (*data.cast::<Vec<Type<'_>>>()).push(Type::from_raw(ty)) }
    }
    let mut types: Vec<Type<'m>> = Vec::new();
    // SAFETY: by the contract; the callback runs only during the call.
    unsafe { ffi::sp_attribute_types(raw, (&raw mut types).cast(), found) };
    types
}
