//! The local memory of launches as an argument: SPIR-V has it of static sizes and of arguments only.
//!
//! Code that asks for it gets a variable of a fixed size from the library of built-in functions. Here each kernel that
//! reaches the variable gets one more parameter, the last, in its place, and the attributes by which `sycl-post-link`
//! writes the property set "SYCL/implicit local arg". Other functions find the address in a variable in local memory,
//! which every item of a group sets to the same value first.

use rustc_hash::FxHashSet;

use crate::{
    changed::Changed,
    ir::{Editor, Function, GlobalVariable, Value, attribute, gpu::address_space, kernels::Kernels},
};

/// The variable of the library, `sp::fixed_local_memory`.
const FIXED: &str = "_ZN2spL18fixed_local_memoryE";

/// Bytes of a pointer to local memory in memory, at most.
const POINTER: u64 = 8;

/// Gives kernels the parameter.
pub(super) fn to_argument(editor: &mut Editor<'_>) -> Changed {
    let Some(fixed) = editor.view().global_variable(FIXED) else { return Changed::No };
    editor.expand_constants(fixed);
    let users: FxHashSet<Function<'_>> =
        fixed.users().filter(|user| user.is_instruction()).map(Value::parent_function).collect();
    let kernels = Kernels::find(editor.view());
    let (reached, by_address) = callers(&users);
    let functions: Vec<Function<'_>> = editor.view().functions().collect();
    let are_helpers = functions.iter().any(|function| users.contains(function) && !kernels.defines(*function));
    let pointer = editor.pointer_type(address_space::LOCAL);
    let slot =
        are_helpers.then(|| editor.define_undefined("sycl.local-memory", pointer, address_space::LOCAL, POINTER));
    for function in functions {
        if kernels.defines(function) {
            if by_address || reached.contains(&function) {
                change_kernel(editor, function, fixed, slot);
            }
        } else if let Some(slot) = slot.filter(|_| users.contains(&function)) {
            editor.position_at_entry(function);
            let address = editor.load(pointer, *slot, POINTER, "local.memory");
            replace(editor, fixed, function, address);
        }
    }
    editor.erase_if_unused(*fixed);
    Changed::Yes
}

/// The functions that reach some of these by calls, themselves included, and whether the address of one of them is
/// taken, so that any function may call it.
fn callers<'m>(users: &FxHashSet<Function<'m>>) -> (FxHashSet<Function<'m>>, bool) {
    let (mut reached, mut is_taken) = (users.clone(), false);
    let mut waiting: Vec<Function<'m>> = users.iter().copied().collect();
    while let Some(function) = waiting.pop() {
        for user in function.users() {
            match user.as_call().filter(|call| call.called_value() == *function) {
                Some(_) if reached.insert(user.parent_function()) => waiting.push(user.parent_function()),
                Some(_) => {}
                None => is_taken = true,
            }
        }
    }
    (reached, is_taken)
}

fn change_kernel<'m>(
    editor: &mut Editor<'m>,
    kernel: Function<'m>,
    fixed: GlobalVariable<'m>,
    slot: Option<GlobalVariable<'m>>,
) {
    let mut types = kernel.value_type().parameters();
    let index = types.len() as u32;
    types.push(editor.pointer_type(address_space::LOCAL));
    let ty = editor.function_type(kernel.value_type().result(), &types);
    let new = editor.function_like(kernel, ty, "");
    editor.add_string_attribute(new, attribute::WORK_GROUP_STATIC, "");
    editor.add_parameter_string_attribute(new, index, attribute::IMPLICIT_LOCAL_ARGUMENT, "");
    editor.move_body(kernel, new);
    let pairs: Vec<(Value<'m>, Value<'m>)> = kernel.parameters().zip(new.parameters()).collect();
    for (old, new) in pairs {
        let name = old.name();
        editor.set_name(old, "");
        editor.set_name(new, &name);
        editor.replace_all_uses(old, new);
    }
    let address = new.parameters().last().expect("the parameter that was added");
    editor.set_name(address, "local.memory");
    if let Some(slot) = slot {
        editor.position_at_entry(new);
        editor.store(address, *slot, POINTER);
    }
    replace(editor, fixed, new, address);
    editor.replace_function(kernel, new);
}

/// Puts an address in the place of the variable in a function.
fn replace<'m>(editor: &mut Editor<'m>, fixed: GlobalVariable<'m>, function: Function<'m>, address: Value<'m>) {
    let users: Vec<Value<'m>> =
        fixed.users().filter(|user| user.is_instruction() && user.parent_function() == function).collect();
    users.into_iter().for_each(|user| editor.replace_operands(user, *fixed, address));
}
