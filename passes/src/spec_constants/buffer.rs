//! Before constants are emulated: gives kernels for SPIR the parameter back that the buffer comes in.
//!
//! A SYCL kernel that can ask for constants has a last parameter for their buffer, which integration headers and so
//! runtimes know of. Only for targets that emulate constants does the front end pass it on, through the kernel's
//! `kernel_handler`, to the calls. For plain SPIR, which has native constants, the calls get null, and optimization
//! removes the parameter, which `!sycl_kernel_omit_args` records. Here the parameter comes back, and the calls get it.
//!
//! | kernel of SPIR or SPIR-V without sub-architecture | what is done |
//! | --- | --- |
//! | the last entry of `!sycl_kernel_omit_args` is true | it gets a parameter, and the entry becomes false |
//! | the last parameter is `ptr addrspace(1) align 1`, and nothing reads it | that is the one |
//! | neither: code of stock clang, code without kernels of SYCL | as it was, with a warning if the buffer is null; it gets a new one if launchers learn from the image what arguments there are |
//!
//! For such launchers, the parameter of every kernel that gets one is marked as `sycl-argument`.
//!
//! 1. Find the calls that a buffer does not reach, the functions that reach them through direct calls, and the kernels
//!    among them; see `plan`.
//! 2. Every function between such a kernel and such a call gets a further last parameter; see `apply`.
//!
//! A function that only those kernels reach changes in place. Of one that others can call, too (other kernels, other
//! modules, calls through pointers), a clone `<name>_with_constants` gets the parameter; itself it stays as it was. If
//! those others may be outside of sight there is a warning: they have no buffer to give.
//!
//! Limits: nothing is passed through invokes and pointers, or to functions that take variable arguments or of which the
//! address of a block is used.

mod apply;
mod plan;
mod search;

pub(super) use apply::apply;
pub(super) use plan::Plan;

/// Name of the parameter in DPC++.
const PARAMETER: &str = "_arg__specialization_constants_buffer";

/// Address space of buffers.
const GLOBAL: u32 = 1;
