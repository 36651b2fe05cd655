//! Parts of a kernel that sub-groups run one after another, because each of them takes branches of its own there.
//!
//! A branch that decides about a barrier of sub-groups is the same for all items of a sub-group, but sub-groups may
//! take different ways. What is between such a branch and where its ways meet, with the loops around it that items
//! leave in between, becomes a loop over sub-groups. In its rounds there are the items of one sub-group only, so that
//! all that is true of the group elsewhere is true of the sub-group here: control flow is the same for all items, and
//! branches are compared (`agree`), loops over items are over those of the sub-group.
//!
//! ```text
//!                                    block
//! block: br c, left, right    ->     head    <-+
//!   ... barriers ...                 |         |
//! meet                               enter: br c, left, right
//!                                    ...       |
//!                                    end  -----+
//!                                    behind
//!                                    meet
//! ```
//!
//! What the part computes and is needed behind it becomes a phi of `end`, which differs between items: each has the
//! value of the round of its sub-group.
//!
//! A barrier of the group keeps what is around it from becoming a part. Each item by itself has one round.
//!
//! Cost: linear in the kernel for each part.

use std::collections::BTreeSet;

use super::{
    agree::{all_items, is_of_group},
    loops::incoming_from,
};
use crate::{
    host::{
        flow::Flow,
        kernel::Kernel,
        uniformity::{Blocks, Known},
    },
    ir::{Block, Editor, Opcode, Value},
};

/// A part of a kernel that sub-groups run one after another.
#[derive(Clone, Copy)]
pub(super) struct Part<'m> {
    /// The block that begins the round of a sub-group.
    pub(super) head: Block<'m>,
    end: Block<'m>,
    /// Block where items go on when all sub-groups have had their round.
    behind: Block<'m>,
    /// The sub-group that has a round.
    pub(super) sub_group: SubGroup<'m>,
}

/// A sub-group, in values that are computed once in a round.
#[derive(Clone, Copy)]
pub(super) struct SubGroup<'m> {
    /// The number of its first item, of 32 bits.
    pub(super) first: Value<'m>,
    /// Number of its items, of 32 bits.
    pub(super) count: Value<'m>,
}

impl<'m> Part<'m> {
    /// Lets the rounds of a part be those of another one around it.
    fn dissolve(self, editor: &mut Editor<'m>, known: &mut Known<'m>, around: SubGroup<'m>) {
        let first = self.sub_group.first;
        editor.replace_all_uses(first, around.first);
        editor.erase_instruction(first);
        editor.keep_successor(self.end.terminator(), 1);
        for phi in self.end.phis() {
            known.differs.remove(&phi);
        }
    }
}

/// The part that each block is in, by number.
pub(super) fn of_blocks<'m>(blocks: &Blocks<'m>, parts: &[Part<'m>]) -> Vec<Option<usize>> {
    let flow = &blocks.flow;
    let mut found = vec![None; flow.len()];
    for block in flow.order.iter().copied().filter(|_| !parts.is_empty()) {
        let above = flow.dominator[block].and_then(|above| found[above]);
        let begins = parts.iter().position(|part| part.head == blocks.list[block]);
        let ends = parts.iter().any(|part| part.behind == blocks.list[block]);
        found[block] = if ends { None } else { begins.or(above) };
    }
    found
}

/// Makes a part around a branch, which parts inside become a part of. Returns blocks that have to be cuts; nothing if
/// it is not possible.
pub(super) fn make<'m>(
    editor: &mut Editor<'m>,
    kernel: &Kernel<'m, '_>,
    blocks: &Blocks<'m>,
    known: &mut Known<'m>,
    branch: Value<'m>,
    parts: &mut Vec<Part<'m>>,
    is_fixed: impl Fn(usize) -> bool,
) -> Option<[Block<'m>; 4]> {
    let around = Around::find(&blocks.flow, blocks.of_instruction(branch))?;
    let list = |block: usize| blocks.list[block];
    let is_possible = |block: &usize| !is_fixed(*block) && !list(*block).instructions().any(is_of_group);
    let mut inside: BTreeSet<usize> = around.inside.clone();
    if !around.is_loop {
        inside.remove(&around.top);
    }
    if !inside.iter().all(is_possible) {
        return None;
    }
    let (before, enter) = match around.is_loop {
        // The branch alone is in the part, and what else is in its block in front of it.
        false => {
            let before = list(around.top);
            (before, editor.split_before(before.terminator(), "part.enter"))
        }
        true => (merge(editor, blocks, &around), list(around.top)),
    };
    let [head, end, behind] =
        [(enter, "part"), (list(around.bottom), "part.end"), (list(around.bottom), "part.behind")]
            .map(|(next, name)| editor.insert_block(next, name));
    let meet = list(around.bottom);
    let mut edges: Vec<Block<'m>> = inside.iter().map(|block| list(*block)).filter(|block| *block != enter).collect();
    edges.insert(0, enter);
    let own: Vec<Block<'m>> = edges.clone();
    edges.retain(|block| block.successors().contains(&meet));
    hand_on(editor, known, &edges, end, behind, meet);
    close(editor, known, &own, &edges, end);

    editor.redirect(before, enter, head);
    for phi in enter.phis() {
        let value = incoming_from(phi, before);
        editor.move_incoming(phi, before, value, head);
    }
    let sub_group = begin_round(editor, kernel, before, head, enter, end, behind);
    editor.position_at_end(behind);
    editor.branch(meet);
    let is_inside = |part: &Part<'m>| blocks.number.get(&part.head).is_some_and(|head| inside.contains(head));
    for old in parts.extract_if(.., |part| is_inside(part)) {
        old.dissolve(editor, known, sub_group);
    }
    parts.push(Part { head, end, behind, sub_group });
    Some([head, enter, end, behind])
}

/// Code around a branch: all ways to it and from it come through the first block, and all go on at the last one.
struct Around {
    top: usize,
    bottom: usize,
    /// Blocks between them, the first one included.
    inside: BTreeSet<usize>,
    /// Blocks that lead to the first one from elsewhere.
    outside: Vec<usize>,
    /// Whether blocks between lead to the first one, too.
    is_loop: bool,
}

impl Around {
    fn find(flow: &Flow, branch: usize) -> Option<Self> {
        let (mut top, mut bottom) = (branch, flow.post_dominator[branch]?);
        loop {
            let inside = inside(flow, top, bottom);
            // What never gets to the return may be shared with others.
            let goes_on = |block: &&usize| flow.post_dominator[**block].is_some() || flow.exits[**block];
            let above = inside.iter().filter(goes_on).fold(top, |above, block| meet(&flow.dominator, above, *block));
            if above == top {
                if inside.iter().any(|block| flow.exits[*block]) {
                    return None;
                }
                let is_inside = |from: &&usize| inside.contains(from);
                let from = &flow.predecessors[top];
                let is_loop = from.iter().any(|from| is_inside(&from));
                let mut outside: Vec<usize> = from.iter().filter(|from| !is_inside(from)).copied().collect();
                outside.sort_unstable();
                outside.dedup();
                return Some(Self { top, bottom, inside, outside, is_loop });
            }
            let last: BTreeSet<usize> = chain(&flow.post_dominator, bottom).collect();
            bottom = chain(&flow.post_dominator, flow.post_dominator[above]?).find(|block| last.contains(block))?;
            top = above;
        }
    }
}

fn chain(tree: &[Option<usize>], from: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(from), |block| tree[*block])
}

/// The first block above two.
fn meet(dominator: &[Option<usize>], one: usize, other: usize) -> usize {
    let above: BTreeSet<usize> = chain(dominator, one).collect();
    chain(dominator, other).find(|block| above.contains(block)).unwrap_or(one)
}

/// The blocks on all ways from one to another, which is not one of them.
fn inside(flow: &Flow, from: usize, to: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if block != to && found.insert(block) {
            work.extend(&flow.successors[block]);
        }
    }
    found
}

/// Lets all ways to the header of a loop from outside come through one block.
fn merge<'m>(editor: &mut Editor<'m>, blocks: &Blocks<'m>, around: &Around) -> Block<'m> {
    let header = blocks.list[around.top];
    let outside: Vec<Block<'m>> = around.outside.iter().map(|block| blocks.list[*block]).collect();
    let before = editor.insert_block(header, "part.before");
    editor.position_at_end(before);
    editor.branch(header);
    for phi in header.phis() {
        move_edges(editor, phi, &outside, before, before);
    }
    for from in outside {
        editor.redirect(from, header, before);
    }
    before
}

/// Moves what comes into a phi on some edges into a phi of another block, which comes in instead, from a third one.
fn move_edges<'m>(
    editor: &mut Editor<'m>,
    phi: Value<'m>,
    edges: &[Block<'m>],
    to: Block<'m>,
    from: Block<'m>,
) -> Value<'m> {
    let place = to.instructions().find(|value| value.opcode() != Opcode::Phi);
    match place {
        Some(next) => editor.position_before(next),
        None => editor.position_at_end(to),
    }
    let moved = editor.phi(phi.ty(), &phi.name());
    for (value, block) in phi.incoming() {
        if edges.contains(&block) {
            editor.add_incoming(moved, value, block);
        }
    }
    for block in edges {
        while phi.incoming().iter().any(|(_, from)| from == block) {
            editor.remove_incoming(phi, *block);
        }
    }
    editor.add_incoming(phi, moved, from);
    moved
}

/// Lets the ways out of a part meet at its end, and brings phis of where they met before there.
fn hand_on<'m>(
    editor: &mut Editor<'m>,
    known: &mut Known<'m>,
    edges: &[Block<'m>],
    end: Block<'m>,
    behind: Block<'m>,
    meet: Block<'m>,
) {
    for phi in meet.phis() {
        known.differs.insert(move_edges(editor, phi, edges, end, behind));
    }
    for from in edges {
        editor.redirect(*from, meet, end);
    }
}

/// Lets what a part computes be used behind it as phis of its end only.
fn close<'m>(
    editor: &mut Editor<'m>,
    known: &mut Known<'m>,
    inside: &[Block<'m>],
    edges: &[Block<'m>],
    end: Block<'m>,
) {
    for value in inside.iter().flat_map(|block| block.instructions()).collect::<Vec<_>>() {
        let is_behind =
            |user: &Value<'m>| user.is_instruction() && user.block() != end && !inside.contains(&user.block());
        let users: Vec<Value<'m>> = value.users().filter(is_behind).collect();
        if users.is_empty() {
            continue;
        }
        match end.instructions().find(|value| value.opcode() != Opcode::Phi) {
            Some(next) => editor.position_before(next),
            None => editor.position_at_end(end),
        }
        let closed = editor.phi(value.ty(), &value.name());
        for from in edges {
            for _ in from.successors().iter().filter(|to| **to == end) {
                editor.add_incoming(closed, value, *from);
            }
        }
        known.differs.insert(closed);
        for user in users {
            editor.replace_operands(user, value, closed);
        }
    }
}

/// The loop over sub-groups.
fn begin_round<'m>(
    editor: &mut Editor<'m>,
    kernel: &Kernel<'m, '_>,
    before: Block<'m>,
    head: Block<'m>,
    enter: Block<'m>,
    end: Block<'m>,
    behind: Block<'m>,
) -> SubGroup<'m> {
    let number = editor.integer_type(32);
    let (zero, size) = (editor.i32(0), editor.i32(kernel.sub_group_size));
    editor.position_at_end(head);
    let first = editor.phi(number, "part.first");
    let items = all_items(editor, "items");
    let left = editor.subtract(items, first, "");
    let is_short = editor.is_less(left, size, "");
    let count = editor.select(is_short, left, size, "part.count");
    editor.branch(enter);
    editor.position_at_end(end);
    let next = editor.add(first, size, "part.next");
    let has_next = editor.is_less(next, items, "");
    editor.branch_if(has_next, head, behind);
    editor.add_incoming(first, zero, before);
    editor.add_incoming(first, next, end);
    SubGroup { first, count }
}
