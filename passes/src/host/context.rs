//! Functions that ask for ids or use local memory, and are not part of a kernel: recursive ones, and those that are
//! called through pointers or are too large to copy. They find out which item runs from a variable of the thread. A
//! kernel that reaches them writes it before each call on the way to them; nothing in them waits at a barrier, so it
//! stays right until they return.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::{
    ids,
    memory::{self, Variables},
    primitive::Primitive,
    work_group::WorkGroup,
};
use crate::{
    ir::{Call, Editor, Function, GlobalVariable, Type, Value, attribute},
    uses::Uses,
};

/// The variable.
const ITEM: &str = "sycl.host.item";

/// Attributes that stop being true when a function reads the variable: front ends take ids for constants, so a function
/// that asks for one, and all that call it, may be without effects in their eyes. With these attributes, calls would be
/// the same for all items, and would leave the loops over them.
const EFFECTS: [&str; 2] = ["memory", "speculatable"];

/// Parts of the variable, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Group = 0,
    Local = 1,
    Scratch = 2,
    Dynamic = 3,
    KernelName = 4,
    Id0 = 5,
    Id1 = 6,
    Id2 = 7,
    SubGroupSize = 8,
}

const PARTS: u64 = 9;

impl Part {
    const POINTERS: u64 = 5;

    fn ty<'m>(self, editor: &Editor<'m>) -> Type<'m> {
        if (self as u64) < Self::POINTERS { editor.pointer_type(0) } else { editor.integer_type(64) }
    }

    fn place<'m>(self, editor: &mut Editor<'m>, item: GlobalVariable<'m>) -> Value<'m> {
        editor.address_behind(*item, self as u64 * 8, "")
    }

    /// Reads it, where the builder is.
    pub(super) fn load<'m>(self, editor: &mut Editor<'m>, item: GlobalVariable<'m>, name: &str) -> Value<'m> {
        let ty = self.ty(editor);
        let place = self.place(editor, item);
        editor.load(ty, place, 8, name)
    }
}

/// Functions outside of kernels that find their item in the variable.
pub(super) struct Outside<'m> {
    functions: Vec<Function<'m>>,
    /// Variables in local memory that they use. They have the same place for all kernels.
    pub(super) variables: Variables<'m>,
    /// Primitives that they ask for.
    pub(super) asked: BTreeSet<Primitive>,
}

impl<'m> Outside<'m> {
    /// Finds them, marks calls in kernels that lead to them, and lets what leads to them have effects.
    pub(super) fn find(editor: &mut Editor<'m>) -> Self {
        let module = editor.view();
        let layout = module.data_layout();
        let is_kernel = |function: Function<'m>| function.has_string_attribute(attribute::KERNEL);
        let (kernels, others): (Vec<_>, Vec<_>) =
            module.functions().filter(|function| !function.is_declaration()).partition(|f| is_kernel(*f));
        let mut outside =
            Self { functions: Vec::new(), variables: Variables::for_module(module), asked: BTreeSet::new() };
        for function in &others {
            let asked = function.instructions().filter_map(Primitive::called).map(|(primitive, _)| primitive);
            let (asked, used): (BTreeSet<_>, Vec<_>) = (asked.collect(), memory::used(*function).collect());
            if !asked.is_empty() || !used.is_empty() {
                outside.functions.push(*function);
                outside.asked.extend(asked);
                used.into_iter().for_each(|variable| outside.variables.add(&layout, variable));
            }
        }
        if !outside.functions.is_empty() {
            let reaching = outside.reaching(&others);
            let ty = editor.function_type(editor.void_type(), &[]);
            let leads_there = |call: &Call<'m>| call.callee().is_none_or(|callee| reaching.contains(&callee));
            let calls = |function: Function<'m>| function.instructions().filter_map(Value::as_call).filter(leads_there);
            for call in kernels.iter().copied().flat_map(calls).collect::<Vec<_>>() {
                let publish = editor.declare_function(Primitive::PUBLISH, ty);
                editor.position_before(*call);
                editor.call(publish, &[], "");
                EFFECTS.iter().for_each(|name| editor.remove_call_attribute(call, name));
            }
            for function in others.iter().copied().filter(|function| reaching.contains(function)) {
                EFFECTS.iter().for_each(|name| editor.remove_function_attribute(function, name));
                for call in calls(function).collect::<Vec<_>>() {
                    EFFECTS.iter().for_each(|name| editor.remove_call_attribute(call, name));
                }
            }
        }
        outside
    }

    /// The functions, and those that call them or call through pointers.
    fn reaching(&self, others: &[Function<'m>]) -> FxHashSet<Function<'m>> {
        let calls_pointers = |function: &&Function<'m>| {
            function.instructions().filter_map(Value::as_call).any(|call| call.callee().is_none())
        };
        let mut work: Vec<_> = self.functions.iter().chain(others.iter().filter(calls_pointers)).copied().collect();
        let mut reaching: FxHashSet<Function<'m>> = work.iter().copied().collect();
        while let Some(callee) = work.pop() {
            let callers = Uses::find(callee).calls.into_iter().map(|call| call.parent_function());
            work.extend(callers.filter(|caller| reaching.insert(*caller)));
        }
        reaching
    }

    /// Lets them read what they ask for.
    pub(super) fn lower(&self, editor: &mut Editor<'m>) {
        for function in &self.functions {
            let instructions: Vec<Value<'m>> = function.instructions().collect();
            let called = instructions.iter().copied().filter_map(Primitive::called);
            let barriers: Vec<Call<'m>> = called.filter(|(p, _)| p.is_barrier()).map(|(_, call)| call).collect();
            let item = variable(editor);
            let mut group = WorkGroup::outside(editor, *function, item);
            group.place_variables(editor, &self.variables, &instructions);
            group.position(editor);
            let ids = [Part::Id0, Part::Id1, Part::Id2].map(|part| part.load(editor, item, "id"));
            ids::answer(editor, &mut group, ids, instructions.iter().copied());
            // No kernel comes here: that is checked before anything is changed.
            for barrier in barriers {
                editor.position_before(*barrier);
                editor.intrinsic("llvm.trap", &[], &[], "");
                editor.erase_instruction(*barrier);
            }
        }
    }
}

fn variable<'m>(editor: &mut Editor<'m>) -> GlobalVariable<'m> {
    if let Some(known) = editor.view().global_variable(ITEM) {
        return known;
    }
    let parts = editor.null(editor.array_type(editor.integer_type(64), PARTS));
    let variable = editor.define_variable(ITEM, parts, 8);
    editor.make_thread_local(variable);
    variable
}

/// Says which item runs, where the builder is.
pub(super) fn publish<'m>(editor: &mut Editor<'m>, values: &[(Part, Value<'m>)]) {
    let item = variable(editor);
    for (part, value) in values {
        let place = part.place(editor, item);
        editor.store(*value, place, 8);
    }
}
