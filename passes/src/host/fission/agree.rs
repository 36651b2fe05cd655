//! Branches that decide about a barrier, and of which nothing shows that all items take them alike: their condition
//! comes from memory, or from ids.
//!
//! In a valid program all items of a group get to a barrier together, or none does, so the branch is the same for all
//! of them. Items count for how many it is true; where it is for all or for none, they go on together.
//!
//! ```text
//!                                  block
//! block: br c, left, right    ->   compare   c is true for some items, and false for others?
//!                                  |      \
//!                                  same    apart
//!                                  |
//!                                  br (c is true for some), left, right
//! ```
//!
//! If one of the ways certainly leads to a barrier before they meet again, `apart` ends the launch. Else items may
//! part, as long as none of them gets to a barrier before they meet: each goes its way through a copy of what is
//! between, in which a barrier of the group ends the launch.
//!
//! That is done for barriers of the group. Where a branch leads to barriers of sub-groups only, some of them may take
//! it and others not, so sub-groups come to it one after another (`parts`), and the items of one are compared.
//!
//! Cost: linear in the kernel for each branch of which a copy is needed, and once for all others.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::parts::{self, Part};
use crate::{
    host::{
        flow::Flow,
        kernel::Kernel,
        primitive::Primitive,
        runtime,
        uniformity::{Blocks, COUNT_ITEMS, Known, Uniformity, is_any_item, is_count},
    },
    ir::{Block, Editor, Function, Opcode, Type, Value},
};

/// The facts about a kernel whose branches are compared.
pub(super) struct Agreement<'a, 'm> {
    kernel: &'a Kernel<'m, 'a>,
    /// Blocks that begin rounds of items (`strides`), of which there can be no copy in which items are apart.
    rounds: Vec<Block<'m>>,
    parts: Vec<Part<'m>>,
    /// Instructions that copies may still have.
    room: usize,
    has_switches: bool,
    /// Number of texts.
    texts: usize,
}

/// A branch, with what its ways lead to.
struct Decision<'m> {
    block: Block<'m>,
    /// The first barrier on each way that certainly has one.
    barriers: [Option<Value<'m>>; 2],
    /// Whether each way leads to a barrier at all, however far away.
    may_wait: [bool; 2],
    /// The blocks between the branch and the block where its ways meet.
    between: Vec<usize>,
    /// The part that it is in.
    part: Option<usize>,
}

impl<'a, 'm> Agreement<'a, 'm> {
    pub(super) fn new(kernel: &'a Kernel<'m, 'a>, rounds: Vec<Block<'m>>, room: usize) -> Self {
        Self { kernel, rounds, parts: Vec::new(), room, has_switches: true, texts: 0 }
    }

    /// Parts of the kernel that sub-groups run one after another.
    pub(super) fn parts(&self) -> &[Part<'m>] {
        &self.parts
    }

    /// Lets all items take a branch alike because of which they do not reach a block together, and all branches like
    /// that for which no copy is needed. Returns blocks that have to be cuts; nothing if nothing has changed.
    pub(super) fn run(
        &mut self,
        editor: &mut Editor<'m>,
        blocks: &Blocks<'m>,
        uniformity: &Uniformity<'m>,
        known: &mut Known<'m>,
        branch: Value<'m>,
    ) -> Option<Vec<Block<'m>>> {
        if self.kernel.is_lenient {
            return None;
        }
        let branch = outermost(blocks, uniformity, branch);
        if branch.operand(0).ty() != editor.integer_type(1) {
            // A switch becomes branches.
            let is_new = std::mem::replace(&mut self.has_switches, false);
            is_new.then(|| editor.run_required_pipeline("function(lower-switch)"))?;
            return Some(Vec::new());
        }
        let search = Search::new(blocks, &self.parts);
        let found: BTreeSet<usize> = search
            .heads
            .iter()
            .filter_map(|(head, _)| uniformity.branch_before(*head))
            .chain([branch])
            .filter(|branch| branch.operand(0).ty() == editor.integer_type(1))
            .map(|branch| blocks.of_instruction(branch))
            .collect();
        let first = blocks.of_instruction(branch);
        let decisions: Vec<_> = found.into_iter().filter_map(|block| Some((block, search.decision(block)?))).collect();
        let mut cuts = Vec::new();
        for (_, decision) in decisions.iter().filter(|(_, decision)| decision.barriers.iter().any(Option::is_some)) {
            cuts.extend(self.end_apart(editor, decision));
        }
        if cuts.is_empty() {
            cuts = match decisions.into_iter().find(|(block, _)| *block == first) {
                Some((_, decision)) => self.go_apart(editor, blocks, &decision)?,
                None => self.go_by_sub_groups(editor, blocks, known, &search, branch)?,
            };
        }
        Some(cuts)
    }

    /// Lets sub-groups come to a branch one after another.
    fn go_by_sub_groups(
        &mut self,
        editor: &mut Editor<'m>,
        blocks: &Blocks<'m>,
        known: &mut Known<'m>,
        search: &Search<'_, 'm>,
        branch: Value<'m>,
    ) -> Option<Vec<Block<'m>>> {
        if search.part[blocks.of_instruction(branch)].is_some() {
            return None;
        }
        let is_fixed = |block: usize| self.rounds.contains(&blocks.list[block]);
        match parts::make(editor, self.kernel, blocks, known, branch, &mut self.parts, is_fixed) {
            Some(cuts) => Some(cuts.to_vec()),
            None => self.copy_shared(editor, blocks, search, branch),
        }
    }

    /// Copies what a branch leads to before its ways meet, and others lead to as well: optimizers make one of the same
    /// branch behind others.
    fn copy_shared(
        &mut self,
        editor: &mut Editor<'m>,
        blocks: &Blocks<'m>,
        search: &Search<'_, 'm>,
        branch: Value<'m>,
    ) -> Option<Vec<Block<'m>>> {
        let (flow, from) = (&blocks.flow, blocks.of_instruction(branch));
        let between = search.between(&flow.successors[from], flow.post_dominator[from]?);
        let (own, shared): (Vec<usize>, Vec<usize>) = between.iter().partition(|block| flow.dominates(from, **block));
        let list = |numbers: &[usize]| numbers.iter().map(|block| blocks.list[*block]).collect::<Vec<_>>();
        let (mut edges, shared_blocks) = (list(&own), list(&shared));
        edges.push(blocks.list[from]);
        let is_fixed = |block: &usize| search.part[*block].is_some() || self.rounds.contains(&blocks.list[*block]);
        if shared.is_empty() || between.contains(&from) || shared.iter().any(is_fixed) {
            return None;
        }
        self.room = self.room.checked_sub(size(&shared_blocks)?)?;
        let before = self.kernel.function.blocks().count();
        editor.copy_blocks(&shared_blocks, &edges);
        let copies = self.kernel.function.blocks().skip(before);
        Some(barriers(copies).into_iter().map(Value::block).collect())
    }

    /// Ends the launch where items part.
    fn end_apart(&mut self, editor: &mut Editor<'m>, decision: &Decision<'m>) -> [Block<'m>; 3] {
        let branch = decision.block.terminator();
        let condition = branch.operand(0);
        let barrier = decision.barriers.into_iter().flatten().next().expect("one of the ways has a barrier");
        let text = self.text(editor, barrier, branch);
        let compared = Compared::insert(editor, decision.block, self.items(decision));
        let Compared { apart, same, taken, all, .. } = compared;
        editor.position_at_end(apart);
        let others = editor.subtract(all, taken, "");
        let zero = editor.i32(0);
        let (waiting, ended) = match decision.barriers {
            [Some(_), Some(_)] => (all, zero),
            [Some(_), None] => (taken, if decision.may_wait[1] { zero } else { others }),
            [None, _] => (others, if decision.may_wait[0] { zero } else { taken }),
        };
        // The first item that waits ends the launch.
        let report = editor.insert_block(same, "report");
        match decision.barriers {
            [Some(_), Some(_)] => editor.branch(report),
            [Some(_), None] => editor.branch_if(condition, report, same),
            [None, _] => editor.branch_if(condition, same, report),
        };
        editor.position_at_end(report);
        fail(editor, waiting, ended, text);
        editor.unreachable();
        compared.cuts()
    }

    /// Lets items part where they do not get to a barrier before they meet again.
    fn go_apart(
        &mut self,
        editor: &mut Editor<'m>,
        blocks: &Blocks<'m>,
        decision: &Decision<'m>,
    ) -> Option<Vec<Block<'m>>> {
        let function = self.kernel.function;
        let mut between: Vec<Block<'m>> = decision.between.iter().map(|block| blocks.list[*block]).collect();
        if between.iter().any(|block| self.rounds.contains(block) || self.parts.iter().any(|p| p.head == *block)) {
            return None;
        }
        let size = size(&between)?;
        self.room = self.room.checked_sub(size)?;
        let branch = decision.block.terminator();
        let condition = branch.operand(0);
        let compared = Compared::insert(editor, decision.block, self.items(decision));
        let Compared { compare, apart, same, taken, all } = compared;
        if between.contains(&decision.block) {
            between.extend([compare, same]);
        }
        editor.position_at_end(apart);
        let others = editor.subtract(all, taken, "");
        let waiting = editor.select(condition, taken, others, "");
        let [left, right] = ways(branch);
        editor.branch_if(condition, left, right);
        for to in if left == right { vec![left] } else { vec![left, right] } {
            for phi in to.instructions().take_while(|value| value.opcode() == Opcode::Phi).collect::<Vec<_>>() {
                let (value, _) = phi.incoming().into_iter().find(|(_, from)| *from == same).expect("an edge");
                editor.add_incoming(phi, value, apart);
            }
        }
        let before = function.blocks().count();
        editor.copy_blocks(&between, &[apart]);
        let copies: Vec<_> = function.blocks().skip(before).collect();
        for end in copies.iter().map(|copy| copy.terminator()).collect::<Vec<_>>() {
            // In a copy, items are apart already.
            if let Some(kept) = end.block().successors().iter().position(|to| *to == apart).map(|place| 1 - place) {
                editor.keep_successor(end, kept);
            }
        }
        undo(editor, copies.iter().flat_map(|copy| copy.instructions()).collect());
        let mut cuts = compared.cuts().to_vec();
        for barrier in barriers(copies.iter().copied()) {
            if decision.part.is_none() && !is_of_group(barrier) {
                cuts.push(barrier.block());
                continue;
            }
            let text = self.text(editor, barrier, branch);
            editor.position_before(barrier);
            let ended = editor.i32(0);
            fail(editor, waiting, ended, text);
            let behind = editor.split_before(barrier, "behind");
            let from = copies.iter().find(|copy| copy.successors() == [behind]).expect("it was split").terminator();
            editor.position_before(from);
            editor.unreachable();
            editor.erase_instruction(from);
        }
        editor.remove_unreached_blocks(function);
        let left: FxHashSet<Block<'m>> = function.blocks().collect();
        cuts.retain(|cut| left.contains(cut));
        Some(cuts)
    }

    /// Number of the items of a sub-group that come to a branch; nothing for all of the group.
    fn items(&self, decision: &Decision<'m>) -> Option<Value<'m>> {
        decision.part.map(|part| self.parts[part].sub_group.count)
    }

    /// The places of a barrier and of the branch, for the message, or how to get them.
    fn text(&mut self, editor: &mut Editor<'m>, barrier: Value<'m>, branch: Value<'m>) -> Value<'m> {
        let places = match (barrier.location_in_program(), branch.location_in_program()) {
            (Some(barrier), Some(branch)) => format!("barrier at {barrier}, branch at {branch}"),
            _ => "compile with `-g` to see the places of the barrier and of the branch".to_owned(),
        };
        let name = format!("{}.apart{}", self.kernel.facts.name, self.texts);
        self.texts += 1;
        runtime::text(editor, &name, &places)
    }
}

/// A branch that all items take alike now, unless they are in `apart`.
struct Compared<'m> {
    compare: Block<'m>,
    apart: Block<'m>,
    same: Block<'m>,
    /// For how many items the condition is true, and how many there are.
    taken: Value<'m>,
    all: Value<'m>,
}

impl<'m> Compared<'m> {
    /// Compares what the branch of a block depends on, for so many items, or all of the group. The block `apart` is
    /// still empty.
    fn insert(editor: &mut Editor<'m>, block: Block<'m>, items: Option<Value<'m>>) -> Self {
        let branch = block.terminator();
        let condition = branch.operand(0);
        let same = editor.split_before(branch, "same");
        let compare = editor.insert_block(same, "compare");
        let apart = editor.insert_block(same, "apart");
        let jump = block.terminator();
        editor.set_successor(jump, 0, compare);
        editor.position_before(jump);
        let taken = count_items(editor, condition, "taken");
        editor.position_at_end(compare);
        let mut all = all_items(editor, "all");
        if let Some(items) = items {
            // Where each item decides for itself, it is the only one there, too.
            let are_fewer = editor.is_less(items, all, "");
            all = editor.select(are_fewer, items, all, "");
        }
        let zero = editor.i32(0);
        let is_for_none = editor.is_equal(taken, zero, "");
        let is_for_all = editor.is_equal(taken, all, "");
        let agrees = editor.or(is_for_none, is_for_all, "agree");
        editor.branch_if(agrees, same, apart);
        editor.position_before(branch);
        let is_taken = editor.is_less(zero, taken, "is.taken");
        editor.set_operand(branch, 0, is_taken);
        Self { compare, apart, same, taken, all }
    }

    fn cuts(&self) -> [Block<'m>; 3] {
        [self.compare, self.apart, self.same]
    }
}

/// Lets each item decide for itself again.
pub(super) fn undo<'m>(editor: &mut Editor<'m>, instructions: Vec<Value<'m>>) {
    for call in instructions {
        let is_items = Primitive::called(call).is_some_and(|(primitive, _)| primitive == Primitive::Items);
        if is_any_item(call) {
            editor.replace_all_uses(call, call.operand(0));
        } else if is_count(call) {
            if !call.is_unused() {
                editor.position_before(call);
                let own = editor.zext_or_trunc(call.operand(0), call.ty(), "");
                editor.replace_all_uses(call, own);
            }
        } else if is_items {
            let one = editor.i32(1);
            editor.replace_all_uses(call, one);
        } else {
            continue;
        }
        editor.erase_instruction(call);
    }
}

/// The branch because of which items do not reach the block of a branch together, if one is outside of all others.
fn outermost<'m>(blocks: &Blocks<'m>, uniformity: &Uniformity<'m>, branch: Value<'m>) -> Value<'m> {
    let (mut at, mut seen) = (branch, BTreeSet::new());
    while seen.insert(blocks.of_instruction(at)) {
        match uniformity.branch_before(blocks.of_instruction(at)) {
            Some(before) => at = before,
            None => return at,
        }
    }
    branch
}

struct Search<'a, 'm> {
    flow: &'a Flow,
    blocks: &'a Blocks<'m>,
    /// The blocks that begin with a barrier.
    heads: Vec<(usize, Value<'m>)>,
    /// The part of sub-groups that a block is in.
    part: Vec<Option<usize>>,
    /// The barrier that a block begins with, if it is one of the group, or in a part of sub-groups.
    of_all: Vec<Option<Value<'m>>>,
    /// Whether a block leads to a barrier.
    may_wait: Vec<bool>,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(blocks: &'a Blocks<'m>, parts: &[Part<'m>]) -> Self {
        let part = parts::of_blocks(blocks, parts);
        let flow = &blocks.flow;
        let heads: Vec<_> = barriers(blocks.list.iter().copied())
            .into_iter()
            .map(|barrier| (blocks.of_instruction(barrier), barrier))
            .collect();
        let (mut of_all, mut may_wait) = (vec![None; flow.len()], vec![false; flow.len()]);
        for (head, barrier) in &heads {
            may_wait[*head] = true;
            if is_of_group(*barrier) || part[*head].is_some() {
                of_all[*head] = Some(*barrier);
            }
        }
        let mut work: Vec<usize> = heads.iter().map(|(head, _)| *head).collect();
        while let Some(block) = work.pop() {
            let is_head = parts.iter().any(|part| part.head == blocks.list[block]);
            // The next round of a part is for others.
            for from in flow.predecessors[block].iter().filter(|from| !is_head || part[**from] != part[block]) {
                if !std::mem::replace(&mut may_wait[*from], true) {
                    work.push(*from);
                }
            }
        }
        Self { flow, blocks, heads, part, of_all, may_wait }
    }

    /// The decision of the branch at the end of a block; nothing if it is not about barriers of all items there.
    fn decision(&self, block: usize) -> Option<Decision<'m>> {
        let [left, right] = <[usize; 2]>::try_from(self.flow.successors[block].as_slice()).ok()?;
        let meet = self.flow.post_dominator[block]?;
        let part = self.part[block];
        let barriers = [self.certain(left, meet, part), self.certain(right, meet, part)];
        let between = self.between(&[left, right], meet);
        let has_barrier = between.iter().any(|block| self.waits(*block, part).is_some());
        let has_parts = between.iter().any(|at| self.part[*at] != part);
        if !has_barrier || has_parts && barriers == [None, None] || self.has_shared_barrier(block, [left, right], meet)
        {
            return None;
        }
        let may_wait = [self.may_wait[left], self.may_wait[right]];
        Some(Decision { block: self.blocks.list[block], barriers, may_wait, between, part })
    }

    /// Whether both ways of a branch lead to the same barrier before they meet. Optimizers make such barriers, behind
    /// branches on the same condition, and items may come to them on either way.
    fn has_shared_barrier(&self, block: usize, [left, right]: [usize; 2], meet: usize) -> bool {
        let behind_right = self.until(&[right], &[block, meet]);
        let behind_left = self.until(&[left], &[block, meet]);
        behind_left.iter().any(|at| self.waits(*at, self.part[block]).is_some() && behind_right.contains(at))
    }

    /// The barrier that a block begins with, if it is one of all items in a part, or outside of parts.
    fn waits(&self, block: usize, part: Option<usize>) -> Option<Value<'m>> {
        self.of_all[block].filter(|_| self.part[block] == part)
    }

    /// The first barrier of all items that every way from a block gets to before another block.
    fn certain(&self, from: usize, meet: usize, part: Option<usize>) -> Option<Value<'m>> {
        let mut ways = std::iter::successors(Some(from), |block| self.flow.post_dominator[*block]);
        ways.by_ref().take_while(|block| *block != meet).find_map(|block| self.waits(block, part))
    }

    /// The blocks on all ways to one where they meet.
    fn between(&self, from: &[usize], meet: usize) -> Vec<usize> {
        self.until(from, &[meet])
    }

    /// The blocks on all ways from some up to others.
    fn until(&self, from: &[usize], ends: &[usize]) -> Vec<usize> {
        let (mut seen, mut found) = (BTreeSet::from_iter(ends.iter().copied()), Vec::new());
        let mut work = from.to_vec();
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                found.push(block);
                work.extend(&self.flow.successors[block]);
            }
        }
        found
    }
}

/// The barriers in blocks, in order.
fn barriers<'m>(blocks: impl Iterator<Item = Block<'m>>) -> Vec<Value<'m>> {
    blocks.flat_map(|block| block.instructions()).filter(|value| is_barrier(*value)).collect()
}

pub(super) fn is_of_group(barrier: Value<'_>) -> bool {
    Primitive::called(barrier).is_some_and(|(primitive, _)| primitive == Primitive::GroupBarrier)
}

fn is_barrier(instruction: Value<'_>) -> bool {
    Primitive::called(instruction).is_some_and(|(primitive, _)| primitive.is_barrier())
}

fn ways<'m>(branch: Value<'m>) -> [Block<'m>; 2] {
    branch.block().successors().try_into().unwrap_or_else(|_| panic!("a branch has two ways"))
}

/// Number of instructions; nothing if one of them may not be copied.
fn size(blocks: &[Block<'_>]) -> Option<usize> {
    let mut all = blocks.iter().flat_map(|block| block.instructions());
    let may_be_copied = |value: Value<'_>| is_barrier(value) || !value.effects().happens_once();
    all.try_fold(0, |size, value| may_be_copied(value).then_some(size + 1))
}

pub(super) fn declared<'m>(editor: &mut Editor<'m>, name: &str, ty: Type<'m>) -> Function<'m> {
    editor.view().function(name).unwrap_or_else(|| editor.declare_function(name, ty))
}

/// For how many items a condition is true.
pub(super) fn count_items<'m>(editor: &mut Editor<'m>, condition: Value<'m>, name: &str) -> Value<'m> {
    let ty = editor.function_type(editor.integer_type(32), &[condition.ty()]);
    let count = declared(editor, COUNT_ITEMS, ty);
    editor.call(count, &[condition], name)
}

/// The number of the items of a group.
pub(super) fn all_items<'m>(editor: &mut Editor<'m>, name: &str) -> Value<'m> {
    let ty = editor.function_type(editor.integer_type(32), &[]);
    let items = declared(editor, Primitive::ITEMS, ty);
    editor.call(items, &[], name)
}

/// Ends the launch, where the builder is.
fn fail<'m>(editor: &mut Editor<'m>, waiting: Value<'m>, ended: Value<'m>, text: Value<'m>) {
    let ty = editor.function_type(editor.void_type(), &[waiting.ty(), ended.ty(), text.ty()]);
    let function = declared(editor, Primitive::FAIL_BARRIER, ty);
    editor.call(function, &[waiting, ended, text], "");
}
