//! Values of other regions in a region.

use super::Rewrite;
use crate::{
    host::{ids, uniformity::is_local_id},
    ir::Value,
};

impl<'m> Rewrite<'_, 'm> {
    /// A value for the items of a region.
    pub(super) fn in_region(&mut self, value: Value<'m>, region: usize) -> Value<'m> {
        if let Some(known) = self.here.get(&(value, region)) {
            return *known;
        }
        let found = self.make_here(value, region);
        if found != value {
            self.here.insert((value, region), found);
            if value.is_metadata_target() {
                for block in self.regions.list[region].blocks.clone() {
                    let block = self.end_of(region, block);
                    self.editor.replace_in_debug_info(block, value, found);
                }
            }
        }
        found
    }

    pub(super) fn make_here(&mut self, value: Value<'m>, region: usize) -> Value<'m> {
        if let Some(array) = self.memory.get(&value).copied() {
            self.begin(region);
            return self.element(array, region, &value.name());
        }
        let Some(own) = self.crossing.region.get(&value).copied() else { return value };
        if self.crossing.is_once(value) {
            return self.behind(value);
        }
        if own == region && !self.crossing.is_cut_phi(value) {
            return value;
        }
        if self.regions.uniformity.is_uniform(value) {
            return self.behind[&value];
        }
        if self.crossing.is_computed_again(value) {
            return self.compute_again(value, region);
        }
        let variable = self.crossing.variable[&value];
        let copy = self.storage.copy[variable].filter(|_| own != region);
        let array = self.arrays[copy.unwrap_or(self.storage.array[variable])];
        self.begin(region);
        let name = value.name();
        let place = self.element(array, region, "");
        let loaded = self.editor.load(array.element, place, array.alignment, &name);
        self.editor.zext_or_trunc(loaded, value.ty(), &name)
    }

    /// Puts the next instructions where each item of a region begins.
    pub(super) fn begin(&mut self, region: usize) {
        let begin = self.frames[region].loops.as_ref().expect("a region with items").begin;
        self.editor.position_before(begin);
    }

    pub(super) fn compute_again(&mut self, value: Value<'m>, region: usize) -> Value<'m> {
        let operands: Vec<_> =
            self.crossing.operands(value).iter().map(|operand| self.in_region(*operand, region)).collect();
        self.begin(region);
        let copy = self.editor.copy(value);
        for (index, operand) in (0..).zip(operands) {
            self.editor.set_operand(copy, index, operand);
        }
        if !is_local_id(value) {
            self.editor.set_name(copy, &value.name());
            return copy;
        }
        let ids = self.frames[region].loops.as_ref().expect("a region with items").nest.ids;
        let id = ids::by_dimension(self.editor, copy.as_call().expect("it calls"), ids);
        self.editor.erase_instruction(copy);
        id
    }
}
