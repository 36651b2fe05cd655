//! Loops whose rounds access what is far apart, and the items of a round what is side by side, as in
//! `for (int k = 0; k < n; ++k) y[k * width + id] = ...;`. Item by item, memory is read in as many places at a time as
//! there are rounds, more than a processor fetches ahead. If all items run a round together, it is read in order.

use super::{
    growth::{Apart, conversion},
    loops::{Loop, incoming_from},
};
use crate::{
    host::{
        primitive::Primitive,
        uniformity::{Blocks, Uniformity},
    },
    ir::{DataLayout, IntegerOperation, Opcode, TypeKind, Value},
};

/// Bytes of a cache line: rounds that are less apart read the same one.
const LINE: u64 = 64;

/// Instructions that an address is computed by.
const DEPTH: usize = 8;

/// Whether rounds of a loop access what is far apart, and neighbours in a round what is side by side.
pub(super) fn is_far_apart<'m>(
    blocks: &Blocks<'m>,
    uniformity: &Uniformity<'m>,
    layout: DataLayout<'m>,
    found: &Loop,
) -> bool {
    let place = Place { blocks, uniformity, layout, found };
    let mut is_any = false;
    for value in found.body.iter().flat_map(|block| blocks.list[*block].instructions()) {
        let (address, ty) = match value.opcode() {
            Opcode::Load => (value.operand(0), value.ty()),
            Opcode::Store => (value.operand(1), value.operand(0).ty()),
            _ => continue,
        };
        let of_rounds = place.bytes(address, Of::Rounds, DEPTH);
        let is_near = matches!(of_rounds, Apart::By(bytes) if bytes < LINE);
        match place.bytes(address, Of::Items, DEPTH) {
            Apart::Not => {}
            // Each item reads on in a place of its own.
            Apart::By(_) | Apart::InSomeWay if is_near => return false,
            Apart::By(bytes) => is_any |= of_rounds != Apart::Not && layout.store_size(ty) == Some(bytes),
            Apart::InSomeWay => {}
        }
    }
    is_any
}

/// Subject of a difference between numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Neighbours in the dimension of the innermost loop over items.
    Items,
    /// Rounds of the loop.
    Rounds,
}

struct Place<'a, 'm> {
    blocks: &'a Blocks<'m>,
    uniformity: &'a Uniformity<'m>,
    layout: DataLayout<'m>,
    found: &'a Loop,
}

impl<'m> Place<'_, 'm> {
    /// Difference of an address in bytes.
    fn bytes(&self, address: Value<'m>, of: Of, depth: usize) -> Apart {
        if let Some(apart) = self.known(address, of) {
            return apart;
        }
        let (Some(mut ty), Some(depth)) = (address.gep_source_type(), depth.checked_sub(1)) else {
            return Apart::InSomeWay;
        };
        let mut apart = self.bytes(address.operand(0), of, depth);
        for (level, index) in address.operands().skip(1).enumerate() {
            if level > 0 {
                let is_struct = ty.kind() == TypeKind::Struct;
                let member = if is_struct { index.as_unsigned() } else { Some(0) };
                let Some(element) = member.and_then(|member| ty.element(member)) else { return Apart::InSomeWay };
                ty = element;
                if is_struct {
                    continue;
                }
            }
            let Some(size) = self.layout.alloc_size(ty) else { return Apart::InSomeWay };
            apart = apart.and(self.number(index, of, depth).times(size));
        }
        apart
    }

    /// By how much a number differs.
    fn number(&self, value: Value<'m>, of: Of, depth: usize) -> Apart {
        use IntegerOperation as Is;
        if let Some(apart) = self.known(value, of) {
            return apart;
        }
        let Some(depth) = depth.checked_sub(1) else { return Apart::InSomeWay };
        let number = |value| self.number(value, of, depth);
        match value.integer_operation() {
            Some(Is::Add(a, b)) => number(a).and(number(b)),
            Some(Is::Multiply(a, b)) => match b.as_unsigned() {
                Some(factor) => number(a).times(factor),
                None => number(a).and(number(b)).in_some_way(),
            },
            Some(Is::ShiftLeft(a, b)) => match b.as_unsigned() {
                Some(bits @ 0..64) => number(a).times(1 << bits),
                _ => Apart::InSomeWay,
            },
            _ => conversion(value).map_or(Apart::InSomeWay, |(from, _)| number(from)),
        }
    }

    fn known(&self, value: Value<'m>, of: Of) -> Option<Apart> {
        let asked = Primitive::called(value).filter(|(primitive, _)| *primitive == Primitive::LocalId);
        match of {
            _ if !value.is_instruction() => Some(Apart::Not),
            Of::Items if self.uniformity.is_uniform(value) => Some(Apart::Not),
            Of::Items => {
                let (_, call) = asked?;
                Some(if call.operand(0).as_unsigned() == Some(0) { Apart::By(1) } else { Apart::Not })
            }
            Of::Rounds if asked.is_some() || !self.is_inside(value) => Some(Apart::Not),
            Of::Rounds if self.blocks.of_instruction(value) == self.found.header && value.opcode() == Opcode::Phi => {
                Some(self.step(value).map_or(Apart::InSomeWay, Apart::By))
            }
            Of::Rounds => None,
        }
    }

    fn is_inside(&self, value: Value<'m>) -> bool {
        self.found.body.contains(&self.blocks.of_instruction(value))
    }

    /// The number that each round adds to a value of the header.
    fn step(&self, phi: Value<'m>) -> Option<u64> {
        let [latch] = *self.found.latches.as_slice() else { return None };
        match incoming_from(phi, self.blocks.list[latch]).integer_operation()? {
            IntegerOperation::Add(a, step) if a == phi => step.as_unsigned().filter(|step| *step > 0),
            _ => None,
        }
    }
}
