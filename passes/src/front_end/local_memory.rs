//! Gives each call that asks for local memory of the work-group a variable of its own.
//!
//! The header's `group_local_memory` asks `__sycl_allocateLocalMemory(size, alignment)`, as DPC++'s does. Each of its
//! calls in the source has memory of its own. A call is one instruction wherever its function is inlined, so the
//! instructions that are left get a variable each. In a function that is not inlined, the calls of that function would
//! share one: it is refused unless each kernel calls it from one place.
//!
//! Runs on linked modules, since what is inlined is inlined then.
//!
//! Cost: none without such calls; else the callers of the functions that have them.

use sycl_propset::demangle::display_name;

use super::Error;
use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, ModuleView, Value, kernels::Kernels},
    site::Site,
    uses::Uses,
};

/// The function that nothing defines.
const ALLOCATE: &str = "__sycl_allocateLocalMemory";

/// Address space of local memory.
const LOCAL: u32 = 3;

/// Most bytes of one variable: more than any device has.
const MOST: u64 = 1 << 30;

/// A call with the size and the alignment that it asks for.
type Request<'m> = (Call<'m>, u64, u64);

/// Finds the calls.
pub(super) fn find<'m>(module: ModuleView<'m>) -> Result<Vec<Request<'m>>, Error> {
    let Some(function) = module.function(ALLOCATE).filter(|function| function.is_declaration()) else {
        return Ok(Vec::new());
    };
    let kernels = Kernels::of(module);
    let uses = Uses::of(function);
    if let Some(user) = uses.others.iter().find(|user| user.is_instruction()) {
        return Err(Error::LocalMemorySize { site: Box::new(Site::new(user.parent_function(), user.location())) });
    }
    // In the order of the module: that of uses is not stable.
    let mut calls = Vec::new();
    for caller in module.functions().filter(|caller| uses.calls.iter().any(|call| call.parent_function() == *caller)) {
        for call in caller.instructions().filter_map(Value::as_call).filter(|call| call.callee() == Some(function)) {
            let site = || Box::new(Site::new(caller, call.location()));
            let numbers: Vec<Option<u64>> = call.arguments().map(Value::as_unsigned).collect();
            match numbers[..] {
                [Some(size @ 1..=MOST), Some(alignment @ 1..=MOST)] if alignment.is_power_of_two() => {
                    calls.push((call, size, alignment));
                }
                _ => return Err(Error::LocalMemorySize { site: site() }),
            }
            let (mut reached, mut path) = (Vec::new(), Vec::new());
            if let Some(shared) = shared_by(caller, &kernels, &mut reached, &mut path) {
                return Err(Error::LocalMemoryShared { site: site(), users: shared });
            }
        }
    }
    Ok(calls)
}

/// Replaces the calls.
pub(super) fn allocate<'m>(editor: &mut Editor<'m>, calls: &[Request<'m>]) -> Changed {
    for (call, size, alignment) in calls {
        let ty = editor.array_type(editor.integer_type(8), *size);
        let variable = editor.define_undefined("group_local_memory", ty, LOCAL, *alignment);
        let function = call.callee();
        editor.replace_all_uses(**call, *variable);
        editor.erase_instruction(**call);
        if let Some(function) = function {
            editor.erase_if_unused(*function);
        }
    }
    Changed::from(!calls.is_empty())
}

/// Who would share the variables of a function that is not inlined; `None` if each kernel calls it from one place.
/// `reached` are the kernels found so far.
fn shared_by<'m>(
    function: Function<'m>,
    kernels: &Kernels<'m>,
    reached: &mut Vec<Function<'m>>,
    path: &mut Vec<Function<'m>>,
) -> Option<String> {
    let named = |function: Function<'_>, what: &str| Some(format!("{what} `{}`", display_name(&function.name())));
    if kernels.defines(function) {
        if reached.contains(&function) {
            return named(function, "from several places by kernel");
        }
        reached.push(function);
    }
    if path.contains(&function) {
        return named(function, "again by function");
    }
    let uses = Uses::of(function);
    if let Some(user) = uses.others.iter().find(|user| user.is_instruction()) {
        return named(user.parent_function(), "through a pointer by function");
    }
    path.push(function);
    let shared = uses.calls.iter().find_map(|call| shared_by(call.parent_function(), kernels, reached, path));
    path.pop();
    shared
}
