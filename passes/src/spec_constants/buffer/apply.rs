//! Step 2: the parameters, and who passes them on.

use rustc_hash::FxHashMap;

use super::{
    GLOBAL, PARAMETER,
    plan::{Action, How, Plan},
};
use crate::ir::{Editor, Function, NewOperand, TypeKind, Value, attribute, metadata::Operand, sycl_metadata::kind};

/// Gives kernels the parameter, and passes it on. Calls and their order have to be looked for again.
pub(in crate::spec_constants) fn apply<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>) {
    // All functions before any body changes: calls among them, recursive ones too, find their new callee.
    let mut bodies = FxHashMap::default();
    let mut actions = Vec::new();
    for (function, how) in plan.functions() {
        bodies.insert(function, declare(editor, function, how));
        actions.push(plan.actions(function));
    }
    for (function, how) in plan.functions() {
        fill(editor, function, bodies[&function], how);
        if plan.marks_parameters && !matches!(how, How::Replaced | How::Cloned) {
            let last = bodies[&function].parameters().count() as u32 - 1;
            let (name, value) = (attribute::ARGUMENT, attribute::CONSTANTS_ARGUMENT);
            editor.add_parameter_string_attribute(bodies[&function], last, name, value);
        }
    }
    for ((function, _), actions) in plan.functions().zip(&actions) {
        let body = bodies[&function];
        let buffer = body.parameters().last().expect("it has one parameter more");
        let instructions: Vec<Value<'m>> = body.instructions().collect();
        for (number, action) in actions {
            act(editor, instructions[*number], *action, buffer, &bodies);
        }
        editor.finish_clone(body);
    }
    for (function, how) in plan.functions() {
        if matches!(how, How::Kernel(_) | How::New | How::Replaced) {
            editor.replace_function(function, bodies[&function]);
        }
        match how {
            How::Kernel(mask) => describe(editor, bodies[&function], Some(mask)),
            How::New => describe(editor, bodies[&function], None),
            How::HasIt | How::Replaced | How::Cloned => {}
        }
    }
}

/// The function that will have the body with the parameter.
fn declare<'m>(editor: &mut Editor<'m>, function: Function<'m>, how: &How) -> Function<'m> {
    let name = match how {
        How::HasIt => return function,
        How::Kernel(_) | How::New | How::Replaced => String::new(),
        How::Cloned => free_name(editor, function),
    };
    let ty = function.value_type();
    let mut parameters = ty.parameters();
    parameters.push(editor.pointer_type(GLOBAL));
    let ty = editor.function_type(ty.result(), &parameters);
    editor.function_like(function, ty, &name)
}

fn free_name<'m>(editor: &Editor<'m>, function: Function<'m>) -> String {
    let (module, name) = (editor.view(), format!("{}_with_constants", function.name()));
    let others = (1..).map(|number| format!("{name}.{number}"));
    let free = std::iter::once(name.clone()).chain(others).find(|name| !module.is_name_taken(name));
    free.expect("a module has fewer names than there are numbers")
}

/// Gives `to` the body, and describes its last parameter.
fn fill<'m>(editor: &mut Editor<'m>, function: Function<'m>, to: Function<'m>, how: &How) {
    match how {
        How::HasIt => {}
        How::Kernel(_) | How::New | How::Replaced => {
            editor.move_body(function, to);
            let pairs: Vec<_> = function.parameters().zip(to.parameters()).collect();
            for (old, new) in pairs {
                let name = old.name();
                editor.set_name(old, "");
                editor.set_name(new, &name);
                editor.replace_all_uses(old, new);
            }
        }
        How::Cloned => {
            editor.clone_body(function, to);
            editor.make_internal(*to);
            // Others go on to find the original.
            for name in [attribute::MODULE_ID, attribute::INDIRECTLY_CALLABLE, attribute::REFERENCED_INDIRECTLY] {
                editor.remove_string_attribute(to, name);
            }
        }
    }
    let mut parameters: Vec<Value<'m>> = to.parameters().collect();
    let index = parameters.len() as u32 - 1;
    let buffer = parameters.pop().expect("it has one parameter more");
    // What is said of a parameter that nothing reads (`readnone`) no longer holds.
    editor.drop_typed_attributes(to, index);
    editor.add_parameter_attribute(to, index, "noundef", 0);
    editor.add_parameter_attribute(to, index, "align", 1);
    if *how != How::HasIt && parameters.iter().all(|parameter| !parameter.name_bytes().is_empty()) {
        editor.set_name(buffer, PARAMETER);
    }
}

fn act<'m>(
    editor: &mut Editor<'m>,
    instruction: Value<'m>,
    action: Action<'m>,
    buffer: Value<'m>,
    bodies: &FxHashMap<Function<'m>, Function<'m>>,
) {
    match action {
        Action::Give(index) => {
            let TypeKind::Pointer(space) = instruction.operand(index).ty().kind() else {
                unreachable!("only pointers lack a buffer")
            };
            editor.position_before(instruction);
            let buffer = editor.cast_address_space(buffer, space, "");
            editor.set_operand(instruction, index, buffer);
        }
        Action::PassTo(callee) => {
            let call = instruction.as_call().expect("only calls pass something on");
            editor.replace_call(call, bodies[&callee], buffer, false);
        }
    }
}

/// Says in a kernel's metadata that its last parameter is there. A kernel has a mask if its program knows of the
/// parameter.
fn describe<'m>(editor: &mut Editor<'m>, kernel: Function<'m>, mask: Option<&[bool]>) {
    let bit = editor.integer_type(1);
    if let Some(mask) = mask {
        let omitted = |omitted: bool| editor.scalar(bit, &[omitted.into()]).map(NewOperand::Constant);
        let others = mask[..mask.len() - 1].iter().copied();
        let mask: Vec<_> = others.chain([false]).map(|bit| omitted(bit).expect("one bit is a number")).collect();
        let node = editor.node(&mask);
        editor.attach_all(kind::OMITTED_ARGUMENTS, std::iter::once((kernel, node)));
    }

    let number = |number: u32| Operand::Value(editor.i32(number));
    let text = |text: &str| Operand::Text(text.to_owned());
    let no = Operand::Value(editor.null(bit));
    let lists = [
        (kind::ADDRESS_SPACES, number(GLOBAL)),
        (kind::ACCESS_QUALIFIERS, text("none")),
        (kind::TYPES, text("char*")),
        (kind::BASE_TYPES, text("char*")),
        (kind::TYPE_QUALIFIERS, text("")),
        (kind::NAMES, text(PARAMETER)),
        (kind::BUFFER_LOCATIONS, number(u32::MAX)),
        (kind::RUNTIME_ALIGNED, no.clone()),
        (kind::EXCLUSIVE, no),
    ];
    let before = kernel.parameters().count() - 1;
    for (list, entry) in lists {
        editor.extend_attached(list, kernel, before, entry);
    }
}
