//! Loops whose items are a step apart, as `for (i = id; i < n; i += items) x[i] = ...;`. Item by item, each runs
//! through all of memory. In rounds of all items, those of a round access what is side by side.
//!
//! Such a loop starts at a number that grows with the id in one dimension, or with the linear id if there is one item
//! in the other dimensions. Step and end are the same for all items, and the step is longer than what is between the
//! first and the last item. So the items that have another round to go are the first ones of the group, and their
//! number is the same for all.
//!
//! ```text
//! together -> before -> header <-> ... -> latch -> behind
//!      \                                          |
//!       +---------------------------> elsewhere <-+
//!
//! together -> start -> before -> rounds -> round -> header -> ... -> latch -> stays -> meet -> last -> behind
//!      |         \-> skip -------->|          |\------------------------------------->|       |  |
//!      |                                      +<---------------------------------------+       |  +-> elsewhere
//!      +-> apart -> copies of what was there ------------------------------------------------->+
//! ```
//!
//! Numbers may wrap, and items may be few. Whether rounds do what the loop does, and are worth it, is asked once for
//! the group, in front of the loop. If not, items run a copy of the loop as it was, one after another.
//!
//! Cost: linear in the function, and in its blocks for each such loop.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    loops::{Loop, inner_loops},
    regions::First,
    rounds::{phis, redirect},
};
use crate::{
    host::{
        primitive::Primitive,
        uniformity::{Blocks, Uniformity, is_constant_memory, is_local_id},
    },
    ir::{Block, Editor, Function, IntegerOperation, Opcode, Value},
};

/// Instructions of a loop that is copied at most.
const SIZE: usize = 300;

/// Values that a round may hand to the next.
const VALUES: usize = 8;

/// Instructions that compute where an item starts.
const DEPTH: usize = 8;

/// Numbers that neighbours may be apart.
const APART: u64 = 4096;

/// Bits of numbers that are counted with.
const BITS: u32 = 16;

/// Items of a group that are worth rounds.
const ITEMS: u64 = 8;

/// A loop that is run in rounds.
pub(super) struct Rounds<'m> {
    /// The block that begins a round.
    pub(super) head: Block<'m>,
    /// The items that have another round.
    pub(super) first: First<'m>,
    /// The branch of the group that chooses rounds, if its condition is true.
    pub(super) choice: Value<'m>,
}

/// Lets items run loops in rounds. The loops of the kernel are as `loop-simplify` and `lcssa` make them.
pub(super) fn run<'m>(
    editor: &mut Editor<'m>,
    kernel: Function<'m>,
    blocks: &Blocks<'m>,
    uniformity: &Uniformity<'m>,
) -> Vec<Rounds<'m>> {
    if kernel.has_attribute("optnone") {
        return Vec::new();
    }
    let search = Search { blocks, uniformity };
    let loops = inner_loops(blocks, |header| !uniformity.is_together(header));
    let mut chosen: Vec<_> = loops.iter().filter_map(|found| search.stride(found)).collect();
    let mut is_taken = FxHashSet::default();
    chosen.retain(|stride| is_taken.insert(stride.together));
    chosen.into_iter().map(|stride| stride.make(editor, kernel)).collect()
}

/// Lets all loops be run item by item.
pub(super) fn undo<'m>(editor: &mut Editor<'m>, all: &[Rounds<'m>]) {
    for rounds in all {
        let no = editor.null(rounds.choice.operand(0).ty());
        editor.set_operand(rounds.choice, 0, no);
    }
}

/// A number that is the same for all items: a value, with or without a sign, and whether one more is meant.
#[derive(Clone, Copy)]
struct End<'m> {
    value: Value<'m>,
    is_signed: bool,
    one_more: bool,
}

/// A loop to change.
struct Stride<'m> {
    /// The last block that all items reach together; it leads to the loop, or to it and elsewhere.
    together: Block<'m>,
    /// The block in front of the header if `together` is another one.
    before: Option<Block<'m>>,
    header: Block<'m>,
    latch: Block<'m>,
    behind: Block<'m>,
    body: Vec<Block<'m>>,
    /// The number that differs between items by steps.
    index: Value<'m>,
    /// Where it starts, without conversions.
    term: Term<'m>,
    dimension: usize,
    /// Others in which it may start at another one, so that there has to be one item in them.
    others: Vec<usize>,
    /// How far neighbours are apart.
    apart: u64,
    step: Value<'m>,
    end: End<'m>,
    /// Whether the end is compared with the number of this round, and not with that of the next.
    is_late: bool,
    /// Bits that hold all numbers, with a sign.
    bits: u32,
}

struct Search<'a, 'm> {
    blocks: &'a Blocks<'m>,
    uniformity: &'a Uniformity<'m>,
}

impl<'m> Search<'_, 'm> {
    fn stride(&self, found: &Loop) -> Option<Stride<'m>> {
        let (flow, list) = (&self.blocks.flow, &self.blocks.list);
        let inside = |block: usize| found.body.contains(&block);
        let [latch] = *found.latches.as_slice() else { return None };
        let mut outside = flow.predecessors[found.header].iter().filter(|from| !inside(**from));
        let before = *outside.next()?;
        if outside.next().is_some() || flow.successors[before].len() != 1 || self.uniformity.is_together(found.header) {
            return None;
        }
        let together = if self.uniformity.is_together(before) {
            before
        } else {
            let [above] = *flow.predecessors[before].as_slice() else { return None };
            above
        };
        let leaves = |block: &&usize| flow.successors[**block].iter().any(|to| !inside(*to));
        let is_simple = found.body.iter().filter(leaves).eq([&latch]) && flow.successors[latch].len() == 2;
        let before = (before != together).then_some(list[before]);
        let may_be_copied =
            |before: Block<'m>| before.instructions().all(may_be_copied) && before.instructions().count() <= SIZE;
        let is_copied = before.is_none_or(may_be_copied);
        if !self.uniformity.is_together(together) || !is_simple || !is_copied || !is_two_ways(list[together], before) {
            return None;
        }
        let body: Vec<_> = found.body.iter().map(|block| list[*block]).collect();
        let (together, header, latch) = (list[together], list[found.header], list[latch]);
        let behind = *latch.successors().iter().find(|to| **to != header)?;
        let is_dedicated = flow.predecessors[self.blocks.number[&behind]].iter().all(|from| inside(*from));
        if !is_dedicated || phis(header).len() > VALUES + 1 || !is_worth_it(&body) {
            return None;
        }
        let shape = Shape { together, before, header, latch, behind, body };
        phis(header).into_iter().find_map(|index| self.index(&shape, index))
    }

    fn index(&self, shape: &Shape<'m>, index: Value<'m>) -> Option<Stride<'m>> {
        let mut bits = index.integer_bits().filter(|bits| *bits <= 64)?;
        let place = self.blocks.number[&shape.together];
        let of = |is_inside: bool| {
            index.incoming().into_iter().find(|(_, from)| (*from == shape.latch) == is_inside).map(|(value, _)| value)
        };
        let (first, next) = (of(false)?, without_conversions(of(true)?, &mut bits));
        let Some(IntegerOperation::Add(a, b)) = next.integer_operation() else { return None };
        let step = [(a, b), (b, a)].into_iter().find(|(a, _)| without_conversions(*a, &mut bits) == index)?.1;
        bits = bits.min(next.integer_bits()?);
        let (asked, end) = goes_on(shape.latch.terminator(), shape.header, &mut bits)?;
        let is_late = asked == index;
        if !is_late && asked != next || !self.is_known(step, place, DEPTH) || !self.is_known(end.value, place, DEPTH) {
            return None;
        }
        let start = without_conversions(first, &mut bits);
        let growth = self.growth(start, place, DEPTH)?;
        let (dimension, apart) = growth.dimension()?;
        let is_other = |other: &usize| *other != dimension && growth.apart[*other] != Apart::Not;
        let (others, term) = ((0..3).filter(is_other).collect(), growth.term);
        if bits < BITS || step.as_unsigned().is_some_and(|step| step < apart * ITEMS) {
            return None;
        }
        if let Some(before) = shape.before {
            let (asked, other) = goes_on(shape.together.terminator(), before, &mut bits)?;
            let late = if is_late { Some(step) } else { None };
            if asked != start || bits < BITS || !is_same(other, end, late) {
                return None;
            }
        }
        let Shape { together, before, header, latch, behind, ref body } = *shape;
        let body = body.clone();
        Some(Stride {
            together,
            before,
            header,
            latch,
            behind,
            body,
            index,
            term,
            dimension,
            others,
            apart,
            step,
            end,
            is_late,
            bits,
        })
    }

    /// Whether a value is the same for all items, and can be computed at the end of a block.
    fn is_known(&self, value: Value<'m>, place: usize, depth: usize) -> bool {
        if !value.is_instruction() {
            return true;
        }
        if self.blocks.flow.dominates(self.blocks.of_instruction(value), place) {
            return self.uniformity.is_uniform(value);
        }
        depth > 0
            && may_move(value)
            && !is_local_id(value)
            && value.operands().all(|operand| self.is_known(operand, place, depth - 1))
    }

    /// How a number grows with the ids; nothing if it may do something else. Conversions may make it wrap.
    fn growth(&self, value: Value<'m>, place: usize, depth: usize) -> Option<Growth<'m>> {
        use IntegerOperation as Is;
        if self.is_known(value, place, DEPTH) {
            return Some(Growth { apart: [Apart::Not; 3], is_converted: false, term: Term::Known(value) });
        }
        if let Some((Primitive::LocalId, call)) = Primitive::called(value) {
            let dimension = usize::try_from(call.operand(0).as_unsigned().filter(|dimension| *dimension < 3)?).ok()?;
            let mut apart = [Apart::Not; 3];
            apart[dimension] = Apart::By(1);
            return Some(Growth { apart, is_converted: false, term: Term::Id(dimension) });
        }
        let depth = depth.checked_sub(1)?;
        let of = |value| self.growth(value, place, depth);
        let times = |value, factor: u64| {
            let Growth { apart, is_converted, term } = of(value)?;
            let apart = apart.map(|apart| apart.times(factor));
            Some(Growth { apart, is_converted, term: Term::Product(Box::new(term), factor) })
        };
        Some(match value.integer_operation()? {
            Is::Add(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                // Where both wrap, one could hide the other.
                if (a.is_converted || b.is_converted) && a.grows() && b.grows() {
                    return None;
                }
                let apart = [0, 1, 2].map(|dimension| a.apart[dimension].and(b.apart[dimension]));
                let is_converted = a.is_converted || b.is_converted;
                Growth { apart, is_converted, term: Term::Sum(Box::new(a.term), Box::new(b.term)) }
            }
            Is::Multiply(a, b) if b.as_unsigned().is_some() => times(a, b.as_unsigned()?)?,
            Is::Multiply(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                let apart = [0, 1, 2].map(|dimension| a.apart[dimension].and(b.apart[dimension]).in_some_way());
                let is_converted = a.is_converted || b.is_converted;
                Growth { apart, is_converted, term: Term::ProductOf(Box::new(a.term), Box::new(b.term)) }
            }
            Is::ShiftLeft(a, b) => times(a, 1u64.checked_shl(u32::try_from(b.as_unsigned()?).ok()?)?)?,
            _ => {
                let (from, left) = conversion(value)?;
                let Growth { apart, term, .. } = of(from)?;
                let is_signed = matches!(value.integer_operation(), Some(Is::SignExtend(_) | Is::ShiftRight(..)));
                let bits = value.integer_bits()?;
                let term = Term::Converted { of: Box::new(term), left, is_signed, bits };
                Growth { apart, is_converted: true, term }
            }
        })
    }
}

/// How a number is computed of the ids.
enum Term<'m> {
    /// The same for all items.
    Known(Value<'m>),
    Id(usize),
    Sum(Box<Term<'m>>, Box<Term<'m>>),
    Product(Box<Term<'m>>, u64),
    ProductOf(Box<Term<'m>>, Box<Term<'m>>),
    /// As many bits of it as are left, in an integer of other bits.
    Converted {
        of: Box<Term<'m>>,
        left: u32,
        is_signed: bool,
        bits: u32,
    },
}

/// How far neighbours are apart in a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    Not,
    By(u64),
    InSomeWay,
}

impl Apart {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Not, apart) | (apart, Self::Not) => apart,
            (Self::By(a), Self::By(b)) if a + b <= APART => Self::By(a + b),
            _ => Self::InSomeWay,
        }
    }

    fn times(self, factor: u64) -> Self {
        match self {
            Self::By(apart) if factor > 0 && apart.saturating_mul(factor) <= APART => Self::By(apart * factor),
            Self::Not => Self::Not,
            _ => Self::InSomeWay,
        }
    }

    fn in_some_way(self) -> Self {
        if self == Self::Not { self } else { Self::InSomeWay }
    }
}

/// How a number grows with the ids.
struct Growth<'m> {
    apart: [Apart; 3],
    /// Whether a conversion may make a part of it wrap.
    is_converted: bool,
    term: Term<'m>,
}

impl Growth<'_> {
    fn grows(&self) -> bool {
        self.apart != [Apart::Not; 3]
    }

    /// The first dimension in which it grows by a number that is known, and that number.
    fn dimension(&self) -> Option<(usize, u64)> {
        let by = |(dimension, apart): (usize, &Apart)| match apart {
            Apart::By(apart) => Some((dimension, *apart)),
            _ => None,
        };
        self.apart.iter().enumerate().find_map(by)
    }
}

/// The blocks of a loop to change.
struct Shape<'m> {
    together: Block<'m>,
    before: Option<Block<'m>>,
    header: Block<'m>,
    latch: Block<'m>,
    behind: Block<'m>,
    body: Vec<Block<'m>>,
}

/// Whether a block leads to another one on one way, and elsewhere on the other; or nowhere else if there is no other.
fn is_two_ways<'m>(block: Block<'m>, to: Option<Block<'m>>) -> bool {
    let ways = block.successors();
    match to {
        Some(to) => {
            block.terminator().opcode() == Opcode::Jump && ways.len() == 2 && ways[0] != ways[1] && ways.contains(&to)
        }
        None => ways.len() == 1,
    }
}

/// Of a branch that leads to a block if one number is less than another: both.
fn goes_on<'m>(branch: Value<'m>, to: Block<'m>, bits: &mut u32) -> Option<(Value<'m>, End<'m>)> {
    if branch.opcode() != Opcode::Jump || branch.operands().count() != 3 {
        return None;
    }
    let order = branch.operand(0).is_less()?;
    let is_yes = branch.block().successors()[0] == to;
    let (value, end, one_more) =
        if is_yes { (order.less, order.more, order.or_equal) } else { (order.more, order.less, !order.or_equal) };
    *bits = (*bits).min(value.integer_bits()?).min(narrow(end).integer_bits()?);
    Some((without_conversions(value, bits), End { value: end, is_signed: order.is_signed, one_more }))
}

/// Whether two ends are the same for numbers that have a sign and are not negative.
fn is_same<'m>(early: End<'m>, end: End<'m>, late: Option<Value<'m>>) -> bool {
    let number = |end: End<'m>| {
        let value = end.value;
        let number =
            if end.is_signed { value.as_signed().map(i128::from) } else { value.as_unsigned().map(i128::from) };
        Some(number? + i128::from(end.one_more))
    };
    match (number(early), number(end), late) {
        (Some(early), Some(end), None) => early == end,
        (Some(early), Some(end), Some(step)) => step.as_signed().is_some_and(|step| early == end + i128::from(step)),
        _ => late.is_none() && early.one_more == end.one_more && narrow(early.value) == narrow(end.value),
    }
}

/// The number before it was extended.
fn narrow(value: Value<'_>) -> Value<'_> {
    match value.integer_operation() {
        Some(IntegerOperation::ZeroExtend(from) | IntegerOperation::SignExtend(from)) => narrow(from),
        _ => value,
    }
}

/// The operand of a conversion that keeps the number, if it has fewer bits and a sign, and is not negative, with the
/// bits that the number needs.
fn conversion(value: Value<'_>) -> Option<(Value<'_>, u32)> {
    use IntegerOperation as Is;
    let bits = value.integer_bits()?;
    match value.integer_operation()? {
        Is::Truncate(from) => Some((from, bits)),
        Is::ZeroExtend(from) | Is::SignExtend(from) => Some((from, from.integer_bits()?)),
        Is::ShiftRight(shifted, by) => match shifted.integer_operation()? {
            Is::ShiftLeft(from, up) if by.as_unsigned()? == up.as_unsigned()? && by.as_unsigned()? < bits.into() => {
                Some((from, bits - u32::try_from(by.as_unsigned()?).ok()?))
            }
            _ => None,
        },
        Is::And(from, mask) => {
            let ones = mask.as_unsigned()?.checked_add(1)?;
            ones.is_power_of_two().then(|| (from, ones.trailing_zeros()))
        }
        _ => None,
    }
}

/// The value before conversions; `bits` is lowered to the fewest bits that they leave.
fn without_conversions<'m>(value: Value<'m>, bits: &mut u32) -> Value<'m> {
    let mut at = value;
    while let Some((from, left)) = conversion(at) {
        *bits = (*bits).min(left);
        at = from;
    }
    at
}

/// Whether an instruction may be computed earlier than it is.
fn may_move(value: Value<'_>) -> bool {
    let effects = value.effects();
    let is_constant = |value: Value<'_>| !effects.is_ordered() && is_constant_memory(value.operand(0));
    match value.opcode() {
        Opcode::Phi | Opcode::Alloca | Opcode::Jump => false,
        Opcode::Call => match Primitive::called(value) {
            Some((primitive, call)) => asks_only(primitive) && call.arguments().all(Value::is_constant),
            None => effects.is_pure() && effects.is_speculatable(),
        },
        Opcode::Load => effects.is_speculatable() && is_constant(value),
        _ => effects.is_pure() && effects.is_speculatable() && !value.is_terminator(),
    }
}

/// Whether a primitive has a value that depends on its operands and on the item, and does nothing else.
fn asks_only(primitive: Primitive) -> bool {
    !primitive.is_barrier() && !matches!(primitive, Primitive::AssertFail | Primitive::Publish)
}

/// Whether there may be another one of an instruction in front of a loop.
fn may_be_copied(value: Value<'_>) -> bool {
    let is_barrier = Primitive::called(value).is_some_and(|(primitive, _)| primitive.is_barrier());
    value.opcode() != Opcode::Phi && !value.is_alloca() && !is_barrier && !value.effects().happens_once()
}

/// Whether rounds of a loop may change places with those of other items: it does nothing that has an order, and uses no
/// memory of the item, which all items of a group would need at the same time.
fn is_worth_it(body: &[Block<'_>]) -> bool {
    let mut size = 0;
    for value in body.iter().flat_map(|block| block.instructions()) {
        let effects = value.effects();
        let is_fine = match value.opcode() {
            Opcode::Call => {
                let is_ours = Primitive::called(value).map(|(primitive, _)| asks_only(primitive));
                is_ours.unwrap_or(effects.is_pure() || effects.is_hint() && !effects.is_lifetime())
            }
            Opcode::Load | Opcode::Store => !effects.is_ordered(),
            Opcode::AtomicReadModifyWrite => value.is_relaxed_update(),
            Opcode::Phi | Opcode::Jump => true,
            _ => effects.is_pure() && !value.is_alloca(),
        };
        if !is_fine || effects.happens_once() || value.operands().any(|operand| base(operand).is_alloca()) {
            return false;
        }
        size += 1;
    }
    size <= SIZE
}

/// The base that an address is computed from.
fn base(value: Value<'_>) -> Value<'_> {
    let mut base = value;
    while base.is_instruction() && matches!(base.opcode(), Opcode::GetElementPointer | Opcode::PointerCast) {
        base = base.operand(0);
    }
    base
}

impl<'m> Stride<'m> {
    fn make(&self, editor: &mut Editor<'m>, kernel: Function<'m>) -> Rounds<'m> {
        let end = self.together.terminator();
        self.move_up(editor, end);
        let group = self.ask(editor, end);
        let (start, apart, choice) = self.copy(editor, end, group.is_worth_it);
        let condition = self.before.map(|_| end.operand(0));

        // All items come to the first round, and go on behind the last one.
        let first = editor.insert_block(self.header, "rounds");
        let head = editor.insert_block(self.header, "round");
        let meet = editor.insert_block(self.behind, "meet");
        let last = editor.insert_block(self.behind, "last");
        let elsewhere = self.before.map(|before| {
            let elsewhere = *start.successors().iter().find(|to| **to != before).expect("it leads elsewhere");
            let skip = editor.insert_block(first, "skip");
            editor.position_at_end(skip);
            editor.branch(first);
            redirect(editor, start, elsewhere, skip);
            (before, elsewhere, skip)
        });
        let from = self.before.unwrap_or(start);
        redirect(editor, from, self.header, first);
        if let Some((before, _, skip)) = elsewhere {
            self.hand_on(editor, before, skip, first);
        }
        editor.position_at_end(first);
        editor.branch(head);

        // The values of a round, and of the next.
        let number = editor.integer_type(64);
        editor.position_at_end(head);
        let least = editor.phi(number, "least");
        let mut values = Vec::new();
        for old in phis(self.header) {
            let of = |block: Block<'m>| {
                let incoming = old.incoming();
                incoming.iter().find(|(_, from)| *from == block).map(|(value, _)| *value).expect("an edge from there")
            };
            let (initial, next) = (of(from), of(self.latch));
            if old == self.index {
                continue;
            }
            let now = editor.phi(old.ty(), &old.name());
            editor.add_incoming(now, initial, first);
            values.push((Some(old), next, now));
        }
        for leaving in phis(self.behind) {
            let value = incoming_from(leaving, self.latch);
            let is_inside = value.is_instruction() && self.body.contains(&value.block());
            if is_inside && !values.iter().any(|(_, next, _)| *next == value) {
                let now = editor.phi(value.ty(), "");
                let nothing = editor.poison(value.ty());
                editor.add_incoming(now, nothing, first);
                values.push((None, value, now));
            }
        }
        editor.add_incoming(least, group.least, first);
        let next_least = editor.add(least, group.step, "next.least");
        let goes_on = editor.is_less(next_least, group.end, "goes.on");
        let count = self.count(editor, &group, least);
        let local_id = editor.view().function(LOCAL_ID).expect("the start asks for it");
        let dimension = editor.i32(u32::try_from(self.dimension).expect("one of three"));
        let id = editor.call(local_id, &[dimension], "");
        let is_one = editor.is_less(id, count, "is.one");
        editor.branch_if(is_one, self.header, meet);
        let stays = editor.insert_block(meet, "stays");
        editor.position_at_end(stays);
        editor.branch(meet);
        editor.position_at_end(meet);
        let mut after: Vec<(Value<'m>, Value<'m>)> = Vec::new();
        for (_, next, now) in &values {
            let joined = editor.phi(now.ty(), &now.name());
            editor.add_incoming(joined, *now, head);
            editor.add_incoming(joined, *next, stays);
            editor.add_incoming(*now, joined, meet);
            after.push((*next, joined));
        }
        editor.add_incoming(least, next_least, meet);
        editor.branch_if(goes_on, head, last);
        editor.erase_instruction(self.latch.terminator());
        editor.position_at_end(self.latch);
        editor.branch(stays);

        // Where items go on.
        let leads_there =
            |block: &Block<'m>| *block != self.latch && *block != last && block.successors().contains(&self.behind);
        let other_latch = kernel.blocks().find(leads_there);
        let other_latch = other_latch.expect("the copy leads there as well");
        let way = |editor: &mut Editor<'m>, from, to, name: &str| {
            let way = editor.insert_block(last, name);
            editor.position_at_end(way);
            editor.branch(last);
            redirect(editor, from, to, way);
            way
        };
        let end = way(editor, other_latch, self.behind, "apart.end");
        let skip = elsewhere.map(|(_, elsewhere, _)| way(editor, apart, elsewhere, "apart.skip"));
        for phi in phis(self.behind) {
            let (value, other) = (incoming_from(phi, self.latch), incoming_from(phi, other_latch));
            let value = after.iter().find(|(next, _)| *next == value).map_or(value, |(_, joined)| *joined);
            editor.position_at_end(last);
            let joined = editor.phi(phi.ty(), &phi.name());
            editor.add_incoming(joined, value, meet);
            editor.add_incoming(joined, other, end);
            if let Some(skip) = skip {
                let nothing = editor.poison(phi.ty());
                editor.add_incoming(joined, nothing, skip);
            }
            editor.move_incoming(phi, self.latch, joined, last);
            editor.remove_incoming(phi, other_latch);
        }
        editor.position_at_end(last);
        match (elsewhere, condition) {
            (Some((before, elsewhere, _)), Some(condition)) => {
                for phi in phis(elsewhere) {
                    let value = incoming_from(phi, start);
                    editor.move_incoming(phi, start, value, last);
                    editor.remove_incoming(phi, apart);
                }
                let is_first = start.successors()[0] == before;
                let (yes, no) = if is_first { (self.behind, elsewhere) } else { (elsewhere, self.behind) };
                editor.branch_if(condition, yes, no);
            }
            _ => {
                editor.branch(self.behind);
            }
        }
        self.count_on(editor, least, id);
        for (old, _, now) in values {
            if let Some(old) = old {
                editor.replace_all_uses(old, now);
                editor.erase_instruction(old);
            }
        }
        Rounds { head, first: First { dimension: self.dimension, count, is_one }, choice }
    }

    /// Moves what is in front of the loop further up, where that does no harm: the rest is there for items that come to
    /// the loop only.
    fn move_up(&self, editor: &mut Editor<'m>, end: Value<'m>) {
        let Some(before) = self.before else { return };
        for value in before.instructions().collect::<Vec<_>>() {
            let is_there = |operand: Value<'m>| !operand.is_instruction() || operand.block() != before;
            if may_move(value) && value.operands().all(is_there) {
                editor.speculate(value, end);
            }
        }
    }

    /// Asks in front of an instruction what the group has to know.
    fn ask(&self, editor: &mut Editor<'m>, end: Value<'m>) -> Group<'m> {
        let mut known = FxHashMap::default();
        let step = self.known(editor, &mut known, self.step, end);
        let value = self.known(editor, &mut known, self.end.value, end);
        editor.position_before(end);
        let sizes = [0, 1, 2].map(|dimension| group_size(editor, dimension));
        let step = extended(editor, step, true);
        let mut numbers = vec![step];
        let mut last = extended(editor, value, self.end.is_signed);
        if !self.end.is_signed {
            numbers.push(last);
        }
        if self.end.one_more {
            let one = editor.i64(1);
            last = editor.wrapping_add(last, one, "");
        }
        if self.is_late {
            last = editor.wrapping_add(last, step, "");
        }
        let (zero, one) = (editor.i64(0), editor.i64(1));
        let most = editor.wrapping_subtract(sizes[self.dimension], one, "");
        let least = self.number(editor, &mut known, &self.term, zero, end);
        let greatest = self.number(editor, &mut known, &self.term, most, end);
        editor.position_before(end);
        let (least, greatest) = (extended(editor, least, true), extended(editor, greatest, true));
        let after = editor.wrapping_add(last, step, "");
        numbers.extend([last, greatest, after]);
        let limit = editor.i64(1 << (self.bits - 1));
        let distance = editor.wrapping_subtract(greatest, least, "");
        let apart = editor.i64(self.apart);
        let expected = editor.wrapping_multiply(most, apart, "");
        let plane = editor.wrapping_multiply(sizes[0], sizes[1], "");
        let items = editor.wrapping_multiply(plane, sizes[2], "");
        let few = editor.i64(ITEMS - 1);
        let mut is_worth_it = editor.is_less(few, items, "");
        let mut conditions: Vec<_> = numbers.into_iter().map(|number| editor.is_less(number, limit, "")).collect();
        for other in &self.others {
            conditions.push(editor.is_equal(sizes[*other], one, ""));
        }
        conditions.push(editor.is_less(least, last, ""));
        conditions.push(editor.is_equal(distance, expected, ""));
        conditions.push(editor.is_less(distance, step, ""));
        for condition in conditions {
            is_worth_it = editor.and(is_worth_it, condition, "");
        }
        Group { least, step, end: last, size: sizes[self.dimension], is_worth_it }
    }

    /// A value that is the same for all items, in front of an instruction. Where it is moved there, it may be poison
    /// although no user asked for it.
    fn known(
        &self,
        editor: &mut Editor<'m>,
        known: &mut FxHashMap<Value<'m>, Value<'m>>,
        value: Value<'m>,
        end: Value<'m>,
    ) -> Value<'m> {
        if let Some(found) = known.get(&value) {
            return *found;
        }
        let found = if self.bring(editor, value, end) {
            editor.position_before(end);
            editor.freeze(value, "")
        } else {
            value
        };
        known.insert(value, found);
        found
    }

    /// Moves a value with what it is computed of. Returns whether it was further down.
    fn bring(&self, editor: &mut Editor<'m>, value: Value<'m>, end: Value<'m>) -> bool {
        let is_below = |block| self.before == Some(block) || self.body.contains(&block);
        if !value.is_instruction() || !is_below(value.block()) {
            return false;
        }
        for operand in value.operands().collect::<Vec<_>>() {
            self.bring(editor, operand, end);
        }
        editor.speculate(value, end);
        true
    }

    /// The value of a term for an id.
    fn number(
        &self,
        editor: &mut Editor<'m>,
        known: &mut FxHashMap<Value<'m>, Value<'m>>,
        term: &Term<'m>,
        id: Value<'m>,
        end: Value<'m>,
    ) -> Value<'m> {
        let mut of = |editor: &mut Editor<'m>, term| {
            let value = self.number(editor, known, term, id, end);
            editor.position_before(end);
            value
        };
        match term {
            Term::Known(value) => self.known(editor, known, *value, end),
            Term::Id(dimension) if *dimension == self.dimension => id,
            Term::Id(_) => editor.i64(0),
            Term::Sum(a, b) => {
                let (a, b) = (of(editor, a), of(editor, b));
                editor.wrapping_add(a, b, "")
            }
            Term::ProductOf(a, b) => {
                let (a, b) = (of(editor, a), of(editor, b));
                editor.wrapping_multiply(a, b, "")
            }
            Term::Product(a, factor) => {
                let a = of(editor, a);
                let factor = editor.scalar(a.ty(), &factor.to_le_bytes()).expect("an integer");
                editor.wrapping_multiply(a, factor, "")
            }
            Term::Converted { of: from, left, is_signed, bits } => {
                let from = of(editor, from);
                let (left, ty) = (editor.integer_type(*left), editor.integer_type(*bits));
                let left = if from.ty() == left { from } else { editor.truncate(from, left, "") };
                match (left.ty() == ty, is_signed) {
                    (true, _) => left,
                    (_, true) => editor.sign_extend(left, ty, ""),
                    _ => editor.zero_extend(left, ty, ""),
                }
            }
        }
    }

    /// Lets the group choose between the loop and a copy of it. Returns the blocks that lead to them, and the choice.
    fn copy(&self, editor: &mut Editor<'m>, end: Value<'m>, yes: Value<'m>) -> (Block<'m>, Block<'m>, Value<'m>) {
        let start = editor.split_before(end, "start");
        let apart = editor.insert_block(start, "apart");
        editor.position_at_end(apart);
        editor.copy(end);
        for to in start.successors() {
            for phi in phis(to) {
                let value = incoming_from(phi, start);
                editor.add_incoming(phi, value, apart);
            }
        }
        editor.erase_instruction(self.together.terminator());
        editor.position_at_end(self.together);
        let choice = editor.branch_if(yes, start, apart);
        let copied: Vec<_> = self.before.into_iter().chain(self.body.iter().copied()).collect();
        editor.copy_blocks(&copied, &[apart]);
        (start, apart, choice)
    }

    /// Hands values on that only items have that come to the loop.
    fn hand_on(&self, editor: &mut Editor<'m>, before: Block<'m>, skip: Block<'m>, first: Block<'m>) {
        for value in before.instructions().filter(|value| !value.is_terminator()).collect::<Vec<_>>() {
            let is_outside = |user: &Value<'m>| user.is_instruction() && user.block() != before;
            let users: Vec<_> = value.users().filter(is_outside).collect();
            if users.is_empty() {
                continue;
            }
            editor.position_at_end(first);
            let handed_on = editor.phi(value.ty(), &value.name());
            let nothing = editor.poison(value.ty());
            for user in users {
                editor.replace_operands(user, value, handed_on);
            }
            editor.add_incoming(handed_on, value, before);
            editor.add_incoming(handed_on, nothing, skip);
        }
    }

    /// How many items there are in a round, in the dimension.
    fn count(&self, editor: &mut Editor<'m>, group: &Group<'m>, least: Value<'m>) -> Value<'m> {
        let mut count = editor.subtract(group.end, least, "left");
        if self.apart > 1 {
            let (apart, more) = (editor.i64(self.apart), editor.i64(self.apart - 1));
            count = editor.wrapping_add(count, more, "");
            count = editor.divide(count, apart, "");
        }
        if self.before.is_none() {
            // Nothing is asked before the first round.
            let is_first = editor.is_equal(least, group.least, "");
            count = editor.select(is_first, group.size, count, "");
        }
        editor.set_name(count, "count");
        count
    }

    /// Puts numbers that are computed of the id into the place of the index.
    fn count_on(&self, editor: &mut Editor<'m>, least: Value<'m>, id: Value<'m>) {
        let first = self.header.instructions().find(|value| value.opcode() != Opcode::Phi).expect("a terminator");
        editor.position_before(first);
        let apart = editor.i64(self.apart);
        let distance = if self.apart == 1 { id } else { editor.multiply(id, apart, "") };
        let number = editor.add(least, distance, "number");
        let mut work = vec![self.index];
        let mut same = vec![self.index];
        while let Some(index) = work.pop() {
            for user in index.users() {
                let is_shift = matches!(user.integer_operation(), Some(IntegerOperation::ShiftLeft(..)));
                let users: Vec<_> = if is_shift { user.users().collect() } else { vec![user] };
                for user in users.into_iter().filter(|user| user.is_instruction()) {
                    let is_same = conversion(user).is_some_and(|(from, left)| from == index && left >= self.bits);
                    if is_same && user.integer_bits() <= Some(64) && !same.contains(&user) {
                        same.push(user);
                        work.push(user);
                    }
                }
            }
        }
        for old in same {
            let value = editor.zext_or_trunc(number, old.ty(), "");
            editor.replace_all_uses(old, value);
            if old == self.index {
                editor.erase_instruction(old);
            }
        }
    }
}

/// The numbers of a loop that a group needs; they have 64 bits.
struct Group<'m> {
    /// Where the first item starts.
    least: Value<'m>,
    step: Value<'m>,
    end: Value<'m>,
    /// How many items there are in the dimension.
    size: Value<'m>,
    is_worth_it: Value<'m>,
}

const LOCAL_ID: &str = "__sp_host_local_id";
const GROUP_SIZE: &str = "__sp_host_group_size";

fn group_size<'m>(editor: &mut Editor<'m>, dimension: u32) -> Value<'m> {
    let ty = editor.function_type(editor.integer_type(64), &[editor.integer_type(32)]);
    let function = editor.view().function(GROUP_SIZE).unwrap_or_else(|| editor.declare_function(GROUP_SIZE, ty));
    let dimension = editor.i32(dimension);
    editor.call(function, &[dimension], "")
}

/// An integer of at most 64 bits as one of 64.
fn extended<'m>(editor: &mut Editor<'m>, value: Value<'m>, is_signed: bool) -> Value<'m> {
    let ty = editor.integer_type(64);
    match (value.ty() == ty, is_signed) {
        (true, _) => value,
        (_, true) => editor.sign_extend(value, ty, ""),
        _ => editor.zero_extend(value, ty, ""),
    }
}

fn incoming_from<'m>(phi: Value<'m>, block: Block<'m>) -> Value<'m> {
    let incoming = phi.incoming();
    incoming.iter().find(|(_, from)| *from == block).map(|(value, _)| *value).expect("an edge from there")
}
