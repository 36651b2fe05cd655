//! Reasons why a program does not do what it is asked for.

use std::io;
use std::path::PathBuf;

use sycl_propset::runtime::{Incompatible, SpecConstantError};

use super::{Extent, Failure, Processor};

/// Reasons why a program does not do what it is asked for. Nothing has run, except after [`LaunchError::Failed`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// No image has the kernel.
    #[error("No kernel named {kernel} was found{}", hint.as_ref().map_or(String::new(), |hint| format!("; is it `{hint}`?")))]
    NoKernel {
        /// The name.
        kernel: String,
        /// A name like it.
        hint: Option<String>,
    },
    /// All images with the kernel are for other processors.
    #[error(transparent)]
    Processor(Box<Processor>),
    /// The device lacks what the kernel requires.
    #[error(transparent)]
    Incompatible(#[from] Incompatible),
    /// Constants are set, and all images with the kernel have the defaults in place.
    #[error("a specialization constant is set, but all images with kernel `{kernel}` have the default values in place")]
    DefaultsOnly {
        /// The kernel.
        kernel: String,
    },
    /// A value of a specialization constant does not fit.
    #[error("{}: {cause}", file.display())]
    Constant {
        /// The library or program.
        file: PathBuf,
        /// The cause.
        cause: SpecConstantError,
    },
    /// No image has the device global.
    #[error("no image has device global `{name}`; expected the unique id of one")]
    NoGlobal {
        /// The name.
        name: String,
    },
    /// A copy reaches behind a device global.
    #[error("Copy {direction} device_global is out of bounds: `{name}` has {size} bytes; {end} are needed")]
    GlobalBounds {
        /// `to` or `from`.
        direction: &'static str,
        /// The name.
        name: String,
        /// Bytes that it has.
        size: usize,
        /// End of the copy.
        end: u128,
    },
    /// The number of dimensions is not 1, 2 or 3.
    #[error("a launch of `{kernel}` has {found} dimensions; expected 1, 2 or 3")]
    Dimensions {
        /// The kernel.
        kernel: String,
        /// Their number.
        found: usize,
    },
    /// Work-group or offset have other dimensions than the range.
    #[error("a launch of `{kernel}` has {found} dimensions in its {what}; expected {expected}, as in its global size")]
    DimensionsDiffer {
        /// The kernel.
        kernel: String,
        /// `work-group size` or `offset`.
        what: &'static str,
        /// Their number.
        found: usize,
        /// Dimensions of the global size.
        expected: usize,
    },
    /// The work-group is not the required one.
    #[error(
        "The specified local size {local} doesn't match the required work-group size specified in the program source {required}"
    )]
    RequiredSize {
        /// The work-group size.
        local: Extent,
        /// The required one.
        required: Extent,
    },
    /// The required work-group does not divide the range.
    #[error(
        "Global work size {global} is not evenly divisible by the required work-group size {required}. Non-uniform work-groups are not supported by the target device"
    )]
    RequiredNonUniform {
        /// The global size.
        global: Extent,
        /// The required size.
        required: Extent,
    },
    /// The work-group is empty.
    #[error("the local work-group size of kernel `{kernel}` is {local}; expected 1 or more in each dimension")]
    EmptyGroup {
        /// The kernel.
        kernel: String,
        /// The work-group size.
        local: Extent,
    },
    /// The work-group does not divide the range.
    #[error(
        "Global work size {global} is not evenly divisible by local work-group size {local}. Non-uniform work-groups are not supported by the target device"
    )]
    NonUniform {
        /// The global size.
        global: Extent,
        /// The work-group size.
        local: Extent,
    },
    /// The work-group is larger than the range.
    #[error(
        "Local work-group size {local} is greater than global range size {global}. Non-uniform work-groups are not supported by the target device"
    )]
    GroupExceedsRange {
        /// The global size.
        global: Extent,
        /// The work-group size.
        local: Extent,
    },
    /// The work-group is too large for the device.
    #[error(
        "Total number of work-items in a work-group cannot exceed {most} for this kernel; the local size is {local}"
    )]
    GroupTooLarge {
        /// The work-group size.
        local: Extent,
        /// The most items.
        most: u64,
    },
    /// There are more items than can be counted.
    #[error("the global size {global} of kernel `{kernel}` is more than 2^63 work-items; expected fewer")]
    GlobalTooLarge {
        /// The kernel.
        kernel: String,
        /// The global size.
        global: Extent,
    },
    /// Global ids do not fit into their type.
    #[error(
        "the global size {global} and the offset {offset} of kernel `{kernel}` exceed 2^64; expected global ids that fit"
    )]
    OffsetTooLarge {
        /// The kernel.
        kernel: String,
        /// The global size.
        global: Extent,
        /// The offset.
        offset: Extent,
    },
    /// There are too few or too many arguments.
    #[error("kernel `{kernel}` is given {found} arguments; expected {expected}")]
    ArgumentCount {
        /// The kernel.
        kernel: String,
        /// Their number.
        found: usize,
        /// Number of the kernel's.
        expected: usize,
    },
    /// An argument is of another kind.
    #[error("argument {index} of kernel `{kernel}` is {found}; expected {expected}")]
    ArgumentKind {
        /// The kernel.
        kernel: String,
        /// Number of the argument, from 0.
        index: usize,
        /// Its kind.
        found: &'static str,
        /// Kind that the kernel takes.
        expected: &'static str,
    },
    /// An argument has another size.
    #[error("argument {index} of kernel `{kernel}` has {found} bytes; expected {expected}")]
    ArgumentSize {
        /// The kernel.
        kernel: String,
        /// Number of the argument, from 0.
        index: usize,
        /// Its bytes.
        found: usize,
        /// Bytes of the kernel's.
        expected: u64,
    },
    /// There is not so much local memory.
    #[error("kernel `{kernel}` needs {needed} bytes of local memory; expected at most {most} on this device")]
    LocalMemory {
        /// The kernel.
        kernel: String,
        /// Bytes of variables, arguments and what the launch asks for.
        needed: u128,
        /// Bytes that the device has.
        most: u64,
    },
    /// A group would need more memory than there is.
    #[error("a group of kernel `{kernel}` needs {needed} bytes of {what}, which this process does not get{}", cause.as_ref().map_or(String::new(), |cause| format!(": {cause}")))]
    Memory {
        /// The kernel.
        kernel: String,
        /// `stack` or `local memory`.
        what: &'static str,
        /// Number of bytes.
        needed: u128,
        /// The system's words.
        cause: Option<io::Error>,
    },
    /// A group could not go on.
    #[error("{0}")]
    Failed(Box<Failure>),
}

impl LaunchError {
    /// The same, with the numbers of a launch of so many dimensions in the order in which SYCL has them.
    #[must_use]
    pub fn in_the_order_of_sycl(mut self, dimensions: usize) -> Self {
        for extent in self.extents() {
            *extent = extent.in_the_order_of_sycl(dimensions);
        }
        self
    }

    fn extents(&mut self) -> Vec<&mut Extent> {
        match self {
            Self::RequiredSize { local, required } => vec![local, required],
            Self::RequiredNonUniform { global, required } => vec![global, required],
            Self::EmptyGroup { local, .. } | Self::GroupTooLarge { local, .. } => vec![local],
            Self::NonUniform { global, local } | Self::GroupExceedsRange { global, local } => vec![global, local],
            Self::GlobalTooLarge { global, .. } => vec![global],
            Self::OffsetTooLarge { global, offset, .. } => vec![global, offset],
            Self::Failed(failure) => failure.extents(),
            Self::NoKernel { .. }
            | Self::Processor(_)
            | Self::Incompatible(_)
            | Self::DefaultsOnly { .. }
            | Self::Constant { .. }
            | Self::NoGlobal { .. }
            | Self::GlobalBounds { .. }
            | Self::Dimensions { .. }
            | Self::DimensionsDiffer { .. }
            | Self::ArgumentCount { .. }
            | Self::ArgumentKind { .. }
            | Self::ArgumentSize { .. }
            | Self::LocalMemory { .. }
            | Self::Memory { .. } => Vec::new(),
        }
    }

    /// OpenCL's error for the same mistake: its name and number.
    #[must_use]
    pub fn opencl(&self) -> (&'static str, i32) {
        match self {
            Self::NoKernel { .. } => ("CL_INVALID_KERNEL_NAME", -46),
            Self::Processor(_) | Self::Incompatible(_) | Self::DefaultsOnly { .. } => {
                ("CL_INVALID_PROGRAM_EXECUTABLE", -45)
            }
            Self::Constant { .. } => ("CL_INVALID_SPEC_ID", -71),
            Self::NoGlobal { .. } | Self::GlobalBounds { .. } => ("CL_INVALID_VALUE", -30),
            Self::Dimensions { .. } | Self::DimensionsDiffer { .. } => ("CL_INVALID_WORK_DIMENSION", -53),
            Self::RequiredSize { .. }
            | Self::RequiredNonUniform { .. }
            | Self::EmptyGroup { .. }
            | Self::NonUniform { .. }
            | Self::GroupExceedsRange { .. }
            | Self::GroupTooLarge { .. } => ("CL_INVALID_WORK_GROUP_SIZE", -54),
            Self::GlobalTooLarge { .. } => ("CL_INVALID_GLOBAL_WORK_SIZE", -63),
            Self::OffsetTooLarge { .. } => ("CL_INVALID_GLOBAL_OFFSET", -56),
            Self::ArgumentCount { .. } => ("CL_INVALID_KERNEL_ARGS", -52),
            Self::ArgumentKind { .. } => ("CL_INVALID_ARG_VALUE", -50),
            Self::ArgumentSize { .. } => ("CL_INVALID_ARG_SIZE", -51),
            Self::LocalMemory { .. } => ("CL_OUT_OF_RESOURCES", -5),
            Self::Memory { .. } => ("CL_OUT_OF_HOST_MEMORY", -6),
            Self::Failed(_) => ("CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", -14),
        }
    }
}
