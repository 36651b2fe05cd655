//! Kernels without barriers: a loop over items around the body.

use super::{access, ids, items::ItemLoops, kernel::Kernel, table::Made, work_group::WorkGroup};
use crate::ir::{Editor, Opcode, Value};

/// Makes the work-group function of a kernel without barriers.
pub(super) fn run<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>) -> Made {
    let function = super::table::declare(editor, kernel);
    let mut group = WorkGroup::take_body(editor, kernel, function);
    let instructions: Vec<Value<'m>> = function.instructions().collect();
    let (entry, body) = (group.entry, group.body);
    let loops = ItemLoops::make(editor, &mut group, body, "items");
    editor.set_operand(entry.terminator(), 0, loops.start.as_value());
    editor.position_at_end(loops.body);
    editor.branch(body);
    for end in instructions.iter().filter(|instruction| instruction.opcode() == Opcode::Return) {
        editor.position_before(*end);
        editor.branch(loops.latch);
        editor.erase_instruction(*end);
    }
    ids::answer(editor, &mut group, loops.ids, instructions.iter().copied().filter(|i| i.is_call()));
    let stack = access::SharedStack::of(entry);
    let accesses = editor.access_group();
    let inside = function.blocks().filter(|block| *block != entry).flat_map(|block| block.instructions());
    access::mark(editor, inside.collect::<Vec<_>>().into_iter(), &stack, accesses);
    loops.make_parallel(editor, accesses);
    editor.position_at_end(loops.exit);
    editor.build_return(None);
    Made::of(editor, kernel, function)
}
