//! Step 2: each kernel becomes one function that calls `__sp_host_*`.

use super::{kernel::Facts, primitive::Primitive};
use crate::{
    ir::{ByValOrByRef, Editor, Function, Opcode, Value, attribute},
    retarget::may_be_written,
};

/// Inlines functions that ask for ids or wait at barriers, and gives each item its own copies of arguments.
pub(super) fn run<'m>(editor: &mut Editor<'m>, kernels: &[Facts], inlined: &[Function<'m>]) {
    editor.forget_debug_address_spaces();
    for function in inlined {
        for name in ["noinline", "optnone"] {
            editor.remove_function_attribute(*function, name);
        }
        editor.add_function_attribute(*function, "alwaysinline");
    }
    // Kernels are all that others know of an image.
    let module = editor.view();
    let is_exported = |f: &Function<'_>| !f.is_declaration() && !f.has_string_attribute(attribute::KERNEL);
    for function in module.functions().filter(is_exported) {
        editor.internalize(*function);
    }
    editor.run_required_pipeline("always-inline,globaldce");
    calls_of_primitives(editor);
    // LLVM vectorizes over items what has scalar types only. `sycl.cfg` has clang leave counters of loops in 32 bits.
    let cleanup = "function(sroa,early-cse,simplifycfg,instsimplify,scalarizer<load-store>,early-cse,instsimplify,loop-simplify,lcssa,\
                   loop(indvars))";
    editor.run_pipeline(cleanup).expect("LLVM has these passes");
    let module = editor.view();
    for facts in kernels {
        let kernel = module.function(&facts.name).expect("a kernel that was found");
        // No item waits at barriers there, or asks for ids. Where nothing may be optimized, they are still there.
        editor.remove_unreached_blocks(kernel);
        copy_where_written(editor, kernel);
        read_constants_first(editor, kernel);
    }
}

/// Makes calls of invokes: primitives do not throw.
fn calls_of_primitives(editor: &mut Editor<'_>) {
    let module = editor.view();
    let invokes = module.functions().flat_map(Function::instructions).filter(|instruction| instruction.is_invoke());
    let invokes: Vec<_> = invokes.filter_map(Primitive::called).collect();
    for (_, invoke) in invokes {
        editor.invoke_to_call(invoke);
    }
}

/// Copies by-value arguments that the kernel writes to, in its entry: each item has its own.
fn copy_where_written<'m>(editor: &mut Editor<'m>, kernel: Function<'m>) {
    let layout = editor.view().data_layout();
    for (index, parameter) in (0..).zip(kernel.parameters()) {
        let Some(ty) = kernel.passed_object(index, ByValOrByRef::ByValue) else { continue };
        let (Some(size), Some(natural)) = (layout.alloc_size(ty), layout.alignment(ty)) else { continue };
        if !may_be_written(parameter) {
            continue;
        }
        let alignment = natural.max(kernel.parameter_alignment(index).unwrap_or(1));
        editor.position_at_entry(kernel);
        let copy = editor.build_alloca(ty, alignment, 0, &format!("{}.copy", parameter.name()));
        editor.replace_all_uses(parameter, copy);
        editor.copy_memory(copy, parameter, alignment, size);
    }
}

/// Moves loads of arguments that are never written to the entry: of specialization constants, of which launches give
/// the whole buffer, and of members of objects. LLVM finds them constant in a loop over items, but leaves a load where
/// it is if a condition of the item decides about it. Behind `if (id < n)`, it reads the member for each item again.
fn read_constants_first<'m>(editor: &mut Editor<'m>, kernel: Function<'m>) {
    let entry = kernel.entry_block();
    for (index, parameter) in (0..).zip(kernel.parameters()) {
        let kind = kernel.parameter_string_attribute(index, attribute::ARGUMENT);
        let is_buffer = kind.as_deref() == Some(attribute::CONSTANTS_ARGUMENT);
        let is_object = kernel.passed_object(index, ByValOrByRef::ByValue).is_some() && !may_be_written(parameter);
        if !is_buffer && !is_object {
            continue;
        }
        let mut moved = Vec::new();
        for user in parameter.users() {
            let has_fixed_place = user.gep_source_type().is_some() && user.operands().skip(1).all(Value::is_constant);
            let mut loads: Vec<_> = if has_fixed_place { user.users().collect() } else { vec![user] };
            // A load of what is behind the object runs for no item.
            loads.retain(|load| {
                let effects = load.effects();
                load.opcode() == Opcode::Load && !effects.is_ordered() && (is_buffer || effects.is_speculatable())
            });
            moved.extend((has_fixed_place && !loads.is_empty()).then_some(user));
            moved.extend(loads);
        }
        for instruction in moved.into_iter().filter(|instruction| instruction.block() != entry) {
            editor.speculate(instruction, entry.terminator());
        }
    }
}
