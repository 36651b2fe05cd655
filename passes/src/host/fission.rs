//! Kernels with barriers in control flow that is the same for all items of a group: the body is cut at barriers into
//! regions, each with a loop over the items.
//!
//! | file | does |
//! | --- | --- |
//! | `regions` | finds what items run between two points where all of them are together |
//! | `hoist` | shows that values are uniform which only some items compute |
//! | `joins` | copies blocks that belong to several regions |
//! | `lookahead` | finds branches that are uniform although that cannot be seen |
//! | `parts` | lets sub-groups run what only some of them come to, one after another |
//! | `agree` | compares branches that have to be uniform while the group runs |
//! | `far` | tells of a loop whose rounds are far apart in memory, and the items of a round side by side |
//! | `growth` | tells how numbers grow with the ids of items |
//! | `loops` | chooses loops without barriers that are kept outside of the loops over items, too |
//! | `rounds` | lets all items run a loop together that they leave in different rounds |
//! | `votes` | lets a group ask whether all of its items come to a loop |
//! | `strides` | lets all items run a loop together whose rounds are a step apart |
//! | `crossing` | finds what regions need of each other |
//! | `storage` | lays out arrays for values that differ between items |
//! | `stack` | gives each item its own stack memory |
//! | `skeleton` | makes the loops over items |
//! | `rewrite` | lets regions use what they need of others |
//!
//! Then the blocks of the kernel stay what they are: each is in one region, and control flow between regions becomes
//! that of the group. The loops of many regions become functions of their own: LLVM's passes look at each loop in turn,
//! and from there back through all loops that run before it in the same function.

mod agree;
mod crossing;
mod far;
mod growth;
mod hoist;
mod joins;
mod lookahead;
mod loops;
mod parts;
mod regions;
mod rewrite;
mod rounds;
mod skeleton;
mod stack;
mod storage;
mod strides;
mod votes;

use super::{
    Error,
    kernel::{self, Kernel, place},
    table::Made,
    work_group::WorkGroup,
};
use crate::ir::{Editor, Value};

/// The regions of a kernel from which on each is a function of its own, and small: its loops are not unrolled.
const MANY: usize = 64;

/// Reasons why a kernel cannot be cut into regions.
pub(super) enum Refusal<'m> {
    /// Items may reach a barrier on different ways.
    NotUniform { barrier: Value<'m>, branch: Value<'m> },
    /// Code that items reach from several barriers, but not together, is too much to have copies of.
    Joins { place: Value<'m>, branch: Value<'m>, most: usize },
}

impl Refusal<'_> {
    /// The error for those who want fission.
    pub(super) fn error(&self, kernel: &str) -> Error {
        let kernel = kernel.to_owned();
        match self {
            Self::NotUniform { barrier, branch } => {
                Error::NotUniform { kernel, barrier: place(*barrier), branch: place(*branch) }
            }
            Self::Joins { place: behind, branch, most } => {
                Error::Joins { kernel, place: place(*behind), branch: place(*branch), most: *most }
            }
        }
    }
}

/// Makes the work-group function of a kernel. The kernel does what it did if that is not possible, but may have copies
/// of barriers.
pub(super) fn run<'m>(editor: &mut Editor<'m>, kernel: &Kernel<'m, '_>) -> Result<Made, Refusal<'m>> {
    let found = regions::Regions::find(editor, kernel);
    let regions = found.inspect_err(|_| {
        rounds::undo(editor, kernel.function);
        agree::undo(editor, kernel.function.instructions().collect());
    })?;
    for barrier in kernel::barriers(kernel.function) {
        editor.erase_instruction(barrier);
    }
    let function = super::table::declare(editor, kernel);
    let mut group = WorkGroup::take_body(editor, kernel, function);
    let (stack_per_item, nests) = rewrite::run(editor, &mut group, &regions);
    rounds::undo(editor, function);
    agree::undo(editor, function.instructions().collect());
    let mut made = Made::replace_kernel(editor, kernel, function);
    made.stack_per_item = stack_per_item;
    if nests.len() >= MANY && !function.has_attribute("optnone") {
        editor.outline(function, &nests);
    }
    Ok(made)
}
