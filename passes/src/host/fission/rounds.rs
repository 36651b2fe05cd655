//! Loops that items leave in different rounds, as loops that all items run together: until the last one leaves, each
//! round is for those that have not left. LLVM can vectorize such a round over items, with a mask.
//!
//! That is done for loops that only compute: their rounds cost those that have left little, and nothing happens twice.
//! A call of `__sp_host_any_item` says whether to go on; it is the same for all items.
//!
//! ```text
//! before -> header <-> ... -> latch        before -> rounds -> header -> ... -> latch
//!              |        |                               ^  \      |       |       |
//!              v        v                               |   v     v       v       v
//!              behind                                   +--------- meet -----------> behind
//! ```
//!
//! Items that branches right in front of the loop lead past it (`if (id < n)`, or the condition of a loop that may have
//! no round) come to `rounds`, too, and are in none:
//!
//! ```text
//! head -> head -> before -> header       head -> head -> before -> gather -> rounds ... meet -> leave -> behind
//!     \-> past\-> past                       \-------\------------>^                             \-> past, past
//! ```

use super::loops::{Loop, has_vector_form, inner_loops};
use crate::{
    host::uniformity::{ANY_ITEM, Blocks, Uniformity},
    ir::{Block, Editor, Function, Opcode, TypeKind, Value},
};

/// Instructions of a loop that is worth it.
const SIZE: std::ops::Range<usize> = 4..100;

/// Branches in front of a loop that lead items past it.
const GUARDS: usize = 4;

/// Values that a round may hand to the next, and to what is behind the loop.
const VALUES: usize = 8;

/// Changes the loops of a kernel for which that is worth it. Its loops are as `loop-simplify` and `lcssa` make them.
pub(super) fn run<'m>(editor: &mut Editor<'m>, blocks: &Blocks<'m>, uniformity: &Uniformity<'m>) {
    let loops = inner_loops(blocks, |_| true);
    let chosen: Vec<_> = loops.iter().filter_map(|found| Rounds::find(blocks, uniformity, found)).collect();
    for rounds in chosen {
        if rounds.guards.are_there() {
            rounds.make(editor);
        }
    }
}

/// Lets each item decide for itself again.
pub(super) fn undo<'m>(editor: &mut Editor<'m>, function: Function<'m>) {
    let calls: Vec<_> = function.instructions().filter(|value| crate::host::uniformity::is_any_item(*value)).collect();
    for call in calls {
        editor.replace_all_uses(call, call.operand(0));
        editor.erase_instruction(call);
    }
}

/// A loop to change.
struct Rounds<'m> {
    before: Block<'m>,
    header: Block<'m>,
    latch: Block<'m>,
    /// Blocks that leave.
    leaving: Vec<Block<'m>>,
    behind: Block<'m>,
    /// Branches in front of it, if items do not come to it together.
    guards: Guards<'m>,
}

/// Branches that lead items past a loop, outer ones first.
struct Guards<'m>(Vec<Guard<'m>>);

/// A block that leads items to the next one, and others past a loop. All items come to the first of several.
#[derive(Clone, Copy)]
struct Guard<'m> {
    head: Block<'m>,
    next: Block<'m>,
    past: Block<'m>,
}

impl<'m> Guards<'m> {
    /// The guards of a loop; nothing if they are too many, or other items come from elsewhere.
    fn find(blocks: &Blocks<'m>, uniformity: &Uniformity<'m>, before: usize) -> Option<Self> {
        let (flow, mut at, mut guards) = (&blocks.flow, before, Vec::new());
        while !uniformity.is_together(at) {
            let [head] = flow.predecessors[at].as_slice() else { return None };
            let (head, next) = (blocks.list[*head], blocks.list[at]);
            let past = *head.successors().iter().find(|to| **to != next)?;
            guards.push(Guard { head, next, past });
            if guards.len() > GUARDS || head.successors().len() != 2 {
                return None;
            }
            [at] = <[usize; 1]>::try_from(flow.predecessors[at].as_slice()).ok()?;
        }
        guards.reverse();
        Some(Self(guards))
    }

    /// Whether they are still there: two loops may be behind one branch.
    fn are_there(&self) -> bool {
        self.0.iter().all(|guard| {
            let to = guard.head.successors();
            to.len() == 2 && to.contains(&guard.next) && to.contains(&guard.past)
        })
    }

    /// Lets items that get past the loop come to its rounds. Returns the block in which all are together, whether an
    /// item is in the loop, and the number of the guard that led it past. What guarded blocks have computed has a value
    /// there for all items.
    fn gather(&self, editor: &mut Editor<'m>, rounds: Block<'m>) -> (Block<'m>, Value<'m>, Value<'m>) {
        let guarded: Vec<Block<'m>> = self.0.iter().map(|guard| guard.next).collect();
        let before = *guarded.last().expect("there is a guard");
        let gather = editor.insert_block(rounds, "gather");
        for guard in &self.0 {
            editor.redirect(guard.head, guard.past, gather);
        }
        editor.position_at_end(gather);
        let is_there = editor.phi(editor.integer_type(1), "is.there");
        let way = editor.phi(editor.integer_type(32), "way");
        let (yes, no) = (editor.scalar(is_there.ty(), &[1]), editor.scalar(is_there.ty(), &[0]));
        editor.add_incoming(is_there, yes.expect("an integer"), before);
        editor.add_incoming(way, editor.i32(0), before);
        for (number, guard) in (0..).zip(&self.0) {
            editor.add_incoming(is_there, no.expect("an integer"), guard.head);
            editor.add_incoming(way, editor.i32(number), guard.head);
        }
        for (place, block) in guarded.iter().enumerate() {
            for value in block.instructions() {
                let users: Vec<_> = value.users().filter(|user| !guarded.contains(&user.block())).collect();
                if users.is_empty() {
                    continue;
                }
                let nothing = editor.poison(value.ty());
                let here = editor.phi(value.ty(), &value.name());
                editor.add_incoming(here, value, before);
                for (number, guard) in self.0.iter().enumerate() {
                    // The block in front of a guard's next one is the next one of the guard before.
                    let is_computed = number > place;
                    editor.add_incoming(here, if is_computed { value } else { nothing }, guard.head);
                }
                for user in users {
                    for (index, _) in (0..).zip(user.operands()).filter(|(_, operand)| *operand == value) {
                        editor.set_operand(user, index, here);
                    }
                }
            }
        }
        editor.branch(rounds);
        (gather, is_there, way)
    }

    /// Lets items that got past the loop go on where they would have, behind its rounds.
    fn leave(
        &self,
        editor: &mut Editor<'m>,
        leave: Block<'m>,
        behind: Block<'m>,
        (is_there, way): (Value<'m>, Value<'m>),
    ) {
        let ways: Vec<Block<'m>> = self.0.iter().map(|_| editor.insert_block(behind, "way")).collect();
        let (mut at, mut condition, mut to) = (leave, is_there, behind);
        for (number, guard) in self.0.iter().enumerate() {
            let is_last = number + 1 == self.0.len();
            let other = if is_last { ways[number] } else { editor.insert_block(behind, "past") };
            editor.position_at_end(at);
            editor.branch_if(condition, to, other);
            if !is_last {
                editor.position_at_end(other);
                let own = editor.i32(u32::try_from(number).expect("guards are few"));
                condition = editor.is_equal(way, own, "");
                (at, to) = (other, ways[number]);
            }
            editor.position_at_end(ways[number]);
            editor.branch(guard.past);
            for phi in guard.past.phis() {
                editor.position_before(phi);
                let same = editor.phi(phi.ty(), &phi.name());
                for (value, from) in phi.incoming() {
                    editor.add_incoming(same, value, if from == guard.head { ways[number] } else { from });
                }
                editor.replace_all_uses(phi, same);
                editor.erase_instruction(phi);
            }
        }
    }
}

impl<'m> Rounds<'m> {
    fn find(blocks: &Blocks<'m>, uniformity: &Uniformity<'m>, found: &Loop) -> Option<Self> {
        let flow = &blocks.flow;
        let inside = |block: usize| found.body.contains(&block);
        let [latch] = found.latches.as_slice() else { return None };
        let mut outside = flow.predecessors[found.header].iter().filter(|from| !inside(**from));
        let before = *outside.next()?;
        if outside.next().is_some() || uniformity.is_together(found.header) {
            return None;
        }
        let guards = Guards::find(blocks, uniformity, before)?;
        let mut ways = Vec::new();
        for block in &found.body {
            ways.extend(flow.successors[*block].iter().filter(|to| !inside(**to)).map(|to| (*block, *to)));
        }
        let (_, behind) = *ways.first()?;
        let is_dedicated = flow.predecessors[behind].iter().all(|from| inside(*from));
        let is_simple = flow.successors[before].len() == 1 && ways.iter().all(|(_, to)| *to == behind);
        let list = |block: usize| blocks.list[block];
        let is_worth_it = is_worth_it(&found.body.iter().map(|block| list(*block)).collect::<Vec<_>>());
        let phis = list(found.header).phis().len() + list(behind).phis().len();
        let mut leaving: Vec<_> = ways.iter().map(|(from, _)| list(*from)).collect();
        leaving.dedup();
        (is_dedicated && is_simple && is_worth_it && phis <= VALUES).then(|| Self {
            before: list(before),
            header: list(found.header),
            latch: list(*latch),
            leaving,
            behind: list(behind),
            guards,
        })
    }

    fn make(&self, editor: &mut Editor<'m>) {
        let bool_type = editor.integer_type(1);
        let [no, yes] = [0, 1].map(|value| editor.scalar(bool_type, &[value]).expect("a type of integers"));
        let rounds = editor.insert_block(self.header, "rounds");
        let meet = editor.insert_block(self.behind, "meet");
        let handed_on = self.header.phis().into_iter().map(|phi| (phi, false));
        let values: Vec<_> = handed_on.chain(self.behind.phis().into_iter().map(|phi| (phi, true))).collect();
        let (mut before, mut past) = (self.before, None);
        if !self.guards.0.is_empty() {
            let (gather, is_there, way) = self.guards.gather(editor, rounds);
            editor.redirect(before, self.header, gather);
            (before, past) = (gather, Some((is_there, way)));
        }
        editor.redirect(before, self.header, rounds);
        let stay = self.way(editor, self.latch, self.header, meet);
        let ways: Vec<_> =
            self.leaving.iter().map(|from| (*from, self.way(editor, *from, self.behind, meet))).collect();
        for (old, is_out) in values {
            let incoming = old.incoming();
            let nothing = editor.poison(old.ty());
            let from = |block: Block<'m>| incoming.iter().find(|(_, from)| *from == block).map(|(value, _)| *value);
            editor.position_at_end(rounds);
            let now = editor.phi(old.ty(), &old.name());
            editor.position_at_end(meet);
            let next = editor.phi(old.ty(), &old.name());
            editor.add_incoming(now, from(self.before).unwrap_or(nothing), before);
            editor.add_incoming(now, next, meet);
            editor.add_incoming(next, now, rounds);
            editor.add_incoming(next, if is_out { now } else { from(self.latch).unwrap_or(now) }, stay);
            for (block, way) in &ways {
                editor.add_incoming(next, if is_out { from(*block).unwrap_or(now) } else { now }, *way);
            }
            editor.replace_all_uses(old, if is_out { next } else { now });
            editor.erase_instruction(old);
        }
        editor.position_at_end(rounds);
        let is_here = editor.phi(bool_type, "is.here");
        editor.position_at_end(meet);
        let stays = editor.phi(bool_type, "stays");
        editor.add_incoming(is_here, past.map_or(yes, |(is_there, _)| is_there), before);
        editor.add_incoming(is_here, stays, meet);
        editor.add_incoming(stays, no, rounds);
        editor.add_incoming(stays, yes, stay);
        for (_, way) in &ways {
            editor.add_incoming(stays, no, *way);
        }
        editor.position_at_end(rounds);
        editor.branch_if(is_here, self.header, meet);
        let ty = editor.function_type(bool_type, &[bool_type]);
        let any = editor.view().function(ANY_ITEM).unwrap_or_else(|| editor.declare_function(ANY_ITEM, ty));
        editor.position_at_end(meet);
        let any = editor.call(any, &[stays], "any.stays");
        let leave = if past.is_some() { editor.insert_block(self.behind, "leave") } else { self.behind };
        editor.branch_if(any, rounds, leave);
        if let Some(past) = past {
            self.guards.leave(editor, leave, self.behind, past);
        }
    }

    /// A block of its own on the edges from one block to another, which leads to where all ways meet.
    fn way(&self, editor: &mut Editor<'m>, from: Block<'m>, to: Block<'m>, meet: Block<'m>) -> Block<'m> {
        let way = editor.insert_block(meet, "way");
        editor.position_at_end(way);
        editor.branch(meet);
        editor.redirect(from, to, way);
        way
    }
}

/// Whether a loop computes numbers and does nothing else.
fn is_worth_it(body: &[Block<'_>]) -> bool {
    let (mut size, mut has_floats) = (0, false);
    for value in body.iter().flat_map(|block| block.instructions()) {
        let is_fine = match value.opcode() {
            Opcode::Call => has_vector_form(value) && value.effects().is_pure(),
            Opcode::Phi | Opcode::Jump => true,
            _ => value.effects().is_pure() && !value.is_alloca(),
        };
        if !is_fine || value.ty().kind() == TypeKind::Vector {
            return false;
        }
        has_floats |= matches!(value.ty().kind(), TypeKind::Float | TypeKind::Double);
        size += 1;
    }
    has_floats && SIZE.contains(&size)
}
