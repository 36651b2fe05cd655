//! Interface of this library and the compiler library: structures of C, private to one build of both.
//!
//! The compiler library exports one function, [`TABLE_FUNCTION`]. The first two fields of its table never change, so
//! that each build can refuse any other. All texts belong to the side that passes them, and live as long as the call.
#![allow(unsafe_code, reason = "structures of C")]

use std::{ffi::CStr, ffi::c_void, slice};

use serde::{Deserialize, Serialize};
use sycl_propset::triple::Family;
use sycl_propset::words::{SpecConstantMode, SplitMode};

use crate::diagnostic::Severity;

/// The build of both libraries: a hash of what the compiler library is made of.
pub const BUILD: &str = env!("SYCL_RTC_BUILD");

/// The function of type [`GetTable`].
pub const TABLE_FUNCTION: &CStr = c"sycl_rtc_compiler_table";

/// Gives the table, which lives as long as the process.
pub type GetTable = unsafe extern "C" fn() -> *const Table;

/// Bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Text {
    data: *const u8,
    length: usize,
}

// SAFETY: a text is an address until it is read, which `Text::bytes` leaves to its caller.
unsafe impl Send for Text {}
// SAFETY: a text is an address until it is read, which `Text::bytes` leaves to its caller.
unsafe impl Sync for Text {}

impl Text {
    /// The bytes, as long as they are there.
    #[must_use]
    pub const fn of(bytes: &[u8]) -> Self {
        Self { data: bytes.as_ptr(), length: bytes.len() }
    }

    /// The bytes.
    ///
    /// # Safety
    /// What the text was made of still exists.
    #[must_use]
    pub const unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: the caller ensures that the bytes are there; `of` and C++ make values of a pointer and its length.
        unsafe { slice::from_raw_parts(self.data, self.length) }
    }
}

/// A file in memory.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// The name by which it is included.
    pub name: Text,
    /// Its content.
    pub content: Text,
}

/// An array of the caller.
#[repr(C)]
#[derive(Debug)]
pub struct Array<T> {
    data: *const T,
    length: usize,
}

// SAFETY: as for `Text`.
unsafe impl<T: Sync> Send for Array<T> {}
// SAFETY: as for `Text`.
unsafe impl<T: Sync> Sync for Array<T> {}

impl<T> Array<T> {
    /// The elements, as long as they are there.
    #[must_use]
    pub const fn of(elements: &[T]) -> Self {
        Self { data: elements.as_ptr(), length: elements.len() }
    }

    /// The elements.
    ///
    /// # Safety
    /// What the array was made of still exists.
    #[must_use]
    pub const unsafe fn elements<'a>(&self) -> &'a [T] {
        // SAFETY: the caller ensures that the elements are there; `of` made the value of a slice.
        unsafe { slice::from_raw_parts(self.data, self.length) }
    }
}

/// Forms of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Form {
    /// SYCL.
    Sycl,
    /// OpenCL C, or C++ for OpenCL.
    OpenCl,
    /// Bitcode, or LLVM's text.
    Bitcode,
}

/// A compilation for one target.
#[repr(C)]
#[derive(Debug)]
pub struct Job {
    /// Form of the source.
    pub form: Form,
    /// Name expressions of a SYCL source: they name functions.
    pub names: Array<Text>,
    /// Whether a SYCL source sees the headers of DPC++ in the directories, instead of the embedded ones.
    pub uses_dpcpp_headers: bool,
    /// Whether what a source begins with is compiled once for all that begin so.
    pub keeps_preamble: bool,
    /// Whether the caller has such beginnings of other processes: `Said::Preamble`.
    pub stores_preamble: bool,
    /// Way to spread kernels over images.
    pub split: SplitMode,
    /// Threads that may make images at a time, this one included; 0 counts as 1.
    pub threads: usize,
    /// Form of specialization constants.
    pub spec_constants: SpecConstantMode,
    /// The name of the target.
    pub target: Text,
    /// Whether modules are wanted too, as they are before the back end.
    pub wants_bitcode: bool,
    /// Whether kernels for NVIDIA's GPUs get variants, as the pass `distinct-memory` makes them.
    pub distinct_memory: bool,
    /// Parameters of the pass `sscp-specialize`.
    pub specialize: Array<Text>,
    /// The name of the source in diagnostics.
    pub name: Text,
    /// The source.
    pub source: Text,
    /// Headers in memory.
    pub files: Array<File>,
    /// The only directories that are read.
    pub directories: Array<Text>,
    /// Arguments of `clang -cc1` that depend on the language and the user's options.
    pub arguments: Array<Text>,
    /// Extensions of SPIR-V that the image may use, without `+`.
    pub extensions: Array<Text>,
    /// Whether what is read below the directories, or looked for there, is reported.
    pub wants_files: bool,
    /// Whether the caller has modules and images of earlier compilations: `Said::Module`, `Said::HasImages`.
    pub has_store: bool,
    /// Nanoseconds from now after which no further step begins; 0 for no limit.
    pub limit: u64,
    /// Fatal errors in the process after which the compiler refuses to go on.
    pub abandoned_limit: u64,
}

/// File that was found under a name below the directories of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Found {
    /// A file that was read; with the BLAKE3 hash of its content.
    Read,
    /// A file.
    Present,
    /// Nothing.
    Absent,
    /// Something else, or an error.
    Other,
}

/// A step whose time is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// Source to a module, which for OpenCL is optimized, or bitcode to a module.
    FrontEnd,
    /// Kernels of free functions, the optimizer, and what images hold.
    Passes,
    /// The checks of modules.
    Verify,
    /// Modules to images.
    BackEnd,
}

/// Receiver of messages, while the compilation runs. Its function is called once at a time, by the thread that
/// compiles and, with [`Job::threads`], by others, which end before the compilation does.
#[repr(C)]
#[derive(Debug)]
pub struct Answer {
    /// Passed to the function.
    pub data: *mut c_void,
    /// Takes the bytes of a [`Said`](super::said::Said). Gives the reply to a question, until the next call.
    pub say: unsafe extern "C" fn(data: *mut c_void, said: Text) -> Text,
}

/// Result of a compilation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u32)]
pub enum Outcome {
    /// There are images.
    Done,
    /// Errors in the source, which were reported.
    FrontEnd,
    /// Bitcode that cannot be read, or that is not valid; reported.
    Bitcode,
    /// Bitcode for something else; its triple was reported.
    Triple,
    /// A module without kernels.
    NoKernel,
    /// Something is not defined for the target, which was reported.
    Undefined,
    /// The target has no such processor; those that it has were reported.
    Processor,
    /// The module that the front end made is not valid, or the back end refuses it; reported.
    BackEnd,
    /// The limit of time was reached between two steps.
    TimedOut,
    /// Too many fatal errors in this process.
    Poisoned,
    /// A panic.
    Internal,
}

/// A module for a back end alone.
#[repr(C)]
#[derive(Debug)]
pub struct Module {
    /// The name of its file.
    pub name: Text,
    /// Bitcode, or LLVM's text.
    pub content: Text,
    /// Back end that it is for.
    pub back_end: Family,
    /// Extensions of SPIR-V that the image may use, without `+`.
    pub extensions: Array<Text>,
    /// The processor, but not of SPIR-V; may be empty, and of hosts `native`.
    pub processor: Text,
    /// Its features, as `-mattr` takes them; may be empty.
    pub features: Text,
    /// `0` to `3`; for SPIR-V `0`.
    pub level: u8,
}

/// Takes an image, which lives during the call.
pub type TakeImage = unsafe extern "C" fn(data: *mut c_void, image: Text);

/// The functions of the compiler library.
#[repr(C)]
#[derive(Debug)]
pub struct Table {
    /// Bytes of the table.
    pub size: usize,
    /// [`BUILD`] of the library.
    pub build: Text,
    /// The version of LLVM.
    pub llvm_version: Text,
    /// Compiles; gives an [`Outcome`]. May be called by any number of threads, each with at least 256 MiB of stack.
    pub compile: unsafe extern "C" fn(job: *const Job, answer: *const Answer) -> u32,
    /// Makes of a module what `llc` does; `false` if it fails, if it has anything to say, or if the module is for
    /// something else.
    pub emit: unsafe extern "C" fn(module: *const Module, data: *mut c_void, take: TakeImage) -> bool,
    /// Links an object to a shared one, against a shared library unless that is empty, as `ld.lld -shared` does;
    /// `false` as above.
    pub link: unsafe extern "C" fn(object: Text, library: Text, data: *mut c_void, take: TakeImage) -> bool,
    /// Links modules, each of bitcode or text, to bitcode, as `llvm-link` does; `false` as above.
    pub link_modules: unsafe extern "C" fn(files: Array<File>, data: *mut c_void, take: TakeImage) -> bool,
    /// Runs passes of this project over a module of bitcode or text, as `opt` does. The triple is the one that the
    /// module gets, or empty, and the pipeline names the passes. The pass `sycl-post-link` may use so many processes.
    /// Bitcode of the module goes to the function, if there is one; without, it is `opt -disable-output`. `false` as
    /// above, and then there may be files that passes wrote.
    pub run_passes: unsafe extern "C" fn(
        module: *const File,
        triple: Text,
        pipeline: Text,
        processes: u32,
        data: *mut c_void,
        take: Option<TakeImage>,
    ) -> bool,
    /// The validator of SPIR-V in the library, as `spirv-val --version` names it.
    pub validator: Text,
    /// Whether the validator accepts a module of SPIR-V. Its bytes begin at a multiple of 4.
    pub accepts_spirv: unsafe extern "C" fn(module: Text) -> bool,
}

macro_rules! numbers {
    ($name:ident: $($variant:ident)*) => {
        impl $name {
            /// The value of a number.
            #[must_use]
            pub const fn of(number: u32) -> Option<Self> {
                $(if number == Self::$variant as u32 { return Some(Self::$variant) })*
                None
            }
        }
    };
}
numbers!(Severity: Note Remark Warning Error Fatal);
numbers!(Found: Read Present Absent Other);
numbers!(Outcome: Done FrontEnd Bitcode Triple NoKernel Undefined Processor BackEnd TimedOut Poisoned Internal);
