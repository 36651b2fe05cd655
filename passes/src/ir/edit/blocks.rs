//! Control flow: blocks, branches, phis, and loops that say what is parallel.
#![expect(unsafe_code, reason = "the access layer over LLVM's C API")]

use std::marker::PhantomData;

use inkwell::llvm_sys::{
    LLVMIntPredicate,
    core::{
        LLVMAddCase, LLVMAddIncoming, LLVMAppendBasicBlockInContext, LLVMBuildAdd, LLVMBuildAnd, LLVMBuildArrayAlloca,
        LLVMBuildBr, LLVMBuildCondBr, LLVMBuildICmp, LLVMBuildLShr, LLVMBuildMul, LLVMBuildOr, LLVMBuildPhi,
        LLVMBuildSub, LLVMBuildSwitch, LLVMBuildUDiv, LLVMInsertBasicBlockInContext, LLVMPositionBuilderAtEnd,
        LLVMSetAlignment, LLVMSetCurrentDebugLocation2, LLVMSetNSW, LLVMSetNUW,
    },
    prelude::{LLVMBuilderRef, LLVMMetadataRef, LLVMValueRef},
};

use super::{Editor, c_name};
use crate::ir::{
    ffi,
    types::Type,
    value::{Block, Function, Value},
};

/// Accesses to memory of which a loop says that its iterations are independent.
#[derive(Clone, Copy)]
pub struct AccessGroup<'m> {
    raw: LLVMMetadataRef,
    marker: PhantomData<&'m ()>,
}

type Binary = unsafe extern "C" fn(LLVMBuilderRef, LLVMValueRef, LLVMValueRef, *const std::ffi::c_char) -> LLVMValueRef;

// What follows cannot be undone, so it is not for an editor that records what it makes.
impl<'m> Editor<'m> {
    /// A new block at the end of a function.
    pub fn append_block(&mut self, function: Function<'m>, name: &str) -> Block<'m> {
        assert!(!self.is_recording(), "blocks cannot be removed again; the editor must not be recording");
        let name = c_name(name);
        // SAFETY: the function lives for all of `'m`, by the contract of `Function::from_raw`.
        unsafe { Block::from_raw(LLVMAppendBasicBlockInContext(self.context, function.raw, name.as_ptr())) }
    }

    /// A new block before another one of a function.
    pub fn insert_block(&mut self, before: Block<'m>, name: &str) -> Block<'m> {
        assert!(!self.is_recording(), "blocks cannot be removed again; the editor must not be recording");
        let name = c_name(name);
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`.
        unsafe { Block::from_raw(LLVMInsertBasicBlockInContext(self.context, before.raw, name.as_ptr())) }
    }

    /// Puts the next instructions at the end of a block, without a debug location.
    pub fn position_at_end(&mut self, block: Block<'m>) {
        // SAFETY: the block lives for all of `'m`, by the contract of `Block::from_raw`; a null location means no
        // location.
        unsafe {
            LLVMPositionBuilderAtEnd(self.builder, block.raw);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
        }
    }

    /// Puts what is from an instruction on into a block of its own, to which the old one branches. Phis of successors
    /// follow.
    pub fn split_before(&mut self, instruction: Value<'m>, name: &str) -> Block<'m> {
        assert!(instruction.is_instruction(), "blocks are split at an instruction");
        assert!(!self.is_recording(), "blocks cannot be joined again; the editor must not be recording");
        // SAFETY: an instruction in a block that has a terminator; name with its length.
        unsafe { Block::from_raw(ffi::sp_split_before(instruction.raw, name.as_ptr().cast(), name.len())) }
    }

    /// `br`
    pub fn branch(&mut self, to: Block<'m>) -> Value<'m> {
        // SAFETY: a block of the function that the builder is in.
        let branch = unsafe { LLVMBuildBr(self.builder, to.raw) };
        self.instruction(branch)
    }

    /// `br i1`
    pub fn branch_if(&mut self, condition: Value<'m>, then: Block<'m>, otherwise: Block<'m>) -> Value<'m> {
        // SAFETY: an `i1`, and blocks of the function that the builder is in.
        let branch = unsafe { LLVMBuildCondBr(self.builder, condition.raw, then.raw, otherwise.raw) };
        self.instruction(branch)
    }

    /// `switch`
    pub fn switch(&mut self, on: Value<'m>, otherwise: Block<'m>, cases: &[(Value<'m>, Block<'m>)]) -> Value<'m> {
        // SAFETY: an integer and constants of its type, and blocks of the function that the builder is in.
        let switch = unsafe {
            let switch = LLVMBuildSwitch(self.builder, on.raw, otherwise.raw, cases.len() as u32);
            for (value, block) in cases {
                LLVMAddCase(switch, value.raw, block.raw);
            }
            switch
        };
        self.instruction(switch)
    }

    /// A phi without edges.
    pub fn phi(&mut self, ty: Type<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: the builder is in front of everything but phis.
        let phi = unsafe { LLVMBuildPhi(self.builder, ty.raw, name.as_ptr()) };
        self.instruction(phi)
    }

    /// Adds an edge to a phi.
    pub fn add_incoming(&mut self, phi: Value<'m>, value: Value<'m>, from: Block<'m>) {
        let (mut value, mut from) = (value.raw, from.raw);
        // SAFETY: a phi, a value of its type, a block of its function.
        unsafe { LLVMAddIncoming(phi.raw, &mut value, &mut from, 1) }
    }

    fn binary(&mut self, build: Binary, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: integers of one type; the builder is positioned.
        let result = unsafe { build(self.builder, a.raw, b.raw, name.as_ptr()) };
        self.instruction(result)
    }

    /// As `binary`, and it does not wrap.
    fn exact(&mut self, build: Binary, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        let result = self.binary(build, a, b, name);
        if result.is_instruction() && result != a && result != b {
            // SAFETY: an instruction that has the flags, made just now.
            unsafe {
                LLVMSetNUW(result.raw, 1);
                LLVMSetNSW(result.raw, 1);
            }
        }
        result
    }

    /// `add nuw nsw` (folded if both are constants, here and below).
    pub fn add(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.exact(LLVMBuildAdd, a, b, name)
    }

    /// `mul nuw nsw`
    pub fn multiply(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.exact(LLVMBuildMul, a, b, name)
    }

    /// `mul`, which may wrap.
    pub fn wrapping_multiply(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.binary(LLVMBuildMul, a, b, name)
    }

    /// `udiv`
    pub fn divide(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.binary(LLVMBuildUDiv, a, b, name)
    }

    /// `sub`
    pub fn subtract(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.binary(LLVMBuildSub, a, b, name)
    }

    /// `and`
    pub fn and(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.binary(LLVMBuildAnd, a, b, name)
    }

    /// `or`
    pub fn or(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.binary(LLVMBuildOr, a, b, name)
    }

    /// `lshr`
    pub fn shift_right(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        self.binary(LLVMBuildLShr, a, b, name)
    }

    /// `icmp eq`
    pub fn is_equal(&mut self, a: Value<'m>, b: Value<'m>, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: values of one type that can be compared; the builder is positioned.
        let compared = unsafe { LLVMBuildICmp(self.builder, LLVMIntPredicate::LLVMIntEQ, a.raw, b.raw, name.as_ptr()) };
        self.instruction(compared)
    }

    /// `alloca` of as many elements.
    pub fn build_array_alloca(&mut self, ty: Type<'m>, count: Value<'m>, alignment: u64, name: &str) -> Value<'m> {
        let name = c_name(name);
        // SAFETY: a sized type and an integer; the builder is positioned.
        let memory = unsafe {
            let memory = LLVMBuildArrayAlloca(self.builder, ty.raw, count.raw, name.as_ptr());
            LLVMSetAlignment(memory, alignment as u32);
            memory
        };
        self.instruction(memory)
    }

    /// Moves an instruction in front of another one.
    pub fn move_before(&mut self, instruction: Value<'m>, next: Value<'m>) {
        assert!(!self.is_recording(), "instructions cannot be moved back; the editor must not be recording");
        // SAFETY: two instructions in blocks.
        unsafe { ffi::sp_move_before(instruction.raw, next.raw) }
    }

    /// A new group of accesses.
    pub fn access_group(&mut self) -> AccessGroup<'m> {
        // SAFETY: the module lives for all of `'m`, by the contract of `Editor::from_raw`.
        AccessGroup { raw: unsafe { ffi::sp_distinct_node(self.module) }, marker: PhantomData }
    }

    /// Adds an access to memory to a group.
    pub fn add_to_group(&mut self, access: Value<'m>, group: AccessGroup<'m>) {
        // SAFETY: an instruction and a distinct node of its context.
        unsafe { ffi::sp_add_to_access_group(access.raw, group.raw) }
    }

    /// Says of the loop whose latch ends with this branch that accesses of the group are independent of those of other
    /// iterations, and maybe that it is not to be unrolled.
    pub fn make_parallel(&mut self, latch: Value<'m>, group: AccessGroup<'m>, stays_rolled: bool) {
        // SAFETY: a branch and a distinct node of its context.
        unsafe { ffi::sp_make_loop_parallel(latch.raw, group.raw, stays_rolled) }
    }
}
