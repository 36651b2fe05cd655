//! OpenCL C's functions on a processor, for which libclc has nothing: SPIR-V's functions, which the library of this
//! crate has. Most differ in their names alone; where arguments or results differ, a function that calls SPIR-V's is
//! made here.
//!
//! Not here, and so undefined: images, pipes, `get_work_dim`, and stores of halves that round otherwise than to the
//! nearest. Memory orders and scopes are the strongest, whatever the source asks for.
//!
//! Source: OpenCL C 3.0 Specification, sections 6.15.1 to 6.15.22; OpenCL Extended Instruction Set for SPIR-V.

mod atomics;
mod groups;
mod names;

use self::{
    atomics::atomic,
    groups::of_group,
    names::{Kind, same_arguments},
};
use super::{
    adapt::Adapter,
    mangled::{base_name, first_letter, parameters_of, pointee_of_first},
};
use crate::{
    changed::Changed,
    ir::{Function, Type, TypeKind, Value},
};

/// Queries of work-items for a dimension, and the answer for one that there is not.
const OF_DIMENSION: &[(&str, &str, u64)] = &[
    ("get_global_id", "GlobalInvocationId", 0),
    ("get_global_size", "GlobalSize", 1),
    ("get_global_offset", "GlobalOffset", 0),
    ("get_local_id", "LocalInvocationId", 0),
    ("get_local_size", "WorkgroupSize", 1),
    ("get_enqueued_local_size", "WorkgroupSize", 1),
    ("get_group_id", "WorkgroupId", 0),
    ("get_num_groups", "NumWorkgroups", 1),
];

/// Comparisons and classes of numbers: an integer of OpenCL's, a truth value of SPIR-V's.
const RELATIONS: &[(&str, &str)] = &[
    ("isequal", "FOrdEqual"),
    ("isnotequal", "FUnordNotEqual"),
    ("isgreater", "FOrdGreaterThan"),
    ("isgreaterequal", "FOrdGreaterThanEqual"),
    ("isless", "FOrdLessThan"),
    ("islessequal", "FOrdLessThanEqual"),
    ("islessgreater", "FOrdNotEqual"),
    ("isfinite", "IsFinite"),
    ("isinf", "IsInf"),
    ("isnan", "IsNan"),
    ("isnormal", "IsNormal"),
    ("isordered", "Ordered"),
    ("isunordered", "Unordered"),
    ("signbit", "SignBitSet"),
];

/// Barriers and fences, and SPIR-V's scopes of them.
const BARRIERS: &[(&str, Option<u32>)] = &[
    ("barrier", Some(WORK_GROUP)),
    ("work_group_barrier", Some(WORK_GROUP)),
    ("sub_group_barrier", Some(SUB_GROUP)),
    ("mem_fence", None),
    ("read_mem_fence", None),
    ("write_mem_fence", None),
    ("atomic_work_item_fence", None),
];

const DEVICE: u32 = 1;
const WORK_GROUP: u32 = 2;
const SUB_GROUP: u32 = 3;
/// SPIR-V's memory semantics: sequentially consistent, for memory of the work-group and across work-groups.
const SEMANTICS: u32 = 0x310;

/// Gives OpenCL C's functions that a module calls their names in SPIR-V, or bodies.
pub(super) fn lower<'m>(adapter: &mut Adapter<'_, 'm>) -> Changed {
    let is_one = |function: &Function<'_>| {
        function.is_declaration() && !function.is_unused() && function.name_bytes().starts_with(b"_Z")
    };
    let functions: Vec<Function<'m>> = adapter.editor.view().functions().filter(is_one).collect();
    let mut changed = Changed::No;
    // C's of this name takes no vectors.
    if let Some(printf) = adapter.editor.view().function("printf").filter(|function| function.is_declaration()) {
        adapter.editor.set_name(*printf, "_Z18__spirv_ocl_printfPU3AS2Kcz");
        changed = Changed::Yes;
    }
    for function in functions {
        let symbol = function.name_bytes();
        let Some(base) = base_name(&symbol).filter(|base| !base.starts_with("__")) else { continue };
        let kind = first_letter(&symbol).and_then(Kind::from_letter);
        let is_known = match same_arguments(base, kind) {
            Some(name) if is_mixed(function) => spread(adapter, function, &name),
            Some(name) => rename(adapter, function, &mangled(&name, parameters_of(&symbol).unwrap_or_default())),
            None => {
                make(adapter, function, base, kind.or_else(|| pointee_of_first(&symbol).and_then(Kind::from_letter)))
            }
        };
        if is_known {
            changed = Changed::Yes;
        }
    }
    changed
}

/// A mangled name.
fn mangled(name: &str, parameters: &str) -> String {
    format!("_Z{}{name}{parameters}", name.len())
}

/// Whether a function takes vectors and numbers, each of which is meant for all elements.
fn is_mixed(function: Function<'_>) -> bool {
    let kinds: Vec<TypeKind> = function.parameters().map(|value| value.ty().kind()).collect();
    let is_number = |kind: &TypeKind| !matches!(kind, TypeKind::Vector | TypeKind::Pointer(_));
    let is_of_vectors = function.value_type().result().kind() == TypeKind::Vector;
    is_of_vectors && kinds.contains(&TypeKind::Vector) && kinds.iter().any(is_number)
}

fn rename<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, symbol: &str) -> bool {
    match adapter.editor.view().function(symbol) {
        // Two names of OpenCL's may be one of SPIR-V's.
        Some(known) if known.value_type() == function.value_type() => {
            adapter.editor.replace_all_uses(*function, *known);
            adapter.editor.erase_if_unused(*function);
        }
        _ => adapter.editor.set_name(*function, symbol),
    }
    true
}

/// Makes a function that gives each number to all elements of a vector.
fn spread<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, name: &str) -> bool {
    let result = function.value_type().result();
    let lanes = result.element_count();
    let Some(vector) = function.parameters().map(|value| value.ty()).find(|ty| ty.kind() == TypeKind::Vector) else {
        return false;
    };
    // The other type of numbers is that of exponents.
    let widened = |ty: Type<'m>| match ty.kind() {
        TypeKind::Vector | TypeKind::Pointer(_) => Some(ty),
        _ if Some(ty) == vector.element(0) => Some(vector),
        _ => None,
    };
    let types: Vec<Type<'m>> = function.parameters().map(|value| value.ty()).collect();
    if types.iter().all(|ty| widened(*ty).is_some()) {
        let wide: Vec<Type<'m>> = types.iter().filter_map(|ty| widened(*ty)).collect();
        let callee = callee(adapter, name, result, &wide);
        adapter.begin(function, callee);
        let values: Vec<Value<'m>> = function.parameters().collect();
        let values: Vec<Value<'m>> =
            values.into_iter().zip(wide).map(|(value, ty)| all_elements(adapter, value, ty, lanes)).collect();
        let result = adapter.editor.call_by_convention(callee, &values, "result");
        adapter.editor.build_return(Some(result));
        return true;
    }
    // Element by element.
    let one: Vec<Type<'m>> = types.iter().map(|ty| ty.element(0).unwrap_or(*ty)).collect();
    let Some(element) = result.element(0) else { return false };
    let callee = callee(adapter, name, element, &one);
    adapter.begin(function, callee);
    let values: Vec<Value<'m>> = function.parameters().collect();
    let whole = by_element(adapter, callee, &values, result);
    adapter.editor.build_return(Some(whole));
    true
}

/// Results of a function for each element of vectors, in a vector; a truth value is all bits of an element.
fn by_element<'m>(
    adapter: &mut Adapter<'_, 'm>,
    callee: Function<'m>,
    values: &[Value<'m>],
    ty: Type<'m>,
) -> Value<'m> {
    let element = ty.scalar();
    let mut whole = adapter.editor.undef(ty);
    for lane in 0..ty.element_count() {
        let arguments: Vec<Value<'m>> = values.iter().map(|value| element_of(adapter, *value, lane)).collect();
        let mut result = adapter.editor.call_by_convention(callee, &arguments, "result");
        if result.ty() != element {
            result = adapter.editor.sign_extend(result, element, "bits");
        }
        whole = adapter.editor.insert_element(whole, result, lane);
    }
    whole
}

/// A number in all elements of a vector.
fn all_elements<'m>(adapter: &mut Adapter<'_, 'm>, value: Value<'m>, ty: Type<'m>, lanes: u64) -> Value<'m> {
    if value.ty() == ty {
        return value;
    }
    let undefined = adapter.editor.undef(ty);
    (0..lanes).fold(undefined, |vector, lane| adapter.editor.insert_element(vector, value, lane))
}

fn element_of<'m>(adapter: &mut Adapter<'_, 'm>, value: Value<'m>, lane: u64) -> Value<'m> {
    if value.ty().kind() == TypeKind::Vector { adapter.editor.extract_element(value, lane) } else { value }
}

/// A declaration of a function of SPIR-V's with these types.
fn callee<'m>(adapter: &mut Adapter<'_, 'm>, name: &str, result: Type<'m>, parameters: &[Type<'m>]) -> Function<'m> {
    let letters: String = parameters.iter().map(|ty| letters_of(*ty)).collect();
    let ty = adapter.editor.function_type(result, parameters);
    // Overloads differ in what their names do not say: in results.
    let mut symbol = mangled(name, &letters);
    while adapter.editor.view().function(&symbol).is_some_and(|known| known.value_type() != ty) {
        symbol.push('v');
    }
    declared(adapter, &symbol, ty)
}

/// A declaration; of a barrier or an algorithm of a group, which all its items reach.
fn declared<'m>(adapter: &mut Adapter<'_, 'm>, symbol: &str, ty: Type<'m>) -> Function<'m> {
    let function = adapter.editor.declare_function(symbol, ty);
    if symbol.contains("__spirv_Group") || symbol.contains("__spirv_ControlBarrier") {
        adapter.editor.add_function_attribute(function, "convergent");
    }
    function
}

/// Begins a function with a call of one of SPIR-V's, whose arguments are constants or parameters. Gives the result.
fn begin_with_call<'m>(
    adapter: &mut Adapter<'_, 'm>,
    function: Function<'m>,
    name: &str,
    result: Type<'m>,
    arguments: &[Value<'m>],
) -> Value<'m> {
    let types: Vec<Type<'m>> = arguments.iter().map(|argument| argument.ty()).collect();
    let callee = callee(adapter, name, result, &types);
    adapter.begin(function, callee);
    adapter.editor.call_by_convention(callee, arguments, "")
}

/// Returns what a call of the same type gives.
fn return_it<'m>(adapter: &mut Adapter<'_, 'm>, result: Value<'m>) {
    adapter.editor.build_return((result.ty().kind() != TypeKind::Void).then_some(result));
}

/// A type as mangled names have it, as far as the table reads it: a pointer leads to what nothing is known of.
fn letters_of(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Vector => format!("Dv{}_{}", ty.element_count(), ty.element(0).map_or_else(String::new, letters_of)),
        TypeKind::Integer(8) => "h".to_owned(),
        TypeKind::Integer(16) => "t".to_owned(),
        TypeKind::Integer(64) => "m".to_owned(),
        TypeKind::Half => "Dh".to_owned(),
        TypeKind::Float => "f".to_owned(),
        TypeKind::Double => "d".to_owned(),
        TypeKind::Pointer(_) => "Pv".to_owned(),
        _ => "j".to_owned(),
    }
}

/// Makes a function whose arguments or result SPIR-V's has not. Gives whether it is known.
fn make<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, base: &str, kind: Option<Kind>) -> bool {
    let values: Vec<Value<'m>> = function.parameters().collect();
    let result = function.value_type().result();
    if let Some((_, name, otherwise)) = OF_DIMENSION.iter().find(|(name, ..)| *name == base) {
        return of_dimension(adapter, function, &format!("__spirv_BuiltIn{name}"), *otherwise);
    }
    if let Some((_, scope)) = BARRIERS.iter().find(|(name, _)| *name == base) {
        return barrier(adapter, function, *scope);
    }
    if let Some((_, name)) = RELATIONS.iter().find(|(name, _)| *name == base) {
        return relation(adapter, function, &format!("__spirv_{name}"), &values);
    }
    if let Some(lanes) = base.strip_prefix("vload").and_then(|lanes| lanes.parse::<u64>().ok()) {
        let ([offset, place], Some(element)) = (&*values, result.element(0)) else { return false };
        let (place, alignment) = start(adapter, function, (*offset, *place), element, lanes);
        let vector = adapter.editor.load(result, place, alignment, "vector");
        adapter.editor.build_return(Some(vector));
        return true;
    }
    if let Some(lanes) = base.strip_prefix("vstore").and_then(|lanes| lanes.parse::<u64>().ok()) {
        let [vector, offset, place] = &*values else { return false };
        let Some(element) = vector.ty().element(0) else { return false };
        let (place, alignment) = start(adapter, function, (*offset, *place), element, lanes);
        adapter.editor.store(*vector, place, alignment);
        adapter.editor.build_return(None);
        return true;
    }
    match (base, &*values) {
        ("any" | "all", [value]) => {
            let name = if base == "any" { "__spirv_Any" } else { "__spirv_All" };
            let bit = adapter.editor.integer_type(1);
            let answer = begin_with_call(adapter, function, name, bit, &[*value]);
            let answer = adapter.editor.zext_or_trunc(answer, result, "answer");
            adapter.editor.build_return(Some(answer));
            true
        }
        ("async_work_group_copy" | "async_work_group_strided_copy" | "wait_group_events", _) => {
            copies(adapter, function, base, &values)
        }
        ("shuffle", [vector, mask]) => shuffle(adapter, function, &[*vector], *mask),
        ("shuffle2", [one, other, mask]) => shuffle(adapter, function, &[*one, *other], *mask),
        _ if base.starts_with("atom") => atomic(adapter, function, base, kind, &values),
        _ => of_group(adapter, function, base, kind, &values),
    }
}

fn of_dimension<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, name: &str, otherwise: u64) -> bool {
    let Some(dimension) = function.parameters().next() else { return false };
    let callee = callee(adapter, name, function.value_type().result(), &[dimension.ty()]);
    adapter.begin(function, callee);
    let (first, count) = (adapter.editor.i32(0), adapter.editor.i32(3));
    let is_one = adapter.editor.is_less(dimension, count, "dimension");
    let dimension = adapter.editor.select(is_one, dimension, first, "dimension");
    let answer = adapter.editor.call_by_convention(callee, &[dimension], "answer");
    let otherwise = adapter.editor.i64(otherwise);
    let answer = adapter.editor.select(is_one, answer, otherwise, "answer");
    adapter.editor.build_return(Some(answer));
    true
}

fn barrier<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, scope: Option<u32>) -> bool {
    let (name, numbers) = match scope {
        Some(scope) => ("__spirv_ControlBarrier", vec![scope, scope, SEMANTICS]),
        None => ("__spirv_MemoryBarrier", vec![DEVICE, SEMANTICS]),
    };
    let numbers: Vec<Value<'m>> = numbers.into_iter().map(|number| adapter.editor.i32(number)).collect();
    let nothing = adapter.editor.void_type();
    let ended = begin_with_call(adapter, function, name, nothing, &numbers);
    return_it(adapter, ended);
    true
}

/// A truth value as an integer of OpenCL's: 1 of numbers, all bits in elements of vectors.
fn relation<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, name: &str, values: &[Value<'m>]) -> bool {
    let result = function.value_type().result();
    let bit = adapter.editor.integer_type(1);
    let types: Vec<Type<'m>> = values.iter().map(|value| value.ty().element(0).unwrap_or(value.ty())).collect();
    let callee = callee(adapter, name, bit, &types);
    adapter.begin(function, callee);
    let answer = if result.kind() == TypeKind::Vector {
        by_element(adapter, callee, values, result)
    } else {
        let answer = adapter.editor.call_by_convention(callee, values, "answer");
        adapter.editor.zext_or_trunc(answer, result, "answer")
    };
    adapter.editor.build_return(Some(answer));
    true
}

/// Begins a function that accesses a vector at an offset in vectors. Gives the place and its alignment.
fn start<'m>(
    adapter: &mut Adapter<'_, 'm>,
    function: Function<'m>,
    (offset, place): (Value<'m>, Value<'m>),
    element: Type<'m>,
    lanes: u64,
) -> (Value<'m>, u64) {
    adapter.begin(function, function);
    let lanes = adapter.editor.i64(lanes);
    let number = adapter.editor.wrapping_multiply(offset, lanes, "number");
    let place = adapter.editor.build_gep(element, place, &[number], "place");
    (place, adapter.alignment(element))
}

/// Copies by the items of a work-group: SPIR-V has the scope first, and always a stride. What is copied is in the
/// mangled name alone.
fn copies<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, base: &str, values: &[Value<'m>]) -> bool {
    let symbol = function.name_bytes();
    let mut parameters = format!("j{}", parameters_of(&symbol).unwrap_or_default());
    let scope = adapter.editor.i32(WORK_GROUP);
    let mut arguments = [&[scope], values].concat();
    if base == "async_work_group_copy" {
        let Some(event) = arguments.pop() else { return false };
        arguments.extend([adapter.editor.i64(1), event]);
        parameters = parameters.replacen("m9ocl_event", "mm9ocl_event", 1);
    }
    let name = if base == "wait_group_events" { "__spirv_GroupWaitEvents" } else { "__spirv_GroupAsyncCopy" };
    let types: Vec<Type<'m>> = arguments.iter().map(|argument| argument.ty()).collect();
    let ty = adapter.editor.function_type(function.value_type().result(), &types);
    let callee = declared(adapter, &mangled(name, &parameters), ty);
    adapter.begin(function, callee);
    let event = adapter.editor.call_by_convention(callee, &arguments, "");
    return_it(adapter, event);
    true
}

/// Elements of one or two vectors by numbers, of which the bits count that the vectors have elements for.
fn shuffle<'m>(adapter: &mut Adapter<'_, 'm>, function: Function<'m>, from: &[Value<'m>], mask: Value<'m>) -> bool {
    let result = function.value_type().result();
    let (Some(element), Some(number)) = (result.element(0), mask.ty().element(0)) else { return false };
    let lanes = from[0].ty().element_count();
    let long = adapter.editor.integer_type(64);
    adapter.begin(function, function);
    let alignment = adapter.alignment(from[0].ty());
    let slots: Vec<Value<'m>> = from.iter().map(|vector| adapter.slot(vector.ty(), None)).collect();
    for (vector, slot) in from.iter().zip(&slots) {
        adapter.editor.store(*vector, *slot, alignment);
    }
    let mut whole = adapter.editor.undef(result);
    for lane in 0..mask.ty().element_count() {
        let at = adapter.editor.extract_element(mask, lane);
        debug_assert_eq!(at.ty(), number);
        let at = adapter.editor.zext_or_trunc(at, long, "at");
        let (last, every) = (adapter.editor.i64(lanes - 1), adapter.editor.i64(lanes * from.len() as u64 - 1));
        let inside = adapter.editor.and(at, last, "inside");
        let mut place = adapter.editor.build_gep(element, slots[0], &[inside], "place");
        if let Some(second) = slots.get(1) {
            let other = adapter.editor.build_gep(element, *second, &[inside], "place");
            let (at, count) = (adapter.editor.and(at, every, "at"), adapter.editor.i64(lanes));
            let is_first = adapter.editor.is_less(at, count, "first");
            place = adapter.editor.select(is_first, place, other, "place");
        }
        let size = adapter.alignment(element);
        let value = adapter.editor.load(element, place, size, "element");
        whole = adapter.editor.insert_element(whole, value, lane);
    }
    adapter.editor.build_return(Some(whole));
    true
}
