//! printf: a call with its arguments for `vprintf` of CUDA's driver, for `printf` of the host's C library, or for that
//! of OpenCL on SPIR-V, whose format is a constant in the constant address space.

use super::{adapt::Adapter, resolve::CONSTANT};
use crate::{
    builtins::table::Family,
    changed::Changed,
    ir::{Call, Function, GlobalVariable, Type, TypeKind, Value},
};

/// Lowers the calls of a printf whose arguments a C library takes. Others stay.
pub(super) fn lower<'m>(adapter: &mut Adapter<'_, 'm>, printf: Function<'m>, target: Family) -> Changed {
    if target == Family::Spirv {
        return lower_for_spirv(adapter, printf);
    }
    let mut changed = with_elements(adapter, printf);
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
        let slot = if target == Family::Nvptx { slot(adapter, function, call) } else { None };
        adapter.editor.position_before(*call);
        let arguments: Vec<Value<'m>> = call.arguments().map(|argument| promoted(adapter, argument)).collect();
        let made = match target {
            Family::Nvptx => to_driver(adapter, slot, &arguments),
            Family::Amdgpu | Family::Host | Family::Spirv => to_library(adapter, &arguments),
        };
        adapter.editor.replace_all_uses(*call, made);
        adapter.editor.erase_instruction(*call);
    }
    adapter.editor.erase_if_unused(*printf);
    changed
}

/// Gives calls with vectors, which OpenCL prints, their elements one by one.
fn with_elements<'m>(adapter: &mut Adapter<'_, 'm>, printf: Function<'m>) -> Changed {
    let mut changed = Changed::No;
    let calls: Vec<Call<'m>> = printf.users().filter_map(Value::as_call).collect();
    for call in calls.into_iter().filter(|call| call.called_value() == *printf && call.is_call()) {
        let given: Vec<Value<'m>> = call.arguments().collect();
        let Some((format, given)) = given.split_first() else { continue };
        let lanes: Vec<u64> = given.iter().map(|value| lanes_of(*value)).collect();
        let text = format.strip_pointer_casts().as_global_variable();
        let bytes = text.and_then(|text| text.constant_initializer()).and_then(Value::string_bytes);
        let Some((bytes, places)) = bytes.filter(|_| lanes.iter().any(|lanes| *lanes > 1)).and_then(|bytes| {
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            expanded(&bytes[..end], &lanes)
        }) else {
            continue;
        };
        let Some(text) = text else { continue };
        let TypeKind::Pointer(space) = text.ty().kind() else { continue };
        let TypeKind::Pointer(expected) = format.ty().kind() else { continue };
        let value = adapter.editor.bytes(&[&*bytes, b"\0"].concat());
        let copy = private_text(adapter, &format!("{}.elements", text.name()), value, space);
        adapter.editor.position_before(*call);
        let mut arguments = vec![adapter.editor.cast_address_space(*copy, expected, "format")];
        for (number, lane) in places {
            let value = given[number];
            arguments.push(lane.map_or(value, |lane| adapter.editor.extract_element(value, lane)));
        }
        replace(adapter, call, printf, &arguments);
        changed = Changed::Yes;
    }
    changed
}

/// A constant of its own in an address space.
fn private_text<'m>(adapter: &mut Adapter<'_, 'm>, name: &str, value: Value<'m>, space: u32) -> GlobalVariable<'m> {
    let text = adapter.editor.declare_variable(name, value.ty(), space, 1);
    let text = adapter.editor.define_constant(text, value);
    adapter.editor.make_private(text);
    text
}

/// Puts another call in the place of one, where the editor is.
fn replace<'m>(adapter: &mut Adapter<'_, 'm>, call: Call<'m>, printf: Function<'m>, arguments: &[Value<'m>]) {
    let printed = adapter.editor.call_by_convention(printf, arguments, "printed");
    adapter.editor.replace_all_uses(*call, printed);
    adapter.editor.erase_instruction(*call);
}

fn lanes_of(value: Value<'_>) -> u64 {
    let ty = value.ty();
    if ty.kind() == TypeKind::Vector { ty.element_count() } else { 1 }
}

/// An argument, and the element of it that is passed; none of a number.
type Place = (usize, Option<u64>);

/// A format of C's that prints each element of a vector, with commas between them, from one of OpenCL's; and its
/// arguments. `lanes` has those of each argument. None if they do not fit the format.
///
/// Source: OpenCL C 3.0 Specification, section 6.15.14.
fn expanded(format: &[u8], lanes: &[u64]) -> Option<(Vec<u8>, Vec<Place>)> {
    let (mut text, mut places, mut next) = (Vec::new(), Vec::new(), 0..lanes.len());
    let mut rest = format;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        text.push(*first);
        if *first != b'%' {
            continue;
        }
        if let Some(behind) = rest.strip_prefix(b"%") {
            (rest, _) = (behind, text.push(b'%'));
            continue;
        }
        let is_in = |set: &'static [u8]| move |byte: &u8| set.contains(byte);
        let flags = taken(&mut rest, is_in(b"-+ #0"));
        let size = taken(&mut rest, is_in(b"0123456789.*"));
        let stars = size.iter().filter(|byte| **byte == b'*').map(|_| next.next()).collect::<Option<Vec<usize>>>()?;
        let count = match rest.strip_prefix(b"v") {
            Some(behind) => {
                rest = behind;
                let digits = taken(&mut rest, is_in(b"0123456789"));
                Some(std::str::from_utf8(digits).ok()?.parse::<u64>().ok()?)
            }
            None => None,
        };
        let length = taken(&mut rest, is_in(b"hlLjzt"));
        // `hl` is that of vectors of `int` and `float`.
        let length = if length == b"hl" { b"" } else { length };
        let (conversion, behind) = rest.split_first()?;
        rest = behind;
        let argument = next.next()?;
        if lanes[argument] != count.unwrap_or(1) {
            return None;
        }
        for lane in 0..count.unwrap_or(1) {
            if lane > 0 {
                text.extend(b",%");
            }
            for part in [flags, size, length, &[*conversion]] {
                text.extend(part);
            }
            places.extend(stars.iter().map(|star| (*star, None)));
            places.push((argument, count.map(|_| lane)));
        }
    }
    Some((text, places))
}

/// The first bytes that are so, which are taken from the rest.
fn taken<'a>(rest: &mut &'a [u8], is_one: impl Fn(&u8) -> bool) -> &'a [u8] {
    let end = rest.iter().position(|byte| !is_one(byte)).unwrap_or(rest.len());
    let (first, behind) = rest.split_at(end);
    *rest = behind;
    first
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
                    let copy = private_text(adapter, &name, value, CONSTANT);
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
        replace(adapter, call, made, &arguments);
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

#[cfg(test)]
mod tests {
    use super::expanded;

    fn shown(format: &str, lanes: &[u64]) -> Option<String> {
        let (text, places) = expanded(format.as_bytes(), lanes)?;
        Some(format!("{} {places:?}", String::from_utf8(text).unwrap()).replace("Some", "").replace("None", "-"))
    }

    #[test]
    fn vectors_are_printed_element_by_element() {
        assert_eq!(shown("a%d%%", &[1]).unwrap(), "a%d%% [(0, -)]");
        assert_eq!(shown("%v2hld;", &[2]).unwrap(), "%d,%d; [(0, (0)), (0, (1))]");
        assert_eq!(
            shown("%+5.*v2hhx%s", &[1, 2, 1]).unwrap(),
            "%+5.*hhx,%+5.*hhx%s [(0, -), (1, (0)), (0, -), (1, (1)), (2, -)]"
        );
        assert_eq!(shown("%-#v2lf", &[2]).unwrap(), "%-#lf,%-#lf [(0, (0)), (0, (1))]");
        // Too few arguments, a vector for a number, another number of elements, an end in between.
        for (format, lanes) in [("%d %d", &[1][..]), ("%d", &[4]), ("%v4d", &[2]), ("%v2", &[2]), ("%", &[])] {
            assert_eq!(shown(format, lanes), None, "{format}");
        }
    }
}
