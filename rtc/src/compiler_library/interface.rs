//! What this library and the compiler library say to each other: structures of C, private to one build of both.
//!
//! The compiler library exports one function, [`TABLE_FUNCTION`]. The first two fields of its table never change, so
//! that each build can refuse any other. All texts belong to whoever passes them and live as long as the call.
#![allow(unsafe_code, reason = "structures of C")]

use std::{ffi::CStr, ffi::c_void, slice};

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

// SAFETY: a text is an address until somebody reads it, which `Text::bytes` leaves to its caller.
unsafe impl Send for Text {}
// SAFETY: as above.
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

/// A compilation for one target.
#[repr(C)]
#[derive(Debug)]
pub struct Job {
    /// Whether the source is bitcode or LLVM's text; else the front end compiles it.
    pub is_bitcode: bool,
    /// Whether the module is wanted too, as it is before the back end.
    pub wants_bitcode: bool,
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
    /// Whether [`Answer::has_image`] is asked before the back end runs.
    pub asks_for_image: bool,
    /// Nanoseconds from now after which no further step begins; 0 for no limit.
    pub limit: u64,
    /// Fatal errors in the process after which the compiler refuses to go on.
    pub abandoned_limit: u64,
}

/// A diagnostic of clang or of a back end. Lines and columns count from 1; 0 is unknown.
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields of `crate::Diagnostic`")]
pub struct Diagnostic {
    pub severity: u32,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub file: Text,
    pub text: Text,
    pub option: Text,
    pub rendered: Text,
    /// The function that a back end complains about.
    pub function: Text,
}

/// What was found under a name below the directories of a job.
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

/// What a part of an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Part {
    /// Text after the diagnostics.
    Log,
    /// The name of a kernel, in the order of the module.
    Kernel,
    /// The triple of bitcode that is for something else.
    Triple,
    /// The module before the back end.
    Bitcode,
    /// What the back end made.
    Image,
}

/// A step whose time is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Step {
    /// Source to an optimized module, or bitcode to a module.
    FrontEnd,
    /// The checks of the module.
    Verify,
    /// Module to image.
    BackEnd,
}

/// Where an answer goes, while the compilation runs.
#[repr(C)]
#[derive(Debug)]
pub struct Answer {
    /// Passed to each function.
    pub data: *mut c_void,
    /// Takes a diagnostic.
    pub diagnostic: unsafe extern "C" fn(data: *mut c_void, diagnostic: *const Diagnostic),
    /// Takes a [`Part`].
    pub part: unsafe extern "C" fn(data: *mut c_void, part: u32, bytes: Text),
    /// Takes the nanoseconds of a [`Step`].
    pub time: unsafe extern "C" fn(data: *mut c_void, step: u32, nanoseconds: u64),
    /// Takes what was [`Found`] under a name. The hash has 32 bytes, or none.
    pub file: unsafe extern "C" fn(data: *mut c_void, name: Text, found: u32, hash: Text),
    /// Whether the image of the module that was handed over as [`Part::Bitcode`] is known, so that nobody has to make
    /// it.
    pub has_image: unsafe extern "C" fn(data: *mut c_void) -> bool,
}

/// How a compilation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Outcome {
    /// There is an image.
    Done,
    /// Errors in the source, which were reported.
    FrontEnd,
    /// Bitcode that cannot be read, or that is not valid; reported.
    Bitcode,
    /// Bitcode for something else; its triple was reported.
    Triple,
    /// A module without kernels.
    NoKernel,
    /// The module that the front end made is not valid, or the back end refuses it; reported.
    BackEnd,
    /// The limit of time was reached between two steps.
    TimedOut,
    /// Too many fatal errors in this process.
    Poisoned,
    /// A panic.
    Internal,
}

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
    /// Compiles; gives an [`Outcome`]. May be called by any number of threads, each with at least 64 MB of stack.
    pub compile: unsafe extern "C" fn(job: *const Job, answer: *const Answer) -> u32,
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
numbers!(Part: Log Kernel Triple Bitcode Image);
numbers!(Step: FrontEnd Verify BackEnd);
numbers!(Outcome: Done FrontEnd Bitcode Triple NoKernel BackEnd TimedOut Poisoned Internal);
