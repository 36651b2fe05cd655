//! Algorithms of work-groups and sub-groups, by SPIR-V's: those take the scope first.

use super::{SUB_GROUP, WORK_GROUP, begin_with_call, callee, names::Kind, return_it};
use crate::{
    ir::{Function, Value},
    link_builtins::adapt::Adapter,
};

/// Algorithms of work-groups and sub-groups.
pub(super) fn of_group<'m>(
    adapter: &mut Adapter<'_, 'm>,
    function: Function<'m>,
    base: &str,
    kind: Option<Kind>,
    values: &[Value<'m>],
) -> bool {
    let (scope, operation) = match (base.strip_prefix("work_group_"), base.strip_prefix("sub_group_")) {
        (Some(operation), _) => (WORK_GROUP, operation),
        (_, Some(operation)) => (SUB_GROUP, operation),
        _ => return false,
    };
    let (result, int) = (function.value_type().result(), adapter.editor.integer_type(32));
    let ([value, rest @ ..], Some(kind)) = (values, kind) else { return false };
    match operation {
        "all" | "any" => {
            let name = if operation == "all" { "__spirv_GroupAll" } else { "__spirv_GroupAny" };
            let bit = adapter.editor.integer_type(1);
            let callee = callee(adapter, name, bit, &[int, bit]);
            adapter.begin(function, callee);
            let zero = adapter.editor.null(value.ty());
            let is_set = adapter.editor.is_less(zero, *value, "set");
            let scope = adapter.editor.i32(scope);
            let answer = adapter.editor.call_by_convention(callee, &[scope, is_set], "answer");
            let answer = adapter.editor.zext_or_trunc(answer, result, "answer");
            adapter.editor.build_return(Some(answer));
            true
        }
        "broadcast" => {
            let Some(first) = rest.first() else { return false };
            let ids = match rest.len() {
                1 => first.ty(),
                count => adapter.editor.vector_type(first.ty(), count as u32),
            };
            let callee = callee(adapter, "__spirv_GroupBroadcast", result, &[int, value.ty(), ids]);
            adapter.begin(function, callee);
            let mut from = *first;
            if rest.len() > 1 {
                let undefined = adapter.editor.undef(ids);
                let all = (0..).zip(rest);
                from = all.fold(undefined, |ids, (lane, id)| adapter.editor.insert_element(ids, *id, lane));
            }
            let scope = adapter.editor.i32(scope);
            let answer = adapter.editor.call_by_convention(callee, &[scope, *value, from], "answer");
            adapter.editor.build_return(Some(answer));
            true
        }
        _ => {
            let Some((which, operator)) = operation.rsplit_once('_') else { return false };
            // `GroupOperation` of SPIR-V.
            let which = match which {
                "reduce" => 0,
                "scan_inclusive" => 1,
                "scan_exclusive" => 2,
                _ => return false,
            };
            let name = match (operator, kind) {
                ("add", Kind::Float) => "GroupFAdd".to_owned(),
                ("add", _) => "GroupIAdd".to_owned(),
                ("min", _) => format!("Group{}Min", kind.letter()),
                ("max", _) => format!("Group{}Max", kind.letter()),
                _ => return false,
            };
            let arguments = [adapter.editor.i32(scope), adapter.editor.i32(which), *value];
            let answer = begin_with_call(adapter, function, &format!("__spirv_{name}"), result, &arguments);
            return_it(adapter, answer);
            true
        }
    }
}
