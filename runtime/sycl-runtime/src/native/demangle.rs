//! Names as the source has them, by the C++ library of the program.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::null_mut;
use std::sync::OnceLock;

use libloading::os::unix::Library;

/// `abi::__cxa_demangle` of the C++ ABI: name, buffer, its size, status.
type Demangle = unsafe extern "C" fn(*const c_char, *mut c_char, *mut usize, *mut c_int) -> *mut c_char;

/// The demangled form of a name, or the name itself if it is not a mangled one.
///
/// Programs of C++ have the function for it: one of our own would be a tenth of this library.
pub(crate) fn demangle(name: &str) -> String {
    static FUNCTION: OnceLock<Option<Demangle>> = OnceLock::new();
    let function = *FUNCTION.get_or_init(|| {
        // Programs of other languages, and those that have the library in them, do not show theirs.
        // SAFETY: initializing the library has no effect that anything here depends on.
        let libraries = [Some(Library::this()), unsafe { Library::new("libstdc++.so.6") }.ok()];
        libraries.into_iter().flatten().find_map(|library| {
            // SAFETY: the ABI says that functions of this name have this type; the library stays, see below.
            let function = unsafe { library.get::<Demangle>(b"__cxa_demangle\0") }.ok().map(|found| *found);
            std::mem::forget(library);
            function
        })
    });
    let (Some(function), Ok(mangled)) = (function, CString::new(name)) else { return name.to_owned() };
    let mut status = 0;
    // SAFETY: the name is a string of C; without a buffer the function takes one from `malloc`.
    let text = unsafe { function(mangled.as_ptr(), null_mut(), null_mut(), &raw mut status) };
    if text.is_null() {
        return name.to_owned();
    }
    // SAFETY: what is not null is a string of C from `malloc`, and nothing else has it.
    unsafe {
        let demangled = CStr::from_ptr(text).to_string_lossy().into_owned();
        libc::free(text.cast());
        demangled
    }
}
