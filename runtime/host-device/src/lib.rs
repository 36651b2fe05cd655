//! The host as a SYCL device: finds images for the target `host`, checks them, and launches their kernels on threads of
//! this process. Pure Rust; needs neither LLVM nor OpenCL.
//!
//! | module | concept |
//! |---|---|
//! | `device` | what the device is: aspects, sizes, threads |
//! | `processor` | what the processor has, by LLVM's names |
//! | `files`, `image` | where images are; one that was checked |
//! | `program` | images together: constants, device globals, choosing one, launching |
//! | `range`, `arguments`, `local` | checks of a launch; its values; the block of local memory |
//! | `launch`, `pool`, `pace`, `lock` | the groups of a launch; threads that run them; how long; what they hold |
//! | `error` | errors, in the words of SYCL and OpenCL |
//! | `native` | the only unsafe code; the C interface, which `runtime/front-door/sycl_host_device.h` describes |
//!
//! ```no_run
//! use sycl_host_device::{Argument, Device, Program, Range};
//!
//! let device = Device::open()?;
//! // SAFETY: the images were made of our own kernels.
//! let program = unsafe { Program::open(&device, "images/host.table".as_ref()) }?;
//! let mut sums = vec![0; 4096];
//! program.launch("sum", &Range::new(&[1024]).local(&[64]), &mut [Argument::Buffer(&mut sums), Argument::Local(256)])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

mod arguments;
mod device;
mod error;
mod files;
mod image;
mod launch;
mod local;
mod lock;
mod native;
mod pace;
mod pool;
mod processor;
mod program;
mod range;

pub use arguments::{Address, Argument};
pub use device::Device;
pub use error::{DeviceError, Extent, Failure, LaunchError, OpenError, Processor, TableError};
pub use image::{Kernel, Kind, Parameter};
pub use lock::{Lock, Locked, Once};
pub use native::{observe, publish};
pub use program::{Chosen, Prepared, Program};
pub use range::Range;
