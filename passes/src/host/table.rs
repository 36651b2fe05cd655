//! Step 4: the functions of groups, and what a launch needs to know of them.

use super::{
    float_mode, gaps,
    kernel::{Argument, Kernel},
    work_group::WorkGroup,
};
use crate::host_image::METADATA;
use crate::ir::{Editor, Function, NewOperand, UsedList};

/// Bytes of stack for what a kernel calls: functions of the C library above all.
const CALLED: u64 = 64 << 10;

/// A kernel that became a function of the host.
pub(super) struct Made {
    name: String,
    /// The name of its function: LLVM's passes run before the table is written.
    pub(super) function: String,
    sub_group_size: u32,
    local_size: u64,
    scratch_per_item: u64,
    stack_size: u64,
    pub(super) stack_per_item: u64,
    required_size: Option<[u64; 3]>,
    arguments: Vec<Argument>,
}

/// `K.wg`, still without body.
pub(super) fn declare<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>) -> Function<'m> {
    let parameters = WorkGroup::parameter_types(editor);
    let ty = editor.function_type(editor.void_type(), &parameters);
    editor.declare_function(&name_of(&kernel.facts.name), ty)
}

fn name_of(kernel: &str) -> String {
    format!("{kernel}.wg")
}

impl Made {
    /// Puts the function of a group in the place of its kernel.
    pub(super) fn replace_kernel<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>, function: Function<'m>) -> Self {
        let name = function.name();
        gaps::poison(editor, kernel, function);
        if kernel.uses_floats {
            float_mode::set(editor, function);
        }
        editor.replace_function(kernel.function, function);
        editor.set_name(*function, &name);
        Self {
            name: kernel.facts.name.clone(),
            function: name,
            sub_group_size: kernel.sub_group_size,
            local_size: kernel.memory.size(),
            scratch_per_item: kernel.memory.scratch_per_item,
            stack_size: CALLED + stack_of(editor, function),
            stack_per_item: 0,
            required_size: kernel.facts.required_size,
            arguments: kernel.arguments.clone(),
        }
    }
}

/// Bytes of stack memory of constant size that a function allocates.
fn stack_of<'m>(editor: &Editor<'m>, function: Function<'m>) -> u64 {
    let layout = editor.view().data_layout();
    let size = |memory: crate::ir::Value<'m>| {
        let count = memory.operand(0).as_unsigned()?;
        layout.alloc_size(memory.allocated_type())?.checked_mul(count)
    };
    function.instructions().filter(|value| value.is_alloca()).filter_map(size).fold(0, u64::saturating_add)
}

/// Writes what is known of all kernels, and keeps their functions, which nothing calls.
pub(super) fn write(editor: &mut Editor<'_>, kernels: &[Made]) {
    let module = editor.view();
    let mut functions = Vec::new();
    for kernel in kernels {
        let function = module.function(&kernel.function).expect("made by this pass");
        editor.make_internal(*function);
        functions.push(*function);
        let number = |value| NewOperand::Constant(editor.i64(value));
        let required = match kernel.required_size {
            Some(size) => NewOperand::Node(editor.node(&size.map(number))),
            None => NewOperand::Null,
        };
        let argument = |argument: &Argument| {
            let kind = NewOperand::U32(argument.kind as u32);
            NewOperand::Node(editor.node(&[kind, number(argument.size), number(argument.alignment)]))
        };
        let arguments: Vec<_> = kernel.arguments.iter().map(argument).collect();
        let operands = [
            NewOperand::Constant(*function),
            NewOperand::Text(&kernel.name),
            NewOperand::U32(kernel.sub_group_size),
            number(kernel.local_size),
            number(kernel.scratch_per_item),
            number(kernel.stack_size),
            number(kernel.stack_per_item),
            required,
            NewOperand::Node(editor.node(&arguments)),
        ];
        editor.add_named_metadata(METADATA, &operands);
    }
    editor.append_to_used(UsedList::ByCompiler, &functions);
}
