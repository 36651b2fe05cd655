//! Step 3: for which functions facts hold. Changes nothing.
//!
//! A fact about a kernel may stand in a function that the kernel calls: without inlining, a header's own helpers do. So
//! it holds for every kernel, and every function that others can call (`sycl_external`), from which direct calls lead
//! to where it stands, and for that function itself if it is one of these.
//!
//! Each fact is taken from where it stands up to the callers, and stops where it already is, or where there are two
//! others that contradict each other already. So the cost is linear in the calls above the facts, for each aspect that
//! is declared.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::{
    error::{Error, Origin},
    facts::{Fact, Size, Statement},
};
use crate::{ir::Function, uses::Uses};

/// The facts that have arrived at a function, by their places among all statements.
#[derive(Clone, Default)]
pub(super) struct Arrived {
    required_work_group_size: Exclusive,
    max_work_group_size: Exclusive,
    required_sub_group_size: Exclusive,
    /// Numbers of aspects, ascending; none where nothing is declared.
    pub(super) device_has: Option<Vec<u32>>,
}

/// Facts of which a function has one: the first that arrived, and the first that contradicts it.
#[derive(Clone, Copy, Default)]
struct Exclusive {
    first: Option<usize>,
    second: Option<usize>,
}

/// Facts that hold for one function, free of contradictions.
#[derive(Default)]
pub(super) struct Owned<'s, 'm> {
    pub(super) required_work_group_size: Option<(&'s Size, &'s Statement<'m>)>,
    pub(super) max_work_group_size: Option<(&'s Size, &'s Statement<'m>)>,
    pub(super) required_sub_group_size: Option<(u32, &'s Statement<'m>)>,
    pub(super) device_has: Option<Vec<u32>>,
}

impl Owned<'_, '_> {
    pub(super) fn is_empty(&self) -> bool {
        self.required_work_group_size.is_none()
            && self.max_work_group_size.is_none()
            && self.required_sub_group_size.is_none()
            && self.device_has.is_none()
    }
}

/// Functions that facts have reached.
pub(super) struct Reach<'s, 'm> {
    statements: &'s [Statement<'m>],
    arrived: FxHashMap<Function<'m>, Arrived>,
    callers: FxHashMap<Function<'m>, Vec<Function<'m>>>,
}

/// Takes a fact; false if it was there, or there is no use of it.
type Take<'a> = &'a dyn Fn(&mut Arrived) -> bool;

impl<'s, 'm> Reach<'s, 'm> {
    /// Takes every fact to where it holds.
    pub(super) fn compute(statements: &'s [Statement<'m>]) -> Self {
        let mut reach = Self { statements, arrived: FxHashMap::default(), callers: FxHashMap::default() };
        let mut aspects: IndexMap<u32, Vec<usize>> = IndexMap::new();
        for (index, statement) in statements.iter().enumerate() {
            match &statement.fact {
                Fact::RequiredWorkGroupSize(_) => {
                    reach.exclusive(index, |arrived| &mut arrived.required_work_group_size);
                }
                Fact::MaxWorkGroupSize(_) => reach.exclusive(index, |arrived| &mut arrived.max_work_group_size),
                Fact::RequiredSubGroupSize(_) => reach.exclusive(index, |arrived| &mut arrived.required_sub_group_size),
                Fact::DeviceHas(list) => {
                    reach.flood(statement.function, &|arrived| {
                        let is_new = arrived.device_has.is_none();
                        arrived.device_has.get_or_insert_default();
                        is_new
                    });
                    list.iter().for_each(|aspect| aspects.entry(*aspect).or_default().push(index));
                }
                Fact::UsesAspects(_) => {}
            }
        }
        aspects.sort_unstable_keys();
        for (aspect, from) in aspects {
            let take = |arrived: &mut Arrived| {
                let list = arrived.device_has.get_or_insert_default();
                // In ascending order, so that the aspect would be the last.
                let is_new = list.last() != Some(&aspect);
                if is_new {
                    list.push(aspect);
                }
                is_new
            };
            from.iter().for_each(|index| reach.flood(statements[*index].function, &take));
        }
        reach
    }

    fn exclusive(&mut self, index: usize, slot: fn(&mut Arrived) -> &mut Exclusive) {
        let statements = self.statements;
        let agrees = |other: usize| statements[other].fact == statements[index].fact;
        self.flood(statements[index].function, &|arrived| {
            let slot = slot(arrived);
            match (slot.first, slot.second) {
                (None, _) => slot.first = Some(index),
                (Some(first), None) if !agrees(first) => slot.second = Some(index),
                _ => return false,
            }
            true
        });
    }

    /// Gives a fact to a function and to all that reach it by direct calls.
    fn flood(&mut self, from: Function<'m>, take: Take<'_>) {
        let mut work = vec![from];
        while let Some(function) = work.pop() {
            if take(self.arrived.entry(function).or_default()) {
                let callers = self.callers.entry(function).or_insert_with(|| {
                    Uses::find(function).calls.into_iter().map(|call| call.parent_function()).collect()
                });
                work.extend(callers.iter().copied());
            }
        }
    }

    /// Facts that hold for a function.
    pub(super) fn owned(&self, owner: Function<'m>) -> Result<Owned<'s, 'm>, Error> {
        let Some(arrived) = self.arrived.get(&owner) else { return Ok(Owned::default()) };
        let one = |slot: Exclusive| match (slot.first, slot.second) {
            (Some(first), Some(second)) => {
                Err(contradiction(owner, origin(&self.statements[first]), origin(&self.statements[second])))
            }
            (first, _) => Ok(first.map(|index| &self.statements[index])),
        };
        let mut owned = Owned { device_has: arrived.device_has.clone(), ..Owned::default() };
        for slot in [arrived.required_work_group_size, arrived.max_work_group_size, arrived.required_sub_group_size] {
            let Some(statement) = one(slot)? else { continue };
            match &statement.fact {
                Fact::RequiredWorkGroupSize(size) => owned.required_work_group_size = Some((size, statement)),
                Fact::MaxWorkGroupSize(size) => owned.max_work_group_size = Some((size, statement)),
                Fact::RequiredSubGroupSize(size) => owned.required_sub_group_size = Some((*size, statement)),
                Fact::DeviceHas(_) | Fact::UsesAspects(_) => {}
            }
        }
        if let (Some((required, first)), Some((most, second))) =
            (owned.required_work_group_size, owned.max_work_group_size)
            && required.in_metadata().iter().zip(most.in_metadata()).any(|(size, most)| *size > most)
        {
            return Err(contradiction(owner, origin(first), origin(second)));
        }
        Ok(owned)
    }
}

/// A statement, for messages.
pub(super) fn origin(statement: &Statement<'_>) -> Origin {
    Origin { fact: statement.fact.to_string(), site: Some(statement.site.clone()) }
}

pub(super) fn contradiction(owner: Function<'_>, first: Origin, second: Origin) -> Error {
    Error::Contradiction {
        owner: sycl_propset::demangle::display_name(&owner.name()),
        first: Box::new(first),
        second: Box::new(second),
    }
}
