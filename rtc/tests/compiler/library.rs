//! The file of the compiler library: what it needs, exports and weighs.

use std::{fs, process::Command};

use crate::library_file;

fn readelf(option: &str) -> String {
    let output = Command::new("/usr/lib/llvm-22/bin/llvm-readelf").arg(option).arg(library_file()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_needs_what_every_system_has() {
    let text = readelf("--dynamic-table");
    let mut needed: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("(NEEDED)"))
        .filter_map(|line| line.split(['[', ']']).nth(1))
        .collect();
    needed.sort_unstable();
    assert_eq!(
        needed,
        ["ld-linux-x86-64.so.2", "libc.so.6", "libgcc_s.so.1", "libm.so.6", "libz.so.1", "libzstd.so.1"]
    );
    assert!(text.contains("NODELETE"), "LLVM cannot be unloaded");
}

#[test]
fn it_exports_one_function() {
    let text = readelf("--dyn-symbols");
    let defined = text.lines().filter(|line| line.contains(" GLOBAL ") || line.contains(" WEAK "));
    let defined: Vec<&str> = defined.filter(|line| !line.contains(" UND ")).collect();
    assert_eq!(defined.len(), 1, "{defined:?}");
    assert!(defined[0].ends_with(" sycl_rtc_compiler_table"), "{defined:?}");
}

#[test]
fn it_is_not_too_large() {
    const LIMIT: u64 = 130_000_000;
    let size = fs::metadata(library_file()).unwrap().len();
    assert!(size < LIMIT, "{size} bytes; expected less than {LIMIT}");
}
