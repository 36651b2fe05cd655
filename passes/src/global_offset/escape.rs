//! Whether a pointer to the stack of a function outlives it.
//!
//! A pointer is followed through the functions that it is passed to, whichever call it comes from. What it is merged with,
//! computed into or put into counts as the pointer.

use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::calls;
use crate::{
    ir::{Opcode, TypeKind, Value},
    stack_slots::slot_loads,
};

/// How a pointer gets out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Its function returns it.
    Returned,
    /// It is stored where others may find it.
    Stored,
    /// A function that is not here, or not known, gets it.
    PassedOn,
}

/// The place where a pointer gets out.
pub(super) struct Escape<'m> {
    pub(super) function: Value<'m>,
    pub(super) way: Way,
}

/// Where a pointer to the stack of the function that holds this instruction gets out of that function; none if it does not.
pub(super) fn escape(pointer: Value<'_>) -> Option<Escape<'_>> {
    let mut walk = Walk::of(pointer);
    while let Some(value) = walk.work.pop() {
        for user in value.users() {
            if let Err(way) = walk.user(user, value) {
                return Some(Escape { function: user.parent_function(), way });
            }
        }
    }
    None
}

struct Walk<'m> {
    owner: Value<'m>,
    seen: FxHashSet<Value<'m>>,
    work: Vec<Value<'m>>,
    /// By function, the calls that pass the pointer to it.
    entered: FxHashMap<Value<'m>, Vec<Value<'m>>>,
    /// Functions that return the pointer if they get it.
    returning: FxHashSet<Value<'m>>,
}

impl<'m> Walk<'m> {
    fn of(pointer: Value<'m>) -> Self {
        Self {
            owner: pointer.parent_function(),
            seen: FxHashSet::from_iter([pointer]),
            work: vec![pointer],
            entered: FxHashMap::default(),
            returning: FxHashSet::default(),
        }
    }

    fn follow(&mut self, value: Value<'m>) {
        if self.seen.insert(value) {
            self.work.push(value);
        }
    }

    fn user(&mut self, user: Value<'m>, value: Value<'m>) -> Result<(), Way> {
        match user.opcode() {
            Opcode::Load | Opcode::Compare | Opcode::FloatCompare | Opcode::Jump => {}
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
            Opcode::Return => self.returned(user.parent_function())?,
            Opcode::Call | Opcode::Invoke | Opcode::CallBranch => self.passed(user, value)?,
            _ if user.ty().kind() == TypeKind::Void => return Err(Way::PassedOn),
            _ => self.follow(user),
        }
        Ok(())
    }

    fn returned(&mut self, function: Value<'m>) -> Result<(), Way> {
        if function == self.owner {
            return Err(Way::Returned);
        }
        if self.returning.insert(function) {
            let calls = self.entered.get(&function).cloned().unwrap_or_default();
            calls.into_iter().for_each(|call| self.follow(call));
        }
        Ok(())
    }

    fn passed(&mut self, call: Value<'m>, value: Value<'m>) -> Result<(), Way> {
        let arguments = call.argument_count();
        let callee = call.called_value().strip_pointer_casts();
        // An operand that is no argument is the callee, or belongs to an operand bundle.
        let others = call.operands().skip(arguments as usize).any(|operand| operand == value);
        if others && !(callee.is_function() && callee.name() == "llvm.assume") {
            return Err(Way::PassedOn);
        }
        for (index, _) in (0..arguments).zip(call.operands()).filter(|(_, argument)| *argument == value) {
            if callee.is_function() && !callee.is_declaration() && calls(call, callee) {
                let Some(parameter) = callee.parameters().nth(index as usize) else { return Err(Way::PassedOn) };
                self.entered.entry(callee).or_default().push(call);
                self.follow(parameter);
                if self.returning.contains(&callee) {
                    self.follow(call);
                }
            } else if matches!(value.ty().kind(), TypeKind::Pointer(_)) && call.does_not_capture(index) {
                // It may still return the pointer, as `llvm.ptrmask` does.
                self.follow(call);
            } else {
                return Err(Way::PassedOn);
            }
        }
        Ok(())
    }
}
