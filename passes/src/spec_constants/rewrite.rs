//! Step 3: rewrite the calls. Only this step changes the module.

use rustc_hash::FxHashSet;

use super::{
    Mode,
    calls::Calls,
    decode::{Call, Destination},
    layout::{DefaultBytes, Piece, take_apart},
    plan::{Constant, Plan},
};
use crate::ir::{self, Editor, Linkage, Type, TypeKind, Value};

/// Whether new instructions get names that say what they are. A value always takes the name of the call that it
/// replaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueNames {
    Descriptive,
    /// None, because names leave traces in symbol tables when the change is undone.
    None,
}

/// Puts values in the place of calls. Returns the calls, which nothing uses any more.
pub(super) fn rewrite<'m>(
    editor: &mut Editor<'m>,
    calls: &Calls<'m>,
    chosen: &[&Call<'m>],
    plan: &Plan<'m>,
    mode: Mode,
    names: ValueNames,
) -> Vec<ir::Call<'m>> {
    let mut lowered = Vec::with_capacity(chosen.len());
    for call in chosen {
        let constant = &plan[&call.name];
        let instruction = begin(editor, call);
        lowered.push(instruction);
        let pieces = constant.pieces_of(call.ty).map(|pieces| &pieces.root);
        let value = match (mode, pieces) {
            (Mode::Native, Some(root)) => native(editor, root, constant, names),
            (Mode::DefaultValues, _) if call.default.ty() == call.ty => call.default,
            (Mode::DefaultValues, Some(root)) => from_pieces(editor, root, &constant.default),
            (Mode::Emulation | Mode::HostEmulation, _) => {
                let alignment = calls.shapes.get(call.ty).alignment.min(calls.shapes.get(constant.ty).alignment);
                let buffer = instruction.operand(call.buffer_index());
                emulated(editor, call.ty, buffer, alignment, constant, names)
            }
            (Mode::Native | Mode::DefaultValues, None) => call.default,
        };
        end(editor, calls, call, instruction, value);
    }
    lowered
}

/// Makes the instruction of a call one that can be erased, and puts what is made next before it.
fn begin<'m>(editor: &mut Editor<'m>, call: &Call<'m>) -> ir::Call<'m> {
    // Nothing is thrown on the way to a constant.
    let invoked = call.instruction.is_invoke();
    let instruction = if invoked { editor.invoke_to_call(call.instruction) } else { call.instruction };
    editor.position_before(*instruction);
    instruction
}

/// Puts a value where the one of a call goes.
fn end<'m>(editor: &mut Editor<'m>, calls: &Calls<'m>, call: &Call<'m>, instruction: ir::Call<'m>, value: Value<'m>) {
    match call.destination {
        Destination::Result => {
            editor.take_name(value, *instruction);
            editor.replace_all_uses(*instruction, value);
        }
        Destination::Memory => {
            // `sret` promises memory that is aligned for the type; `align` can promise less.
            let natural = calls.shapes.get(call.ty).alignment;
            let alignment = instruction.argument_alignment(0).map_or(natural, |promised| promised.min(natural));
            editor.store(value, instruction.operand(0), alignment);
        }
    }
}

/// Puts literals in the place of calls: each with the value of its constant, taken apart as the type asked for is.
pub(super) fn literals<'m>(editor: &mut Editor<'m>, calls: &Calls<'m>, chosen: &[(&Call<'m>, &DefaultBytes)]) {
    let mut lowered = Vec::with_capacity(chosen.len());
    for (call, bytes) in chosen {
        let instruction = begin(editor, call);
        lowered.push(instruction);
        let value = from_pieces(editor, &take_apart(call.ty, bytes, &calls.shapes).root, bytes);
        end(editor, calls, call, instruction, value);
    }
    let chosen: Vec<&Call<'m>> = chosen.iter().map(|(call, _)| *call).collect();
    drop_leftovers(editor, calls, &chosen, &lowered);
}

impl ValueNames {
    fn filter(self, name: &'static str) -> &'static str {
        if self == ValueNames::Descriptive { name } else { "" }
    }
}

/// Erases the calls, what carried their arguments in -O0 code, and names, defaults and functions that became unused.
pub(super) fn drop_leftovers<'m>(
    editor: &mut Editor<'m>,
    calls: &Calls<'m>,
    chosen: &[&Call<'m>],
    lowered: &[ir::Call<'m>],
) {
    let mut globals = FxHashSet::default();
    let mut in_order = Vec::new();
    for call in lowered {
        for operand in call.operands() {
            if let Some(variable) = operand.strip_pointer_casts().as_global_variable()
                && globals.insert(variable)
            {
                in_order.push(variable);
            }
        }
        editor.erase_instruction(**call);
    }
    // A cast of a cast comes after it.
    for cast in calls.casts.iter().rev().filter(|cast| cast.is_unused()) {
        editor.erase_instruction(*cast);
    }
    let mut erased = FxHashSet::default();
    for copy in chosen.iter().flat_map(|call| &call.stack_copies) {
        if erased.contains(&copy.load) || !copy.load.is_unused() {
            continue;
        }
        editor.erase_instruction(copy.load);
        erased.insert(copy.load);
    }
    for copy in chosen.iter().flat_map(|call| &call.stack_copies) {
        if erased.contains(&copy.store) || copy.is_needed() {
            continue;
        }
        if let Some(variable) = copy.store.operand(0).strip_pointer_casts().as_global_variable()
            && globals.insert(variable)
        {
            in_order.push(variable);
        }
        editor.erase_instruction(copy.store);
        erased.insert(copy.store);
    }
    for global in in_order {
        if global.linkage() == Linkage::Local && !global.is_metadata_target() {
            editor.erase_if_unused(*global);
        }
    }
    for intrinsic in &calls.intrinsics {
        editor.erase_if_unused(**intrinsic);
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

/// `_Z20__spirv_SpecConstant...` for leaves, `_Z29__spirv_SpecConstantComposite...` for what they make up. This is
/// DPC++'s spelling, and the one that LLVM's SPIR-V back end turns into `OpSpecConstant*` with a `SpecId`.
fn native<'m>(editor: &mut Editor<'m>, piece: &Piece<'m>, constant: &Constant<'m>, names: ValueNames) -> Value<'m> {
    match piece {
        Piece::Undef { ty } => editor.undef(*ty),
        Piece::Leaf { ty, index, offset, size } => {
            // A `bool` is set by one byte: the constant is an i8, the value its lowest bit.
            let boolean = ty.kind() == TypeKind::Integer(1);
            let stored = if boolean { editor.integer_type(8) } else { *ty };
            let default = editor.scalar(stored, constant.default.range(*offset, *size));
            let default = default.unwrap_or_else(|| editor.null(stored));
            let function_type = editor.function_type(stored, &[editor.integer_type(32), stored]);
            let name = format!("_Z20__spirv_SpecConstanti{}", mangle(stored));
            let function = editor.declare_function(&name, function_type);
            let id = editor.i32(constant.first_id + index);
            let value = editor.call(function, &[id, default], "");
            if boolean { editor.truncate(value, *ty, names.filter("tobool")) } else { value }
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

/// DPC++'s mangling of these builtins, which is not quite Itanium's: a struct is its bare name, an array
/// `A<n>_<element>`, a vector `Dv<n>_<element>`. Structs without a name are spelled by their members.
fn mangle(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Array => format!("A{}_{}", ty.element_count(), mangle_elements(ty)),
        TypeKind::Vector => format!("Dv{}_{}", ty.element_count(), mangle_elements(ty)),
        TypeKind::Struct => ty.struct_name().unwrap_or_else(|| {
            let kind = match (ty.is_literal_struct(), ty.is_packed_struct()) {
                (true, false) => "struct",
                (true, true) => "packed",
                (false, false) => "unnamed",
                (false, true) => "unnamedpacked",
            };
            format!("{kind}{}_{}", ty.element_count(), mangle_elements(ty))
        }),
        _ => scalar_code(ty).map_or_else(|| ty.to_string(), str::to_owned),
    }
}

fn mangle_elements(ty: Type<'_>) -> String {
    let has_elements = ty.element_count() > 0;
    ty.elements().filter(|_| has_elements).map(mangle).collect()
}

// --- emulation -------------------------------------------------------------------------------------------------------

fn emulated<'m>(
    editor: &mut Editor<'m>,
    ty: Type<'m>,
    buffer: Value<'m>,
    alignment: u64,
    constant: &Constant<'m>,
    names: ValueNames,
) -> Value<'m> {
    let address = editor.byte_offset(buffer, constant.buffer_offset as u32, names.filter("gep"));
    let boolean = ty.kind() == TypeKind::Integer(1);
    let stored = if boolean { editor.integer_type(8) } else { ty };
    let value = editor.load(stored, address, alignment, names.filter("load"));
    if boolean { editor.truncate(value, ty, names.filter("tobool")) } else { value }
}

// --- default values --------------------------------------------------------------------------------------------------

/// A value in the type asked for. What it leaves undefined is zero.
fn from_pieces<'m>(editor: &mut Editor<'m>, piece: &Piece<'m>, value: &DefaultBytes) -> Value<'m> {
    let (ty, value) = match piece {
        Piece::Undef { ty } => (ty, None),
        Piece::Leaf { ty, offset, size, .. } => {
            let bytes = value.range(*offset, *size);
            let boolean = ty.kind() == TypeKind::Integer(1);
            let value = if boolean { editor.scalar(*ty, &[bytes[0] & 1]) } else { editor.scalar(*ty, bytes) };
            (ty, value)
        }
        Piece::Composite { ty, elements } => {
            let elements: Vec<Value<'m>> = elements.iter().map(|e| from_pieces(editor, e, value)).collect();
            (ty, editor.composite(*ty, &elements))
        }
    };
    value.unwrap_or_else(|| editor.null(*ty))
}
