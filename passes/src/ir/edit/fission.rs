//! Blocks and instructions that change places.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::core::{LLVMInsertIntoBuilder, LLVMInstructionClone, LLVMMoveBasicBlockAfter, LLVMSetSuccessor};

use super::Editor;
use crate::ir::{
    ffi,
    value::{Block, Function, Value},
};

// What follows cannot be undone, so it is not for an editor that records what it makes.
impl<'m> Editor<'m> {
    /// Erases the blocks of a function that no way leads to. No handle to what is in them may be used afterwards.
    pub fn remove_unreached_blocks(&mut self, function: Function<'m>) {
        assert!(!self.is_recording(), "what is erased does not come back");
        // SAFETY: a function with a body; by the contract.
        unsafe { ffi::sp_remove_unreached_blocks(function.raw) }
    }

    /// Puts a block of its own on every edge from a block with several successors to one with several predecessors.
    pub fn split_critical_edges(&mut self, function: Function<'m>) {
        assert!(!self.is_recording(), "blocks are not joined again");
        // SAFETY: a function with a body.
        unsafe { ffi::sp_split_critical_edges(function.raw) }
    }

    /// Moves an instruction to where it runs although it would not have: one for which that does no harm.
    pub fn speculate(&mut self, instruction: Value<'m>, next: Value<'m>) {
        assert!(!self.is_recording(), "instructions are not moved back");
        // SAFETY: two instructions of a function.
        unsafe { ffi::sp_speculate(instruction.raw, next.raw) }
    }

    /// Copies blocks of a function, other than its first. Edges that lead to them from the blocks `from` lead to the copies
    /// afterwards. What is behind both uses the values of the one that it was reached from.
    pub fn copy_blocks(&mut self, blocks: &[Block<'m>], from: &[Block<'m>]) {
        assert!(!self.is_recording(), "copies are not removed");
        let raw = |list: &[Block<'m>]| list.iter().map(|block| block.raw).collect::<Vec<_>>();
        let (blocks, from) = (raw(blocks), raw(from));
        // SAFETY: live blocks of one function, and their number.
        unsafe { ffi::sp_copy_blocks(blocks.as_ptr(), blocks.len(), from.as_ptr(), from.len()) }
    }

    /// Lets a terminator go elsewhere. Phis do not follow.
    pub fn set_successor(&mut self, terminator: Value<'m>, index: u32, to: Block<'m>) {
        assert!(!self.is_recording(), "edges are not put back");
        // SAFETY: a terminator that has the successor, and a block of its function.
        unsafe { LLVMSetSuccessor(terminator.raw, index, to.raw) }
    }

    /// Moves an instruction to the end of a block that has no terminator.
    pub fn move_into(&mut self, instruction: Value<'m>, block: Block<'m>) {
        assert!(!self.is_recording(), "instructions are not moved back");
        // SAFETY: an instruction in a block, and a block.
        unsafe { ffi::sp_move_into(instruction.raw, block.raw) }
    }

    /// Moves a block behind another one of its function, which changes nothing but the order that it is printed in.
    pub fn place_after(&mut self, block: Block<'m>, other: Block<'m>) {
        // SAFETY: two blocks of a function.
        unsafe { LLVMMoveBasicBlockAfter(block.raw, other.raw) }
    }

    /// A copy of an instruction, with the same operands, metadata and location.
    pub fn copy(&mut self, instruction: Value<'m>) -> Value<'m> {
        // SAFETY: an instruction; the copy is in no block before the builder, which is positioned, takes it.
        unsafe {
            let copy = LLVMInstructionClone(instruction.raw);
            LLVMInsertIntoBuilder(self.builder, copy);
            self.instruction(copy)
        }
    }

    /// Puts another value in the place of one that debug info in a block speaks of.
    pub fn replace_in_debug_info(&mut self, block: Block<'m>, old: Value<'m>, new: Value<'m>) {
        // SAFETY: a live block and two values of its function.
        unsafe { ffi::sp_replace_in_debug_records(block.raw, old.raw, new.raw) }
    }
}
