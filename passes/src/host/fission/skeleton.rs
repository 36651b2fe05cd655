//! The loops over items, one for each region that does something for items.
//!
//! The block of the cut keeps what runs once; the rest of the region follows in the loops. Behind them is the tail,
//! which leads to the next region.

use super::{
    crossing::Crossing,
    regions::{Exit, First, Region, Regions},
};
use crate::{
    host::{items::ItemLoops, work_group::WorkGroup},
    ir::{Block, Editor, Opcode, Value},
};

/// Result of a region.
pub(super) struct Frame<'m> {
    /// The block that items begin with.
    pub(super) first: Block<'m>,
    /// Code that runs behind all items, with its terminator.
    pub(super) tail: Block<'m>,
    /// The loops; none for a region that does nothing for items.
    pub(super) loops: Option<Loops<'m>>,
}

/// The loops of a region.
pub(super) struct Loops<'m> {
    pub(super) nest: ItemLoops<'m>,
    /// The number of the item.
    pub(super) item: Value<'m>,
    /// Instruction in front of which code is put that runs first for each item.
    pub(super) begin: Value<'m>,
}

/// Makes the loops of a region.
pub(super) fn make<'m>(
    editor: &mut Editor<'m>,
    group: &mut WorkGroup<'m>,
    regions: &Regions<'m>,
    crossing: &Crossing<'m>,
    number: usize,
    has_loops: bool,
    first_items: Option<First<'m>>,
) -> Frame<'m> {
    let region = &regions.list[number];
    let head = regions.blocks.list[region.cut];
    let rest = head.instructions().find(|value| value.opcode() != Opcode::Phi).expect("a block has a terminator");
    let name = format!("region{number}");
    let first = editor.split_before(rest, &format!("{name}.items"));
    // A breakpoint in the line of what follows stops for each item there, and not for all of them here.
    editor.forget_location(head.terminator());
    for value in &crossing.once[number] {
        editor.move_before(*value, head.terminator());
    }
    if !has_loops {
        return Frame { first, tail: first, loops: None };
    }
    let count = first_items.map(|items| (items.dimension, items.count));
    let nest = match region.sub_group {
        Some(sub_group) => ItemLoops::of_sub_group(editor, group, first, &name, sub_group.first, sub_group.count),
        None => ItemLoops::make(editor, group, first, &name, count),
    };
    if let Some(items) = first_items {
        let yes = editor.scalar(items.is_one.ty(), &[1]).expect("a type of integers");
        editor.replace_all_uses(items.is_one, yes);
    }
    editor.set_successor(head.terminator(), 0, nest.start);
    let item = nest.linear(editor, group);
    editor.position_at_end(nest.body);
    let begin = editor.branch(first);
    let end_of = |block: usize| if block == region.cut { first } else { regions.blocks.list[block] };
    close(editor, regions, region, &nest, end_of);
    Frame { first, tail: nest.exit, loops: Some(Loops { nest, item, begin }) }
}

/// Lets the ways out of a region end an item.
fn close<'m>(
    editor: &mut Editor<'m>,
    regions: &Regions<'m>,
    region: &Region<'m>,
    nest: &ItemLoops<'m>,
    end_of: impl Fn(usize) -> Block<'m>,
) {
    match region.exit {
        Exit::Branch(block) => {
            let end = end_of(block);
            editor.move_into(end.terminator(), nest.exit);
            editor.position_at_end(end);
            editor.branch(nest.latch);
        }
        Exit::To(cut) => {
            let to = regions.blocks.list[cut];
            for block in &region.blocks {
                let terminator = end_of(*block).terminator();
                for (index, _) in (0..).zip(end_of(*block).successors()).filter(|(_, next)| *next == to) {
                    editor.set_successor(terminator, index, nest.latch);
                }
            }
            editor.position_at_end(nest.exit);
            editor.branch(to);
        }
        Exit::Never => {
            editor.position_at_end(nest.exit);
            editor.unreachable();
        }
    }
}
