//! Types and constants.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    core::{
        LLVMConstBitCast, LLVMConstIntOfArbitraryPrecision, LLVMConstNamedStruct, LLVMConstNull,
        LLVMConstStructInContext, LLVMConstVector, LLVMFunctionType, LLVMGetUndef, LLVMIntTypeInContext,
        LLVMIsPackedStruct, LLVMPointerTypeInContext,
    },
    prelude::{LLVMTypeRef, LLVMValueRef},
};

use super::Editor;
use crate::ir::{
    compat::{array_type, constant_array},
    types::{Type, TypeKind},
    value::Value,
};

impl<'m> Editor<'m> {
    /// Integer type of this many bits.
    pub fn integer_type(&self, bits: u32) -> Type<'m> {
        // SAFETY: a type of the module's context.
        Type::new(unsafe { LLVMIntTypeInContext(self.context, bits) })
    }

    /// Function type without variable arguments.
    pub fn function_type(&self, result: Type<'m>, parameters: &[Type<'m>]) -> Type<'m> {
        let mut raw: Vec<LLVMTypeRef> = parameters.iter().map(|p| p.raw).collect();
        // SAFETY: types of one context; the array is copied.
        Type::new(unsafe { LLVMFunctionType(result.raw, raw.as_mut_ptr(), raw.len() as u32, 0) })
    }

    /// Array type.
    pub fn array_type(&self, element: Type<'m>, length: u64) -> Type<'m> {
        // SAFETY: a sized element type.
        Type::new(unsafe { array_type(element.raw, length) })
    }

    /// Pointer type.
    pub fn pointer_type(&self, address_space: u32) -> Type<'m> {
        // SAFETY: a type of the module's context.
        Type::new(unsafe { LLVMPointerTypeInContext(self.context, address_space) })
    }

    /// `undef` of the type.
    pub fn undef(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        Value::new(unsafe { LLVMGetUndef(ty.raw) })
    }

    /// Null value of the type.
    pub fn null(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        Value::new(unsafe { LLVMConstNull(ty.raw) })
    }

    /// `i32` constant.
    pub fn i32(&self, value: u32) -> Value<'m> {
        self.scalar(self.integer_type(32), &value.to_le_bytes())
    }

    /// Integer or floating-point constant from little-endian bytes; missing bytes are zero.
    ///
    /// # Panics
    /// If the type is neither.
    pub fn scalar(&self, ty: Type<'m>, bytes: &[u8]) -> Value<'m> {
        let bits = match ty.kind() {
            TypeKind::Integer(bits) => bits,
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            _ => panic!("scalar constant of type {ty}"),
        };
        let words: Vec<u64> = bytes
            .chunks(8)
            .map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_le_bytes(word)
            })
            .collect();
        // SAFETY: the words are copied; integer and floating-point type have the same size.
        unsafe {
            let integer = LLVMIntTypeInContext(self.context, bits);
            let constant = LLVMConstIntOfArbitraryPrecision(integer, words.len() as u32, words.as_ptr());
            Value::new(if integer == ty.raw { constant } else { LLVMConstBitCast(constant, ty.raw) })
        }
    }

    /// Constant of a composite type from its elements.
    pub fn composite(&self, ty: Type<'m>, elements: &[Value<'m>]) -> Value<'m> {
        debug_assert_eq!(ty.element_count(), elements.len() as u64);
        let mut raw: Vec<LLVMValueRef> = elements.iter().map(|e| e.raw).collect();
        // SAFETY: as many constants as the type has elements, of the elements' types; the array is copied.
        unsafe {
            Value::new(match ty.kind() {
                TypeKind::Struct if ty.struct_name().is_some() => {
                    LLVMConstNamedStruct(ty.raw, raw.as_mut_ptr(), raw.len() as u32)
                }
                TypeKind::Struct => LLVMConstStructInContext(
                    self.context,
                    raw.as_mut_ptr(),
                    raw.len() as u32,
                    LLVMIsPackedStruct(ty.raw),
                ),
                TypeKind::Array => constant_array(ty.element(0).raw, &mut raw),
                TypeKind::Vector => LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32),
                _ => panic!("composite constant of type {ty}"),
            })
        }
    }
}
