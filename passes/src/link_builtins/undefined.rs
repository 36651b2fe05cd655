//! Names that are undefined in the end, and kernels that reach them.

use std::collections::BTreeSet;

use sycl_propset::demangle::{demangle, display_name};

use super::{
    error::{Missing, OtherTypes, Refused, Use},
    link::{is_intrinsic, name_of, undefined, undefined_variables},
    resolve::{Allowed, Meaning},
};
use crate::{
    builtins::table::Family,
    ir::{Function, ModuleView, Value},
    site::first_use,
    users::Graph,
};

/// Barriers of more than a work-group: no target can make the groups of a launch wait for each other, which may not
/// even run at the same time. Asked before anything is linked, since the library knows them by a number only; one whose
/// scope is not constant ends the program if it is reached with such a scope.
pub(super) fn device_barriers(module: ModuleView<'_>, target: Family) -> Vec<Refused> {
    let is_barrier = |function: &Function<'_>| match Meaning::resolve(*function, target) {
        Meaning::Builtin { row, .. } => row.operation.starts_with("control_barrier"),
        _ => false,
    };
    let mut calls = Vec::new();
    for function in undefined(module, target).filter(is_barrier) {
        for call in function.users().filter_map(Value::as_call).filter(|call| call.called_value() == *function) {
            let scope = call.arguments().next().and_then(Value::as_unsigned);
            if scope.is_some_and(|scope| scope < WORK_GROUP) {
                calls.push((function, call.parent_function()));
            }
        }
    }
    if calls.is_empty() {
        return Vec::new();
    }
    let graph = Graph::build(module);
    let mut found = Vec::new();
    for (function, caller) in calls {
        let refused = Refused {
            operation: demangle(&function.name()),
            why: "a barrier of all work-groups, which need not run at the same time",
            target: name_of(target),
            functions: vec![display_name(&caller.name())],
            place: first_use(*function).and_then(Value::location),
            users: graph.users(*caller),
        };
        if !found.contains(&refused) {
            found.push(refused);
        }
    }
    found
}

/// SPIR-V's number of the scope of a work-group; those of more are less.
const WORK_GROUP: u64 = 2;

/// Finds what a module lacks. `math` are the names that libclc defines.
pub(super) fn find(module: ModuleView<'_>, target: Family, math: &BTreeSet<Vec<u8>>, is_libclc_off: bool) -> Missing {
    let mut missing = Missing { is_libclc_off, ..Missing::default() };
    let foreign: Vec<Function<'_>> = module.functions().filter(|f| is_foreign_intrinsic(*f, target)).collect();
    let functions: Vec<Function<'_>> = undefined(module, target).collect();
    let variables: Vec<Value<'_>> = undefined_variables(module).map(|variable| *variable).collect();
    if functions.is_empty() && variables.is_empty() && foreign.is_empty() {
        return missing;
    }
    let graph = Graph::build(module);
    for function in foreign {
        missing.refused.push(refused(&graph, function, function.name(), "an intrinsic of another target", target));
    }
    for function in functions {
        let name = demangle(&function.name());
        let found = || Use {
            name: name.clone(),
            place: first_use(*function).and_then(Value::location),
            users: graph.users(*function),
        };
        match Meaning::resolve(function, target) {
            Meaning::Refused { operation, why } => {
                missing.refused.push(refused(&graph, function, operation, why, target));
            }
            Meaning::OtherTypes { rows } => missing.other_types.push(OtherTypes {
                name: function.name(),
                found: function.value_type().to_string(),
                allowed: rows.into_iter().map(|row| Allowed(row, target).to_string()).collect(),
                users: graph.users(*function),
            }),
            _ if math.contains(&function.name_bytes()) => missing.math.push(found()),
            _ => missing.undefined.push(found()),
        }
    }
    for variable in variables {
        missing.undefined.push(Use {
            name: demangle(&variable.name()),
            place: first_use(variable).and_then(Value::location),
            users: graph.users(variable),
        });
    }
    missing
}

/// Prefixes of the intrinsics that only one target has.
const OF_TARGETS: &[(&str, Option<Family>)] = &[
    ("nvvm", Some(Family::Nvptx)),
    ("amdgcn", Some(Family::Amdgpu)),
    ("r600", Some(Family::Amdgpu)),
    ("spv", Some(Family::Spirv)),
    ("dx", None),
    ("genx", None),
    ("aarch64", Some(Family::Host)),
    ("arm", Some(Family::Host)),
    ("loongarch", Some(Family::Host)),
    ("ppc", Some(Family::Host)),
    ("riscv", Some(Family::Host)),
    ("s390", Some(Family::Host)),
    ("x86", Some(Family::Host)),
];

/// Intrinsics of this project, which a later pass lowers.
const LATER: [&str; 3] = ["llvm.nvvm.implicit.offset", "llvm.amdgcn.implicit.offset", "llvm.amdgpu.implicit.offset"];

/// Whether a function is an intrinsic that the target's back end does not have.
fn is_foreign_intrinsic(function: Function<'_>, target: Family) -> bool {
    if !is_intrinsic(function) || function.is_unused() {
        return false;
    }
    let name = function.name();
    let own = |prefix: &str| name["llvm.".len()..].strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'));
    let of = OF_TARGETS.iter().find(|(prefix, _)| own(prefix));
    of.is_some_and(|(_, of)| *of != Some(target)) || !function.is_known_intrinsic() && !LATER.contains(&name.as_str())
}

/// An operation that the target does not have, with who uses it.
fn refused<'m>(
    graph: &Graph<'m>,
    function: Function<'m>,
    operation: String,
    why: &'static str,
    target: Family,
) -> Refused {
    Refused {
        operation,
        why,
        target: name_of(target),
        functions: graph.functions(*function),
        place: first_use(*function).and_then(Value::location),
        users: graph.users(*function),
    }
}
