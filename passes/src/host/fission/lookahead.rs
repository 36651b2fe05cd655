//! Branches that all items take alike, although that cannot be seen: what decides about them is in memory, as
//! everything is in code that is not optimized, or comes from a function that is not inlined.
//!
//! The kernel stays as it is, so that a debugger shows its variables. A copy of it is simplified and looked at instead:
//! what is uniform there is uniform in the kernel.
//!
//! Cost: that of LLVM's passes over the copy. Only kernels that cannot be cut otherwise are looked at.

use crate::{
    host::uniformity::{Blocks, Known, Uniformity},
    ir::{Editor, Function, Opcode, Value},
};

/// Instructions that inlining may add to the copy.
const ROOM: usize = 20_000;

/// Lets branches of a kernel use values that are known to be uniform, where nothing else says so. Returns whether there
/// are any.
pub(super) fn run<'m>(
    editor: &mut Editor<'m>,
    kernel: Function<'m>,
    uniformity: &Uniformity<'m>,
    known: &mut Known<'m>,
) -> bool {
    let (copy, ends) = editor.simplified_copy(kernel, ROOM);
    let blocks = Blocks::collect(copy);
    let found = Uniformity::analyze(&blocks, &Known::default());
    let is_taken_alike = |end: &Option<Value<'m>>| {
        end.filter(|end| decides(*end))
            .is_some_and(|end| found.is_together(blocks.of_instruction(end)) && found.is_uniform(end.operand(0)))
    };
    let are_taken_alike: Vec<bool> = ends.iter().map(is_taken_alike).collect();
    editor.erase_function_if_unused(copy);
    let mut is_changed = false;
    for (block, is_taken_alike) in kernel.blocks().zip(are_taken_alike).collect::<Vec<_>>() {
        let end = block.terminator();
        if is_taken_alike && decides(end) && !uniformity.is_uniform(end.operand(0)) {
            let condition = end.operand(0);
            editor.position_before(end);
            let same = editor.freeze(condition, "same");
            editor.set_operand(end, 0, same);
            known.same.insert(same);
            is_changed = true;
        }
    }
    is_changed
}

/// Whether a terminator leads to one block or another, as its first operand says.
fn decides(end: Value<'_>) -> bool {
    end.opcode() == Opcode::Jump && end.block().successors().len() > 1
}
