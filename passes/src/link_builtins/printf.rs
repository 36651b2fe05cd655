//! printf: a call with its arguments for `vprintf` of CUDA's driver, for `printf` of the host's C library, or for that
//! of OpenCL on SPIR-V, whose format is a constant in the constant address space.

use super::{adapt::Adapter, resolve::CONSTANT};
use crate::{
    builtins::table::Target,
    changed::Changed,
    ir::{Call, Function, Type, TypeKind, Value},
};

/// Lowers the calls of a printf whose arguments a C library takes. Others stay.
pub(super) fn lower<'m>(adapter: &mut Adapter<'_, 'm>, printf: Function<'m>, target: Target) -> Changed {
    let mut changed = Changed::No;
    if target == Target::Spirv {
        return lower_for_spirv(adapter, printf);
    }
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

/// Gives calls a format in the constant address space: of C it is in the one of other variables. Texts among the
/// arguments go there too. A format that is no constant stays where it is, and the back end refuses it.
fn lower_for_spirv<'m>(adapter: &mut Adapter<'_, 'm>, printf: Function<'m>) -> Changed {
    let constant = |value: Value<'m>| {
        let text = Some(value).filter(|value| matches!(value.ty().kind(), TypeKind::Pointer(_)))?.strip_pointer_casts();
        let text = text.as_global_variable().filter(|text| text.ty().kind() != TypeKind::Pointer(CONSTANT))?;
        let value = text.constant_initializer().filter(|value| value.ty().kind() == TypeKind::Array)?;
        Some((text, value))
    };
    let calls: Vec<Call<'m>> = printf.users().filter_map(Value::as_call).collect();
    let is_one = |call: &Call<'m>| {
        call.called_value() == *printf && call.is_call() && call.arguments().next().and_then(constant).is_some()
    };
    let calls: Vec<Call<'m>> = calls.into_iter().filter(is_one).collect();
    if calls.is_empty() {
        return Changed::No;
    }
    let (format, int) = (adapter.editor.pointer_type(CONSTANT), adapter.editor.integer_type(32));
    let ty = adapter.editor.variadic_function_type(int, &[format]);
    if printf.value_type() == ty {
        return Changed::No;
    }
    // The back end knows it by its name.
    adapter.editor.set_name(*printf, "printf.of-c");
    let made = adapter.editor.declare_function("printf", ty);
    adapter.editor.take_calling_convention(made, printf);
    for call in calls {
        let mut arguments: Vec<Value<'m>> = Vec::new();
        for argument in call.arguments() {
            arguments.push(match constant(argument) {
                Some((text, value)) => {
                    let name = format!("{}.constant", text.name());
                    let copy = adapter.editor.declare_variable(&name, value.ty(), CONSTANT, 1);
                    let copy = adapter.editor.define_constant(copy, value);
                    adapter.editor.make_private(copy);
                    // Of an array the back end passes a pointer to the array, which is no text, unless it is indexed.
                    adapter.editor.position_before(*call);
                    let zero = adapter.editor.i64(0);
                    let zero = adapter.editor.freeze(zero, "zero");
                    let byte = adapter.editor.integer_type(8);
                    adapter.editor.build_gep(byte, *copy, &[zero], "text")
                }
                None => argument,
            });
        }
        adapter.editor.position_before(*call);
        let printed = adapter.editor.call_by_convention(made, &arguments, "printed");
        adapter.editor.replace_all_uses(*call, printed);
        adapter.editor.erase_instruction(*call);
    }
    if printf.is_unused() {
        adapter.editor.erase_if_unused(*printf);
    } else {
        adapter.editor.set_name(*printf, "printf.of-a-format-that-is-no-constant");
    }
    Changed::Yes
}

/// Type that C makes of an argument after the format: at least an `int`, or a `double`; a flat pointer.
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
