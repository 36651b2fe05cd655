//! How functions are used: by direct calls, and otherwise.

use rustc_hash::FxHashSet;

use crate::{
    ir::{Call, Function, UsedList},
    pointer_flow::calls,
};

/// How a function is used.
#[derive(Default)]
pub(crate) struct Uses<'m> {
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

impl<'m> Uses<'m> {
    pub(crate) fn of(function: Function<'m>) -> Self {
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
