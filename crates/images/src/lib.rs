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
//! | [`bitcode`] | the triple of LLVM IR |
//! | [`embedded`] | device code in host objects that clang compiled |
//! | [`spirv`] | SPIR-V: its instructions, and the names in it |
//! | [`validate`] | whether an image is well formed and has its kernels |
//! | [`summary`] | the summary of a build |
//! | [`source`] | files read in parts |
//! | [`input`] | files and pipes by name |
//! | [`output`] | files and directories written whole or not at all, and what they replace |
//! | [`process`] | programs, started |
//! | [`parallel`] | work on many items by several threads |
//!
//! Nothing here prints or reads the environment. Property bytes are read and written by `sycl-propset` alone.
//!
//! Robustness: readers check every number of a file against its size before it is used; no input makes them panic or
//! allocate more than in proportion to the file. Only [`validate`] looks further
//! into images than the first bytes, which say what they are.
#![forbid(unsafe_code)]

mod archive;
pub mod bitcode;
pub mod check;
pub mod compare;
pub mod embedded;
pub mod error;
pub mod hcf;
pub mod image;
pub mod input;
pub mod inspect;
pub mod offload_binary;
pub mod output;
pub mod parallel;
pub mod process;
pub mod properties;
pub mod source;
pub mod spirv;
pub mod spool;
pub mod summary;
pub mod syclbin;
pub mod validate;
pub mod wrap;

pub use error::{Error, FormatError, FormatProblem};
