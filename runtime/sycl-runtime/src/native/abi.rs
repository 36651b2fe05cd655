//! The structures of `runtime/include/sycl_runtime.h`.

use std::ffi::{c_char, c_void};

/// `struct sycl_rt_global_object`.
#[repr(C)]
pub(super) struct GlobalObject {
    pub(super) object: *const c_void,
    pub(super) id: *const c_char,
}

/// `struct sycl_rt_images`.
#[repr(C)]
pub(super) struct Images {
    pub(super) struct_size: u64,
    pub(super) host_start: *const c_void,
    pub(super) host_end: *const c_void,
    pub(super) device_start: *const c_void,
    pub(super) device_end: *const c_void,
    pub(super) globals_start: *const GlobalObject,
    pub(super) globals_end: *const GlobalObject,
}

/// `struct sycl_rt_global`.
#[repr(C)]
pub(super) struct Global {
    pub(super) id: *const c_char,
    pub(super) object: *const c_void,
    pub(super) place: u64,
    pub(super) initial: *const c_void,
    pub(super) initial_size: u64,
}

/// `struct sycl_rt_failure`.
#[repr(C)]
pub(super) struct Failure {
    pub(super) status: i32,
    pub(super) text: *const c_char,
    pub(super) exception: *mut c_void,
}

/// `struct sycl_rt_access`.
#[repr(C)]
pub(super) struct Access {
    pub(super) buffer: *const crate::buffer::Buffer,
    pub(super) mode: u32,
}

/// `struct sycl_rt_value`.
#[repr(C)]
pub(super) struct Value {
    pub(super) value: *const c_void,
    pub(super) size: u64,
}

/// `struct sycl_rt_launch`.
#[repr(C)]
pub(super) struct Launch {
    pub(super) kernel: *const crate::module::Kernel,
    pub(super) dimensions: u32,
    pub(super) flags: u32,
    pub(super) global: [u64; 3],
    pub(super) local: [u64; 3],
    pub(super) offset: [u64; 3],
    pub(super) dynamic_local_size: u64,
    pub(super) arguments: *const Value,
    pub(super) argument_count: u64,
    pub(super) constants: *const Constant,
    pub(super) constant_count: u64,
}

/// `struct sycl_rt_constant`.
#[repr(C)]
pub(super) struct Constant {
    pub(super) id: *const c_char,
    pub(super) value: *const c_void,
    pub(super) size: u64,
}

/// `struct sycl_rt_copy`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Copy {
    pub(super) to: *mut c_void,
    pub(super) from: *const c_void,
    pub(super) size: u64,
    pub(super) rows: u64,
    pub(super) to_pitch: u64,
    pub(super) from_pitch: u64,
}

/// `struct sycl_rt_prefetch`.
#[repr(C)]
pub(super) struct Prefetch {
    pub(super) memory: *const c_void,
    pub(super) size: u64,
}

/// `struct sycl_rt_fill`.
#[repr(C)]
pub(super) struct Fill {
    pub(super) to: *mut c_void,
    pub(super) pattern: *const c_void,
    pub(super) pattern_size: u64,
    pub(super) count: u64,
}

/// `struct sycl_rt_host_task`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct HostTask {
    pub(super) call: Option<unsafe extern "C" fn(*mut c_void, *mut Failure) -> i32>,
    pub(super) drop: Option<unsafe extern "C" fn(*mut c_void)>,
    pub(super) data: *mut c_void,
}

/// `struct sycl_rt_command`.
#[repr(C)]
pub(super) struct Command {
    pub(super) struct_size: u64,
    pub(super) kind: u32,
    pub(super) reserved: u32,
    pub(super) operation: *const c_void,
    pub(super) after: *const *const crate::command::Command,
    pub(super) after_count: u64,
    pub(super) accesses: *const Access,
    pub(super) access_count: u64,
    pub(super) ended: Option<unsafe extern "C" fn(*mut c_void)>,
    pub(super) data: *mut c_void,
}
