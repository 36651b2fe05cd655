//! Needs of a region for values of others, and how it gets them.
//!
//! * A uniform value is computed once for all items where that can be: in front of the loop over items. Elsewhere each
//!   item stores it into one slot, which LLVM makes a value of the loop again. Either way it is there behind the
//!   region.
//! * What is cheap to compute from ids and from uniform values is computed again where it is needed, so that LLVM sees
//!   how addresses of neighbouring items differ.
//! * Everything else is a [`Variable`]: an array with an element for each item, written where the value is made and
//!   read at the beginning of the regions that need it. So is a phi at a cut: its element is written at the end of the
//!   ways that lead there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::regions::{Exit, Region, Regions};
use crate::{
    host::uniformity::is_local_id,
    ir::{Effects, Opcode, Value},
};

/// Instructions that computing a value again may cost; arrays cost a load, and LLVM what it knows of an address.
const CHEAP: u32 = 12;

/// A value that differs between items and lives across regions.
pub(super) struct Variable<'m> {
    /// An instruction.
    pub(super) value: Value<'m>,
    /// Regions that need it, other than that of its block.
    pub(super) needed_in: Vec<usize>,
}

/// Values that cross the borders of regions.
pub(super) struct Crossing<'m> {
    /// The region of each instruction of the kernel.
    pub(super) region: FxHashMap<Value<'m>, usize>,
    /// Instructions that run once, by region, in order. Phis of cuts are not among them.
    pub(super) once: Vec<Vec<Value<'m>>>,
    /// All that is computed once, uniform phis of cuts included.
    is_once: FxHashSet<Value<'m>>,
    /// Uniform values that items compute and that are needed behind their region, in order.
    pub(super) slots: Vec<Value<'m>>,
    is_slot: FxHashSet<Value<'m>>,
    /// Values that differ, in order.
    pub(super) variables: Vec<Variable<'m>>,
    /// Their places in the list.
    pub(super) variable: FxHashMap<Value<'m>, usize>,
    /// Phis of cuts: what comes in, and from which block.
    pub(super) incoming: FxHashMap<Value<'m>, Vec<(Value<'m>, usize)>>,
    /// Cost of computing a value again; none for what cannot be.
    cost: FxHashMap<Value<'m>, u32>,
    /// Its operands in the kernel as it was.
    operands: FxHashMap<Value<'m>, Vec<Value<'m>>>,
}

impl<'m> Crossing<'m> {
    /// Looks at the uses of all values.
    pub(super) fn find(regions: &Regions<'m>) -> Self {
        let mut found = Self {
            region: FxHashMap::default(),
            once: Vec::new(),
            is_once: FxHashSet::default(),
            slots: Vec::new(),
            is_slot: FxHashSet::default(),
            variables: Vec::new(),
            variable: FxHashMap::default(),
            incoming: FxHashMap::default(),
            cost: FxHashMap::default(),
            operands: FxHashMap::default(),
        };
        for (number, region) in regions.list.iter().enumerate() {
            for block in &region.blocks {
                found.region.extend(regions.blocks.list[*block].instructions().map(|value| (value, number)));
            }
        }
        for region in &regions.list {
            found.compute_once(regions, region);
        }
        for region in &regions.list {
            found.measure(regions, region);
        }
        for (number, region) in regions.list.iter().enumerate() {
            found.collect(regions, number, region);
        }
        for variable in &mut found.variables {
            variable.needed_in.sort_unstable();
            variable.needed_in.dedup();
        }
        found
    }

    /// Whether a value is there in front of the loop over items of its region.
    pub(super) fn is_once(&self, value: Value<'m>) -> bool {
        self.is_once.contains(&value)
    }

    /// Whether an instruction is a phi of a cut.
    pub(super) fn is_cut_phi(&self, value: Value<'m>) -> bool {
        self.incoming.contains_key(&value)
    }

    /// Whether a value is computed again wherever it is needed.
    pub(super) fn is_computed_again(&self, value: Value<'m>) -> bool {
        self.cost.contains_key(&value)
    }

    /// Operands of a value that is computed again.
    pub(super) fn operands(&self, value: Value<'m>) -> &[Value<'m>] {
        &self.operands[&value]
    }

    /// Finds what runs once. In the block of the cut all items run everything; what is elsewhere in the region must be
    /// something that may run although no item would have.
    fn compute_once(&mut self, regions: &Regions<'m>, region: &Region<'m>) {
        let mut list = Vec::new();
        let own = self.region[&regions.blocks.list[region.cut].terminator()];
        for block in &region.blocks {
            let is_cut = *block == region.cut;
            let mut is_reached = is_cut;
            for value in regions.blocks.list[*block].instructions() {
                let is_phi = value.opcode() == Opcode::Phi;
                if is_phi && is_cut {
                    let number = |block| regions.blocks.number[&block];
                    let incoming = value.incoming().into_iter().map(|(value, from)| (value, number(from))).collect();
                    self.incoming.insert(value, incoming);
                }
                let effects = value.effects();
                let is_uniform = regions.uniformity.is_uniform(value);
                // What is known to be uniform may be computed of what is not.
                let is_there = |operand: Value<'m>| {
                    regions.uniformity.is_uniform(operand)
                        && self
                            .region
                            .get(&operand)
                            .is_none_or(|region| *region != own || self.is_once.contains(&operand))
                };
                if is_phi {
                    if is_cut && is_uniform {
                        self.is_once.insert(value);
                    }
                } else if is_uniform
                    && may_run_once(value, effects)
                    && (is_reached || effects.is_speculatable())
                    && value.operands().all(is_there)
                {
                    self.is_once.insert(value);
                    list.push(value);
                }
                is_reached &= effects.goes_on();
            }
        }
        self.once.push(list);
    }

    /// Finds what is cheap to compute again. Operands are in front of what uses them, but for phis.
    fn measure(&mut self, regions: &Regions<'m>, region: &Region<'m>) {
        for block in &region.blocks {
            for value in regions.blocks.list[*block].instructions() {
                if regions.uniformity.is_uniform(value) {
                    continue;
                }
                if is_local_id(value) {
                    self.cost.insert(value, 0);
                    self.operands.insert(value, value.operands().collect());
                } else if value.is_cheap_arithmetic() {
                    let mut sum = Some(1u32);
                    for operand in value.operands() {
                        let is_free = !self.region.contains_key(&operand) || regions.uniformity.is_uniform(operand);
                        let cost = if is_free { Some(&0) } else { self.cost.get(&operand) };
                        sum = sum.zip(cost).map(|(a, b)| a + b).filter(|sum| *sum <= CHEAP);
                    }
                    if let Some(sum) = sum {
                        self.cost.insert(value, sum);
                        self.operands.insert(value, value.operands().collect());
                    }
                }
            }
        }
    }

    fn collect(&mut self, regions: &Regions<'m>, number: usize, region: &Region<'m>) {
        for block in &region.blocks {
            for user in regions.blocks.list[*block].instructions() {
                if let Some(incoming) = self.incoming.get(&user).cloned() {
                    let is_uniform = regions.uniformity.is_uniform(user);
                    if !is_uniform {
                        self.variable_of(user);
                    }
                    for (value, from) in incoming {
                        // Ways that are not reached have no region.
                        match regions.of_block[from] {
                            Some(from) if !is_uniform => self.need(regions, value, from),
                            Some(_) => self.need_behind(value),
                            None => {}
                        }
                    }
                } else if self.is_once(user) || region.exit == Exit::Branch(*block) && user.is_terminator() {
                    user.operands().for_each(|operand| self.need_behind(operand));
                } else {
                    user.operands().for_each(|operand| self.need(regions, operand, number));
                }
            }
        }
    }

    /// A uniform value is needed behind the loop over items of its region.
    fn need_behind(&mut self, value: Value<'m>) {
        if self.region.contains_key(&value) && !self.is_once(value) && self.is_slot.insert(value) {
            self.slots.push(value);
        }
    }

    /// A value is needed by items of a region.
    fn need(&mut self, regions: &Regions<'m>, value: Value<'m>, by: usize) {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            if self.region.get(&value).is_none_or(|own| *own == by) || self.is_once(value) {
                continue;
            }
            if regions.uniformity.is_uniform(value) {
                self.need_behind(value);
            } else if self.is_computed_again(value) {
                work.extend(value.operands());
            } else {
                let variable = self.variable_of(value);
                self.variables[variable].needed_in.push(by);
            }
        }
    }

    fn variable_of(&mut self, value: Value<'m>) -> usize {
        *self.variable.entry(value).or_insert_with(|| {
            self.variables.push(Variable { value, needed_in: Vec::new() });
            self.variables.len() - 1
        })
    }
}

/// Whether one computation of a uniform value is as good as one for each item.
fn may_run_once(value: Value<'_>, effects: Effects) -> bool {
    let is_load = value.is_load() && !effects.is_ordered();
    let is_computation = effects.is_pure() && !value.is_terminator() && !value.is_alloca();
    is_load || is_computation
}
