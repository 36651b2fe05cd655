//! Effects of an instruction besides computing its result.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    LLVMOpcode,
    core::{LLVMGetAlignment, LLVMGetInstructionOpcode, LLVMIsATerminatorInst},
};

use super::Value;
use crate::ir::ffi;

/// LLVM's knowledge of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects(u32);

impl Effects {
    fn has(self, bit: u32) -> bool {
        self.0 >> bit & 1 != 0
    }
    /// It may read memory.
    pub fn reads(self) -> bool {
        self.has(0)
    }
    /// It may write memory, or do something that has an order.
    pub fn writes(self) -> bool {
        self.has(1)
    }
    /// It may depend on which items run it together.
    pub fn is_convergent(self) -> bool {
        self.has(2)
    }
    /// It is an access that is atomic or volatile.
    pub fn is_ordered(self) -> bool {
        self.has(3)
    }
    /// It may run where it would not have.
    pub fn is_speculatable(self) -> bool {
        self.has(4)
    }
    /// Whether what is behind it in its block runs if it does.
    pub fn goes_on(self) -> bool {
        self.has(5)
    }
    /// It only says something: an assumption, the lifetime of memory, a scope of aliases.
    pub fn is_hint(self) -> bool {
        self.has(6)
    }
    /// It loads from memory that does not change.
    pub fn is_invariant(self) -> bool {
        self.has(7)
    }
    /// It begins or ends the lifetime of memory.
    pub fn is_lifetime(self) -> bool {
        self.has(8)
    }
    /// It is an alloca of the frame: of a constant size, in the first block.
    pub fn is_in_frame(self) -> bool {
        self.has(9)
    }
    /// It is a call of which there may be no copy.
    pub fn happens_once(self) -> bool {
        self.has(10)
    }
    /// It computes its result from its operands and does nothing else.
    pub fn is_pure(self) -> bool {
        !self.reads() && !self.writes() && !self.is_convergent()
    }
}

impl<'m> Value<'m> {
    /// Effects of an instruction besides computing its result.
    pub fn effects(self) -> Effects {
        assert!(self.is_instruction() && !self.is_erased(), "an instruction in a block");
        // SAFETY: an instruction in a block.
        Effects(unsafe { ffi::sp_effects(self.raw) })
    }

    /// Whether another instruction computes the same of the same operands, provided that neither does anything else.
    pub fn is_identical_to(self, other: Value<'m>) -> bool {
        assert!(self.is_in_block() && other.is_in_block(), "instructions in blocks");
        // SAFETY: two instructions.
        unsafe { ffi::sp_is_identical(self.raw, other.raw) }
    }

    /// Whether an instruction is still in a block: it was not erased.
    pub fn is_in_block(self) -> bool {
        self.is_instruction() && !self.is_erased()
    }

    /// The alignment of what an alloca allocates.
    pub fn stack_alignment(self) -> u64 {
        assert!(self.is_alloca(), "asked of an alloca");
        // SAFETY: asked of an alloca.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// Whether an instruction ends a block.
    pub fn is_terminator(self) -> bool {
        // SAFETY: asked of an instruction.
        self.is_instruction() && unsafe { !LLVMIsATerminatorInst(self.raw).is_null() }
    }

    /// Whether an instruction only computes addresses or integers, in about a cycle: nothing that can trap.
    pub fn is_cheap_arithmetic(self) -> bool {
        use LLVMOpcode as Op;
        if !self.is_instruction() {
            return false;
        }
        // SAFETY: asked of an instruction.
        match unsafe { LLVMGetInstructionOpcode(self.raw) } {
            Op::LLVMAdd
            | Op::LLVMSub
            | Op::LLVMMul
            | Op::LLVMShl
            | Op::LLVMLShr
            | Op::LLVMAShr
            | Op::LLVMAnd
            | Op::LLVMOr
            | Op::LLVMXor
            | Op::LLVMICmp
            | Op::LLVMSelect
            | Op::LLVMGetElementPtr
            | Op::LLVMTrunc
            | Op::LLVMZExt
            | Op::LLVMSExt
            | Op::LLVMPtrToInt
            | Op::LLVMIntToPtr
            | Op::LLVMBitCast => true,
            // By a number that is known, they are multiplications or shifts.
            Op::LLVMUDiv | Op::LLVMURem | Op::LLVMSDiv | Op::LLVMSRem => {
                self.operand(1).as_signed().is_some_and(|divisor| divisor > 0)
            }
            _ => false,
        }
    }
}
