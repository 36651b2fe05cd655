//! Stack memory whose size is not known before a function runs.

use crate::ir::Editor;

/// Alignment of the largest vector registers.
const REGISTERS: u64 = 64;

/// Aligns such memory for vectors. The stack pointer has the alignment of the last allocation, and LLVM 22 writes
/// vectors that a call passes on the stack by instructions that need theirs.
pub(super) fn align(editor: &mut Editor<'_>) {
    let instructions: Vec<_> =
        editor.view().functions().flat_map(|function| function.instructions().collect::<Vec<_>>()).collect();
    for alloca in instructions.into_iter().filter(|instruction| instruction.is_alloca()) {
        if !alloca.effects().is_in_frame() && alloca.stack_alignment() < REGISTERS {
            editor.set_alignment(alloca, REGISTERS);
        }
    }
}
