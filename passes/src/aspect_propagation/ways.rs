//! Shortest ways over the call graph to the uses of one aspect: plain numbers, no LLVM.
//!
//! Of several shortest ways from a node the one whose call comes first counts. Everything is found in one walk
//! backwards from the uses, so that what a warning asks costs no more than what it says.

use super::graph::CallGraph;

const UNREACHED: u32 = u32::MAX;

/// The ways to one aspect, by node.
pub(super) struct Ways {
    /// The next node; the node itself where the aspect is used.
    next: Vec<u32>,
    /// The last node.
    user: Vec<u32>,
    /// Functions on the way, the node included.
    functions: Vec<u32>,
    /// Whether a function on the way, the node included, has the mark.
    is_marked: Vec<bool>,
}

impl Ways {
    /// `reversed` is the graph with its edges turned round; nodes below `count` are functions.
    pub(super) fn to(
        graph: &CallGraph,
        reversed: &CallGraph,
        count: usize,
        uses: impl Fn(u32) -> bool,
        has_mark: impl Fn(u32) -> bool,
    ) -> Self {
        let mut distance = vec![UNREACHED; graph.len()];
        let mut queue: Vec<u32> = (0..graph.len() as u32).filter(|node| uses(*node)).collect();
        queue.iter().for_each(|node| distance[*node as usize] = 0);
        let mut ways = Self {
            next: vec![UNREACHED; graph.len()],
            user: vec![UNREACHED; graph.len()],
            functions: vec![0; graph.len()],
            is_marked: vec![false; graph.len()],
        };
        let mut at = 0;
        while let Some(node) = queue.get(at).copied() {
            at += 1;
            for caller in reversed.callees(node) {
                if distance[*caller as usize] == UNREACHED {
                    distance[*caller as usize] = distance[node as usize] + 1;
                    queue.push(*caller);
                }
            }
            // Nodes come by their distance, so that what comes after this one on its way is known.
            let index = node as usize;
            let next = distance[index].checked_sub(1).and_then(|nearer| {
                graph.callees(node).iter().copied().find(|callee| distance[*callee as usize] == nearer)
            });
            ways.next[index] = next.unwrap_or(node);
            ways.user[index] = next.map_or(node, |next| ways.user[next as usize]);
            ways.functions[index] = u32::from(index < count) + next.map_or(0, |next| ways.functions[next as usize]);
            ways.is_marked[index] = has_mark(node) || next.is_some_and(|next| ways.is_marked[next as usize]);
        }
        ways
    }

    /// The node after `node`; none at the use.
    pub(super) fn next(&self, node: u32) -> Option<u32> {
        Some(self.next[node as usize]).filter(|next| *next != node && *next != UNREACHED)
    }

    /// End of the way from a node.
    pub(super) fn user(&self, node: u32) -> u32 {
        self.user[node as usize]
    }

    /// Number of functions on the way from a node, itself included.
    pub(super) fn functions(&self, node: u32) -> u32 {
        self.functions[node as usize]
    }

    /// Whether a function on the way from a node, itself included, has the mark.
    pub(super) fn is_marked(&self, node: u32) -> bool {
        self.is_marked[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_shortest_ways() {
        // 0 -> 1 -> 4 -> 3 and 0 -> 2 -> 3; 5 reaches nothing; 4 is not a function
        let mut graph = CallGraph::default();
        for callees in [&[1, 2][..], &[4], &[3], &[], &[3], &[]] {
            graph.push(callees.iter().copied());
        }
        let ways = Ways::to(&graph, &graph.reversed(), 4, |node| node == 3, |node| node == 2);
        assert_eq!((ways.next(0), ways.next(2), ways.next(3), ways.next(5)), (Some(2), Some(3), None, None));
        assert_eq!((ways.functions(0), ways.functions(1), ways.functions(3)), (3, 2, 1));
        assert_eq!((ways.user(0), ways.user(3)), (3, 3));
        assert_eq!((ways.is_marked(0), ways.is_marked(1)), (true, false));
    }
}
