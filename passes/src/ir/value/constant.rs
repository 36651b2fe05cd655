//! Operands and content of a constant.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    LLVMOpcode,
    core::{
        LLVMAliasGetAliasee, LLVMConstBitCast, LLVMConstIntGetSExtValue, LLVMConstIntGetZExtValue,
        LLVMGetAggregateElement, LLVMGetAsString, LLVMGetConstOpcode, LLVMGetInstructionOpcode, LLVMGetTypeContext,
        LLVMIntTypeInContext, LLVMIsAConstantDataArray, LLVMIsAConstantExpr, LLVMIsAConstantInt, LLVMIsConstantString,
        LLVMIsNull, LLVMIsUndef,
    },
};

use super::Value;
use crate::ir::{ffi, types::TypeKind};

impl<'m> Value<'m> {
    /// Whether it is a null value: zero, null pointer, zeroinitializer.
    pub fn is_null(self) -> bool {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`, here and in the next query.
        unsafe { LLVMIsNull(self.raw) != 0 }
    }
    /// Whether it is undef or poison.
    pub fn is_undef(self) -> bool {
        unsafe { LLVMIsUndef(self.raw) != 0 }
    }

    /// Value of an integer constant, zero-extended, if it fits.
    pub fn as_unsigned(self) -> Option<u64> {
        if matches!(self.ty().kind(), TypeKind::Integer(65..)) {
            let bytes = self.scalar_bytes()?;
            let (low, high) = bytes.split_first_chunk()?;
            return high.iter().all(|byte| *byte == 0).then(|| u64::from_le_bytes(*low));
        }
        // SAFETY: asked of an integer constant that fits.
        unsafe { self.is_small_integer().then(|| LLVMConstIntGetZExtValue(self.raw)) }
    }

    /// Value of an integer constant of at most 64 bits, sign-extended.
    pub fn as_signed(self) -> Option<i64> {
        // SAFETY: asked of an integer constant that fits.
        unsafe { self.is_small_integer().then(|| LLVMConstIntGetSExtValue(self.raw)) }
    }

    fn is_small_integer(self) -> bool {
        // SAFETY: the value lives for all of `'m`, by the contract of `Value::from_raw`.
        unsafe { !LLVMIsAConstantInt(self.raw).is_null() && matches!(self.ty().kind(), TypeKind::Integer(1..=64)) }
    }

    /// Bits of an integer or floating-point constant in little-endian bytes: `ceil(width / 8)` of them.
    /// None for every other value.
    pub fn scalar_bytes(self) -> Option<Vec<u8>> {
        let width = match self.ty().kind() {
            TypeKind::Integer(width) => width,
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            _ => return None,
        };
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        // SAFETY: a constant and an integer type of its size in its context; the shim writes at most `words.len()`
        // words and returns the width, or 0 for what does not fold to a number or does not fit.
        let bits = unsafe {
            if !self.is_constant() {
                return None;
            }
            let integer = LLVMIntTypeInContext(LLVMGetTypeContext(self.ty().raw), width);
            let bits = if integer == self.ty().raw { self.raw } else { LLVMConstBitCast(self.raw, integer) };
            ffi::sp_integer_bits(bits, words.as_mut_ptr(), words.len()) as usize
        };
        (bits != 0).then(|| words.iter().flat_map(|w| w.to_le_bytes()).take(bits.div_ceil(8)).collect())
    }

    /// Element `index` of an aggregate constant (struct, array, vector, zeroinitializer, undef).
    pub fn aggregate_element(self, index: u64) -> Option<Value<'m>> {
        if !self.is_constant() {
            return None;
        }
        // SAFETY: a constant; LLVM returns null for an index out of range or a constant without elements.
        unsafe { Value::from_nullable(LLVMGetAggregateElement(self.raw, u32::try_from(index).ok()?)) }
    }

    /// Bytes of an array of `i8` written as a string, without a trailing NUL.
    pub fn string_bytes(self) -> Option<Vec<u8>> {
        // SAFETY: asked of a constant data array, which the first call checks.
        unsafe {
            if LLVMIsAConstantDataArray(self.raw).is_null() || LLVMIsConstantString(self.raw) == 0 {
                return None;
            }
            let mut length = 0;
            let data = LLVMGetAsString(self.raw, &mut length);
            let bytes = if length == 0 { &[][..] } else { std::slice::from_raw_parts(data.cast::<u8>(), length) };
            Some(bytes.strip_suffix(&[0]).unwrap_or(bytes).to_vec())
        }
    }

    /// Looks through pointer casts (bitcast, addrspacecast), all-zero GEPs and aliases, constant or not.
    pub fn strip_pointer_casts(self) -> Value<'m> {
        self.strip_casts(true)
    }

    /// As [`Value::strip_pointer_casts`], but an alias stands for itself: what is named, not what it stands for.
    pub fn strip_pointer_casts_to_name(self) -> Value<'m> {
        self.strip_casts(false)
    }

    fn strip_casts(self, through_aliases: bool) -> Value<'m> {
        let mut value = self;
        for _ in 0..64 {
            // SAFETY: opcodes are asked of what has one.
            let opcode = unsafe {
                if value.is_instruction() {
                    LLVMGetInstructionOpcode(value.raw)
                } else if !LLVMIsAConstantExpr(value.raw).is_null() {
                    LLVMGetConstOpcode(value.raw)
                } else if through_aliases && value.is_alias() {
                    value = Value::from_raw(LLVMAliasGetAliasee(value.raw));
                    continue;
                } else {
                    break;
                }
            };
            match opcode {
                LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => value = value.operand(0),
                LLVMOpcode::LLVMGetElementPtr
                    if value.operands().skip(1).all(|index| index.is_constant() && index.is_null()) =>
                {
                    value = value.operand(0);
                }
                _ => break,
            }
        }
        value
    }
}
