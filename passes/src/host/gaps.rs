//! Gaps between variables in local memory: AddressSanitizer is told that nothing may use them while a group runs.

use super::{kernel::Kernel, work_group::aligned};
use crate::ir::{Editor, Function, Opcode, Value};

/// Functions of its runtime.
const POISON: &str = "__asan_poison_memory_region";
const UNPOISON: &str = "__asan_unpoison_memory_region";

/// Poisons the gaps on entry to the function of a group, and the whole block is usable again when it returns. A group
/// that failed may have left it poisoned.
pub(super) fn poison<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, function: Function<'m>) {
    let variables = &kernel.memory.variables;
    let gaps = variables.gaps();
    if gaps.is_empty() {
        return;
    }
    let local = function.parameters().nth(2).expect("the parameters of `sycl_host_function`");
    let size = editor.i64(kernel.memory.size());
    editor.position_before(function.entry_block().terminator());
    call(editor, UNPOISON, local, size);
    let start = variables.over_alignment().map_or(local, |alignment| aligned(editor, local, alignment));
    for (offset, size) in gaps {
        let (gap, size) = (editor.address_behind(start, offset, "gap"), editor.i64(size));
        call(editor, POISON, gap, size);
    }
    let ends: Vec<Value<'m>> = function.instructions().filter(|i| i.opcode() == Opcode::Return).collect();
    for end in ends {
        editor.position_before(end);
        call(editor, UNPOISON, local, size);
    }
}

fn call<'m>(editor: &mut Editor<'m>, name: &str, start: Value<'m>, size: Value<'m>) {
    let ty = editor.function_type(editor.void_type(), &[start.ty(), size.ty()]);
    let function = editor.declare_function(name, ty);
    editor.call(function, &[start, size], "");
}
