//! Questions of CUDA's libdevice that LLVM does not answer.

use crate::{
    changed::Changed,
    ir::{Editor, Value},
};

/// Questions about the modes of arithmetic, in which one without an answer means the fast mode.
const PRECISE: [&[u8]; 2] = [b"__CUDA_PREC_SQRT", b"__CUDA_PREC_DIV"];

/// Answers calls of `__nvvm_reflect` with 1 that ask whether square roots and divisions are precise.
pub(super) fn answer(editor: &mut Editor<'_>) -> Changed {
    let Some(reflect) = editor.view().function("__nvvm_reflect") else { return Changed::No };
    let mut changed = Changed::No;
    for call in reflect.users().filter_map(Value::as_call) {
        let question = call.arguments().next().map(Value::strip_pointer_casts);
        let text = question.and_then(Value::as_global_variable).and_then(|text| text.constant_initializer());
        let is_precise = text.and_then(Value::string_bytes).is_some_and(|text| PRECISE.contains(&text.as_slice()));
        if is_precise && call.is_call() && call.ty() == editor.integer_type(32) {
            let one = editor.i32(1);
            editor.replace_all_uses(*call, one);
            editor.erase_instruction(*call);
            changed = Changed::Yes;
        }
    }
    changed
}
