//! Copies of blocks that items reach from several cuts without being together, as behind
//!
//! ```text
//! if (n) { ...; barrier(); if (id & 1) return; ... }
//! rest
//! ```
//!
//! where the rest is reached by all items from in front of the branch, and by some from behind the barrier. It
//! becomes a part of the first region, and a copy of it a part of the second one.
//!
//! Cost: linear in the kernel; beyond a limit nothing is copied.

use crate::{
    host::{flow::Flow, uniformity::Blocks},
    ir::{Editor, Function, Value},
};

/// Instructions that copies may have in any kernel.
const SMALL: usize = 1000;

/// Number of instructions that the copies of a kernel may have: it becomes twice as large at most, unless it is small.
pub(super) fn room(kernel: Function<'_>) -> usize {
    kernel.instructions().count().max(SMALL)
}

/// Copies what is reached from several cuts. Returns how much room is left; nothing, and nothing is copied, if there is
/// not enough.
pub(super) fn copy<'m>(editor: &mut Editor<'m>, blocks: &Blocks<'m>, cuts: &[bool], room: usize) -> Option<usize> {
    let mut left = room;
    let mut is_taken = vec![false; blocks.list.len()];
    let mut copies = Vec::new();
    for cut in blocks.flow.order.iter().copied().filter(|block| cuts[*block]) {
        // What is behind a block that another region has, that has as well.
        let (shared, own): (Vec<usize>, Vec<usize>) =
            reached(&blocks.flow, cuts, cut).into_iter().partition(|block| is_taken[*block]);
        for block in &shared {
            left = left.checked_sub(size(blocks.list[*block].instructions())?)?;
        }
        own.iter().for_each(|block| is_taken[*block] = true);
        if !shared.is_empty() {
            copies.push((shared, own));
        }
    }
    let list = |numbers: &[usize]| numbers.iter().map(|number| blocks.list[*number]).collect::<Vec<_>>();
    for (shared, own) in copies {
        editor.copy_blocks(&list(&shared), &list(&own));
    }
    Some(left)
}

/// Number of instructions; nothing if one of them may not be copied.
fn size<'m>(mut instructions: impl Iterator<Item = Value<'m>>) -> Option<usize> {
    let may_be_copied = |value: Value<'m>| !value.effects().happens_once();
    instructions.try_fold(0, |size, value| may_be_copied(value).then_some(size + 1))
}

/// A cut and what it leads to without another one between, in an order that depends on the flow only.
fn reached(flow: &Flow, cuts: &[bool], cut: usize) -> Vec<usize> {
    let mut found = vec![cut];
    let mut is_seen = rustc_hash::FxHashSet::default();
    let mut next = 0;
    while let Some(block) = found.get(next).copied() {
        next += 1;
        for to in flow.successors[block].iter().copied() {
            if !cuts[to] && is_seen.insert(to) {
                found.push(to);
            }
        }
    }
    found
}
