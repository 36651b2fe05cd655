//! Linker options of `libsycl_host_device.so`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Otherwise a program that is linked with a path looks for the library under that path.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libsycl_host_device.so");
    }
}
