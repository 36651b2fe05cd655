//! The entry symbol for LLVM 19 and later: what the `llvm-plugin` crate does up to LLVM 18, in its shape.
#![expect(unsafe_code, reason = "the boundary to C++")]

use std::ffi::{c_char, c_void};

use crate::ffi::guarded;
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
    // While the host loads the plugin it has one thread; it may register passes in several.
    crate::initialize();
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
    // SAFETY: the pass builder of this callback.
    guarded((), || unsafe { crate::ffi::register(pass_builder) });
}
