//! The file of the compiler library: what it needs, exports and weighs.

use std::{fs, process::Command};

use crate::{VEC_ADD, compile, library_file, request};

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
    assert_eq!(needed, ["ld-linux-x86-64.so.2", "libc.so.6", "libgcc_s.so.1", "libm.so.6"]);
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

/// The library relocates itself, and has to give back what the dynamic linker had made read-only.
#[test]
fn tables_are_read_only_once_it_is_loaded() {
    const DATA: usize = 1 << 20;
    let dynamic = readelf("--dynamic-table");
    assert!(dynamic.contains("ANDROID_RELR") && !dynamic.contains("(RELR)"), "{dynamic}");
    compile(&request(VEC_ADD)).unwrap();
    let (maps, file) = (fs::read_to_string("/proc/self/maps").unwrap(), library_file().canonicalize().unwrap());
    let of_library: Vec<&str> = maps.lines().filter(|line| line.ends_with(file.to_str().unwrap())).collect();
    let sizes = of_library.iter().filter(|line| line.contains(" rw")).map(|line| {
        let (start, end) = line.split_once(' ').unwrap().0.split_once('-').unwrap();
        usize::from_str_radix(end, 16).unwrap() - usize::from_str_radix(start, 16).unwrap()
    });
    let writable: usize = sizes.sum();
    assert!(!of_library.is_empty() && writable < DATA, "{writable} bytes are writable: {of_library:#?}");
}

/// Relocated data is copied whenever the library is loaded. clang's data for other processors and for `--help` is left
/// out (`startup/builtin_tables.cpp`, `startup/driver_options.cpp`): nothing else would show that it is back.
#[test]
fn little_is_relocated_and_large_pages_can_be_used() {
    const LIMIT: u64 = 2_800_000;
    let segments = readelf("--program-headers");
    let fields = segments.lines().map(|line| line.split_whitespace().collect::<Vec<&str>>());
    let of = |kind: &str| fields.clone().filter(|fields| fields.first() == Some(&kind)).collect::<Vec<_>>();
    let size = u64::from_str_radix(of("GNU_RELRO")[0][5].trim_start_matches("0x"), 16).unwrap();
    assert!(size < LIMIT, "{size} bytes; expected less than {LIMIT}");
    let loaded = of("LOAD");
    assert!(!loaded.is_empty() && loaded.iter().all(|fields| fields.last() == Some(&"0x200000")), "{segments}");
}

#[test]
fn it_is_not_too_large() {
    const LIMIT: u64 = 135_000_000;
    let size = fs::metadata(library_file()).unwrap().len();
    assert!(size < LIMIT, "{size} bytes; expected less than {LIMIT}");
}
