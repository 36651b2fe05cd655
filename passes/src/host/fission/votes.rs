//! Loops that only some items come to, as those in `if (id < n) { for (...) sum += ...; }`. Behind such a branch each
//! item would run its loop by itself, so that LLVM could not vectorize it over items. Mostly all items of a group take
//! the branch, but for those of the last group. So the group asks, and where all do, it runs a copy of what is behind
//! the branch, in which all items are together.
//!
//! ```text
//! head -> next -> ... -> loop -> ... -> behind
//!     \------------------------------->^
//!
//! head -> vote -> all  -> copy of next -> ... -> copy of loop -> ... -> behind
//!             \-> some -> next -> ... -> loop -> ... ----------------->^
//!                     \---------------------------------------------->^
//! ```
//!
//! Of several branches in front of a loop, the outermost is first; the next one is in the copy then.
//!
//! Cost: linear in the function for each loop that items do not come to together.

use rustc_hash::FxHashSet;

use super::{
    agree::{all_items, count_items},
    loops::{Loop, inner_loops, is_worth_it},
};
use crate::{
    host::{
        primitive::Primitive,
        uniformity::{Blocks, Known, Uniformity},
    },
    ir::{Block, Editor, Function, Opcode, Value},
};

/// Instructions behind a branch that are copied at most.
const SIZE: usize = 400;

/// Branches of a kernel that its groups vote on at most.
const VOTES: usize = 8;

/// Branches in front of a loop by which items part.
const BRANCHES: usize = 4;

/// A branch to vote on.
struct Vote<'m> {
    head: Block<'m>,
    /// Target of the items that come to the loop.
    next: Block<'m>,
    /// The blocks that only they come to.
    body: Vec<Block<'m>>,
}

/// Lets groups vote. Returns the blocks in front of which votes are counted, so that they have to be cuts.
pub(super) fn run<'m>(
    editor: &mut Editor<'m>,
    kernel: Function<'m>,
    blocks: &mut Blocks<'m>,
    uniformity: &mut Uniformity<'m>,
) -> Vec<Block<'m>> {
    let (mut cuts, mut left) = (Vec::new(), FxHashSet::<Block<'m>>::default());
    while cuts.len() < VOTES && !kernel.has_attribute("optnone") {
        let search = Search { editor, blocks, uniformity };
        let found =
            inner_loops(blocks, |header| !uniformity.is_together(header) && !left.contains(&blocks.list[header]));
        let Some(vote) = found.iter().find_map(|found| search.vote(found)) else { break };
        left.extend(&vote.body);
        cuts.push(vote.make(editor));
        *blocks = Blocks::collect(kernel);
        *uniformity = Uniformity::analyze(blocks, &Known::default());
    }
    cuts
}

struct Search<'a, 'm> {
    editor: &'a Editor<'m>,
    blocks: &'a Blocks<'m>,
    uniformity: &'a Uniformity<'m>,
}

impl<'m> Search<'_, 'm> {
    /// The vote for a loop, if all items would run it together then, and that is worth it.
    fn vote(&self, found: &Loop) -> Option<Vote<'m>> {
        let (flow, list) = (&self.blocks.flow, &self.blocks.list);
        let (mut at, mut known) = (found.header, Known::default());
        while !self.uniformity.is_together(at) {
            at = flow.dominator[at]?;
            known.same.extend(self.parting(list[at].terminator()));
        }
        let condition = self.parting(list[at].terminator())?;
        if known.same.len() > BRANCHES {
            return None;
        }
        let next = *flow.successors[at].iter().find(|next| flow.dominates(**next, found.header))?;
        let body: Vec<usize> = flow.order.iter().copied().filter(|block| flow.dominates(next, *block)).collect();
        let instructions = || body.iter().flat_map(|block| list[*block].instructions());
        let may_part = |value| Primitive::called(value).is_none_or(|(primitive, _)| primitive.asks_only());
        if flow.predecessors[next].as_slice() != [at] || instructions().count() > SIZE || !instructions().all(may_part)
        {
            return None;
        }
        debug_assert!(known.same.contains(&condition));
        let agreed = Uniformity::analyze(self.blocks, &known);
        let layout = self.editor.view().data_layout();
        let is_gain = agreed.is_together(found.header) && is_worth_it(self.blocks, &agreed, layout, found);
        let body = body.iter().map(|block| list[*block]).collect();
        is_gain.then(|| Vote { head: list[at], next: list[next], body })
    }

    /// The condition of a branch by which items part.
    fn parting(&self, branch: Value<'m>) -> Option<Value<'m>> {
        let is_branch = branch.opcode() == Opcode::Jump && branch.operands().count() == 3;
        is_branch.then(|| branch.operand(0)).filter(|condition| !self.uniformity.is_uniform(*condition))
    }
}

impl<'m> Vote<'m> {
    /// Makes the copy. Returns the block behind the count.
    fn make(&self, editor: &mut Editor<'m>) -> Block<'m> {
        let branch = self.head.terminator();
        let condition = branch.operand(0);
        let is_yes = self.head.successors()[0] == self.next;
        let some = editor.split_before(branch, "some");
        let vote = editor.insert_block(some, "vote");
        let all = editor.insert_block(some, "all");
        let jump = self.head.terminator();
        editor.set_successor(jump, 0, vote);
        editor.position_before(jump);
        let taken = count_items(editor, condition, "taken");
        editor.position_at_end(vote);
        let unanimous = if is_yes { all_items(editor, "items") } else { editor.i32(0) };
        let agrees = editor.is_equal(taken, unanimous, "agrees");
        editor.branch_if(agrees, all, some);
        editor.position_at_end(all);
        editor.branch(self.next);
        for phi in self.next.phis() {
            let (value, _) = phi.incoming()[0];
            editor.add_incoming(phi, value, all);
        }
        editor.copy_blocks(&self.body, &[all]);
        vote
    }
}
