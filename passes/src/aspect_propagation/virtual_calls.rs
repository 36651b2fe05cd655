//! Edges of virtual calls (DPC++'s "virtual functions" extension).
//!
//! A function with the attribute `calls-indirectly="A,B"` may call every function that is `indirectly-callable` in one
//! of these sets, if a call marked `virtual-call` is reachable from it; merely making an object is not a call. An entry
//! point that reaches such a call without the attribute may call the functions of all sets. In a module without any
//! marked call, from a front end that does not mark them, the attribute alone counts.

use std::collections::BTreeMap;

use super::{
    collect::Function,
    components::Components,
    graph::{CallGraph, propagate},
    sets::Sets,
};
use crate::ir::attribute;

/// Virtual functions by the name of their set. Ordered: chains in messages follow these lists.
pub(super) struct VirtualFunctions(BTreeMap<String, Vec<u32>>);

impl VirtualFunctions {
    pub(super) fn collect(functions: &[Function<'_>]) -> Self {
        let mut members: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (id, function) in functions.iter().enumerate() {
            if let Some(sets) = function.value.string_attribute(attribute::INDIRECTLY_CALLABLE) {
                for set in attribute::names(&sets) {
                    members.entry(set.to_owned()).or_default().push(id as u32);
                }
            }
        }
        Self(members)
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = u32> {
        self.0.values().flatten().copied()
    }

    /// The graph with the edges of virtual calls and the nodes that they need.
    pub(super) fn connect(
        &self,
        calls: &CallGraph,
        functions: &mut [Function<'_>],
        calls_virtually: &[bool],
    ) -> CallGraph {
        let mut marked = Sets::new(calls.len(), 1);
        let marks = calls_virtually.iter().enumerate().filter(|(_, marked)| **marked);
        marks.for_each(|(node, _)| marked.insert(node as u32, 0));
        let any_marked = calls_virtually.contains(&true);
        let reaches_call = propagate(calls, &Components::find(calls, []), &marked);

        let mut graph = CallGraph::default();
        let mut unrestricted = Vec::new();
        for node in 0..calls.len() as u32 {
            let mut callees = calls.callees(node).to_vec();
            if let Some(function) = functions.get(node as usize)
                && (!any_marked || reaches_call.contains(node, 0))
            {
                match function.value.string_attribute(attribute::CALLS_INDIRECTLY) {
                    Some(sets) => callees.extend(attribute::names(&sets).filter_map(|set| self.0.get(set)).flatten()),
                    None if any_marked
                        && function.is_entry_point
                        && !function.value.has_string_attribute(attribute::INDIRECTLY_CALLABLE) =>
                    {
                        unrestricted.push(node);
                    }
                    None => {}
                }
            }
            graph.push(callees);
        }
        // Not an edge of the function itself: who calls it may be restricted.
        for node in unrestricted {
            functions[node as usize].node = graph.len() as u32;
            graph.push(std::iter::once(node).chain(self.all()));
        }
        graph
    }
}
