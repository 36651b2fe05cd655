//! Ways of the address of a function.

use rustc_hash::FxHashSet;

use crate::{
    ir::{Call, Function, Opcode, UsedList, Value, ValueKind},
    pointer_flow::calls,
};

/// Uses of a function. In LLVM's order of uses, which is not stable.
#[derive(Default)]
pub(crate) struct Uses<'m> {
    /// Direct calls and invokes, also through casts and aliases.
    pub(crate) calls: Vec<Call<'m>>,
    /// Instructions and globals that do something else with its address.
    pub(crate) others: Vec<Value<'m>>,
}

impl<'m> Uses<'m> {
    pub(crate) fn find(function: Function<'m>) -> Self {
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

/// Uses of a function, for those who give it another signature: what they can change, and what holds it as it is.
#[derive(Default)]
pub(crate) struct SignatureUses<'m> {
    /// Direct calls by the function's own type, in no stable order.
    pub(crate) calls: Vec<Call<'m>>,
    /// A direct invoke.
    pub(crate) invoke: Option<Call<'m>>,
    /// Its address is used other than in a list of used globals.
    pub(crate) address: bool,
    /// An alias stands for it.
    pub(crate) alias: bool,
    /// Lists of used globals that name it.
    pub(crate) lists: Vec<UsedList>,
}

impl<'m> SignatureUses<'m> {
    pub(crate) fn find(function: Function<'m>) -> Self {
        let mut uses = Self::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![*function];
        while let Some(value) = work.pop() {
            for user in value.users() {
                if user.is_instruction() {
                    let passed = user.operands().filter(|operand| *operand == value).count() > 1;
                    match user.as_call().filter(|call| calls(*call, function)) {
                        Some(call) if call.is_call() => uses.calls.push(call),
                        Some(call) => uses.invoke = Some(call),
                        None => uses.address = true,
                    }
                    uses.address |= passed;
                } else if user.is_global_variable() {
                    match [UsedList::Used, UsedList::ByCompiler].into_iter().find(|l| l.name() == user.name()) {
                        Some(list) => uses.lists.push(list),
                        None => uses.address = true,
                    }
                } else if user.is_alias() || !user.is_global() {
                    uses.alias |= user.is_alias();
                    // Aliases, and constant expressions and arrays on the way to an instruction or initializer.
                    if seen.insert(user) {
                        work.push(user);
                    }
                } else {
                    uses.address = true;
                }
            }
        }
        uses
    }
}
