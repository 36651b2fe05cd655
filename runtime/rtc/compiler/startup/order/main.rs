//! Functions by which `link.sh` has the compiler library linked, those that compilations call: a fifth of all,
//! which are then beside each other: first those of loading, then those that a simple kernel takes for every target,
//! then those of some targets, and at last what only other kernels take. So fewer pages are read for the first
//! compilation, and more of what each one needs stays in the processor's caches.
//!
//! usage: sycl-rtc-order LIBRARY
//!
//! LIBRARY has its symbols. In a copy each function begins with a breakpoint; what stops at one is called. Prints the
//! names, each group in the order of LIBRARY, for the linker's `--symbol-ordering-file`.
#![allow(clippy::print_stdout, reason = "a program of the build")]

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod breakpoints;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod called;

use std::env;
use std::error::Error;
use std::path::PathBuf;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
use called::called;

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn called(_: &std::path::Path) -> Result<Vec<String>, Box<dyn Error>> {
    Err("the breakpoints are those of Linux on x86-64".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let library = PathBuf::from(env::args_os().nth(1).ok_or("usage: sycl-rtc-order LIBRARY")?).canonicalize()?;
    for name in called(&library)? {
        // Before it asks for large pages, the system reads small ones around it.
        if name != "sp_rtc_relocate" {
            println!("{name}");
        }
    }
    Ok(())
}
