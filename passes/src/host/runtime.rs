//! Items that an image has once: the handler of failures, and functions of the embedded library for barriers and
//! assertions.

use super::{code_generator, kernel::Kernel, work_group::WorkGroup};
use crate::{
    builtins::{self, table::Family},
    host_image::ON_FAILURE,
    ir::{Block, Editor, Function, Library, Type, UsedList, Value},
};

/// Runs items until all have ended.
const RUN_ITEMS: &str = "__sp_wg_run_items";

/// Does so where items may get to barriers apart.
const RUN_ITEMS_APART: &str = "__sp_wg_run_items_apart";

/// Reports an assertion that failed.
const FAIL_ASSERTION: &str = "__sp_wg_fail_assertion";

/// Reports a barrier that not all items reach.
const FAIL_BARRIER: &str = "__sp_wg_fail_barrier";

/// Looks for races in a group.
const FIND_RACES: &str = "__sp_wg_find_races";

/// An access, of which there may be a race.
const ACCESS: &str = "__sp_wg_access";

/// The variable with the state of the finder, and its size in words of 8 bytes.
const RACE_FINDER: &str = "__sp_wg_race_finder";
const RACE_FINDER_WORDS: u64 = 7;

/// All that this module calls.
const CALLED: [&str; 6] = [RUN_ITEMS, RUN_ITEMS_APART, FAIL_ASSERTION, FAIL_BARRIER, FIND_RACES, ACCESS];

/// The variable where a launcher stores its handler.
fn handler<'m>(editor: &mut Editor<'m>) -> Value<'m> {
    if let Some(known) = editor.view().global_variable(ON_FAILURE) {
        return *known;
    }
    let null = editor.null(editor.pointer_type(0));
    let variable = editor.define_variable(ON_FAILURE, null, 8);
    editor.append_to_used(UsedList::ByCompiler, &[variable]);
    *variable
}

/// The name of a kernel as a string.
pub(super) fn name<'m>(editor: &mut Editor<'m>, kernel: &str) -> Value<'m> {
    text(editor, &format!("{kernel}.name"), kernel)
}

/// A string in a constant.
pub(super) fn text<'m>(editor: &mut Editor<'m>, variable: &str, text: &str) -> Value<'m> {
    if let Some(known) = editor.view().global_variable(variable) {
        return *known;
    }
    let text: Vec<u8> = text.bytes().chain([0]).collect();
    let value = editor.bytes(&text);
    let variable = editor.define_variable(variable, value, 1);
    *editor.define_constant(variable, value)
}

fn declare<'m>(editor: &mut Editor<'m>, function: &str, arguments: &[Value<'m>]) -> Function<'m> {
    let types: Vec<Type<'m>> = arguments.iter().map(|argument| argument.ty()).collect();
    let ty = editor.function_type(editor.void_type(), &types);
    editor.declare_function(function, ty)
}

/// At the end of a block, calls what runs all items, of which each has a frame and a state.
pub(super) fn run_items<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    at: Block<'m>,
    frames: [Value<'m>; 2],
    states: Value<'m>,
    items: Value<'m>,
    kernel: &Kernel<'m, '_>,
) {
    let size = group.sub_group_size(editor);
    let mut arguments = vec![frames[0], frames[1], states, items, size];
    let name = if kernel.is_lenient {
        RUN_ITEMS_APART
    } else {
        let places = places(editor, kernel);
        arguments.extend([group.parameters[1], group.kernel_name(editor), handler(editor), places]);
        RUN_ITEMS
    };
    let function = declare(editor, name, &arguments);
    editor.position_at_end(at);
    editor.call(function, &arguments, "");
}

/// The places of a kernel's barriers, in order, each with a zero byte behind it; an empty one if any is not known.
fn places<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>) -> Value<'m> {
    let places: Option<Vec<String>> = kernel.barriers.iter().map(|barrier| barrier.location_in_program()).collect();
    text(editor, &format!("{}.barriers", kernel.facts.name), &places.unwrap_or_default().join("\0"))
}

/// Calls what reports an assertion of the item with these local ids; `place` are the arguments of the primitive.
pub(super) fn fail_assertion<'m>(
    editor: &mut Editor<'m>,
    group: &WorkGroup<'m>,
    name: Value<'m>,
    ids: [Value<'m>; 3],
    place: impl Iterator<Item = Value<'m>>,
) {
    let before = [handler(editor), name, group.parameters[1]];
    let arguments: Vec<Value<'m>> = before.into_iter().chain(ids).chain(place).collect();
    let function = declare(editor, FAIL_ASSERTION, &arguments);
    editor.add_function_attribute(function, "noreturn");
    editor.call(function, &arguments, "");
}

/// Calls what reports a barrier that not all items reach, but the one with these local ids does; `facts` are the
/// arguments of the primitive.
pub(super) fn fail_barrier<'m>(
    editor: &mut Editor<'m>,
    group: &WorkGroup<'m>,
    name: Value<'m>,
    ids: [Value<'m>; 3],
    facts: impl Iterator<Item = Value<'m>>,
) {
    let before = [handler(editor), name, group.parameters[1]];
    let arguments: Vec<Value<'m>> = before.into_iter().chain(ids).chain(facts).collect();
    let function = declare(editor, FAIL_BARRIER, &arguments);
    editor.add_function_attribute(function, "noreturn");
    editor.call(function, &arguments, "");
}

/// The state of the library's finder of races, one for each thread.
fn race_finder<'m>(editor: &mut Editor<'m>) -> Value<'m> {
    if let Some(known) = editor.view().global_variable(RACE_FINDER) {
        return *known;
    }
    let words = editor.null(editor.array_type(editor.integer_type(64), RACE_FINDER_WORDS));
    let variable = editor.define_variable(RACE_FINDER, words, 8);
    editor.make_thread_local(variable);
    *variable
}

/// Begins to look for races among the items of a group, whose own memory is below the end of their frames.
pub(super) fn find_races<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    items: Value<'m>,
    frames: Value<'m>,
    bytes: Value<'m>,
) {
    let size = group.sub_group_size(editor);
    group.position(editor);
    let end = editor.build_gep(editor.integer_type(8), frames, &[bytes], "frames.end");
    let arguments = [race_finder(editor), items, size, end];
    let function = declare(editor, FIND_RACES, &arguments);
    editor.call(function, &arguments, "");
}

/// Reports an access or a barrier of the item with these local ids; `facts` are the arguments of the primitive.
pub(super) fn access<'m>(
    editor: &mut Editor<'m>,
    group: &WorkGroup<'m>,
    ids: [Value<'m>; 3],
    facts: impl Iterator<Item = Value<'m>>,
) {
    let before = [race_finder(editor), group.parameters[1]];
    let arguments: Vec<Value<'m>> = before.into_iter().chain(ids).chain(facts).collect();
    let function = declare(editor, ACCESS, &arguments);
    editor.call(function, &arguments, "");
}

/// Links what was called, and what the code generator may call. Handles to functions that are still declared are dead
/// afterwards.
pub(super) fn link(editor: &mut Editor<'_>) {
    let is_declared = |name: &str| editor.view().function(name).is_some_and(|function| function.is_declaration());
    let unseen = code_generator::called(editor.view());
    if unseen.is_empty() && !CALLED.into_iter().any(is_declared) {
        return;
    }
    let library = Library::open(editor, builtins::library(Family::Host), "functions of work-groups");
    let library = library.expect("the embedded library is bitcode of this LLVM");
    for name in unseen {
        let found = library.view().function(name).expect("the embedded library has what the code generator calls");
        let function = editor.declare_function(name, found.value_type());
        editor.append_to_used(UsedList::ByCompiler, &[function]);
    }
    library.link(editor, None).expect("the embedded library links to any module of the host");
}
