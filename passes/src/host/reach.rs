//! Step 1: which functions wait at barriers or ask for ids, whether they can be inlined, and which kernels reach them.
//!
//! Functions with barriers are inlined, whatever that costs: an item can only wait in the function of its group. Others
//! that ask for ids are inlined where that does not make the module much larger. Those that cannot be, because they are
//! recursive or called through pointers, find the ids of their item in memory (`context`). Functions with loops are
//! inlined if they are small: fission runs a loop of the kernel for all items together, but not one in a callee.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Error, primitive::Primitive, uniformity::Blocks};
use crate::{
    ir::{Function, ModuleView, UsedList, attribute},
    uses::Uses,
};

/// Instructions that copies of a function may add before it is left where it is.
const MOST_ADDED: u64 = 50_000;

/// The same for functions that are only inlined for their loops.
const MOST_ADDED_FOR_LOOPS: u64 = 2_000;

/// Instructions of a kernel with all functions that have to be inlined.
const MOST_OF_KERNEL: u64 = 5_000_000;

/// A function with a body.
#[derive(Default)]
struct Node {
    /// Numbers of the functions that it calls, once for each call.
    callees: Vec<usize>,
    /// Primitives that it asks for itself.
    asks: BTreeSet<Primitive>,
    calls_pointers: bool,
    is_address_taken: bool,
    has_loop: bool,
    /// Whether the source asks for a function of its own.
    is_kept: bool,
    instructions: u64,
}

/// The call graph, with what each function asks for.
pub(super) struct Reach<'m> {
    functions: Vec<Function<'m>>,
    nodes: Vec<Node>,
    /// Functions that may call themselves.
    recursive: FxHashSet<usize>,
    /// Numbers of functions, callees first but for recursion.
    order: Vec<usize>,
}

impl<'m> Reach<'m> {
    pub(super) fn analyze(module: ModuleView<'m>) -> Self {
        let functions: Vec<Function<'m>> = module.functions().filter(|f| !f.is_declaration()).collect();
        let numbers: FxHashMap<Function<'m>, usize> = functions.iter().copied().zip(0..).collect();
        let node = |function: &Function<'m>| {
            let mut node = Node {
                is_address_taken: is_address_taken(*function),
                has_loop: Blocks::collect(*function).flow.has_loop(),
                is_kept: ["noinline", "optnone"].iter().any(|name| function.has_attribute(name)),
                ..Node::default()
            };
            for instruction in function.instructions() {
                node.instructions += 1;
                let Some(call) = instruction.as_call() else { continue };
                match call.callee() {
                    Some(callee) => {
                        node.callees.extend(numbers.get(&callee));
                        node.asks.extend(Primitive::from_function(callee));
                    }
                    None => node.calls_pointers = true,
                }
            }
            node
        };
        let nodes: Vec<Node> = functions.iter().map(node).collect();
        let (recursive, order) = components(&nodes);
        Self { functions, nodes, recursive, order }
    }

    /// Everything that functions reach, themselves too; by pointers every function whose address is taken.
    fn closure(&self, first: usize) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let (mut work, mut reached, mut follows_pointers) = (vec![first], Vec::new(), false);
        seen[first] = true;
        while let Some(at) = work.pop() {
            reached.push(at);
            let node = &self.nodes[at];
            let mut next = node.callees.clone();
            if node.calls_pointers && !follows_pointers {
                follows_pointers = true;
                next.extend((0..self.nodes.len()).filter(|other| self.nodes[*other].is_address_taken));
            }
            for other in next {
                if !std::mem::replace(&mut seen[other], true) {
                    work.push(other);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    /// For each function, whether it or what it calls directly asks for something.
    fn reaching(&self, asks: impl Fn(&Node) -> bool) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.nodes.len()];
        for (caller, node) in self.nodes.iter().enumerate() {
            node.callees.iter().for_each(|callee| callers[*callee].push(caller));
        }
        let mut reaching = vec![false; self.nodes.len()];
        let mut work: Vec<usize> = (0..self.nodes.len()).filter(|at| asks(&self.nodes[*at])).collect();
        work.iter().for_each(|at| reaching[*at] = true);
        while let Some(at) = work.pop() {
            for caller in &callers[at] {
                if !std::mem::replace(&mut reaching[*caller], true) {
                    work.push(*caller);
                }
            }
        }
        reaching
    }

    fn kernels(&self) -> impl Iterator<Item = usize> {
        (0..self.functions.len()).filter(|at| self.functions[*at].has_string_attribute(attribute::KERNEL))
    }

    /// Functions to inline wherever they are called: those that ask for ids, wait or have loops, or all that can be.
    ///
    /// # Errors
    /// A barrier in a function that cannot be inlined.
    pub(super) fn to_inline(&self, all: bool) -> Result<Vec<Function<'m>>, Error> {
        let waits = self.reaching(|node| node.asks.iter().any(|primitive| primitive.is_barrier()));
        let asks = self.reaching(|node| !node.asks.is_empty());
        let loops = self.reaching(|node| node.has_loop);
        for kernel in self.kernels() {
            self.check_barriers(kernel, &waits)?;
        }
        let calls =
            self.nodes.iter().flat_map(|node| &node.callees).fold(vec![0u64; self.nodes.len()], |mut calls, c| {
                calls[*c] += 1;
                calls
            });
        let (mut sizes, mut inlined) = (vec![0u64; self.nodes.len()], vec![false; self.nodes.len()]);
        for at in self.order.iter().copied() {
            let node = &self.nodes[at];
            let of_callee = |callee: &usize| if inlined[*callee] { sizes[*callee] } else { 0 };
            sizes[at] = node.callees.iter().map(of_callee).fold(node.instructions, u64::saturating_add);
            let added = sizes[at].saturating_mul(calls[at].saturating_sub(1));
            let is_worth_it = loops[at] && !node.is_kept && added <= MOST_ADDED_FOR_LOOPS;
            let gains = (asks[at] || all) && added <= MOST_ADDED || is_worth_it;
            let is_kernel = self.functions[at].has_string_attribute(attribute::KERNEL);
            inlined[at] = !is_kernel && !self.recursive.contains(&at) && (waits[at] || gains);
            if is_kernel && sizes[at] > MOST_OF_KERNEL {
                let kernel = self.functions[at].name();
                return Err(Error::TooLarge { kernel, size: sizes[at], most: MOST_OF_KERNEL });
            }
        }
        Ok((0..self.functions.len()).filter(|at| inlined[*at]).map(|at| self.functions[at]).collect())
    }

    /// Barriers of a kernel are where they can become part of it.
    fn check_barriers(&self, kernel: usize, waits: &[bool]) -> Result<(), Error> {
        let reached = self.closure(kernel);
        let by_pointer = reached.iter().any(|at| self.nodes[*at].calls_pointers);
        let found = |at: usize, why| {
            let (kernel, function) = (self.functions[kernel].name(), self.functions[at].name());
            Err(Error::BarrierOutOfReach { kernel, function, why })
        };
        for at in reached.into_iter().filter(|at| waits[*at]) {
            if self.recursive.contains(&at) {
                return found(at, "is recursive");
            }
            if by_pointer && self.nodes[at].is_address_taken {
                return found(at, "is called through a pointer");
            }
        }
        Ok(())
    }
}

/// Whether more than calls and lists of used globals know a function.
fn is_address_taken(function: Function<'_>) -> bool {
    let is_list = |name: &str| [UsedList::Used, UsedList::ByCompiler].iter().any(|list| list.name() == name);
    Uses::find(function).others.iter().any(|user| !(user.is_global() && is_list(&user.name())))
}

/// The functions that may call themselves, and an order in which callees come first. Tarjan's algorithm with a stack of
/// its own.
fn components(nodes: &[Node]) -> (FxHashSet<usize>, Vec<usize>) {
    const UNSEEN: usize = usize::MAX;
    let (mut number, mut low) = (vec![UNSEEN; nodes.len()], vec![0; nodes.len()]);
    let (mut is_open, mut open) = (vec![false; nodes.len()], Vec::new());
    let (mut recursive, mut order, mut next) = (FxHashSet::default(), Vec::new(), 0);
    for root in 0..nodes.len() {
        if number[root] != UNSEEN {
            continue;
        }
        let mut walk = vec![(root, 0)];
        while let Some((at, edge)) = walk.pop() {
            if edge == 0 {
                (number[at], low[at]) = (next, next);
                next += 1;
                is_open[at] = true;
                open.push(at);
            }
            if let Some(callee) = nodes[at].callees.get(edge).copied() {
                walk.push((at, edge + 1));
                if number[callee] == UNSEEN {
                    walk.push((callee, 0));
                } else if is_open[callee] {
                    low[at] = low[at].min(number[callee]);
                }
                continue;
            }
            if let Some((caller, _)) = walk.last() {
                low[*caller] = low[*caller].min(low[at]);
            }
            if low[at] == number[at] {
                let start = open.iter().rposition(|member| *member == at).expect("it is open");
                let members = open.split_off(start);
                if members.len() > 1 || nodes[at].callees.contains(&at) {
                    recursive.extend(members.iter().copied());
                }
                members.iter().for_each(|member| is_open[*member] = false);
                order.extend(members);
            }
        }
    }
    (recursive, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_first_and_cycles_are_found() {
        let graph = [vec![1, 2], vec![3], vec![3, 2], vec![4], vec![5], vec![3], vec![]];
        let nodes: Vec<Node> = graph.into_iter().map(|callees| Node { callees, ..Node::default() }).collect();
        let (recursive, order) = components(&nodes);
        let mut recursive: Vec<usize> = recursive.into_iter().collect();
        recursive.sort_unstable();
        assert_eq!(recursive, [2, 3, 4, 5]);
        let place = |at: usize| order.iter().position(|other| *other == at);
        assert!(place(3) < place(1) && place(1) < place(0) && place(2) < place(0));
        assert_eq!(order.len(), 7);
    }
}
