//! Ids, sizes and memory as values in the place of calls of `__sp_host_*`.

use super::{
    context::{self, Part},
    primitive::Primitive,
    runtime,
    work_group::{Field, WorkGroup},
};
use crate::ir::{Call, Editor, Value};

/// Replaces calls of primitives, other than barriers, among instructions that run for the item with these local ids.
pub(super) fn answer<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    ids: [Value<'m>; 3],
    instructions: impl Iterator<Item = Value<'m>>,
) {
    for instruction in instructions {
        let Some((primitive, call)) = Primitive::called(instruction).filter(|(p, _)| !p.is_barrier()) else { continue };
        if matches!(primitive, Primitive::AssertFail | Primitive::Publish | Primitive::FailBarrier | Primitive::Access)
        {
            act(editor, group, ids, primitive, call);
            editor.erase_instruction(*call);
            continue;
        }
        let value = answer_to(editor, group, ids, primitive, call);
        editor.take_name(value, *call);
        editor.replace_all_uses(*call, value);
        editor.erase_instruction(*call);
    }
}

/// Effect of a primitive without a value.
fn act<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    ids: [Value<'m>; 3],
    primitive: Primitive,
    call: Call<'m>,
) {
    if primitive == Primitive::Publish {
        let mut values = group.parts(editor);
        values.extend([Part::Id0, Part::Id1, Part::Id2].into_iter().zip(ids));
        editor.position_before(*call);
        context::publish(editor, &values);
        return;
    }
    let name = group.kernel_name(editor);
    editor.position_before(*call);
    match primitive {
        Primitive::FailBarrier => runtime::fail_barrier(editor, group, name, ids, call.arguments()),
        Primitive::Access => runtime::access(editor, group, ids, call.arguments()),
        _ => runtime::fail_assertion(editor, group, name, ids, call.arguments()),
    }
}

fn answer_to<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    ids: [Value<'m>; 3],
    primitive: Primitive,
    call: Call<'m>,
) -> Value<'m> {
    match primitive {
        Primitive::LocalId => by_dimension(editor, call, ids),
        Primitive::GroupId => field(editor, group, call, Field::Id),
        Primitive::GroupSize => field(editor, group, call, Field::Size),
        Primitive::NumGroups => field(editor, group, call, Field::Count),
        Primitive::GlobalOffset => field(editor, group, call, Field::Offset),
        Primitive::SubGroupSize => group.sub_group_size(editor),
        Primitive::Scratch => group.scratch(editor),
        Primitive::DynamicLocalMemory => group.dynamic_memory(editor),
        Primitive::IsLocal => is_local(editor, group, call),
        Primitive::Items => group.item_count(editor),
        Primitive::GroupBarrier
        | Primitive::SubGroupBarrier
        | Primitive::AssertFail
        | Primitive::FailBarrier
        | Primitive::Access
        | Primitive::Publish => unreachable!("these have no value"),
    }
}

fn field<'m>(editor: &mut Editor<'m>, group: &mut WorkGroup<'m>, call: Call<'m>, field: Field) -> Value<'m> {
    match call.operand(0).as_unsigned() {
        Some(dimension @ 0..3) => group.field(editor, field, dimension as u32),
        _ => {
            let all = [0, 1, 2].map(|dimension| group.field(editor, field, dimension));
            by_dimension(editor, call, all)
        }
    }
}

/// The value of the dimension that a call names.
pub(super) fn by_dimension<'m>(editor: &mut Editor<'m>, call: Call<'m>, values: [Value<'m>; 3]) -> Value<'m> {
    let dimension = call.operand(0);
    if let Some(dimension @ 0..3) = dimension.as_unsigned() {
        return values[dimension as usize];
    }
    editor.position_before(*call);
    let (first, second) = (editor.i32(0), editor.i32(1));
    let is_second = editor.is_equal(dimension, second, "");
    let rest = editor.select(is_second, values[1], values[2], "");
    let is_first = editor.is_equal(dimension, first, "");
    editor.select(is_first, values[0], rest, "")
}

/// Whether a pointer is to the block: how far it is behind the beginning, as a number without sign.
fn is_local<'m>(editor: &mut Editor<'m>, group: &mut WorkGroup<'m>, call: Call<'m>) -> Value<'m> {
    let size = group.local_size(editor);
    editor.position_before(*call);
    let ty = editor.integer_type(64);
    let address = editor.pointer_to_integer(call.operand(0), ty);
    let start = editor.pointer_to_integer(group.local(), ty);
    let distance = editor.subtract(address, start, "");
    editor.is_less(distance, size, "")
}
