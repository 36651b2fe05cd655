//! Functions.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::{borrow::Borrow, ops::Deref};

use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex,
    core::{
        LLVMCountBasicBlocks, LLVMCountParams, LLVMGetAttributeCountAtIndex, LLVMGetEnumAttributeAtIndex,
        LLVMGetEnumAttributeValue, LLVMGetFunctionCallConv, LLVMGetIntrinsicID, LLVMGetParam,
        LLVMGetStringAttributeAtIndex, LLVMGetStringAttributeValue, LLVMGetTypeAttributeValue,
    },
    prelude::LLVMAttributeRef,
};

use super::{
    Value,
    global::{attribute_types, enum_attribute},
    typed::typed_value,
};
use crate::ir::{ffi, text::copy_bytes, types::Type};

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

impl CallingConvention {
    /// By LLVM's number (`CallingConv::ID`).
    pub(super) fn from_number(number: u32) -> Self {
        match number {
            71 => Self::PtxKernel,
            75 => Self::SpirFunction,
            76 => Self::SpirKernel,
            91 => Self::AmdgpuKernel,
            other => Self::Other(other),
        }
    }
}

/// Attributes of a parameter that say where its memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByValOrByRef {
    /// `byval(T)`: a copy of its own.
    ByValue,
    /// `byref(T)`: memory of the caller's that holds a T.
    ByReference,
}

impl ByValOrByRef {
    /// LLVM's number of the attribute.
    pub(in crate::ir) fn kind(self) -> u32 {
        enum_attribute(match self {
            Self::ByValue => "byval",
            Self::ByReference => "byref",
        })
    }
}

typed_value! {
    /// A function, with or without a body.
    Function
}

impl<'m> Value<'m> {
    /// The value as a function, if it is one.
    pub fn as_function(self) -> Option<Function<'m>> {
        self.is_function().then_some(Function(self))
    }
}

impl<'m> Function<'m> {
    /// The calling convention.
    pub fn calling_convention(self) -> CallingConvention {
        // SAFETY: a function.
        CallingConvention::from_number(unsafe { LLVMGetFunctionCallConv(self.raw) })
    }

    /// Type that a pointer parameter passes a copy of (`byval`), or refers to without one (`byref`).
    pub fn passed_object(self, parameter: u32, how: ByValOrByRef) -> Option<Type<'m>> {
        // SAFETY: attribute index 1 is the first parameter; a null attribute is tested for.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, parameter + 1, how.kind());
            (!attribute.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Whether a parameter has an attribute that LLVM knows by name, such as `noalias`.
    pub fn has_parameter_attribute(self, parameter: u32, name: &str) -> bool {
        // SAFETY: attribute index 1 is the first parameter; a null attribute is tested for.
        unsafe { !LLVMGetEnumAttributeAtIndex(self.raw, parameter + 1, enum_attribute(name)).is_null() }
    }

    /// Whether it is known that nothing writes through a parameter.
    pub fn only_reads(self, parameter: u32) -> bool {
        ["readonly", "readnone"].iter().any(|name| self.has_parameter_attribute(parameter, name))
    }

    /// Value of a string attribute of a parameter.
    pub fn parameter_string_attribute(self, parameter: u32, name: &str) -> Option<String> {
        // SAFETY: attribute index 1 is the first parameter; the name is given with its length.
        let text = unsafe {
            let (text, length) = (name.as_ptr().cast(), name.len() as u32);
            attribute_bytes(LLVMGetStringAttributeAtIndex(self.raw, parameter + 1, text, length))
        };
        text.map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Whether it has any attribute of its own: cheaper than to ask for several.
    pub fn has_attributes(self) -> bool {
        // SAFETY: a function.
        unsafe { LLVMGetAttributeCountAtIndex(self.raw, LLVMAttributeFunctionIndex) != 0 }
    }

    /// Value of a string attribute. Bytes that are not UTF-8 are replaced.
    pub fn string_attribute(self, name: &str) -> Option<String> {
        self.string_attribute_bytes(name).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Value of a string attribute as LLVM has it: any bytes.
    pub fn string_attribute_bytes(self, name: &str) -> Option<Vec<u8>> {
        // SAFETY: the name is given with its length.
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

    /// Whether it has a string attribute.
    pub fn has_string_attribute(self, name: &str) -> bool {
        // SAFETY: the name is given with its length.
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

    /// Whether a constant somewhere holds the address of one of its blocks.
    pub fn has_block_address(self) -> bool {
        // SAFETY: a function.
        unsafe { ffi::sp_has_block_addresses(self.raw) }
    }

    /// Index of the first parameter that has a string attribute.
    pub fn parameter_with_attribute(self, name: &str) -> Option<u32> {
        // SAFETY: attribute index 1 is the first parameter.
        unsafe {
            (0..LLVMCountParams(self.raw)).find(|index| {
                !LLVMGetStringAttributeAtIndex(self.raw, index + 1, name.as_ptr().cast(), name.len() as u32).is_null()
            })
        }
    }

    /// The parameters.
    pub fn parameters(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: indices in range.
        let count = unsafe { LLVMCountParams(self.raw) };
        (0..count).map(move |i| unsafe { Value::from_raw(LLVMGetParam(self.raw, i)) })
    }

    /// A hash of the body that neither names of values and metadata nor the place in the module change. It is the same
    /// in every process of one LLVM. LLVM 16 has none: all bodies have the same.
    pub fn structural_hash(self) -> u64 {
        // SAFETY: a function.
        unsafe { ffi::sp_structural_hash(self.raw) }
    }

    /// Number of its blocks.
    pub fn block_count(self) -> u32 {
        // SAFETY: a function.
        unsafe { LLVMCountBasicBlocks(self.raw) }
    }

    /// `align` of parameter `index`.
    pub fn parameter_alignment(self, index: u32) -> Option<u64> {
        // SAFETY: attribute index 1 is the first parameter; a null attribute is tested for.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, index + 1, enum_attribute("align"));
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// Whether it has an attribute that LLVM knows by name, such as `convergent`.
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: a function.
        unsafe {
            let kind = enum_attribute(name);
            !LLVMGetEnumAttributeAtIndex(self.raw, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// The type of what its first parameter points to, if that is where the result goes (`sret`).
    pub fn returned_object(self) -> Option<Type<'m>> {
        // SAFETY: attribute index 1 is the first parameter; a null attribute is tested for.
        unsafe {
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, 1, enum_attribute("sret"));
            (!attribute.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Whether LLVM knows it as an intrinsic: by its name, unlike functions that only have `llvm.` in front.
    pub fn is_known_intrinsic(self) -> bool {
        // SAFETY: a function.
        unsafe { LLVMGetIntrinsicID(self.raw) != 0 }
    }

    /// Types that attributes carry, those of parameters too: `byval`, `sret`, `elementtype` and so on.
    pub fn attribute_types(self) -> Vec<Type<'m>> {
        // SAFETY: a function.
        unsafe { attribute_types(self.raw) }
    }
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
