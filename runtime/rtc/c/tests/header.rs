//! The header is what the functions are.

use std::{env, fs, path::Path};

const INTRODUCTION: &str = "\
// The C interface of libsycl_rtc.so, which compiles device code at run time, in the process: SYCL, OpenCL C, C++ for
// OpenCL and LLVM bitcode to images. C99 and C++11. docs/rtc.md has an example.
//
// Functions return a status; results go through the last argument. Only a dangling or wrongly typed pointer can cause a
// crash: null pointers, destroyed handles, structures of another size, and calls that come too early or too late are
// detected. If the status is not 0, the object behind the last argument is unchanged, or null if it is a handle. Texts
// are UTF-8 and terminated. Results live as long as their program or their compiler. Several threads may call functions
// at once; before one destroys a program or a compiler, no other may still read its results. Nothing is printed.
";

/// Generated, so that it cannot say anything else than what is exported.
fn generated() -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        include_guard: Some("SYCL_RTC_H".to_owned()),
        header: Some(INTRODUCTION.trim_end().to_owned()),
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        usize_is_size_t: true,
        style: cbindgen::Style::Type,
        documentation_style: cbindgen::DocumentationStyle::C99,
        line_length: 120,
        export: cbindgen::ExportConfig {
            // Functions take their numbers, as C may give any.
            include: ["isolation", "cache", "split", "spec_constants"].map(|name| format!("sycl_rtc_{name}")).to_vec(),
            ..cbindgen::ExportConfig::default()
        },
        enumeration: cbindgen::EnumConfig {
            rename_variants: cbindgen::RenameRule::QualifiedScreamingSnakeCase,
            ..cbindgen::EnumConfig::default()
        },
        ..cbindgen::Config::default()
    };
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in ["types", "compilers", "programs", "results"] {
        builder = builder.with_src(directory.join("src/c").join(file).with_extension("rs"));
    }
    let mut header = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut header);
    String::from_utf8(header).expect("a header is text")
}

/// Run with `SYCL_RTC_HEADER=write` to write it.
#[test]
fn the_header_is_that_of_the_functions() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/sycl_rtc.h");
    let generated = generated();
    if env::var_os("SYCL_RTC_HEADER").is_some_and(|value| value == "write") {
        fs::write(&file, &generated).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == generated, "{} differs; SYCL_RTC_HEADER=write cargo test -p sycl-rtc-c writes it", file.display());
}
