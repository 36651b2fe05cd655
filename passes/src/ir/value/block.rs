//! Basic blocks.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    core::{
        LLVMBasicBlockAsValue, LLVMCountBasicBlocks, LLVMCountIncoming, LLVMGetBasicBlockName, LLVMGetBasicBlockParent,
        LLVMGetBasicBlockTerminator, LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetIncomingBlock,
        LLVMGetIncomingValue, LLVMGetInstructionParent, LLVMGetNextBasicBlock, LLVMGetNumSuccessors, LLVMGetSuccessor,
        LLVMValueAsBasicBlock, LLVMValueIsBasicBlock,
    },
    prelude::LLVMBasicBlockRef,
};

use super::{Function, Opcode, Value};

/// A basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block<'m> {
    pub(in crate::ir) raw: LLVMBasicBlockRef,
    marker: PhantomData<&'m ()>,
}

impl<'m> Block<'m> {
    /// # Safety
    /// `raw` is a block of a module that lives as long as `'m`.
    pub(in crate::ir) unsafe fn from_raw(raw: LLVMBasicBlockRef) -> Self {
        debug_assert!(!raw.is_null());
        Self { raw, marker: PhantomData }
    }

    /// The block as a value: what branches have as operands.
    pub fn as_value(self) -> Value<'m> {
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`.
        unsafe { Value::from_raw(LLVMBasicBlockAsValue(self.raw)) }
    }

    /// The function that holds it.
    pub fn function(self) -> Function<'m> {
        // SAFETY: a block in a function.
        unsafe { Function::from_raw(LLVMGetBasicBlockParent(self.raw)) }
    }

    /// Its name, which may be empty.
    pub fn name(self) -> String {
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`; the name ends with a NUL.
        unsafe { std::ffi::CStr::from_ptr(LLVMGetBasicBlockName(self.raw)).to_string_lossy().into_owned() }
    }

    /// Its instructions, in order. The next one is found before the current one is handed out.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`; null if it is empty.
        let mut next = unsafe { Value::from_nullable(LLVMGetFirstInstruction(self.raw)) };
        std::iter::from_fn(move || {
            let current = next?;
            next = current.next_instruction();
            Some(current)
        })
    }

    /// Its phis, which are its first instructions.
    pub fn phis(self) -> Vec<Value<'m>> {
        self.instructions().take_while(|value| value.opcode() == Opcode::Phi).collect()
    }

    /// The instruction that ends it.
    ///
    /// # Panics
    /// It is still being made.
    pub fn terminator(self) -> Value<'m> {
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`; null without a terminator.
        unsafe { Value::from_nullable(LLVMGetBasicBlockTerminator(self.raw)) }.expect("a finished block")
    }

    /// Targets of control flow from here, in the order of the terminator: a block as often as it is named.
    pub fn successors(self) -> Vec<Block<'m>> {
        let terminator = self.terminator();
        // SAFETY: a terminator, and indices of its successors.
        unsafe {
            let count = LLVMGetNumSuccessors(terminator.raw);
            (0..count).map(|index| Block::from_raw(LLVMGetSuccessor(terminator.raw, index))).collect()
        }
    }
}

impl std::fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "%{}", self.name())
    }
}

impl<'m> Function<'m> {
    /// Its blocks, in order. The next one is found before the current one is handed out.
    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`; null behind the last
        // block.
        let mut next = unsafe {
            if LLVMCountBasicBlocks(self.raw) == 0 { std::ptr::null_mut() } else { LLVMGetFirstBasicBlock(self.raw) }
        };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            // SAFETY: `next` is a block of the function, as LLVM gave it.
            unsafe {
                let current = Block::from_raw(next);
                next = LLVMGetNextBasicBlock(next);
                Some(current)
            }
        })
    }

    /// The block that runs first.
    ///
    /// # Panics
    /// It has no body.
    pub fn entry_block(self) -> Block<'m> {
        self.blocks().next().expect("a function with a body")
    }
}

impl<'m> Value<'m> {
    /// The function of a basic block.
    pub fn function_of_block(self) -> Option<Function<'m>> {
        // SAFETY: asked of a block, which is in a function.
        unsafe {
            (LLVMValueIsBasicBlock(self.raw) != 0)
                .then(|| Function::from_raw(LLVMGetBasicBlockParent(LLVMValueAsBasicBlock(self.raw))))
        }
    }

    /// The block of an instruction.
    pub fn block(self) -> Block<'m> {
        assert!(self.is_instruction() && !self.is_erased(), "an instruction in a block");
        // SAFETY: an instruction in a block.
        unsafe { Block::from_raw(LLVMGetInstructionParent(self.raw)) }
    }

    /// Value of a phi for each edge, with the block that the edge comes from.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        assert!(self.opcode() == Opcode::Phi, "asked of a phi");
        // SAFETY: a phi, and indices of its edges.
        unsafe {
            let at = |index| {
                let value = Value::from_raw(LLVMGetIncomingValue(self.raw, index));
                (value, Block::from_raw(LLVMGetIncomingBlock(self.raw, index)))
            };
            (0..LLVMCountIncoming(self.raw)).map(at).collect()
        }
    }
}
