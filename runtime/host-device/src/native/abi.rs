//! The structures of `runtime/front-door/sycl_host_image.h`, as C lays them out.

use std::ffi::{c_char, c_void};

/// `SYCL_HOST_SHARED_GLOBAL`
pub(super) const SHARED_GLOBAL: u64 = 0x6c61_626f_6c67_3231;

/// `struct sycl_host_shared_global`
#[repr(C)]
pub(super) struct SharedGlobal {
    pub(super) value: *mut c_void,
    pub(super) magic: u64,
    pub(super) size: u64,
    pub(super) offset: u64,
    pub(super) place: u64,
    pub(super) is_of_image: u32,
    pub(super) properties: [u32; 3],
}

/// `SYCL_HOST_IMAGE_VERSION`.
pub(crate) const VERSION: u32 = 1;

/// `struct sycl_host_group`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    pub(crate) id: [u64; 3],
    pub(crate) size: [u64; 3],
    pub(crate) group_count: [u64; 3],
    pub(crate) offset: [u64; 3],
    pub(crate) local_size: u64,
}

/// `sycl_host_function`.
pub(crate) type Function = unsafe extern "C" fn(*const *const c_void, *const Group, *mut c_void);

/// `struct sycl_host_argument`.
#[repr(C)]
pub(super) struct Argument {
    pub(super) kind: u32,
    pub(super) alignment: u32,
    pub(super) size: u64,
}

/// `struct sycl_host_kernel`.
#[repr(C)]
pub(super) struct Kernel {
    pub(super) name: *const c_char,
    pub(super) name_size: u64,
    pub(super) function: Option<Function>,
    pub(super) arguments: *const Argument,
    pub(super) argument_count: u32,
    pub(super) sub_group_size: u32,
    pub(super) required_size: [u64; 3],
    pub(super) local_size: u64,
    pub(super) scratch_per_item: u64,
    pub(super) stack_size: u64,
    pub(super) stack_per_item: u64,
}

/// `struct sycl_host_global`.
#[repr(C)]
pub(super) struct Global {
    pub(super) name: *const c_char,
    pub(super) name_size: u64,
    pub(super) address: *mut c_void,
    pub(super) size: u64,
}

/// `SYCL_HOST_ASSERTION`; every other kind is a barrier.
pub(super) const ASSERTION: u32 = 1;

/// `struct sycl_host_failure`.
#[repr(C)]
pub(super) struct Failure {
    pub(super) kind: u32,
    pub(super) line: u32,
    pub(super) kernel: *const c_char,
    pub(super) message: *const c_char,
    pub(super) file: *const c_char,
    pub(super) function: *const c_char,
    pub(super) global_id: [u64; 3],
    pub(super) group_id: [u64; 3],
    pub(super) waiting: u64,
    pub(super) ended: u64,
}

/// `sycl_host_failure_handler`.
pub(super) type Handler = unsafe extern "C" fn(*const Failure) -> !;

/// `struct sycl_host_image`.
#[repr(C)]
pub(super) struct Image {
    pub(super) version: u32,
    pub(super) struct_size: u32,
    pub(super) target: *const c_char,
    pub(super) triple: *const c_char,
    pub(super) features: *const c_char,
    pub(super) kernels: *const Kernel,
    pub(super) kernel_count: u64,
    pub(super) globals: *const Global,
    pub(super) global_count: u64,
    pub(super) properties: *const c_char,
    pub(super) properties_size: u64,
    pub(super) on_failure: *mut Option<Handler>,
}

/// `sycl_host_entry`.
pub(super) type Entry = unsafe extern "C" fn() -> *const Image;
