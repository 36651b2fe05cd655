//! Calls of the library's finder of races: at barriers, before reads and behind writes of memory that items share.
//!
//! Kernels are coroutines then, so that an item's own memory is in its frame, or below on the stack. Stack memory and
//! arguments by value, which are an item's own for certain, have no calls.

use sycl_propset::demangle::display_name;

use super::{primitive::Primitive, runtime};
use crate::ir::{ByValOrByRef, Editor, Function, Opcode, Value};

/// Kinds of events, as in `builtins/races.hpp`.
const READ: u32 = 0;
const WRITE: u32 = 1;
const ATOMIC: u32 = 2;
const GROUP_BARRIER: u32 = 4;
const SUB_GROUP_BARRIER: u32 = 5;

/// An event at an instruction.
struct Event<'m> {
    at: Value<'m>,
    kind: u32,
    address: Value<'m>,
    size: Value<'m>,
}

/// Writes the calls of a kernel, and a barrier at its start if it has none: only coroutines are looked at.
pub(super) fn instrument<'m>(editor: &mut Editor<'m>, kernel: Function<'m>) {
    let events: Vec<Event<'m>> = kernel.instructions().flat_map(|at| events(editor, kernel, at)).collect();
    let name = kernel.name();
    let shown = runtime::text(editor, &format!("{name}.shown"), &display_name(&name));
    let mut has_barrier = false;
    for Event { at, kind, address, size } in events {
        has_barrier |= kind >= GROUP_BARRIER;
        let place = at.location_in_program();
        let variable = place.as_ref().map_or_else(|| format!("{name}.place"), |place| format!("sycl.place.{place}"));
        let place = place.as_deref().unwrap_or("an unknown place (compile with `-g`)");
        let place = runtime::text(editor, &variable, place);
        match at.next_instruction().filter(|_| kind == WRITE) {
            Some(next) => editor.position_before(next),
            None => editor.position_before(at),
        }
        let kind = editor.i32(kind);
        let given = [shown, kind, address, size, place];
        let types = given.map(|value| value.ty());
        let ty = editor.function_type(editor.void_type(), &types);
        let function = editor.declare_function(Primitive::ACCESS, ty);
        editor.call(function, &given, "");
    }
    if !has_barrier {
        editor.position_at_entry(kernel);
        let ty = editor.function_type(editor.void_type(), &[]);
        let barrier = editor.declare_function(Primitive::GROUP_BARRIER, ty);
        editor.add_function_attribute(barrier, "convergent");
        editor.call(barrier, &[], "");
    }
}

/// Events of an instruction.
fn events<'m>(editor: &Editor<'m>, kernel: Function<'m>, at: Value<'m>) -> Vec<Event<'m>> {
    let layout = editor.view().data_layout();
    let atomic = if at.atomic_order().is_some() { ATOMIC } else { 0 };
    let (null, none) = (editor.null(editor.pointer_type(0)), editor.i64(0));
    let found = match at.opcode() {
        Opcode::Load => vec![(READ | atomic, at.operand(0), layout.store_size(at.ty()))],
        Opcode::Store => vec![(WRITE | atomic, at.operand(1), layout.store_size(at.operand(0).ty()))],
        Opcode::AtomicReadModifyWrite | Opcode::CompareExchange => {
            vec![(WRITE | ATOMIC, at.operand(0), layout.store_size(at.operand(1).ty()))]
        }
        opcode if opcode.is_call() => {
            let Some(call) = at.as_call() else { return Vec::new() };
            match Primitive::called(at) {
                Some((Primitive::GroupBarrier, _)) => {
                    return vec![Event { at, kind: GROUP_BARRIER, address: null, size: none }];
                }
                Some((Primitive::SubGroupBarrier, _)) => {
                    return vec![Event { at, kind: SUB_GROUP_BARRIER, address: null, size: none }];
                }
                _ => {}
            }
            let name = call.callee().map(|callee| callee.name()).unwrap_or_default();
            let is_copy = name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
            if !is_copy && !name.starts_with("llvm.memset.") {
                return Vec::new();
            }
            let length = at.operand(2);
            if length.ty() != editor.integer_type(64) {
                return Vec::new();
            }
            let of_copy = [(WRITE, at.operand(0)), (READ, at.operand(1))];
            let shared = of_copy.into_iter().take(if is_copy { 2 } else { 1 });
            return shared
                .filter(|(_, address)| is_shared(editor, kernel, *address))
                .map(|(kind, address)| Event { at, kind, address, size: length })
                .collect();
        }
        _ => return Vec::new(),
    };
    found
        .into_iter()
        .filter(|(_, address, _)| is_shared(editor, kernel, *address))
        .filter_map(|(kind, address, size)| Some(Event { at, kind, address, size: editor.i64(size?) }))
        .collect()
}

/// Whether memory may be that of other items, too, and be written.
fn is_shared<'m>(editor: &Editor<'m>, kernel: Function<'m>, address: Value<'m>) -> bool {
    let is_own = |object: Value<'m>| {
        object.is_alloca()
            || object
                .as_global_variable()
                .is_some_and(|variable| variable.is_constant_variable() || variable.is_thread_local())
            || object
                .as_parameter()
                .is_some_and(|(_, index)| kernel.passed_object(index, ByValOrByRef::ByValue).is_some())
    };
    !editor.underlying_objects(address).into_iter().all(is_own)
}
