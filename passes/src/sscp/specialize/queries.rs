//! Step 2: queries for sizes and ids.

use super::Options;
use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, GlobalVariable, Opcode, TypeKind, Value, gpu::address_space},
    uses::Uses,
};

/// A name for whether global sizes fit in an `int`.
const FITS_IN_INT: &str = "__acpp_sscp_if_global_sizes_fit_in_int";

/// Functions that return the address of work-group memory whose size the host gives with each launch.
const DYNAMIC_MEMORY: [&str; 2] = ["__sycl_dynamicLocalMemoryPlaceholder", "__acpp_sscp_get_dynamic_local_memory"];

/// The variable for that memory when its size is known.
const STATIC_MEMORY: &str = "__sycl_known_local_memory";
/// Its alignment: no type in local memory has a larger one.
const STATIC_ALIGNMENT: u64 = 128;

/// Facts about a query.
#[derive(Clone, Copy)]
enum Known {
    /// Its value, in each dimension, and 1 in others.
    Value([u32; 3]),
    /// Bounds that it is less than.
    Below([u64; 3]),
}

impl Known {
    /// By the name of a builtin without its prefix and mangling.
    fn look_up(name: &str, options: &Options) -> Option<Self> {
        let size = options.group_size;
        let int = || options.sizes_fit_in_int.then_some(Self::Below([1 << 31; 3]));
        match name {
            "WorkgroupSize" | "EnqueuedWorkgroupSize" | "local_size" => size.map(Self::Value),
            "LocalInvocationId" | "local_id" => size.map(|size| Self::Below(size.map(u64::from))),
            "LocalInvocationIndex" => {
                let items = size?.iter().try_fold(1u64, |items, size| items.checked_mul(u64::from(*size)))?;
                Some(Self::Below([items; 3]))
            }
            "GlobalSize" | "GlobalInvocationId" | "NumWorkgroups" | "WorkgroupId" | "num_groups" | "group_id" => int(),
            _ => None,
        }
    }
}

/// Name of a builtin and its dimension, if the name says it: `_Z32__spirv_BuiltInLocalInvocationIdi`,
/// `__acpp_sscp_get_local_id_x`.
fn builtin(symbol: &str) -> Option<(&str, Option<usize>)> {
    if let Some(name) = symbol.strip_prefix("__acpp_sscp_get_") {
        let (name, dimension) = name.rsplit_once('_')?;
        return Some((name, Some(["x", "y", "z"].iter().position(|d| *d == dimension)?)));
    }
    let rest = symbol.strip_prefix("_Z")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = rest[..digits].parse().ok()?;
    let name = rest[digits..].get(..length)?.strip_prefix("__spirv_BuiltIn")?;
    Some((name, None))
}

/// Replaces and bounds all queries.
pub(super) fn answer(editor: &mut Editor<'_>, options: &Options) -> Changed {
    let mut changed = Changed::No;
    let module = editor.view();
    for function in module.functions().filter(|function| function.is_declaration()) {
        let name = function.name();
        if name == FITS_IN_INT {
            changed |= replace_calls(editor, function, u64::from(options.sizes_fit_in_int));
        } else if let (Some(size), true) = (options.local_size, DYNAMIC_MEMORY.contains(&name.as_str())) {
            changed |= known_memory(editor, function, size);
        } else if let Some((name, dimension)) = builtin(&name)
            && let Some(known) = Known::look_up(name, options)
        {
            for call in Uses::find(function).calls {
                changed |= answer_call(editor, call, known, dimension);
            }
            editor.erase_if_unused(*function);
        }
    }
    for variable in module.global_variables().filter(|variable| variable.is_declaration()) {
        let name = variable.name();
        if let Some(known) = name.strip_prefix("__spirv_BuiltIn").and_then(|name| Known::look_up(name, options)) {
            changed |= answer_variable(editor, variable, known);
        }
    }
    changed
}

fn replace_calls(editor: &mut Editor<'_>, function: Function<'_>, value: u64) -> Changed {
    // Found again, so that handles are of one editor.
    let module = editor.view();
    let Some(function) = module.function(&function.name()) else { return Changed::No };
    let mut changed = Changed::No;
    for call in Uses::find(function).calls {
        let Some(constant) = editor.scalar(call.ty(), &value.to_le_bytes()) else { continue };
        put(editor, call, constant);
        changed = Changed::Yes;
    }
    editor.erase_if_unused(*function);
    changed
}

/// Puts a value in the place of a call.
fn put<'m>(editor: &mut Editor<'m>, call: Call<'m>, value: Value<'m>) {
    let call = if call.is_invoke() { editor.invoke_to_call(call) } else { call };
    editor.replace_all_uses(*call, value);
    editor.erase_instruction(*call);
}

fn answer_call<'m>(editor: &mut Editor<'m>, call: Call<'m>, known: Known, dimension: Option<usize>) -> Changed {
    let TypeKind::Integer(bits @ 16..=64) = call.ty().kind() else { return Changed::No };
    let argument = (call.argument_count() > 0).then(|| call.operand(0));
    let dimension = dimension.or_else(|| match argument {
        None => Some(0),
        Some(argument) => argument.as_unsigned().map(|dimension| usize::try_from(dimension).unwrap_or(3)),
    });
    match (known, dimension, argument) {
        (Known::Value(sizes), Some(dimension), _) => {
            let size = sizes.get(dimension).copied().unwrap_or(1);
            let constant = number(editor, call.ty(), u64::from(size));
            put(editor, call, constant);
            Changed::Yes
        }
        (Known::Value(sizes), None, Some(argument)) => {
            let call = if call.is_invoke() { editor.invoke_to_call(call) } else { call };
            editor.position_before(*call);
            let mut value = number(editor, call.ty(), 1);
            for (dimension, size) in sizes.iter().enumerate().rev() {
                let end = number(editor, argument.ty(), dimension as u64 + 1);
                let is_before = editor.is_less(argument, end, "");
                let size = number(editor, call.ty(), u64::from(*size));
                value = editor.select(is_before, size, value, "");
            }
            put(editor, call, value);
            Changed::Yes
        }
        (Known::Below(ends), dimension, _) => {
            // An unknown dimension is one of the three, or its id is 0.
            let largest = ends.iter().copied().max().unwrap_or(1);
            let end = dimension.map_or(largest, |dimension| ends.get(dimension).copied().unwrap_or(1));
            let is_trivial = bits < 64 && end >> bits != 0;
            if call.is_call() && !is_trivial { bound(editor, *call, end) } else { Changed::No }
        }
        (Known::Value(_), None, None) => Changed::No,
    }
}

fn number<'m>(editor: &Editor<'m>, ty: crate::ir::Type<'m>, value: u64) -> Value<'m> {
    editor.scalar(ty, &value.to_le_bytes()).expect("an integer type")
}

/// States that a value is less than `end`, right behind it, unless that is stated.
fn bound<'m>(editor: &mut Editor<'m>, value: Value<'m>, end: u64) -> Changed {
    let end = number(editor, value.ty(), end);
    let is_stated = |compared: &Value<'m>| {
        compared.opcode() == Opcode::Compare
            && compared.operand(1) == end
            && compared
                .users()
                .any(|user| user.as_call().is_some_and(|call| call.called_value().name() == "llvm.assume"))
    };
    if value.users().any(|user| is_stated(&user)) {
        return Changed::No;
    }
    let Some(next) = value.next_instruction() else { return Changed::No };
    editor.position_before(next);
    let is_less = editor.is_less(value, end, "");
    editor.assume(is_less);
    Changed::Yes
}

/// A variable that is a number, or a vector of one for each dimension.
fn answer_variable<'m>(editor: &mut Editor<'m>, variable: GlobalVariable<'m>, known: Known) -> Changed {
    let ty = variable.value_type();
    let element = if ty.kind() == TypeKind::Vector { ty.element(0) } else { Some(ty) };
    let Some(element) = element.filter(|element| matches!(element.kind(), TypeKind::Integer(32 | 64))) else {
        return Changed::No;
    };
    match known {
        Known::Value(sizes) => {
            let numbers: Vec<Value<'m>> = (0..ty.element_count().max(1) as usize)
                .map(|dimension| number(editor, element, u64::from(sizes.get(dimension).copied().unwrap_or(1))))
                .collect();
            let value = if ty == element { Some(numbers[0]) } else { editor.composite(ty, &numbers) };
            value.map(|value| editor.define_constant(variable, value)).is_some().into()
        }
        Known::Below(ends) => {
            let mut changed = Changed::No;
            let mut loads: Vec<Value<'m>> = variable.users().filter(|user| user.is_load()).collect();
            let casts = variable.users().filter(|user| user.strip_pointer_casts() == *variable && !user.is_load());
            loads.extend(casts.flat_map(|cast| cast.users().filter(|user| user.is_load()).collect::<Vec<_>>()));
            for load in loads {
                if load.ty() == element {
                    changed |= bound(editor, load, ends[0]);
                } else if load.ty() == ty && load.users().all(|user| user.opcode() != Opcode::Compare) {
                    changed |= bound_elements(editor, load, &ends);
                }
            }
            changed
        }
    }
}

/// States the bound of each element that is taken out of a vector.
fn bound_elements<'m>(editor: &mut Editor<'m>, vector: Value<'m>, ends: &[u64; 3]) -> Changed {
    let mut changed = Changed::No;
    for user in vector.users().filter(|user| user.is_extract_element()) {
        let dimension = user.operand(1).as_unsigned().and_then(|dimension| usize::try_from(dimension).ok());
        if let Some(end) = dimension.and_then(|dimension| ends.get(dimension)) {
            changed |= bound(editor, user, *end);
        }
    }
    changed
}

/// Gives work-group memory of a known size a variable of its own.
fn known_memory<'m>(editor: &mut Editor<'m>, function: Function<'m>, size: u32) -> Changed {
    let calls = Uses::find(function).calls;
    let mut memory = None;
    for call in &calls {
        let TypeKind::Pointer(space) = call.ty().kind() else { continue };
        let variable = *memory.get_or_insert_with(|| {
            let known = editor.view().global_variable(STATIC_MEMORY);
            let ty = editor.array_type(editor.integer_type(8), u64::from(size));
            known.unwrap_or_else(|| editor.define_undefined(STATIC_MEMORY, ty, address_space::LOCAL, STATIC_ALIGNMENT))
        });
        editor.position_before(**call);
        let address = editor.cast_address_space(*variable, space, "");
        put(editor, *call, address);
    }
    editor.erase_if_unused(*function);
    Changed::from(memory.is_some())
}
