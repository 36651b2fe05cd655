//! SPIR-V whose integer zeros are constants of their own.

use std::collections::HashMap;

use crate::spirv::{Module, Op, write};

/// The module with `OpConstant` 0 in place of `OpConstantNull` of integer types.
pub(super) fn with_plain_zeros(module: &Module) -> Vec<u8> {
    let mut widths = HashMap::new();
    let mut out = module.header().to_vec();
    for instruction in module.instructions() {
        match (instruction.op(), instruction.operands()) {
            // There are no wider ones, and a hostile width would make a zero of any size.
            (Some(Op::TypeInt), [id, width, ..]) if *width <= 64 => drop(widths.insert(*id, *width)),
            (Some(Op::ConstantNull), [type_id, id]) if widths.contains_key(type_id) => {
                let literal = vec![0; widths[type_id].div_ceil(32).max(1) as usize];
                out.extend(write::instruction(Op::Constant, &[&[*type_id, *id], &literal[..]].concat()));
                continue;
            }
            _ => {}
        }
        out.extend(instruction.words());
    }
    write::bytes(&out)
}
