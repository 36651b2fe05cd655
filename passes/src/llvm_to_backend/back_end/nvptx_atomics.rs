//! Atomic operations of NVPTX as strong as they are written. LLVM 22 makes a plain `atom` of every `atomicrmw`, which
//! has no order and the scope of the device; and before `sm_70` it knows no other loads, stores and exchanges either.
//!
//! | instruction | becomes |
//! | --- | --- |
//! | `atomicrmw` with an order; before `sm_70` all that have one | the same without, between fences |
//! | `atomicrmw` on memory that other devices see | PTX's `atom.sys`, or a loop around `cmpxchg`, which has scopes |
//!
//! The fences are those of C++'s rules, by which they order as the operation would: a release before it, an acquire
//! behind it, and for the sequentially consistent order such a fence before it.

use crate::{
    changed::Changed,
    ir::{Editor, Opcode, Order, TypeKind, Value, gpu::address_space},
};

/// The first processor with orders in loads, stores and exchanges.
const WITH_ORDERS: u32 = 70;

/// Operations of `atomicrmw` with an instruction for the whole system, as the intrinsic calls them, on integers and on
/// floating-point numbers of 32 and 64 bits.
const OF_SYSTEM: &[(&str, &str)] = &[
    ("xchg", "exch.gen.i"),
    ("add", "add.gen.i"),
    ("and", "and.gen.i"),
    ("or", "or.gen.i"),
    ("xor", "xor.gen.i"),
    ("max", "max.gen.i"),
    ("min", "min.gen.i"),
    ("fadd", "add.gen.f"),
];

/// Whether the whole system has to see an access as one: not in local memory, which only a group has.
pub(super) fn is_of_system(access: Value<'_>) -> bool {
    let pointer = if access.opcode() == Opcode::Store { access.operand(1) } else { access.operand(0) };
    pointer.ty().kind() != TypeKind::Pointer(address_space::LOCAL) && access.atomic_scope().is_empty()
}

/// Makes the operations what LLVM's back end keeps.
pub(super) fn legalize(editor: &mut Editor<'_>, processor: u32) -> Changed {
    let is_weakened = |value: &Value<'_>| match value.opcode() {
        Opcode::AtomicReadModifyWrite => true,
        Opcode::Load | Opcode::Store | Opcode::CompareExchange => processor < WITH_ORDERS,
        _ => false,
    };
    let mut changed = Changed::No;
    for access in editor.view().atomics().into_iter().filter(is_weakened) {
        changed |= legalize_one(editor, access);
    }
    changed
}

fn legalize_one<'m>(editor: &mut Editor<'m>, access: Value<'m>) -> Changed {
    let order = access.atomic_order().expect("an atomic access");
    let opcode = access.opcode();
    let acquires = (opcode != Opcode::Store).then_some(Order::Acquire);
    let (before, behind) = match order {
        Order::Relaxed => (None, None),
        Order::Acquire => (None, acquires),
        Order::Release => (Some(Order::Release), None),
        Order::AcquireRelease => (Some(Order::Release), acquires),
        Order::SequentiallyConsistent => (Some(Order::SequentiallyConsistent), acquires),
    };
    if order != Order::Relaxed {
        editor.relax_between_fences(access, before, behind);
    }
    if opcode == Opcode::AtomicReadModifyWrite && is_of_system(access) {
        match intrinsic(access) {
            Some(name) => call(editor, access, &name),
            None => editor.expand_to_compare_exchange(access),
        }
        return Changed::Yes;
    }
    if order == Order::Relaxed { Changed::No } else { Changed::Yes }
}

/// The intrinsic that does what an `atomicrmw` does, for the whole system.
fn intrinsic(update: Value<'_>) -> Option<String> {
    let operation = update.atomic_operation();
    let (_, name) = OF_SYSTEM.iter().find(|(own, _)| *own == operation)?;
    let ty = match (update.ty().kind(), name.ends_with('f')) {
        (TypeKind::Integer(bits @ (32 | 64)), false) => format!("i{bits}"),
        (TypeKind::Float, true) => "f32".to_owned(),
        (TypeKind::Double, true) => "f64".to_owned(),
        _ => return None,
    };
    let TypeKind::Pointer(space) = update.operand(0).ty().kind() else { return None };
    Some(format!("llvm.nvvm.atomic.{name}.sys.{ty}.p{space}"))
}

/// Puts a call of an intrinsic in the place of an `atomicrmw`.
fn call<'m>(editor: &mut Editor<'m>, update: Value<'m>, name: &str) {
    let operands = [update.operand(0), update.operand(1)];
    let ty = editor.function_type(update.ty(), &operands.map(|operand| operand.ty()));
    let function = editor.declare_function(name, ty);
    editor.position_before(update);
    let result = editor.call(function, &operands, "");
    editor.take_name(result, update);
    editor.replace_all_uses(update, result);
    editor.erase_instruction(update);
}
