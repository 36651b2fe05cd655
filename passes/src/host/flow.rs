//! Control flow as numbers: orders, dominators and post-dominators.

/// Edges between blocks, which are numbered from 0; 0 is the first to run.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// Targets of control from each block; a block as often as there are edges to it.
    pub(super) successors: Vec<Vec<usize>>,
    /// Blocks that control comes from.
    pub(super) predecessors: Vec<Vec<usize>>,
    /// The blocks that are reached, each before those that it leads to but for loops (reverse postorder).
    pub(super) order: Vec<usize>,
    /// The block that every way to a block comes through last; none for the first and for what is not reached.
    pub(super) dominator: Vec<Option<usize>>,
    /// The block that every way on to an exit comes through first; none for exits and for what never gets to one.
    pub(super) post_dominator: Vec<Option<usize>>,
    /// Whether a block is an exit.
    pub(super) exits: Vec<bool>,
    /// Place of a block in the order.
    place: Vec<usize>,
}

impl Flow {
    /// The flow of these edges. A block is an exit if `is_exit` says so.
    pub(super) fn new(successors: Vec<Vec<usize>>, is_exit: impl Fn(usize) -> bool) -> Self {
        let count = successors.len();
        let predecessors = reversed(&successors);
        let order = order(&successors, 0);
        let place = places(&order, count);
        let exits: Vec<bool> = (0..count).map(is_exit).collect();
        let dominator = dominators(&predecessors, &order);
        // The same the other way round, from a block behind all exits.
        let mut back = predecessors.clone();
        back.push((0..count).filter(|block| exits[*block]).collect());
        let post_dominator = dominators(&reversed(&back), &self::order(&back, count));
        let post_dominator = post_dominator.into_iter().take(count).map(|p| p.filter(|p| *p < count)).collect();
        Self { successors, predecessors, order, dominator, post_dominator, exits, place }
    }

    /// Number of blocks.
    pub(super) fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether every way to `below` comes through `above`. Linear in the depth between them.
    pub(super) fn dominates(&self, above: usize, below: usize) -> bool {
        let place = |block: usize| self.place[block];
        let mut ways = std::iter::successors(Some(below), |block| self.dominator[*block]);
        ways.find(|block| place(*block) <= place(above)) == Some(above)
    }
}

impl Flow {
    /// Whether control comes back to a block.
    pub(super) fn has_loop(&self) -> bool {
        let leads_back = |from: &usize| self.successors[*from].iter().any(|to| self.place[*to] <= self.place[*from]);
        self.order.iter().any(leads_back)
    }

    /// The dominance frontier of each block: where ways from it meet others.
    pub(super) fn frontiers(&self) -> Vec<Vec<usize>> {
        let mut frontiers = vec![Vec::new(); self.len()];
        for block in self.order.iter().copied().filter(|block| self.predecessors[*block].len() > 1) {
            for from in self.predecessors[block].iter().filter(|from| self.place[**from] != usize::MAX) {
                let mut at = Some(*from);
                while let Some(below) = at.filter(|at| Some(*at) != self.dominator[block]) {
                    // What is above was here already.
                    if frontiers[below].last() == Some(&block) {
                        break;
                    }
                    frontiers[below].push(block);
                    at = self.dominator[below];
                }
            }
        }
        frontiers
    }
}

fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, list) in edges.iter().enumerate() {
        for to in list {
            back[*to].push(from);
        }
    }
    back
}

/// Reverse postorder from `first`, without recursion.
fn order(successors: &[Vec<usize>], first: usize) -> Vec<usize> {
    let mut is_seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut work = vec![(first, 0)];
    is_seen[first] = true;
    while let Some((block, next)) = work.last_mut() {
        if let Some(to) = successors[*block].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut is_seen[*to], true) {
                work.push((*to, 0));
            }
        } else {
            order.push(*block);
            work.pop();
        }
    }
    order.reverse();
    order
}

/// Place of each block in an order.
fn places(order: &[usize], count: usize) -> Vec<usize> {
    let mut place = vec![usize::MAX; count];
    for (at, block) in order.iter().enumerate() {
        place[*block] = at;
    }
    place
}

/// Immediate dominators, as Cooper, Harvey and Kennedy compute them: two rounds for control flow of structured code.
fn dominators(predecessors: &[Vec<usize>], order: &[usize]) -> Vec<Option<usize>> {
    let place = places(order, predecessors.len());
    let mut dominator: Vec<Option<usize>> = vec![None; predecessors.len()];
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (at, block) in order.iter().enumerate().skip(1) {
            let mut found: Option<usize> = None;
            for from in &predecessors[*block] {
                let is_known = place[*from] == 0 || dominator[*from].is_some();
                if place[*from] == usize::MAX || !is_known {
                    continue;
                }
                found = Some(found.map_or(*from, |other| meet(&dominator, &place, *from, other)));
            }
            debug_assert!(found.is_some_and(|found| place[found] < at || at == 0));
            is_changed |= dominator[*block] != found;
            dominator[*block] = found;
        }
    }
    dominator
}

fn meet(dominator: &[Option<usize>], place: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if place[a] > place[b] { &mut a } else { &mut b };
        *later = dominator[*later].expect("both are below the first block");
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(successors: &[&[usize]]) -> Flow {
        let successors: Vec<Vec<usize>> = successors.iter().map(|list| list.to_vec()).collect();
        let exits: Vec<bool> = successors.iter().map(Vec::is_empty).collect();
        Flow::new(successors, |block| exits[block])
    }

    #[test]
    fn a_way_back_is_a_loop() {
        let flow = |successors| Flow::new(successors, |block| block == 3);
        assert!(!flow(vec![vec![1, 2], vec![3], vec![3], vec![]]).has_loop());
        assert!(flow(vec![vec![1], vec![1, 3], vec![], vec![]]).has_loop());
        assert!(!flow(vec![vec![3], vec![1], vec![1], vec![]]).has_loop(), "blocks that control never gets to");
    }

    #[test]
    fn a_diamond_in_a_loop() {
        // 0 -> 1 -> {2, 3} -> 4 -> {1, 5}
        let flow = flow(&[&[1], &[2, 3], &[4], &[4], &[1, 5], &[]]);
        assert_eq!(flow.dominator, [None, Some(0), Some(1), Some(1), Some(1), Some(4)]);
        assert_eq!(flow.post_dominator, [Some(1), Some(4), Some(4), Some(4), Some(5), None]);
        assert_eq!((flow.order[0], flow.order[1], flow.order.len()), (0, 1, 6));
        assert!(flow.dominates(1, 5) && flow.dominates(5, 5) && !flow.dominates(2, 4));
    }

    #[test]
    fn what_is_not_reached_and_what_never_ends() {
        // 0 -> {1, 2}; 1 -> 1 for ever; 2 is the exit; 3 -> 2 is not reached
        let flow = flow(&[&[1, 2], &[1], &[], &[2]]);
        assert_eq!(flow.order.len(), 3);
        assert_eq!(flow.dominator, [None, Some(0), Some(0), None]);
        assert_eq!(flow.post_dominator, [Some(2), None, None, Some(2)]);
    }

    /// Dominators by their definition: a block is dominated by what, taken away, keeps it from being reached.
    fn by_definition(successors: &[Vec<usize>], above: usize, below: usize) -> bool {
        let mut is_seen = vec![false; successors.len()];
        let mut work = if above == 0 { Vec::new() } else { vec![0] };
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut is_seen[block], true) {
                work.extend(successors[block].iter().filter(|to| **to != above));
            }
        }
        !is_seen[below]
    }

    #[test]
    fn ways_meet_in_frontiers() {
        // 0 -> 1 -> {2, 3} -> 4 -> {1, 5}
        let flow = flow(&[&[1], &[2, 3], &[4], &[4], &[1, 5], &[]]);
        assert_eq!(flow.frontiers(), [vec![], vec![1], vec![4], vec![4], vec![1], vec![]]);
    }

    proptest::proptest! {
        #[test]
        fn dominators_are_what_they_are_by_definition(
            edges in proptest::collection::vec(proptest::collection::vec(0usize..9, 0..3), 9)
        ) {
            let flow = Flow::new(edges.clone(), |block| edges[block].is_empty());
            for below in &flow.order {
                for above in 0..9 {
                    proptest::prop_assert_eq!(
                        flow.dominates(above, *below),
                        by_definition(&edges, above, *below) && flow.order.contains(&above)
                    );
                }
            }
        }
    }
}
