//! Lets regions use what they need of others, and makes the loops over items. `memory` has the slots and arrays,
//! `values` what values of other regions are in a region.

mod memory;
mod values;

use rustc_hash::FxHashMap;

use super::{
    crossing::Crossing,
    regions::{Exit, First, Region, Regions},
    skeleton::{self, Frame},
    stack,
    storage::{self, Storage},
};
use crate::{
    host::{access, ids, primitive::Primitive, work_group::WorkGroup},
    ir::{Block, Editor, Opcode, Type, Value},
};

/// Memory with an element for each item.
#[derive(Clone, Copy)]
struct Array<'m> {
    memory: Value<'m>,
    element: Type<'m>,
    alignment: u64,
}

/// Makes the loops over items of the body of a group. Returns how many bytes of stack memory an item needs, and the
/// first block of the loops of each region with the one behind them.
pub(super) fn run<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    regions: &Regions<'m>,
) -> (u64, Vec<(Block<'m>, Block<'m>)>) {
    answer_for_all(editor, group, regions);
    stack::keep_across_regions(editor, regions);
    let crossing = Crossing::find(regions);
    let storage = Storage::lay_out(regions, &crossing);
    let items = regions.list.iter().map(|region| items_of(regions, &crossing, region)).collect();
    let mut rewrite = Rewrite {
        editor,
        group,
        regions,
        crossing: &crossing,
        storage: &storage,
        items,
        frames: Vec::new(),
        arrays: Vec::new(),
        memory: FxHashMap::default(),
        addresses: Vec::new(),
        shared: Vec::new(),
        behind: FxHashMap::default(),
        here: FxHashMap::default(),
        stack_per_item: 0,
    };
    rewrite.run();
    let nests = rewrite.frames.iter().filter_map(|frame| frame.loops.as_ref()).map(|loops| &loops.nest);
    (rewrite.stack_per_item, nests.map(|nest| (nest.start, nest.exit)).collect())
}

/// Answers what is the same for all items, and known before the group starts, so that it is in no region.
fn answer_for_all<'m>(editor: &mut Editor<'m>, group: &mut WorkGroup<'m>, regions: &Regions<'m>) {
    let zero = editor.i64(0);
    let is_known = |value: &Value<'m>| match Primitive::called(*value) {
        Some((Primitive::IsLocal, _)) | None => false,
        Some((primitive, call)) => !primitive.is_of_item() && call.arguments().all(|argument| argument.is_constant()),
    };
    for block in &regions.blocks.list {
        let calls: Vec<_> = block.instructions().filter(is_known).collect();
        ids::answer(editor, group, [zero; 3], calls.into_iter());
    }
}

/// Whether what a call becomes depends on the item that runs it.
fn asks_for_item(instruction: Value<'_>) -> bool {
    Primitive::called(instruction).is_some_and(|(primitive, _)| primitive.is_of_item())
}

/// Instructions that items run of a region, in order: neither what runs once nor phis of the cut nor the branch that
/// all take.
fn items_of<'m>(regions: &Regions<'m>, crossing: &Crossing<'m>, region: &Region<'_>) -> Vec<Value<'m>> {
    let mut items = Vec::new();
    for block in &region.blocks {
        let is_last = region.exit == Exit::Branch(*block);
        let is_item = |value: &Value<'m>| {
            !(crossing.is_once(*value) || crossing.is_cut_phi(*value) || is_last && value.is_terminator())
        };
        items.extend(regions.blocks.list[*block].instructions().filter(is_item));
    }
    items
}

struct Rewrite<'a, 'm> {
    editor: &'a mut Editor<'m>,
    group: &'a mut WorkGroup<'m>,
    regions: &'a Regions<'m>,
    crossing: &'a Crossing<'m>,
    storage: &'a Storage,
    /// Instructions that items run, by region.
    items: Vec<Vec<Value<'m>>>,
    frames: Vec<Frame<'m>>,
    /// Arrays of variables.
    arrays: Vec<Array<'m>>,
    /// Stack memory of each item, by what it was.
    memory: FxHashMap<Value<'m>, Array<'m>>,
    /// Stack memory of each item, with a slot for the address of its element.
    addresses: Vec<(Value<'m>, Value<'m>)>,
    /// Stack memory that all items use, one after another.
    shared: Vec<Value<'m>>,
    /// Uniform values of items behind their region.
    behind: FxHashMap<Value<'m>, Value<'m>>,
    /// Values of other regions in a region.
    here: FxHashMap<(Value<'m>, usize), Value<'m>>,
    stack_per_item: u64,
}

impl<'m> Rewrite<'_, 'm> {
    fn run(&mut self) {
        self.make_stack();
        for (number, has_loops) in self.with_loops().into_iter().enumerate() {
            let first_items = self.first_items(number);
            let frame =
                skeleton::make(self.editor, self.group, self.regions, self.crossing, number, has_loops, first_items);
            self.frames.push(frame);
        }
        let gathered = self.make_slots();
        self.make_arrays();
        gathered.into_iter().for_each(|(value, slot)| self.gather(value, slot));
        (0..self.regions.list.len()).for_each(|number| self.write_addresses(number));
        for number in 0..self.regions.list.len() {
            self.replace_operands(number);
        }
        for number in 0..self.regions.list.len() {
            self.replace_phis(number);
        }
        for variable in 0..self.crossing.variables.len() {
            self.write_variable(variable);
            self.release(variable);
        }
        self.release_stack();
        self.finish();
        let zero = self.editor.i64(0);
        let rest: Vec<_> = self.group.function.instructions().filter(|i| i.is_call()).collect();
        ids::answer(self.editor, self.group, [zero; 3], rest.into_iter());
        self.mark_accesses();
    }

    /// Regions that need loops: they do something, or items have to write what others need.
    fn with_loops(&self) -> Vec<bool> {
        let effects = |(region, items): (&Region<'m>, &Vec<Value<'m>>)| {
            region.blocks.len() > 1 || items.iter().any(|value| has_effect(*value))
        };
        let mut found: Vec<bool> = self.regions.list.iter().zip(&self.items).map(effects).collect();
        for slot in &self.crossing.slots {
            found[self.crossing.region[slot]] = true;
        }
        for (index, variable) in self.crossing.variables.iter().enumerate() {
            let own = self.crossing.region[&variable.value];
            let Some(incoming) = self.crossing.incoming.get(&variable.value) else {
                found[own] = true;
                continue;
            };
            found[own] |= self.storage.copy[index].is_some();
            for (value, from) in incoming {
                let from = self.regions.of_block[*from].expect("it is reached");
                found[from] |= !storage::is_in_place(self.storage, self.crossing, index, *value);
            }
        }
        found
    }

    /// The items that a region is for, if the loops can be over them only. The others must have nothing to copy there
    /// either.
    fn first_items(&self, number: usize) -> Option<First<'m>> {
        let region = &self.regions.list[number];
        let first = region.first.filter(|first| region.sub_group.is_none() && self.crossing.is_once(first.count))?;
        let head = self.regions.blocks.list[region.cut];
        let is_copied = |phi: Value<'m>| {
            self.crossing.variable.get(&phi).is_some_and(|variable| self.storage.copy[*variable].is_some())
        };
        (!head.instructions().any(is_copied)).then_some(first)
    }

    fn end_of(&self, region: usize, block: usize) -> Block<'m> {
        if block == self.regions.list[region].cut { self.frames[region].first } else { self.regions.blocks.list[block] }
    }

    /// A uniform value behind the region that makes it.
    fn behind(&self, value: Value<'m>) -> Value<'m> {
        self.behind.get(&value).copied().unwrap_or(value)
    }

    fn replace_operands(&mut self, number: usize) {
        let mut once = self.crossing.once[number].clone();
        if let Exit::Branch(_) = self.regions.list[number].exit {
            once.push(self.frames[number].tail.terminator());
        }
        for user in once {
            for old in user.operands().collect::<Vec<_>>() {
                let new = self.behind(old);
                if new != old {
                    self.editor.replace_operands(user, old, new);
                }
            }
        }
        if self.frames[number].loops.is_none() {
            return;
        }
        for user in self.items[number].clone() {
            for old in user.operands().filter(|old| old.is_instruction()).collect::<Vec<_>>() {
                // The memory is told when it begins and ends to live as a whole: for an element there is nothing to
                // say.
                let new = self.in_region(old, number);
                if new == old {
                    continue;
                }
                if user.effects().is_lifetime() {
                    self.editor.erase_instruction(user);
                    break;
                }
                self.editor.replace_operands(user, old, new);
            }
        }
    }

    /// Phis of the cut of a region: of the group for uniform values, else an element that ways to the cut write.
    fn replace_phis(&mut self, number: usize) {
        let head = self.regions.blocks.list[self.regions.list[number].cut];
        let phis: Vec<_> = head.instructions().take_while(|value| value.opcode() == Opcode::Phi).collect();
        let is_old = |phi: &Value<'m>| self.crossing.is_cut_phi(*phi);
        for phi in phis.into_iter().filter(is_old).collect::<Vec<_>>() {
            if self.crossing.is_once(phi) {
                self.rebuild_phi(phi);
                continue;
            }
            let variable = self.crossing.variable[&phi];
            let array = self.arrays[self.storage.array[variable]];
            let mut incoming = self.crossing.incoming[&phi].clone();
            incoming.dedup();
            for (value, from) in incoming {
                if !storage::is_in_place(self.storage, self.crossing, variable, value) {
                    let region = self.regions.of_block[from].expect("it is reached");
                    let here = self.in_region(value, region);
                    let end = self.end_of(region, from).terminator();
                    self.write_element(here, array, region, end);
                }
            }
            if let Some(copy) = self.storage.copy[variable] {
                let value = self.in_region(phi, number);
                let begin = self.frames[number].loops.as_ref().expect("a region with items").begin;
                self.write_element(value, self.arrays[copy], number, begin);
            }
        }
    }

    /// A uniform phi again, with an edge from the tail of each region that leads to it.
    fn rebuild_phi(&mut self, phi: Value<'m>) {
        let incoming = &self.crossing.incoming[&phi];
        let mut edges: Vec<(usize, Value<'m>)> = Vec::new();
        for (place, (value, from)) in incoming.iter().enumerate() {
            let region = self.regions.of_block[*from].expect("it is reached");
            let same_region = |(_, from): &&(Value<'m>, usize)| self.regions.of_block[*from] == Some(region);
            match self.regions.list[region].exit {
                Exit::Branch(_) => edges.push((region, self.behind(*value))),
                _ if incoming[..place].iter().any(|edge| same_region(&edge)) => {}
                _ => {
                    let own: Vec<_> = incoming.iter().filter(same_region).copied().collect();
                    edges.push((region, self.one_of(phi, region, &own)));
                }
            }
        }
        self.editor.position_before(phi);
        let name = phi.name();
        let new = self.editor.phi(phi.ty(), &name);
        for (region, value) in edges {
            self.editor.add_incoming(new, value, self.frames[region].tail);
        }
        self.behind.insert(phi, new);
        self.editor.replace_all_uses(phi, new);
        self.editor.take_name(new, phi);
        self.editor.erase_instruction(phi);
    }

    /// Value that a region brings to a uniform phi, on whichever of its ways.
    fn one_of(&mut self, phi: Value<'m>, region: usize, incoming: &[(Value<'m>, usize)]) -> Value<'m> {
        let (first, _) = incoming[0];
        if incoming.iter().all(|(value, _)| *value == first) {
            return self.behind(first);
        }
        let slot = self.slot(phi.ty(), &phi.name());
        for (value, from) in incoming {
            let here = self.in_region(*value, region);
            let end = self.end_of(region, *from).terminator();
            self.write(here, slot, end);
        }
        self.read_slot(slot, region, &phi.name())
    }

    /// Writes a value that others need where it is made.
    fn write_variable(&mut self, index: usize) {
        let value = self.crossing.variables[index].value;
        if self.crossing.is_cut_phi(value) {
            return;
        }
        let region = self.crossing.region[&value];
        let array = self.arrays[self.storage.array[index]];
        self.write_element(value, array, region, behind_definition(value));
    }

    /// Lets a phi that became an element use nothing: phis may use each other.
    fn release(&mut self, index: usize) {
        let phi = self.crossing.variables[index].value;
        if self.crossing.is_cut_phi(phi) {
            let nothing = self.editor.poison(phi.ty());
            for operand in phi.operands().collect::<Vec<_>>() {
                self.editor.replace_operands(phi, operand, nothing);
            }
        }
    }

    /// Erases what no item runs, and phis that became loads.
    fn finish(&mut self) {
        for (frame, items) in self.frames.iter().zip(&mut self.items) {
            let Some(loops) = &frame.loops else { continue };
            let ids = loops.nest.ids;
            let calls: Vec<_> = std::mem::take(items)
                .into_iter()
                .filter(|value| value.is_in_block() && asks_for_item(*value))
                .collect();
            ids::answer(self.editor, self.group, ids, calls.into_iter());
        }
        // What is left is of regions without loops. Regions behind them may use it, so these come first.
        let rest: Vec<_> = std::mem::take(&mut self.items).into_iter().flatten().collect();
        for value in rest.into_iter().rev().filter(|value| !value.is_terminator()) {
            if value.is_unused() {
                self.editor.erase_instruction(value);
            }
        }
        for region in &self.regions.list {
            let head = self.regions.blocks.list[region.cut];
            let phis: Vec<_> = head.instructions().filter(|phi| self.crossing.is_cut_phi(*phi)).collect();
            for phi in phis.into_iter().filter(|phi| !self.crossing.is_once(*phi)) {
                self.editor.erase_instruction(phi);
            }
        }
    }

    /// Says which accesses are independent between items.
    fn mark_accesses(&mut self) {
        let stack = access::SharedStack::find(self.shared.iter().copied());
        let are_many = self.frames.iter().filter(|frame| frame.loops.is_some()).count() >= super::MANY;
        for (number, frame) in self.frames.iter().enumerate() {
            let Some(loops) = &frame.loops else { continue };
            let group = self.editor.access_group();
            let region = &self.regions.list[number];
            let blocks = region.blocks.iter().filter(|block| **block != region.cut);
            let blocks = blocks.map(|block| self.regions.blocks.list[*block]).chain([frame.first, loops.nest.body]);
            let inside: Vec<_> = blocks.flat_map(|block| block.instructions()).collect();
            access::mark(self.editor, inside.into_iter(), &stack, group);
            loops.nest.make_parallel(self.editor, group, are_many);
        }
    }
}

/// Whether an instruction does something besides computing its result.
fn has_effect(value: Value<'_>) -> bool {
    if value.is_terminator() {
        return value.opcode() == Opcode::Jump && value.operands().count() > 1;
    }
    let effects = value.effects();
    !effects.is_hint() && (effects.writes() || !effects.goes_on())
}

/// The instruction before which a value can be used first.
fn behind_definition(value: Value<'_>) -> Value<'_> {
    let mut next = value.next_instruction().expect("a value is not a terminator");
    while next.opcode() == Opcode::Phi {
        next = next.next_instruction().expect("a block has a terminator");
    }
    next
}
