//! Meeting points of ways of items that parted: between which values a phi may have to choose at once.
//!
//! All items were together last in one block, whichever ways they went from there. So ways that come from different
//! such blocks are not taken at the same time, and may bring different values to a phi that is the same for all
//! items.

use rustc_hash::FxHashMap;

use crate::host::flow::Flow;

/// The block that items on a way were in last when all were together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The way is not reached.
    Nowhere,
    /// This one.
    Only(usize),
    /// It may be one of several.
    AnyOf,
}

impl Last {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, known) | (known, Self::Nowhere) => known,
            (one, another) if one == another => one,
            _ => Self::AnyOf,
        }
    }
}

/// Blocks where items were together last when they leave each block. Linear: a block changes twice at most.
pub(super) fn last_together(flow: &Flow, is_together: impl Fn(usize) -> bool) -> Vec<Last> {
    let mut last = vec![Last::Nowhere; flow.len()];
    let mut work: Vec<usize> = flow.order.iter().rev().copied().collect();
    for block in flow.order.iter().copied().filter(|block| is_together(*block)) {
        last[block] = Last::Only(block);
    }
    while let Some(block) = work.pop() {
        for to in flow.successors[block].iter().copied().filter(|to| !is_together(*to)) {
            let new = last[to].or(last[block]);
            if new != last[to] {
                last[to] = new;
                work.push(to);
            }
        }
    }
    last
}

/// Whether items that come on these ways at the same time bring the same.
pub(super) fn is_same<V: PartialEq>(ways: &[(V, Last)]) -> bool {
    let is_mixed = ways.iter().any(|(_, last)| *last == Last::AnyOf);
    let mut known = FxHashMap::default();
    ways.iter().all(|(value, last)| match last {
        Last::Nowhere => true,
        Last::Only(block) if !is_mixed => *known.entry(*block).or_insert(value) == value,
        _ => *known.entry(0).or_insert(value) == value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_told_apart_by_the_block_where_all_were() {
        // 0 -> {1, 2}, all alike; 1 -> {3, 5}, 2 -> {4, 5}, by items; 3 -> {5, 6}, 4 -> {5, 6}; 6 -> 5
        let successors = vec![vec![1, 2], vec![3, 5], vec![4, 5], vec![5, 6], vec![5, 6], vec![], vec![5]];
        let flow = Flow::new(successors, |block| block == 5);
        let last = last_together(&flow, |block| [0, 1, 2, 5].contains(&block));
        assert_eq!(last[1..5], [1, 2, 1, 2].map(Last::Only));
        assert_eq!(last[6], Last::AnyOf);
        assert!(is_same(&[('a', last[1]), ('b', last[2]), ('a', last[3]), ('b', last[4])]));
        assert!(!is_same(&[('a', last[1]), ('b', last[3])]));
        assert!(!is_same(&[('a', last[1]), ('b', last[6])]));
        assert!(is_same(&[('a', last[1]), ('b', Last::Nowhere)]));
    }
}
