//! A device: what its back end does for it. It knows no back end; `devices` has the list of them.

use std::any::Any;
use std::sync::Arc;

use sycl_host_device::Once;

use crate::command::Work;
use crate::error::{Error, Failure, Status};
use crate::info::{DeviceInfo, KernelInfo};
use crate::launch::Launch;
use crate::memory;
use crate::module::{Id, Kernel, Module, Place};
use crate::native::Address;
use crate::queue::{Queue, Traits};

/// `enum sycl_rt_device_type`.
pub(crate) const CPU: u32 = 1;
pub(crate) const GPU: u32 = 2;
/// `enum sycl_rt_back_end`.
pub(crate) const HOST: u32 = 0;
pub(crate) const CUDA: u32 = 1;
pub(crate) const OPENCL: u32 = 2;
pub(crate) const HIP: u32 = 3;

/// A fact about a device or a kernel.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fact {
    Number32(u32),
    Number64(u64),
    Text(String),
    Numbers32(Vec<u32>),
    Numbers64(Vec<u64>),
}

impl Fact {
    /// As C gets it: in the byte order of the host, texts without an end.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Number32(number) => number.to_ne_bytes().to_vec(),
            Self::Number64(number) => number.to_ne_bytes().to_vec(),
            Self::Text(text) => text.clone().into_bytes(),
            Self::Numbers32(numbers) => numbers.iter().flat_map(|number| number.to_ne_bytes()).collect(),
            Self::Numbers64(numbers) => numbers.iter().flat_map(|number| number.to_ne_bytes()).collect(),
        }
    }
}

/// Rows of bytes to copy, in the bounds of memory.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) to: Address,
    pub(crate) from: Address,
    /// Bytes of a row.
    pub(crate) size: usize,
    pub(crate) rows: usize,
    /// Bytes from one row to the next.
    pub(crate) to_pitch: usize,
    pub(crate) from_pitch: usize,
}

impl Copy {
    /// A copy of memory in one piece.
    pub(crate) fn of_bytes(to: Address, from: Address, size: usize) -> Self {
        Self { to, from, size, rows: 1, to_pitch: size, from_pitch: size }
    }
}

/// A pattern to write so many times.
#[derive(Debug)]
pub(crate) struct Fill {
    pub(crate) to: Address,
    pub(crate) pattern: Vec<u8>,
    pub(crate) count: usize,
}

/// Memory that a device is about to access.
#[derive(Debug)]
pub(crate) struct Prefetch {
    pub(crate) memory: Address,
    pub(crate) size: usize,
}

/// Interface of a back end for one of its devices.
pub(crate) trait BackEnd: Send + Sync {
    /// The back end and the kind of the device, as `ONEAPI_DEVICE_SELECTOR` names them, and its number in the back end.
    fn name(&self) -> (&'static str, &'static str, usize);
    /// A fact about the device.
    fn fact(&self, info: DeviceInfo) -> Result<Fact, Error>;
    /// A fact about a kernel.
    fn kernel_fact(&self, kernel: &Kernel, info: KernelInfo) -> Result<Fact, Error>;
    /// The symbolic ids of the specialization constants in the image that the device takes for a kernel, in order.
    fn constants(&self, kernel: &Kernel) -> Result<Vec<String>, Error>;
    /// Whether commands run on the thread that submits them.
    fn is_serial(&self) -> bool;
    /// Whether a module has images that were made for such a device.
    fn has_images(&self, module: &Module) -> bool;
    /// Whether it has memory of its own, to which buffers are copied.
    fn has_memory(&self) -> bool;
    /// Opens what a queue of the device needs.
    fn open_queue(&self, has_times: bool) -> Result<Option<Box<dyn Any + Send + Sync>>, Error>;
    /// A queue whose commands go to the driver's stream of this address, which the program owns.
    fn adopt_queue(&self, _stream: usize) -> Result<Box<dyn Any + Send + Sync>, Error> {
        Err(no_handles(self.name().0, "streams"))
    }
    /// The address of the driver's stream of a queue.
    fn native_queue(&self, _stream: Option<&(dyn Any + Send + Sync)>) -> Result<usize, Error> {
        Err(no_handles(self.name().0, "streams"))
    }
    /// Memory of so many bytes, not 0. The alignment is a power of two.
    fn allocate(&self, kind: memory::Kind, size: usize, alignment: usize) -> Result<Address, Error>;
    /// Frees memory of [`Self::allocate`].
    fn free(&self, kind: memory::Kind, address: &Address);
    /// Whether the device can run a kernel.
    fn check(&self, kernel: &Kernel) -> Result<(), Error>;
    /// A device global of a module by its identity in images, or by how that begins; none if no image has it. `initial`
    /// is what it begins with, if the program says so.
    fn global(&self, module: &Module, id: Id<'_>, initial: Option<&[u8]>) -> Result<Option<Place>, Error>;
    /// Checks a launch, and makes what runs it.
    fn prepare(&self, launch: &Launch<'_>) -> Result<Box<dyn Work>, Error>;
    fn copy(&self, copy: Copy) -> Box<dyn Work>;
    fn fill(&self, fill: Fill) -> Box<dyn Work>;
    fn prefetch(&self, prefetch: Prefetch) -> Box<dyn Work>;
    /// Work that does nothing but end after what it waits for.
    fn barrier(&self) -> Box<dyn Work>;
}

/// The error where a back end has no handles of a driver for something.
#[cold]
pub(crate) fn no_handles(back_end: &str, of: &str) -> Error {
    let text =
        format!("the back end `{back_end}` has no handles of a driver for {of}; expected a device of another one");
    Error::new(Status::BackendMismatch, text)
}

/// A device.
pub(crate) struct Device {
    back_end: Box<dyn BackEnd>,
    /// For copies of buffers from and to it.
    transfers: Once<Arc<Queue>>,
}

impl Device {
    /// It lives as long as the process: C keeps its address.
    pub(crate) fn new(back_end: Box<dyn BackEnd>) -> &'static Self {
        Box::leak(Box::new(Self { back_end, transfers: Once::new() }))
    }

    /// Reason why a copy of a buffer failed, since the last question.
    pub(crate) fn take_failure_of_copy(&self) -> Option<Failure> {
        self.transfers.get()?.take_failures().into_iter().next()
    }

    /// The queue of copies of buffers.
    pub(crate) fn transfers(&'static self) -> Result<&'static Arc<Queue>, Error> {
        self.transfers.get_or_try_init(|| Queue::new(self, Traits::default()))
    }

    pub(crate) fn back_end(&self) -> &dyn BackEnd {
        &*self.back_end
    }

    pub(crate) fn is_serial(&self) -> bool {
        self.back_end.is_serial()
    }
}
