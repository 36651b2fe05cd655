//! A CUDA device: everything that calls into NVIDIA's driver.
//!
//! The driver is loaded at run time (`cudarc`), so nothing here needs CUDA to build. The host's part is a SYCL
//! runtime's: local memory is one block of the launch, in which parameters are byte offsets (`docs/gpu.md`).
#![expect(unsafe_code, reason = "the driver's calls take raw pointers; each use says why it is sound")]

use std::ffi::{CString, c_void};

use cudarc::driver::sys::{CUdevice_attribute as Attribute, CUdeviceptr, CUfunction, CUmodule};
use cudarc::driver::sys::{cuFuncGetParamInfo, is_culib_present};
use cudarc::driver::{DriverError, result};

use crate::device::{Argument, Constants, DeviceError, DeviceFacts, Range};
use crate::images::Image;

/// Alignment of parameters in local memory: that of any type of SYCL.
const LOCAL_ALIGNMENT: usize = 128;

/// Sub-groups are warps.
const WARP: u32 = 32;

/// The largest group that is chosen for a kernel that leaves the choice.
const CHOSEN_GROUP: usize = 256;

/// Reason why the device could not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CudaError {
    #[error("no NVIDIA driver with a device here ({why}); expected libcuda.so.1 and a GPU")]
    NoDriver { why: String },
    #[error("cannot {what}: {cause}")]
    Call { what: String, cause: DriverError },
    #[error("{what} is for SPIR-V; expected PTX or machine code for CUDA")]
    Spirv { what: String },
    #[error("{what} has {count} specialization constants to set; expected one that takes them in a buffer")]
    Constants { what: String, count: usize },
    #[error("kernel `{kernel}` takes {expected} arguments; {found} are given")]
    Arguments { kernel: String, expected: usize, found: usize },
}

fn failed(what: impl Into<String>) -> impl FnOnce(DriverError) -> CudaError {
    let what = what.into();
    move |cause| CudaError::Call { what, cause }
}

/// A device whose context is current on this thread.
pub(crate) struct Device {
    facts: DeviceFacts,
}

impl Device {
    /// The first device.
    pub(crate) fn open() -> Result<Self, CudaError> {
        // SAFETY: looks for the library and nothing else.
        if !unsafe { is_culib_present() } {
            return Err(CudaError::NoDriver { why: "libcuda.so.1 cannot be loaded".to_owned() });
        }
        let absent = |cause: DriverError| CudaError::NoDriver { why: cause.to_string() };
        result::init().map_err(absent)?;
        let device = result::device::get(0).map_err(absent)?;
        // SAFETY: the device comes from the driver; its context lives as long as the process.
        unsafe {
            let context = result::primary_ctx::retain(device).map_err(failed("open a context"))?;
            result::ctx::set_current(context).map_err(failed("use a context"))?;
        }
        let ask = |attribute| {
            // SAFETY: the device comes from the driver; its context lives as long as the process.
            unsafe { result::device::get_attribute(device, attribute) }.map_err(failed("read a device's properties"))
        };
        let major = ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let group = ask(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?;
        let facts = DeviceFacts {
            name: result::device::get_name(device).map_err(failed("read a device's name"))?,
            version: format!("sm_{major}{minor}"),
            driver: "CUDA".to_owned(),
            languages: "PTX, cubin".to_owned(),
            extensions: Vec::new(),
            aspects: vec![
                "gpu",
                "fp16",
                "fp64",
                "atomic64",
                "queue_profiling",
                "usm_device_allocations",
                "usm_host_allocations",
                "usm_shared_allocations",
            ],
            max_work_group_size: u64::try_from(group).unwrap_or_default(),
            sub_group_sizes: vec![WARP],
        };
        Ok(Self { facts })
    }
}

impl crate::device::Device for Device {
    fn facts(&self) -> &DeviceFacts {
        &self.facts
    }

    fn build<'d>(
        &'d self,
        image: &Image,
        constants: &Constants,
    ) -> Result<Box<dyn crate::device::Program + 'd>, DeviceError> {
        let (what, code) = (image.code_file.display().to_string(), &image.code[..]);
        if code.starts_with(&[0x03, 0x02, 0x23, 0x07]) {
            return Err(CudaError::Spirv { what }.into());
        }
        if !constants.settings.is_empty() {
            return Err(CudaError::Constants { what, count: constants.settings.len() }.into());
        }
        // PTX ends with a NUL.
        let image = [code, b"\0"].concat();
        // SAFETY: the image is a live buffer, which the driver copies; machine code says its size itself.
        let module = unsafe { result::module::load_data(image.as_ptr().cast()) };
        Ok(Box::new(Program { module: module.map_err(failed(format!("load {what}")))? }))
    }
}

/// A module of the driver.
struct Program {
    module: CUmodule,
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: loaded in `build`, unloaded once. A failure leaves the module to the context.
        let _ = unsafe { result::module::unload(self.module) };
    }
}

/// Memory of the device.
struct Buffer {
    address: CUdeviceptr,
    size: usize,
}

impl Buffer {
    fn with(content: &[u8]) -> Result<Self, DriverError> {
        // SAFETY: nothing is read from the memory before it is written below.
        let address = unsafe { result::malloc_sync(content.len().max(1)) }?;
        let buffer = Self { address, size: content.len() };
        // SAFETY: the memory has just been allocated with this size.
        unsafe { result::memcpy_htod_sync(buffer.address, content) }?;
        Ok(buffer)
    }

    fn read(&self) -> Result<Vec<u8>, DriverError> {
        let mut content = vec![0; self.size];
        // SAFETY: the memory has this size, and no kernel runs that writes it.
        unsafe { result::memcpy_dtoh_sync(&mut content, self.address) }?;
        Ok(content)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated in `with`, freed once, after the launch.
        let _ = unsafe { result::free_sync(self.address) };
    }
}

/// The values of a launch's parameters in the order of the parameters, and what they refer to.
#[derive(Default)]
struct Values {
    bytes: Vec<[u8; 8]>,
    buffers: Vec<Buffer>,
    local_size: usize,
}

impl Values {
    fn of(arguments: &[Argument]) -> Result<Self, DriverError> {
        let mut values = Self::default();
        for argument in arguments {
            let mut bytes = [0; 8];
            match argument {
                Argument::Value(value) => bytes[..4].copy_from_slice(value),
                Argument::Null => {}
                Argument::Local(size) => {
                    let offset = values.local_size.next_multiple_of(LOCAL_ALIGNMENT);
                    bytes = (offset as u64).to_le_bytes();
                    values.local_size = offset + size;
                }
                Argument::Buffer(content) => {
                    let buffer = Buffer::with(content)?;
                    bytes = buffer.address.to_le_bytes();
                    values.buffers.push(buffer);
                }
            }
            values.bytes.push(bytes);
        }
        Ok(values)
    }
}

impl Program {
    fn kernel(&self, name: &str) -> Result<CUfunction, CudaError> {
        let symbol = CString::new(name).unwrap_or_default();
        // SAFETY: the module is loaded.
        unsafe { result::module::get_function(self.module, symbol) }
            .map_err(failed(format!("find kernel `{name}` in its module")))
    }
}

impl crate::device::Program for Program {
    fn parameter_count(&self, kernel: &str) -> Result<usize, DeviceError> {
        let function = self.kernel(kernel)?;
        let (mut offset, mut size) = (0, 0);
        let mut is_there = |index: &usize| {
            // SAFETY: the function is of a loaded module, and the numbers outlive the call.
            unsafe { cuFuncGetParamInfo(function, *index, &raw mut offset, &raw mut size) }.result().is_ok()
        };
        Ok((0..).take_while(|index| is_there(index)).count())
    }

    fn launch(&self, kernel: &str, range: &Range, arguments: &[Argument]) -> Result<Vec<Vec<u8>>, DeviceError> {
        let (expected, found) = (self.parameter_count(kernel)?, arguments.len());
        if expected != found {
            return Err(CudaError::Arguments { kernel: kernel.to_owned(), expected, found }.into());
        }
        let function = self.kernel(kernel)?;
        let mut values = Values::of(arguments).map_err(failed(format!("make the arguments of `{kernel}`")))?;
        let (groups, local) = sizes(range);
        let mut pointers: Vec<*mut c_void> = values.bytes.iter_mut().map(|bytes| bytes.as_mut_ptr().cast()).collect();
        // SAFETY: there is a pointer for each parameter, to eight bytes, which no parameter here exceeds; buffers live
        // until the launch has ended. A kernel that accesses one outside of its extent is undefined, as everywhere.
        unsafe {
            let local_size = values.local_size as u32; // a kernel with more than 4 GiB cannot be launched
            result::launch_kernel(function, groups, local, local_size, std::ptr::null_mut(), &mut pointers)
        }
        .map_err(failed(format!("launch `{kernel}`")))?;
        result::ctx::synchronize().map_err(failed(format!("run `{kernel}`")))?;
        let read = values.buffers.iter().map(Buffer::read).collect::<Result<_, _>>();
        Ok(read.map_err(failed(format!("read a buffer of `{kernel}` back")))?)
    }
}

type Sizes = (u32, u32, u32);

/// The number of groups and their size. Where the driver is to choose, groups are rows.
fn sizes(range: &Range) -> (Sizes, Sizes) {
    let mut global = [1; 3];
    global[..range.global().len()].copy_from_slice(range.global());
    let mut local = [1; 3];
    if range.local().is_empty() {
        local[0] = (1..=CHOSEN_GROUP.min(global[0])).rev().find(|size| global[0].is_multiple_of(*size)).unwrap_or(1);
    } else {
        local[..range.local().len()].copy_from_slice(range.local());
    }
    let size = |index: usize| (global[index] / local[index]) as u32; // launches here are small
    let [x, y, z] = local.map(|size| size as u32);
    ((size(0), size(1), size(2)), (x, y, z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_as_asked_or_rows() {
        assert_eq!(sizes(&Range::groups([64, 8], [16, 4])), ((4, 2, 1), (16, 4, 1)));
        assert_eq!(sizes(&Range::free([1000, 3])), ((4, 3, 1), (250, 1, 1)));
        assert_eq!(sizes(&Range::free([7])), ((1, 1, 1), (7, 1, 1)));
    }

    #[test]
    fn local_parameters_are_offsets_into_one_block() {
        let values = Values::of(&[Argument::Local(4), Argument::Value([1, 2, 3, 4]), Argument::Local(200)]).unwrap();
        assert_eq!(values.bytes[0], [0; 8]);
        assert_eq!(values.bytes[1], [1, 2, 3, 4, 0, 0, 0, 0]);
        assert_eq!(u64::from_le_bytes(values.bytes[2]), 128);
        assert_eq!(values.local_size, 328);
    }
}
