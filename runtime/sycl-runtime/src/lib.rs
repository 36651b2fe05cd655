//! The SYCL runtime: what `<sycl/sycl.hpp>` calls, behind the C interface that `runtime/include/sycl_runtime.h`
//! describes.
//!
//! ```text
//! sycl::queue, buffer, event   (header: templates only)
//!   └─ native/c       C interface: checks what C gives, turns errors into numbers and texts
//!        ├─ devices ─ selector  what devices there are
//!        ├─ device             what a back end does for one
//!        ├─ info               what can be asked about them
//!        ├─ module             device code of a program or library, read on first use
//!        ├─ globals            where a device has a device global
//!        ├─ images             device code that is not for the host, and which of it a device takes
//!        ├─ submit ─ queue, buffer ─ command ─ scheduler     order and execution of commands
//!        ├─ usm ─ memory       USM allocations; memory of the host
//!        ├─ launch             a launch; sizes of groups and values of arguments
//!        ├─ host               the back end `host`, over sycl-host-device
//!        ├─ gpu                the back ends `cuda` and `hip`, over the drivers of GPUs
//!        │    └─ background      work that no command waits for
//!        └─ opencl             the back end `opencl`, over drivers of OpenCL
//!   images                which image a device takes
//!     └─ stage2               generic code to what a device takes, by the library of run-time compilation
//! sycl-ls ─ description          the devices, for people
//! ```
//!
//! A command (`command`) waits for commands. `submit` finds out for which: those that the queue's order, events and
//! buffers name. Each command counts how many it waits for; the last of these makes it ready, and a thread of the
//! `scheduler` or one that waits for it runs it.
#![deny(unsafe_code)]

mod background;
mod barriers;
mod buffer;
mod command;
mod description;
mod device;
mod devices;
mod error;
mod forks;
mod globals;
mod gpu;
mod host;
mod images;
mod info;
mod launch;
mod memory;
mod module;
mod native;
mod opencl;
mod queue;
mod scheduler;
mod selector;
mod stage2;
mod submit;
mod usm;

pub use description::{Description, Error, describe};
