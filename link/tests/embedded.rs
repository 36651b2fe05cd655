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
        // Launches in children of a fork, and after the end of `main`.
        let mut leave = Command::new("timeout");
        let output =
            leave.args(["100", "./program", "leave"]).current_dir(at).env("SYCL_HOST_THREADS", threads).output();
        let lines = "first: 384\nchildren: 0 wrong\nat exit: 384\nin a destructor: 384\n";
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), lines, "{threads} threads");
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

/// What a `long double` has on the host and in kernels differs, so no type that both see may have one.
#[test]
fn types_with_two_layouts_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let clang = format!("{}/clang++", std::env::var("LLVM_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned()));
    let errors = |pass: &str, code: &str| {
        let source = directory.path().join("source.cpp");
        let text = format!(
            "#include <sycl_passes.hpp>\nstruct Deep {{ char c; long double d[2]; }};\nstruct Node {{ Node *next; \
             Deep deep; }};\nunion Either {{ int i; long double d; }};\nvoid start(syp::queue q, int *o) {{\n{code}\n}}\n"
        );
        fs::write(&source, text).unwrap();
        let options = format!("-fsycl -std=c++20 -DSYP_EMBEDDED -I{root}/include -fsyntax-only --offload-{pass}-only");
        let output = Command::new(&clang).args(options.split(' ')).arg(&source).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let kernel = |captured: &str, used: &str| {
        format!("{captured}\nsyp::single_task<class K>(q, [=] {{ *o = int(sizeof({used})); (void){used}; }});")
    };
    let constant = "static constexpr syp::specialization_id<long double> id(1.0L);\n\
                    syp::single_task<class K>(q, [=](syp::kernel_handler h) {";
    let local = "syp::parallel_for<class K>(q, syp::nd_range(8, 8), [=](syp::nd_item<1>, long double *l) {";
    let message = "a `long double` has 8 bytes in kernels and 16 on the host; expected a type of one size: `double`";
    for (pass, code) in [
        ("host", kernel("long double x = 1;", "x")),
        ("host", kernel("long double *x = nullptr;", "x")),
        ("host", kernel("Node *x = nullptr;", "x")),
        ("host", kernel("Either x{}; auto y = [x] { return x.i; };", "y")),
        ("host", kernel("_Complex long double x = 1;", "x")),
        ("host", "sycl::malloc_device<Deep>(1, q); (void)o;".to_owned()),
        ("device", "sycl::malloc_shared<long double>(1, q); (void)o;".to_owned()),
        ("device", format!("{constant} *o = int(h.get_specialization_constant<id>()); }});")),
        ("device", format!("{local} *o = l != nullptr; }}, syp::local<long double>(8));")),
    ] {
        let errors = errors(pass, &code);
        assert_eq!(errors.matches("error: ").count(), 1, "{code}\n{errors}");
        assert!(errors.contains(message), "{code}\n{errors}");
    }
    let good = "struct S { S *next; double d; float f[3]; void *v; struct Unknown *u; int S::*m; long double (*h)(int); \
                unsigned b : 3; char16_t c : 4; } s{}; long double on_host = 1;";
    assert_eq!(errors("host", &format!("{good} s.d = double(on_host);\n{}", kernel("", "s"))), "");
}
