//! Step 3: rewrite the calls. Only this step changes the module.

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::{
    Constant, Mode,
    calls::{Call, Destination, accesses, is_marker},
    layout::Piece,
};
use crate::ir::{Editor, Linkage, Type, TypeKind, Value};

/// Whether new instructions get names that say what they are. A value always takes the name of the call that it replaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    Descriptive,
    /// None, because names leave traces in symbol tables when the change is undone.
    None,
}

pub(super) fn rewrite<'m>(
    editor: &mut Editor<'m>,
    calls: &[&Call<'m>],
    constants: &IndexMap<String, Constant<'m>>,
    mode: Mode,
    names: Names,
) {
    for call in calls {
        let constant = &constants[&call.name];
        editor.position_before(call.instruction);
        let value = match mode {
            Mode::Native => native(editor, &constant.pieces_of(call.ty).root, constant, names),
            Mode::Emulation => emulated(editor, call, constant, names),
            Mode::DefaultValues if call.default.ty() == call.ty => call.default,
            Mode::DefaultValues => from_bytes(editor, call.ty, 0, constant),
        };
        match call.destination {
            Destination::Result => {
                editor.take_name(value, call.instruction);
                editor.replace_all_uses(call.instruction, value);
            }
            Destination::Memory(address) => {
                let alignment = editor.view().data_layout().alignment(call.ty);
                editor.store(value, address, alignment);
            }
        }
    }
}

impl Names {
    fn of(self, name: &'static str) -> &'static str {
        if self == Names::Descriptive { name } else { "" }
    }
}

/// Erases the calls, what carried their arguments in -O0 code, and names, defaults and functions that became unused.
pub(super) fn drop_leftovers<'m>(editor: &mut Editor<'m>, calls: &[&Call<'m>], requests: &[Value<'m>]) {
    let mut globals = FxHashSet::default();
    let mut in_order = Vec::new();
    for call in calls {
        for operand in call.instruction.operands() {
            let global = operand.strip_pointer_casts();
            if global.is_global_variable() && globals.insert(global) {
                in_order.push(global);
            }
        }
        editor.erase_instruction(call.instruction);
    }
    let mut erased = FxHashSet::default();
    for carrier in calls.iter().flat_map(|call| &call.carriers) {
        if erased.contains(&carrier.load) || !carrier.load.is_unused() {
            continue;
        }
        editor.erase_instruction(carrier.load);
        erased.insert(carrier.load);
    }
    for carrier in calls.iter().flat_map(|call| &call.carriers) {
        if erased.contains(&carrier.store)
            || accesses(carrier.slot).into_iter().any(|user| user != carrier.store && !is_marker(user))
        {
            continue;
        }
        let global = carrier.store.operand(0).strip_pointer_casts();
        if global.is_global_variable() && globals.insert(global) {
            in_order.push(global);
        }
        editor.erase_instruction(carrier.store);
        erased.insert(carrier.store);
    }
    for global in in_order {
        editor.drop_dead_constant_users(global);
        if global.linkage() == Linkage::Local && global.is_unused() && !global.is_metadata_target() {
            editor.erase_global(global);
        }
    }
    for request in requests {
        if request.is_unused() {
            editor.erase_global(*request);
        }
    }
}

// --- native ----------------------------------------------------------------------------------------------------------

/// The first leaf type in a value that SPIR-V has no specialization constant of.
pub(super) fn unsupported_leaf<'m>(piece: &Piece<'m>) -> Option<Type<'m>> {
    match piece {
        Piece::Leaf { ty, .. } => scalar_code(*ty).is_none().then_some(*ty),
        Piece::Undef { .. } => None,
        Piece::Composite { elements, .. } => elements.iter().find_map(unsupported_leaf),
    }
}

/// `_Z20__spirv_SpecConstant...` for leaves, `_Z29__spirv_SpecConstantComposite...` for what they make up. This is DPC++'s
/// spelling, and the one that LLVM's SPIR-V back end turns into `OpSpecConstant*` with a `SpecId`.
fn native<'m>(editor: &mut Editor<'m>, piece: &Piece<'m>, constant: &Constant<'m>, names: Names) -> Value<'m> {
    match piece {
        Piece::Undef { ty } => editor.undef(*ty),
        Piece::Leaf { ty, index, offset, size } => {
            // A `bool` is set by one byte: the constant is an i8, the value its lowest bit.
            let boolean = ty.kind() == TypeKind::Integer(1);
            let stored = if boolean { editor.integer_type(8) } else { *ty };
            let default = editor.scalar(stored, constant.default.range(*offset, *size));
            let function_type = editor.function_type(stored, &[editor.integer_type(32), stored]);
            let name = format!("_Z20__spirv_SpecConstanti{}", mangle(stored));
            let function = editor.declare_function(&name, function_type);
            let id = editor.i32(constant.first_id + index);
            let value = editor.call(function, &[id, default], "");
            if boolean { editor.truncate(value, *ty, names.of("tobool")) } else { value }
        }
        Piece::Composite { ty, elements } => {
            if elements.is_empty() {
                return editor.null(*ty);
            }
            let values: Vec<Value<'m>> = elements.iter().map(|e| native(editor, e, constant, names)).collect();
            let types: Vec<Type<'m>> = values.iter().map(|v| v.ty()).collect();
            let parameters: String = types.iter().map(|t| mangle(*t)).collect();
            let name = format!("_Z29__spirv_SpecConstantComposite{parameters}_R{}", mangle(*ty));
            let function_type = editor.function_type(*ty, &types);
            let function = editor.declare_function(&name, function_type);
            editor.call(function, &values, "")
        }
    }
}

fn scalar_code(ty: Type<'_>) -> Option<&'static str> {
    Some(match ty.kind() {
        TypeKind::Integer(1) => "b",
        TypeKind::Integer(8) => "a",
        TypeKind::Integer(16) => "s",
        TypeKind::Integer(32) => "i",
        TypeKind::Integer(64) => "x",
        TypeKind::Half => "Dh",
        TypeKind::BFloat => "DF16b",
        TypeKind::Float => "f",
        TypeKind::Double => "d",
        _ => return None,
    })
}

/// DPC++'s mangling of these builtins, which is not quite Itanium's: a struct is its bare name, an array `A<n>_<element>`,
/// a vector `Dv<n>_<element>`. Literal structs, which have no name, are spelled by their members.
fn mangle(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Array => format!("A{}_{}", ty.element_count(), mangle_element(ty)),
        TypeKind::Vector => format!("Dv{}_{}", ty.element_count(), mangle_element(ty)),
        TypeKind::Struct => ty.struct_name().unwrap_or_else(|| {
            let members: String = (0..ty.element_count()).map(|i| mangle(ty.element(i))).collect();
            format!("struct{}_{members}", ty.element_count())
        }),
        _ => scalar_code(ty).map_or_else(|| ty.to_string(), str::to_owned),
    }
}

fn mangle_element(ty: Type<'_>) -> String {
    if ty.element_count() == 0 { String::new() } else { mangle(ty.element(0)) }
}

// --- emulation -------------------------------------------------------------------------------------------------------

fn emulated<'m>(editor: &mut Editor<'m>, call: &Call<'m>, constant: &Constant<'m>, names: Names) -> Value<'m> {
    let address = editor.byte_offset(call.buffer, constant.buffer_offset as u32, names.of("gep"));
    let boolean = call.ty.kind() == TypeKind::Integer(1);
    let stored = if boolean { editor.integer_type(8) } else { call.ty };
    let alignment = editor.view().data_layout().alignment(stored);
    let value = editor.load(stored, address, alignment, names.of("load"));
    if boolean { editor.truncate(value, call.ty, names.of("tobool")) } else { value }
}

// --- default values --------------------------------------------------------------------------------------------------

fn from_bytes<'m>(editor: &mut Editor<'m>, ty: Type<'m>, offset: u64, constant: &Constant<'m>) -> Value<'m> {
    let layout = editor.view().data_layout();
    if ty.is_composite() {
        let elements: Vec<Value<'m>> = (0..ty.element_count())
            .map(|i| from_bytes(editor, ty.element(i), offset + layout.offset_of(ty, i), constant))
            .collect();
        return editor.composite(ty, &elements);
    }
    let bytes = constant.default.range(offset, layout.store_size(ty));
    match ty.kind() {
        TypeKind::Integer(1) => editor.scalar(ty, &[bytes[0] & 1]),
        TypeKind::Integer(_) | TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => {
            editor.scalar(ty, bytes)
        }
        // `calls` lets no other type pass.
        _ => editor.null(ty),
    }
}
