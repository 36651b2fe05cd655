//! Loops without barriers that are kept outside of the loops over items.
//!
//! LLVM vectorizes innermost loops. Mostly that should be the loop over items. A loop of the kernel around a sum of
//! floating-point numbers cannot be vectorized itself, since their order matters; if all items run it together, the
//! loop over items can be the inner one, at the price of arrays for what a round hands to the next. Loops whose rounds
//! are far apart in memory are kept outside as well ([`super::far`]).

use rustc_hash::FxHashSet;

use super::far::is_far_apart;
use crate::{
    host::{
        primitive::Primitive,
        uniformity::{Blocks, Uniformity, is_any_item},
    },
    ir::{Block, DataLayout, Opcode, TypeKind, Value, attribute},
};

/// Rounds times instructions up to which LLVM unrolls a loop whose rounds it can count, so that no loop is left.
const UNROLLED: u64 = 150;

/// Rounds that a processor fetches ahead for, each in a place of its own.
const FEW: u64 = 7;

/// Instructions of a round for each value that it hands to the next, at least: else arrays cost more than is gained.
const WORTH: usize = 2;

/// A loop.
pub(super) struct Loop {
    pub(super) header: usize,
    pub(super) latches: Vec<usize>,
    /// All its blocks, the header first.
    pub(super) body: Vec<usize>,
}

/// Loops with a header that is asked for, outer ones first.
pub(super) fn all_loops(blocks: &Blocks<'_>, takes: impl Fn(usize) -> bool) -> Vec<Loop> {
    let headers = headers(blocks).into_iter().filter(|(header, _)| takes(*header));
    let body = |header, latches: &[usize]| body(blocks, header, latches, &FxHashSet::default());
    headers.filter_map(|(header, latches)| Some(Loop { header, body: body(header, &latches)?, latches })).collect()
}

/// Loops without another one in them.
pub(super) fn inner_loops(blocks: &Blocks<'_>, takes: impl Fn(usize) -> bool) -> Vec<Loop> {
    let headers = headers(blocks);
    let is_header: FxHashSet<usize> = headers.iter().map(|(header, _)| *header).collect();
    let inner = headers.into_iter().filter(|(header, _)| takes(*header)).filter_map(|(header, latches)| {
        let body = body(blocks, header, &latches, &is_header)?;
        Some(Loop { header, latches, body })
    });
    inner.collect()
}

/// Value that a phi has for a block.
pub(super) fn incoming_from<'m>(phi: Value<'m>, block: Block<'m>) -> Value<'m> {
    let incoming = phi.incoming();
    incoming.iter().find(|(_, from)| *from == block).map(|(value, _)| *value).expect("an edge from there")
}

/// The headers of all loops, with the blocks that lead back to them.
fn headers(blocks: &Blocks<'_>) -> Vec<(usize, Vec<usize>)> {
    let flow = &blocks.flow;
    let mut headers: Vec<(usize, Vec<usize>)> = Vec::new();
    for header in flow.order.iter().copied() {
        // Most blocks have one predecessor, which is in front of them.
        let from = &flow.predecessors[header];
        if from.len() > 1 {
            let latches: Vec<usize> = from.iter().copied().filter(|latch| flow.dominates(header, *latch)).collect();
            if !latches.is_empty() {
                headers.push((header, latches));
            }
        }
    }
    headers
}

/// Headers of loops that are worth it, or whose rounds are for those items that have not left.
pub(super) fn kept_outside<'m>(blocks: &Blocks<'m>, uniformity: &Uniformity<'m>, layout: DataLayout<'m>) -> Vec<usize> {
    let found = inner_loops(blocks, |header| uniformity.is_together(header));
    let asks_all =
        |found: &Loop| found.body.iter().flat_map(|block| blocks.list[*block].instructions()).any(is_any_item);
    let chosen = found.iter().filter(|found| asks_all(found) || is_worth_it(blocks, uniformity, layout, found));
    chosen.map(|found| found.header).collect()
}

/// The blocks of a loop; none if there is one of some headers in it.
fn body(blocks: &Blocks<'_>, header: usize, latches: &[usize], is_header: &FxHashSet<usize>) -> Option<Vec<usize>> {
    let mut found = vec![header];
    let mut seen: FxHashSet<usize> = [header].into_iter().collect();
    let mut work = latches.to_vec();
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            if is_header.contains(&block) {
                return None;
            }
            found.push(block);
            work.extend(&blocks.flow.predecessors[block]);
        }
    }
    Some(found)
}

/// Whether all items should run a loop together that they come to together.
pub(super) fn is_worth_it<'m>(
    blocks: &Blocks<'m>,
    uniformity: &Uniformity<'m>,
    layout: DataLayout<'m>,
    found: &Loop,
) -> bool {
    let is_handed_on = |value: &Value<'m>| value.opcode() == Opcode::Phi && !uniformity.is_uniform(*value);
    let handed_on: Vec<_> = blocks.list[found.header].instructions().filter(is_handed_on).collect();
    let is_float = |value: &Value<'m>| matches!(value.ty().kind(), TypeKind::Half | TypeKind::Float | TypeKind::Double);
    let Some(size) = vectorized(blocks, &found.body) else { return false };
    let rounds = rounds(blocks, found.header, &found.body);
    if handed_on.is_empty() {
        return rounds.is_none_or(|rounds| rounds > FEW) && is_far_apart(blocks, uniformity, layout, found);
    }
    handed_on.iter().any(is_float)
        && size >= WORTH * handed_on.len()
        && rounds.is_none_or(|rounds| rounds.saturating_mul(size as u64) > UNROLLED)
}

/// The number of instructions that compute something in a loop that LLVM can vectorize over items.
fn vectorized(blocks: &Blocks<'_>, body: &[usize]) -> Option<usize> {
    let mut size = 0;
    for value in body.iter().flat_map(|block| blocks.list[*block].instructions()) {
        let is_vectorized = match value.opcode() {
            Opcode::Call => {
                let effects = value.effects();
                has_vector_form(value) && (effects.is_pure() || effects.is_hint())
                    || Primitive::called(value).is_some_and(|(primitive, _)| primitive.asks_only())
            }
            Opcode::Load | Opcode::Store => !value.effects().is_ordered(),
            Opcode::Phi => true,
            Opcode::Jump => true,
            _ => value.effects().is_pure(),
        };
        if !is_vectorized || value.ty().kind() == TypeKind::Vector {
            return None;
        }
        size += usize::from(!matches!(value.opcode(), Opcode::Phi | Opcode::Jump));
    }
    Some(size)
}

/// Whether LLVM can make one call for several items of a call.
pub(super) fn has_vector_form(value: Value<'_>) -> bool {
    let callee = value.as_call().and_then(|call| call.callee());
    callee.is_some_and(|callee| callee.is_known_intrinsic() || callee.has_string_attribute(attribute::VECTOR_FORMS))
}

/// Rounds of a loop that counts from a number to a number.
fn rounds(blocks: &Blocks<'_>, header: usize, body: &[usize]) -> Option<u64> {
    let inside: FxHashSet<usize> = body.iter().copied().collect();
    blocks.list[header].instructions().take_while(|value| value.opcode() == Opcode::Phi).find_map(|phi| {
        let incoming = phi.incoming();
        let of = |is_inside: bool| {
            let mut edges = incoming.iter().filter(|(_, from)| inside.contains(&blocks.number[from]) == is_inside);
            let (value, _) = edges.next()?;
            edges.next().is_none().then_some(*value)
        };
        let (start, next) = (of(false)?.as_unsigned()?, of(true)?);
        let step = next.operands().find_map(|operand| operand.as_unsigned())?;
        let is_step = next.is_cheap_arithmetic() && next.operands().any(|operand| operand == phi);
        let ends = phi.users().chain(next.users()).filter(|user| user.opcode() == Opcode::Compare);
        let end = ends.filter_map(|compare| compare.operand(1).as_unsigned()).next()?;
        (is_step && step > 0).then(|| end.abs_diff(start) / step)
    })
}
