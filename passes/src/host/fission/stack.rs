//! Stack memory of items. What one region uses between its beginning and its end is there once, and items use it one
//! after another; what lives across regions is there for each item. What is allocated while an item runs is released
//! when it is done with the region, unless it lives longer.

use rustc_hash::FxHashSet;

use super::regions::Regions;
use crate::ir::{Editor, Opcode, Type, Value};

/// Whether memory has to be there for each item: its address gets to another region, or to where it cannot be followed,
/// or its region runs again with what it holds.
pub(super) fn is_of_each_item<'m>(
    memory: Value<'m>,
    region_of: impl Fn(Value<'m>) -> Option<usize>,
    may_run_again: &[bool],
) -> bool {
    let mut found: Option<usize> = None;
    let mut seen: FxHashSet<Value<'m>> = FxHashSet::default();
    let mut work = vec![memory];
    while let Some(address) = work.pop() {
        for user in address.users().filter(|user| user.is_instruction()) {
            let Some(region) = region_of(user) else { return true };
            if *found.get_or_insert(region) != region || may_run_again[region] {
                return true;
            }
            match user.opcode() {
                Opcode::Load | Opcode::Compare => {}
                Opcode::Store if user.operand(0) != address => {}
                Opcode::GetElementPointer | Opcode::PointerCast | Opcode::Phi | Opcode::Select => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
                Opcode::Call if keeps_no_copy(user, address) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Erases what releases stack memory, unless the same region says down to where: in between, other items allocate.
pub(super) fn keep_across_regions<'m>(editor: &mut Editor<'m>, regions: &Regions<'m>) {
    let region_of = |value: Value<'m>| regions.of_block[regions.blocks.of_instruction(value)];
    let is_across = |value: &Value<'m>| {
        let saved = value.operand(0);
        !calls(saved, "llvm.stacksave") || region_of(saved) != region_of(*value)
    };
    for block in &regions.blocks.list {
        let restores = block.instructions().filter(|value| calls(*value, "llvm.stackrestore")).filter(is_across);
        for restore in restores.collect::<Vec<_>>() {
            editor.erase_instruction(restore);
        }
    }
}

/// Memory that items allocate in a region and do not need behind it, if that is true for all that they allocate there.
pub(super) fn of_region<'m>(
    regions: &Regions<'m>,
    number: usize,
    items: &[Value<'m>],
    has_items: &[bool],
    region_of: impl Fn(Value<'m>) -> Option<usize>,
    may_run_again: &[bool],
) -> Vec<Value<'m>> {
    let is_there = |value: &Value<'m>| value.is_in_block() && value.is_alloca();
    let all: Vec<_> = items.iter().copied().filter(is_there).collect();
    let is_last = all.is_empty() || is_last(regions, number, has_items);
    let stays = |memory: &Value<'m>| is_of_each_item(*memory, &region_of, may_run_again);
    if is_last || !all.iter().any(stays) { all } else { Vec::new() }
}

/// Whether items do nothing behind a region.
fn is_last(regions: &Regions<'_>, number: usize, has_items: &[bool]) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = regions.successors(number);
    while let Some(region) = work.pop() {
        if has_items[region] {
            return false;
        }
        if seen.insert(region) {
            work.extend(regions.successors(region));
        }
    }
    true
}

fn calls(value: Value<'_>, intrinsic: &str) -> bool {
    let callee = value.as_call().and_then(|call| call.callee());
    callee.is_some_and(|callee| callee.is_known_intrinsic() && callee.name().starts_with(intrinsic))
}

fn keeps_no_copy<'m>(user: Value<'m>, address: Value<'m>) -> bool {
    let call = user.as_call().expect("it calls");
    let is_intrinsic = call.callee().is_some_and(|callee| callee.is_known_intrinsic());
    let mut arguments = (0..call.argument_count()).zip(call.arguments());
    is_intrinsic && arguments.all(|(index, argument)| argument != address || call.does_not_capture(index))
}

/// Regions that may run again after they did.
pub(super) fn in_cycles(regions: &Regions<'_>) -> Vec<bool> {
    // Regions are in reverse postorder of their cuts: a way back leads to one that is not behind it. All from there up
    // to where it starts are taken for a part of the cycle.
    let mut is_inside = vec![false; regions.list.len()];
    let mut reach = vec![0usize; regions.list.len() + 1];
    for region in 0..regions.list.len() {
        for to in regions.successors(region).into_iter().filter(|to| *to <= region) {
            reach[to] = reach[to].max(region + 1);
        }
    }
    let mut end = 0;
    for region in 0..regions.list.len() {
        end = end.max(reach[region]);
        is_inside[region] = region < end;
    }
    is_inside
}

/// Element of memory of items: bytes, so that each is aligned as the whole was.
pub(super) fn element_of<'m>(editor: &Editor<'m>, memory: Value<'m>) -> (Type<'m>, u64, u64) {
    let layout = editor.view().data_layout();
    let count = memory.operand(0).as_unsigned().unwrap_or(1);
    let size = layout.alloc_size(memory.allocated_type()).unwrap_or(0).saturating_mul(count);
    let alignment = memory.stack_alignment();
    let size = size.next_multiple_of(alignment);
    (editor.array_type(editor.integer_type(8), size), size, alignment)
}
