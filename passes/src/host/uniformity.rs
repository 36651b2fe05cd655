//! Values that are the same for all items of a group, and blocks that all items run together.
//!
//! The function has everything inlined that reaches a barrier; what differs between items are the calls of
//! `__sp_host_local_id`. A block is *together* if all items of the group reach it, or none, at the same time: no branch
//! on something that differs decides about it. Control dependence says so, and covers loops that items leave in
//! different rounds: the branch that leaves one decides about every block of the loop.
//!
//! A value is *uniform* if it is in such a block and is computed of uniform values. So a value of a loop that items
//! leave in different rounds is not, nor is a phi to which the ways of different items bring different values. Loads
//! are not, but for memory that does not change; nor are results of atomics and of calls that LLVM does not know to be
//! without effects.
//!
//! Cost: linear in the function, but for dominators, and again for each phi in a row that only [`meets`] sees through.

mod meets;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{flow::Flow, primitive::Primitive};
use crate::ir::{Block, ByValOrByRef, Function, Opcode, Value, attribute};

/// Whether an instruction asks which item runs.
pub(super) fn is_local_id(instruction: Value<'_>) -> bool {
    Primitive::called(instruction).is_some_and(|(primitive, _)| primitive == Primitive::LocalId)
}

/// A function without body: whether its argument is true for any item.
pub(super) const ANY_ITEM: &str = "__sp_host_any_item";

/// Whether an instruction asks what is true for any item.
pub(super) fn is_any_item(instruction: Value<'_>) -> bool {
    instruction
        .as_call()
        .and_then(|call| call.callee())
        .is_some_and(|callee| callee.is_declaration() && callee.name() == ANY_ITEM)
}

/// A function without body: for how many items its argument is true.
pub(super) const COUNT_ITEMS: &str = "__sp_host_count_items";

/// Whether an instruction asks for how many items something is true.
pub(super) fn is_count(instruction: Value<'_>) -> bool {
    instruction
        .as_call()
        .and_then(|call| call.callee())
        .is_some_and(|callee| callee.is_declaration() && callee.name() == COUNT_ITEMS)
}

/// Whether an instruction asks all items of a group for something, so that the answer is the same for them.
pub(super) fn is_gathered(instruction: Value<'_>) -> bool {
    is_any_item(instruction) || is_count(instruction)
}

/// The blocks of a function, numbered in their order, and how control flows between them.
pub(super) struct Blocks<'m> {
    /// By number.
    pub(super) list: Vec<Block<'m>>,
    /// The number of each.
    pub(super) number: FxHashMap<Block<'m>, usize>,
    /// Control flow. Exits are returns: items do not go on from a way that ends in `unreachable`.
    pub(super) flow: Flow,
}

impl<'m> Blocks<'m> {
    /// The blocks of a function.
    pub(super) fn collect(function: Function<'m>) -> Self {
        let list: Vec<Block<'m>> = function.blocks().collect();
        let number: FxHashMap<Block<'m>, usize> = list.iter().enumerate().map(|(n, block)| (*block, n)).collect();
        let successors = list.iter().map(|block| block.successors().iter().map(|to| number[to]).collect()).collect();
        let flow = Flow::new(successors, |block| list[block].terminator().opcode() == Opcode::Return);
        Self { list, number, flow }
    }

    /// The number of the block of an instruction.
    pub(super) fn of_instruction(&self, instruction: Value<'m>) -> usize {
        self.number[&instruction.block()]
    }
}

/// Facts about instructions that their operands do not show.
#[derive(Default)]
pub(super) struct Known<'m> {
    /// Instructions that are the same for all items that are together.
    pub(super) same: FxHashSet<Value<'m>>,
    /// Instructions that differ between items.
    pub(super) differs: FxHashSet<Value<'m>>,
}

impl<'m> Known<'m> {
    fn is_of(&self, blocks: &Blocks<'m>) -> bool {
        let there: FxHashSet<_> = blocks.list.iter().flat_map(|block| block.instructions()).collect();
        self.same.union(&self.differs).all(|value| there.contains(value))
    }

    /// Forgets instructions that a function no longer has.
    pub(super) fn retain(&mut self, left: &FxHashSet<Value<'m>>) {
        self.same.retain(|value| left.contains(value));
        self.differs.retain(|value| left.contains(value));
    }
}

/// Result of the analysis.
pub(super) struct Uniformity<'m> {
    varying: FxHashSet<Value<'m>>,
    /// For each block that items do not run together, the branch that decides about it.
    decided_by: Vec<Option<Value<'m>>>,
}

impl<'m> Uniformity<'m> {
    /// Analyzes a function. What is known is of its instructions.
    pub(super) fn analyze(blocks: &Blocks<'m>, known: &Known<'m>) -> Self {
        debug_assert!(known.is_of(blocks), "what is known of an instruction outlives it");
        let mut walk = Walk {
            blocks,
            known,
            found: Self { varying: FxHashSet::default(), decided_by: vec![None; blocks.list.len()] },
            is_divergent: vec![false; blocks.list.len()],
            next: (0..=blocks.list.len()).collect(),
            depth: depths(&blocks.flow),
            work: Vec::new(),
        };
        for block in &blocks.list {
            for instruction in block.instructions() {
                if is_source(instruction) || known.differs.contains(&instruction) {
                    walk.vary(instruction);
                }
            }
        }
        walk.run();
        walk.found
    }

    /// Whether a value is the same for all items that are together.
    pub(super) fn is_uniform(&self, value: Value<'m>) -> bool {
        !self.varying.contains(&value)
    }

    /// Whether all items reach a block together.
    pub(super) fn is_together(&self, block: usize) -> bool {
        self.decided_by[block].is_none()
    }

    /// The branch because of which items do not reach a block together.
    pub(super) fn branch_before(&self, block: usize) -> Option<Value<'m>> {
        self.decided_by[block]
    }
}

struct Walk<'a, 'm> {
    blocks: &'a Blocks<'m>,
    known: &'a Known<'m>,
    found: Uniformity<'m>,
    /// Blocks that end with a branch by which items part.
    is_divergent: Vec<bool>,
    /// Towards the next block up the tree of post-dominators that is not known to be apart; the last one is the root.
    next: Vec<usize>,
    /// Depth in that tree.
    depth: Vec<usize>,
    work: Vec<Value<'m>>,
}

impl<'m> Walk<'_, 'm> {
    fn vary(&mut self, value: Value<'m>) {
        if self.found.varying.insert(value) {
            self.work.push(value);
        }
    }

    fn run(&mut self) {
        loop {
            while let Some(value) = self.work.pop() {
                for user in value.users().filter(|user| user.is_instruction() && !is_gathered(*user)) {
                    match user.opcode() {
                        Opcode::Jump => self.part(self.blocks.of_instruction(user)),
                        _ if self.known.same.contains(&user) => {}
                        _ => self.vary(user),
                    }
                }
            }
            self.meet();
            if self.work.is_empty() {
                break;
            }
        }
    }

    /// Items part at the end of a block.
    fn part(&mut self, block: usize) {
        if std::mem::replace(&mut self.is_divergent[block], true) {
            return;
        }
        let branch = self.blocks.list[block].terminator();
        let mut pending = vec![(block, branch)];
        while let Some((block, branch)) = pending.pop() {
            let end = self.blocks.flow.post_dominator[block];
            self.meet_behind(block);
            for to in self.blocks.flow.successors[block].clone() {
                self.decide(to, end, branch, &mut pending);
            }
        }
    }

    /// Lets phis differ where a way of some items ends, unless the ways of others bring the same. This finds most of
    /// those that do not; [`Self::meet`] finds the rest.
    fn meet_behind(&mut self, block: usize) {
        let list = &self.blocks.list;
        let parted_by = |block: usize| self.found.decided_by[block].unwrap_or_else(|| list[block].terminator());
        let (own, number) = (parted_by(block), &self.blocks.number);
        let mut phis = Vec::new();
        for to in &self.blocks.flow.successors[block] {
            let phis_here = list[*to].instructions().take_while(|value| value.opcode() == Opcode::Phi);
            for phi in phis_here.filter(|phi| self.found.is_uniform(*phi)) {
                let incoming = phi.incoming();
                let of_block = incoming.iter().find(|(_, from)| *from == list[block]).map(|(value, _)| *value);
                let differs =
                    |(value, from): &(Value<'m>, Block<'m>)| Some(*value) != of_block && parted_by(number[from]) == own;
                if incoming.iter().any(differs) {
                    phis.push(phi);
                }
            }
        }
        phis.into_iter().for_each(|phi| self.vary(phi));
    }

    /// Lets phis differ to which ways of different items bring different values.
    fn meet(&mut self) {
        let (flow, found) = (&self.blocks.flow, &self.found);
        let last = meets::last_together(flow, |block| found.is_together(block));
        let mut phis = Vec::new();
        for block in flow.order.iter().copied().filter(|block| flow.predecessors[*block].len() > 1) {
            let phis_here = self.blocks.list[block].instructions().take_while(|value| value.opcode() == Opcode::Phi);
            for phi in phis_here.filter(|phi| found.is_uniform(*phi)) {
                let incoming = phi.incoming();
                let ways: Vec<_> =
                    incoming.iter().map(|(value, from)| (*value, last[self.blocks.number[from]])).collect();
                if !meets::is_same(&ways) {
                    phis.push(phi);
                }
            }
        }
        phis.into_iter().for_each(|phi| self.vary(phi));
    }

    /// A branch decides about a block and what certainly follows it, up to where all ways from the branch meet.
    fn decide(&mut self, from: usize, end: Option<usize>, branch: Value<'m>, pending: &mut Vec<(usize, Value<'m>)>) {
        let root = self.blocks.list.len();
        let end = end.map_or(0, |end| self.depth[end]);
        let mut at = self.skip(from);
        while at != root && self.depth[at] > end {
            self.found.decided_by[at] = Some(branch);
            for instruction in self.blocks.list[at].instructions() {
                self.vary(instruction);
            }
            self.meet_behind(at);
            let up = self.blocks.flow.post_dominator[at];
            self.next[at] = up.unwrap_or(root);
            let successors = &self.blocks.flow.successors[at];
            // What never gets to an exit is not in the tree; nor is what it leads to.
            let is_lost = up.is_none() && !self.blocks.flow.exits[at];
            if (successors.len() > 1 || is_lost) && !std::mem::replace(&mut self.is_divergent[at], true) {
                pending.push((at, branch));
            }
            at = self.skip(at);
        }
    }

    /// The next block from here up, itself included, that is not known to be apart.
    fn skip(&mut self, from: usize) -> usize {
        let mut end = from;
        while self.next[end] != end {
            end = self.next[end];
        }
        let mut at = from;
        while self.next[at] != at {
            at = std::mem::replace(&mut self.next[at], end);
        }
        end
    }
}

/// Depth of each block below the root of the tree of post-dominators, which has 0. What never gets to an exit is below
/// everything.
fn depths(flow: &Flow) -> Vec<usize> {
    let is_lost = |block: usize| flow.post_dominator[block].is_none() && !flow.exits[block];
    let mut depth: Vec<usize> = (0..flow.len()).map(|block| if is_lost(block) { usize::MAX } else { 0 }).collect();
    for start in 0..flow.len() {
        let mut way = Vec::new();
        let mut at = Some(start);
        while let Some(block) = at.filter(|block| depth[*block] == 0) {
            way.push(block);
            at = flow.post_dominator[block];
        }
        let mut below = at.map_or(0, |block| depth[block]);
        for block in way.into_iter().rev() {
            below += 1;
            depth[block] = below;
        }
    }
    depth
}

/// Whether an instruction is where values that differ come from.
fn is_source(instruction: Value<'_>) -> bool {
    match instruction.opcode() {
        Opcode::Call => {
            match Primitive::called(instruction) {
                // Others are about the group: where its memory is, and which group it is.
                Some((primitive, _)) => primitive == Primitive::LocalId,
                None => !instruction.effects().is_pure() && !is_gathered(instruction),
            }
        }
        // Each item has its own.
        Opcode::Alloca => true,
        Opcode::Load => {
            let effects = instruction.effects();
            effects.is_ordered() || !effects.is_invariant() && !is_constant_memory(instruction.operand(0))
        }
        Opcode::Jump | Opcode::Return | Opcode::Phi => false,
        _ => !instruction.effects().is_pure(),
    }
}

/// Whether a pointer is into memory that is never written: a constant, an argument by value, the buffer of
/// specialization constants.
pub(super) fn is_constant_memory(pointer: Value<'_>) -> bool {
    let mut at = pointer;
    // Chains of addresses are short; a longer one is taken for memory that changes.
    for _ in 0..32 {
        at = at.strip_pointer_casts();
        if at.gep_source_type().is_none() {
            break;
        }
        at = at.operand(0);
    }
    if let Some(variable) = at.as_global_variable() {
        return variable.constant_initializer().is_some();
    }
    at.as_parameter().is_some_and(|(function, index)| {
        let is_object = function.passed_object(index, ByValOrByRef::ByValue).is_some();
        let kind = function.parameter_string_attribute(index, attribute::ARGUMENT);
        is_object || kind.as_deref() == Some(attribute::CONSTANTS_ARGUMENT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::OwnedModule;

    /// Names of values that differ and of blocks that items do not run together, of the function `@k`.
    fn found(body: &str) -> (Vec<String>, Vec<String>) {
        let text = format!(
            "declare i64 @__sp_host_local_id(i32) memory(none)\n\
             declare i64 @__sp_host_group_id(i32) memory(none)\n\
             declare i32 @unknown(i32)\n\
             declare i32 @pure(i32) memory(none)\n\
             @table = constant [2 x i32] [i32 1, i32 2]\n\
             @variable = global i32 1\n\
             define void @k(i32 %n, ptr %p, ptr byval(i64) %object) {{\n{body}\n}}\n"
        );
        let module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let function = module.view().function("k").unwrap();
        let blocks = Blocks::collect(function);
        let uniformity = Uniformity::analyze(&blocks, &Known::default());
        let values = function.instructions().filter(|i| !i.name().is_empty() && !uniformity.is_uniform(*i));
        let apart = (0..blocks.list.len()).filter(|block| !uniformity.is_together(*block));
        (values.map(|value| value.name()).collect(), apart.map(|block| blocks.list[block].name()).collect())
    }

    #[test]
    fn where_values_that_differ_come_from() {
        let (values, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\n%group = call i64 @__sp_host_group_id(i32 0)\n\
             %sum = add i64 %id, %group\n%twice = add i64 %group, %group\n\
             %loaded = load i32, ptr %p\n%invariant = load i32, ptr %p, !invariant.load !0\n\
             %element = getelementptr i32, ptr @table, i64 %group\n%constant = load i32, ptr %element\n\
             %own = getelementptr i32, ptr @table, i64 %id\n%differs = load i32, ptr %own\n\
             %changed = load i32, ptr @variable\n%member = load i64, ptr %object\n\
             %atomic = atomicrmw add ptr %p, i32 1 seq_cst\n%called = call i32 @unknown(i32 %n)\n\
             %same = call i32 @pure(i32 %n)\n%other = call i32 @pure(i32 %loaded)\n%slot = alloca i32\n\
             ret void\n}\n!0 = !{}\ndefine void @end() {\nret void",
        );
        let expected = "id sum loaded own differs changed atomic called other slot";
        assert_eq!(values.join(" "), expected);
        assert!(apart.is_empty());
    }

    #[test]
    fn a_branch_decides_up_to_where_its_ways_meet() {
        let (values, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\n%first = icmp eq i64 %id, 0\n\
             br i1 %first, label %then, label %join\n\
             then:\n%in.then = add i32 %n, 1\nbr label %join\n\
             join:\n%phi = phi i32 [ %in.then, %then ], [ %n, %0 ]\n%same = add i32 %n, 2\n\
             %by.n = icmp eq i32 %n, 0\nbr i1 %by.n, label %left, label %right\n\
             left:\nbr label %last\nright:\nbr label %last\n\
             last:\n%chosen = phi i32 [ 1, %left ], [ 2, %right ]\nbr i1 %first, label %even, label %odd\n\
             even:\nbr label %end\nodd:\nbr label %end\n\
             end:\n%parity = phi i32 [ 0, %even ], [ 1, %odd ]\nret void",
        );
        let expected = ("id first in.then phi parity".to_owned(), "then even odd".to_owned());
        assert_eq!((values.join(" "), apart.join(" ")), expected);
    }

    #[test]
    fn ways_of_different_items_may_bring_the_same() {
        let (values, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\n%first = icmp eq i64 %id, 0\nbr label %loop\n\
             loop:\n%i = phi i32 [ 0, %0 ], [ %next, %then ], [ %next, %round ]\n\
             %sum = phi i32 [ 0, %0 ], [ 1, %then ], [ 2, %round ]\n%next = add i32 %i, 1\n\
             %more = icmp ult i32 %next, %n\nbr i1 %more, label %round, label %out\n\
             round:\nbr i1 %first, label %then, label %loop\nthen:\nbr label %loop\nout:\nret void",
        );
        assert_eq!((values.join(" "), apart.join(" ")), ("id first sum".to_owned(), "then".to_owned()));
    }

    #[test]
    fn ways_that_are_not_taken_at_the_same_time_may_bring_different_values() {
        let (values, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\n%first = icmp eq i64 %id, 0\n\
             %by.n = icmp eq i32 %n, 0\nbr i1 %by.n, label %left, label %right\n\
             left:\nbr i1 %first, label %then, label %join\nthen:\nbr label %join\n\
             right:\nbr i1 %first, label %else, label %join\nelse:\nbr label %join\n\
             join:\n%same = phi i32 [ 1, %left ], [ 1, %then ], [ 2, %right ], [ 2, %else ]\n\
             %differs = phi i32 [ 1, %left ], [ 2, %then ], [ 3, %right ], [ 3, %else ]\nret void",
        );
        assert_eq!((values.join(" "), apart.join(" ")), ("id first differs".to_owned(), "then else".to_owned()));
    }

    #[test]
    fn a_loop_that_items_leave_in_different_rounds() {
        let (values, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\nbr label %loop\n\
             loop:\n%i = phi i64 [ 0, %0 ], [ %next, %latch ]\n%next = add i64 %i, 1\n\
             %leave = icmp eq i64 %i, %id\nbr i1 %leave, label %out, label %latch\n\
             latch:\nbr label %loop\n\
             out:\n%last = add i64 %next, 0\n%same = add i32 %n, 1\nret void",
        );
        assert_eq!((values.join(" "), apart.join(" ")), ("id i next leave last".to_owned(), "loop latch".to_owned()));
    }

    #[test]
    fn a_loop_that_all_leave_together() {
        let (values, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\nbr label %loop\n\
             loop:\n%i = phi i32 [ 0, %0 ], [ %next, %loop ]\n%sum = phi i64 [ 0, %0 ], [ %more, %loop ]\n\
             %more = add i64 %sum, %id\n%next = add i32 %i, 1\n%go.on = icmp ult i32 %next, %n\n\
             br i1 %go.on, label %loop, label %out\n\
             out:\nret void",
        );
        assert_eq!((values.join(" "), apart.join(" ")), ("id sum more".to_owned(), String::new()));
    }

    #[test]
    fn a_way_that_ends_the_program_parts_no_other_items() {
        let (_, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\n%bad = icmp eq i64 %id, 7\n\
             br i1 %bad, label %fail, label %rest\nfail:\nbr label %stop\nstop:\nunreachable\nrest:\nret void",
        );
        assert_eq!(apart.join(" "), "fail stop");
    }

    #[test]
    fn an_early_return_parts_what_is_behind_it() {
        let (_, apart) = found(
            "%id = call i64 @__sp_host_local_id(i32 0)\n%some = icmp ult i64 %id, 7\n\
             br i1 %some, label %rest, label %end\nrest:\n%even = icmp eq i32 %n, 0\n\
             br i1 %even, label %more, label %end\nmore:\nbr label %end\nend:\nret void",
        );
        assert_eq!(apart.join(" "), "rest more");
    }
}
