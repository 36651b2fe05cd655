//! All that takes unsafe code: the C interface, memory of the program, and what the system is told.
//!
//! | file | concept |
//! |---|---|
//! | `abi.rs` | the structures of `runtime/include/sycl_runtime.h` |
//! | `c.rs` | its functions |
//! | `demangle.rs` | names as the source has them |
//! | `gpu.rs` | drivers of NVIDIA's and AMD's GPUs, and `gpu/functions.rs` their functions |
//! | `memory.rs` | addresses, allocation, device code in memory |
//! | `opencl.rs` | drivers of OpenCL |
//! | `process.rs` | the end of the process, forks, the processor |
//! | `rtc.rs` | the library of run-time compilation |
//! | `work.rs` | commands of the host: copies, fills, host tasks |
#![expect(unsafe_code, reason = "a C interface over memory of the program; each use says why it is sound")]

mod abi;
mod c;
mod demangle;
pub(crate) mod gpu;
mod memory;
pub(crate) mod opencl;
mod process;
pub(crate) mod rtc;
mod work;

pub(crate) use demangle::demangle;
pub(crate) use memory::{Address, HostImages, allocate, argument, copy, free, write};
pub(crate) use process::{AtFork, abort_with, at_exit, at_fork, memory_size, processor_vendor, vector_bytes};
