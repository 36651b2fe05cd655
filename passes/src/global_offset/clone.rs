//! Step 2: the clones.

use rustc_hash::FxHashMap;

use super::reach::{Form, Plan, Trigger, clone_name};
use crate::{
    ir::{
        ByValOrByRef, Call, Editor, Function, Type, TypeKind, Value,
        gpu::{Architecture, NVVM_ANNOTATIONS, address_space},
    },
    pointer_flow::calls,
};

const DIMENSIONS: u64 = 3;
/// Alignment of the three offsets.
const ALIGNMENT: u64 = 4;
const SIZE: u64 = DIMENSIONS * 4;

/// Makes a clone of each function of the plan.
pub(super) fn clone<'m>(
    editor: &mut Editor<'m>,
    architecture: Architecture,
    plan: &Plan<'m>,
    triggers: &[Trigger<'m>],
) {
    if plan.functions.is_empty() {
        return;
    }
    // All declarations before any body: calls among the functions, recursive ones too, find their new callee.
    let mut clones = FxHashMap::default();
    for function in &plan.functions {
        clones.insert(*function, declare(editor, architecture, plan, *function));
    }
    let forms: FxHashMap<Function<'m>, Form> = triggers.iter().map(|t| (t.function, t.form)).collect();
    for function in &plan.functions {
        let clone = clones[function];
        editor.clone_body(*function, clone);
        if plan.internal.contains(function) {
            editor.make_internal(*clone);
        }
        let parameter = add_parameter(editor, architecture, plan, *function, clone);
        let offset = offset_pointer(editor, architecture, plan, *function, clone, parameter);
        let of_this_frame = plan.kernels.contains(function);
        // The next instruction is known before the current one goes.
        let mut leaks = false;
        for instruction in clone.instructions() {
            let Some(call) = instruction.as_call().filter(|call| call.is_call()) else { continue };
            let Some(callee) = call.callee() else { continue };
            if let Some(form) = forms.get(&callee) {
                leaks |= *form == Form::Pointer;
                give_offset(editor, call, *form, offset);
            } else if let Some(clone) = clones.get(&callee).filter(|_| calls(call, callee)) {
                editor.replace_call(call, *clone, offset, of_this_frame);
            }
        }
        if leaks && of_this_frame {
            editor.clear_tail_calls(clone);
        }
        editor.finish_clone(clone);
    }
    if architecture == Architecture::Nvptx {
        editor.copy_annotations(NVVM_ANNOTATIONS, &clones);
    }
    for (list, kernels) in &plan.used {
        let kept: Vec<Function<'m>> = kernels.iter().map(|kernel| clones[kernel]).collect();
        editor.append_to_used(*list, &kept);
    }
}

fn offsets_type<'m>(editor: &Editor<'m>) -> Type<'m> {
    editor.array_type(editor.integer_type(32), DIMENSIONS)
}

fn declare<'m>(
    editor: &mut Editor<'m>,
    architecture: Architecture,
    plan: &Plan<'m>,
    function: Function<'m>,
) -> Function<'m> {
    let ty = function.value_type();
    let mut parameters = ty.parameters();
    let is_kernel = plan.kernels.contains(&function);
    let space = if is_kernel { address_space::GENERIC } else { architecture.stack() };
    parameters.push(editor.pointer_type(space));
    let ty = editor.function_type(ty.result(), &parameters);
    let name = clone_name(&function.name());
    if !plan.internal.contains(&function) {
        return editor.function_like(function, ty, &name);
    }
    let module = editor.view();
    let mut others = (1..).map(|number| format!("{name}.{number}"));
    let free = std::iter::once(name.clone()).chain(&mut others).find(|name| !module.is_name_taken(name));
    editor.function_like(function, ty, &free.expect("a module has fewer names than there are numbers"))
}

/// Describes the last parameter and returns it.
fn add_parameter<'m>(
    editor: &mut Editor<'m>,
    architecture: Architecture,
    plan: &Plan<'m>,
    function: Function<'m>,
    clone: Function<'m>,
) -> Value<'m> {
    let mut parameters: Vec<Value<'m>> = clone.parameters().collect();
    let index = parameters.len() as u32 - 1;
    let offsets = offsets_type(editor);
    match (plan.kernels.contains(&function), architecture) {
        (true, Architecture::Nvptx) => editor.set_by_val_or_by_ref(clone, index, ByValOrByRef::ByValue, offsets),
        (true, Architecture::Amdgpu) => editor.set_by_val_or_by_ref(clone, index, ByValOrByRef::ByReference, offsets),
        (false, _) => editor.add_parameter_attribute(clone, index, "dereferenceable", SIZE),
    }
    editor.add_parameter_attribute(clone, index, "align", ALIGNMENT);
    let parameter = parameters.swap_remove(index as usize);
    editor.set_name(parameter, "offset");
    parameter
}

/// The pointer that the clone's code uses.
fn offset_pointer<'m>(
    editor: &mut Editor<'m>,
    architecture: Architecture,
    plan: &Plan<'m>,
    function: Function<'m>,
    clone: Function<'m>,
    parameter: Value<'m>,
) -> Value<'m> {
    if architecture == Architecture::Nvptx || !plan.kernels.contains(&function) {
        return parameter;
    }
    editor.position_at_entry(clone);
    let copy = editor.build_alloca(offsets_type(editor), ALIGNMENT, address_space::AMDGPU_PRIVATE, "offset.copy");
    let arguments = editor.cast_address_space(parameter, address_space::CONSTANT, "offset.argument");
    editor.copy_memory(copy, arguments, ALIGNMENT, SIZE);
    copy
}

/// Replaces a call of a trigger.
fn give_offset<'m>(editor: &mut Editor<'m>, call: Call<'m>, form: Form, offset: Value<'m>) {
    if !call.is_unused() {
        let value = match form {
            Form::Pointer => offset,
            Form::Element => element(editor, call, offset),
        };
        editor.replace_all_uses(*call, value);
    }
    editor.erase_instruction(*call);
}

/// Loads the offset of a dimension that has one.
fn element_at<'m>(editor: &mut Editor<'m>, call: Call<'m>, offset: Value<'m>, dimension: Value<'m>) -> Value<'m> {
    let i32 = editor.integer_type(32);
    let place = editor.build_gep(i32, offset, &[dimension], "offset.place");
    let loaded = editor.load(i32, place, ALIGNMENT, "");
    editor.zext_or_trunc(loaded, call.ty(), "")
}

fn element<'m>(editor: &mut Editor<'m>, call: Call<'m>, offset: Value<'m>) -> Value<'m> {
    let dimension = call.operand(0);
    let known = dimension.as_unsigned().filter(|dimension| *dimension < DIMENSIONS);
    if dimension.is_constant() && known.is_none() {
        return editor.null(call.ty()); // there is no offset in such a dimension
    }
    editor.position_before(*call);
    let ty = dimension.ty();
    let end = editor.scalar(ty, &DIMENSIONS.to_le_bytes()).filter(|_| ty.kind() != TypeKind::Integer(1));
    let value = if let Some(known) = known {
        let index = editor.i32(known as u32);
        element_at(editor, call, offset, index)
    } else if let Some(end) = end {
        // Nothing behind the three may be read, and the result is that of the same number as a constant.
        let exists = editor.is_less(dimension, end, "offset.exists");
        let first = editor.null(ty);
        let safe = editor.select(exists, dimension, first, "");
        // Indices have a sign, dimensions have none.
        let index = editor.zext_or_trunc(safe, editor.integer_type(32), "");
        let there = element_at(editor, call, offset, index);
        let zero = editor.null(call.ty());
        editor.select(exists, there, zero, "")
    } else {
        // One bit: both numbers exist.
        let index = editor.zext_or_trunc(dimension, editor.integer_type(32), "");
        element_at(editor, call, offset, index)
    };
    let name = call.name();
    if !name.is_empty() {
        editor.set_name(*call, "");
        editor.set_name(value, &name);
    }
    value
}
