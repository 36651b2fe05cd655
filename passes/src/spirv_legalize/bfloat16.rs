//! Roundings of `float` to `bfloat16`, as integer arithmetic: few devices of OpenCL have the extension
//! `SPV_INTEL_bfloat16_conversion`, and the bits are the same.

use crate::{
    changed::Changed,
    ir::{Call, Editor, Function, TypeKind, Value},
    link_builtins::base_name,
};

/// Replaces the calls that round one number; to the nearest, to even of two, and a NaN stays one.
pub(super) fn lower(editor: &mut Editor<'_>) -> Changed {
    let mut changed = Changed::No;
    let rounds = |function: &Function<'_>| {
        function.is_declaration() && base_name(&function.name_bytes()) == Some("__spirv_ConvertFToBF16INTEL")
    };
    let roundings: Vec<Function<'_>> = editor.view().functions().filter(rounds).collect();
    for rounding in roundings {
        let users: Vec<Call<'_>> = rounding.users().filter_map(Value::as_call).collect();
        for call in users.into_iter().filter(|call| call.called_value() == *rounding) {
            let Some(number) = call.arguments().next() else { continue };
            if number.ty().kind() == TypeKind::Float && call.ty().kind() == TypeKind::Integer(16) {
                editor.position_before(*call);
                let rounded = rounded(editor, number);
                editor.replace_all_uses(*call, rounded);
                editor.erase_instruction(*call);
                changed = Changed::Yes;
            }
        }
        editor.erase_if_unused(*rounding);
    }
    changed
}

fn rounded<'m>(editor: &mut Editor<'m>, number: Value<'m>) -> Value<'m> {
    let (short, int, lower_bits) = (editor.integer_type(16), editor.integer_type(32), editor.i32(16));
    let bits = editor.bit_cast(number, int, "bits");
    let cut = editor.shift_right(bits, lower_bits, "cut");
    let (one, nearly_half) = (editor.i32(1), editor.i32(0x7fff));
    let is_odd = editor.and(cut, one, "is.odd");
    // Only the sums of NaNs overflow, and those are not taken.
    let sum = editor.add(bits, nearly_half, "sum");
    let sum = editor.add(sum, is_odd, "sum");
    let nearest = editor.shift_right(sum, lower_bits, "nearest");
    let (without_sign, infinity) = (editor.i32(0x7fff_ffff), editor.i32(0x7f80_0000));
    let magnitude = editor.and(bits, without_sign, "magnitude");
    let is_nan = editor.is_less(infinity, magnitude, "is.nan");
    let quiet_bit = editor.i32(0x40);
    let quiet = editor.or(cut, quiet_bit, "quiet");
    let rounded = editor.select(is_nan, quiet, nearest, "rounded");
    editor.truncate(rounded, short, "bfloat16")
}
