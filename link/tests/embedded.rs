//! Programs with `SYP_EMBEDDED`: what `include/sycl_passes/embedded.hpp` makes of host images.
//!
//! The images of `embedded/images.c` are written by hand, so that kernels can fail, and clang compiles for the host
//! only. `scripts/check-front-door` has programs whose device code is linked.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::fs;
use std::path::Path;
use std::process::Command;

use sycl_propset::PropertySetRegistry;
use sycl_propset::spec_constants::{Descriptor, SpecConstants};

/// Properties of an image with the constants of `programs.cpp`: a structure of a float and a char with padding, and an
/// integer.
fn properties() -> String {
    let name = |variable: &str| format!("_ZTSN3syp6detail8constantIL_Z{}{variable}EEE", variable.len());
    let leaf = |id, offset, size| Descriptor { id, offset, size };
    let constants = [
        (name("shape"), vec![leaf(0, 0, 4), leaf(1, 4, 1), Descriptor::padding(5, 3)]),
        (name("scale"), vec![leaf(2, 0, 4)]),
    ];
    let mut defaults = 1.5f32.to_le_bytes().to_vec();
    defaults.extend(*b"a\0\0\0");
    defaults.extend(3u32.to_le_bytes());
    let mut registry = PropertySetRegistry::new();
    SpecConstants { constants: constants.into(), defaults: Some(defaults) }.write_to(&mut registry);
    sycl_propset::text::write(&registry).unwrap()
}

fn run(program: &str, directory: &Path, arguments: &str) {
    let output = Command::new(program).args(arguments.split(' ')).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{program} {arguments}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn kernels_run_and_what_is_wrong_is_an_exception() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    fs::write(at.join("properties.h"), format!("#define PROPERTIES {:?}\n", properties())).unwrap();
    let llvm = std::env::var("LLVM_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let sources = format!("{root}/link/tests/embedded");
    let compile = format!("-Wall -Wextra -Wpedantic -Werror -I{root}/include -I. -O1 -c");
    run(&format!("{llvm}/clang"), at, &format!("{compile} {sources}/images.c"));
    let clang = format!("{llvm}/clang++");
    let host = "-fsycl --offload-host-only -std=c++20 -DSYP_EMBEDDED";
    run(&clang, at, &format!("{compile} {host} {sources}/programs.cpp"));
    let expected = fs::read_to_string(format!("{sources}/expected.txt")).unwrap();
    for (linker, threads) in [("", "1"), (" -fuse-ld=lld -Wl,--gc-sections", "3")] {
        run(&clang, at, &format!("programs.o images.o -o program{linker}"));
        let output = Command::new(at.join("program")).env("SYCL_HOST_THREADS", threads).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{threads} threads");
    }
    // Without images there is nothing at the symbols of the linker.
    run(&clang, at, "programs.o -o without");
    let output = Command::new(at.join("without")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("kernel `_ZTS4Fill`: no image of the target `host` in this program has it\n"), "{text}");
    let output = Command::new(at.join("program")).env("SYCL_HOST_THREADS", "many").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("`SYCL_HOST_THREADS` is `many`; expected a number from 1 to 4096\n"), "{text}");
}
