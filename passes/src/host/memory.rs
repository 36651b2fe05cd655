//! Local memory: variables become offsets into the block of the group.

use crate::ir::{Editor, Function, GlobalVariable};

/// The alignment of the block, and of what it is made of.
pub(super) const BLOCK_ALIGNMENT: u64 = 128;

/// Bytes of scratch memory for each item of kernels that have group functions.
const SCRATCH: u64 = 8;

/// The local memory of a kernel.
pub(super) struct LocalMemory<'m> {
    /// Its variables with their offsets, in order of the module.
    pub(super) variables: Vec<(GlobalVariable<'m>, u64)>,
    /// Bytes of all variables.
    pub(super) size: u64,
    /// Bytes for each item.
    pub(super) scratch_per_item: u64,
}

impl<'m> LocalMemory<'m> {
    /// Lays out the variables that a function uses. Afterwards only instructions use them.
    pub(super) fn of(editor: &mut Editor<'m>, function: Function<'m>, uses_scratch: bool) -> Self {
        let module = editor.view();
        let layout = module.data_layout();
        let (mut variables, mut size) = (Vec::new(), 0u64);
        for variable in module.global_variables().filter(|variable| variable.is_thread_local()) {
            editor.expand_constants(variable);
            let is_of_function =
                |user: crate::ir::Value<'m>| user.is_instruction() && user.parent_function() == function;
            if !variable.users().any(is_of_function) {
                continue;
            }
            let ty = variable.value_type();
            let alignment = layout.alignment(ty).unwrap_or(1).max(variable.alignment());
            let offset = size.next_multiple_of(alignment);
            variables.push((variable, offset));
            size = offset + layout.alloc_size(ty).unwrap_or(0);
        }
        Self { variables, size, scratch_per_item: if uses_scratch { SCRATCH } else { 0 } }
    }

    /// The part of the block before scratch memory.
    pub(super) fn before_scratch(&self) -> u64 {
        self.size.next_multiple_of(BLOCK_ALIGNMENT)
    }
}
