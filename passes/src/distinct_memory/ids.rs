//! Ids of items in 32 bits, for launches that have fewer than 2^31 items in each dimension.
//!
//! SYCL's ids are `size_t`. A GPU multiplies and adds 64 bits in several instructions, and 32 bits in one.

use crate::ir::{Editor, Function, IntegerOperation as Operation, Value};

/// Prefix of the names of intrinsics that read a register; the dimension follows, e.g. `ntid.x`.
const REGISTER: &str = "llvm.nvvm.read.ptx.sreg.";

/// Whether ids or sizes of a kernel are computed in 64 bits.
pub(super) fn are_wide(kernel: Function<'_>) -> bool {
    kernel.instructions().any(|instruction| Wide::from_instruction(instruction).is_some())
}

/// Computes them in 32 bits.
pub(super) fn narrow<'m>(editor: &mut Editor<'m>, kernel: Function<'m>) {
    let all: Vec<Value<'m>> = kernel.instructions().collect();
    for instruction in all {
        let Some(wide) = Wide::from_instruction(instruction) else { continue };
        editor.position_before(instruction);
        let narrow = match wide {
            Wide::Product(a, b) => editor.multiply(a, b, "narrow"),
            Wide::Sum(a, b) => editor.add(a, b, "narrow"),
        };
        let extended = editor.zero_extend(narrow, instruction.ty(), "");
        editor.replace_all_uses(instruction, extended);
    }
}

/// Operation in 64 bits, with its operands of 32, the result of which is at most the number of items in a dimension.
enum Wide<'m> {
    Product(Value<'m>, Value<'m>),
    Sum(Value<'m>, Value<'m>),
}

impl<'m> Wide<'m> {
    fn from_instruction(instruction: Value<'m>) -> Option<Self> {
        instruction.integer_bits().filter(|bits| *bits == 64)?;
        match instruction.integer_operation()? {
            Operation::Multiply(a, b) => {
                let (a, b) = (extended(a)?, extended(b)?);
                product(a, b).map(|_| Self::Product(a, b))
            }
            Operation::Add(a, b) => {
                let (a, b) = (extended(a)?, extended(b)?);
                (is_id(a, b) || is_id(b, a)).then_some(Self::Sum(a, b))
            }
            _ => None,
        }
    }
}

/// The value of 32 bits that was extended.
fn extended(value: Value<'_>) -> Option<Value<'_>> {
    match value.integer_operation()? {
        Operation::ZeroExtend(narrow) => narrow.integer_bits().filter(|bits| *bits == 32).map(|_| narrow),
        _ => None,
    }
}

/// The name of the register that is read, without its dimension, and the dimension.
fn register(value: Value<'_>) -> Option<(String, String)> {
    let name = value.as_call()?.callee()?.name();
    let (register, dimension) = name.strip_prefix(REGISTER)?.split_once('.')?;
    Some((register.to_owned(), dimension.to_owned()))
}

/// Factor beside the size of groups in a product, `ctaid` or `nctaid`, and the dimension of both.
fn product(a: Value<'_>, b: Value<'_>) -> Option<(String, String)> {
    let ((a, of), (b, dimension)) = (register(a)?, register(b)?);
    let factor = if a == "ntid" { b } else { Some(a).filter(|_| b == "ntid")? };
    (of == dimension && matches!(&*factor, "ctaid" | "nctaid")).then_some((factor, dimension))
}

/// Whether it is the first item of a group, and an item's number in it.
fn is_id(first: Value<'_>, item: Value<'_>) -> bool {
    let Some(Operation::Multiply(a, b)) = first.integer_operation() else { return false };
    let (Some((factor, of)), Some((number, dimension))) = (product(a, b), register(item)) else { return false };
    factor == "ctaid" && number == "tid" && of == dimension
}
