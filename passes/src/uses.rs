//! Where the address of a function goes.

use rustc_hash::FxHashSet;

use crate::ir::{Call, Function, Opcode, Value, ValueKind};

/// What uses a function. In LLVM's order of uses, which is not stable.
#[derive(Default)]
pub(crate) struct Uses<'m> {
    /// Direct calls and invokes, also through casts and aliases.
    pub(crate) calls: Vec<Call<'m>>,
    /// Instructions and globals that do something else with its address.
    pub(crate) others: Vec<Value<'m>>,
}

impl<'m> Uses<'m> {
    pub(crate) fn of(function: Function<'m>) -> Self {
        let mut uses = Self::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![*function];
        while let Some(address) = work.pop() {
            for user in address.users() {
                if user.is_instruction() {
                    match user.as_call().filter(|call| call.callee() == Some(function)) {
                        Some(call) if call.opcode() != Opcode::CallBr => uses.calls.push(call),
                        _ if user.opcode() == Opcode::PointerCast && user.strip_pointer_casts() == function => {
                            work.push(user);
                        }
                        _ => uses.others.push(user),
                    }
                } else if user.is_global() && user.kind() != ValueKind::Alias {
                    uses.others.push(user);
                } else if seen.insert(user) {
                    work.push(user);
                }
            }
        }
        uses
    }
}
