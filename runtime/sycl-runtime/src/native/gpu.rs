//! The drivers of GPUs: CUDA's, `libcuda.so.1`, and HIP's, `libamdhip64.so`. Each is loaded if it is there; nothing
//! else of CUDA's toolkit or of ROCm is needed.

mod functions;

use std::error::Error as _;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::fmt;
use std::ptr::null_mut;

use libloading::Library;
use once_cell::sync::OnceCell;
use smallvec::SmallVec;

use super::Address;
use crate::forks;
use crate::launch::FEW;
use functions::{Call, Code, Copy2d, Functions, Own, Place2d};

/// `CUresult` and `hipError_t`.
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

// Flags that both drivers have.
const STREAM_NON_BLOCKING: c_uint = 1;
const EVENT_DISABLE_TIMING: c_uint = 2;
/// `CU_MEM_ATTACH_GLOBAL` and `hipMemAttachGlobal`.
const ATTACH_GLOBAL: c_uint = 1;
/// Memory of the host that all devices know and can access, each by the host's address.
const HOST_ALLOCATION: c_uint = 3;

/// `hipMemcpyDefault`: the addresses say whose memory it is.
const ANY_DIRECTION: c_uint = 4;

/// Place of `gcnArchName` in `hipDeviceProp_tR0600`, its size, and room for all of that structure.
const ARCHITECTURE: usize = 1160;
const ARCHITECTURE_SIZE: usize = 256;
const PROPERTIES: usize = 4096;

/// An interface of drivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Api {
    /// NVIDIA's.
    Cuda,
    /// AMD's.
    Hip,
}

impl Api {
    /// The name, as people write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cuda => "CUDA",
            Self::Hip => "HIP",
        }
    }

    /// The name of the back end, as `ONEAPI_DEVICE_SELECTOR` has it.
    pub(crate) fn back_end(self) -> &'static str {
        match self {
            Self::Cuda => "cuda",
            Self::Hip => "hip",
        }
    }
}

/// Facts about a device.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DeviceFact {
    MaxThreadsPerBlock,
    MaxBlockX,
    MaxBlockY,
    MaxBlockZ,
    MaxGridX,
    MaxGridY,
    MaxGridZ,
    SharedMemory,
    WarpSize,
    /// kHz.
    ClockRate,
    Multiprocessors,
    IsIntegrated,
    CacheSize,
    MajorVersion,
    MinorVersion,
    HostNativeAtomics,
    SharedMemoryOptIn,
    PageableMemoryAccess,
}

impl DeviceFact {
    /// The numbers in `CUdevice_attribute` and in `hipDeviceAttribute_t`.
    fn number(self, api: Api) -> c_int {
        let (cuda, hip) = match self {
            Self::MaxThreadsPerBlock => (1, 56),
            Self::MaxBlockX => (2, 26),
            Self::MaxBlockY => (3, 27),
            Self::MaxBlockZ => (4, 28),
            Self::MaxGridX => (5, 29),
            Self::MaxGridY => (6, 30),
            Self::MaxGridZ => (7, 31),
            Self::SharedMemory => (8, 74),
            Self::WarpSize => (10, 87),
            Self::ClockRate => (13, 5),
            Self::Multiprocessors => (16, 63),
            Self::IsIntegrated => (18, 16),
            Self::CacheSize => (38, 19),
            Self::MajorVersion => (75, 23),
            Self::MinorVersion => (76, 61),
            Self::HostNativeAtomics => (86, 15),
            Self::PageableMemoryAccess => (88, 65),
            Self::SharedMemoryOptIn => (97, 75),
        };
        match api {
            Api::Cuda => cuda,
            Api::Hip => hip,
        }
    }
}

/// Facts about a kernel, by their numbers in `CUfunction_attribute` and `hipFunction_attribute`.
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
    api: Api,
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
        write!(f, "{}'s {} says: {}", self.api.name(), self.call, self.text)
    }
}

/// Loads the compiler of CUDA's driver, as the driver would. It ends with the process, so functions that wait for its
/// users are registered after this.
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

/// A driver of this machine.
pub(crate) struct Driver {
    api: Api,
    functions: Functions,
    /// Forks before this process.
    generation: u32,
}

/// Calls a function of a driver that both have.
macro_rules! call {
    ($driver:expr, $name:ident($($argument:expr),* $(,)?)) => {
        call_of!($driver, $driver.functions.common.$name, $($argument),*)
    };
}

/// Calls a function of a driver.
macro_rules! call_of {
    ($driver:expr, $call:expr, $($argument:expr),* $(,)?) => {
        $driver.checked($call.name, ($call.function)($($argument),*))
    };
}

impl Driver {
    /// The driver, if there is one that finds GPUs. `Err` has why not, for the log.
    pub(crate) fn get(api: Api) -> Result<&'static Self, String> {
        static DRIVERS: [OnceCell<Driver>; 2] = [OnceCell::new(), OnceCell::new()];
        let load = || {
            // The reason is behind what failed.
            let why = |error: libloading::Error| error.source().map_or_else(|| error.to_string(), ToString::to_string);
            let functions = Functions::load(api).map_err(why)?;
            let driver = Self { api, functions, generation: forks::generation() };
            // SAFETY: takes no address.
            unsafe { call!(driver, init(0)) }.map_err(|refusal| refusal.to_string())?;
            Ok(driver)
        };
        DRIVERS[api as usize].get_or_try_init(load)
    }

    pub(crate) fn api(&self) -> Api {
        self.api
    }

    fn checked(&self, call: &'static str, code: Code) -> Result<(), Refusal> {
        if code == 0 { Ok(()) } else { Err(self.refusal(call, code)) }
    }

    #[cold]
    fn refusal(&self, call: &'static str, code: Code) -> Refusal {
        let text = |of: &Call<unsafe extern "C" fn(Code, *mut *const c_char) -> Code>| {
            let mut text = std::ptr::null();
            // SAFETY: a place for the address of a text that stays.
            let known = unsafe { (of.function)(code, &raw mut text) } == 0 && !text.is_null();
            // SAFETY: a place for the address of a text that stays.
            known.then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
        };
        let common = &self.functions.common;
        let name = text(&common.error_name).unwrap_or_else(|| format!("error {code}"));
        let words = text(&common.error_text).map_or_else(String::new, |words| format!(" ({words})"));
        Refusal { code, api: self.api, call, text: format!("{name}{words}") }
    }

    /// As 12040 for CUDA 12.4 and 60241133 for HIP 6.2.41133.
    pub(crate) fn version(&self) -> u32 {
        let mut version = 0;
        // SAFETY: a place for the result.
        let result = unsafe { call!(self, version(&raw mut version)) };
        result.map_or(0, |()| u32::try_from(version).unwrap_or(0))
    }

    pub(crate) fn count(&self) -> Result<i32, Refusal> {
        let mut count = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self, device_count(&raw mut count)) }.map(|()| count)
    }
}

/// A GPU, and CUDA's primary context of it, which lives as long as the process.
pub(crate) struct Gpu {
    driver: &'static Driver,
    ordinal: c_int,
    /// Null for HIP, which knows devices by their numbers.
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
            call!(driver, device(&raw mut ordinal, number))?;
            if let Own::Cuda { cuda, .. } = &driver.functions.own {
                call_of!(driver, cuda.primary_context, &raw mut context, ordinal)?;
            }
        }
        Ok(Self { driver, ordinal, context })
    }

    pub(crate) fn api(&self) -> Api {
        self.driver.api
    }

    /// Makes it this thread's: the program may use others.
    pub(crate) fn enter(&self) -> Result<(), Refusal> {
        let driver = self.driver;
        let mut refusal = match &driver.functions.own {
            Own::Cuda { cuda, .. } => {
                // SAFETY: a context that stays.
                let Err(refusal) = (unsafe { call_of!(driver, cuda.enter, self.context) }) else { return Ok(()) };
                // Of a context that there is, the driver says so after a fork alone.
                if refusal.code != NOT_INITIALIZED {
                    return Err(refusal);
                }
                refusal
            }
            // This driver does not notice, and waits for threads that stayed behind.
            Own::Hip(hip) if driver.generation != forks::generation() => {
                driver.refusal(hip.enter.name, NOT_INITIALIZED)
            }
            // SAFETY: takes no address.
            Own::Hip(hip) => return unsafe { call_of!(driver, hip.enter, self.ordinal) },
        };
        refusal.text.push_str(&format!(
            "; this process is a fork of one that used the GPU, which {} does not allow: expected a first use after \
             the fork, or another program in the child",
            driver.api.name()
        ));
        Err(refusal)
    }

    /// Lets its kernels access the memory of another GPU, where that is possible.
    pub(crate) fn reach(&self, other: &Self) {
        let (driver, mut can) = (self.driver, 0);
        // SAFETY: a place for the result.
        let asked = unsafe { call!(driver, can_access(&raw mut can, self.ordinal, other.ordinal)) };
        if asked.is_err() || can == 0 || self.enter().is_err() {
            return;
        }
        // It may be that the program did it before.
        // SAFETY: a context that stays.
        let _ = unsafe {
            match &driver.functions.own {
                Own::Cuda { cuda, .. } => call_of!(driver, cuda.reach, other.context, 0),
                Own::Hip(hip) => call_of!(driver, hip.reach, other.ordinal, 0),
            }
        };
    }

    /// The processor and its features, such as `gfx90a:sramecc+:xnack-`; none by CUDA, which has numbers for that.
    pub(crate) fn processor(&self) -> Result<Option<String>, Refusal> {
        let Own::Hip(hip) = &self.driver.functions.own else { return Ok(None) };
        let mut properties = vec![0u64; PROPERTIES / size_of::<u64>()];
        // SAFETY: room for the structure, with its alignment.
        unsafe { call_of!(self.driver, hip.properties, properties.as_mut_ptr().cast(), self.ordinal) }?;
        let bytes: Vec<u8> = properties.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let name = &bytes[ARCHITECTURE..ARCHITECTURE + ARCHITECTURE_SIZE];
        let length = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        Ok(Some(String::from_utf8_lossy(&name[..length]).into_owned()))
    }

    pub(crate) fn name(&self) -> Result<String, Refusal> {
        let mut name: [c_char; 256] = [0; 256];
        // SAFETY: room for so many bytes, the last of which stays 0.
        unsafe {
            call!(self.driver, device_name(name.as_mut_ptr(), 255, self.ordinal))?;
            Ok(CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned())
        }
    }

    /// Bytes of memory.
    pub(crate) fn memory_size(&self) -> Result<u64, Refusal> {
        let mut size = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, memory_size(&raw mut size, self.ordinal)) }.map(|()| size as u64)
    }

    pub(crate) fn free_memory(&self) -> Result<u64, Refusal> {
        self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: places for the results.
        unsafe { call!(self.driver, free_memory(&raw mut free, &raw mut total)) }.map(|()| free as u64)
    }

    /// A fact; 0 if the driver does not know it.
    pub(crate) fn fact(&self, fact: DeviceFact) -> u32 {
        let mut value = 0;
        // SAFETY: a place for the result.
        let asked =
            unsafe { call!(self.driver, device_fact(&raw mut value, fact.number(self.driver.api), self.ordinal)) };
        asked.map_or(0, |()| u32::try_from(value).unwrap_or(0))
    }

    pub(crate) fn allocate_device(&self, size: usize) -> Result<Address, Refusal> {
        self.enter()?;
        let mut address = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, allocate(&raw mut address, size)) }?;
        Ok(Address::of_device(address))
    }

    /// Memory that moves between the host and the device as they access it.
    pub(crate) fn allocate_managed(&self, size: usize) -> Result<Address, Refusal> {
        self.enter()?;
        let mut address = 0;
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, allocate_managed(&raw mut address, size, ATTACH_GLOBAL)) }?;
        Ok(Address::of_device(address))
    }

    /// Memory of the host that all devices access.
    pub(crate) fn allocate_host(&self, size: usize) -> Result<Address, Refusal> {
        self.enter()?;
        let mut address = null_mut();
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, allocate_host(&raw mut address, size, HOST_ALLOCATION)) }?;
        Ok(Address::of_device(address.expose_provenance() as u64))
    }

    /// Frees memory of [`Self::allocate_device`] and [`Self::allocate_managed`].
    pub(crate) fn free(&self, address: &Address) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: callers keep who owns what; commands that use it have ended.
        unsafe { call!(self.driver, free(address.number() as u64)) }
    }

    /// Frees memory of [`Self::allocate_host`].
    pub(crate) fn free_host(&self, address: &Address) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: callers keep who owns what; commands that use it have ended.
        unsafe { call!(self.driver, free_host(address.pointer())) }
    }

    /// Copies bytes to the device, and returns when they are there.
    pub(crate) fn write(&self, to: &Address, bytes: &[u8]) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: an allocation of at least so many bytes.
        unsafe { call!(self.driver, write(to.number() as u64, bytes.as_ptr().cast(), bytes.len())) }?;
        // It returns when the bytes are with the driver; other streams do not wait for the one that brings them on.
        // SAFETY: the default stream.
        unsafe { call!(self.driver, wait_for_stream(null_mut())) }
    }

    /// Copies bytes from the device.
    pub(crate) fn read(&self, from: &Address, bytes: &mut [u8]) -> Result<(), Refusal> {
        self.enter()?;
        // SAFETY: an allocation or a variable of at least so many bytes.
        unsafe { call!(self.driver, read(bytes.as_mut_ptr().cast(), from.number() as u64, bytes.len())) }
    }

    /// Loads machine code or PTX. PTX ends with a 0, and no other thread launches anything while the driver compiles
    /// it.
    pub(crate) fn load(&'static self, image: &[u8]) -> Result<Module, Refusal> {
        self.enter()?;
        let (mut module, mut log) = (null_mut(), ErrorLog::new());
        let (options, values) = log.options();
        // HIP takes options of its own compiler alone.
        let count = if self.api() == Api::Cuda { 2 } else { 0 };
        // SAFETY: an image with its end, and options with values of their types.
        let loaded =
            unsafe { call!(self.driver, load(&raw mut module, image.as_ptr().cast(), count, options, values)) };
        loaded.map_err(|refusal| refusal.with_log(&log.text))?;
        Ok(Module { gpu: self, module })
    }

    /// The cubin of PTX, which ends with a 0. Other threads launch meanwhile.
    pub(crate) fn assemble(&self, ptx: &[u8]) -> Result<Vec<u8>, Refusal> {
        let Own::Cuda { cuda, .. } = &self.driver.functions.own else {
            return Err(self.driver.refusal("compiler of PTX", NOT_FOUND));
        };
        self.enter()?;
        let (mut link, mut log) = (null_mut(), ErrorLog::new());
        let (options, values) = log.options();
        // SAFETY: a place for the result, and options with values of their types, which stay until the link ends.
        unsafe { call_of!(self.driver, cuda.new_link, 2, options, values, &raw mut link) }?;
        let (mut cubin, mut size) = (null_mut(), 0);
        // SAFETY: a link, and PTX with its end and a name.
        let linked = unsafe {
            let (code, none, name) = (ptx.as_ptr().cast(), null_mut(), c"kernel".as_ptr());
            call_of!(self.driver, cuda.add_to_link, link, PTX, code, ptx.len(), name, 0, null_mut(), none)
                .and_then(|()| call_of!(self.driver, cuda.complete_link, link, &raw mut cubin, &raw mut size))
        };
        // SAFETY: the link has made so many bytes, and has them until it is destroyed.
        let bytes = linked.map(|()| unsafe { std::slice::from_raw_parts(cubin.cast::<u8>(), size) }.to_vec());
        // SAFETY: a link, which ends here.
        unsafe { call_of!(self.driver, cuda.end_link, link) }?;
        bytes.map_err(|refusal| refusal.with_log(&log.text))
    }

    pub(crate) fn stream(&'static self) -> Result<Stream, Refusal> {
        self.enter()?;
        let mut stream = null_mut();
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, new_stream(&raw mut stream, STREAM_NON_BLOCKING)) }?;
        Ok(Stream { gpu: self, stream, is_own: true })
    }

    /// A stream of the program's, by its address.
    pub(crate) fn adopt_stream(&'static self, address: usize) -> Stream {
        Stream { gpu: self, stream: std::ptr::with_exposed_provenance_mut(address), is_own: false }
    }

    /// Its number in the driver.
    pub(crate) fn number(&self) -> u64 {
        u64::try_from(self.ordinal).unwrap_or(0)
    }

    /// The address of its context; none in HIP.
    pub(crate) fn context(&self) -> Option<u64> {
        (!self.context.is_null()).then(|| self.context.expose_provenance() as u64)
    }

    pub(crate) fn event(&'static self, has_time: bool) -> Result<Event, Refusal> {
        self.enter()?;
        let mut event = null_mut();
        let flags = if has_time { 0 } else { EVENT_DISABLE_TIMING };
        // SAFETY: a place for the result.
        unsafe { call!(self.driver, new_event(&raw mut event, flags)) }?;
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
        let found = unsafe { call!(self.gpu.driver, kernel(&raw mut function, self.module, name.as_ptr())) };
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
        let found =
            unsafe { call!(self.gpu.driver, variable(&raw mut address, &raw mut size, self.module, name.as_ptr())) };
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
            let _ = unsafe { call!(self.gpu.driver, unload(self.module)) };
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
        let asked = unsafe { call!(self.gpu.driver, kernel_fact(&raw mut value, fact as c_int, self.function)) };
        asked.map_or(0, |()| u32::try_from(value).unwrap_or(0))
    }

    /// The sizes of its parameters; nothing if the driver does not tell.
    pub(crate) fn parameter_sizes(&self) -> Vec<usize> {
        let mut sizes = Vec::new();
        let Own::Cuda { newer: Some(newer), .. } = &self.gpu.driver.functions.own else { return sizes };
        loop {
            let (mut place, mut size) = (0, 0);
            // SAFETY: a kernel of a loaded module, and places for the results. Numbers behind the last are refused.
            let code = unsafe { (newer.parameter.function)(self.function, sizes.len(), &raw mut place, &raw mut size) };
            if code != 0 {
                return sizes;
            }
            sizes.push(size);
        }
    }

    /// Has the driver bring its code to the GPU, for which the first launch would wait. Callers have entered the GPU.
    pub(crate) fn load(&self) -> Result<(), Refusal> {
        let Own::Cuda { newer: Some(newer), .. } = &self.gpu.driver.functions.own else { return Ok(()) };
        // SAFETY: a kernel of a loaded module.
        unsafe { call_of!(self.gpu.driver, newer.load_kernel, self.function) }
    }

    /// Lets launches ask for so much dynamic shared memory. HIP lets them have all that there is.
    pub(crate) fn allow_shared_memory(&self, size: u32) -> Result<(), Refusal> {
        let Own::Cuda { cuda, .. } = &self.gpu.driver.functions.own else { return Ok(()) };
        self.gpu.enter()?;
        let fact = KernelFact::MaxDynamicSharedMemory as c_int;
        let size = c_int::try_from(size).unwrap_or(c_int::MAX);
        // SAFETY: a kernel of a loaded module.
        unsafe { call_of!(self.gpu.driver, cuda.set_kernel_fact, self.function, fact, size) }
    }
}

/// An order of commands on a GPU. Callers of its functions have entered the GPU.
pub(crate) struct Stream {
    gpu: &'static Gpu,
    stream: *mut c_void,
    /// Whether it ends when it is dropped.
    is_own: bool,
}

// SAFETY: streams may be used by all threads.
unsafe impl Send for Stream {}
// SAFETY: streams may be used by all threads.
unsafe impl Sync for Stream {}

impl Stream {
    pub(crate) fn address(&self) -> usize {
        self.stream.expose_provenance()
    }

    /// Waits for all that is in it. An error is that of a command on its GPU.
    pub(crate) fn wait(&self) -> Result<(), Refusal> {
        // SAFETY: it is there.
        unsafe { call!(self.gpu.driver, wait_for_stream(self.stream)) }
    }

    /// Lets what follows wait for what was recorded, on any GPU.
    pub(crate) fn wait_for(&self, event: &Event) -> Result<(), Refusal> {
        // SAFETY: both are there.
        unsafe { call!(self.gpu.driver, wait_in_stream(self.stream, event.event, 0)) }
    }

    /// The event happens when all before it has ended.
    pub(crate) fn record(&self, event: &Event) -> Result<(), Refusal> {
        // SAFETY: both are there, and of one context.
        unsafe { call!(self.gpu.driver, record(event.event, self.stream)) }
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
            call!(self.gpu.driver, launch(function.function, gx, gy, gz, x, y, z, shared, self.stream, places, none))
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
        let (driver, stream) = (self.gpu.driver, self.stream);
        let ((to, to_pitch), (from, from_pitch)) = (to, from);
        let (to, from) = (to.number() as u64, from.number() as u64);
        let is_whole = rows == 1 || to_pitch == size && from_pitch == size;
        // SAFETY: sycl_rt_submit: so much memory at both places, until the command has ended.
        unsafe {
            match &driver.functions.own {
                Own::Cuda { cuda, .. } if is_whole => call_of!(driver, cuda.copy, to, from, size * rows, stream),
                Own::Cuda { cuda, .. } => {
                    let (from, to) = (Place2d::new(from, from_pitch), Place2d::new(to, to_pitch));
                    let copy = Copy2d { from, to, width: size, height: rows };
                    call_of!(driver, cuda.copy_rows, &raw const copy, stream)
                }
                Own::Hip(hip) if is_whole => {
                    call_of!(driver, hip.copy, to, from, size * rows, ANY_DIRECTION, stream)
                }
                Own::Hip(hip) => {
                    let direction = ANY_DIRECTION;
                    call_of!(driver, hip.copy_rows, to, to_pitch, from, from_pitch, size, rows, direction, stream)
                }
            }
        }
    }

    /// Writes a pattern so many times.
    pub(crate) fn fill(&self, to: &Address, pattern: &[u8], count: usize) -> Result<(), Refusal> {
        let (to, stream, driver) = (to.number() as u64, self.stream, self.gpu.driver);
        let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("four bytes of a pattern"));
        // SAFETY: sycl_rt_submit: so much memory, aligned to the pattern's size, until the command has ended.
        unsafe {
            match *pattern {
                [byte] => call!(driver, fill_8(to, byte, count, stream)),
                [low, high] => call!(driver, fill_16(to, u16::from_ne_bytes([low, high]), count, stream)),
                [_, _, _, _] => call!(driver, fill_32(to, word(pattern), count, stream)),
                _ if pattern.iter().all(|byte| *byte == pattern[0]) => {
                    call!(driver, fill_8(to, pattern[0], count * pattern.len(), stream))
                }
                _ => {
                    // Each word of the pattern, or each byte, is a column of a matrix.
                    let pitch = pattern.len();
                    let mut bytes = pattern.iter().zip(to..);
                    match &driver.functions.own {
                        Own::Cuda { cuda, .. } if pitch.is_multiple_of(4) => {
                            pattern.chunks_exact(4).zip((to..).step_by(4)).try_for_each(|(bytes, at)| {
                                call_of!(driver, cuda.fill_column_32, at, pitch, word(bytes), 1, count, stream)
                            })
                        }
                        Own::Cuda { cuda, .. } => bytes.try_for_each(|(byte, at)| {
                            call_of!(driver, cuda.fill_column_8, at, pitch, *byte, 1, count, stream)
                        }),
                        Own::Hip(hip) => bytes.try_for_each(|(byte, at)| {
                            call_of!(driver, hip.fill_rows, at, pitch, (*byte).into(), 1, count, stream)
                        }),
                    }
                }
            }
        }
    }

    /// Moves managed memory to the device; a hint, so its result does not matter.
    pub(crate) fn prefetch(&self, memory: &Address, size: usize) {
        let (memory, to) = (memory.number() as u64, self.gpu.ordinal);
        // SAFETY: sycl_rt_submit: memory of an allocation; the driver refuses what is not managed.
        let _ = unsafe { call!(self.gpu.driver, prefetch(memory, size, to, self.stream)) };
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.is_own && self.gpu.enter().is_ok() {
            // SAFETY: made by `stream`; what is in it goes on.
            let _ = unsafe { call!(self.gpu.driver, end_stream(self.stream)) };
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
        unsafe { call!(self.gpu.driver, wait_for_event(self.event)) }
    }

    /// Whether it has happened; none after an error, after which it will not.
    pub(crate) fn has_happened(&self) -> Option<bool> {
        // SAFETY: it is there.
        let answer = unsafe { (self.gpu.driver.functions.common.query.function)(self.event) };
        if answer == NOT_READY { Some(false) } else { (answer == 0).then_some(true) }
    }

    /// Nanoseconds from another event on; both have times and have happened.
    pub(crate) fn since(&self, other: &Self) -> Option<u64> {
        let mut milliseconds = 0.0;
        self.gpu.enter().ok()?;
        // SAFETY: a place for the result.
        let asked = unsafe { call!(self.gpu.driver, elapsed(&raw mut milliseconds, other.event, self.event)) };
        asked.ok().map(|()| (f64::from(milliseconds) * 1e6) as u64)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.gpu.enter().is_ok() {
            // SAFETY: made by `event`, and destroyed once.
            let _ = unsafe { call!(self.gpu.driver, end_event(self.event)) };
        }
    }
}
