//! Variables that have an array of their own, and those that share one.
//!
//! A phi at a cut and the values that come in mostly can share an array, so that nothing is copied where a loop with a
//! barrier begins again. They cannot where one would be written while another is still needed.
//!
//! Cost: linear in what is live between regions; above a limit nothing is shared.

use super::{crossing::Crossing, regions::Regions};
use crate::ir::Value;

/// Sets of regions that are looked at before every variable gets an array of its own.
const LIMIT: usize = 1 << 20;

/// An array for variables, by number.
pub(super) struct Storage {
    /// For each variable, the array that is read for it. For a phi of a cut, that which ways to the cut write.
    pub(super) array: Vec<usize>,
    /// For phis of cuts whose element is written again while the phi is needed: the array that has its value.
    pub(super) copy: Vec<Option<usize>>,
    /// Number of arrays. The first of its variables says what each is of.
    pub(super) arrays: Vec<usize>,
}

/// Place where an element is written and has to stay.
#[derive(Clone, Default)]
struct Life {
    /// Regions that write it, with the variable that it is a copy of.
    written: Vec<(usize, Option<usize>)>,
    /// Regions at whose beginning it is there, sorted.
    live: Vec<usize>,
}

impl Storage {
    /// Lays out the variables.
    pub(super) fn lay_out<'m>(regions: &Regions<'m>, crossing: &Crossing<'m>) -> Self {
        let successors: Vec<Vec<usize>> = (0..regions.list.len()).map(|region| regions.successors(region)).collect();
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (from, list) in successors.iter().enumerate() {
            list.iter().for_each(|to| predecessors[*to].push(from));
        }
        let mut layout =
            Layout { successors, predecessors, lives: Vec::new(), classes: Vec::new(), members: Vec::new() };
        let mut needs_copy = vec![false; crossing.variables.len()];
        let mut size = 0usize;
        for (index, variable) in crossing.variables.iter().enumerate() {
            let own = crossing.region[&variable.value];
            let mut life = Life { written: Vec::new(), live: layout.live(own, &variable.needed_in) };
            if let Some(incoming) = crossing.incoming.get(&variable.value) {
                for (value, from) in incoming {
                    let Some(from) = regions.of_block[*from] else { continue };
                    let source = crossing.variable.get(value).copied();
                    // Ways on which it stays as it is write nothing.
                    if *value != variable.value {
                        life.written.push((from, source));
                        let elsewhere = |to: &&usize| **to != own && life.live.binary_search(to).is_ok();
                        needs_copy[index] |= layout.successors[from].iter().any(|to| elsewhere(&to));
                    }
                }
                if needs_copy[index] {
                    life.live.clear();
                    let stays = |(value, _): &&(Value<'m>, usize)| *value == variable.value;
                    let from = incoming.iter().filter(stays).filter_map(|(_, from)| regions.of_block[*from]);
                    life.written.extend(from.map(|from| (from, None)));
                }
                life.live.push(own);
                life.live.sort_unstable();
                life.live.dedup();
            } else {
                life.written.push((own, None));
            }
            size += life.live.len() + life.written.len();
            layout.lives.push(life);
            layout.classes.push(index);
            layout.members.push(vec![index]);
        }
        if size < LIMIT {
            for (phi, variable) in crossing.variables.iter().enumerate() {
                for (value, _) in crossing.incoming.get(&variable.value).into_iter().flatten() {
                    if let Some(source) = crossing.variable.get(value).filter(|source| !needs_copy[**source]) {
                        layout.share(phi, *source);
                    }
                }
            }
        }
        layout.finish(&needs_copy)
    }
}

/// Whether the element of a phi is already there at the end of a way that brings a value.
pub(super) fn is_in_place<'m>(storage: &Storage, crossing: &Crossing<'m>, phi: usize, value: Value<'m>) -> bool {
    let is_same = value == crossing.variables[phi].value;
    let source = crossing.variable.get(&value);
    let holds = |source: usize| storage.copy[source].unwrap_or(storage.array[source]);
    if is_same {
        // With a copy, the element may have been written on another way.
        return storage.copy[phi].is_none();
    }
    source.is_some_and(|source| holds(*source) == storage.array[phi])
}

struct Layout {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    lives: Vec<Life>,
    /// The class of each variable.
    classes: Vec<usize>,
    /// The variables of each class.
    members: Vec<Vec<usize>>,
}

impl Layout {
    /// Regions on the ways from one that makes a value to those that need it, without the first.
    fn live(&self, made_in: usize, needed_in: &[usize]) -> Vec<usize> {
        let mut live: Vec<usize> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = needed_in.to_vec();
        while let Some(region) = work.pop() {
            if region != made_in && seen.insert(region) {
                live.push(region);
                work.extend(&self.predecessors[region]);
            }
        }
        live.sort_unstable();
        live
    }

    /// Lets two variables share an array if neither is written while the other is needed.
    fn share(&mut self, a: usize, b: usize) {
        let (a, b) = (self.classes[a], self.classes[b]);
        if a == b || self.interfere(a, b) || self.interfere(b, a) {
            return;
        }
        let moved = std::mem::take(&mut self.members[b]);
        for member in &moved {
            self.classes[*member] = a;
        }
        self.members[a].extend(moved);
    }

    fn interfere(&self, a: usize, b: usize) -> bool {
        let pairs = self.members[a].iter().flat_map(|one| self.members[b].iter().map(move |other| (*one, *other)));
        pairs.into_iter().any(|(one, other)| {
            let (life, other_life) = (&self.lives[one], &self.lives[other]);
            let is_live = |region: &usize| other_life.live.binary_search(region).is_ok();
            let is_joined = |source: usize| self.classes[source] == a || self.classes[source] == b;
            // Where a value is made and a phi is given it, the phi has it.
            let is_given = |region: usize| other_life.written.contains(&(region, Some(one)));
            let writes = life.written.iter().filter(|(region, source)| match source {
                Some(source) => !is_joined(*source),
                None => !is_given(*region),
            });
            life.live.iter().any(is_live)
                || writes.clone().any(|(region, _)| self.successors[*region].iter().any(is_live))
        })
    }

    fn finish(self, needs_copy: &[bool]) -> Storage {
        let mut number = vec![usize::MAX; self.classes.len()];
        let mut storage = Storage { array: Vec::new(), copy: Vec::new(), arrays: Vec::new() };
        for (variable, class) in self.classes.iter().enumerate() {
            if number[*class] == usize::MAX {
                number[*class] = storage.arrays.len();
                storage.arrays.push(variable);
            }
            storage.array.push(number[*class]);
        }
        for (variable, needs_copy) in needs_copy.iter().enumerate() {
            let copy = needs_copy.then(|| {
                storage.arrays.push(variable);
                storage.arrays.len() - 1
            });
            storage.copy.push(copy);
        }
        storage
    }
}
