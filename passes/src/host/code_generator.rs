//! Functions that LLVM's code generator calls where the processor has no instruction. Nothing in the IR says so, and
//! usually the compiler's own library has them; images have copies, so that they need nothing but the C library.

use crate::ir::{ModuleView, TypeKind, Value};

/// Conversions of `half`, which only later processors of x86-64 have.
const HALF: &[&str] = &["__extendhfsf2", "__truncdfhf2", "__truncsfhf2"];

/// Divisions of integers of 128 bits.
const DIVISIONS: &[&str] = &["__divti3", "__modti3", "__udivti3", "__umodti3"];

/// The functions that code for this module may call, and that the embedded library has.
pub(super) fn called(module: ModuleView<'_>) -> Vec<&'static str> {
    let (mut half, mut wide) = (false, false);
    for function in module.functions() {
        for instruction in function.instructions() {
            let operands = instruction.operands().map(Value::ty);
            for ty in operands.chain([instruction.ty()]) {
                half |= ty.scalar().kind() == TypeKind::Half;
                wide |= matches!(ty.scalar().kind(), TypeKind::Integer(65..=128));
            }
        }
    }
    let half = if half { HALF } else { &[] };
    let divisions = if wide { DIVISIONS } else { &[] };
    let is_missing = |name: &&str| module.function(name).is_none_or(|function| function.is_declaration());
    half.iter().chain(divisions).copied().filter(is_missing).collect()
}
