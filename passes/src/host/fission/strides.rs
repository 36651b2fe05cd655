//! Loops whose items are a step apart, as `for (i = id; i < n; i += items) x[i] = ...;`. Item by item, each runs
//! through all of memory. In rounds of all items, those of a round access what is side by side.
//!
//! Such a loop starts at a number that grows with the id in one dimension, or with the linear id if there is one item
//! in the other dimensions. Step and end are the same for all items, and the step is longer than what is between the
//! first and the last item. So the items that have another round to go are the first ones of the group, and their
//! number is the same for all.
//!
//! ```text
//! together -> ... -> from -> header <-> ... -> latch -> behind
//!       \ past                       \ breaks
//!
//! together -> ... -> from -> rounds -> round -> is.in -> header -> ... -> latch -> stays -> meet -> last -> behind
//!       \-> way ----------->^   |       ^ \-------\---------- \-> way ------------------->^ |     |  \-> past, breaks
//!                               |       +--------------------------------------------------+     |
//!                               +-> apart -> a copy of the loop -------------------------------->+
//! ```
//!
//! All items come to `rounds`, also those that get past the loop, and go on together behind it. Each has a number for
//! the way on which it got past the loop, or out of it before its end; zero is for those that are in it. Where nothing
//! but the condition of the loop decides who comes to it and leaves it, no numbers are needed. Else items are counted:
//! rounds are worth it if not too few come to them, and end where no item is left. If all are there, no number is
//! looked at, and LLVM makes a loop without masks for that.
//!
//! Numbers of a loop may wrap, and items may be few. Whether rounds do what the loop does, and are worth it, is asked
//! once for the group, in front of the loop. If not, items run a copy of the loop as it was, one after another.
//!
//! A loop may have others in it. In a round, `together` of these is `round`, so they may be run in rounds as well.
//!
//! Cost: linear in the function for each such loop.

mod make;

use rustc_hash::FxHashSet;

use super::{
    growth::{Apart, Growth, Term, conversion, number_of_round, without_conversions},
    loops::{Loop, all_loops, incoming_from},
    regions::First,
};
use crate::{
    host::{
        primitive::Primitive,
        uniformity::{Blocks, Known, Uniformity, is_constant_memory, is_local_id},
    },
    ir::{Block, Editor, Function, IntegerOperation, Opcode, Value},
};

/// Instructions of a loop that is copied at most.
const SIZE: usize = 300;

/// Values that a round may hand to the next.
const VALUES: usize = 8;

/// Loops of a kernel that are run in rounds.
const LOOPS: usize = 32;

/// Ways past a loop, and out of it before its end.
const WAYS: usize = 8;

/// Instructions that compute where an item starts.
const DEPTH: usize = 8;

/// Bits of numbers that are counted with.
const BITS: u32 = 16;

/// Items of a group that are worth rounds.
const ITEMS: u64 = 8;

/// A loop that is run in rounds.
pub(super) struct Rounds<'m> {
    /// The block that begins a round.
    pub(super) head: Block<'m>,
    /// The block that ends it.
    pub(super) meet: Block<'m>,
    /// Blocks in front of which items are counted, so that they have to be cuts.
    pub(super) behind_counts: Vec<Block<'m>>,
    /// The items that have another round.
    pub(super) first: First<'m>,
    /// The branch of the group that chooses rounds, if its condition is true.
    pub(super) choice: Value<'m>,
}

/// Lets items run loops in rounds, outer ones first. The loops of the kernel are as `loop-simplify` and `lcssa` make
/// them. What is known of its blocks is found again.
pub(super) fn run<'m>(
    editor: &mut Editor<'m>,
    kernel: Function<'m>,
    blocks: &mut Blocks<'m>,
    uniformity: &mut Uniformity<'m>,
) -> Vec<Rounds<'m>> {
    let (mut made, mut copied) = (Vec::new(), FxHashSet::default());
    while made.len() < LOOPS && !kernel.has_attribute("optnone") {
        let search = Search { blocks, uniformity };
        let takes = |header: usize| !uniformity.is_together(header) && !copied.contains(&blocks.list[header]);
        let Some(stride) = all_loops(blocks, takes).iter().find_map(|found| search.stride(found)) else { break };
        let (rounds, copies) = stride.make(editor, kernel, blocks);
        made.push(rounds);
        copied.extend(copies);
        *blocks = Blocks::collect(kernel);
        *uniformity = Uniformity::analyze(blocks, &Known::default());
    }
    if !made.is_empty() {
        // Ways out of loops have become blocks, in which loops have no phis yet.
        editor.run_required_pipeline("function(lcssa)");
        *blocks = Blocks::collect(kernel);
        *uniformity = Uniformity::analyze(blocks, &Known::default());
    }
    made
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
    shape: Shape<'m>,
    /// The number that differs between items by steps.
    index: Value<'m>,
    /// Other phis with the same number.
    same: Vec<Value<'m>>,
    /// Its start, without conversions.
    term: Term<'m>,
    dimension: usize,
    /// Others in which it may start at another one, so that there has to be one item in them.
    others: Vec<usize>,
    /// Distance of neighbours.
    apart: u64,
    step: Value<'m>,
    end: End<'m>,
    /// Whether the end is compared with the number of this round, and not with that of the next.
    is_late: bool,
    /// Bits that hold all numbers, with a sign.
    bits: u32,
    /// Whether items come to the loop only if they have a first round to go.
    is_asked: bool,
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
        let from = *outside.next()?;
        let is_simple = flow.successors[from].len() == 1 && flow.successors[latch].len() == 2;
        if outside.next().is_some() || !is_simple || self.uniformity.is_together(found.header) {
            return None;
        }
        let edges = |blocks: &[usize]| -> Vec<(usize, usize)> {
            blocks.iter().flat_map(|from| flow.successors[*from].iter().map(|to| (*from, *to))).collect()
        };
        let mut above = std::iter::successors(Some(from), |block| flow.dominator[*block]);
        let together = above.find(|block| self.uniformity.is_together(*block))?;
        let between = self.between(together, from);
        let is_between = |block: &usize| between.contains(block);
        if between.iter().any(|block| inside(*block)) {
            return None;
        }
        let mut past = edges(&[together]);
        past.extend(edges(&between));
        past.retain(|(from, to)| !is_between(to) && !(inside(*to) && (*from == together || is_between(from))));
        let mut breaks = edges(&found.body);
        breaks.retain(|(_, to)| !inside(*to));
        let behind = breaks.iter().find(|(from, _)| *from == latch)?.1;
        breaks.retain(|(from, _)| *from != latch);
        let ways: Vec<_> = past.iter().chain(&breaks).collect();
        let happens_twice = |(at, way): (usize, &&(usize, usize))| ways[..at].contains(way);
        let is_dedicated = |to: usize| flow.predecessors[to].iter().all(|from| inside(*from));
        if ways.iter().enumerate().any(happens_twice)
            || ways.len() > WAYS
            || !breaks.iter().map(|(_, to)| *to).chain([behind]).all(is_dedicated)
        {
            return None;
        }
        let blocks = |numbers: &[usize]| numbers.iter().map(|block| list[*block]).collect::<Vec<_>>();
        let edges = |edges: &[(usize, usize)]| edges.iter().map(|(from, to)| (list[*from], list[*to])).collect();
        let shape = Shape {
            together: list[together],
            between: blocks(&between),
            from: list[from],
            header: list[found.header],
            latch: list[latch],
            behind: list[behind],
            body: blocks(&found.body),
            past: edges(&past),
            breaks: edges(&breaks),
        };
        if shape.header.phis().len() > VALUES + 1 || !is_worth_it(&shape.body) {
            return None;
        }
        let stride = shape.header.phis().into_iter().find_map(|index| self.index(&shape, index))?;
        (!stride.has_ways() || !self.has_barrier(together)).then_some(stride)
    }

    /// The blocks on ways from a block to another one that it dominates, in order: without the first, with the last.
    fn between(&self, above: usize, below: usize) -> Vec<usize> {
        let (mut seen, mut work) = (FxHashSet::default(), vec![below]);
        while let Some(block) = work.pop() {
            if block != above && seen.insert(block) {
                work.extend(&self.blocks.flow.predecessors[block]);
            }
        }
        self.blocks.flow.order.iter().copied().filter(|block| seen.contains(block)).collect()
    }

    /// Whether there is a barrier between a block and where all ways from it meet: its branches are compared (`agree`).
    fn has_barrier(&self, from: usize) -> bool {
        let flow = &self.blocks.flow;
        let mut seen: FxHashSet<usize> = flow.post_dominator[from].into_iter().collect();
        let mut work = flow.successors[from].clone();
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                let is_barrier = |value| Primitive::called(value).is_some_and(|(primitive, _)| primitive.is_barrier());
                if self.blocks.list[block].instructions().any(is_barrier) {
                    return true;
                }
                work.extend(&flow.successors[block]);
            }
        }
        false
    }

    fn index(&self, shape: &Shape<'m>, index: Value<'m>) -> Option<Stride<'m>> {
        let mut bits = index.integer_bits().filter(|bits| *bits <= 64)?;
        let place = self.blocks.number[&shape.together];
        let first = incoming_from(index, shape.from);
        let next = without_conversions(incoming_from(index, shape.latch), &mut bits);
        let Some(IntegerOperation::Add(a, b)) = next.integer_operation() else { return None };
        let step = [(a, b), (b, a)].into_iter().find(|(a, _)| number_of_round(*a, &mut bits) == index)?.1;
        bits = bits.min(next.integer_bits()?);
        let (asked, end) = goes_on(shape.latch.terminator(), shape.header, &mut bits)?;
        let is_late = asked == index;
        if !is_late && asked != next || !self.is_known(step, place, DEPTH) || !self.is_known(end.value, place, DEPTH) {
            return None;
        }
        let start = without_conversions(first, &mut bits);
        let mut same = Vec::new();
        for other in shape.header.phis().into_iter().filter(|other| *other != index) {
            let mut left = bits.min(other.integer_bits().unwrap_or(0));
            let mut is = |block, value| without_conversions(incoming_from(other, block), &mut left) == value;
            if is(shape.from, start) && is(shape.latch, next) && (BITS..=64).contains(&left) {
                bits = left;
                same.push(other);
            }
        }
        let growth = self.growth(start, place, DEPTH)?;
        let (dimension, apart) = growth.dimension()?;
        let is_other = |other: &usize| *other != dimension && growth.apart[*other] != Apart::Not;
        let (others, term) = ((0..3).filter(is_other).collect(), growth.term);
        if bits < BITS || step.as_unsigned().is_some_and(|step| step < apart * ITEMS) {
            return None;
        }
        let mut is_asked = false;
        if let [guard] = *self.blocks.flow.predecessors[self.blocks.number[&shape.from]].as_slice()
            && shape.from != shape.together
        {
            let guard = self.blocks.list[guard];
            let mut left = bits;
            let late = if is_late { Some(step) } else { None };
            let asks = goes_on(guard.terminator(), shape.from, &mut left);
            is_asked = asks.is_some_and(|(asked, other)| asked == start && left >= BITS && is_same(other, end, late));
            bits = if is_asked { left } else { bits };
        }
        let shape = shape.clone();
        Some(Stride { shape, index, same, term, dimension, others, apart, step, end, is_late, bits, is_asked })
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

    /// Growth of a number with the ids; nothing if it may do something else. Conversions may make it wrap.
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

/// The blocks of a loop to change.
#[derive(Clone)]
struct Shape<'m> {
    /// The last block that all items reach together in front of the loop.
    together: Block<'m>,
    /// The blocks between it and the header, on all ways, in order.
    between: Vec<Block<'m>>,
    /// The last of them, or `together`; it leads to the header only.
    from: Block<'m>,
    header: Block<'m>,
    latch: Block<'m>,
    behind: Block<'m>,
    body: Vec<Block<'m>>,
    /// Edges on which items get past the loop.
    past: Vec<(Block<'m>, Block<'m>)>,
    /// Edges on which they leave it before its end.
    breaks: Vec<(Block<'m>, Block<'m>)>,
}

/// Both numbers of a branch that leads to a block if one is less than the other.
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

/// Whether an instruction may be computed earlier than it is.
fn may_move(value: Value<'_>) -> bool {
    let effects = value.effects();
    let is_constant = |value: Value<'_>| !effects.is_ordered() && is_constant_memory(value.operand(0));
    match value.opcode() {
        Opcode::Phi | Opcode::Alloca | Opcode::Jump => false,
        Opcode::Call => match Primitive::called(value) {
            Some((primitive, call)) => primitive.asks_only() && call.arguments().all(Value::is_constant),
            None => effects.is_pure() && effects.is_speculatable(),
        },
        Opcode::Load => effects.is_speculatable() && is_constant(value),
        _ => effects.is_pure() && effects.is_speculatable() && !value.is_terminator(),
    }
}

/// Whether rounds of a loop may change places with those of other items: it does nothing that has an order, and uses no
/// memory of the item, which all items of a group would need at the same time.
fn is_worth_it(body: &[Block<'_>]) -> bool {
    let mut size = 0;
    for value in body.iter().flat_map(|block| block.instructions()) {
        let effects = value.effects();
        let is_fine = match value.opcode() {
            Opcode::Call => {
                let is_ours = Primitive::called(value).map(|(primitive, _)| primitive.asks_only());
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
