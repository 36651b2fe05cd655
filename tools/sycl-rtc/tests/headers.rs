//! Parsed headers on disk, which another process finds.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};

use tempfile::TempDir;

const HEADER: &str = "#pragma once\n#include <sycl/value.h>\n#define TASK [[clang::sycl_external]] \
                      [[clang::annotate(\"sycl-free-function\", \"single_task_kernel\")]]\n";

/// A stand-in of DPC++'s headers, and a cache.
struct Place {
    directory: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { directory: tempfile::tempdir().unwrap() };
        fs::create_dir_all(place.path("dpcpp/sycl")).unwrap();
        fs::write(place.path("dpcpp/sycl/version.hpp"), "#define __LIBSYCL_MAJOR_VERSION 9\n").unwrap();
        fs::write(place.path("dpcpp/sycl/sycl.hpp"), HEADER).unwrap();
        place.has_value("1111");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn has_value(&self, value: &str) {
        fs::write(self.path("dpcpp/sycl/value.h"), format!("inline int value() {{ return {value}; }}\n")).unwrap();
    }

    /// The image of a source with a number, in a process of its own.
    fn image(&self, number: u32, options: &[&str]) -> Vec<u8> {
        let source = format!("#include <sycl/sycl.hpp>\nTASK void k(int *out) {{ *out = value() + {number}; }}\n");
        fs::write(self.path("k.cpp"), source).unwrap();
        let (code, text) =
            self.run(&[&["compile", "k.cpp", "--sycl-headers", "dpcpp", "-o", "k.spv"], options].concat());
        assert_eq!(code, 0, "{text}");
        fs::read(self.path("k.spv")).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> (i32, String) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-rtc"));
        command.arg(arguments[0]).arg("--compiler").arg(root.join("target/release/libsycl_rtc_compiler.so"));
        command.env_remove("SYCL_RTC_CACHE");
        let output = command.args(&arguments[1..]).current_dir(self.directory.path()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    }

    /// The entry of the header, which is the largest.
    fn entry(&self) -> PathBuf {
        let files = fs::read_dir(self.path("cache/v1")).unwrap().map(|entry| entry.unwrap().path());
        files.max_by_key(|file| fs::metadata(file).unwrap().len()).unwrap()
    }

    /// Whether the entry of the header is the same file before and after, and was read.
    fn uses_entry(&self, number: u32) -> bool {
        let entry = self.entry();
        let old = SystemTime::now() - Duration::from_secs(3600);
        // Open until the end, so that no other file gets its number.
        let file = fs::File::options().append(true).open(&entry).unwrap();
        file.set_modified(old).unwrap();
        let before = file.metadata().unwrap().ino();
        let image = self.image(number, &["--cache", "cache", "--cache-headers"]);
        assert!(image == self.image(number, &[]), "it is what a compilation without a cache gives");
        let after = fs::metadata(self.entry()).unwrap();
        assert!(after.modified().unwrap() > old + Duration::from_secs(60), "it is asked for");
        after.ino() == before && self.entry() == entry
    }
}

#[test]
fn parsed_headers_are_found_by_another_process() {
    let place = Place::new();
    let count = || fs::read_dir(place.path("cache/v1")).unwrap().count();
    place.image(1, &["--cache", "cache"]);
    let without = count();
    fs::remove_dir_all(place.path("cache")).unwrap();
    place.image(1, &["--cache", "cache", "--cache-headers"]);
    assert_eq!(count(), without + 1);
    assert!(place.uses_entry(2));
    place.has_value("1111");
    assert!(place.uses_entry(3), "written again with the same content");
    place.has_value("2222");
    assert!(!place.uses_entry(4), "another content");
    assert!(place.uses_entry(5));
    fs::remove_file(place.path("dpcpp/sycl/value.h")).unwrap();
    place.has_value("2222");
    assert!(place.uses_entry(6), "the same file at another place of the disk");
    let whole = fs::read(place.entry()).unwrap();
    for damage in 0..2 {
        let mut damaged = whole.clone();
        match damage {
            0 => damaged.truncate(whole.len() - 1),
            _ => damaged[whole.len() / 2] ^= 1,
        }
        fs::write(place.entry(), damaged).unwrap();
        assert!(!place.uses_entry(7 + damage), "damage {damage}");
        assert!(place.uses_entry(17 + damage), "after damage {damage}");
    }
    // Other options, other headers.
    let entries = count();
    place.image(1, &["--cache", "cache", "--cache-headers", "-DOTHER"]);
    assert_eq!(count(), entries + 4, "a program, a module, images and a header");
}

#[test]
fn the_embedded_header_is_stored_too() {
    let place = Place::new();
    let kernel = "#include <sycl/sycl.hpp>\n\
                  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::single_task_kernel))\n\
                  void k(int *out) { *out = 1; }\n";
    fs::write(place.path("k.cpp"), kernel).unwrap();
    // That for requests without options is part of the library.
    let image = |options: &[&str]| {
        let (code, text) = place.run(&[&["compile", "k.cpp", "-std=c++20", "-o", "k.spv"], options].concat());
        assert_eq!(code, 0, "{text}");
        fs::read(place.path("k.spv")).unwrap()
    };
    let expected = image(&[]);
    assert_eq!(image(&["--cache", "cache", "--cache-headers"]), expected);
    let entry = place.entry();
    let before = fs::metadata(&entry).unwrap().ino();
    fs::write(place.path("k.cpp"), kernel.replace("= 1", "= (1)")).unwrap();
    assert_eq!(image(&["--cache", "cache", "--cache-headers"]), expected);
    assert_eq!(fs::metadata(&entry).unwrap().ino(), before);
}

#[test]
fn stored_headers_need_a_cache() {
    let place = Place::new();
    let (code, text) = place.run(&["compile", "k.cpp", "--cache-headers"]);
    assert_eq!(code, 2);
    let expected = "option `--cache-headers` without a cache; expected --cache, or SYCL_RTC_CACHE=1 in the environment";
    assert!(text.contains(expected), "{text}");
}
