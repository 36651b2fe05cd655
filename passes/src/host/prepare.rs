//! Step 2: each kernel becomes one function that calls `__sp_host_*`.

use rustc_hash::FxHashSet;

use super::{kernel::Facts, primitive::Primitive};
use crate::{
    ir::{ByValOrByRef, Editor, Function},
    retarget::may_be_written,
    uses::Uses,
};

/// Inlines what asks for ids or waits at barriers, and gives each item its own copies of arguments.
pub(super) fn run(editor: &mut Editor<'_>, kernels: &[Facts]) {
    inline(editor);
    let module = editor.view();
    for facts in kernels {
        let kernel = module.function(&facts.name).expect("a kernel that was found");
        copy_where_written(editor, kernel);
    }
}

/// Makes everything that reaches a primitive `alwaysinline`, and inlines it.
fn inline(editor: &mut Editor<'_>) {
    let module = editor.view();
    let mut work: Vec<Function<'_>> = Primitive::declared(module).map(|(_, function)| function).collect();
    let mut seen: FxHashSet<Function<'_>> = work.iter().copied().collect();
    while let Some(callee) = work.pop() {
        for call in Uses::of(callee).calls {
            let call = if call.is_invoke() { editor.invoke_to_call(call) } else { call };
            let caller = call.parent_function();
            if seen.insert(caller) {
                work.push(caller);
            }
        }
    }
    for function in module.functions().filter(|f| !f.is_declaration() && seen.contains(f)) {
        if !function.has_string_attribute(crate::ir::attribute::KERNEL) {
            editor.remove_function_attribute(function, "noinline");
            editor.remove_function_attribute(function, "optnone");
            editor.add_function_attribute(function, "alwaysinline");
            editor.internalize(*function);
        }
    }
    editor.run_required_pipeline("always-inline");
    // LLVM vectorizes over items what has scalar types only.
    let cleanup = "function(sroa,early-cse,simplifycfg,instsimplify,scalarizer<load-store>,early-cse,instsimplify)";
    editor.run_pipeline(cleanup).expect("LLVM has these passes");
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
        let copy = editor.build_alloca(ty, alignment, 0, &parameter.name());
        editor.replace_all_uses(parameter, copy);
        editor.copy_memory(copy, parameter, alignment, size);
    }
}
