//! Regions of a kernel: what items run between two points where all of them are together.
//!
//! A region begins with a block that is a *cut*: the first one, one behind a barrier, the return. A block belongs to
//! the cut that all ways to it come through last. Where ways from several cuts meet is another cut, so headers of loops
//! with a barrier are cuts. A region ends in one of two ways: all of its ways lead to the same cut, or one block ends
//! it with a branch, which is then the same for all items and taken once for all of them. Where a branch leads to
//! several cuts and that does not hold, what it leads to becomes cuts as well.
//!
//! All cuts have to be blocks that items reach together. A block where ways from several cuts meet, and that items do
//! not reach together, is copied, so that each copy belongs to one cut (`joins`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Refusal,
    agree::Agreement,
    hoist, joins, lookahead, loops,
    parts::{self, SubGroup},
    rounds, strides, votes,
};
use crate::{
    host::{
        flow::Flow,
        kernel::Kernel,
        uniformity::{Blocks, Known, Uniformity},
    },
    ir::{Block, DataLayout, Editor, Function, Opcode, Value},
};

/// Place where items go on behind a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Nowhere: no way leads out of it.
    Never,
    /// To the cut that is this block, from any of its blocks.
    To(usize),
    /// Target of the terminator of this block, which is the same for all items. It returns, or leads to cuts only.
    Branch(usize),
}

/// Code that items run between two cuts.
pub(super) struct Region<'m> {
    /// The block that it begins with.
    pub(super) cut: usize,
    /// All its blocks, each before those that it leads to but for loops.
    pub(super) blocks: Vec<usize>,
    /// Place where items go on.
    pub(super) exit: Exit,
    /// Items that it is for, if not all.
    pub(super) first: Option<First<'m>>,
    /// The sub-group whose items it is for, if sub-groups come to it one after another.
    pub(super) sub_group: Option<SubGroup<'m>>,
}

/// The first items of a group, in a dimension.
#[derive(Clone, Copy)]
pub(super) struct First<'m> {
    pub(super) dimension: usize,
    /// Their number, at least one.
    pub(super) count: Value<'m>,
    /// Whether an item is one of them. The others do nothing in the region.
    pub(super) is_one: Value<'m>,
}

/// The regions of a kernel.
pub(super) struct Regions<'m> {
    pub(super) blocks: Blocks<'m>,
    pub(super) uniformity: Uniformity<'m>,
    /// The region of each block; none for those that are not reached.
    pub(super) of_block: Vec<Option<usize>>,
    /// In the order of their first blocks.
    pub(super) list: Vec<Region<'m>>,
}

impl<'m> Regions<'m> {
    /// Finds the regions of a kernel. Its blocks are split at barriers, and on edges that need a block of their own.
    /// Some may be copied, and values moved. That changes nothing.
    pub(super) fn find(editor: &mut Editor<'m>, waiting: &Kernel<'m, '_>) -> Result<Self, Refusal<'m>> {
        let kernel = waiting.function;
        merge_returns(editor, kernel);
        let mut blocks = Blocks::collect(kernel);
        let mut uniformity = Uniformity::analyze(&blocks, &Known::default());
        let mut strides = strides::run(editor, kernel, &mut blocks, &mut uniformity);
        let votes = votes::run(editor, kernel, &mut blocks, &mut uniformity);
        rounds::run(editor, &blocks, &uniformity);
        let found = Self::search(editor, waiting, &mut strides, &votes);
        if found.is_err() {
            strides::undo(editor, &strides);
        }
        found
    }

    fn search(
        editor: &mut Editor<'m>,
        waiting: &Kernel<'m, '_>,
        strides: &mut Vec<strides::Rounds<'m>>,
        votes: &[Block<'m>],
    ) -> Result<Self, Refusal<'m>> {
        let (kernel, barriers) = (waiting.function, waiting.barriers.as_slice());
        let mut cuts: Vec<_> = barriers.iter().map(|barrier| editor.split_before(*barrier, "barrier")).collect();
        let (mut room, mut known, mut has_looked) = (joins::room(kernel), Known::default(), false);
        let mut agreement = Agreement::new(waiting, strides.iter().map(|rounds| rounds.head).collect(), room);
        loop {
            // What a change has removed must not be taken for what is made in its place.
            let left: FxHashSet<_> = kernel.instructions().collect();
            known.retain(&left);
            strides.retain(|rounds| left.contains(&rounds.choice) && left.contains(&rounds.first.count));
            editor.split_critical_edges(kernel);
            let blocks = Blocks::collect(kernel);
            let uniformity = Uniformity::analyze(&blocks, &known);
            let counted = strides.iter().flat_map(|rounds| &rounds.behind_counts).chain(votes);
            let counted = counted.filter_map(|block| blocks.number.get(block).copied());
            let heads: Vec<usize> = cuts.iter().map(|head| blocks.number[head]).chain(counted).collect();
            let mut search = Search::new(&blocks, &uniformity, editor.view().data_layout());
            match search.run(&heads, strides) {
                Ok(mut list) => {
                    let part = parts::of_blocks(&blocks, agreement.parts());
                    for region in &mut list {
                        region.sub_group = part[region.cut].map(|part| agreement.parts()[part].sub_group);
                    }
                    return Ok(Self::new(blocks, uniformity, list));
                }
                Err(_)
                    if !std::mem::replace(&mut has_looked, true)
                        && lookahead::run(editor, kernel, &uniformity, &mut known) => {}
                Err(_) if hoist::run(editor, &blocks, &uniformity) => {}
                Err(Obstacle::Apart { block, branch }) => {
                    if let Some(more) = agreement.run(editor, &blocks, &uniformity, &mut known, branch) {
                        cuts.extend(more);
                        continue;
                    }
                    let at = heads.iter().position(|head| *head == block);
                    // Without a barrier the kernel is one region, and the return.
                    let barrier =
                        at.and_then(|at| barriers.get(at).copied()).or(barriers.first().copied()).unwrap_or(branch);
                    return Err(Refusal::NotUniform { barrier, branch });
                }
                Err(Obstacle::Joins { block, branch }) => {
                    let borders = std::mem::take(&mut search.cuts);
                    let place = blocks.list[block].terminator();
                    let refusal = Refusal::Joins { place, branch, most: joins::room(kernel) };
                    room = joins::copy(editor, &blocks, &borders, room).ok_or(refusal)?;
                    // Once each cut that leads to a block has its own copy, no way leads to the block.
                    editor.remove_unreached_blocks(kernel);
                }
            }
        }
    }

    fn new(blocks: Blocks<'m>, uniformity: Uniformity<'m>, list: Vec<Region<'m>>) -> Self {
        let mut of_block = vec![None; blocks.list.len()];
        for (number, region) in list.iter().enumerate() {
            for block in &region.blocks {
                of_block[*block] = Some(number);
            }
        }
        Self { blocks, uniformity, of_block, list }
    }

    /// Regions that a region leads to, each once.
    pub(super) fn successors(&self, region: usize) -> Vec<usize> {
        let mut found: Vec<usize> = match self.list[region].exit {
            Exit::Never => Vec::new(),
            Exit::To(cut) => vec![cut],
            Exit::Branch(block) => self.blocks.flow.successors[block].clone(),
        };
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|cut| self.of_block[cut]).collect()
    }
}

/// Lets all ways end at one return.
fn merge_returns<'m>(editor: &mut Editor<'m>, kernel: Function<'m>) {
    let is_return = |value: &Value<'m>| value.opcode() == Opcode::Return;
    let returns: Vec<_> = kernel.blocks().map(|block| block.terminator()).filter(is_return).collect();
    let is_apart = returns.iter().any(|end| *end == kernel.entry_block().terminator());
    if returns.is_empty() || returns.len() == 1 && !is_apart {
        return;
    }
    let end = editor.append_block(kernel, "return");
    editor.position_at_end(end);
    editor.build_return(None);
    for old in returns {
        editor.position_before(old);
        editor.branch(end);
        editor.erase_instruction(old);
    }
}

/// Reasons why there are no regions with these cuts.
enum Obstacle<'m> {
    /// A block that would be a cut is not reached by all items together.
    Apart { block: usize, branch: Value<'m> },
    /// So is a block where ways from several cuts meet.
    Joins { block: usize, branch: Value<'m> },
}

struct Search<'a, 'm> {
    blocks: &'a Blocks<'m>,
    uniformity: &'a Uniformity<'m>,
    layout: DataLayout<'m>,
    /// Whether a block is a cut.
    cuts: Vec<bool>,
    /// Dominance frontiers.
    frontiers: Vec<Vec<usize>>,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(blocks: &'a Blocks<'m>, uniformity: &'a Uniformity<'m>, layout: DataLayout<'m>) -> Self {
        Self { blocks, uniformity, layout, cuts: Vec::new(), frontiers: blocks.flow.frontiers() }
    }

    /// Finds regions that are cut at some blocks, and around loops for which that is worth it, if it is possible.
    fn run(&mut self, heads: &[usize], strides: &[strides::Rounds<'m>]) -> Result<Vec<Region<'m>>, Obstacle<'m>> {
        let flow = &self.blocks.flow;
        let mut cuts = vec![false; flow.len()];
        let returns = (0..flow.len()).filter(|block| flow.exits[*block]);
        for block in heads.iter().copied().chain(returns).chain([0]) {
            self.check(block).map_err(|branch| Obstacle::Apart { block, branch })?;
            cuts[block] = true;
        }
        self.cuts.clone_from(&cuts);
        let number = |rounds: &strides::Rounds<'m>| self.blocks.number.get(&rounds.head).copied();
        let begin_rounds: Vec<_> = strides.iter().filter_map(|rounds| Some((number(rounds)?, rounds))).collect();
        let worth_it = loops::kept_outside(self.blocks, self.uniformity, self.layout);
        for header in worth_it.into_iter().chain(begin_rounds.iter().map(|(block, _)| *block)) {
            self.cuts[header] |= self.uniformity.is_together(header);
        }
        let mut regions = self.close().or_else(|_| {
            self.cuts = cuts;
            self.close()
        })?;
        for (block, rounds) in begin_rounds {
            // Where the round is cut, other items have something to do in its parts.
            let meet = self.blocks.number.get(&rounds.meet);
            let is_whole = |region: &&mut Region<'m>| meet.is_some_and(|meet| region.blocks.contains(meet));
            for region in regions.iter_mut().filter(|region| region.cut == block).filter(is_whole) {
                region.first = Some(rounds.first);
            }
        }
        Ok(regions)
    }

    /// Adds cuts until regions have the form that they should have.
    fn close(&mut self) -> Result<Vec<Region<'m>>, Obstacle<'m>> {
        loop {
            let owner = self.owners()?;
            let mut regions = self.regions(&owner);
            let mut is_done = true;
            for region in &mut regions {
                is_done &= self.end(region)?;
            }
            if is_done {
                return Ok(regions);
            }
        }
    }

    /// Whether all items reach a block together; else the branch because of which they do not.
    fn check(&self, block: usize) -> Result<(), Value<'m>> {
        self.uniformity.branch_before(block).map_or(Ok(()), Err)
    }

    /// The cut that all ways to a block come through last. Blocks where there are several become cuts.
    fn owners(&mut self) -> Result<Vec<Option<usize>>, Obstacle<'m>> {
        let mut joins = Ok(());
        let mut is_seen = self.cuts.clone();
        let mut work: Vec<usize> = self.blocks.flow.order.iter().copied().filter(|block| self.cuts[*block]).collect();
        while let Some(cut) = work.pop() {
            for block in self.frontiers[cut].iter().copied() {
                if !std::mem::replace(&mut is_seen[block], true) {
                    match self.check(block) {
                        Ok(()) => self.cuts[block] = true,
                        Err(branch) => joins = joins.and(Err(Obstacle::Joins { block, branch })),
                    }
                    work.push(block);
                }
            }
        }
        joins?;
        let mut owner = vec![None; self.cuts.len()];
        for block in &self.blocks.flow.order {
            let above = self.blocks.flow.dominator[*block];
            owner[*block] = if self.cuts[*block] { Some(*block) } else { above.and_then(|above| owner[above]) };
        }
        Ok(owner)
    }

    fn regions(&self, owner: &[Option<usize>]) -> Vec<Region<'m>> {
        let mut number = vec![usize::MAX; owner.len()];
        let mut regions = Vec::new();
        for block in &self.blocks.flow.order {
            let cut = owner[*block].expect("it is reached");
            if number[cut] == usize::MAX {
                number[cut] = regions.len();
                regions.push(Region { cut, blocks: Vec::new(), exit: Exit::Never, first: None, sub_group: None });
            }
            regions[number[cut]].blocks.push(*block);
        }
        regions
    }

    /// Says where items go on behind a region, or adds cuts and returns that it did.
    fn end(&mut self, region: &mut Region<'m>) -> Result<bool, Obstacle<'m>> {
        let flow = &self.blocks.flow;
        let leads_out = |block: usize| {
            flow.exits[block]
                || !flow.successors[block].is_empty() && flow.successors[block].iter().all(|to| self.cuts[*to])
        };
        let mut leaving = region
            .blocks
            .iter()
            .copied()
            .filter(|block| flow.exits[*block] || flow.successors[*block].iter().any(|to| self.cuts[*to]));
        let mut targets: Vec<usize> = region
            .blocks
            .iter()
            .flat_map(|block| &flow.successors[*block])
            .copied()
            .filter(|to| self.cuts[*to])
            .collect();
        targets.sort_unstable();
        targets.dedup();
        region.exit = match (leaving.next(), leaving.next(), targets.as_slice()) {
            (None, ..) => Exit::Never,
            (Some(block), None, targets) if leads_out(block) && targets.len() != 1 => Exit::Branch(block),
            (Some(_), _, [target]) => Exit::To(*target),
            _ => {
                for block in self.deciding(region, &targets) {
                    self.check(block).map_err(|branch| Obstacle::Apart { block: targets[0], branch })?;
                    self.cuts[block] = true;
                }
                return Ok(false);
            }
        };
        Ok(true)
    }

    /// Targets of branches whose ways meet in no block of a region, but lead to several cuts.
    fn deciding(&self, region: &Region<'m>, targets: &[usize]) -> Vec<usize> {
        let flow = &self.blocks.flow;
        let inside = region.blocks.len();
        let all = region.blocks.iter().chain(targets).enumerate();
        let number: FxHashMap<usize, usize> = all.map(|(local, block)| (*block, local)).collect();
        let edges = |block: &usize| flow.successors[*block].iter().map(|to| number[to]).collect();
        let mut successors: Vec<Vec<usize>> = region.blocks.iter().map(edges).collect();
        successors.resize(inside + targets.len(), Vec::new());
        let local = Flow::new(successors, |at| at >= inside);
        // What never leaves the region decides nothing.
        let mut leaves = local.exits.clone();
        let mut work: Vec<usize> = (inside..leaves.len()).collect();
        while let Some(at) = work.pop() {
            for from in &local.predecessors[at] {
                if !std::mem::replace(&mut leaves[*from], true) {
                    work.push(*from);
                }
            }
        }
        (0..inside)
            .filter(|at| leaves[*at] && local.successors[*at].len() > 1 && local.post_dominator[*at].is_none())
            .flat_map(|at| flow.successors[region.blocks[at]].iter().copied())
            .filter(|block| !self.cuts[*block])
            .collect()
    }
}

#[cfg(all(test, feature = "llvm22"))]
mod tests {
    use crate::{host, ir::OwnedModule};

    /// Items part in front of a part, copies of whose blocks take the place of values that are known to differ. With
    /// debug assertions, [`Uniformity`](super::Uniformity) finds what was forgotten too late.
    #[test]
    fn what_is_known_of_removed_blocks_is_forgotten() {
        let text = "target triple = \"x86_64-unknown-linux-gnu\"\n\
            declare i64 @__sp_host_local_id(i32)\ndeclare void @__sp_host_sub_group_barrier()\n\
            define void @k(ptr %to, i1 %early) \"sycl-kernel\" {\n\
            br i1 %early, label %end, label %ask\n\
            ask:\n%id = call i64 @__sp_host_local_id(i32 0)\n%number = trunc i64 %id to i32\n\
            %is.first = icmp slt i32 %number, 0\n\
            br i1 %is.first, label %first, label %others\n\
            first:\n%old = load i32, ptr null\n%masked = and i32 %old, 0\nbr label %end\n\
            others:\nbr i1 %early, label %wait, label %end\n\
            wait:\ncall void @__sp_host_sub_group_barrier()\nbr label %end\n\
            end:\n%new = phi i32 [ 0, %others ], [ 0, %first ], [ 0, %wait ], [ 1, %0 ]\n\
            store i32 %new, ptr %to\nret void\n}\n";
        let mut module = OwnedModule::read(text.as_bytes(), "a.ll").unwrap();
        let options = host::Options { sub_group_size: Some(16), ..host::Options::default() };
        host::run(&mut module.editor(), &options).unwrap();
    }
}
