//! OpenCL, by the loader `libOpenCL.so.1`, which is loaded if it is there.
//!
//! Numbers are those of `cl.h` and `cl_ext.h`, as "The OpenCL Specification" 3.0 and the extension
//! `cl_intel_unified_shared_memory` describe them.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_void};
use std::fmt;
use std::ptr::{null, null_mut};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use libloading::Library;
use once_cell::sync::OnceCell;
use sycl_host_device::{Lock, Locked};

use super::Address;
use crate::memory::Kind;

type Code = i32;
type Handle = *mut c_void;

const OUT_OF_RESOURCES: Code = -5;
const OUT_OF_HOST_MEMORY: Code = -6;
const MEM_OBJECT_ALLOCATION_FAILURE: Code = -4;
const INVALID_KERNEL_NAME: Code = -46;
const INVALID_BUFFER_SIZE: Code = -61;

const ALL_DEVICES: u64 = 0xffff_ffff;
const CONTEXT_PLATFORM: isize = 0x1084;
const QUEUE_PROPERTIES: u64 = 0x1093;
const PROFILING_ENABLE: u64 = 2;
const BUILD_LOG: u32 = 0x1183;
const EVENT_STATUS: u32 = 0x11d3;
const PROFILING_START: u32 = 0x1282;
const PROFILING_END: u32 = 0x1283;
/// `CL_MEM_SVM_FINE_GRAIN_BUFFER`.
const FINE_GRAINED: u64 = 1 << 10;
const ARGUMENT_COUNT: u32 = 0x1191;
/// `CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE`.
const MAX_SUB_GROUP_SIZE: u32 = 0x2033;
const SVM_POINTERS: u32 = 0x11b6;
/// Memory that a kernel reaches by addresses in its arguments: of the host, of the device, and shared memory.
const INDIRECT_ACCESSES: [u32; 3] = [0x4200, 0x4201, 0x4202];

/// Facts about a device, by their numbers in `cl_device_info`.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub(crate) enum DeviceFact {
    Type = 0x1000,
    VendorId = 0x1001,
    MaxComputeUnits = 0x1002,
    MaxWorkGroupSize = 0x1004,
    MaxWorkItemSizes = 0x1005,
    MaxClockFrequency = 0x100c,
    AddressBits = 0x100d,
    MaxAllocation = 0x1010,
    CacheLineSize = 0x101d,
    CacheSize = 0x101e,
    MemorySize = 0x101f,
    LocalMemorySize = 0x1023,
    Name = 0x102b,
    Vendor = 0x102c,
    DriverVersion = 0x102d,
    Version = 0x102f,
    Extensions = 0x1030,
    HostUnifiedMemory = 0x1035,
    NativeVectorWidthChar = 0x1036,
    Svm = 0x1053,
    Languages = 0x105b,
    MaxSubGroups = 0x105c,
    SubGroupSizes = 0x4108,
    HostMemory = 0x4190,
    DeviceMemory = 0x4191,
    SharedMemory = 0x4192,
    SystemMemory = 0x4194,
}

/// Facts about a platform, by their numbers in `cl_platform_info`.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub(crate) enum PlatformFact {
    Version = 0x0901,
    Name = 0x0902,
    Vendor = 0x0903,
}

/// Facts about a kernel on a device, by their numbers in `cl_kernel_work_group_info`.
#[derive(Debug, Clone, Copy)]
#[repr(u32)]
pub(crate) enum KernelFact {
    WorkGroupSize = 0x11b0,
    LocalMemorySize = 0x11b2,
}

/// Reason why OpenCL refuses something.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: Code,
    call: &'static str,
    log: Option<String>,
}

impl Refusal {
    pub(crate) fn is_out_of_memory(&self) -> bool {
        let codes = [OUT_OF_HOST_MEMORY, MEM_OBJECT_ALLOCATION_FAILURE, INVALID_BUFFER_SIZE];
        codes.contains(&self.code) || self.code == OUT_OF_RESOURCES && self.call.contains("Alloc")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenCL's {} says: {}", self.call, name_of(self.code))?;
        self.log.as_ref().map_or(Ok(()), |log| write!(f, ": {log}"))
    }
}

/// The name of an error.
fn name_of(code: Code) -> String {
    let name = match code {
        -1 => "CL_DEVICE_NOT_FOUND",
        -2 => "CL_DEVICE_NOT_AVAILABLE",
        -3 => "CL_COMPILER_NOT_AVAILABLE",
        MEM_OBJECT_ALLOCATION_FAILURE => "CL_MEM_OBJECT_ALLOCATION_FAILURE",
        OUT_OF_RESOURCES => "CL_OUT_OF_RESOURCES",
        OUT_OF_HOST_MEMORY => "CL_OUT_OF_HOST_MEMORY",
        -11 => "CL_BUILD_PROGRAM_FAILURE",
        -14 => "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
        -30 => "CL_INVALID_VALUE",
        -33 => "CL_INVALID_DEVICE",
        -34 => "CL_INVALID_CONTEXT",
        -36 => "CL_INVALID_COMMAND_QUEUE",
        -42 => "CL_INVALID_BINARY",
        -43 => "CL_INVALID_BUILD_OPTIONS",
        -44 => "CL_INVALID_PROGRAM",
        -45 => "CL_INVALID_PROGRAM_EXECUTABLE",
        INVALID_KERNEL_NAME => "CL_INVALID_KERNEL_NAME",
        -49 => "CL_INVALID_ARG_INDEX",
        -50 => "CL_INVALID_ARG_VALUE",
        -51 => "CL_INVALID_ARG_SIZE",
        -52 => "CL_INVALID_KERNEL_ARGS",
        -53 => "CL_INVALID_WORK_DIMENSION",
        -54 => "CL_INVALID_WORK_GROUP_SIZE",
        -55 => "CL_INVALID_WORK_ITEM_SIZE",
        -56 => "CL_INVALID_GLOBAL_OFFSET",
        -57 => "CL_INVALID_EVENT_WAIT_LIST",
        -59 => "CL_INVALID_OPERATION",
        INVALID_BUFFER_SIZE => "CL_INVALID_BUFFER_SIZE",
        -63 => "CL_INVALID_GLOBAL_WORK_SIZE",
        -66 => "CL_INVALID_SPEC_ID",
        -1001 => "no driver was found",
        PROCESS_ENDS => "drivers end with `main`; expected no commands of objects with static storage",
        other => return format!("error {other}"),
    };
    name.to_owned()
}

/// Declares functions, each found when their library is loaded.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) -> $result:ty;)*) => {
        #[allow(non_snake_case, reason = "OpenCL's names")]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> $result,)*
            /// Stays loaded as long as the process.
            _library: Library,
        }

        impl Functions {
            fn load() -> Result<Self, libloading::Error> {
                // SAFETY: the loader's initialization is what every program with OpenCL runs.
                let library = unsafe { Library::new("libOpenCL.so.1") }?;
                Ok(Self {
                    // SAFETY: functions of these names have these types in `cl.h`.
                    $($name: *unsafe { library.get(stringify!($name)) }?,)*
                    _library: library,
                })
            }
        }
    };
}

type Notify = Option<unsafe extern "C" fn()>;
type Memcpy = unsafe extern "C" fn(Handle, u32, Handle, *const c_void, usize, u32, *const Handle, *mut Handle) -> Code;
type Memfill =
    unsafe extern "C" fn(Handle, Handle, *const c_void, usize, usize, u32, *const Handle, *mut Handle) -> Code;
type AllocateHost = unsafe extern "C" fn(Handle, *const u64, usize, u32, *mut Code) -> Handle;
type AllocateOnDevice = unsafe extern "C" fn(Handle, Handle, *const u64, usize, u32, *mut Code) -> Handle;
type Free = unsafe extern "C" fn(Handle, Handle) -> Code;

functions! {
    clGetPlatformIDs(u32, *mut Handle, *mut u32) -> Code;
    clGetPlatformInfo(Handle, u32, usize, Handle, *mut usize) -> Code;
    clGetDeviceIDs(Handle, u64, u32, *mut Handle, *mut u32) -> Code;
    clGetDeviceInfo(Handle, u32, usize, Handle, *mut usize) -> Code;
    clCreateContext(*const isize, u32, *const Handle, Notify, Handle, *mut Code) -> Handle;
    clCreateCommandQueueWithProperties(Handle, Handle, *const u64, *mut Code) -> Handle;
    clReleaseCommandQueue(Handle) -> Code;
    clCreateProgramWithIL(Handle, *const c_void, usize, *mut Code) -> Handle;
    clSetProgramSpecializationConstant(Handle, u32, usize, *const c_void) -> Code;
    clBuildProgram(Handle, u32, *const Handle, *const c_char, Notify, Handle) -> Code;
    clGetProgramBuildInfo(Handle, Handle, u32, usize, Handle, *mut usize) -> Code;
    clReleaseProgram(Handle) -> Code;
    clCreateKernel(Handle, *const c_char, *mut Code) -> Handle;
    clReleaseKernel(Handle) -> Code;
    clGetKernelInfo(Handle, u32, usize, Handle, *mut usize) -> Code;
    clGetKernelWorkGroupInfo(Handle, Handle, u32, usize, Handle, *mut usize) -> Code;
    clGetKernelSubGroupInfo(Handle, Handle, u32, usize, *const c_void, usize, Handle, *mut usize) -> Code;
    clSetKernelArg(Handle, u32, usize, *const c_void) -> Code;
    clSetKernelExecInfo(Handle, u32, usize, *const c_void) -> Code;
    clEnqueueNDRangeKernel(Handle, Handle, u32, *const usize, *const usize, *const usize, u32, *const Handle,
                           *mut Handle) -> Code;
    clEnqueueMarkerWithWaitList(Handle, u32, *const Handle, *mut Handle) -> Code;
    clFlush(Handle) -> Code;
    clWaitForEvents(u32, *const Handle) -> Code;
    clGetEventInfo(Handle, u32, usize, Handle, *mut usize) -> Code;
    clGetEventProfilingInfo(Handle, u32, usize, Handle, *mut usize) -> Code;
    clReleaseEvent(Handle) -> Code;
    clSVMAlloc(Handle, u64, usize, u32) -> Handle;
    clSVMFree(Handle, Handle) -> ();
    clEnqueueSVMMemcpy(Handle, u32, Handle, *const c_void, usize, u32, *const Handle, *mut Handle) -> Code;
    clEnqueueSVMMemFill(Handle, Handle, *const c_void, usize, usize, u32, *const Handle, *mut Handle) -> Code;
    clGetExtensionFunctionAddressForPlatform(Handle, *const c_char) -> Handle;
}

/// The loader of this machine.
pub(crate) struct Loader(Functions);

/// Drivers take themselves apart when the process ends, before objects of static storage of the program go.
static HAS_ENDED: AtomicBool = AtomicBool::new(false);

/// From now on the end of the process is noticed: to be called when drivers are loaded.
pub(crate) fn watch_the_end() {
    extern "C" fn end() {
        HAS_ENDED.store(true, Ordering::Release);
    }
    static WATCHES: Once = Once::new();
    // SAFETY: the function takes nothing and returns.
    WATCHES.call_once(|| {
        let _ = unsafe { libc::atexit(end) };
    });
}

/// Stands for an error of OpenCL's.
const PROCESS_ENDS: Code = Code::MIN;

fn is_there() -> bool {
    !HAS_ENDED.load(Ordering::Acquire)
}

fn expect_driver(call: &'static str) -> Result<(), Refusal> {
    checked(call, if is_there() { 0 } else { PROCESS_ENDS })
}

fn checked(call: &'static str, code: Code) -> Result<(), Refusal> {
    if code == 0 { Ok(()) } else { Err(Refusal { code, call, log: None }) }
}

/// Calls a function whose result is a code.
macro_rules! call {
    ($loader:expr, $name:ident($($argument:expr),* $(,)?)) => {
        checked(stringify!($name), if is_there() { ($loader.0.$name)($($argument),*) } else { PROCESS_ENDS })
    };
}

/// Calls a function whose result is an object, and whose last argument is a place for a code.
macro_rules! make {
    ($loader:expr, $name:ident($($argument:expr),* $(,)?)) => {{
        let mut code = if is_there() { 0 } else { PROCESS_ENDS };
        let made = if code == 0 { ($loader.0.$name)($($argument,)* &raw mut code) } else { null_mut() };
        checked(stringify!($name), code).map(|()| made)
    }};
}

impl Loader {
    pub(crate) fn get() -> Result<&'static Self, String> {
        static LOADER: OnceCell<Loader> = OnceCell::new();
        LOADER.get_or_try_init(|| Functions::load().map(Loader).map_err(|error| error.to_string()))
    }

    /// Opens all platforms with devices.
    pub(crate) fn platforms(&'static self) -> Result<Vec<Platform>, Refusal> {
        let ids = list(|room, ids, count| {
            // SAFETY: room for so many, and a place for their number.
            unsafe { call!(self, clGetPlatformIDs(room, ids, count)) }
        })?;
        let devices = |platform| {
            // SAFETY: room for so many, and a place for their number.
            list(|room, ids, count| unsafe { call!(self, clGetDeviceIDs(platform, ALL_DEVICES, room, ids, count)) })
        };
        Ok(ids.into_iter().filter_map(|id| Some(Platform { loader: self, id, devices: devices(id).ok()? })).collect())
    }
}

/// List of a function that is first asked for the number.
fn list(ask: impl Fn(u32, *mut Handle, *mut u32) -> Result<(), Refusal>) -> Result<Vec<Handle>, Refusal> {
    let mut count = 0;
    ask(0, null_mut(), &raw mut count)?;
    let mut all = vec![null_mut(); count as usize];
    ask(count, all.as_mut_ptr(), null_mut())?;
    Ok(all)
}

/// A fact of a function that is first asked for its size.
fn fact(ask: impl Fn(usize, Handle, *mut usize) -> Result<(), Refusal>) -> Result<Vec<u8>, Refusal> {
    let mut size = 0;
    ask(0, null_mut(), &raw mut size)?;
    let mut bytes = vec![0u8; size];
    ask(size, bytes.as_mut_ptr().cast(), null_mut())?;
    Ok(bytes)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_matches(['\0', ' ', '\n']).to_owned()
}

/// A number of 32 or 64 bits; 0 if it is unknown.
fn number(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
        _ => bytes.try_into().map_or(0, u64::from_ne_bytes),
    }
}

/// The devices of a driver.
pub(crate) struct Platform {
    loader: &'static Loader,
    id: Handle,
    devices: Vec<Handle>,
}

impl Platform {
    pub(crate) fn device_count(&self) -> usize {
        self.devices.len()
    }

    pub(crate) fn text(&self, of: PlatformFact) -> String {
        let found = fact(|room, value, size| {
            // SAFETY: so much room, and a place for the size.
            unsafe { call!(self.loader, clGetPlatformInfo(self.id, of as u32, room, value, size)) }
        });
        text(&found.unwrap_or_default())
    }

    /// Opens a device by its place.
    pub(crate) fn open(&self, place: usize) -> Result<Device, Refusal> {
        let (loader, id) = (self.loader, self.devices[place]);
        let properties = [CONTEXT_PLATFORM, self.id.expose_provenance().cast_signed(), 0];
        // SAFETY: a list with its end, and a device of that platform.
        let context =
            unsafe { make!(loader, clCreateContext(properties.as_ptr(), 1, &raw const id, None, null_mut())) }?;
        let mut device = Device { loader, platform: self.id, id, context, usm: None };
        if device.text(DeviceFact::Extensions).split(' ').any(|name| name == "cl_intel_unified_shared_memory") {
            device.usm = Usm::load(loader, self.id);
        }
        Ok(device)
    }
}

/// The functions of `cl_intel_unified_shared_memory`.
struct Usm {
    allocate_host: AllocateHost,
    allocate_on_device: AllocateOnDevice,
    allocate_shared: AllocateOnDevice,
    free: Free,
    copy: Memcpy,
    fill: Memfill,
}

impl Usm {
    fn load(loader: &Loader, platform: Handle) -> Option<Self> {
        let find = |name: &CStr| {
            // SAFETY: a platform and a name.
            let found = unsafe { (loader.0.clGetExtensionFunctionAddressForPlatform)(platform, name.as_ptr()) };
            (!found.is_null()).then_some(found)
        };
        // SAFETY: functions of these names have these types in `cl_ext.h`.
        unsafe {
            Some(Self {
                allocate_host: std::mem::transmute::<Handle, AllocateHost>(find(c"clHostMemAllocINTEL")?),
                allocate_on_device: std::mem::transmute::<Handle, AllocateOnDevice>(find(c"clDeviceMemAllocINTEL")?),
                allocate_shared: std::mem::transmute::<Handle, AllocateOnDevice>(find(c"clSharedMemAllocINTEL")?),
                free: std::mem::transmute::<Handle, Free>(find(c"clMemFreeINTEL")?),
                copy: std::mem::transmute::<Handle, Memcpy>(find(c"clEnqueueMemcpyINTEL")?),
                fill: std::mem::transmute::<Handle, Memfill>(find(c"clEnqueueMemFillINTEL")?),
            })
        }
    }
}

/// A device with a context of its own.
pub(crate) struct Device {
    loader: &'static Loader,
    platform: Handle,
    id: Handle,
    context: Handle,
    usm: Option<Usm>,
}

// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Send for Device {}
// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Sync for Device {}

impl Device {
    pub(crate) fn address(&self) -> u64 {
        self.id.expose_provenance() as u64
    }

    pub(crate) fn context_address(&self) -> u64 {
        self.context.expose_provenance() as u64
    }

    pub(crate) fn platform_address(&self) -> u64 {
        self.platform.expose_provenance() as u64
    }

    /// Whether memory is allocated by `cl_intel_unified_shared_memory`, and not as OpenCL's own shared virtual memory.
    pub(crate) fn has_usm(&self) -> bool {
        self.usm.is_some()
    }

    fn bytes(&self, of: DeviceFact) -> Vec<u8> {
        let found = fact(|room, value, size| {
            // SAFETY: so much room, and a place for the size.
            unsafe { call!(self.loader, clGetDeviceInfo(self.id, of as u32, room, value, size)) }
        });
        found.unwrap_or_default()
    }

    pub(crate) fn text(&self, of: DeviceFact) -> String {
        text(&self.bytes(of))
    }

    /// A number; 0 if the device does not know it.
    pub(crate) fn number(&self, of: DeviceFact) -> u64 {
        number(&self.bytes(of))
    }

    /// Numbers of the size of pointers.
    pub(crate) fn numbers(&self, of: DeviceFact) -> Vec<u64> {
        self.bytes(of).chunks_exact(size_of::<usize>()).map(number).collect()
    }

    pub(crate) fn allocate(&self, kind: Kind, size: usize, alignment: usize) -> Result<Address, Refusal> {
        expect_driver("allocation")?;
        let alignment = u32::try_from(alignment).unwrap_or(u32::MAX);
        let (mut code, context) = (0, self.context);
        // SAFETY: objects of this device, no properties, and a place for a code.
        let (call, memory) = unsafe {
            match (&self.usm, kind) {
                (None, _) => ("clSVMAlloc", (self.loader.0.clSVMAlloc)(context, 1 | FINE_GRAINED, size, alignment)),
                (Some(usm), Kind::Host) => {
                    ("clHostMemAllocINTEL", (usm.allocate_host)(context, null(), size, alignment, &raw mut code))
                }
                (Some(usm), Kind::Shared) => (
                    "clSharedMemAllocINTEL",
                    (usm.allocate_shared)(context, self.id, null(), size, alignment, &raw mut code),
                ),
                (Some(usm), Kind::Device | Kind::Unknown) => (
                    "clDeviceMemAllocINTEL",
                    (usm.allocate_on_device)(context, self.id, null(), size, alignment, &raw mut code),
                ),
            }
        };
        checked(call, code)?;
        Address::new(memory).ok_or(Refusal { code: MEM_OBJECT_ALLOCATION_FAILURE, call, log: None })
    }

    pub(crate) fn free(&self, address: &Address) -> Result<(), Refusal> {
        if !is_there() {
            return Ok(());
        }
        // SAFETY: callers keep who owns what; commands that use it have ended.
        unsafe {
            match &self.usm {
                Some(usm) => checked("clMemFreeINTEL", (usm.free)(self.context, address.pointer())),
                None => {
                    (self.loader.0.clSVMFree)(self.context, address.pointer());
                    Ok(())
                }
            }
        }
    }

    /// Builds SPIR-V with values of specialization constants, by id.
    pub(crate) fn build(
        &'static self,
        code: &[u8],
        constants: impl Iterator<Item = (u32, Vec<u8>)>,
    ) -> Result<Program, Refusal> {
        let loader = self.loader;
        // SAFETY: so many bytes, which are copied.
        let id = unsafe { make!(loader, clCreateProgramWithIL(self.context, code.as_ptr().cast(), code.len())) }?;
        let program = Program { device: self, id };
        for (number, value) in constants {
            // SAFETY: a value of so many bytes, which is copied.
            let set = unsafe {
                let value = (value.len(), value.as_ptr().cast());
                call!(loader, clSetProgramSpecializationConstant(id, number, value.0, value.1))
            };
            set?;
        }
        // SAFETY: one device, and options that end with a 0.
        let built = unsafe { call!(loader, clBuildProgram(id, 1, &raw const self.id, c"".as_ptr(), None, null_mut())) };
        built.map_err(|refusal| {
            let log = fact(|room, value, size| {
                // SAFETY: so much room, and a place for the size.
                unsafe { call!(loader, clGetProgramBuildInfo(id, self.id, BUILD_LOG, room, value, size)) }
            });
            let log = text(&log.unwrap_or_default());
            Refusal { log: (!log.is_empty()).then_some(log), ..refusal }
        })?;
        Ok(program)
    }

    pub(crate) fn queue(&'static self, has_times: bool) -> Result<Queue, Refusal> {
        let properties = [QUEUE_PROPERTIES, if has_times { PROFILING_ENABLE } else { 0 }, 0];
        // SAFETY: a list with its end.
        let id = unsafe {
            make!(self.loader, clCreateCommandQueueWithProperties(self.context, self.id, properties.as_ptr()))
        }?;
        Ok(Queue { device: self, id, order: Lock::default() })
    }
}

/// Device code that was built.
pub(crate) struct Program {
    device: &'static Device,
    id: Handle,
}

// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Send for Program {}
// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Sync for Program {}

impl Program {
    /// A kernel; none if the program has none of this name.
    pub(crate) fn kernel(&self, name: &str) -> Result<Option<Kernel>, Refusal> {
        let Ok(name) = CString::new(name) else { return Ok(None) };
        let device = self.device;
        // SAFETY: a program that was built, and a name.
        let id = match unsafe { make!(device.loader, clCreateKernel(self.id, name.as_ptr())) } {
            Err(refusal) if refusal.code == INVALID_KERNEL_NAME => return Ok(None),
            made => made?,
        };
        let kernel = Kernel { device, id, arguments: Lock::default() };
        if device.has_usm() {
            for access in INDIRECT_ACCESSES {
                let yes = 1u32;
                // SAFETY: a boolean.
                unsafe {
                    call!(device.loader, clSetKernelExecInfo(id, access, size_of::<u32>(), (&raw const yes).cast()))
                }?;
            }
        }
        Ok(Some(kernel))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: made by `build`, and released once; kernels keep it.
        let _ = unsafe { call!(self.device.loader, clReleaseProgram(self.id)) };
    }
}

/// A kernel of a program.
pub(crate) struct Kernel {
    device: &'static Device,
    id: Handle,
    /// Locked from the first argument until the launch.
    arguments: Lock<()>,
}

// SAFETY: arguments are set under the lock.
unsafe impl Send for Kernel {}
// SAFETY: arguments are set under the lock.
unsafe impl Sync for Kernel {}

impl Kernel {
    /// A fact; 0 if the device does not know it.
    pub(crate) fn number(&self, of: KernelFact) -> u64 {
        let Device { loader, id, .. } = *self.device;
        let found = fact(|room, value, size| {
            // SAFETY: so much room, and a place for the size.
            unsafe { call!(loader, clGetKernelWorkGroupInfo(self.id, id, of as u32, room, value, size)) }
        });
        number(&found.unwrap_or_default())
    }

    /// Number of its arguments.
    pub(crate) fn argument_count(&self) -> Result<usize, Refusal> {
        let found = fact(|room, value, size| {
            // SAFETY: so much room, and a place for the size.
            unsafe { call!(self.device.loader, clGetKernelInfo(self.id, ARGUMENT_COUNT, room, value, size)) }
        });
        found.map(|bytes| number(&bytes) as usize)
    }

    /// Items of the sub-groups of a group of so many items; 1 if the device does not know it.
    pub(crate) fn sub_group_size(&self, items: u64) -> u32 {
        let Device { loader, id, .. } = *self.device;
        let items = items as usize;
        let found = fact(|room, value, size| {
            let (given, items) = (size_of::<usize>(), (&raw const items).cast());
            // SAFETY: a number, so much room, and a place for the size.
            unsafe {
                call!(loader, clGetKernelSubGroupInfo(self.id, id, MAX_SUB_GROUP_SIZE, given, items, room, value, size))
            }
        });
        u32::try_from(number(&found.unwrap_or_default())).unwrap_or(0).max(1)
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: made by `kernel`, and released once; launches keep it.
        let _ = unsafe { call!(self.device.loader, clReleaseKernel(self.id)) };
    }
}

/// An argument of a kernel.
pub(crate) enum Argument<'a> {
    Value(&'a [u8]),
    /// So many bytes of local memory.
    Local(usize),
}

/// Items of a launch: for each dimension, the fastest first.
pub(crate) struct Extents {
    /// 1 to 3.
    pub(crate) dimensions: usize,
    pub(crate) offset: [usize; 3],
    pub(crate) global: [usize; 3],
    pub(crate) local: [usize; 3],
}

/// An order of commands on a device.
pub(crate) struct Queue {
    device: &'static Device,
    id: Handle,
    /// Locked while a command is added that consists of several.
    order: Lock<()>,
}

// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Send for Queue {}
// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Sync for Queue {}

impl Queue {
    pub(crate) fn address(&self) -> usize {
        self.id.expose_provenance()
    }

    /// No other thread adds a command until it is dropped.
    pub(crate) fn lock(&self) -> Locked<'_, ()> {
        self.order.lock()
    }

    /// Lets the device start what was added.
    pub(crate) fn flush(&self) -> Result<(), Refusal> {
        // SAFETY: it is there.
        unsafe { call!(self.device.loader, clFlush(self.id)) }
    }

    /// Adds a command by a function that takes what it waits for and a place for its event.
    fn add(
        &self,
        after: &[&Event],
        add: impl FnOnce(u32, *const Handle, *mut Handle) -> Result<(), Refusal>,
    ) -> Result<Event, Refusal> {
        let handles: Vec<Handle> = after.iter().map(|event| event.id).collect();
        let first = if handles.is_empty() { null() } else { handles.as_ptr() };
        let mut id = null_mut();
        add(u32::try_from(handles.len()).unwrap_or(0), first, &raw mut id)?;
        Ok(Event { device: self.device, id })
    }

    /// Launches a kernel. `reached` is memory that it may access by addresses in its arguments, where the device has to
    /// be told.
    pub(crate) fn launch(
        &self,
        kernel: &Kernel,
        extents: &Extents,
        arguments: &[Argument<'_>],
        reached: &Lock<BTreeSet<usize>>,
        after: &[&Event],
    ) -> Result<Event, Refusal> {
        let loader = self.device.loader;
        let _arguments = kernel.arguments.lock();
        for (index, argument) in (0..).zip(arguments) {
            let (size, value): (usize, *const c_void) = match argument {
                Argument::Value(bytes) => (bytes.len(), bytes.as_ptr().cast()),
                Argument::Local(size) => (*size, null()),
            };
            // SAFETY: a value of so many bytes, which is copied; OpenCL compares the size with the parameter's.
            let set = unsafe { call!(loader, clSetKernelArg(kernel.id, index, size, value)) };
            set.map_err(|refusal| Refusal { log: Some(format!("argument {index}, of {size} bytes")), ..refusal })?;
        }
        if !self.device.has_usm() {
            let pointers: Vec<Handle> =
                reached.lock().iter().map(|number| std::ptr::with_exposed_provenance_mut(*number)).collect();
            let size = size_of_val(pointers.as_slice());
            // SAFETY: a list of so many bytes, of allocations that are there.
            unsafe { call!(loader, clSetKernelExecInfo(kernel.id, SVM_POINTERS, size, pointers.as_ptr().cast())) }?;
        }
        let Extents { dimensions, offset, global, local } = extents;
        let dimensions = u32::try_from(*dimensions).unwrap_or(0);
        self.add(after, |count, events, event| {
            let (offset, global, local) = (offset.as_ptr(), global.as_ptr(), local.as_ptr());
            // SAFETY: arrays have a number for each dimension; all arguments were set.
            unsafe {
                call!(
                    loader,
                    clEnqueueNDRangeKernel(self.id, kernel.id, dimensions, offset, global, local, count, events, event)
                )
            }
        })
    }

    /// Copies bytes between any memory of the host and of the device.
    pub(crate) fn copy(&self, to: &Address, from: &Address, size: usize, after: &[&Event]) -> Result<Event, Refusal> {
        let (call, copy) = match &self.device.usm {
            Some(usm) => ("clEnqueueMemcpyINTEL", usm.copy),
            None => ("clEnqueueSVMMemcpy", self.device.loader.0.clEnqueueSVMMemcpy),
        };
        expect_driver(call)?;
        self.add(after, |count, events, event| {
            // SAFETY: sycl_rt_submit: so much memory at both places, until the command has ended.
            checked(call, unsafe { copy(self.id, 0, to.pointer(), from.pointer(), size, count, events, event) })
        })
    }

    /// Writes a pattern to so many bytes. Its size is a power of two of at most 128, to which the address is aligned.
    pub(crate) fn fill(&self, to: &Address, pattern: &[u8], size: usize, after: &[&Event]) -> Result<Event, Refusal> {
        let (call, fill) = match &self.device.usm {
            Some(usm) => ("clEnqueueMemFillINTEL", usm.fill),
            None => ("clEnqueueSVMMemFill", self.device.loader.0.clEnqueueSVMMemFill),
        };
        expect_driver(call)?;
        self.add(after, |count, events, event| {
            let (pattern, length) = (pattern.as_ptr().cast(), pattern.len());
            // SAFETY: sycl_rt_submit: so much memory at both places, until the command has ended; the pattern is
            // copied.
            checked(call, unsafe { fill(self.id, to.pointer(), pattern, length, size, count, events, event) })
        })
    }

    /// An event that happens when all before it has ended.
    pub(crate) fn mark(&self, after: &[&Event]) -> Result<Event, Refusal> {
        self.add(after, |count, events, event| {
            // SAFETY: events of the same context.
            unsafe { call!(self.device.loader, clEnqueueMarkerWithWaitList(self.id, count, events, event)) }
        })
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        // SAFETY: made by `queue`; what is in it goes on.
        let _ = unsafe { call!(self.device.loader, clReleaseCommandQueue(self.id)) };
    }
}

/// The end of a command.
pub(crate) struct Event {
    device: &'static Device,
    id: Handle,
}

// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Send for Event {}
// SAFETY: all functions of OpenCL may be called by all threads, but clSetKernelArg for one kernel, which has a lock.
unsafe impl Sync for Event {}

impl Event {
    /// Waits until it has happened. An error is its command's.
    pub(crate) fn wait(&self) -> Result<(), Refusal> {
        // SAFETY: one event.
        let waited = unsafe { call!(self.device.loader, clWaitForEvents(1, &raw const self.id)) };
        // What went wrong is in its status.
        let status = self.status();
        if status < 0 { Err(Refusal { code: status, call: "clWaitForEvents", log: None }) } else { waited }
    }

    fn status(&self) -> Code {
        let mut status = 0i32;
        let (value, size) = ((&raw mut status).cast(), size_of::<i32>());
        // SAFETY: room for a number.
        let _ = unsafe { call!(self.device.loader, clGetEventInfo(self.id, EVENT_STATUS, size, value, null_mut())) };
        status
    }

    /// Whether it has happened, or will not after an error.
    pub(crate) fn has_happened(&self) -> bool {
        self.status() <= 0
    }

    /// Nanoseconds of the device at which its command started and ended, if its queue has times.
    pub(crate) fn times(&self) -> Option<[u64; 2]> {
        let time = |of| {
            let mut time = 0u64;
            let (value, size) = ((&raw mut time).cast(), size_of::<u64>());
            // SAFETY: room for a number.
            let asked =
                unsafe { call!(self.device.loader, clGetEventProfilingInfo(self.id, of, size, value, null_mut())) };
            asked.ok().map(|()| time)
        };
        Some([time(PROFILING_START)?, time(PROFILING_END)?])
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: made by a command, and released once.
        let _ = unsafe { call!(self.device.loader, clReleaseEvent(self.id)) };
    }
}
