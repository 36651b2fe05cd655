//! Link options of the plugin, and what it is made of.

#[path = "../runtime/rtc/api/sources.rs"]
mod sources;

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for option in [
        // LLVM unloads its plugins from a static destructor at exit; keep the mapping, so that nothing runs in a hole.
        "-Wl,-z,nodelete",
        // Bind functions when they are first called: a plugin built for another LLVM then loads far enough to say so.
        // `.cargo/config.toml` makes rustc call through the procedure linkage table, which this needs.
        "-Wl,-z,lazy",
    ] {
        println!("cargo::rustc-link-arg-cdylib={option}");
    }
    let major = std::env::var("DEP_SYCL_PASSES_SHIM_MAJOR").unwrap_or_else(|_| String::from("unknown"));
    println!("cargo::rustc-env=SYCL_PASSES_LLVM_MAJOR={major}");
    println!("cargo::rustc-env=SYCL_RTC_BUILD={}", sources::hash(Path::new(".."), &sources::SOURCES));
}
