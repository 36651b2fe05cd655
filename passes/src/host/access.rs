//! Accesses to memory that are independent between items: all that are not atomic, or there would be a race in the
//! kernel. Stack memory is another matter: there is one copy of it, which items use one after another.

use rustc_hash::FxHashSet;

use crate::ir::{AccessGroup, Editor, Opcode, Value};

/// Stack memory that all items of a function share.
pub(super) struct SharedStack<'m> {
    /// Values that may hold an address in it.
    addresses: FxHashSet<Value<'m>>,
    /// Whether an address in it is stored or handed to a function.
    escapes: bool,
}

impl<'m> SharedStack<'m> {
    /// Follows addresses in allocas.
    pub(super) fn find(memory: impl Iterator<Item = Value<'m>>) -> Self {
        let mut shared = Self { addresses: FxHashSet::default(), escapes: false };
        let mut work: Vec<Value<'m>> = memory.collect();
        shared.addresses.extend(work.iter().copied());
        while let Some(address) = work.pop() {
            for user in address.users().filter(|user| user.is_instruction()) {
                match user.opcode() {
                    Opcode::Load | Opcode::Compare => {}
                    Opcode::Store => shared.escapes |= user.operand(0) == address,
                    Opcode::GetElementPointer | Opcode::PointerCast | Opcode::Phi | Opcode::Select => {
                        if shared.addresses.insert(user) {
                            work.push(user);
                        }
                    }
                    Opcode::Call if user.as_call().is_some_and(|call| is_harmless(call, address)) => {}
                    _ => shared.escapes = true,
                }
            }
        }
        shared
    }

    /// Whether an access may be to this memory.
    fn may_have(&self, pointer: Value<'m>) -> bool {
        self.addresses.contains(&pointer) || self.escapes && !base(pointer).is_global() || is_of_thread(pointer)
    }
}

/// Whether a call keeps no copy of a pointer and hands none back.
fn is_harmless<'m>(call: crate::ir::Call<'m>, address: Value<'m>) -> bool {
    let is_intrinsic = call.callee().is_some_and(|callee| callee.is_known_intrinsic());
    let count = call.argument_count();
    is_intrinsic
        && (0..count).zip(call.arguments()).all(|(index, argument)| argument != address || call.does_not_capture(index))
}

/// Base of a pointer.
fn base(pointer: Value<'_>) -> Value<'_> {
    let mut base = pointer;
    while matches!(base.opcode(), Opcode::GetElementPointer | Opcode::PointerCast) || base.gep_source_type().is_some() {
        base = base.operand(0);
    }
    base
}

/// Whether a pointer is to a variable of the thread, which items use one after another (`context`).
fn is_of_thread(pointer: Value<'_>) -> bool {
    base(pointer).as_global_variable().is_some_and(|variable| variable.is_thread_local())
}

/// Puts the accesses of instructions that are independent between items into a group.
pub(super) fn mark<'m>(
    editor: &mut Editor<'m>,
    instructions: impl Iterator<Item = Value<'m>>,
    stack: &SharedStack<'m>,
    group: AccessGroup<'m>,
) {
    for instruction in instructions {
        let is_independent = match instruction.opcode() {
            Opcode::Load => instruction.atomic_type().is_none() && !stack.may_have(instruction.operand(0)),
            Opcode::Store => instruction.atomic_type().is_none() && !stack.may_have(instruction.operand(1)),
            // An assumption counts as an access, and would keep the others from being independent.
            Opcode::Call => instruction.effects().is_hint(),
            _ => false,
        };
        if is_independent {
            editor.add_to_group(instruction, group);
        }
    }
}
