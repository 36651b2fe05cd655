//! Gives each call that asks for local memory of the work-group a variable of its own.
//!
//! The header's `group_local_memory` asks `__sycl_allocateLocalMemory(size, alignment)`, as DPC++'s does. Each of its
//! calls in the source has memory of its own. A call is one instruction wherever its function is inlined, so the
//! instructions that are left get a variable each. In a function that is not inlined, the calls of that function would
//! share one: where a kernel reaches it from several places, it is inlined there. What cannot be inlined is refused:
//! recursion, and calls through pointers.
//!
//! Runs on linked modules, since what the optimizer inlines is inlined then.
//!
//! Cost: none without such calls; else the callers of the functions that have them.

use sycl_propset::demangle::display_name;

use super::Error;
use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, ModuleView, Value, gpu::address_space, kernels::Kernels},
    site::Site,
    uses::Uses,
};

/// The function that nothing defines.
const ALLOCATE: &str = "__sycl_allocateLocalMemory";

/// Most bytes of one variable: more than any device has.
const MOST: u64 = 1 << 30;

/// A call with the size and the alignment that it asks for.
type Request<'m> = (Call<'m>, u64, u64);

/// Calls up to which functions are inlined: of functions that call each other several times there are soon many.
const MOST_CALLS: usize = 1000;

/// The function that is asked for local memory, if it is.
fn asked<'m>(module: ModuleView<'m>) -> Option<Function<'m>> {
    module.function(ALLOCATE).filter(|function| function.is_declaration())
}

/// The calls of a function in the order of the module: that of its uses is not stable.
fn in_order<'m>(module: ModuleView<'m>, function: Function<'m>, calls: &[Call<'m>]) -> Vec<Call<'m>> {
    let callers = module.functions().filter(|one| calls.iter().any(|call| call.parent_function() == *one));
    callers
        .flat_map(Function::instructions)
        .filter_map(Value::as_call)
        .filter(|call| call.callee() == Some(function))
        .collect()
}

/// Inlines functions with such calls where a kernel reaches them from several places.
pub(super) fn inline_shared(editor: &mut Editor<'_>) -> Changed {
    let module = editor.view();
    let Some(function) = asked(module) else { return Changed::No };
    let kernels = Kernels::find(module);
    let mut changed = Changed::No;
    loop {
        let calls = Uses::find(function).calls;
        let shared = module.functions().find(|caller| {
            calls.iter().any(|call| call.parent_function() == *caller)
                && !kernels.defines(*caller)
                && matches!(shared_by(*caller, &kernels), Some(Shared::Kernel(_)))
        });
        let Some(shared) = shared else { break };
        let places = in_order(module, shared, &Uses::find(shared).calls);
        let own = calls.iter().filter(|call| call.parent_function() == shared).count();
        if calls.len() + own * places.len() > MOST_CALLS {
            break; // what is left is refused, by name
        }
        changed = Changed::Yes;
        if !places.into_iter().all(|call| editor.inline_call(call)) {
            break;
        }
    }
    changed
}

/// Finds the calls.
pub(super) fn find<'m>(module: ModuleView<'m>) -> Result<Vec<Request<'m>>, Error> {
    let Some(function) = asked(module) else { return Ok(Vec::new()) };
    let kernels = Kernels::find(module);
    let uses = Uses::find(function);
    if let Some(user) = uses.others.iter().find(|user| user.is_instruction()) {
        return Err(Error::LocalMemorySize { site: Box::new(Site::new(user.parent_function(), user.location())) });
    }
    let mut calls = Vec::new();
    for call in in_order(module, function, &uses.calls) {
        let site = || Box::new(Site::new(call.parent_function(), call.location()));
        let numbers: Vec<Option<u64>> = call.arguments().map(Value::as_unsigned).collect();
        match numbers[..] {
            [Some(size @ 1..=MOST), Some(alignment @ 1..=MOST)] if alignment.is_power_of_two() => {
                calls.push((call, size, alignment));
            }
            _ => return Err(Error::LocalMemorySize { site: site() }),
        }
        if let Some(shared) = shared_by(call.parent_function(), &kernels) {
            return Err(Error::LocalMemoryShared { site: site(), users: shared.words() });
        }
    }
    Ok(calls)
}

/// Replaces the calls.
pub(super) fn allocate<'m>(editor: &mut Editor<'m>, calls: &[Request<'m>]) -> Changed {
    for (call, size, alignment) in calls {
        let ty = editor.array_type(editor.integer_type(8), *size);
        let variable = editor.define_undefined("group_local_memory", ty, address_space::LOCAL, *alignment);
        let function = call.callee();
        editor.replace_all_uses(**call, *variable);
        editor.erase_instruction(**call);
        if let Some(function) = function {
            editor.erase_if_unused(*function);
        }
    }
    Changed::from(!calls.is_empty())
}

/// Users that would share the variables of a function that is not inlined.
enum Shared<'m> {
    /// A kernel that calls it from several places.
    Kernel(Function<'m>),
    /// A function that it calls, which calls it again.
    Recursion(Function<'m>),
    /// A function that takes its address.
    Pointer(Function<'m>),
}

impl Shared<'_> {
    fn words(&self) -> String {
        let (what, function) = match self {
            Self::Kernel(kernel) => ("from several places by kernel", kernel),
            Self::Recursion(function) => ("again by function", function),
            Self::Pointer(function) => ("through a pointer by function", function),
        };
        format!("{what} `{}`", display_name(&function.name()))
    }
}

/// `None` if each kernel calls it from one place.
fn shared_by<'m>(function: Function<'m>, kernels: &Kernels<'m>) -> Option<Shared<'m>> {
    shared_behind(function, kernels, &mut Vec::new(), &mut Vec::new())
}

/// `reached` are the kernels found so far, `path` the functions on the way there.
fn shared_behind<'m>(
    function: Function<'m>,
    kernels: &Kernels<'m>,
    reached: &mut Vec<Function<'m>>,
    path: &mut Vec<Function<'m>>,
) -> Option<Shared<'m>> {
    if kernels.defines(function) {
        if reached.contains(&function) {
            return Some(Shared::Kernel(function));
        }
        reached.push(function);
    }
    if path.contains(&function) {
        return Some(Shared::Recursion(function));
    }
    let uses = Uses::find(function);
    if let Some(user) = uses.others.iter().find(|user| user.is_instruction()) {
        return Some(Shared::Pointer(user.parent_function()));
    }
    path.push(function);
    let shared = uses.calls.iter().find_map(|call| shared_behind(call.parent_function(), kernels, reached, path));
    path.pop();
    shared
}
