//! Moves what is computed of uniform values to where the last of them is there, and makes one of what is there twice.
//!
//! What some items compute of uniform values is uniform in front of the branch that they took, and a phi of two such
//! values may be of one. Optimizers compute conditions early in each of several branches, which makes a barrier behind
//! them look as if it were not reached together. The kernel is only changed like this if it could not be cut otherwise:
//! what is moved may be computed for nothing.
//!
//! Cost: linear in the function.

use rustc_hash::FxHashMap;

use crate::{
    host::uniformity::{Blocks, Uniformity, is_gathered, is_local_id},
    ir::{Editor, Opcode, Value},
};

/// Changes a function whose blocks are numbered like this. Returns whether a value is uniform now that was not.
pub(super) fn run<'m>(editor: &mut Editor<'m>, blocks: &Blocks<'m>, uniformity: &Uniformity<'m>) -> bool {
    let mut hoist = Hoist { blocks, uniformity, place: FxHashMap::default(), known: FxHashMap::default() };
    let is_apart = |block: &usize| !uniformity.is_together(*block);
    if !blocks.flow.order.iter().copied().filter(is_apart).any(|block| hoist.has_candidates(block)) {
        return false;
    }
    let mut is_changed = false;
    for block in &blocks.flow.order {
        for value in blocks.list[*block].instructions().collect::<Vec<_>>() {
            if let Some(place) = hoist.place_of(value) {
                is_changed |= hoist.hoist(editor, value, *block, place);
            }
        }
    }
    is_changed
}

struct Hoist<'a, 'm> {
    blocks: &'a Blocks<'m>,
    uniformity: &'a Uniformity<'m>,
    /// The blocks of what was moved.
    place: FxHashMap<Value<'m>, usize>,
    /// Moved values, by place and operands.
    known: FxHashMap<(usize, Vec<Value<'m>>), Vec<Value<'m>>>,
}

impl<'m> Hoist<'_, 'm> {
    fn has_candidates(&self, block: usize) -> bool {
        self.blocks.list[block].instructions().any(|value| self.place_of(value).is_some())
    }

    /// The block where the last operand of a value is there; nothing for what has to stay where it is.
    fn place_of(&self, value: Value<'m>) -> Option<usize> {
        let effects = value.effects();
        let moves = effects.is_pure() && effects.is_speculatable() && !value.is_alloca() && !is_local_id(value);
        if !moves || value.is_terminator() || value.opcode() == Opcode::Phi {
            return None;
        }
        let mut last = 0;
        for operand in value.operands().filter(|operand| operand.is_instruction()) {
            let block = match self.place.get(&operand) {
                Some(block) => *block,
                // What all items are asked for is known when the last of them has answered.
                None if is_gathered(operand) => match *self.blocks.flow.successors[self.blocks.of_instruction(operand)]
                {
                    [behind] if operand.block() != value.block() => behind,
                    _ => return None,
                },
                None if self.uniformity.is_uniform(operand) && !operand.is_terminator() => {
                    self.blocks.of_instruction(operand)
                }
                None => return None,
            };
            // All of them are above the value, so one of two is above the other.
            if self.blocks.flow.dominates(last, block) {
                last = block;
            }
        }
        Some(last)
    }

    /// Moves a value, or puts one that is there in its place.
    fn hoist(&mut self, editor: &mut Editor<'m>, value: Value<'m>, from: usize, place: usize) -> bool {
        let same = self.known.entry((place, value.operands().collect())).or_default();
        if let Some(known) = same.iter().copied().find(|known| known.is_identical_to(value)) {
            editor.replace_all_uses(value, known);
            editor.erase_instruction(value);
            return true;
        }
        same.push(value);
        if from != place {
            editor.speculate(value, self.blocks.list[place].terminator());
        }
        self.place.insert(value, place);
        from != place && !self.uniformity.is_together(from)
    }
}
