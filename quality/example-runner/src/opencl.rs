//! An OpenCL device: everything that calls into its library.
//!
//! The library is loaded at run time (`opencl3` with its dynamic loader), so nothing here needs OpenCL to build.
#![expect(unsafe_code, reason = "OpenCL's calls take raw pointers; each use says why it is sound")]

use std::ffi::c_void;
use std::ptr;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{self, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU};
use opencl3::error_codes::{CL_INVALID_KERNEL_ARGS, ClError, DLOPEN_RUNTIME_LOAD_FAILED};
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::platform::get_platforms;
use opencl3::types::{CL_BLOCKING, cl_mem};
use sycl_propset::runtime::NativeSetting;

use crate::device::{Argument, Constants, DeviceError, DeviceFacts, Range};
use crate::images::Image;

/// `CL_DEVICE_SUB_GROUP_SIZES_INTEL` of the extension `cl_intel_required_subgroup_size`: a list of `size_t`.
const DEVICE_SUB_GROUP_SIZES: u32 = 0x4108;

/// First word of a SPIR-V module, little-endian.
const SPIRV_MAGIC: [u8; 4] = [0x03, 0x02, 0x23, 0x07];

/// Reason why the device could not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenClError {
    #[error(
        "no OpenCL library could be loaded (libOpenCL.so.1); the package `intel-opencl-rt` from PyPI has one with a CPU \
         device: give its lib/libOpenCL.so with --opencl-lib, or install a loader (Debian: ocl-icd-libopencl1) and a driver"
    )]
    NoLibrary,
    #[error("the OpenCL library has no device that takes SPIR-V; point OCL_ICD_FILENAMES at a driver that has one")]
    NoDevice,
    #[error("{0} is not SPIR-V; expected what the SPIR-V back end wrote")]
    NotSpirv(String),
    #[error("cannot {what}: {}", describe(.cause))]
    Call { what: String, cause: ClError },
    #[error("cannot build {what}: {}\n{log}", describe(.cause))]
    Build { what: String, log: String, cause: ClError },
}

fn describe(error: &ClError) -> String {
    format!("{error} ({})", error.0)
}

fn failed(what: impl Into<String>) -> impl FnOnce(ClError) -> OpenClError {
    let what = what.into();
    move |cause| OpenClError::Call { what, cause }
}

/// A device with a context and a queue that runs commands in order.
pub(crate) struct Device {
    facts: DeviceFacts,
    context: Context,
    queue: CommandQueue,
}

impl Device {
    /// The first device that takes SPIR-V.
    pub(crate) fn open() -> Result<Self, OpenClError> {
        let platforms = get_platforms().map_err(|error| match error.0 {
            DLOPEN_RUNTIME_LOAD_FAILED => OpenClError::NoLibrary,
            _ => OpenClError::NoDevice, // the loader's way to say that it found no driver
        })?;
        for platform in platforms {
            for id in platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default() {
                let device = device::Device::new(id);
                let facts = facts(&device).map_err(failed("read the properties of a device"))?;
                if !facts.languages.contains("SPIR-V") {
                    continue;
                }
                let context = Context::from_device(&device).map_err(failed("create a context"))?;
                let queue = CommandQueue::create_default_with_properties(&context, 0, 0)
                    .map_err(failed("create a command queue"))?;
                return Ok(Self { facts, context, queue });
            }
        }
        Err(OpenClError::NoDevice)
    }

    /// Creates a program of a SPIR-V module, sets its specialization constants and builds it.
    fn program(&self, what: &str, spirv: &[u8], constants: &[NativeSetting]) -> Result<Program<'_>, OpenClError> {
        if !spirv.starts_with(&SPIRV_MAGIC) {
            return Err(OpenClError::NotSpirv(what.to_owned()));
        }
        let mut program = opencl3::program::Program::create_from_il(&self.context, spirv)
            .map_err(failed(format!("create a program of {what}")))?;
        for NativeSetting { id, bytes: value } in constants {
            // SAFETY: pointer and size are those of one live vector; the call copies the bytes.
            unsafe { program.set_specialization_constant(*id, value.len(), value.as_ptr().cast::<c_void>()) }
                .map_err(failed(format!("set specialization constant {id} ({} bytes) of {what}", value.len())))?;
        }
        let device = self.context.default_device();
        program.build(&[device], "").map_err(|cause| {
            let log = program.get_build_log(device).unwrap_or_default();
            OpenClError::Build { what: what.to_owned(), log: log.trim_matches(['\0', '\n', ' ']).to_owned(), cause }
        })?;
        Ok(Program { device: self, program })
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
        let what = image.code_file.display().to_string();
        Ok(Box::new(self.program(&what, &image.code, &constants.settings)?))
    }
}

/// The aspects that OpenCL can answer for.
fn aspects(device: &device::Device, extensions: &[String]) -> Result<Vec<&'static str>, ClError> {
    let device_type = device.dev_type()?;
    let has = |extension: &str| extensions.iter().any(|name| name == extension);
    let allocates = has("cl_intel_unified_shared_memory");
    let offered = [
        ("cpu", device_type & CL_DEVICE_TYPE_CPU != 0),
        ("gpu", device_type & CL_DEVICE_TYPE_GPU != 0),
        ("fp16", has("cl_khr_fp16")),
        ("fp64", has("cl_khr_fp64")),
        ("atomic64", has("cl_khr_int64_base_atomics")),
        ("image", device.image_support()?),
        ("online_compiler", true),
        ("online_linker", true),
        ("queue_profiling", true),
        ("usm_device_allocations", allocates),
        ("usm_host_allocations", allocates),
        ("usm_shared_allocations", allocates),
    ];
    Ok(offered.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect())
}

fn facts(device: &device::Device) -> Result<DeviceFacts, ClError> {
    let extensions: Vec<String> = device.extensions()?.split_whitespace().map(str::to_owned).collect();
    let sub_group_sizes = device.get_data(DEVICE_SUB_GROUP_SIZES).unwrap_or_default();
    Ok(DeviceFacts {
        name: device.name()?,
        version: device.version()?,
        driver: device.driver_version()?,
        languages: device.il_version().unwrap_or_default(),
        aspects: aspects(device, &extensions)?,
        extensions,
        max_work_group_size: device.max_work_group_size()? as u64,
        sub_group_sizes: sub_group_sizes
            .as_chunks::<{ size_of::<usize>() }>()
            .0
            .iter()
            .filter_map(|bytes| u32::try_from(usize::from_ne_bytes(*bytes)).ok())
            .collect(),
    })
}

/// A program built for its device.
struct Program<'device> {
    device: &'device Device,
    program: opencl3::program::Program,
}

/// A buffer of a launch, and its size in bytes.
struct SizedBuffer {
    buffer: Buffer<u8>,
    size: usize,
}

impl Program<'_> {
    fn kernel(&self, name: &str) -> Result<Kernel, OpenClError> {
        Kernel::create(&self.program, name).map_err(failed(format!("find kernel `{name}` in its program")))
    }

    fn count(&self, kernel_name: &str) -> Result<usize, OpenClError> {
        let count = self.kernel(kernel_name)?.num_args();
        count.map(|count| count as usize).map_err(failed(format!("read the signature of `{kernel_name}`")))
    }

    /// The number of arguments is compared with what the kernel declares. Their sizes are compared by OpenCL, except
    /// for the extent of buffers: a kernel that accesses one outside of it is undefined, as in any OpenCL program.
    fn run(&self, kernel_name: &str, range: &Range, arguments: &[Argument]) -> Result<Vec<Vec<u8>>, OpenClError> {
        let queue = &self.device.queue;
        let kernel = self.kernel(kernel_name)?;
        let declared = self.count(kernel_name)?;
        if declared != arguments.len() {
            let what = format!(
                "launch `{kernel_name}` with {} arguments: its image declares {declared} parameters",
                arguments.len()
            );
            return Err(failed(what)(ClError(CL_INVALID_KERNEL_ARGS)));
        }

        let buffers = self.set_arguments(&kernel, kernel_name, arguments)?;
        let local = if range.local().is_empty() { ptr::null() } else { range.local().as_ptr() };
        // SAFETY: every parameter has been set above, the sizes are as many as the dimensions (`Range` is made in
        // pairs), and the buffers live until the queue has finished below.
        unsafe {
            queue.enqueue_nd_range_kernel(
                kernel.get(),
                range.dimensions(),
                ptr::null(),
                range.global().as_ptr(),
                local,
                &[],
            )
        }
        .map_err(failed(format!("launch `{kernel_name}`")))?;
        queue.finish().map_err(failed(format!("run `{kernel_name}`")))?;
        buffers.iter().map(|buffer| self.read_back(buffer, kernel_name)).collect()
    }

    /// Sets all parameters of a kernel. The kernel refers to the buffers, which have to live until it has run.
    fn set_arguments(
        &self,
        kernel: &Kernel,
        kernel_name: &str,
        arguments: &[Argument],
    ) -> Result<Vec<SizedBuffer>, OpenClError> {
        let Device { context, queue, .. } = self.device;
        let mut buffers = Vec::new();
        for (index, argument) in (0..).zip(arguments) {
            let what = || format!("set argument {index} of `{kernel_name}`");
            match argument {
                Argument::Value(bytes) => {
                    // SAFETY: the call copies the bytes, and refuses a size that is not the parameter's.
                    unsafe { kernel.set_arg(index, bytes) }.map_err(failed(what()))?;
                }
                Argument::Local(size) => {
                    // SAFETY: local memory has a size and no pointer; the call refuses it for other parameters.
                    unsafe { kernel.set_arg_local_buffer(index, *size) }.map_err(failed(what()))?;
                }
                Argument::Null => {
                    let null: cl_mem = ptr::null_mut();
                    // SAFETY: a handle that is null is a null pointer in the kernel.
                    unsafe { kernel.set_arg(index, &null) }.map_err(failed(what()))?;
                }
                Argument::Buffer(content) => {
                    // SAFETY: without CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR a null host pointer is right.
                    let created =
                        unsafe { Buffer::<u8>::create(context, CL_MEM_READ_WRITE, content.len(), ptr::null_mut()) };
                    let mut buffer = created.map_err(failed(what()))?;
                    // SAFETY: the write blocks, so `content` outlives it; both are `content.len()` bytes.
                    unsafe { queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, content, &[]) }
                        .map_err(failed(what()))?;
                    // SAFETY: a buffer is passed as its handle, which lives until after the launch in `buffers`.
                    unsafe { kernel.set_arg(index, &buffer.get()) }.map_err(failed(what()))?;
                    buffers.push(SizedBuffer { buffer, size: content.len() });
                }
            }
        }
        Ok(buffers)
    }

    fn read_back(&self, SizedBuffer { buffer, size }: &SizedBuffer, kernel_name: &str) -> Result<Vec<u8>, OpenClError> {
        let mut content = vec![0; *size];
        // SAFETY: the read blocks, and the buffer has `size` bytes like the vector.
        unsafe { self.device.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut content, &[]) }
            .map_err(failed(format!("read a buffer of `{kernel_name}` back")))?;
        Ok(content)
    }
}

impl crate::device::Program for Program<'_> {
    fn parameter_count(&self, kernel: &str) -> Result<usize, DeviceError> {
        Ok(self.count(kernel)?)
    }

    fn launch(&self, kernel: &str, range: &Range, arguments: &[Argument]) -> Result<Vec<Vec<u8>>, DeviceError> {
        Ok(self.run(kernel, range, arguments)?)
    }
}
