//! Operations on integers that instructions compute.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMIntPredicate, LLVMOpcode,
    core::{LLVMGetICmpPredicate, LLVMGetInstructionOpcode, LLVMGetOrdering, LLVMGetVolatile},
};

use super::{Opcode, Value};
use crate::ir::TypeKind;

/// An operation on integers that are not vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerOperation<'m> {
    /// `add`
    Add(Value<'m>, Value<'m>),
    /// `mul`
    Multiply(Value<'m>, Value<'m>),
    /// `shl`
    ShiftLeft(Value<'m>, Value<'m>),
    /// `ashr`
    ShiftRight(Value<'m>, Value<'m>),
    /// `and`
    And(Value<'m>, Value<'m>),
    /// `trunc`
    Truncate(Value<'m>),
    /// `zext`
    ZeroExtend(Value<'m>),
    /// `sext`
    SignExtend(Value<'m>),
}

/// `icmp` with a predicate that asks which of two integers is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsLess<'m> {
    /// The one that may be less.
    pub less: Value<'m>,
    /// The other one.
    pub more: Value<'m>,
    /// Whether the comparison is also true if both are the same.
    pub or_equal: bool,
    /// Whether they are numbers with a sign.
    pub is_signed: bool,
}

impl<'m> Value<'m> {
    /// Bits of an integer; none for other types.
    pub fn integer_bits(self) -> Option<u32> {
        match self.ty().kind() {
            TypeKind::Integer(bits) => Some(bits),
            _ => None,
        }
    }

    /// The operation on integers that an instruction computes.
    pub fn integer_operation(self) -> Option<IntegerOperation<'m>> {
        use IntegerOperation as Operation;
        if !self.is_instruction() || self.integer_bits().is_none() {
            return None;
        }
        let of_two = |make: fn(Value<'m>, Value<'m>) -> Operation<'m>| Some(make(self.operand(0), self.operand(1)));
        // SAFETY: asked of an instruction.
        match unsafe { LLVMGetInstructionOpcode(self.raw) } {
            LLVMOpcode::LLVMAdd => of_two(Operation::Add),
            LLVMOpcode::LLVMMul => of_two(Operation::Multiply),
            LLVMOpcode::LLVMShl => of_two(Operation::ShiftLeft),
            LLVMOpcode::LLVMAShr => of_two(Operation::ShiftRight),
            LLVMOpcode::LLVMAnd => of_two(Operation::And),
            LLVMOpcode::LLVMTrunc => Some(Operation::Truncate(self.operand(0))),
            LLVMOpcode::LLVMZExt => Some(Operation::ZeroExtend(self.operand(0))),
            LLVMOpcode::LLVMSExt => Some(Operation::SignExtend(self.operand(0))),
            _ => None,
        }
    }

    /// The comparison of two integers, if the instruction is one.
    pub fn is_less(self) -> Option<IsLess<'m>> {
        use LLVMIntPredicate as Is;
        if self.opcode() != Opcode::Compare || self.operand(0).integer_bits().is_none() {
            return None;
        }
        // SAFETY: asked of a comparison of integers.
        let predicate = unsafe { LLVMGetICmpPredicate(self.raw) };
        let is_signed = matches!(predicate, Is::LLVMIntSLT | Is::LLVMIntSLE | Is::LLVMIntSGT | Is::LLVMIntSGE);
        let (is_turned, or_equal) = match predicate {
            Is::LLVMIntSLT | Is::LLVMIntULT => (false, false),
            Is::LLVMIntSLE | Is::LLVMIntULE => (false, true),
            Is::LLVMIntSGT | Is::LLVMIntUGT => (true, false),
            Is::LLVMIntSGE | Is::LLVMIntUGE => (true, true),
            _ => return None,
        };
        let (less, more) = (self.operand(u32::from(is_turned)), self.operand(u32::from(!is_turned)));
        Some(IsLess { less, more, or_equal, is_signed })
    }

    /// Whether an instruction reads and writes memory in one step that orders no other accesses.
    pub fn is_relaxed_update(self) -> bool {
        // SAFETY: asked of an instruction that has an ordering and may be volatile.
        let is_relaxed = || unsafe {
            LLVMGetOrdering(self.raw) == LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic
                && LLVMGetVolatile(self.raw) == 0
        };
        self.opcode() == Opcode::AtomicReadModifyWrite && is_relaxed()
    }
}
