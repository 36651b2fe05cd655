//! DPC++'s headers: a stand-in of them on disk, since users have the real ones.

use std::{fs, path::Path};

use sycl_rtc::{Compiler, Header, Language, Request};

use crate::settings;

const HEADER: &str = "#pragma once\n#include <sycl/value.h>\n#define TASK [[clang::sycl_external]] \
                      [[clang::annotate(\"sycl-free-function\", \"single_task_kernel\")]]\n";

const SOURCE: &str = "#include <sycl/sycl.hpp>\nTASK void k(int *out) { *out = VALUE; }\n";

fn stand_in(directory: &Path) -> Request {
    let sycl = directory.join("sycl");
    fs::create_dir_all(&sycl).unwrap();
    fs::write(sycl.join("version.hpp"), "#define __LIBSYCL_MAJOR_VERSION 9\n").unwrap();
    fs::write(sycl.join("sycl.hpp"), HEADER).unwrap();
    fs::write(sycl.join("value.h"), "#define VALUE 1111\n").unwrap();
    let mut request = Request::new(Language::Sycl, "k.cpp", SOURCE);
    request.sycl_headers = vec![directory.to_str().unwrap().to_owned()];
    request
}

fn image(request: &Request, keeps: bool) -> Vec<u8> {
    let mut settings = settings();
    settings.keeps_sycl_headers = keeps;
    let program = Compiler::new(settings).compile(request).unwrap_or_else(|error| panic!("{error}"));
    program.images()[0].bytes().to_vec()
}

fn has(image: &[u8], value: u32) -> bool {
    image.chunks(4).any(|word| word == value.to_le_bytes())
}

#[test]
fn headers_that_are_kept_make_the_same_images() {
    let directory = tempfile::tempdir().unwrap();
    let mut request = stand_in(directory.path());
    let plain = image(&request, false);
    assert!(has(&plain, 1111));
    for _ in 0..2 {
        assert_eq!(image(&request, true), plain);
    }
    // Macros are seen by the headers, and options by what is made of them.
    fs::write(directory.path().join("sycl/value.h"), "#ifndef VALUE\n#define VALUE 2222\n#endif\n").unwrap();
    assert!(has(&image(&request, true), 2222));
    request.options = vec!["-DVALUE=3333".to_owned()];
    assert!(has(&image(&request, true), 3333));
    assert_eq!(image(&request, true), image(&request, false));
}

#[test]
fn headers_that_changed_are_read_again() {
    let directory = tempfile::tempdir().unwrap();
    let mut request = stand_in(directory.path());
    assert!(has(&image(&request, true), 1111));
    // As long as before.
    fs::write(directory.path().join("sycl/value.h"), "#define VALUE 2222\n").unwrap();
    assert!(has(&image(&request, true), 2222));
    // One in a directory that comes before.
    let first = tempfile::tempdir().unwrap();
    request.options = vec!["-I".to_owned(), first.path().to_str().unwrap().to_owned()];
    assert!(has(&image(&request, true), 2222));
    fs::create_dir(first.path().join("sycl")).unwrap();
    fs::write(first.path().join("sycl/value.h"), "#define VALUE 4444\n").unwrap();
    assert!(has(&image(&request, true), 4444));
    // One in memory.
    request.headers = vec![Header { name: "sycl/value.h".to_owned(), text: "#define VALUE 5555\n".to_owned() }];
    assert!(has(&image(&request, true), 5555));
    request.headers.clear();
    assert!(has(&image(&request, true), 4444));
}

#[test]
fn other_versions_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let request = stand_in(directory.path());
    fs::write(directory.path().join("sycl/version.hpp"), "#define __LIBSYCL_MAJOR_VERSION 8\n").unwrap();
    let error = Compiler::new(settings()).compile(&request).unwrap_err().to_string();
    assert!(error.ends_with(": libsycl 8; expected the include directory of DPC++ 2026, of libsycl 9"), "{error}");
}
