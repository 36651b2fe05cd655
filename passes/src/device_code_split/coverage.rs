//! Source lines of the counters of `-fprofile-instr-generate` (`-fcoverage-mapping`).
//!
//! Counters are variables that each image has. What tools read besides, nothing refers to but `llvm.used`: the names of
//! functions, a record for each function, and for a translation unit the names of files. Front ends write records of
//! all functions of a source, headers included; an image has those of functions with counters.

use rustc_hash::FxHashSet;

use crate::ir::{Dependencies, GlobalId, ModuleView, Value};

/// Records of functions begin with the hash of the function's name, and so does the data of counters.
const FUNCTIONS: &str = "__llvm_covfun";
const FILES: &str = "__llvm_covmap";
const NAMES: &str = "__llvm_prf_names";
const COUNTERS: &str = "__llvm_prf_data";

/// The part of `llvm.used` that says what counters belong to, with its elements there.
pub(super) fn mapping<'m>(
    module: ModuleView<'m>,
    dependencies: &Dependencies<'m>,
    used: Value<'m>,
) -> Vec<(GlobalId, Value<'m>)> {
    let counted: FxHashSet<u64> = module
        .global_variables()
        .filter(|variable| variable.section() == COUNTERS)
        .filter_map(|variable| name_of(*variable))
        .collect();
    if counted.is_empty() {
        return Vec::new();
    }
    let is_kept = |variable: Value<'m>| match variable.section().as_str() {
        FILES | NAMES => true,
        FUNCTIONS => name_of(variable).is_some_and(|name| counted.contains(&name)),
        _ => false,
    };
    let targets = used.operands().map(|element| (element.strip_pointer_casts_to_name(), element));
    targets
        .filter(|(target, _)| target.is_global_variable() && is_kept(*target))
        .filter_map(|(target, element)| Some((dependencies.id(target)?, element)))
        .collect()
}

/// The first number of a structure.
fn name_of(variable: Value<'_>) -> Option<u64> {
    variable.as_global_variable()?.initializer()?.aggregate_element(0)?.as_unsigned()
}
