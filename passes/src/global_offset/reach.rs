//! Step 1: the triggers, their calls, and the functions that reach one. Changes nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Error, SUFFIX};
use crate::{
    ir::{Call, Function, Linkage, ModuleView, TypeKind, UsedList, Value, gpu::Architecture, kernels::Kernels},
    pointer_flow::calls,
    uses::SignatureUses,
};

/// Forms in which a trigger gives the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A pointer to three `i32`.
    Pointer,
    /// One offset by its dimension.
    Element,
}

/// Names of the triggers of each architecture.
fn names(architecture: Architecture) -> &'static [(&'static str, Form)] {
    const ELEMENT: (&str, Form) = ("_Z27__spirv_BuiltInGlobalOffseti", Form::Element);
    match architecture {
        Architecture::Nvptx => &[("llvm.nvvm.implicit.offset", Form::Pointer), ELEMENT],
        Architecture::Amdgpu => {
            &[("llvm.amdgcn.implicit.offset", Form::Pointer), ("llvm.amdgpu.implicit.offset", Form::Pointer), ELEMENT]
        }
    }
}

/// A function that device code asks for the offset.
pub(super) struct Trigger<'m> {
    pub(super) function: Function<'m>,
    pub(super) form: Form,
    /// In no stable order.
    pub(super) calls: Vec<Call<'m>>,
}

/// The triggers that a module declares, used or not.
pub(super) fn triggers(module: ModuleView<'_>, architecture: Architecture) -> Result<Vec<Trigger<'_>>, Error> {
    let mut found = Vec::new();
    for (name, form) in names(architecture) {
        // A library may define the function by itself: then it is one like any other.
        let Some(function) = module.function(name).filter(|f| f.is_declaration()) else { continue };
        check_type(function, *form, architecture)?;
        let mut found_calls = Vec::new();
        for user in function.users() {
            match user.as_call().filter(|call| call.is_call() && calls(*call, function)) {
                Some(call) => found_calls.push(call),
                None => return Err(not_a_call(function, user)),
            }
        }
        found.push(Trigger { function, form: *form, calls: found_calls });
    }
    Ok(found)
}

/// Mistake in a use of a trigger that is not a call of it.
fn not_a_call(trigger: Function<'_>, user: Value<'_>) -> Error {
    let place = if user.is_instruction() {
        format!("function `{}`", user.parent_function().name())
    } else {
        "a constant".to_owned()
    };
    Error::NotACall { trigger: trigger.name(), place }
}

fn check_type(function: Function<'_>, form: Form, architecture: Architecture) -> Result<(), Error> {
    let ty = function.value_type();
    let parameters: Vec<TypeKind> = ty.parameters().iter().map(|p| p.kind()).collect();
    let (right, expected) = match form {
        Form::Pointer => {
            let space = architecture.stack();
            let pointer = if space == 0 { "ptr".to_owned() } else { format!("ptr addrspace({space})") };
            let right = parameters.is_empty() && ty.result().kind() == TypeKind::Pointer(space);
            (right, format!("{pointer} ()"))
        }
        Form::Element => {
            let result = matches!(ty.result().kind(), TypeKind::Integer(_));
            let right = result && matches!(parameters[..], [TypeKind::Integer(_)]);
            (right, "an integer of one integer, such as i64 (i32)".to_owned())
        }
    };
    if right && !ty.is_variadic() {
        return Ok(());
    }
    Err(Error::TriggerType { trigger: function.name(), found: ty.to_string(), expected })
}

/// Functions that get a clone.
#[derive(Default)]
pub(super) struct Plan<'m> {
    /// In module order.
    pub(super) functions: Vec<Function<'m>>,
    /// The ones that are kernels.
    pub(super) kernels: FxHashSet<Function<'m>>,
    /// The ones whose clones are internal.
    pub(super) internal: FxHashSet<Function<'m>>,
    /// The ones that may be called through a pointer, in module order.
    pub(super) address_taken: Vec<Function<'m>>,
    /// Kernels that a list of used globals names.
    pub(super) used: Vec<(UsedList, Vec<Function<'m>>)>,
}

/// Follows calls upward from the triggers.
pub(super) fn plan<'m>(
    module: ModuleView<'m>,
    kernels: &Kernels<'m>,
    triggers: &[Trigger<'m>],
) -> Result<Plan<'m>, Error> {
    let mut reached: FxHashMap<Function<'m>, SignatureUses<'m>> = FxHashMap::default();
    let mut work: Vec<Function<'m>> =
        triggers.iter().flat_map(|t| &t.calls).map(|call| call.parent_function()).collect();
    while let Some(function) = work.pop() {
        if reached.contains_key(&function) {
            continue;
        }
        let uses = SignatureUses::find(function);
        work.extend(uses.calls.iter().map(|call| call.parent_function()));
        reached.insert(function, uses);
    }
    if reached.is_empty() {
        return Ok(Plan::default());
    }

    let mut plan =
        Plan { used: vec![(UsedList::Used, Vec::new()), (UsedList::ByCompiler, Vec::new())], ..Plan::default() };
    // Module order, so that messages and output do not depend on hashes.
    for function in module.functions() {
        let Some(uses) = reached.get(&function) else { continue };
        let name = function.name();
        if function.value_type().is_variadic() {
            return Err(Error::Variadic { function: name });
        }
        if let Some(invoke) = uses.invoke {
            return Err(Error::Invoked { function: name, caller: invoke.parent_function().name() });
        }
        if kernels.defines(function) {
            // The smallest name, because uses have no stable order.
            if let Some(caller) = uses.calls.iter().map(|call| call.parent_function().name()).min() {
                return Err(Error::CalledKernel { kernel: name, caller });
            }
            plan.kernels.insert(function);
            for (list, functions) in &mut plan.used {
                if uses.lists.contains(list) {
                    functions.push(function);
                }
            }
        } else if uses.address {
            plan.address_taken.push(function);
        }
        if function.has_block_address() {
            return Err(Error::BlockAddress { function: name });
        }
        if function.linkage() == Linkage::Local || function.is_available_externally() && !kernels.contains(function) {
            plan.internal.insert(function);
        } else {
            let clone = clone_name(&name);
            if module.is_name_taken(&clone) {
                return Err(Error::NameTaken { function: name, name: clone });
            }
        }
        plan.functions.push(function);
    }
    Ok(plan)
}

/// The name of a function's clone, which runtimes know.
pub(super) fn clone_name(name: &str) -> String {
    format!("{name}{SUFFIX}")
}
