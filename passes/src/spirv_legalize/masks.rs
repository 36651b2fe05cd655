//! Vectors of `i1` that are taken for one integer, which LLVM makes of `any` and `all`: SPIR-V has no such bits.

use crate::{
    changed::Changed,
    ir::{Editor, IntegerOperation, Opcode, TypeKind, Value},
};

/// Computes the integers from the elements, in a type that SPIR-V has: for comparisons with constants and with each
/// other, and for those that become wider. Other uses stay, and the back end refuses them.
pub(super) fn lower(editor: &mut Editor<'_>) -> Changed {
    let mut changed = Changed::No;
    let instructions = editor.view().functions().flat_map(|function| function.instructions());
    let masks: Vec<Value<'_>> = instructions.filter(|instruction| elements(*instruction).is_some()).collect();
    for mask in masks {
        let users: Vec<Value<'_>> = mask.users().collect();
        for user in users {
            if lower_compare(editor, user) || lower_extension(editor, user) {
                changed = Changed::Yes;
            }
        }
        if mask.is_unused() {
            editor.erase_instruction(mask);
        }
    }
    changed
}

/// The vector and how many elements it has, of a `bitcast` of a vector of `i1` to an integer.
fn elements(value: Value<'_>) -> Option<(Value<'_>, u64)> {
    let bits = value.integer_bits().filter(|_| value.opcode() == Opcode::PointerCast)?;
    let vector = value.operand(0);
    let is_mask = vector.ty().kind() == TypeKind::Vector && vector.ty().scalar().kind() == TypeKind::Integer(1);
    (is_mask && bits <= 64).then_some((vector, u64::from(bits)))
}

/// Extending the sign keeps the order of integers, whether they have a sign or not.
fn lower_compare<'m>(editor: &mut Editor<'m>, compare: Value<'m>) -> bool {
    if compare.opcode() != Opcode::Compare {
        return false;
    }
    let operands = [compare.operand(0), compare.operand(1)];
    let can_be_wide = |value: &Value<'m>| elements(*value).is_some() || value.as_signed().is_some();
    if !operands.iter().all(can_be_wide) {
        return false;
    }
    let bits = operands[0].integer_bits().unwrap_or(64);
    let wide = editor.integer_type([8, 16, 32].into_iter().find(|width| *width >= bits).unwrap_or(64));
    let [one, other] = operands.map(|operand| match elements(operand) {
        Some((vector, count)) => {
            editor.position_before(compare);
            collect(editor, vector, count, wide, true)
        }
        None => {
            let bytes = operand.as_signed().unwrap_or(0).to_le_bytes();
            editor.scalar(wide, &bytes).expect("an integer type")
        }
    });
    editor.set_compared(compare, one, other);
    true
}

fn lower_extension<'m>(editor: &mut Editor<'m>, extension: Value<'m>) -> bool {
    let (mask, is_signed) = match extension.integer_operation() {
        Some(IntegerOperation::ZeroExtend(mask)) => (mask, false),
        Some(IntegerOperation::SignExtend(mask)) => (mask, true),
        _ => return false,
    };
    let Some((vector, count)) = elements(mask) else { return false };
    if !matches!(extension.integer_bits(), Some(8 | 16 | 32 | 64)) {
        return false;
    }
    editor.position_before(extension);
    let collected = collect(editor, vector, count, extension.ty(), is_signed);
    editor.replace_all_uses(extension, collected);
    editor.erase_instruction(extension);
    true
}

/// The integer whose lowest bits are the elements; the others are zeros, or copies of the last element.
fn collect<'m>(
    editor: &mut Editor<'m>,
    vector: Value<'m>,
    count: u64,
    ty: crate::ir::Type<'m>,
    is_signed: bool,
) -> Value<'m> {
    let mut all = None;
    for lane in (0..count).rev() {
        let element = editor.extract_element(vector, lane);
        all = Some(match all {
            None if is_signed => editor.sign_extend(element, ty, "mask"),
            None => editor.zero_extend(element, ty, "mask"),
            Some(all) => {
                let shifted = editor.wrapping_add(all, all, "mask");
                let bit = editor.zero_extend(element, ty, "bit");
                editor.wrapping_add(shifted, bit, "mask")
            }
        });
    }
    all.expect("vectors have elements")
}
