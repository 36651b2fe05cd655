//! The CUDA driver, `libcuda.so.1`, which is loaded if it is there; nothing of the CUDA toolkit is needed.
//!
//! Numbers and structures are those of `cuda.h` of CUDA 12, as NVIDIA's "CUDA Driver API" describes them.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::fmt;
use std::ptr::null_mut;

use libloading::Library;
use once_cell::sync::OnceCell;
use smallvec::SmallVec;

use super::Address;
use crate::launch::FEW;

type Code = c_uint;

/// `CUresult`.
const OUT_OF_MEMORY: Code = 2;
const NOT_INITIALIZED: Code = 3;
const NOT_FOUND: Code = 500;
const NOT_READY: Code = 600;
const ASSERT: Code = 710;

/// `CUjit_option`.
const ERROR_LOG: c_uint = 5;
const ERROR_LOG_SIZE: c_uint = 6;

/// `CU_JIT_INPUT_PTX`.
const PTX: c_uint = 1;

const STREAM_NON_BLOCKING: c_uint = 1;
const EVENT_DISABLE_TIMING: c_uint = 2;
/// `CU_MEM_ATTACH_GLOBAL`.
const ATTACH_GLOBAL: c_uint = 1;
/// `CU_MEMHOSTALLOC_PORTABLE` and `CU_MEMHOSTALLOC_DEVICEMAP`.
const HOST_ALLOCATION: c_uint = 3;
/// `CU_MEMORYTYPE_UNIFIED`.
const UNIFIED: c_uint = 4;

/// Facts about a device, by their numbers in `CUdevice_attribute`.
#[derive(Debug, Clone, Copy)]
#[repr(i32)]
pub(crate) enum DeviceFact {
    MaxThreadsPerBlock = 1,
    MaxBlockX = 2,
    MaxBlockY = 3,
    MaxBlockZ = 4,
    SharedMemory = 8,
    WarpSize = 10,
    /// kHz.
    ClockRate = 13,
    Multiprocessors = 16,
    IsIntegrated = 18,
    CacheSize = 38,
    MajorVersion = 75,
    MinorVersion = 76,
    HostNativeAtomics = 86,
    SharedMemoryOptIn = 97,
    PageableMemoryAccess = 88,
}

/// Facts about a kernel, by their numbers in `CUfunction_attribute`.
#[derive(Debug, Clone, Copy)]
#[repr(i32)]
pub(crate) enum KernelFact {
    MaxThreadsPerBlock = 0,
    SharedMemory = 1,
    /// Bytes of an item in memory that is its own: what has no place in registers.
    LocalMemory = 3,
    Registers = 4,
    /// The most that a launch may ask for; it can be set.
    MaxDynamicSharedMemory = 8,
}

/// Reason why the driver refuses something.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: Code,
    call: &'static str,
    text: String,
}

impl Refusal {
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.code == OUT_OF_MEMORY
    }

    pub(crate) fn is_assertion(&self) -> bool {
        self.code == ASSERT
    }

    /// The driver's compiler's words on a module, in place of its own.
    fn with_log(mut self, log: &[u8]) -> Self {
        let log = String::from_utf8_lossy(log);
        let log = log.trim_end_matches('\0').trim();
        if !log.is_empty() {
            self.text = format!("{}: {log}", self.text);
        }
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CUDA's {} says: {}", self.call, self.text)
    }
}

/// `CUDA_MEMCPY2D`.
#[repr(C)]
struct Copy2d {
    from: Place2d,
    to: Place2d,
    width: usize,
    height: usize,
}

#[repr(C)]
struct Place2d {
    x: usize,
    y: usize,
    kind: c_uint,
    host: *mut c_void,
    device: u64,
    array: *mut c_void,
    pitch: usize,
}

/// Gives the place and the size of a parameter of a kernel.
type ParameterInfo = unsafe extern "C" fn(*mut c_void, usize, *mut usize, *mut usize) -> Code;

/// Declares the functions of the driver that are used, each found when the driver is loaded.
macro_rules! functions {
    ($($name:ident($($argument:ty),*);)*) => {
        #[allow(non_snake_case, reason = "the driver's names")]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> Code,)*
            /// Drivers before that of CUDA 12.4 do not have it.
            cuFuncGetParamInfo: Option<ParameterInfo>,
            /// The same.
            cuFuncLoad: Option<unsafe extern "C" fn(*mut c_void) -> Code>,
            /// Stays loaded as long as the process.
            _library: Library,
        }

        impl Functions {
            fn load() -> Result<Self, libloading::Error> {
                // SAFETY: the driver's initialization is what every CUDA program runs.
                let library = unsafe { Library::new("libcuda.so.1") }?;
                Ok(Self {
                    // SAFETY: functions of these names have these types in `cuda.h`.
                    $($name: *unsafe { library.get(stringify!($name)) }?,)*
                    // SAFETY: functions of these names have these types in `cuda.h`.
                    cuFuncGetParamInfo: unsafe { library.get("cuFuncGetParamInfo") }.ok().map(|found| *found),
                    // SAFETY: functions of these names have these types in `cuda.h`.
                    cuFuncLoad: unsafe { library.get("cuFuncLoad") }.ok().map(|found| *found),
                    _library: library,
                })
            }
        }
    };
}

functions! {
    cuInit(c_uint);
    cuDriverGetVersion(*mut c_int);
    cuDeviceGetCount(*mut c_int);
    cuDeviceGet(*mut c_int, c_int);
    cuDeviceGetName(*mut c_char, c_int, c_int);
    cuDeviceTotalMem_v2(*mut usize, c_int);
    cuDeviceGetAttribute(*mut c_int, c_int, c_int);
    cuDevicePrimaryCtxRetain(*mut *mut c_void, c_int);
    cuDeviceCanAccessPeer(*mut c_int, c_int, c_int);
    cuCtxSetCurrent(*mut c_void);
    cuCtxEnablePeerAccess(*mut c_void, c_uint);
    cuMemGetInfo_v2(*mut usize, *mut usize);
    cuMemAlloc_v2(*mut u64, usize);
    cuMemAllocManaged(*mut u64, usize, c_uint);
    cuMemHostAlloc(*mut *mut c_void, usize, c_uint);
    cuMemFree_v2(u64);
    cuMemFreeHost(*mut c_void);
    cuMemcpyAsync(u64, u64, usize, *mut c_void);
    cuMemcpy2DAsync_v2(*const Copy2d, *mut c_void);
    cuMemcpyHtoD_v2(u64, *const c_void, usize);
    cuMemcpyDtoH_v2(*mut c_void, u64, usize);
    cuMemsetD8Async(u64, u8, usize, *mut c_void);
    cuMemsetD16Async(u64, u16, usize, *mut c_void);
    cuMemsetD32Async(u64, c_uint, usize, *mut c_void);
    cuMemsetD2D8Async(u64, usize, u8, usize, usize, *mut c_void);
    cuMemsetD2D32Async(u64, usize, c_uint, usize, usize, *mut c_void);
    cuMemPrefetchAsync(u64, usize, c_int, *mut c_void);
    cuModuleLoadDataEx(*mut *mut c_void, *const c_void, c_uint, *mut c_uint, *mut *mut c_void);
    cuLinkCreate_v2(c_uint, *mut c_uint, *mut *mut c_void, *mut *mut c_void);
    cuLinkAddData_v2(*mut c_void, c_uint, *const c_void, usize, *const c_char, c_uint, *mut c_uint, *mut *mut c_void);
    cuLinkComplete(*mut c_void, *mut *mut c_void, *mut usize);
    cuLinkDestroy(*mut c_void);
    cuModuleUnload(*mut c_void);
    cuModuleGetFunction(*mut *mut c_void, *mut c_void, *const c_char);
    cuModuleGetGlobal_v2(*mut u64, *mut usize, *mut c_void, *const c_char);
    cuFuncGetAttribute(*mut c_int, c_int, *mut c_void);
    cuFuncSetAttribute(*mut c_void, c_int, c_int);
    cuLaunchKernel(*mut c_void, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, *mut c_void, *mut *mut c_void,
                   *mut *mut c_void);
    cuStreamCreate(*mut *mut c_void, c_uint);
    cuStreamDestroy_v2(*mut c_void);
    cuStreamSynchronize(*mut c_void);
    cuStreamWaitEvent(*mut c_void, *mut c_void, c_uint);
    cuEventCreate(*mut *mut c_void, c_uint);
    cuEventRecord(*mut c_void, *mut c_void);
    cuEventQuery(*mut c_void);
    cuEventSynchronize(*mut c_void);
    cuEventElapsedTime(*mut f32, *mut c_void, *mut c_void);
    cuEventDestroy_v2(*mut c_void);
    cuGetErrorName(Code, *mut *const c_char);
    cuGetErrorString(Code, *mut *const c_char);
}

/// Loads the driver's compiler, as the driver would. It ends with the process, so functions that wait for its users are
/// registered after this.
pub(crate) fn load_compiler() {
    static COMPILER: OnceCell<Option<Library>> = OnceCell::new();
    // SAFETY: a library of the driver, which loads it for every program that brings PTX.
    COMPILER.get_or_init(|| unsafe { Library::new("libnvidia-ptxjitcompiler.so.1") }.ok());
}

/// Place for what the driver's compiler says.
struct ErrorLog {
    text: Vec<u8>,
    options: [c_uint; 2],
    values: [*mut c_void; 2],
}

impl ErrorLog {
    fn new() -> Self {
        let (text, options) = (vec![0; 8192], [ERROR_LOG, ERROR_LOG_SIZE]);
        Self { text, options, values: [null_mut(); 2] }
    }

    /// Two options of `CUjit_option`, and their values.
    fn options(&mut self) -> (*mut c_uint, *mut *mut c_void) {
        self.values = [self.text.as_mut_ptr().cast(), std::ptr::without_provenance_mut(self.text.len())];
        (self.options.as_mut_ptr(), self.values.as_mut_ptr())
    }
}

/// The driver of this machine.
pub(crate) struct Driver(Functions);

/// Calls a function of the driver.
macro_rules! call {
    ($driver:expr, $name:ident($($argument:expr),* $(,)?)) => {
        $driver.checked(stringify!($name), ($driver.0.$name)($($argument),*))
    };
}

impl Driver {
    /// The driver, if there is one that finds GPUs. `Err` has why not, for the log.
    pub(crate) fn get() -> Result<&'static Self, String> {
        static DRIVER: OnceCell<Driver> = OnceCell::new();
        let load = || {
            let driver = Self(Functions::load().map_err(|error| error.to_string())?);
            // SAFETY: takes no address.
            unsafe { call!(driver, cuInit(0)) }.map_err(|refusal| refusal.to_string())?;
            Ok(driver)
        };
        DRIVER.get_or_try_init(load)
    }

    fn checked(&self, call: &'static str, code: Code) -> Result<(), Refusal> {
        if code == 0 { Ok(()) } else { Err(self.refusal(call, code)) }
    }

    #[cold]
    fn refusal(&self, call: &'static str, code: Code) -> Refusal {
        let text = |of: unsafe extern "C" fn(Code, *mut *const c_char) -> Code| {
            let mut text = std::ptr::null();
            // SAFETY: a place for the address of a text that stays.
            let known = unsafe { of(code, &raw mut text) } == 0 && !text.is_null();
            // SAFETY: a place for the address of a text that stays.
            known.then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
        };
        let name = text(self.0.cuGetErrorName).unwrap_or_else(|| format!("error {code}"));
        let words = text(self.0.cuGetErrorString).map_or_else(String::new, |words| format!(" ({words})"));
        Refusal { code, call, text: format!("{name}{words}") }
    }

    /// As 12040 for CUDA 12.4.
    pub(crate) fn version(&self) -> u32 {
        let mut version = 0;
        // SAFETY: a place for the result.
        let result = unsafe { call!(self, cuDriverGetVersion(&raw mut version)) };
        result.map_or(0, |()| u32::try_from(version).unwrap_or(0))
    }

    pub(crate) fn count(&self) -> Result<i32, Refusal> {
        let mut count = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self, cuDeviceGetCount(&raw mut count)) }.map(|()| count)
    }
}

/// A GPU, and its primary context, which lives as long as the process.
pub(crate) struct Gpu {
    driver: &'static Driver,
    ordinal: c_int,
    context: *mut c_void,
}

// SAFETY: contexts may be used by all threads; each call makes its own current first.
unsafe impl Send for Gpu {}
// SAFETY: contexts may be used by all threads; each call makes its own current first.
unsafe impl Sync for Gpu {}

impl Gpu {
    pub(crate) fn open(driver: &'static Driver, number: i32) -> Result<Self, Refusal> {
        let (mut ordinal, mut context) = (0, null_mut());
        // SAFETY: places for results.
        unsafe {
            call!(driver, cuDeviceGet(&raw mut ordinal, number))?;
            call!(driver, cuDevicePrimaryCtxRetain(&raw mut context, ordinal))?;
        }
        Ok(Self { driver, ordinal, context })
    }

    /// Makes its context this thread's: the program may have others.
    pub(crate) fn enter(&self) -> Result<(), Refusal> {
        // SAFETY: a context that stays.
        let entered = unsafe { call!(self.driver, cuCtxSetCurrent(self.context)) };
        entered.map_err(|mut refusal| {
            // Of a context that there is, the driver says so after a fork alone.
            if refusal.code == NOT_INITIALIZED {
                refusal.text.push_str(
                    "; this process is a fork of one that used the GPU, which CUDA does not allow: expected a first use after \
                     the fork, or another program in the child",
                );
            }
            refusal
        })
    }

    /// Lets its kernels access the memory of another GPU, where that is possible.
    pub(crate) fn reach(&self, other: &Self) {
        let mut can = 0;
        // SAFETY: a place for the result.
        let asked = unsafe { call!(self.driver, cuDeviceCanAccessPeer(&raw mut can, self.ordinal, other.ordinal)) };
        if asked.is_ok() && can != 0 && self.enter().is_ok() {
            // SAFETY: a context that stays. It may be that the program did it before.
            let _ = unsafe { call!(self.driver, cuCtxEnablePeerAccess(other.context, 0)) };
        }
    }

    pub(crate) fn name(&self) -> Result<String, Refusal> {
        let mut name: [c_char; 256] = [0; 256];
        // SAFETY: room for so many bytes, the last of which stays 0.
        unsafe {
            call!(self.driver, cuDeviceGetName(name.as_mut_ptr(), 255, self.ordinal))?;
            Ok(CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned())
        }
    }

    /// Bytes of memory.
    pub(crate) fn memory_size(&self) -> Result<u64, Refusal> {
        let mut size = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, cuDeviceTotalMem_v2(&raw mut size, self.ordinal)) }.map(|()| size as u64)
    }

    pub(crate) fn free_memory(&self) -> Result<u64, Refusal> {
        self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: places for the results.
        unsafe { call!(self.driver, cuMemGetInfo_v2(&raw mut free, &raw mut total)) }.map(|()| free as u64)
    }

    /// A fact; 0 if the driver does not know it.
    pub(crate) fn fact(&self, fact: DeviceFact) -> u32 {
        let mut value = 0;
        // SAFETY: a place for the result.
        let asked = unsafe { call!(self.driver, cuDeviceGetAttribute(&raw mut value, fact as c_int, self.ordinal)) };
        asked.map_or(0, |()| u32::try_from(value).unwrap_or(0))
    }

    pub(crate) fn allocate_device(&self, size: usize) -> Result<Address, Refusal> {
        self.enter()?;
        let mut address = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, cuMemAlloc_v2(&raw mut address, size)) }?;
        Ok(Address::of_device(address))
    }

    /// Memory that moves between the host and the device as they access it.
    pub(crate) fn allocate_managed(&self, size: usize) -> Result<Address, Refusal> {
        self.enter()?;
        let mut address = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, cuMemAllocManaged(&raw mut address, size, ATTACH_GLOBAL)) }?;
        Ok(Address::of_device(address))
    }

    /// Memory of the host that all devices access.
    pub(crate) fn allocate_host(&self, size: usize) -> Result<Address, Refusal> {
        self.enter()?;
        let mut address = null_mut();
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, cuMemHostAlloc(&raw mut address, size, HOST_ALLOCATION)) }?;
        Ok(Address::of_device(address.expose_provenance() as u64))
    }

    /// Frees memory of [`Self::allocate_device`] and [`Self::allocate_managed`].
    pub(crate) fn free(&self, address: &Address) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: callers keep who owns what; commands that use it have ended.
        unsafe { call!(self.driver, cuMemFree_v2(address.number() as u64)) }
    }

    /// Frees memory of [`Self::allocate_host`].
    pub(crate) fn free_host(&self, address: &Address) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: callers keep who owns what; commands that use it have ended.
        unsafe { call!(self.driver, cuMemFreeHost(address.pointer())) }
    }

    /// Copies bytes to the device, and returns when they are there.
    pub(crate) fn write(&self, to: &Address, bytes: &[u8]) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: an allocation of at least so many bytes.
        unsafe { call!(self.driver, cuMemcpyHtoD_v2(to.number() as u64, bytes.as_ptr().cast(), bytes.len())) }?;
        // It returns when the bytes are with the driver; other streams do not wait for the one that brings them on.
        // SAFETY: the default stream.
        unsafe { call!(self.driver, cuStreamSynchronize(null_mut())) }
    }

    /// Copies bytes from the device.
    pub(crate) fn read(&self, from: &Address, bytes: &mut [u8]) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: an allocation or a variable of at least so many bytes.
        unsafe { call!(self.driver, cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), from.number() as u64, bytes.len())) }
    }

    /// Loads PTX or a cubin. PTX ends with a 0, and no other thread launches anything while the driver compiles it.
    pub(crate) fn load(&'static self, image: &[u8]) -> Result<Module, Refusal> {
        self.enter()?;
        let (mut module, mut log) = (null_mut(), ErrorLog::new());
        let (options, values) = log.options();
        // SAFETY: an image with its end, and options with values of their types.
        let loaded = unsafe {
            call!(self.driver, cuModuleLoadDataEx(&raw mut module, image.as_ptr().cast(), 2, options, values))
        };
        loaded.map_err(|refusal| refusal.with_log(&log.text))?;
        Ok(Module { gpu: self, module })
    }

    /// The cubin of PTX, which ends with a 0. Other threads launch meanwhile.
    pub(crate) fn assemble(&self, ptx: &[u8]) -> Result<Vec<u8>, Refusal> {
        self.enter()?;
        let (mut link, mut log) = (null_mut(), ErrorLog::new());
        let (options, values) = log.options();
        // SAFETY: a place for the result, and options with values of their types, which stay until the link ends.
        unsafe { call!(self.driver, cuLinkCreate_v2(2, options, values, &raw mut link)) }?;
        let (mut cubin, mut size) = (null_mut(), 0);
        // SAFETY: a link, and PTX with its end and a name.
        let linked = unsafe {
            let (code, none, name) = (ptx.as_ptr().cast(), null_mut(), c"kernel".as_ptr());
            call!(self.driver, cuLinkAddData_v2(link, PTX, code, ptx.len(), name, 0, null_mut(), none))
                .and_then(|()| call!(self.driver, cuLinkComplete(link, &raw mut cubin, &raw mut size)))
        };
        // SAFETY: the link has made so many bytes, and has them until it is destroyed.
        let bytes = linked.map(|()| unsafe { std::slice::from_raw_parts(cubin.cast::<u8>(), size) }.to_vec());
        // SAFETY: a link, which ends here.
        unsafe { call!(self.driver, cuLinkDestroy(link)) }?;
        bytes.map_err(|refusal| refusal.with_log(&log.text))
    }

    pub(crate) fn stream(&'static self) -> Result<Stream, Refusal> {
        self.enter()?;
        let mut stream = null_mut();
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, cuStreamCreate(&raw mut stream, STREAM_NON_BLOCKING)) }?;
        Ok(Stream { gpu: self, stream })
    }

    pub(crate) fn event(&'static self, has_time: bool) -> Result<Event, Refusal> {
        self.enter()?;
        let mut event = null_mut();
        let flags = if has_time { 0 } else { EVENT_DISABLE_TIMING };
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, cuEventCreate(&raw mut event, flags)) }?;
        Ok(Event { gpu: self, event })
    }
}

/// Device code on a GPU.
pub(crate) struct Module {
    gpu: &'static Gpu,
    module: *mut c_void,
}

// SAFETY: contexts may be used by all threads; each call makes its own current first.
unsafe impl Send for Module {}
// SAFETY: contexts may be used by all threads; each call makes its own current first.
unsafe impl Sync for Module {}

impl Module {
    /// A kernel; none if the module has none of this name.
    pub(crate) fn kernel(&self, name: &str) -> Result<Option<Function>, Refusal> {
        let Ok(name) = CString::new(name) else { return Ok(None) };
        self.gpu.enter()?;
        let mut function = null_mut();
        // SAFETY: a module that is loaded, and a name.
        let found =
            unsafe { call!(self.gpu.driver, cuModuleGetFunction(&raw mut function, self.module, name.as_ptr())) };
        match found {
            Ok(()) => Ok(Some(Function { gpu: self.gpu, function })),
            Err(refusal) if refusal.code == NOT_FOUND => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// A variable and its bytes; none if the module has none of this name.
    pub(crate) fn variable(&self, name: &str) -> Result<Option<(Address, usize)>, Refusal> {
        let Ok(name) = CString::new(name) else { return Ok(None) };
        self.gpu.enter()?;
        let (mut address, mut size) = (0, 0);
        // SAFETY: a module that is loaded, a name, and places for the results.
        let found = unsafe {
            call!(self.gpu.driver, cuModuleGetGlobal_v2(&raw mut address, &raw mut size, self.module, name.as_ptr()))
        };
        match found {
            Ok(()) => Ok(Some((Address::of_device(address), size))),
            Err(refusal) if refusal.code == NOT_FOUND => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.gpu.enter().is_ok() {
            // SAFETY: loaded by `load`, and unloaded once. An error is an earlier one of the context's.
            let _ = unsafe { call!(self.gpu.driver, cuModuleUnload(self.module)) };
        }
    }
}

/// A kernel of a module, which outlives it.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    gpu: &'static Gpu,
    function: *mut c_void,
}

// SAFETY: contexts may be used by all threads; each call makes its own current first.
unsafe impl Send for Function {}
// SAFETY: contexts may be used by all threads; each call makes its own current first.
unsafe impl Sync for Function {}

impl Function {
    /// A fact; 0 if the driver does not know it.
    pub(crate) fn fact(&self, fact: KernelFact) -> u32 {
        let mut value = 0;
        // SAFETY: a place for the result.
        let asked = unsafe { call!(self.gpu.driver, cuFuncGetAttribute(&raw mut value, fact as c_int, self.function)) };
        asked.map_or(0, |()| u32::try_from(value).unwrap_or(0))
    }

    /// The sizes of its parameters; nothing if the driver does not tell.
    pub(crate) fn parameter_sizes(&self) -> Vec<usize> {
        let mut sizes = Vec::new();
        let Some(ask) = self.gpu.driver.0.cuFuncGetParamInfo else { return sizes };
        loop {
            let (mut place, mut size) = (0, 0);
            // SAFETY: a kernel of a loaded module, and places for the results. Numbers behind the last are refused.
            if unsafe { ask(self.function, sizes.len(), &raw mut place, &raw mut size) } != 0 {
                return sizes;
            }
            sizes.push(size);
        }
    }

    /// Has the driver bring its code to the GPU, for which the first launch would wait. Callers have entered the GPU.
    pub(crate) fn load(&self) -> Result<(), Refusal> {
        let Some(load) = self.gpu.driver.0.cuFuncLoad else { return Ok(()) };
        // SAFETY: a kernel of a loaded module.
        self.gpu.driver.checked("cuFuncLoad", unsafe { load(self.function) })
    }

    /// Lets launches ask for so much dynamic shared memory.
    pub(crate) fn allow_shared_memory(&self, size: u32) -> Result<(), Refusal> {
        self.gpu.enter()?;
        let fact = KernelFact::MaxDynamicSharedMemory as c_int;
        let size = c_int::try_from(size).unwrap_or(c_int::MAX);
        // SAFETY: a kernel of a loaded module.
        unsafe { call!(self.gpu.driver, cuFuncSetAttribute(self.function, fact, size)) }
    }
}

/// An order of commands on a GPU. Callers of its functions have entered the GPU.
pub(crate) struct Stream {
    gpu: &'static Gpu,
    stream: *mut c_void,
}

// SAFETY: streams may be used by all threads.
unsafe impl Send for Stream {}
// SAFETY: streams may be used by all threads.
unsafe impl Sync for Stream {}

impl Stream {
    /// Waits for all that is in it. An error is that of a command on its GPU.
    pub(crate) fn wait(&self) -> Result<(), Refusal> {
        // SAFETY: it is there.
        unsafe { call!(self.gpu.driver, cuStreamSynchronize(self.stream)) }
    }

    /// Lets what follows wait for what was recorded, on any GPU.
    pub(crate) fn wait_for(&self, event: &Event) -> Result<(), Refusal> {
        // SAFETY: both are there.
        unsafe { call!(self.gpu.driver, cuStreamWaitEvent(self.stream, event.event, 0)) }
    }

    /// The event happens when all before it has ended.
    pub(crate) fn record(&self, event: &Event) -> Result<(), Refusal> {
        // SAFETY: both are there, and of one context.
        unsafe { call!(self.gpu.driver, cuEventRecord(event.event, self.stream)) }
    }

    /// Launches a kernel. `arguments` are its values, one after another; it copies them.
    pub(crate) fn launch<'a>(
        &self,
        function: Function,
        groups: [u32; 3],
        items: [u32; 3],
        shared: u32,
        arguments: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), Refusal> {
        let mut places: SmallVec<[*mut c_void; FEW]> =
            arguments.map(|value| value.as_ptr().cast_mut().cast()).collect();
        let ([gx, gy, gz], [x, y, z]) = (groups, items);
        // SAFETY: a kernel of a module that stays until it has run; as many arguments as it has, or more, each with as
        // many bytes (sycl_rt_launch).
        unsafe {
            let (places, none) = (places.as_mut_ptr(), null_mut());
            call!(
                self.gpu.driver,
                cuLaunchKernel(function.function, gx, gy, gz, x, y, z, shared, self.stream, places, none)
            )
        }
    }

    /// Copies rows of bytes between any memory of the host and of devices.
    pub(crate) fn copy(
        &self,
        to: (&Address, usize),
        from: (&Address, usize),
        size: usize,
        rows: usize,
    ) -> Result<(), Refusal> {
        let ((to, to_pitch), (from, from_pitch)) = (to, from);
        let (to, from) = (to.number() as u64, from.number() as u64);
        if rows == 1 || to_pitch == size && from_pitch == size {
            // SAFETY: sycl_rt_submit: so much memory at both places, until the command has ended.
            return unsafe { call!(self.gpu.driver, cuMemcpyAsync(to, from, size * rows, self.stream)) };
        }
        let place =
            |device, pitch| Place2d { x: 0, y: 0, kind: UNIFIED, host: null_mut(), device, array: null_mut(), pitch };
        let copy = Copy2d { from: place(from, from_pitch), to: place(to, to_pitch), width: size, height: rows };
        // SAFETY: sycl_rt_submit: so much memory at both places, until the command has ended.
        unsafe { call!(self.gpu.driver, cuMemcpy2DAsync_v2(&raw const copy, self.stream)) }
    }

    /// Writes a pattern so many times.
    pub(crate) fn fill(&self, to: &Address, pattern: &[u8], count: usize) -> Result<(), Refusal> {
        let (to, stream, driver) = (to.number() as u64, self.stream, self.gpu.driver);
        let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("four bytes of a pattern"));
        // SAFETY: sycl_rt_submit: so much memory, aligned to the pattern's size, until the command has ended.
        unsafe {
            match *pattern {
                [byte] => call!(driver, cuMemsetD8Async(to, byte, count, stream)),
                [low, high] => call!(driver, cuMemsetD16Async(to, u16::from_ne_bytes([low, high]), count, stream)),
                [_, _, _, _] => call!(driver, cuMemsetD32Async(to, word(pattern), count, stream)),
                _ if pattern.iter().all(|byte| *byte == pattern[0]) => {
                    call!(driver, cuMemsetD8Async(to, pattern[0], count * pattern.len(), stream))
                }
                // Each word of the pattern, or each byte, is a column of a matrix.
                _ if pattern.len().is_multiple_of(4) => {
                    pattern.chunks_exact(4).zip(0u64..).try_for_each(|(bytes, column)| {
                        let (at, pitch) = (to + 4 * column, pattern.len());
                        call!(driver, cuMemsetD2D32Async(at, pitch, word(bytes), 1, count, stream))
                    })
                }
                _ => pattern.iter().zip(0u64..).try_for_each(|(byte, column)| {
                    call!(driver, cuMemsetD2D8Async(to + column, pattern.len(), *byte, 1, count, stream))
                }),
            }
        }
    }

    /// Moves managed memory to the device; a hint, so its result does not matter.
    pub(crate) fn prefetch(&self, memory: &Address, size: usize) {
        let (memory, to) = (memory.number() as u64, self.gpu.ordinal);
        // SAFETY: sycl_rt_submit: memory of an allocation; the driver refuses what is not managed.
        let _ = unsafe { call!(self.gpu.driver, cuMemPrefetchAsync(memory, size, to, self.stream)) };
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.gpu.enter().is_ok() {
            // SAFETY: made by `stream`; what is in it goes on.
            let _ = unsafe { call!(self.gpu.driver, cuStreamDestroy_v2(self.stream)) };
        }
    }
}

/// A place in a stream.
pub(crate) struct Event {
    gpu: &'static Gpu,
    event: *mut c_void,
}

// SAFETY: events may be used by all threads.
unsafe impl Send for Event {}
// SAFETY: events may be used by all threads.
unsafe impl Sync for Event {}

impl Event {
    /// Waits until it has happened. An error is that of a command before it, on its GPU.
    pub(crate) fn wait(&self) -> Result<(), Refusal> {
        self.gpu.enter()?;
        // SAFETY: it is there.
        unsafe { call!(self.gpu.driver, cuEventSynchronize(self.event)) }
    }

    /// Whether it has happened; none after an error, after which it will not.
    pub(crate) fn has_happened(&self) -> Option<bool> {
        // SAFETY: it is there.
        let answer = unsafe { (self.gpu.driver.0.cuEventQuery)(self.event) };
        if answer == NOT_READY { Some(false) } else { (answer == 0).then_some(true) }
    }

    /// Nanoseconds from another event on; both have times and have happened.
    pub(crate) fn since(&self, other: &Self) -> Option<u64> {
        let mut milliseconds = 0.0;
        self.gpu.enter().ok()?;
        // SAFETY: a place for the result.
        let asked =
            unsafe { call!(self.gpu.driver, cuEventElapsedTime(&raw mut milliseconds, other.event, self.event)) };
        asked.ok().map(|()| (f64::from(milliseconds) * 1e6) as u64)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.gpu.enter().is_ok() {
            // SAFETY: made by `event`, and destroyed once.
            let _ = unsafe { call!(self.gpu.driver, cuEventDestroy_v2(self.event)) };
        }
    }
}
