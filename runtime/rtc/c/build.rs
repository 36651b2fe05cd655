//! Linker options of `libsycl_rtc.so`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsycl_rtc.so");
    // dlclose leaves it loaded: threads may be in it, and the compiler that it loads cannot be unloaded either.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
