//! The entry symbol for LLVM 16, by the `llvm-plugin` crate. Everything else is registered as for later versions: the
//! crate names no passes, makes them optional and takes no panic.
#![expect(unsafe_code, reason = "the boundary to C++")]

use std::ffi::c_void;

use llvm_plugin::PassBuilder;

use crate::ffi::guarded;

// The crate's type holds one raw pointer and has no accessor for it.
const _: () = assert!(size_of::<PassBuilder>() == size_of::<*mut c_void>());

#[llvm_plugin::plugin(name = "sycl-passes", version = "0.1.0 (LLVM 16)")]
fn register(builder: &mut PassBuilder) {
    crate::initialize();
    // SAFETY: the only field of the builder is the raw pointer, as its size says; it is the builder of this callback.
    guarded((), || unsafe { crate::ffi::register(std::mem::transmute_copy(builder)) });
}
