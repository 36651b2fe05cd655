//! Structures and numbers of the header.
#![allow(non_camel_case_types, reason = "the names are those of C")]
#![allow(unreachable_pub, reason = "the header has what is public")]

use std::ffi::{c_char, c_void};

/// Results of functions.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_status {
    /// It did what was asked.
    Success = 0,
    /// An unknown or refused option, language, target or name.
    Usage = 1,
    /// Errors in the source.
    Frontend = 2,
    /// A source without kernels.
    NoKernel = 3,
    /// Device code that needs what nothing defines.
    Undefined = 4,
    /// A back end that does not take the module.
    Backend = 5,
    /// Bitcode that cannot be compiled.
    Bitcode = 6,
    /// The deadline has passed.
    TimedOut = 7,
    /// The compiler library is missing, or is one of another build.
    NoCompiler = 8,
    /// Too many fatal errors in this process.
    Poisoned = 9,
    /// The process was forked while a thread of its parent compiled, or was in a function of this library.
    Forked = 10,
    /// The system gives no thread or no process.
    System = 11,
    /// The compiler crashed in its child process.
    Crashed = 12,
    /// A handle that is null, destroyed, or of something else.
    InvalidHandle = 64,
    /// A pointer that is null where it must not be, a text that is not UTF-8, or a number that has no meaning here.
    InvalidArgument = 65,
    /// A structure that does not begin with its size.
    InvalidSize = 66,
    /// A call that comes too early or too late.
    OutOfOrder = 67,
    /// There is no such diagnostic, image, entry point or name.
    NotFound = 68,
    /// A fault of the library.
    Internal = 99,
}

/// Severity of a diagnostic.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_severity {
    /// An explanation of another diagnostic.
    Note = 0,
    /// Work that the compiler did, for those who asked.
    Remark = 1,
    /// A likely mistake.
    Warning = 2,
    /// A mistake.
    Error = 3,
    /// An error after which the compiler did not go on.
    Fatal = 4,
}

/// Origins of a program.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_origin {
    /// It was compiled.
    Compiled = 0,
    /// The front end ran; the image of its module was on disk.
    StoredImage = 1,
    /// The whole program was on disk.
    StoredProgram = 2,
    /// The module of the front end was on disk; passes and back end ran.
    StoredModule = 3,
    /// Both were on disk: the source was only preprocessed.
    StoredModuleAndImage = 4,
}

/// Processes that compilations run in.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_isolation {
    /// In this process: a crash of LLVM is a crash of the process.
    None = 0,
    /// Each in a forked child, which costs some milliseconds.
    Fork = 1,
}

/// Caches of programs.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_cache {
    /// Nothing.
    None = 0,
    /// In the process.
    Process = 1,
    /// In the process, and on disk in cache_directory.
    Directory = 2,
    /// In the process, and on disk in the open directory cache_descriptor, which the library duplicates.
    Descriptor = 3,
    /// The cache that SYCL_RTC_CACHE, SYCL_RTC_CACHE_DIR, XDG_CACHE_HOME and HOME ask for (docs/rtc.md).
    Environment = 4,
}

/// Ways to spread the kernels of a program over images.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_split {
    /// One image.
    None = 0,
    /// Kernels that need the same of a device share an image.
    Features = 1,
    /// An image for each kernel.
    Kernel = 2,
}

/// Forms of specialization constants.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum sycl_rtc_spec_constants {
    /// The constants of SPIR-V, which hosts set before they build the program.
    Native = 0,
    /// Values in a buffer that hosts pass to kernels.
    Emulation = 1,
    /// Their defaults.
    Defaults = 2,
}

/// Compiles programs, on any number of threads at a time.
pub struct sycl_rtc_compiler {
    _number: (),
}

/// A source, and what was made of it.
pub struct sycl_rtc_program {
    _number: (),
}

/// Settings of a compiler. What is 0 or null is the default. Fields that came later have it also where size is that of
/// the structure without them.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sycl_rtc_settings {
    /// sizeof(sycl_rtc_settings)
    pub size: usize,
    /// The file libsycl_rtc_compiler.so; by default the one beside this library, or in ../lib.
    pub compiler: *const c_char,
    /// Fatal errors of LLVM in this process after which nothing more is compiled; each leaks memory. By default 1000.
    pub fatal_errors: u64,
    /// A number of sycl_rtc_isolation.
    pub isolation: u32,
    /// A number of sycl_rtc_cache.
    pub cache: u32,
    /// For SYCL_RTC_CACHE_DIRECTORY only.
    pub cache_directory: *const c_char,
    /// For SYCL_RTC_CACHE_DESCRIPTOR only.
    pub cache_descriptor: i32,
    /// Bytes of programs that are kept in the process, by default 256 MiB; and of files on disk, by default 1 GiB.
    pub cache_memory: u64,
    pub cache_disk: u64,
    /// Threads that one compilation may use for its targets, and for the images of a target, if there are several; by
    /// default one. Images do not depend on it.
    pub threads: u32,
    /// Milliseconds for which a process waits for one of another machine that compiles the same for the same directory,
    /// and of which it cannot be known whether it still runs; for one of this machine it waits as long as that runs, up
    /// to three times as long. 0: all processes compile what they do not find.
    pub cache_wait: u64,
    /// A directory of "sycl-rtc cache export", which is looked in before cache_directory, and may be missing. Null:
    /// none.
    pub cache_shipped: *const c_char,
}

/// A message of the compiler about a program.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sycl_rtc_diagnostic {
    /// sizeof(sycl_rtc_diagnostic), set by the caller
    pub size: usize,
    pub severity: sycl_rtc_severity,
    /// Place of the message: the line and column of its beginning and behind its end, from 1, columns in bytes. Without
    /// a file it is about the whole, and without an end_line the end is not known.
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// Null if it is about the whole.
    pub file: *const c_char,
    /// The mistake.
    pub text: *const c_char,
    /// The name of a warning, which -Wno- and the name turn off; null if it has none.
    pub option: *const c_char,
    /// Text that clang prints for it, with the line of the source.
    pub rendered: *const c_char,
    /// Explanations, for sycl_rtc_program_note.
    pub note_count: usize,
}

/// Device code for a target.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sycl_rtc_image {
    /// sizeof(sycl_rtc_image), set by the caller
    pub size: usize,
    /// As it was added.
    pub target: *const c_char,
    /// Format of the bytes: "spirv", "ptx" or "elf". Behind PTX, which is text, is a zero byte that is not counted.
    pub format: *const c_char,
    pub bytes: *const c_void,
    pub length: usize,
    /// Kernels, for sycl_rtc_program_entry_point.
    pub entry_point_count: usize,
    /// Facts about the image for a runtime, as the text of property sets (docs/property-sets.md); null if a name has a
    /// line break, which the text cannot hold.
    pub properties: *const c_char,
    /// The LLVM bitcode that the image was made of; null without sycl_rtc_program_keep_bitcode.
    pub bitcode: *const c_void,
    pub bitcode_length: usize,
}
