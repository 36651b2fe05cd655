//! Blocks and instructions that change places.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use inkwell::llvm_sys::{
    core::{LLVMBuildFreeze, LLVMInsertIntoBuilder, LLVMInstructionClone, LLVMMoveBasicBlockAfter, LLVMSetSuccessor},
    debuginfo::LLVMInstructionSetDebugLoc,
};

use super::Editor;
use crate::ir::{
    ffi,
    value::{Block, Function, Opcode, Value},
};

// What follows cannot be undone, so it is not for an editor that records what it makes.
impl<'m> Editor<'m> {
    /// Erases the blocks of a function that no way leads to. No handle to what is in them may be used afterwards.
    pub fn remove_unreached_blocks(&mut self, function: Function<'m>) {
        assert!(!self.is_recording(), "what is erased cannot be restored; the editor must not be recording");
        // SAFETY: a function with a body; by the contract.
        unsafe { ffi::sp_remove_unreached_blocks(function.raw) }
    }

    /// Puts a block of its own on every edge from a block with several successors to one with several predecessors.
    pub fn split_critical_edges(&mut self, function: Function<'m>) {
        assert!(!self.is_recording(), "blocks cannot be joined again; the editor must not be recording");
        // SAFETY: a function with a body.
        unsafe { ffi::sp_split_critical_edges(function.raw) }
    }

    /// Moves an instruction to where it runs although it would not have: one for which that does no harm.
    pub fn speculate(&mut self, instruction: Value<'m>, next: Value<'m>) {
        assert!(!self.is_recording(), "instructions cannot be moved back; the editor must not be recording");
        // SAFETY: two instructions of a function.
        unsafe { ffi::sp_speculate(instruction.raw, next.raw) }
    }

    /// Copies blocks of a function, other than its first. Edges that lead to them from the blocks `from` lead to the
    /// copies afterwards. What is behind both uses the values of the one that it was reached from.
    pub fn copy_blocks(&mut self, blocks: &[Block<'m>], from: &[Block<'m>]) {
        assert!(!self.is_recording(), "copies cannot be removed again; the editor must not be recording");
        let raw = |list: &[Block<'m>]| list.iter().map(|block| block.raw).collect::<Vec<_>>();
        let (blocks, from) = (raw(blocks), raw(from));
        // SAFETY: live blocks of one function, and their number.
        unsafe { ffi::sp_copy_blocks(blocks.as_ptr(), blocks.len(), from.as_ptr(), from.len()) }
    }

    /// Makes functions of pieces of a function: each is what is reached from the first block of a pair without passing
    /// the second, to which nothing else leads. Handles to values that were in them stay what they were.
    pub fn outline(&mut self, function: Function<'m>, pieces: &[(Block<'m>, Block<'m>)]) {
        assert!(!self.is_recording(), "functions cannot be joined again; the editor must not be recording");
        let (starts, exits): (Vec<_>, Vec<_>) = pieces.iter().map(|(start, exit)| (start.raw, exit.raw)).unzip();
        // SAFETY: a function with a body, live blocks of it, and how many pairs of them.
        unsafe { ffi::sp_outline(function.raw, starts.as_ptr(), exits.as_ptr(), pieces.len()) }
    }

    /// Lets what came into a phi from one block be another value from another block.
    pub fn move_incoming(&mut self, phi: Value<'m>, from: Block<'m>, value: Value<'m>, to: Block<'m>) {
        assert!(has_edge(phi, from), "a phi has an edge from its predecessor");
        assert!(!self.is_recording(), "changes of edges cannot be undone; the editor must not be recording");
        // SAFETY: a phi, a value of its type, and blocks of its function.
        unsafe { ffi::sp_move_incoming(phi.raw, from.raw, value.raw, to.raw) }
    }

    /// Lets nothing come into a phi from a block.
    pub fn remove_incoming(&mut self, phi: Value<'m>, from: Block<'m>) {
        assert!(has_edge(phi, from), "a phi has an edge from its predecessor");
        assert!(!self.is_recording(), "changes of edges cannot be undone; the editor must not be recording");
        // SAFETY: a phi, and a block from which something comes.
        unsafe { ffi::sp_remove_incoming(phi.raw, from.raw) }
    }

    /// Lets a terminator go elsewhere. Phis do not follow.
    pub fn set_successor(&mut self, terminator: Value<'m>, index: u32, to: Block<'m>) {
        assert!(!self.is_recording(), "changes of edges cannot be undone; the editor must not be recording");
        // SAFETY: a terminator that has the successor, and a block of its function.
        unsafe { LLVMSetSuccessor(terminator.raw, index, to.raw) }
    }

    /// Lets the edges from one block to another lead elsewhere. Phis do not follow.
    pub fn redirect(&mut self, from: Block<'m>, old: Block<'m>, new: Block<'m>) {
        for (index, _) in (0..).zip(from.successors()).filter(|(_, to)| *to == old) {
            self.set_successor(from.terminator(), index, new);
        }
    }

    /// Lets a branch lead to one of its two successors only, and phis of the other one forget it.
    #[cfg(feature = "llvm22")]
    pub fn keep_successor(&mut self, branch: Value<'m>, index: usize) {
        assert!(!self.is_recording(), "changes of edges cannot be undone; the editor must not be recording");
        let block = branch.block();
        let successors = block.successors();
        // SAFETY: two blocks, with an edge from the second to the first.
        unsafe { ffi::sp_forget_predecessor(successors[1 - index].raw, block.raw) }
        self.position_before(branch);
        self.branch(successors[index]);
        self.erase_instruction(branch);
    }

    /// Moves an instruction to the end of a block that has no terminator.
    pub fn move_into(&mut self, instruction: Value<'m>, block: Block<'m>) {
        assert!(!self.is_recording(), "instructions cannot be moved back; the editor must not be recording");
        // SAFETY: an instruction in a block, and a block.
        unsafe { ffi::sp_move_into(instruction.raw, block.raw) }
    }

    /// Moves a block behind another one of its function, which changes nothing but the order that it is printed in.
    pub fn place_after(&mut self, block: Block<'m>, other: Block<'m>) {
        // SAFETY: two blocks of a function.
        unsafe { LLVMMoveBasicBlockAfter(block.raw, other.raw) }
    }

    /// Lets an instruction be in no line of the source.
    pub fn forget_location(&mut self, instruction: Value<'m>) {
        assert!(!self.is_recording(), "changes of locations cannot be undone; the editor must not be recording");
        // SAFETY: an instruction; null is no location.
        unsafe { LLVMInstructionSetDebugLoc(instruction.raw, std::ptr::null_mut()) }
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

    /// A copy of a function for looking at: calls are inlined as far as there is room for more instructions, and
    /// memory of the function becomes values. With it comes what the terminator of each block became, unless it is
    /// gone.
    pub fn simplified_copy(&mut self, function: Function<'m>, room: usize) -> (Function<'m>, Vec<Option<Value<'m>>>) {
        assert!(!self.is_recording(), "functions cannot be removed again; the editor must not be recording");
        let mut ends = vec![std::ptr::null_mut(); function.blocks().count()];
        // SAFETY: a function with a body, and room for a terminator for each block; what comes back is live, or null.
        unsafe {
            let copy = ffi::sp_simplified_copy(function.raw, room, ends.as_mut_ptr());
            let ends = ends.into_iter().map(|end| (!end.is_null()).then(|| self.instruction(end)));
            (Function::from_raw(copy), ends.collect())
        }
    }

    /// A value that is poison nowhere, and the other one where that is not.
    pub fn freeze(&mut self, value: Value<'m>, name: &str) -> Value<'m> {
        // SAFETY: the builder is positioned; a value of its function.
        let frozen = unsafe { LLVMBuildFreeze(self.builder, value.raw, c"".as_ptr()) };
        let frozen = self.instruction(frozen);
        self.set_name(frozen, name);
        frozen
    }

    /// Lets debug info that declares a variable in memory find the address of that in a slot. Returns whether there
    /// is any.
    pub fn declare_behind_slot(&mut self, memory: Value<'m>, slot: Value<'m>) -> bool {
        // SAFETY: two allocas.
        unsafe { ffi::sp_declare_behind_slot(memory.raw, slot.raw) }
    }

    /// Puts another value in the place of one that debug info in a block speaks of.
    pub fn replace_in_debug_info(&mut self, block: Block<'m>, old: Value<'m>, new: Value<'m>) {
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`, as the values do.
        unsafe { ffi::sp_replace_in_debug_records(block.raw, old.raw, new.raw) }
    }
}

fn has_edge<'m>(phi: Value<'m>, from: Block<'m>) -> bool {
    phi.opcode() == Opcode::Phi && phi.incoming().iter().any(|(_, block)| *block == from)
}
