//! Refuses another LLVM than the one that the plugin was built for.
//!
//! LLVM's C++ interface changes with every release, and its own check compares a number that several releases share. So
//! the first thing that runs when the plugin is loaded, before any other use of LLVM, asks the process for its version.
#![expect(unsafe_code, reason = "asks the process that loads the plugin for its LLVM")]

use std::ffi::{c_char, c_int, c_uint, c_void};

const BUILT_FOR: &str = env!("SYCL_PASSES_LLVM_MAJOR");

/// The versions that there are features of the plugin for.
const SUPPORTED: [c_uint; 3] = [16, 19, 22];

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
    fn _exit(status: c_int) -> !;
}

// Runs on dlopen, after the libraries that the plugin needs and before LLVM looks for its entry symbol.
#[used]
#[unsafe(link_section = ".init_array")]
static CHECK: extern "C" fn() = check;

extern "C" fn check() {
    let Some((major, minor, patch)) = version_of_process() else {
        return; // a host that does not say; a missing symbol will be named when it is first called
    };
    crate::ffi::guarded((), || {
        if major.to_string() != BUILT_FOR {
            crate::ffi::complain(&format!(
                "this plugin was built for LLVM {BUILT_FOR} and cannot run in LLVM {major}.{minor}.{patch}; use a tool \
                 of LLVM {BUILT_FOR}{}",
                other_build(major)
            ));
            // Not `exit`: the host is in the middle of loading and has nothing to finish.
            // SAFETY: ends the process.
            unsafe { _exit(1) }
        }
    });
}

fn version_of_process() -> Option<(c_uint, c_uint, c_uint)> {
    type GetVersion = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint);
    // SAFETY: looked up in the global scope (handle RTLD_DEFAULT), which starts with the host; its type is that of the
    // C API.
    unsafe {
        let symbol = dlsym(std::ptr::null_mut(), c"LLVMGetVersion".as_ptr());
        if symbol.is_null() {
            return None;
        }
        let get_version: GetVersion = std::mem::transmute(symbol);
        let (mut major, mut minor, mut patch) = (0, 0, 0);
        get_version(&mut major, &mut minor, &mut patch);
        Some((major, minor, patch))
    }
}

/// Advice in an LLVM: a build for it, if the plugin has one.
fn other_build(major: c_uint) -> String {
    if SUPPORTED.contains(&major) {
        format!(", or build the plugin with --no-default-features --features llvm{major}")
    } else {
        let versions = SUPPORTED.map(|version| version.to_string()).join(", ");
        format!("; the plugin can be built for LLVM {versions}")
    }
}
