//! The functions of the drivers of GPUs that are used, each found when its driver is loaded.
//!
//! HIP's are made after CUDA's: most take and do the same under another name. Addresses on devices, for which one
//! driver has a number and the other a pointer, are 64-bit numbers here. Numbers and structures are those of `cuda.h`
//! of CUDA 12, as NVIDIA's "CUDA Driver API" describes them, and of `hip/hip_runtime_api.h` of ROCm 6 and 7 ("HIP
//! Runtime API Reference").

use std::ffi::{c_char, c_int, c_uint, c_void};

use libloading::Library;

use super::Api;

/// `CUresult` and `hipError_t`, of which those that are used here have the same numbers.
pub(super) type Code = c_uint;

/// A function, and its name in errors.
pub(super) struct Call<F> {
    pub(super) name: &'static str,
    pub(super) function: F,
}

type Pointer = *mut c_void;

/// Declares a table of functions: its field, its name in each library that has it, and its parameters.
macro_rules! functions {
    ($(#[$about:meta])* $table:ident { $($field:ident = $($name:literal)|+ ($($argument:ty),*);)* }) => {
        $(#[$about])*
        pub(super) struct $table {
            $(pub(super) $field: Call<unsafe extern "C" fn($($argument),*) -> Code>,)*
        }

        impl $table {
            /// Finds the functions. `column` says which of the names a library has.
            fn find(library: &Library, column: usize) -> Result<Self, libloading::Error> {
                Ok(Self {
                    $($field: {
                        let name = [$($name),+][column];
                        // SAFETY: functions of these names have these types in the drivers' headers.
                        Call { name, function: *unsafe { library.get(name) }? }
                    },)*
                })
            }
        }
    };
}

functions! {
    /// Functions that both have.
    Common {
        init = "cuInit" | "hipInit" (c_uint);
        version = "cuDriverGetVersion" | "hipDriverGetVersion" (*mut c_int);
        device_count = "cuDeviceGetCount" | "hipGetDeviceCount" (*mut c_int);
        device = "cuDeviceGet" | "hipDeviceGet" (*mut c_int, c_int);
        device_name = "cuDeviceGetName" | "hipDeviceGetName" (*mut c_char, c_int, c_int);
        memory_size = "cuDeviceTotalMem_v2" | "hipDeviceTotalMem" (*mut usize, c_int);
        device_fact = "cuDeviceGetAttribute" | "hipDeviceGetAttribute" (*mut c_int, c_int, c_int);
        can_access = "cuDeviceCanAccessPeer" | "hipDeviceCanAccessPeer" (*mut c_int, c_int, c_int);
        free_memory = "cuMemGetInfo_v2" | "hipMemGetInfo" (*mut usize, *mut usize);
        allocate = "cuMemAlloc_v2" | "hipMalloc" (*mut u64, usize);
        allocate_managed = "cuMemAllocManaged" | "hipMallocManaged" (*mut u64, usize, c_uint);
        allocate_host = "cuMemHostAlloc" | "hipHostMalloc" (*mut Pointer, usize, c_uint);
        free = "cuMemFree_v2" | "hipFree" (u64);
        free_host = "cuMemFreeHost" | "hipHostFree" (Pointer);
        write = "cuMemcpyHtoD_v2" | "hipMemcpyHtoD" (u64, *const c_void, usize);
        read = "cuMemcpyDtoH_v2" | "hipMemcpyDtoH" (Pointer, u64, usize);
        fill_8 = "cuMemsetD8Async" | "hipMemsetD8Async" (u64, u8, usize, Pointer);
        fill_16 = "cuMemsetD16Async" | "hipMemsetD16Async" (u64, u16, usize, Pointer);
        fill_32 = "cuMemsetD32Async" | "hipMemsetD32Async" (u64, c_uint, usize, Pointer);
        prefetch = "cuMemPrefetchAsync" | "hipMemPrefetchAsync" (u64, usize, c_int, Pointer);
        load = "cuModuleLoadDataEx" | "hipModuleLoadDataEx"
            (*mut Pointer, *const c_void, c_uint, *mut c_uint, *mut Pointer);
        unload = "cuModuleUnload" | "hipModuleUnload" (Pointer);
        kernel = "cuModuleGetFunction" | "hipModuleGetFunction" (*mut Pointer, Pointer, *const c_char);
        variable = "cuModuleGetGlobal_v2" | "hipModuleGetGlobal" (*mut u64, *mut usize, Pointer, *const c_char);
        kernel_fact = "cuFuncGetAttribute" | "hipFuncGetAttribute" (*mut c_int, c_int, Pointer);
        launch = "cuLaunchKernel" | "hipModuleLaunchKernel"
            (Pointer, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Pointer, *mut Pointer, *mut Pointer);
        new_stream = "cuStreamCreate" | "hipStreamCreateWithFlags" (*mut Pointer, c_uint);
        end_stream = "cuStreamDestroy_v2" | "hipStreamDestroy" (Pointer);
        wait_for_stream = "cuStreamSynchronize" | "hipStreamSynchronize" (Pointer);
        wait_in_stream = "cuStreamWaitEvent" | "hipStreamWaitEvent" (Pointer, Pointer, c_uint);
        new_event = "cuEventCreate" | "hipEventCreateWithFlags" (*mut Pointer, c_uint);
        record = "cuEventRecord" | "hipEventRecord" (Pointer, Pointer);
        query = "cuEventQuery" | "hipEventQuery" (Pointer);
        wait_for_event = "cuEventSynchronize" | "hipEventSynchronize" (Pointer);
        elapsed = "cuEventElapsedTime" | "hipEventElapsedTime" (*mut f32, Pointer, Pointer);
        end_event = "cuEventDestroy_v2" | "hipEventDestroy" (Pointer);
        error_name = "cuGetErrorName" | "hipDrvGetErrorName" (Code, *mut *const c_char);
        error_text = "cuGetErrorString" | "hipDrvGetErrorString" (Code, *mut *const c_char);
    }
}

functions! {
    /// Functions that CUDA alone has, or that take something else there.
    Cuda {
        primary_context = "cuDevicePrimaryCtxRetain" (*mut Pointer, c_int);
        enter = "cuCtxSetCurrent" (Pointer);
        reach = "cuCtxEnablePeerAccess" (Pointer, c_uint);
        copy = "cuMemcpyAsync" (u64, u64, usize, Pointer);
        copy_rows = "cuMemcpy2DAsync_v2" (*const Copy2d, Pointer);
        fill_column_8 = "cuMemsetD2D8Async" (u64, usize, u8, usize, usize, Pointer);
        fill_column_32 = "cuMemsetD2D32Async" (u64, usize, c_uint, usize, usize, Pointer);
        new_link = "cuLinkCreate_v2" (c_uint, *mut c_uint, *mut Pointer, *mut Pointer);
        add_to_link = "cuLinkAddData_v2"
            (Pointer, c_uint, *const c_void, usize, *const c_char, c_uint, *mut c_uint, *mut Pointer);
        complete_link = "cuLinkComplete" (Pointer, *mut Pointer, *mut usize);
        end_link = "cuLinkDestroy" (Pointer);
        set_kernel_fact = "cuFuncSetAttribute" (Pointer, c_int, c_int);
    }
}

functions! {
    /// Functions that drivers before that of CUDA 12.4 do not have.
    Newer {
        parameter = "cuFuncGetParamInfo" (Pointer, usize, *mut usize, *mut usize);
        load_kernel = "cuFuncLoad" (Pointer);
    }
}

functions! {
    /// Functions that HIP alone has, or that take something else there: before the stream of copies a `hipMemcpyKind`.
    Hip {
        enter = "hipSetDevice" (c_int);
        reach = "hipDeviceEnablePeerAccess" (c_int, c_uint);
        copy = "hipMemcpyAsync" (u64, u64, usize, c_uint, Pointer);
        copy_rows = "hipMemcpy2DAsync" (u64, usize, u64, usize, usize, usize, c_uint, Pointer);
        fill_rows = "hipMemset2DAsync" (u64, usize, c_int, usize, usize, Pointer);
        properties = "hipGetDevicePropertiesR0600" (Pointer, c_int);
    }
}

/// Functions of one of them.
pub(super) enum Own {
    Cuda { cuda: Cuda, newer: Option<Newer> },
    Hip(Hip),
}

/// All functions of a driver.
pub(super) struct Functions {
    pub(super) common: Common,
    pub(super) own: Own,
    /// Stays loaded as long as the process.
    _library: Library,
}

impl Functions {
    /// Loads a driver. An error is that of the last of its names.
    pub(super) fn load(api: Api) -> Result<Self, libloading::Error> {
        let (files, column): (&[&str], _) = match api {
            Api::Cuda => (&["libcuda.so.1"], 0),
            Api::Hip => (&["libamdhip64.so.7", "libamdhip64.so.6"], 1),
        };
        // SAFETY: the driver's initialization is what every program runs that uses it.
        let load = |file: &&str| unsafe { Library::new(*file) };
        let [first, others @ ..] = files else { unreachable!("each has a name") };
        let library = others.iter().fold(load(first), |found, file| found.or_else(|_| load(file)))?;
        let own = match api {
            Api::Cuda => Own::Cuda { cuda: Cuda::find(&library, 0)?, newer: Newer::find(&library, 0).ok() },
            Api::Hip => Own::Hip(Hip::find(&library, 0)?),
        };
        Ok(Self { common: Common::find(&library, column)?, own, _library: library })
    }
}

/// `CUDA_MEMCPY2D`.
#[repr(C)]
pub(super) struct Copy2d {
    pub(super) from: Place2d,
    pub(super) to: Place2d,
    pub(super) width: usize,
    pub(super) height: usize,
}

#[repr(C)]
pub(super) struct Place2d {
    x: usize,
    y: usize,
    kind: c_uint,
    host: Pointer,
    device: u64,
    array: Pointer,
    pitch: usize,
}

impl Place2d {
    /// Rows in any memory of the host or of a device.
    pub(super) fn new(address: u64, pitch: usize) -> Self {
        /// `CU_MEMORYTYPE_UNIFIED`.
        const UNIFIED: c_uint = 4;
        let none = std::ptr::null_mut();
        Self { x: 0, y: 0, kind: UNIFIED, host: none, device: address, array: none, pitch }
    }
}
