//! Entry symbol and callbacks for LLVM 19 and later: what the `llvm-plugin` crate does up to LLVM 18, in its shape.
#![expect(unsafe_code, reason = "the boundary to C++")]

use std::ffi::{c_char, c_int, c_void};

use sycl_passes::ir::ffi;

/// `llvm::PassPluginLibraryInfo`, returned by value.
#[repr(C)]
struct PassPluginLibraryInfo {
    api_version: u32,
    plugin_name: *const c_char,
    plugin_version: *const c_char,
    register: unsafe extern "C" fn(*mut c_void),
    /// Since API version 2 (LLVM 22): a hook before code generation.
    #[cfg(feature = "llvm22")]
    pre_codegen: Option<unsafe extern "C" fn()>,
}

#[unsafe(no_mangle)]
extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (LLVM ", env!("SYCL_PASSES_LLVM_MAJOR"), ")\0");
    PassPluginLibraryInfo {
        // SAFETY: returns a constant.
        api_version: unsafe { ffi::sp_plugin_api_version() },
        plugin_name: c"sycl-passes".as_ptr(),
        plugin_version: VERSION.as_ptr().cast(),
        register,
        #[cfg(feature = "llvm22")]
        pre_codegen: None,
    }
}

unsafe extern "C" fn register(pass_builder: *mut c_void) {
    crate::initialize();
    // SAFETY: the pass builder of this callback; the data is not used.
    unsafe {
        crate::ffi::register_names(pass_builder);
        ffi::sp_on_module_pipeline_parsing(pass_builder, std::ptr::null_mut(), no_data, parse);
        for last in [0, 1] {
            ffi::sp_on_pipeline_end(pass_builder, last, add);
        }
    }
}

unsafe extern "C" fn add(last: c_int, manager: *mut c_void) {
    crate::ffi::add_guarded(if last == 0 { crate::End::Start } else { crate::End::Last }, manager);
}

unsafe extern "C" fn no_data(_: *mut c_void) {}

unsafe extern "C" fn parse(_: *mut c_void, text: *const c_char, length: usize, manager: *mut c_void) -> bool {
    // SAFETY: LLVM gives a name with its length.
    let text = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text.cast(), length) });
    crate::ffi::parse_guarded(&text, manager)
}
