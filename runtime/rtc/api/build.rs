//! Names the build of the compiler library by what it is made of, so that this library refuses another one's; and that
//! of this library, so that another one's results are not taken from a cache. A build by
//! `scripts/build --rtc-plain-start` does not extend the heap.

mod sources;

use std::{env, path::Path};

use sources::{SOURCES, hash};

fn main() {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let manifest = Path::new(&manifest);
    let root = &manifest.join("../../..");
    let own = hash(manifest, &["src"]);
    println!("cargo::rerun-if-env-changed=SYCL_RTC_BUILD");
    let build = if root.join("runtime/rtc/compiler/build.rs").is_file() {
        hash(root, &SOURCES)
    } else {
        // The crate without its repository: its build says for which library.
        env::var("SYCL_RTC_BUILD").unwrap_or_else(|_| own.clone())
    };
    println!("cargo::rustc-env=SYCL_RTC_BUILD={build}");
    println!("cargo::rustc-env=SYCL_RTC_SOURCES={own}");
    println!("cargo::rerun-if-env-changed=SYCL_RTC_PLAIN_START");
    println!("cargo::rustc-check-cfg=cfg(plain_start)");
    if env::var_os("SYCL_RTC_PLAIN_START").is_some() {
        println!("cargo::rustc-cfg=plain_start");
    }
}
