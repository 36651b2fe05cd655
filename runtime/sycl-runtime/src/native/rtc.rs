//! The library of run-time compilation, `libsycl_rtc.so`, which is loaded if it is there.
//!
//! Functions and structures are those of `runtime/rtc/c/include/sycl_rtc.h`.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

/// `SYCL_RTC_CACHE_PROCESS` and `SYCL_RTC_CACHE_DIRECTORY`.
const CACHE_PROCESS: u32 = 1;
const CACHE_DIRECTORY: u32 = 2;
/// Size of the cache of programs in the process, which the runtime keeps itself once they are loaded: a few, for
/// threads that want the same one at the same time.
const CACHE_MEMORY: u64 = 4 << 20;
/// Milliseconds for which a process of another machine may compile a kernel that this one wants, too.
const CACHE_WAIT: u64 = 30_000;
/// `SYCL_RTC_ORIGIN_COMPILED`.
const COMPILED: c_int = 0;

/// Name of the source in diagnostics.
const NAME: &CStr = c"device code";

/// `sycl_rtc_settings`.
#[repr(C)]
struct Settings {
    size: usize,
    compiler: *const c_char,
    fatal_errors: u64,
    isolation: u32,
    cache: u32,
    cache_directory: *const c_char,
    cache_descriptor: i32,
    cache_memory: u64,
    cache_disk: u64,
    threads: u32,
    cache_wait: u64,
    cache_shipped: *const c_char,
}

/// `sycl_rtc_image`.
#[repr(C)]
struct Image {
    size: usize,
    target: *const c_char,
    format: *const c_char,
    bytes: *const c_void,
    length: usize,
    entry_point_count: usize,
    properties: *const c_char,
    bitcode: *const c_void,
    bitcode_length: usize,
}

/// Declares the functions of the library that are used, each found when it is loaded.
macro_rules! functions {
    ($($name:ident($($argument:ty),*);)*) => {
        #[allow(non_snake_case, reason = "the library's names")]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl Functions {
            fn find(library: &libloading::Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: functions of these names have these types in `sycl_rtc.h`.
                    $($name: *unsafe { library.get(stringify!($name)) }?,)*
                })
            }
        }
    };
}

functions! {
    sycl_rtc_compiler_create(*const Settings, *mut *mut c_void);
    sycl_rtc_compiler_cache_trouble(*const c_void, *mut *const c_char);
    sycl_rtc_program_create(*const c_void, *const c_char, *const c_void, usize, *const c_char, *mut *mut c_void);
    sycl_rtc_program_destroy(*mut c_void);
    sycl_rtc_program_add_name_expression(*mut c_void, *const c_char);
    sycl_rtc_program_add_target(*mut c_void, *const c_char);
    sycl_rtc_program_distinct_memory(*mut c_void);
    sycl_rtc_program_specialize(*mut c_void, *const c_char);
    sycl_rtc_program_compile(*mut c_void);
    sycl_rtc_program_log(*const c_void, *mut *const c_char);
    sycl_rtc_program_image_count(*const c_void, *mut usize);
    sycl_rtc_program_image(*const c_void, usize, *mut Image);
    sycl_rtc_program_origin(*const c_void, *mut c_int);
}

/// The library, with a compiler.
pub(crate) struct Library {
    functions: Functions,
    compiler: *mut c_void,
}

// SAFETY: the handle of a compiler is a number to the library, all functions of which may be called by several threads.
unsafe impl Send for Library {}
// SAFETY: the handle of a compiler is a number to the library, all functions of which may be called by several threads.
unsafe impl Sync for Library {}

/// An image of one kernel.
pub(crate) struct Made {
    pub(crate) code: Vec<u8>,
    /// The text of property sets.
    pub(crate) properties: String,
    /// It was compiled before.
    pub(crate) is_stored: bool,
}

impl Library {
    /// Loads a library, by its path or by a name that the system looks for, and makes a compiler with a cache, and with
    /// one that was shipped.
    pub(crate) fn load(file: &Path, cache: Option<&Path>, shipped: Option<&Path>) -> Result<Self, String> {
        // SAFETY: the initialization of the library does nothing.
        let library = unsafe { libloading::Library::new(file) }.map_err(|error| words(&error))?;
        let functions = Functions::find(&library).map_err(|error| words(&error))?;
        // It stays loaded, as LLVM does, which it loads.
        std::mem::forget(library);
        let name = |path: &Path| CString::new(path.as_os_str().as_bytes()).ok();
        let (directory, shipped) = (cache.and_then(name), shipped.and_then(name));
        let settings = Settings {
            size: size_of::<Settings>(),
            compiler: null(),
            fatal_errors: 0,
            isolation: 0,
            cache: if directory.is_some() { CACHE_DIRECTORY } else { CACHE_PROCESS },
            cache_directory: directory.as_ref().map_or(null(), |directory| directory.as_ptr()),
            cache_descriptor: 0,
            cache_memory: CACHE_MEMORY,
            cache_disk: 0,
            threads: 1,
            cache_wait: CACHE_WAIT,
            cache_shipped: shipped.as_ref().map_or(null(), |shipped| shipped.as_ptr()),
        };
        let mut compiler = null_mut();
        // SAFETY: settings of this type, with a text that lives during the call, and a place for the result.
        let status = unsafe { (functions.sycl_rtc_compiler_create)(&raw const settings, &raw mut compiler) };
        if status != 0 {
            return Err(format!("{}: it makes no compiler, status {status}", file.display()));
        }
        let made = Self { functions, compiler };
        let mut trouble = null();
        // SAFETY: a compiler, and a place for the result.
        unsafe { (made.functions.sycl_rtc_compiler_cache_trouble)(compiler, &raw mut trouble) };
        // SAFETY: null, or a text that lives as long as the compiler.
        if let Some(trouble) = unsafe { text(trouble) } {
            log::warn!("kernels that are compiled are not kept: {trouble}");
        }
        Ok(made)
    }

    /// Compiles a kernel of bitcode for a target. `known` are parameters of the pass `sscp-specialize`.
    pub(crate) fn compile(&self, bitcode: &[u8], kernel: &str, target: &str, known: &[String]) -> Result<Made, String> {
        let functions = &self.functions;
        let terminated =
            |text: &str| CString::new(text).map_err(|_| format!("`{}` has a zero byte", text.escape_debug()));
        let (kernel, target) = (terminated(kernel)?, terminated(target)?);
        let known: Vec<CString> = known.iter().map(|known| terminated(known)).collect::<Result<_, _>>()?;
        let mut program = null_mut();
        let (source, length) = (bitcode.as_ptr().cast(), bitcode.len());
        // SAFETY: a compiler, bytes and texts that live during the call, and a place for the result.
        let status = unsafe {
            let (create, language) = (functions.sycl_rtc_program_create, c"bitcode".as_ptr());
            create(self.compiler, language, source, length, NAME.as_ptr(), &raw mut program)
        };
        if status != 0 {
            return Err(format!("the library of run-time compilation takes no program, status {status}"));
        }
        let program = Program { functions, program };
        // SAFETY: a program, and texts that live during the calls.
        let compiled = unsafe {
            done((functions.sycl_rtc_program_add_name_expression)(program.program, kernel.as_ptr()))
                .and_then(|()| done((functions.sycl_rtc_program_add_target)(program.program, target.as_ptr())))
                .and_then(|()| done((functions.sycl_rtc_program_distinct_memory)(program.program)))
                .and_then(|()| {
                    let mut known = known.iter().map(|known| known.as_ptr());
                    known.try_for_each(|known| done((functions.sycl_rtc_program_specialize)(program.program, known)))
                })
                .and_then(|()| done((functions.sycl_rtc_program_compile)(program.program)))
        };
        compiled.map_or_else(|status| Err(program.log(status)), |()| program.made())
    }
}

/// A program of the library, which ends with this.
struct Program<'a> {
    functions: &'a Functions,
    program: *mut c_void,
}

impl Program<'_> {
    /// Reason why it was not compiled.
    fn log(&self, status: c_int) -> String {
        let mut log = null();
        // SAFETY: a program, and a place for the result, which lives as long as the program.
        let words = unsafe {
            (self.functions.sycl_rtc_program_log)(self.program, &raw mut log);
            text(log)
        };
        let words = words.unwrap_or_default();
        let words = words.trim().strip_prefix("error: ").unwrap_or(words.trim());
        if words.is_empty() { format!("run-time compilation failed, status {status}") } else { words.to_owned() }
    }

    fn made(&self) -> Result<Made, String> {
        let (mut count, mut origin) = (0, COMPILED);
        let mut image = Image {
            size: size_of::<Image>(),
            target: null(),
            format: null(),
            bytes: null(),
            length: 0,
            entry_point_count: 0,
            properties: null(),
            bitcode: null(),
            bitcode_length: 0,
        };
        // SAFETY: a program, and places for results.
        let status = unsafe {
            (self.functions.sycl_rtc_program_image_count)(self.program, &raw mut count);
            (self.functions.sycl_rtc_program_origin)(self.program, &raw mut origin);
            (self.functions.sycl_rtc_program_image)(self.program, 0, &raw mut image)
        };
        if status != 0 || count != 1 || image.bytes.is_null() {
            return Err(format!("found {count} images of one kernel, status {status}; expected one"));
        }
        // SAFETY: what the image gives lives as long as the program.
        let (code, properties) = unsafe {
            (std::slice::from_raw_parts(image.bytes.cast::<u8>(), image.length).to_vec(), text(image.properties))
        };
        let properties = properties.ok_or("the names of the image have no text")?;
        Ok(Made { code, properties, is_stored: origin != COMPILED })
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: a program, which nothing uses any more.
        unsafe { (self.functions.sycl_rtc_program_destroy)(self.program) };
    }
}

/// Result of a function of the library that is no success.
fn done(status: c_int) -> Result<(), c_int> {
    if status == 0 { Ok(()) } else { Err(status) }
}

/// The system's words, which name the file.
fn words(error: &libloading::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// A text of the library; none for a null pointer.
///
/// # Safety
/// The pointer is null or to a terminated text.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: a terminated text, as the caller says.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// The file that holds this code: the program, or a library with the runtime in it.
pub(crate) fn own_file() -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: an address of this code, and a place for the answer.
    let found = unsafe { libc::dladdr(own_file as *const c_void, info.as_mut_ptr()) };
    if found == 0 {
        return None;
    }
    // SAFETY: dladdr has filled it in; the name is terminated and lives as long as the file is loaded.
    let name = unsafe { CStr::from_ptr(info.assume_init().dli_fname) };
    let path = Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()));
    // For a program it may be the name by which it was called.
    if path.is_absolute() { Some(path.to_owned()) } else { std::env::current_exe().ok() }
}
