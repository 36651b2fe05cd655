//! Propagation over a call graph: plain numbers and sets of bits, no LLVM.
//!
//! A node's set is its own and those of every node that it reaches. Nodes that reach each other form a strongly
//! connected component and share one set; components come out of Tarjan's algorithm with callees first, so that one
//! pass over them is enough. Cost: nodes and edges, times the words of a set. Nothing recurses: call chains are as long
//! as the input says.

use super::{components::Components, sets::Sets};

/// Edges from callers to what they may call. Nodes are numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct CallGraph {
    /// Start of the targets of each node, and end of those of the last one.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Default for CallGraph {
    fn default() -> Self {
        Self { offsets: vec![0], targets: Vec::new() }
    }
}

impl CallGraph {
    /// Adds the next node with its edges, in the order in which [`CallGraph::callees`] gives them back.
    pub(super) fn push(&mut self, callees: impl IntoIterator<Item = u32>) {
        self.targets.extend(callees);
        self.offsets.push(self.targets.len() as u32);
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Nodes that a node may call.
    pub(super) fn callees(&self, node: u32) -> &[u32] {
        &self.targets[self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize]
    }

    /// The same nodes with every edge turned round.
    pub(super) fn reversed(&self) -> CallGraph {
        let mut offsets = vec![0u32; self.len() + 1];
        for target in &self.targets {
            offsets[*target as usize + 1] += 1;
        }
        for node in 0..self.len() {
            offsets[node + 1] += offsets[node];
        }
        let mut next = offsets.clone();
        let mut targets = vec![0; self.targets.len()];
        for node in 0..self.len() as u32 {
            for target in self.callees(node) {
                targets[next[*target as usize] as usize] = node;
                next[*target as usize] += 1;
            }
        }
        CallGraph { offsets, targets }
    }
}

/// For each component the union of the sets of its nodes and of what they reach.
pub(super) fn propagate(graph: &CallGraph, components: &Components, direct: &Sets) -> Propagated {
    let words = direct.words;
    let mut sets = Sets::like(direct, components.len());
    if direct.is_all_empty() {
        return Propagated { of: components.of.clone(), sets };
    }
    for node in &components.order {
        let own = components.of[*node as usize] as usize;
        // Components of callees come before this one or are this one.
        let (callees, rest) = sets.bits.split_at_mut(own * words);
        let set = &mut rest[..words];
        let mut join = |other: &[u64]| set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
        join(direct.row(*node));
        for callee in graph.callees(*node) {
            let component = components.of[*callee as usize] as usize;
            if component != own {
                join(&callees[component * words..(component + 1) * words]);
            }
        }
    }
    Propagated { of: components.of.clone(), sets }
}

/// Result of [`propagate`], by node.
#[derive(Clone, Debug)]
pub(super) struct Propagated {
    of: Vec<u32>,
    sets: Sets,
}

impl Propagated {
    /// Whether a node has a number.
    pub(super) fn contains(&self, node: u32, column: u32) -> bool {
        self.sets.contains(self.of[node as usize], column)
    }

    /// Numbers of a node, ascending.
    pub(super) fn iter(&self, node: u32) -> impl Iterator<Item = u32> {
        self.sets.iter(self.of[node as usize])
    }

    /// The bits of a node.
    pub(super) fn row(&self, node: u32) -> &[u64] {
        self.sets.row(self.of[node as usize])
    }

    /// Whether a node has none.
    pub(super) fn is_empty(&self, node: u32) -> bool {
        self.sets.is_empty(self.of[node as usize])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn graph(edges: &[&[u32]]) -> CallGraph {
        let mut graph = CallGraph::default();
        for callees in edges {
            graph.push(callees.iter().copied());
        }
        graph
    }

    fn solve(graph: &CallGraph, direct: &[&[u32]]) -> Vec<Vec<u32>> {
        let mut sets = Sets::new(graph.len(), 200);
        for (node, columns) in direct.iter().enumerate() {
            columns.iter().for_each(|column| sets.insert(node as u32, *column));
        }
        let propagated = propagate(graph, &Components::find(graph, []), &sets);
        (0..graph.len() as u32).map(|node| propagated.iter(node).collect()).collect()
    }

    #[test]
    fn a_chain_and_a_diamond() {
        assert_eq!(solve(&graph(&[&[1], &[2], &[]]), &[&[], &[5], &[130]]), [vec![5, 130], vec![5, 130], vec![130]]);
        let diamond = graph(&[&[1, 2], &[3], &[3], &[]]);
        assert_eq!(solve(&diamond, &[&[], &[1], &[2], &[3]]), [vec![1, 2, 3], vec![1, 3], vec![2, 3], vec![3]]);
    }

    #[test]
    fn members_of_a_cycle_share_one_set() {
        // 0 -> 1 <-> 2, 2 -> 3, and 4 apart
        let cycle = graph(&[&[1], &[2], &[1, 3], &[], &[4]]);
        let all = vec![1, 2, 3];
        assert_eq!(solve(&cycle, &[&[], &[1], &[2], &[3], &[9]]), [all.clone(), all.clone(), all, vec![3], vec![9]]);
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let mut chain = CallGraph::default();
        const LENGTH: u32 = 200_000;
        for node in 0..LENGTH {
            chain.push((node + 1 < LENGTH).then_some(node + 1));
        }
        let mut direct = Sets::new(LENGTH as usize, 1);
        direct.insert(LENGTH - 1, 0);
        assert!(propagate(&chain, &Components::find(&chain, []), &direct).contains(0, 0));
    }

    #[test]
    fn reversing_twice_gives_the_same_edges() {
        let graph = graph(&[&[1, 2], &[3], &[3], &[0]]);
        let reversed = graph.reversed();
        assert_eq!(reversed.callees(3), [1, 2]);
        assert_eq!(reversed.reversed().callees(0), [1, 2]);
    }

    /// Joins along edges until nothing changes.
    fn naive(edges: &[BTreeSet<u32>], direct: &[BTreeSet<u32>]) -> Vec<BTreeSet<u32>> {
        let mut sets = direct.to_vec();
        loop {
            let before = sets.clone();
            for (node, callees) in edges.iter().enumerate() {
                for callee in callees {
                    let joined: BTreeSet<u32> = sets[node].union(&sets[*callee as usize]).copied().collect();
                    sets[node] = joined;
                }
            }
            if sets == before {
                return sets;
            }
        }
    }

    fn random_graph() -> impl Strategy<Value = (Vec<BTreeSet<u32>>, Vec<BTreeSet<u32>>)> {
        (1u32..40).prop_flat_map(|nodes| {
            let edges = prop::collection::vec(prop::collection::btree_set(0..nodes, 0..4), nodes as usize);
            let direct = prop::collection::vec(prop::collection::btree_set(0u32..150, 0..3), nodes as usize);
            (edges, direct)
        })
    }

    proptest! {
        #[test]
        fn agrees_with_a_naive_fixpoint((edges, direct) in random_graph()) {
            let mut graph = CallGraph::default();
            let mut sets = Sets::new(edges.len(), 150);
            for (node, callees) in edges.iter().enumerate() {
                graph.push(callees.iter().copied());
                direct[node].iter().for_each(|column| sets.insert(node as u32, *column));
            }
            let propagated = propagate(&graph, &Components::find(&graph, []), &sets);
            for (node, expected) in naive(&edges, &direct).iter().enumerate() {
                let found: Vec<u32> = propagated.iter(node as u32).collect();
                prop_assert!(found.iter().eq(expected.iter()), "node {node}: {found:?} {expected:?}");
            }
        }
    }
}
