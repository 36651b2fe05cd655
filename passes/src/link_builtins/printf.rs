//! printf: a call with its arguments for `vprintf` of CUDA's driver, or for `printf` of the host's C library.

use super::adapt::Adapter;
use crate::{
    builtins::table::Target,
    changed::Changed,
    ir::{Call, Function, Type, TypeKind, Value},
};

/// Lowers the calls of a printf whose arguments a C library takes. Others stay.
pub(super) fn lower<'m>(adapter: &mut Adapter<'_, 'm>, printf: Function<'m>, target: Target) -> Changed {
    let mut changed = Changed::No;
    for call in printf.users().filter_map(Value::as_call) {
        let is_plain = |value: &Value<'_>| {
            matches!(
                value.ty().kind(),
                TypeKind::Integer(1..=64)
                    | TypeKind::Half
                    | TypeKind::Float
                    | TypeKind::Double
                    | TypeKind::BFloat
                    | TypeKind::Pointer(_)
            )
        };
        if call.called_value() != *printf || !call.is_call() || !call.arguments().all(|value| is_plain(&value)) {
            continue;
        }
        changed = Changed::Yes;
        let function = call.parent_function();
        let slot = if target == Target::Nvptx { slot(adapter, function, call) } else { None };
        adapter.editor.position_before(*call);
        let arguments: Vec<Value<'m>> = call.arguments().map(|argument| promoted(adapter, argument)).collect();
        let made = match target {
            Target::Nvptx => to_driver(adapter, slot, &arguments),
            Target::Amdgcn | Target::Host | Target::Spirv => to_library(adapter, &arguments),
        };
        adapter.editor.replace_all_uses(*call, made);
        adapter.editor.erase_instruction(*call);
    }
    adapter.editor.erase_if_unused(*printf);
    changed
}

/// What C makes of an argument after the format: at least an `int`, or a `double`; a flat pointer.
fn promoted_type<'m>(adapter: &Adapter<'_, 'm>, ty: Type<'m>) -> Type<'m> {
    match ty.kind() {
        TypeKind::Integer(bits) if bits < 32 => adapter.editor.integer_type(32),
        TypeKind::Integer(bits) if bits > 32 => adapter.editor.integer_type(64),
        TypeKind::Half | TypeKind::BFloat | TypeKind::Float => adapter.editor.double_type(),
        TypeKind::Pointer(_) => adapter.editor.pointer_type(0),
        _ => ty,
    }
}

fn promoted<'m>(adapter: &mut Adapter<'_, 'm>, value: Value<'m>) -> Value<'m> {
    let ty = promoted_type(adapter, value.ty());
    match value.ty().kind() {
        _ if value.ty() == ty => value,
        TypeKind::Pointer(_) => adapter.editor.cast_address_space(value, 0, "flat"),
        TypeKind::Integer(_) => adapter.editor.zext_or_trunc(value, ty, "wide"),
        _ => adapter.editor.extend_float(value, ty, "wide"),
    }
}

/// Memory for the arguments after the format, as C lays out a struct of them. It is the function's: calls in a loop
/// share it.
fn slot<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, call: Call<'m>) -> Option<(Type<'m>, Value<'m>)> {
    let types: Vec<Type<'m>> = call.arguments().skip(1).map(|value| promoted_type(adapter, value.ty())).collect();
    if types.is_empty() {
        return None;
    }
    let ty = adapter.editor.struct_type(&types);
    adapter.editor.position_at_entry(function);
    let slot = adapter.editor.build_alloca(ty, 8, adapter.stack, "printf");
    Some((ty, slot))
}

/// `i32 vprintf(ptr format, ptr arguments)`
fn to_driver<'m>(
    adapter: &mut Adapter<'_, 'm>,
    slot: Option<(Type<'m>, Value<'m>)>,
    arguments: &[Value<'m>],
) -> Value<'m> {
    let (pointer, int) = (adapter.editor.pointer_type(0), adapter.editor.integer_type(32));
    let ty = adapter.editor.function_type(int, &[pointer, pointer]);
    let vprintf = adapter.editor.declare_function("vprintf", ty);
    let buffer = match slot {
        None => adapter.editor.null(pointer),
        Some((ty, slot)) => {
            for (index, argument) in (0..).zip(&arguments[1..]) {
                let indices = [adapter.editor.i32(0), adapter.editor.i32(index)];
                let place = adapter.editor.build_gep(ty, slot, &indices, "argument");
                let alignment = adapter.editor.view().data_layout().alignment(argument.ty()).unwrap_or(1);
                adapter.editor.store(*argument, place, alignment);
            }
            adapter.editor.cast_address_space(slot, 0, "arguments")
        }
    };
    adapter.editor.call(vprintf, &[arguments[0], buffer], "printed")
}

/// `i32 printf(ptr format, ...)`
fn to_library<'m>(adapter: &mut Adapter<'_, 'm>, arguments: &[Value<'m>]) -> Value<'m> {
    let (pointer, int) = (adapter.editor.pointer_type(0), adapter.editor.integer_type(32));
    let ty = adapter.editor.variadic_function_type(int, &[pointer]);
    let printf = adapter.editor.declare_function("printf", ty);
    adapter.editor.call(printf, arguments, "printed")
}
