//! Atomic functions of OpenCL 1.x and 2.0, by SPIR-V's: those take a scope and semantics behind the pointer.

use super::{DEVICE, SEMANTICS, begin_with_call, callee, names::Kind, return_it};
use crate::{
    ir::{Function, TypeKind, Value},
    link_builtins::adapt::Adapter,
};

/// Atomic functions of OpenCL 1.x and 2.0.
pub(super) fn atomic<'m>(
    adapter: &mut Adapter<'_, 'm>,
    function: Function<'m>,
    base: &str,
    kind: Option<Kind>,
    values: &[Value<'m>],
) -> bool {
    let base = base.trim_end_matches("_explicit");
    let operation = base.strip_prefix("atomic_fetch_").or_else(|| base.strip_prefix("atomic_"));
    let Some(operation) = operation.or_else(|| base.strip_prefix("atom_")) else { return false };
    let [place, operands @ ..] = values else { return false };
    if operation == "init" {
        let [value, ..] = operands else { return false };
        adapter.begin(function, function);
        let alignment = adapter.alignment(value.ty());
        adapter.editor.store(*value, *place, alignment);
        adapter.editor.build_return(None);
        return true;
    }
    if operation.starts_with("compare_exchange") {
        return compare_exchange(adapter, function, values);
    }
    let is_float = kind == Some(Kind::Float);
    let sign = if kind == Some(Kind::Signed) { "S" } else { "U" };
    // The name, and how many operands count: behind them are memory orders and scopes.
    let (name, count) = match operation {
        "load" => ("AtomicLoad".to_owned(), 0),
        "store" => ("AtomicStore".to_owned(), 1),
        "xchg" | "exchange" => ("AtomicExchange".to_owned(), 1),
        "cmpxchg" => ("AtomicCompareExchange".to_owned(), 2),
        "inc" => ("AtomicIIncrement".to_owned(), 0),
        "dec" => ("AtomicIDecrement".to_owned(), 0),
        "add" if is_float => ("AtomicFAddEXT".to_owned(), 1),
        "add" => ("AtomicIAdd".to_owned(), 1),
        "sub" if !is_float => ("AtomicISub".to_owned(), 1),
        "min" if is_float => ("AtomicFMinEXT".to_owned(), 1),
        "max" if is_float => ("AtomicFMaxEXT".to_owned(), 1),
        "min" => (format!("Atomic{sign}Min"), 1),
        "max" => (format!("Atomic{sign}Max"), 1),
        "and" => ("AtomicAnd".to_owned(), 1),
        "or" => ("AtomicOr".to_owned(), 1),
        "xor" => ("AtomicXor".to_owned(), 1),
        "flag_test_and_set" => ("AtomicFlagTestAndSet".to_owned(), 0),
        "flag_clear" => ("AtomicFlagClear".to_owned(), 0),
        _ => return false,
    };
    let Some(operands) = operands.get(..count) else { return false };
    let (scope, semantics) = (adapter.editor.i32(DEVICE), adapter.editor.i32(SEMANTICS));
    let arguments = match operands {
        // SPIR-V has the expected value last, and semantics for when it is not there.
        [expected, value] => vec![*place, scope, semantics, semantics, *value, *expected],
        _ => [&[*place, scope, semantics], operands].concat(),
    };
    let result = function.value_type().result();
    let answer = begin_with_call(adapter, function, &format!("__spirv_{name}"), result, &arguments);
    return_it(adapter, answer);
    true
}

/// `bool atomic_compare_exchange_strong(object, expected, desired)`: what was there goes to `*expected`.
fn compare_exchange<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, values: &[Value<'m>]) -> bool {
    let [place, expected, desired, ..] = values else { return false };
    let ty = desired.ty();
    if !matches!(ty.kind(), TypeKind::Integer(_)) {
        return false;
    }
    let int = adapter.editor.integer_type(32);
    let callee = callee(adapter, "__spirv_AtomicCompareExchange", ty, &[place.ty(), int, int, int, ty, ty]);
    adapter.begin(function, callee);
    let alignment = adapter.alignment(ty);
    let wanted = adapter.editor.load(ty, *expected, alignment, "expected");
    let (scope, semantics) = (adapter.editor.i32(DEVICE), adapter.editor.i32(SEMANTICS));
    let arguments = [*place, scope, semantics, semantics, *desired, wanted];
    let old = adapter.editor.call_by_convention(callee, &arguments, "old");
    adapter.editor.store(old, *expected, alignment);
    let is_equal = adapter.editor.is_equal(old, wanted, "equal");
    adapter.editor.build_return(Some(is_equal));
    true
}
