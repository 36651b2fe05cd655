//! Aspects of functions (`!sycl_used_aspects`) that are uses of their own.
//!
//! An earlier run has written lists that also hold what callees use and declare. Taking those for own uses would lose
//! the chain of calls to the real one, and would report as used what is only declared. So a carried aspect counts as a
//! function's own unless it is accounted for: the function declares it, a callee needs it, or a function on a cycle of
//! calls with it uses or declares it.
//!
//! Where that does not distinguish the functions that an aspect was written on from those that it has spread to, mostly
//! on cycles of calls, the run that spreads it marks the latter with the attribute [`PROPAGATED`]. A mark counts only
//! as long as another function has the aspect: the function that it was written on may be gone.

use rustc_hash::FxHashMap;

use super::{
    components::Components,
    graph::{CallGraph, propagate},
    sets::Sets,
};

/// Attribute of functions: numbers of carried aspects that are not their own, separated by commas.
pub(super) const PROPAGATED: &str = "sycl-propagated-aspects";

/// Aspects that nodes use, declare and carry.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a> {
    /// Seen in the code.
    pub(super) seen: &'a Sets,
    pub(super) declared: &'a Sets,
    pub(super) carried: &'a Sets,
    /// The carried ones that are marked.
    pub(super) propagated: &'a Sets,
    /// For some nodes another one that stands for them as entry points, with more callees.
    pub(super) stand_ins: &'a FxHashMap<u32, u32>,
}

/// Aspects that each node uses by itself: what was seen, and what it carries without account.
pub(super) fn own(graph: &CallGraph, components: &Components, lists: Lists<'_>) -> Sets {
    let Lists { seen, declared, carried, propagated, stand_ins } = lists;
    if carried.is_all_empty() {
        return seen.clone();
    }
    let believed = carried.without(propagated);
    let mut used = unaccounted(graph, components, Lists { carried: &believed, ..lists });
    if !propagated.is_all_empty() {
        let needs = propagate(graph, components, &used.with(declared));
        for node in 0..graph.len() as u32 {
            let stand_in = stand_ins.get(&node).copied().unwrap_or(node);
            used.join_without(node, carried.row(node), needs.row(stand_in));
        }
    }
    used
}

/// As [`own`], without marks.
fn unaccounted(graph: &CallGraph, components: &Components, lists: Lists<'_>) -> Sets {
    let Lists { seen, declared, carried, stand_ins, .. } = lists;
    let mut used = seen.clone();
    // What the nodes of a component and all that they reach use, declare or carry.
    let mut needed = Sets::like(carried, components.len());
    for (component, members) in components.iter() {
        let mut supplied = Sets::like(carried, 1);
        for member in members {
            supplied.join(0, seen.row(*member));
            supplied.join(0, declared.row(*member));
            for callee in graph.callees(*member) {
                if components.of_node(*callee) != component {
                    supplied.join(0, needed.row(components.of_node(*callee)));
                }
            }
        }
        needed.join(component, supplied.row(0));
        for member in members {
            let account = stand_ins.get(member).map(|stand_in| {
                let mut account = supplied.clone();
                // A callee in a component before this one does not call back, so it has the aspect of another.
                let callees = graph.callees(*stand_in).iter().map(|callee| components.of_node(*callee));
                callees.filter(|callee| *callee < component).for_each(|callee| account.join(0, needed.row(callee)));
                account
            });
            let account = account.as_ref().unwrap_or(&supplied);
            used.join_without(*member, carried.row(*member), account.row(0));
            needed.join(component, carried.row(*member));
        }
    }
    used
}

/// Aspects that have to be marked when nodes carry what this run writes: what a further run would take for their own
/// otherwise.
pub(super) fn to_mark(graph: &CallGraph, components: &Components, written: Lists<'_>, used: &Sets) -> Sets {
    unaccounted(graph, components, written).without(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges, and for each node what is seen in it, declared and carried; what it uses by itself.
    fn solve(edges: &[&[u32]], seen: &[&[u32]], declared: &[&[u32]], carried: &[&[u32]]) -> Vec<Vec<u32>> {
        solve_marked(edges, seen, declared, carried, &[])
    }

    fn solve_marked(
        edges: &[&[u32]],
        seen: &[&[u32]],
        declared: &[&[u32]],
        carried: &[&[u32]],
        marked: &[&[u32]],
    ) -> Vec<Vec<u32>> {
        let mut graph = CallGraph::default();
        edges.iter().for_each(|callees| graph.push(callees.iter().copied()));
        let sets = |lists: &[&[u32]]| {
            let mut sets = Sets::new(edges.len(), 70);
            for (node, list) in lists.iter().enumerate() {
                list.iter().for_each(|number| sets.insert(node as u32, *number));
            }
            sets
        };
        let (seen, declared, carried, propagated) = (sets(seen), sets(declared), sets(carried), sets(marked));
        let stand_ins = FxHashMap::default();
        let lists = Lists {
            seen: &seen,
            declared: &declared,
            carried: &carried,
            propagated: &propagated,
            stand_ins: &stand_ins,
        };
        let own = own(&graph, &Components::find(&graph, []), lists);
        (0..edges.len() as u32).map(|node| own.iter(node).collect()).collect()
    }

    #[test]
    fn what_a_callee_needs_is_its_own_only() {
        let chain: &[&[u32]] = &[&[1], &[2], &[]];
        let none: &[&[u32]] = &[&[], &[], &[]];
        assert_eq!(solve(chain, &[&[], &[], &[5]], none, &[&[5], &[5], &[5]]), [vec![], vec![], vec![5]]);
        assert_eq!(solve(chain, none, none, &[&[5], &[5, 69], &[5]]), [vec![], vec![69], vec![5]]);
        assert_eq!(solve(chain, none, &[&[], &[], &[5]], &[&[5], &[5], &[5]]), [vec![0u32; 0], vec![], vec![]]);
        assert_eq!(solve(chain, none, &[&[5], &[], &[]], &[&[5, 6], &[], &[]]), [vec![6], vec![], vec![]]);
        assert_eq!(solve(chain, none, none, &[&[5], &[], &[]]), [vec![5], vec![], vec![]]);
    }

    #[test]
    fn on_a_cycle_the_use_that_is_seen_counts() {
        // 0 -> 1 <-> 2
        let cycle: &[&[u32]] = &[&[1], &[2], &[1]];
        let all: &[&[u32]] = &[&[7], &[7], &[7]];
        let none: &[&[u32]] = &[&[], &[], &[]];
        assert_eq!(solve(cycle, &[&[], &[], &[7]], none, all), [vec![], vec![], vec![7]]);
        assert_eq!(solve(cycle, none, none, all), [vec![], vec![7], vec![7]], "no other function has it");
        let marked = |marks: &[&[u32]]| solve_marked(cycle, none, none, all, marks);
        assert_eq!(marked(&[&[], &[], &[7]]), [vec![], vec![7], vec![]]);
        assert_eq!(marked(&[&[], &[7], &[7]]), [vec![7], vec![7], vec![7]], "the mark of what is gone");
    }
}
