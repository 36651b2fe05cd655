//! Places of values between regions: slots for uniform values, arrays with an element for each item.

use super::{Array, Rewrite, behind_definition};
use crate::{
    host::{
        fission::stack,
        uniformity::{is_count, is_gathered},
    },
    ir::{Type, TypeKind, Value},
};

/// The size of pointers, and their alignment.
const POINTER: u64 = 8;

impl<'m> Rewrite<'_, 'm> {
    /// Memory of items: an element for each where that has to be.
    pub(super) fn make_stack(&mut self) {
        let all: Vec<_> = self.group.entry.instructions().filter(|value| value.is_alloca()).collect();
        let may_run_again = stack::in_cycles(self.regions);
        for memory in all {
            let region_of = |user: Value<'m>| self.crossing.region.get(&user).copied();
            if !stack::is_of_each_item(memory, region_of, &may_run_again) {
                self.shared.push(memory);
                continue;
            }
            let (element, size, alignment) = stack::element_of(self.editor, memory);
            let array = self.array(element, size, alignment, &memory.name());
            self.memory.insert(memory, array);
            if self.group.function.has_attribute("optnone") {
                self.make_address(memory);
            }
        }
    }

    /// For a debugger, the address of a variable of the item that runs, in code that is not optimized: there it shows
    /// variables from wherever they are in scope, also in regions that do not use them.
    fn make_address(&mut self, memory: Value<'m>) {
        self.group.position(self.editor);
        let pointer = self.editor.pointer_type(0);
        let slot = self.editor.build_alloca(pointer, POINTER, 0, &format!("{}.address", memory.name()));
        if self.editor.declare_behind_slot(memory, slot) {
            self.shared.push(slot);
            self.addresses.push((memory, slot));
        } else {
            self.editor.erase_instruction(slot);
        }
    }

    /// Writes these addresses where an item begins.
    pub(super) fn write_addresses(&mut self, number: usize) {
        if self.frames[number].loops.is_some() {
            for (memory, slot) in self.addresses.clone() {
                let place = self.in_region(memory, number);
                self.begin(number);
                self.editor.store(place, slot, POINTER);
            }
        }
    }

    /// Releases what items allocate while they run, as far as it is not needed behind the region.
    pub(super) fn release_stack(&mut self) {
        let may_run_again = stack::in_cycles(self.regions);
        let has_items: Vec<bool> = self.frames.iter().map(|frame| frame.loops.is_some()).collect();
        for number in (0..self.frames.len()).filter(|number| has_items[*number]) {
            let region_of = |user: Value<'m>| self.crossing.region.get(&user).copied();
            let memory =
                stack::of_region(self.regions, number, &self.items[number], &has_items, region_of, &may_run_again);
            let Some(loops) = self.frames[number].loops.as_ref().filter(|_| !memory.is_empty()) else { continue };
            let latch = loops.nest.latch.instructions().next().expect("a latch has a terminator");
            let pointer = self.editor.pointer_type(0);
            self.editor.position_before(loops.begin);
            let saved = self.editor.intrinsic("llvm.stacksave", &[pointer], &[], "stack");
            self.editor.position_before(latch);
            self.editor.intrinsic("llvm.stackrestore", &[pointer], &[saved], "");
            // One item's is where another one's was.
            self.shared.extend(memory);
        }
    }

    /// An array with an element for each item.
    pub(super) fn array(&mut self, element: Type<'m>, size: u64, alignment: u64, name: &str) -> Array<'m> {
        let count = self.group.items(self.editor);
        self.group.position(self.editor);
        let memory = self.editor.build_array_alloca(element, count, alignment, name);
        self.stack_per_item = self.stack_per_item.saturating_add(size);
        Array { memory, element, alignment }
    }

    /// Slots for uniform values that items compute. Returns those that all items answer together.
    pub(super) fn make_slots(&mut self) -> Vec<(Value<'m>, Array<'m>)> {
        let mut gathered = Vec::new();
        for value in &self.crossing.slots {
            let number = self.crossing.region[value];
            if self.frames[number].loops.is_none() {
                self.behind.insert(*value, *value);
                continue;
            }
            let slot = self.slot(value.ty(), &value.name());
            if is_gathered(*value) {
                gathered.push((*value, slot));
            } else {
                self.write(*value, slot, behind_definition(*value));
            }
            let last = self.read_slot(slot, number, &value.name());
            self.behind.insert(*value, last);
        }
        gathered
    }

    /// Lets a slot say whether something is true for any item, or for how many: at first it is for none.
    pub(super) fn gather(&mut self, any: Value<'m>, slot: Array<'m>) {
        let region = self.crossing.region[&any];
        let head = self.regions.blocks.list[self.regions.list[region].cut];
        let none = self.editor.null(any.ty());
        self.write(none, slot, head.terminator());
        let own = self.in_region(any.operand(0), region);
        self.editor.position_before(any);
        let before = self.editor.load(any.ty(), slot.memory, slot.alignment, "");
        let own = self.editor.zext_or_trunc(own, any.ty(), "");
        let now = match is_count(any) {
            true => self.editor.add(before, own, ""),
            false => self.editor.or(before, own, ""),
        };
        self.editor.store(now, slot.memory, slot.alignment);
    }

    pub(super) fn slot(&mut self, ty: Type<'m>, name: &str) -> Array<'m> {
        let alignment = self.editor.view().data_layout().alignment(ty).unwrap_or(1);
        self.group.position(self.editor);
        let memory = self.editor.build_alloca(ty, alignment, 0, &format!("{name}.slot"));
        self.shared.push(memory);
        Array { memory, element: ty, alignment }
    }

    pub(super) fn write(&mut self, value: Value<'m>, slot: Array<'m>, before: Value<'m>) {
        self.editor.position_before(before);
        self.editor.store(value, slot.memory, slot.alignment);
    }

    /// Value in a slot behind a region.
    pub(super) fn read_slot(&mut self, slot: Array<'m>, region: usize, name: &str) -> Value<'m> {
        self.editor.position_before(self.frames[region].tail.terminator());
        self.editor.load(slot.element, slot.memory, slot.alignment, name)
    }

    pub(super) fn make_arrays(&mut self) {
        for variable in &self.storage.arrays {
            let value = self.crossing.variables[*variable].value;
            let layout = self.editor.view().data_layout();
            let element = self.stored_type(value.ty());
            let size = layout.alloc_size(element).unwrap_or(0);
            let alignment = layout.alignment(element).unwrap_or(1);
            let array = self.array(element, size, alignment, &format!("{}.items", value.name()));
            self.arrays.push(array);
        }
    }

    /// Form of a type in memory: LLVM vectorizes no accesses to elements that do not fill their place.
    pub(super) fn stored_type(&self, ty: Type<'m>) -> Type<'m> {
        match ty.kind() {
            TypeKind::Integer(bits) if !bits.is_power_of_two() || bits < 8 => {
                self.editor.integer_type(bits.next_power_of_two().max(8))
            }
            _ => ty,
        }
    }

    /// The address of an item's element. The builder is positioned.
    pub(super) fn element(&mut self, array: Array<'m>, region: usize, name: &str) -> Value<'m> {
        let item = self.frames[region].loops.as_ref().expect("a region with items").item;
        self.editor.build_gep(array.element, array.memory, &[item], name)
    }

    pub(super) fn write_element(&mut self, value: Value<'m>, array: Array<'m>, region: usize, before: Value<'m>) {
        self.editor.position_before(before);
        let stored = self.editor.zext_or_trunc(value, array.element, "");
        let place = self.element(array, region, "");
        self.editor.store(stored, place, array.alignment);
    }
}
