//! Devices that run images: the host, which takes native code, an OpenCL device that takes SPIR-V, or a CUDA device
//! that takes PTX and its machine code.

use sycl_propset::runtime::{NativeSetting, UserValues};

use crate::cuda::{self, CudaError};
pub(crate) use crate::facts::{Api, DeviceFacts, Passing};
use crate::host::{self, HostError};
use crate::images::Image;
use crate::opencl::{self, OpenClError};

/// Reason why the device could not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeviceError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    OpenCl(#[from] OpenClError),
    #[error(transparent)]
    Cuda(#[from] CudaError),
}

impl DeviceError {
    /// Whether there is no device at all.
    pub(crate) fn is_absence(&self) -> bool {
        matches!(
            self,
            Self::OpenCl(OpenClError::NoLibrary | OpenClError::NoDevice) | Self::Cuda(CudaError::NoDriver { .. })
        )
    }
}

impl Api {
    /// Opens the first device.
    pub(crate) fn open(self) -> Result<Box<dyn Device>, DeviceError> {
        Ok(match self {
            Self::Host => Box::new(host::Device::open()?),
            Self::OpenCl => Box::new(opencl::Device::open()?),
            Self::Cuda => Box::new(cuda::Device::open()?),
        })
    }
}

/// Specialization constants that are set natively; none if all have their defaults, or are passed in a buffer.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    /// By symbolic id.
    pub(crate) values: UserValues,
    /// Leaf by leaf, by number.
    pub(crate) settings: Vec<NativeSetting>,
}

/// Something that runs images.
pub(crate) trait Device {
    fn facts(&self) -> &DeviceFacts;

    /// Makes a program of an image, with specialization constants set natively.
    fn build<'d>(&'d self, image: &Image, constants: &Constants) -> Result<Box<dyn Program + 'd>, DeviceError>;
}

/// A program built for its device.
pub(crate) trait Program {
    /// Number of parameters that a kernel declares.
    fn parameter_count(&self, kernel: &str) -> Result<usize, DeviceError>;

    /// Runs one kernel and waits for it. Returns the buffers' content afterwards, in the order of the arguments.
    fn launch(&self, kernel: &str, range: &Range, arguments: &[Argument]) -> Result<Vec<Vec<u8>>, DeviceError>;
}

/// One argument of a kernel, in the order of its parameters.
#[derive(Debug, Clone)]
pub(crate) enum Argument {
    /// Passed by value: `i32`, `u32` or `float`, little-endian.
    Value([u8; 4]),
    /// A global buffer with this content at first; it is read back after the launch.
    Buffer(Vec<u8>),
    /// Local memory of this many bytes for each work-group.
    Local(usize),
    /// A global pointer that is null.
    Null,
}

/// Number of work-items, and their groups, fastest dimension first (SYCL counts the other way round).
#[derive(Debug, Clone)]
pub(crate) struct Range {
    global: Vec<usize>,
    /// Empty: the driver chooses. Otherwise as long as `global`.
    local: Vec<usize>,
}

impl Range {
    /// One work-item.
    pub(crate) fn single() -> Self {
        Self::groups([1], [1])
    }

    pub(crate) fn groups<const N: usize>(global: [usize; N], local: [usize; N]) -> Self {
        const { assert!(1 <= N && N <= 3) };
        Self { global: global.to_vec(), local: local.to_vec() }
    }

    pub(crate) fn free<const N: usize>(global: [usize; N]) -> Self {
        const { assert!(1 <= N && N <= 3) };
        Self { global: global.to_vec(), local: Vec::new() }
    }

    pub(crate) fn dimensions(&self) -> u32 {
        self.global.len() as u32 // at most 3
    }

    pub(crate) fn global(&self) -> &[usize] {
        &self.global
    }

    /// Empty if the driver chooses.
    pub(crate) fn local(&self) -> &[usize] {
        &self.local
    }
}
