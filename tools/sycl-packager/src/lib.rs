//! Containers and host objects for SYCL device images, read and written without LLVM.
//!
//! | module | concept |
//! |---|---|
//! | [`image`] | a device image with its properties and symbols, as file tables list them |
//! | [`offload_binary`] | OffloadBinary containers, versions 1 and 2 |
//! | [`syclbin`] | SYCLBIN files |
//! | [`hcf`] | AdaptiveCpp's containers, and which of several belong together |
//! | [`wrap`] | host objects that register images with the SYCL runtime |
//! | [`check`] | whether images fit a device |
//! | [`compare`] | how the images of two files differ |
//! | [`inspect`] | what is in any of these files, as a report |
//! | [`properties`] | property files of either encoding, and how two differ |
//! | [`foreach`] | a command for each file of a list, in parallel |
//! | [`jobs`] | work in parallel, within GNU make's limit |
//! | [`bitcode`] | the triple of LLVM IR |
//! | [`embedded`] | device code in host objects that clang compiled |
//! | [`pipeline`] | from device bitcode to any of these, with LLVM's programs |
//! | `program` | containers of programs that were compiled at run time, which Linux has |
//! | [`validate`] | whether an image is well formed and has its kernels |
//! | [`source`] | files read in parts |
//! | [`input`] | files and pipes by name |
//! | [`output`] | files and directories written whole or not at all, and what they replace |
//! | [`cli`] | the commands of `sycl-packager`: their options, messages and exit codes |
//!
//! Only [`cli`] prints and reads the environment. Property bytes are read and written by `sycl-propset` alone.
//!
//! Robustness: readers check every number of a file against its size before it is used; no input makes them panic or
//! allocate more than in proportion to the file. Only [`validate`] looks further
//! into images than the first bytes, which say what they are.
#![forbid(unsafe_code)]

mod archive;
pub mod bitcode;
pub mod check;
pub mod cli;
pub mod compare;
pub mod embedded;
pub mod error;
pub mod foreach;
pub mod hcf;
pub mod image;
pub mod input;
pub mod inspect;
pub mod jobs;
pub mod offload_binary;
pub mod output;
pub mod pipeline;
#[cfg(target_os = "linux")]
pub mod program;
pub mod properties;
pub mod source;
pub mod spool;
pub mod syclbin;
pub mod validate;
pub mod wrap;

pub use error::{ContentError, Error, FormatError, FormatProblem, InputError};
