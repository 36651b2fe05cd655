//! Values that unoptimized code keeps in stack slots.

use crate::ir::{Opcode, Value};

/// Loads out of a stack slot that is only stored to and loaded from; none if `address` is something else.
pub(crate) fn slot_loads(address: Value<'_>) -> Option<Vec<Value<'_>>> {
    let slot = address.strip_pointer_casts();
    if !slot.is_instruction() || !slot.is_alloca() {
        return None;
    }
    let mut loads = Vec::new();
    let mut work = vec![slot];
    while let Some(address) = work.pop() {
        for user in address.users() {
            match user.opcode() {
                Opcode::Load => loads.push(user),
                Opcode::Store if user.operand(0) != address => {}
                Opcode::PointerCast => work.push(user),
                Opcode::Call if is_marker(&user.called_value().name()) => {}
                _ => return None,
            }
        }
    }
    Some(loads)
}

/// Whether calls of the function neither read nor write.
pub(crate) fn is_marker(name: &str) -> bool {
    name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.") || name.starts_with("llvm.prefetch")
}
