//! Compiles device code at run time: source text in, images and diagnostics out, in the process, without files or child
//! processes.
//!
//! ```no_run
//! use sycl_rtc::{Compiler, Language, Request, Settings};
//!
//! let compiler = Compiler::new(Settings::default());
//! let source = "#include <sycl/sycl.hpp>
//! namespace ex = sycl::ext::oneapi;
//! template <int N> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::experimental::nd_range_kernel<1>)) void times(float *x) {
//!   x[ex::this_work_item::get_nd_item<1>().get_global_id(0)] *= N;
//! }";
//! let mut request = Request::new(Language::Sycl, "k.cpp", source);
//! request.names = vec!["times<2>".to_owned()];
//! let program = compiler.compile(&request)?;
//! let name = program.name("times<2>").expect("it is one of the request");
//! assert_eq!(program.images()[0].entry_points(), [name.entry_point.clone().expect("it is a kernel")]);
//! # Ok::<(), sycl_rtc::CompileError>(())
//! ```
//!
//! | module | concept |
//! |---|---|
//! | [`request`], [`target`] | what is compiled, for what |
//! | [`options`] | the options that users may give |
//! | [`compiler`] | a compiler, and how it compiles |
//! | [`program`] | what it made |
//! | [`containers`] | files with all images of a program |
//! | [`cache`] | what it made before |
//! | [`diagnostic`], [`error`] | what it says |
//! | [`spirv`] | checks of images |
//! | [`back_ends`] | back ends and passes alone, in place of `llc`, `opt` and others |
//! | `forks` | what runs when the process is forked |
//! | `dpcpp` | DPC++'s headers in the place of the embedded ones |
//! | `compiler_library` | loads LLVM and clang, at the first compilation |
//!
//! This library links no LLVM. It prints nothing, and reads the environment only where it is asked to (`from_env`).
#![deny(unsafe_op_in_unsafe_fn)]

pub mod back_ends;
pub mod cache;
pub mod compiler;
mod compiler_library;
pub mod containers;
pub mod diagnostic;
mod dpcpp;
pub mod error;
#[doc(hidden)]
pub mod forks;
pub mod options;
pub mod program;
pub mod request;
pub mod spirv;
pub mod target;

pub use back_ends::BackEnds;
#[doc(hidden)]
pub use cache::manifest;
pub use cache::{CachePlace, CacheSettings};
pub use compiler::{Compiler, Isolation, Settings};
#[doc(hidden)]
pub use compiler_library::{interface, said};
pub use diagnostic::{Diagnostic, Severity};
pub use error::{BadRequest, CompileError, NoCompiler};
pub use program::{Image, Name, Origin, Program, Timings};
pub use request::{Header, Language, Request};
pub use sycl_propset::words::{SpecConstantMode as SpecConstants, SplitMode as Split, Word};
pub use target::{ImageFormat, Target};
