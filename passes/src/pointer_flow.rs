//! Ways of a pointer: through computations, stack slots, and the functions that it is passed to.
//!
//! A pointer is followed into a function whichever call it comes from. What it is merged with, computed into or put
//! into counts as the pointer.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{Call, Function, Opcode, TypeKind, Value};

/// Events on the way of a pointer.
pub(crate) enum Event<'m> {
    /// An instruction uses the value that it has become.
    Use(Value<'m>, Value<'m>),
    /// An instruction puts it out of sight.
    Lost(Value<'m>, Way),
}

/// Ways in which a pointer gets out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is stored where others may find it.
    Stored,
    /// A function that is not here, or not known, gets it.
    PassedOn,
}

/// Follows pointers, and calls `event` for everything on the way.
///
/// # Errors
/// The first one of `event`, which ends the walk.
pub(crate) fn follow<'m, E>(
    pointers: impl IntoIterator<Item = Value<'m>>,
    mut event: impl FnMut(Event<'m>) -> Result<(), E>,
) -> Result<(), E> {
    let mut walk = Walk::default();
    pointers.into_iter().for_each(|pointer| walk.follow(pointer));
    while let Some(value) = walk.work.pop() {
        for user in value.users().filter(|user| user.is_instruction()) {
            event(Event::Use(user, value))?;
            if let Err(way) = walk.user(user, value) {
                event(Event::Lost(user, way))?;
            }
        }
    }
    Ok(())
}

/// Whether a call calls the function, by the function's own type.
pub(crate) fn calls<'m>(call: Call<'m>, function: Function<'m>) -> bool {
    call.callee() == Some(function) && call.called_type() == function.value_type()
}

#[derive(Default)]
struct Walk<'m> {
    seen: FxHashSet<Value<'m>>,
    work: Vec<Value<'m>>,
    /// By function, the calls that pass the pointer to it.
    entered: FxHashMap<Function<'m>, Vec<Call<'m>>>,
    /// Functions that return the pointer if they get it.
    returning: FxHashSet<Function<'m>>,
}

impl<'m> Walk<'m> {
    fn follow(&mut self, value: Value<'m>) {
        if self.seen.insert(value) {
            self.work.push(value);
        }
    }

    fn user(&mut self, user: Value<'m>, value: Value<'m>) -> Result<(), Way> {
        match user.opcode() {
            Opcode::Load | Opcode::Compare | Opcode::FloatCompare | Opcode::Jump | Opcode::IndirectJump => {}
            Opcode::Store if user.operand(0) == value => {
                let loads = slot_loads(user.operand(1)).ok_or(Way::Stored)?;
                loads.into_iter().for_each(|load| self.follow(load));
            }
            Opcode::Store => {}
            Opcode::AtomicReadModifyWrite | Opcode::CompareExchange => {
                if user.operands().skip(1).any(|operand| operand == value) {
                    return Err(Way::Stored);
                }
            }
            Opcode::Return => {
                let function = user.parent_function();
                if self.returning.insert(function) {
                    let calls = self.entered.get(&function).cloned().unwrap_or_default();
                    calls.into_iter().for_each(|call| self.follow(*call));
                }
            }
            Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
                user.as_call().map_or(Ok(()), |call| self.passed(call, value))?;
            }
            _ if user.ty().kind() == TypeKind::Void => return Err(Way::PassedOn),
            _ => self.follow(user),
        }
        Ok(())
    }

    fn passed(&mut self, call: Call<'m>, value: Value<'m>) -> Result<(), Way> {
        let arguments = call.argument_count();
        let callee = call.callee();
        // An operand that is not an argument is the callee, or belongs to an operand bundle.
        let others = call.operands().skip(arguments as usize).any(|operand| operand == value);
        if others && !is_assumption(call) {
            return Err(Way::PassedOn);
        }
        for (index, _) in (0..arguments).zip(call.operands()).filter(|(_, argument)| *argument == value) {
            if let Some(callee) = callee.filter(|callee| !callee.is_declaration() && calls(call, *callee)) {
                let Some(parameter) = callee.parameters().nth(index as usize) else { return Err(Way::PassedOn) };
                self.entered.entry(callee).or_default().push(call);
                self.follow(parameter);
                if self.returning.contains(&callee) {
                    self.follow(*call);
                }
            } else if matches!(value.ty().kind(), TypeKind::Pointer(_)) && call.does_not_capture(index) {
                // It may still return the pointer, as `llvm.ptrmask` does.
                self.follow(*call);
            } else {
                return Err(Way::PassedOn);
            }
        }
        Ok(())
    }
}

/// Whether a call is one of `llvm.assume`, whose operand bundles say something about their operands.
pub(crate) fn is_assumption(call: Call<'_>) -> bool {
    call.called_value().as_function().is_some_and(|callee| callee.name() == "llvm.assume")
}

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
                Opcode::Call if user.as_call().is_some_and(|call| is_marker(&call.called_value().name())) => {}
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
