//! Functions of the C++ ABI that tables of virtual functions name, and that nothing calls.
//!
//! `__cxa_pure_virtual` and `__cxa_deleted_virtual` stand in the place of functions without a body. The destructor of a
//! class that deletes the object itself is in the table of each class with a virtual destructor, and it calls `operator
//! delete`, whether or not anything deletes an object. Device code has none of them, so what only tables need gets a
//! body that traps. An `operator delete` that something else calls stays undefined, and is an error.
//!
//! Cost: a look at each declaration.

use crate::{
    changed::Changed,
    ir::{Editor, Function},
    uses::Uses,
};

/// Functions that a table has in the place of one without a body.
const IN_TABLES: [&[u8]; 2] = [b"__cxa_pure_virtual", b"__cxa_deleted_virtual"];

/// Gives what only tables need a body.
pub(crate) fn define(editor: &mut Editor<'_>) -> Changed {
    let is_needed_by_tables = |function: &Function<'_>| {
        function.is_declaration()
            && !function.is_unused()
            && (IN_TABLES.contains(&&*function.name_bytes())
                || is_operator_delete(*function) && is_of_tables(*function))
    };
    let functions: Vec<Function<'_>> = editor.view().functions().filter(is_needed_by_tables).collect();
    for function in &functions {
        editor.begin_body(*function);
        editor.intrinsic("llvm.trap", &[], &[], "");
        editor.unreachable();
        editor.make_internal(**function);
    }
    Changed::from(!functions.is_empty())
}

/// Whether a function is `operator delete` or `operator delete[]`, in any of its forms.
fn is_operator_delete(function: Function<'_>) -> bool {
    let name = function.name_bytes();
    [b"_ZdlPv", b"_ZdaPv"].iter().any(|prefix| name.starts_with(*prefix))
}

/// Whether only destructors that delete the object itself call a function, and only data refers to those.
fn is_of_tables(function: Function<'_>) -> bool {
    let uses = Uses::find(function);
    let is_in_table = |caller: Function<'_>| {
        let callers = Uses::find(caller);
        caller.name_bytes().ends_with(b"D0Ev")
            && callers.calls.is_empty()
            && callers.others.iter().all(|user| user.is_global())
    };
    uses.others.is_empty() && uses.calls.iter().all(|call| is_in_table(call.parent_function()))
}
