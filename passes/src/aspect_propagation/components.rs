//! Strongly connected components of a call graph, callees first.

use super::graph::CallGraph;

/// The strongly connected components of a graph.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// Component of each node; components are numbered callees first.
    pub(super) of: Vec<u32>,
    /// Nodes by component.
    pub(super) order: Vec<u32>,
    /// Start of the nodes of each component in `order`, and end of those of the last one.
    starts: Vec<u32>,
}

impl Components {
    /// Tarjan's algorithm with a stack of its own. The walk starts at `first`, so that what these reach has the first
    /// numbers.
    pub(super) fn find(graph: &CallGraph, first: impl IntoIterator<Item = u32>) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let mut number = vec![UNSEEN; graph.len()];
        let mut low = vec![0u32; graph.len()];
        let mut of = vec![UNSEEN; graph.len()];
        let (mut order, mut open, mut next) = (Vec::with_capacity(graph.len()), Vec::new(), 0);
        let mut starts = vec![0];
        let mut calls: Vec<(u32, usize)> = Vec::new();
        for root in first.into_iter().chain(0..graph.len() as u32) {
            if number[root as usize] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some((node, edge)) = calls.pop() {
                let at = node as usize;
                if edge == 0 {
                    number[at] = next;
                    low[at] = next;
                    next += 1;
                    open.push(node);
                } else {
                    // Back from the callee before this edge.
                    let callee = graph.callees(node)[edge - 1] as usize;
                    if of[callee] == UNSEEN {
                        low[at] = low[at].min(low[callee]);
                    }
                }
                let callees = graph.callees(node);
                let unseen = (edge..callees.len()).find(|e| {
                    let callee = callees[*e] as usize;
                    if number[callee] != UNSEEN && of[callee] == UNSEEN {
                        low[at] = low[at].min(number[callee]);
                    }
                    number[callee] == UNSEEN
                });
                if let Some(edge) = unseen {
                    calls.push((node, edge + 1));
                    calls.push((callees[edge], 0));
                    continue;
                }
                if low[at] == number[at] {
                    while let Some(member) = open.pop() {
                        of[member as usize] = starts.len() as u32 - 1;
                        order.push(member);
                        if member == node {
                            break;
                        }
                    }
                    starts.push(order.len() as u32);
                }
            }
        }
        Self { of, order, starts }
    }

    /// Number of components.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The component of a node.
    pub(super) fn of_node(&self, node: u32) -> u32 {
        self.of[node as usize]
    }

    /// Components with their nodes, callees first.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let ranges = self.starts.windows(2).enumerate();
        ranges.map(|(component, range)| (component as u32, &self.order[range[0] as usize..range[1] as usize]))
    }
}
