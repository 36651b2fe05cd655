//! Counters of `-fprofile-instr-generate` in code for the host.
//!
//! Where linkers have no sections, as with SPIR-V, clang writes a constructor that registers counters and their names
//! with the profiling runtime. On the host that runtime finds them by their sections, which they are already in: so
//! registering them does nothing, and what was registered is kept.

use crate::ir::{Editor, UsedList, Value};

/// The functions of the runtime that are called for each counter, and for the names.
const REGISTER: [&str; 2] = ["__llvm_profile_register_function", "__llvm_profile_register_names_function"];

/// Leaves the counters to the runtime.
pub(super) fn keep_counters(editor: &mut Editor<'_>) {
    let module = editor.view();
    for function in REGISTER.into_iter().filter_map(|name| module.function(name)) {
        if !function.is_declaration() {
            continue;
        }
        let calls = function.users().filter_map(Value::as_call);
        let registered = calls.filter_map(|call| call.operand(0).strip_pointer_casts().as_global_variable());
        let registered: Vec<_> = registered.collect();
        editor.append_to_used(UsedList::Used, &registered);
        editor.define_returning(function, None);
    }
}
