//! Broadcasts in work-groups, as reductions: a device gets `OpGroupBroadcast` wrong.
//!
//! Intel's OpenCL device for processors gives some items the value of the item 16 further on, in work-groups of several
//! sub-groups. The bits of the value in the item that is named, and zeros in all others, have a maximum that is that
//! value, which every device computes.

use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, Type, TypeKind, Value},
    link_builtins::base_name,
};

/// SPIR-V's number of the scope of a work-group.
const WORK_GROUP: u64 = 2;

/// SPIR-V's number of a reduction, among the operations of groups.
const REDUCE: u32 = 0;

/// Replaces the calls whose scope is the work-group and whose value is a number or a vector of numbers. The back end
/// takes others as they are: sub-groups broadcast right, and it refuses other values.
pub(super) fn lower(editor: &mut Editor<'_>) -> Changed {
    let mut changed = Changed::No;
    let is_broadcast = |function: &Function<'_>| {
        function.is_declaration() && base_name(&function.name_bytes()) == Some("__spirv_GroupBroadcast")
    };
    let broadcasts: Vec<Function<'_>> = editor.view().functions().filter(is_broadcast).collect();
    for broadcast in broadcasts {
        let users: Vec<Call<'_>> = broadcast.users().filter_map(Value::as_call).collect();
        // Of code that is not optimized the device computes broadcasts right, and these reductions wrong.
        let is_meant =
            |call: &Call<'_>| call.called_value() == *broadcast && !call.parent_function().has_attribute("optnone");
        for call in users.into_iter().filter(is_meant) {
            if lower_call(editor, broadcast, call) {
                changed = Changed::Yes;
            }
        }
        if changed == Changed::Yes {
            editor.erase_if_unused(*broadcast);
        }
    }
    changed
}

fn lower_call<'m>(editor: &mut Editor<'m>, broadcast: Function<'m>, call: Call<'m>) -> bool {
    let arguments: Vec<Value<'m>> = call.arguments().collect();
    let [scope, value, item] = arguments[..] else { return false };
    let ty = value.ty();
    if scope.as_unsigned() != Some(WORK_GROUP) || call.ty() != ty || bits(ty.scalar()).is_none() {
        return false;
    }
    let is_vector = ty.kind() == TypeKind::Vector;
    editor.position_before(*call);
    let Some(is_named) = is_named(editor, broadcast, item) else { return false };
    let new = if is_vector {
        (0..ty.element_count()).fold(editor.poison(ty), |vector, lane| {
            let element = editor.extract_element(value, lane);
            let element = lower_scalar(editor, broadcast, scope, element, is_named);
            editor.insert_element(vector, element, lane)
        })
    } else {
        lower_scalar(editor, broadcast, scope, value, is_named)
    };
    editor.replace_all_uses(*call, new);
    editor.erase_instruction(*call);
    true
}

/// Number of bits of a number; none for what is no number of SPIR-V.
fn bits(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Integer(bits @ (1 | 8 | 16 | 32 | 64)) => Some(bits),
        TypeKind::Half | TypeKind::BFloat => Some(16),
        TypeKind::Float => Some(32),
        TypeKind::Double => Some(64),
        _ => None,
    }
}

/// If this item is the one of this number in each dimension, or of this one number in the group.
fn is_named<'m>(editor: &mut Editor<'m>, broadcast: Function<'m>, item: Value<'m>) -> Option<Value<'m>> {
    let long = editor.integer_type(64);
    if !matches!(item.ty().scalar().kind(), TypeKind::Integer(_)) {
        return None;
    }
    if item.ty().kind() != TypeKind::Vector {
        let index = declare(editor, broadcast, "_Z35__spirv_BuiltInLocalInvocationIndexv", long, &[]);
        let own = editor.call_by_convention(index, &[], "item");
        let item = editor.zext_or_trunc(item, long, "item.named");
        return Some(editor.is_equal(own, item, "is.named"));
    }
    let int = editor.integer_type(32);
    let id = declare(editor, broadcast, "_Z32__spirv_BuiltInLocalInvocationIdi", long, &[int]);
    let mut all = None;
    for dimension in 0..item.ty().element_count() {
        let dimension_number = editor.i32(u32::try_from(dimension).ok()?);
        let own = editor.call_by_convention(id, &[dimension_number], "item");
        let named = editor.extract_element(item, dimension);
        let named = editor.zext_or_trunc(named, long, "item.named");
        let is_equal = editor.is_equal(own, named, "is.named");
        all = Some(match all {
            None => is_equal,
            Some(all) => editor.and(all, is_equal, "is.named"),
        });
    }
    all
}

fn lower_scalar<'m>(
    editor: &mut Editor<'m>,
    broadcast: Function<'m>,
    scope: Value<'m>,
    value: Value<'m>,
    is_named: Value<'m>,
) -> Value<'m> {
    let ty = value.ty();
    let width = bits(ty).expect("a number");
    let is_float = !matches!(ty.kind(), TypeKind::Integer(_));
    let same = editor.integer_type(width);
    let (wide, name) = match width {
        64 => (same, "_Z17__spirv_GroupUMaxiim"),
        _ => (editor.integer_type(32), "_Z17__spirv_GroupUMaxiij"),
    };
    let integer = if is_float { editor.bit_cast(value, same, "bits") } else { value };
    let integer = editor.zext_or_trunc(integer, wide, "bits");
    let (zero, reduce, int) = (editor.null(wide), editor.i32(REDUCE), editor.integer_type(32));
    let own = editor.select(is_named, integer, zero, "bits.own");
    let scope = editor.zext_or_trunc(scope, int, "scope");
    let maximum = declare(editor, broadcast, name, wide, &[int, int, wide]);
    let all = editor.call_by_convention(maximum, &[scope, reduce, own], "bits.all");
    let all = editor.zext_or_trunc(all, same, "bits.all");
    if is_float { editor.bit_cast(all, ty, "value") } else { all }
}

/// A function of the back end, called as the broadcast is, which no item may skip.
fn declare<'m>(
    editor: &mut Editor<'m>,
    broadcast: Function<'m>,
    name: &str,
    result: Type<'m>,
    parameters: &[Type<'m>],
) -> Function<'m> {
    let is_new = editor.view().function(name).is_none();
    let ty = editor.function_type(result, parameters);
    let function = editor.declare_function(name, ty);
    if is_new {
        editor.take_calling_convention(function, broadcast);
        editor.take_function_attributes(function, broadcast);
    }
    function
}
