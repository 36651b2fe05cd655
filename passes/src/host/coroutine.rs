//! Kernels with barriers as coroutines: each item has a frame of its own and is suspended at barriers. The items of a
//! group run in turns, and all frames are in one piece of the stack.
//!
//! `K.item` is the body; it takes the local ids, its frame, and where it says what it has come to: 0 for its end, else
//! a number for the barrier, of which the lowest bit says that it is one of the sub-group. `K.wg` starts all items,
//! each of which runs to its first barrier, and leaves the rest to the library.
//!
//! How large a frame is, LLVM's `coro-split` decides. Until it has run, two functions without body stand for that: one
//! takes size and alignment in `K.item`, the other one is the size in `K.wg`.

use super::{
    Error, ids,
    items::ItemLoops,
    kernel::{self, Kernel},
    primitive::Primitive,
    runtime,
    table::{self, Made},
    work_group::WorkGroup,
};
use crate::ir::{Block, Editor, Function, Opcode, Value};

/// The least alignment of frames: that of the largest vector registers.
const ALIGNMENT: u64 = 64;

/// Bytes of what an item says about itself.
const STATE: u64 = 4;

/// A coroutine whose frame has no size yet.
pub(super) struct Unsplit {
    /// Its kernel's place in the table.
    made: usize,
    /// Names of the functions that stand for the size.
    measured: String,
    size: String,
}

/// Makes the work-group function of a kernel with barriers. `place` is its place in the table.
///
/// # Errors
/// Stack memory that no frame has room for. The kernel is unchanged then.
pub(super) fn run<'m>(
    editor: &mut Editor<'m>,
    kernel: &Kernel<'m, '_>,
    place: usize,
) -> Result<(Made, Unsplit), Error> {
    check_stack(kernel)?;
    let name = &kernel.facts.name;
    let [number, pointer] = [editor.integer_type(64), editor.pointer_type(0)];
    let void = editor.void_type();
    let takes_size = editor.function_type(void, &[number, number]);
    let measured = editor.declare_function(&format!("{name}.frame"), takes_size);
    let is_size = editor.function_type(number, &[]);
    let size = editor.declare_function(&format!("{name}.frame.size"), is_size);

    let own = [number, number, number, pointer, pointer];
    let parameters: Vec<_> = WorkGroup::parameter_types(editor).into_iter().chain(own).collect();
    let ty = editor.function_type(void, &parameters);
    let item = editor.declare_function(&format!("{name}.item"), ty);
    make_item(editor, kernel, item, measured);
    let function = table::declare(editor, kernel);
    start_items(editor, kernel, function, item, size);
    let unsplit = Unsplit { made: place, measured: measured.name(), size: size.name() };
    Ok((Made::replace_kernel(editor, kernel, function), unsplit))
}

/// Frames have one size: what a kernel allocates is of constant size, and allocated once.
fn check_stack(kernel: &Kernel<'_, '_>) -> Result<(), Error> {
    let entry = kernel.function.entry_block();
    let has_place = |memory: &Value<'_>| memory.operand(0).as_unsigned().is_some() && memory.block() == entry;
    match kernel.function.instructions().find(|i| i.is_alloca() && !has_place(i)) {
        Some(memory) => Err(Error::DynamicStack { kernel: kernel.facts.name.clone(), place: kernel::place(memory) }),
        None => Ok(()),
    }
}

/// The body as a coroutine.
fn make_item<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, item: Function<'m>, measured: Function<'m>) {
    let mut group = WorkGroup::take_body(editor, kernel, item);
    editor.add_function_attribute(item, "presplitcoroutine");
    editor.add_function_attribute(item, "noinline");
    editor.make_internal(*item);
    let own: Vec<Value<'m>> = item.parameters().skip(3).collect();
    for (parameter, name) in own.iter().zip(["id0", "id1", "id2", "frame", "state"]) {
        editor.set_name(*parameter, name);
    }
    let instructions: Vec<Value<'m>> = item.instructions().collect();
    let (ids, frame, state) = ([own[0], own[1], own[2]], own[3], own[4]);
    ids::answer(editor, &mut group, ids, instructions.iter().copied());

    editor.position_at_entry(item);
    let (null, zero) = (editor.null(frame.ty()), editor.i32(0));
    let token = editor.intrinsic("llvm.coro.id", &[], &[zero, null, null, null], "");
    let number = editor.integer_type(64);
    let size = editor.intrinsic("llvm.coro.size", &[number], &[], "");
    let alignment = editor.intrinsic("llvm.coro.align", &[number], &[], "");
    editor.call(measured, &[size, alignment], "");
    let handle = editor.intrinsic("llvm.coro.begin", &[], &[token, frame], "");

    let (done, end) = (editor.append_block(item, "done"), editor.append_block(item, "suspended"));
    editor.position_at_end(done);
    editor.store(zero, state, STATE);
    editor.branch(end);
    editor.position_at_end(end);
    let (no, none) = (editor.scalar(editor.integer_type(1), &[0]).expect("an integer"), editor.no_token());
    editor.intrinsic("llvm.coro.end", &[], &[handle, no, none], "");
    editor.build_return(None);
    for instruction in instructions.iter().filter(|instruction| instruction.opcode() == Opcode::Return) {
        editor.position_before(*instruction);
        editor.branch(done);
        editor.erase_instruction(*instruction);
    }
    for (number, barrier) in (1..).zip(&kernel.barriers) {
        suspend(editor, *barrier, number, state, end);
    }
}

/// Suspends an item at a barrier.
fn suspend<'m>(editor: &mut Editor<'m>, barrier: Value<'m>, number: u32, state: Value<'m>, end: Block<'m>) {
    let (primitive, _) = Primitive::called(barrier).expect("a call of a barrier");
    let before = barrier.block();
    let after = editor.split_before(barrier, "resumed");
    let jump = before.terminator();
    editor.position_before(jump);
    let code = editor.i32(number << 1 | u32::from(primitive == Primitive::SubGroupBarrier));
    editor.store(code, state, STATE);
    let no = editor.scalar(editor.integer_type(1), &[0]).expect("an integer");
    let none = editor.no_token();
    let what = editor.intrinsic("llvm.coro.suspend", &[], &[none, no], "");
    let byte = editor.integer_type(8);
    let case = |editor: &Editor<'m>, value| editor.scalar(byte, &[value]).expect("an integer");
    let cases = [(case(editor, 0), after), (case(editor, 1), end)];
    editor.switch(what, end, &cases);
    editor.erase_instruction(jump);
    editor.erase_instruction(barrier);
}

/// The function of the group: starts items and runs them.
fn start_items<'m>(
    editor: &mut Editor<'m>,
    kernel: &Kernel<'m, '_>,
    function: Function<'m>,
    item: Function<'m>,
    size: Function<'m>,
) {
    let mut group = WorkGroup::empty(editor, kernel, function);
    for name in ["noinline", "optnone"] {
        editor.remove_function_attribute(function, name);
    }
    let items = group.items(editor);
    group.position(editor);
    let frame_size = editor.call(size, &[], "frame.size");
    let bytes = editor.multiply(items, frame_size, "");
    let (byte, state) = (editor.integer_type(8), editor.integer_type(32));
    let frames = editor.build_array_alloca(byte, bytes, ALIGNMENT, "frames");
    let states = editor.build_array_alloca(state, items, STATE, "states");
    if kernel.is_checked {
        runtime::find_races(editor, &mut group, items, frames, bytes);
    }
    let (entry, end) = (group.entry, group.body);
    let loops = ItemLoops::make(editor, &mut group, end, "items", None);
    editor.set_operand(entry.terminator(), 0, loops.start.as_value());
    let number = loops.linear(editor, &mut group);
    let offset = editor.multiply(number, frame_size, "");
    let frame = editor.build_gep(byte, frames, &[offset], "frame");
    let own_state = editor.build_gep(state, states, &[number], "state");
    let shared = group.parameters;
    let arguments: Vec<Value<'m>> = shared.into_iter().chain(loops.ids).chain([frame, own_state]).collect();
    editor.call(item, &arguments, "");
    editor.branch(loops.latch);
    let frames = [frames, frame_size];
    runtime::run_items(editor, &mut group, loops.exit, frames, states, items, kernel);
    editor.branch(end);
}

/// Splits the coroutines, and lets functions of groups know the sizes of frames. Handles of earlier are dead.
pub(super) fn split(editor: &mut Editor<'_>, unsplit: &[Unsplit], made: &mut [Made]) {
    if unsplit.is_empty() {
        return;
    }
    editor.run_required_pipeline("coro-early,cgscc(coro-split),coro-cleanup");
    let module = editor.view();
    for coroutine in unsplit {
        let function = |name: &str| module.function(name).expect("declared for this coroutine");
        let (measured, size) = (function(&coroutine.measured), function(&coroutine.size));
        let call = measured.users().next().expect("the start of the coroutine measures its frame");
        let constant = |index| call.operand(index).as_unsigned().expect("`coro-split` knows the size of frames");
        let alignment = constant(1).max(ALIGNMENT);
        let bytes = constant(0).next_multiple_of(alignment);
        let group = module.function(&made[coroutine.made].function).expect("made by this pass");
        for frames in group.instructions().filter(|i| i.is_alloca() && i.name() == "frames") {
            editor.set_alignment(frames, alignment);
        }
        for user in size.users() {
            let bytes = editor.i64(bytes);
            editor.replace_all_uses(user, bytes);
            editor.erase_instruction(user);
        }
        editor.erase_instruction(call);
        editor.erase_if_unused(*measured);
        editor.erase_if_unused(*size);
        made[coroutine.made].stack_per_item = bytes + STATE;
    }
}
