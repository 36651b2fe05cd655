//! Types and constants.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    core::{
        LLVMConstBitCast, LLVMConstIntOfArbitraryPrecision, LLVMConstNamedStruct, LLVMConstNull,
        LLVMConstStructInContext, LLVMConstVector, LLVMFunctionType, LLVMGetPoison, LLVMGetUndef, LLVMIntTypeInContext,
        LLVMIsPackedStruct, LLVMPointerTypeInContext, LLVMTokenTypeInContext, LLVMVectorType,
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
        unsafe { Type::from_raw(LLVMIntTypeInContext(self.context, bits)) }
    }

    /// Function type without variable arguments.
    pub fn function_type(&self, result: Type<'m>, parameters: &[Type<'m>]) -> Type<'m> {
        let mut raw: Vec<LLVMTypeRef> = parameters.iter().map(|p| p.raw).collect();
        // SAFETY: types of one context; the array is copied.
        unsafe { Type::from_raw(LLVMFunctionType(result.raw, raw.as_mut_ptr(), raw.len() as u32, 0)) }
    }

    /// Array type.
    pub fn array_type(&self, element: Type<'m>, length: u64) -> Type<'m> {
        // SAFETY: a sized element type.
        unsafe { Type::from_raw(array_type(element.raw, length)) }
    }

    /// Vector type.
    pub fn vector_type(&self, element: Type<'m>, lanes: u32) -> Type<'m> {
        // SAFETY: the type of a number, and at least one lane.
        unsafe { Type::from_raw(LLVMVectorType(element.raw, lanes)) }
    }

    /// Pointer type.
    pub fn pointer_type(&self, address_space: u32) -> Type<'m> {
        // SAFETY: a type of the module's context.
        unsafe { Type::from_raw(LLVMPointerTypeInContext(self.context, address_space)) }
    }

    /// `none` of the type `token`
    pub fn no_token(&self) -> Value<'m> {
        // SAFETY: a type of the module's context.
        unsafe { Value::from_raw(LLVMConstNull(LLVMTokenTypeInContext(self.context))) }
    }

    /// `undef` of the type.
    pub fn undef(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        unsafe { Value::from_raw(LLVMGetUndef(ty.raw)) }
    }

    /// `poison` of the type.
    pub fn poison(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        unsafe { Value::from_raw(LLVMGetPoison(ty.raw)) }
    }

    /// Null value of the type.
    pub fn null(&self, ty: Type<'m>) -> Value<'m> {
        // SAFETY: a type of this context.
        unsafe { Value::from_raw(LLVMConstNull(ty.raw)) }
    }

    /// `i32` constant.
    pub fn i32(&self, value: u32) -> Value<'m> {
        self.bits(32, &value.to_le_bytes())
    }

    /// `i64` constant.
    pub fn i64(&self, value: u64) -> Value<'m> {
        self.bits(64, &value.to_le_bytes())
    }

    /// Integer or floating-point constant from little-endian bytes; missing bytes are zero. None for other types.
    pub fn scalar(&self, ty: Type<'m>, bytes: &[u8]) -> Option<Value<'m>> {
        let integer = match ty.kind() {
            TypeKind::Integer(bits) => return Some(self.bits(bits, bytes)),
            TypeKind::Half | TypeKind::BFloat => self.bits(16, bytes),
            TypeKind::Float => self.bits(32, bytes),
            TypeKind::Double => self.bits(64, bytes),
            _ => return None,
        };
        // SAFETY: integer and floating-point type have the same size.
        Some(unsafe { Value::from_raw(LLVMConstBitCast(integer.raw, ty.raw)) })
    }

    fn bits(&self, width: u32, bytes: &[u8]) -> Value<'m> {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        let words: Vec<u64> = bytes.chunks(8).map(word).collect();
        // SAFETY: the words are copied.
        unsafe {
            let integer = LLVMIntTypeInContext(self.context, width);
            Value::from_raw(LLVMConstIntOfArbitraryPrecision(integer, words.len() as u32, words.as_ptr()))
        }
    }

    /// Constant of a composite type from its elements. None if they are not as many as it has, or not of their types.
    pub fn composite(&self, ty: Type<'m>, elements: &[Value<'m>]) -> Option<Value<'m>> {
        let fits =
            |(index, element): (u64, &Value<'m>)| element.is_constant() && ty.element(index) == Some(element.ty());
        if ty.element_count() != elements.len() as u64 || !(0..).zip(elements).all(fits) {
            return None;
        }
        let mut raw: Vec<LLVMValueRef> = elements.iter().map(|e| e.raw).collect();
        // SAFETY: as many constants as the type has elements, of the elements' types; the array is copied.
        let constant = unsafe {
            match ty.kind() {
                TypeKind::Struct if !ty.is_literal_struct() => {
                    LLVMConstNamedStruct(ty.raw, raw.as_mut_ptr(), raw.len() as u32)
                }
                TypeKind::Struct => LLVMConstStructInContext(
                    self.context,
                    raw.as_mut_ptr(),
                    raw.len() as u32,
                    LLVMIsPackedStruct(ty.raw),
                ),
                TypeKind::Array => constant_array(ty.element(0)?.raw, &mut raw),
                TypeKind::Vector => LLVMConstVector(raw.as_mut_ptr(), raw.len() as u32),
                _ => return None,
            }
        };
        // SAFETY: a constant of this context.
        Some(unsafe { Value::from_raw(constant) })
    }
}
