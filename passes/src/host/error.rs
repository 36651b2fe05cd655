//! Errors of the pass.

use crate::{ir::metadata, kernel_size_attributes};

/// Reasons why kernels cannot become functions of the host.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The LLVM is too old.
    #[error("pass `work-group-functions` needs LLVM 22, and this is LLVM {found}")]
    NeedsLlvm22 {
        /// Its major version.
        found: &'static str,
    },
    /// The module is for something else.
    #[error("the module's triple is `{triple}`; expected one of a host, as `retarget<target=host>` writes it")]
    OtherTriple {
        /// The module's.
        triple: String,
    },
    /// A function of the library of built-in functions is declared as something else, or one that only the pass makes.
    #[error(
        "function `{function}` is declared as `{found}`; expected {expected}, as in the library of built-in functions"
    )]
    Declaration {
        /// The function.
        function: &'static str,
        /// Its type.
        found: String,
        /// The type that it should have.
        expected: &'static str,
    },
    /// No device has sub-groups of that size.
    #[error("kernel `{kernel}` requires sub-groups of {size}; expected a power of two from 1 to 32")]
    SubGroupSize {
        /// The kernel.
        kernel: String,
        /// Size that it requires.
        size: u32,
    },
    /// A kernel gives its caller a value.
    #[error("kernel `{kernel}` returns a value of type `{ty}`; expected `void`")]
    Result {
        /// The kernel.
        kernel: String,
        /// Its result type.
        ty: String,
    },
    /// Sizes of a kernel cannot be read.
    #[error(transparent)]
    Sizes(#[from] kernel_size_attributes::Error),
    /// Metadata of a kernel is malformed.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// An item can wait in the function of its group only.
    #[error(
        "kernel `{kernel}` reaches a barrier in function `{function}`, which {why}; expected barriers in functions that \
         can be inlined"
    )]
    BarrierOutOfReach {
        /// The kernel.
        kernel: String,
        /// The function.
        function: String,
        /// Reason why it cannot be inlined.
        why: &'static str,
    },
    /// Functions with barriers call each other so often that the kernel would not end.
    #[error(
        "kernel `{kernel}` has {size} instructions with all functions that wait at barriers; expected at most {most}"
    )]
    TooLarge {
        /// The kernel.
        kernel: String,
        /// Its size.
        size: u64,
        /// The limit.
        most: u64,
    },
    /// The address of a variable in local memory is known when a group runs.
    #[error("an initializer has the address of variable `{variable}` in local memory; expected uses in functions only")]
    LocalAddress {
        /// The variable.
        variable: String,
    },
    /// A barrier, and the user wants none.
    #[error("kernel `{kernel}` has a barrier at {place}; expected none with `barriers=refuse`")]
    Barrier {
        /// The kernel.
        kernel: String,
        /// Place of the barrier.
        place: String,
    },
    /// Items that wait keep their stack memory in frames, which have one size.
    #[error(
        "kernel `{kernel}` waits at barriers in control flow that is not uniform, and allocates stack memory at {place}; \
         expected a constant size, allocated on entry"
    )]
    DynamicStack {
        /// The kernel.
        kernel: String,
        /// Place of the allocation.
        place: String,
    },
    /// A barrier in control flow that differs between items, and the user wants fission.
    #[error(
        "kernel `{kernel}` has a barrier at {barrier} that depends on the branch at {branch}, which is not uniform over \
         the group; expected uniform control flow with `barriers=fission`"
    )]
    NotUniform {
        /// The kernel.
        kernel: String,
        /// Place of the barrier.
        barrier: String,
        /// Place where items go different ways.
        branch: String,
    },
    /// Code behind different barriers that some items run would be copied for each, and is too large.
    #[error(
        "kernel `{kernel}` gets to {place} from several barriers, with the items that the branch at {branch} parts; \
         expected at most {most} instructions that are reached so with `barriers=fission`"
    )]
    Joins {
        /// The kernel.
        kernel: String,
        /// A place that is reached so.
        place: String,
        /// Place where items go different ways.
        branch: String,
        /// The limit.
        most: usize,
    },
}
