//! Words of an instruction that are ids, by the grammar of Khronos.

use std::sync::LazyLock;

use rspirv::{
    grammar::{INSTRUCTION_TABLE, Instruction as Form, OperandKind as Kind, OperandQuantifier},
    spirv::MemoryAccess,
};
use sycl_images::spirv::{Instruction, string};

/// The ids of an instruction.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ids {
    pub(super) result: Option<u32>,
    pub(super) used: Vec<u32>,
}

/// Forms of instructions by opcode: a search through all of them takes longer than the check.
static FORMS: LazyLock<Vec<Option<&Form<'_>>>> = LazyLock::new(|| {
    let number = |form: &Form<'_>| form.opcode as usize;
    let count = INSTRUCTION_TABLE.iter().map(number).max().map_or(0, |last| last + 1);
    let mut forms = vec![None; count];
    INSTRUCTION_TABLE.iter().for_each(|form| forms[number(form)] = Some(form));
    forms
});

/// The ids of an instruction; `None` for an unknown one. Operands at the end may be missing. Ids in parameters of
/// decorations and execution modes, and those whose place depends on other instructions, are left out.
pub(super) fn ids(instruction: Instruction<'_>) -> Option<Ids> {
    let form = (*FORMS.get(usize::from(instruction.opcode()))?)?;
    let mut ids = Ids::default();
    let mut rest = instruction.operands();
    for operand in form.operands {
        let [first, behind @ ..] = rest else { break };
        match operand.kind {
            Kind::IdResult => ids.result = Some(*first),
            Kind::IdResultType | Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics | Kind::PairIdRefIdRef => {
                let is_list = operand.quantifier == OperandQuantifier::ZeroOrMore;
                ids.used.extend(&rest[..if is_list { rest.len() } else { 1 }]);
            }
            // Behind the mask there is an id for each bit.
            Kind::ImageOperands => ids.used.extend(behind),
            Kind::MemoryAccess => accesses(rest, &mut ids.used),
            _ => {}
        }
        rest = match operand.kind {
            Kind::LiteralString => string(rest).1,
            // Some instructions of extended sets take literals.
            Kind::ImageOperands | Kind::MemoryAccess | Kind::LiteralExtInstInteger => &[],
            _ => behind,
        };
    }
    Some(ids)
}

/// The ids of accesses of memory, one after the other: a mask, then what its bits ask for.
fn accesses(mut words: &[u32], used: &mut Vec<u32>) {
    const WITH_ID: MemoryAccess = MemoryAccess::MAKE_POINTER_AVAILABLE
        .union(MemoryAccess::MAKE_POINTER_VISIBLE)
        .union(MemoryAccess::ALIAS_SCOPE_INTEL_MASK)
        .union(MemoryAccess::NO_ALIAS_INTEL_MASK);
    while let [mask, behind @ ..] = words {
        let mask = MemoryAccess::from_bits_retain(*mask);
        let behind = behind.get(usize::from(mask.contains(MemoryAccess::ALIGNED))..).unwrap_or_default();
        let number = mask.intersection(WITH_ID).bits().count_ones() as usize;
        let (ids, next) = behind.split_at(number.min(behind.len()));
        used.extend(ids);
        words = next;
    }
}

#[cfg(test)]
mod tests {
    use sycl_images::spirv::{Op, write};

    use super::*;

    #[track_caller]
    fn same(words: &[u32], result: Option<u32>, used: &[u32]) {
        let ids = ids(Instruction::parse(words).unwrap());
        assert_eq!(ids, Some(Ids { result, used: used.to_vec() }));
    }

    #[test]
    fn ids_are_told_from_literals() {
        let op = |op: Op, operands: &[u32]| write::instruction(op, operands);
        same(&op(Op::Load, &[1, 2, 3, 0x2, 16]), Some(2), &[1, 3]);
        same(&op(Op::Load, &[1, 2, 3, 0x2 | 0x10, 16, 9]), Some(2), &[1, 3, 9]);
        same(&op(Op::Store, &[1, 2, 0x1_0000, 7]), None, &[1, 2, 7]);
        same(&op(Op::CopyMemory, &[1, 2, 0x2, 4, 0x8, 6]), None, &[1, 2, 6]);
        same(&write::named(Op::EntryPoint, &[6, 3], "kern", &[8, 9]), None, &[3, 8, 9]);
        same(&op(Op::Constant, &[1, 2, 77]), Some(2), &[1]);
        same(&op(Op::Label, &[5]), Some(5), &[]);
        same(&op(Op::Phi, &[1, 2, 3, 4, 5, 6]), Some(2), &[1, 3, 4, 5, 6]);
        same(&op(Op::ExtInst, &[1, 2, 3, 44, 5]), Some(2), &[1, 3]);
        same(&op(Op::ImageRead, &[1, 2, 3, 4, 0x2, 5]), Some(2), &[1, 3, 4, 5]);
        same(&op(Op::FOrdEqual, &[1]), None, &[1]);
        assert_eq!(ids(Instruction::parse(&write::instruction(0x7fffu32, &[])).unwrap()), None);
    }

    #[test]
    fn any_mask_of_an_access_is_read() {
        let mut used = Vec::new();
        accesses(&vec![0; 0xffff], &mut used);
        accesses(&[u32::MAX], &mut used);
        accesses(&[0x18, 1], &mut used);
        assert_eq!(used, [1]);
    }
}
