//! Programs in C with the libraries of `scripts/build --rtc`, which `scripts/check-rtc` makes first.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Compilers, each with the way it takes C and C++.
const COMPILERS: [(&str, &[&str]); 4] = [
    ("clang-22", &["-std=c99"]),
    ("gcc", &["-std=c99"]),
    ("clang++-22", &["-x", "c++", "-std=c++17"]),
    ("g++", &["-x", "c++", "-std=c++17"]),
];

/// The directory of the libraries.
fn libraries() -> PathBuf {
    own().join("../../../target/release")
}

fn own() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}{}", text(&output.stdout), text(&output.stderr));
    output
}

/// Compiles a program of this directory.
fn program(place: &TempDir, (compiler, language): (&str, &[&str]), source: &str, options: &[&str]) -> PathBuf {
    let name = Path::new(source).file_stem().unwrap().display();
    let file = place.path().join(format!("{name}-{compiler}"));
    let mut command = Command::new(compiler);
    command.args(language).args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-I"]).arg(own().join("include"));
    command.arg(own().join("tests/programs").join(source)).arg("-o").arg(&file).args(options);
    run(&mut command);
    file
}

/// With the library linked in.
fn linked(place: &TempDir, compiler: (&str, &[&str]), source: &str) -> PathBuf {
    let directory = libraries().display().to_string();
    program(place, compiler, source, &[&format!("-L{directory}"), &format!("-Wl,-rpath,{directory}"), "-lsycl_rtc"])
}

/// A lock that a thread of the parent holds is held for ever in a child.
#[test]
fn children_of_a_process_that_uses_the_library_do_not_hang() {
    let place = tempfile::tempdir().unwrap();
    let output = run(&mut Command::new(linked(&place, COMPILERS[1], "forked.c")));
    assert_eq!(text(&output.stdout), "300 of 300, 0 others\n");
}

/// Each function of the header is used, right and wrong, by each compiler.
#[test]
fn every_function_answers() {
    let header = fs::read_to_string(own().join("include/sycl_rtc.h")).unwrap();
    let functions: Vec<&str> = header
        .lines()
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.split_once('(')?.0.split([' ', '*']).rfind(|word| word.starts_with("sycl_rtc_")))
        .collect();
    assert!(functions.len() > 20 && functions.contains(&"sycl_rtc_version"), "{functions:?}");
    let source = include_str!("interface.c");
    for function in functions {
        assert!(source.contains(&format!("{function}(")), "interface.c does not use {function}");
    }
    for compiler in COMPILERS {
        let place = tempfile::tempdir().unwrap();
        let mut command = Command::new(linked(&place, compiler, "interface.c"));
        command.arg(place.path().join("cache")).arg(libraries().join("libsycl_rtc_compiler.so"));
        let output = run(&mut command);
        assert_eq!(
            text(&output.stdout),
            "error: no kernel in `program`; expected a function with `__kernel`\n\
             error: `f`, which kernel `k` needs, is not defined for spirv64; expected a definition in the source or \
             the device library\n\
             error: option `-mllvm` is refused, because it writes, loads or reads outside of the request; expected an \
             option of docs/runtime-options.md\n\
             error: unknown target `z80`; expected spirv64, nvptx64:sm_<number>, amdgcn:gfx<number>, host or host:<processor>\n\
             error: the deadline of 0 ms has passed; expected the compilation to end before it\n\
             error: unknown language `cobol`; expected sycl, opencl-c, opencl-c++ or bitcode\n\
             error: `k.bc`: found expected top-level entity; expected bitcode or text of LLVM \
             22 or older, for spir64 or spirv64\n\
             all right\n"
        );
        assert_eq!(text(&output.stderr), "", "nothing is printed");
    }
}

/// The text of docs/rtc.md is a program, if the reader has a source and loads images.
#[test]
fn the_example_of_the_document_is_right() {
    let document = fs::read_to_string(own().join("../../../docs/rtc.md")).unwrap();
    let (_, rest) = document.split_once("```c\n").expect("an example in C");
    let (example, _) = rest.split_once("```").unwrap();
    let place = tempfile::tempdir().unwrap();
    let source = format!(
        r##"#include <stdio.h>
#include <string.h>
#include "sycl_rtc.h"
static const char source[] =
    "#include <sycl/sycl.hpp>\n#include \"n.h\"\n"
    "namespace ns {{ template <class T, int M> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((\n"
    "    sycl::ext::oneapi::experimental::single_task_kernel)) void f(T *x) {{ *x = N * M; }} }}\n";
static void load(const void *bytes, size_t length, const char *kernel) {{
  printf("%d %s\n", bytes && length > 20, kernel);
}}
int main(void) {{
{example}return 0;
}}
"##
    );
    let file = place.path().join("example.c");
    fs::write(&file, source).unwrap();
    // An absolute name replaces the directory of the other sources.
    let program = linked(&place, ("gcc", &["-std=c99"]), file.to_str().unwrap());
    let expected = "1 _ZN16__sycl_kernel_ns1fIfLi3EEEvPT_\n";
    assert_eq!(text(&run(&mut Command::new(program)).stdout), expected);
}

/// Loaded with its symbols hidden and not, from a relative path, on threads with small stacks, after it was closed.
#[test]
fn it_works_as_a_plug_in() {
    let place = tempfile::tempdir().unwrap();
    for name in ["libsycl_rtc.so", "libsycl_rtc_compiler.so"] {
        fs::create_dir_all(place.path().join("lib")).unwrap();
        symlink(libraries().join(name), place.path().join("lib").join(name)).unwrap();
    }
    let options = ["-Wno-pedantic", "-pthread", "-ldl"];
    let program = program(&place, ("clang-22", &["-std=gnu99"]), "loaded.c", &options);
    for scope in ["local", "global"] {
        for library in ["./lib/libsycl_rtc.so".into(), place.path().join("lib/libsycl_rtc.so")] {
            let mut command = Command::new(&program);
            command.arg(library).arg(scope).arg("/").current_dir(place.path());
            assert_eq!(text(&run(&mut command).stdout), "4 images\n");
        }
    }
}

/// The library finds the compiler beside itself, not beside the program, nor where that runs.
#[test]
fn the_compiler_is_looked_for_beside_the_library() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("alone")).unwrap();
    fs::copy(libraries().join("libsycl_rtc.so"), place.path().join("alone/libsycl_rtc.so")).unwrap();
    symlink(libraries().join("libsycl_rtc_compiler.so"), place.path().join("libsycl_rtc_compiler.so")).unwrap();
    let options = ["-Wno-pedantic", "-pthread", "-ldl"];
    let program = program(&place, ("clang-22", &["-std=gnu99"]), "loaded.c", &options);
    let mut command = Command::new(&program);
    command.args(["alone/libsycl_rtc.so", "local", "."]).current_dir(place.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expected =
        format!("error: no compiler library; tried `{}/alone/libsycl_rtc_compiler.so` (", place.path().display());
    assert!(text(&output.stdout).starts_with(&expected), "{}", text(&output.stdout));
}

#[test]
fn valgrind_finds_nothing() {
    let place = tempfile::tempdir().unwrap();
    let program = linked(&place, ("clang-22", &["-std=c99"]), "both.c");
    let mut command = Command::new("valgrind");
    command.args([
        "-q",
        "--error-exitcode=9",
        "--leak-check=full",
        "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite",
    ]);
    let suppressions = own().join("tests/programs/valgrind.supp");
    let output = run(command.arg(format!("--suppressions={}", suppressions.display())).arg(program));
    assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).as_str()), ("0 2\n", ""));
}

#[test]
fn the_library_exports_its_interface_and_needs_little() {
    let readelf = |option: &str| {
        let mut command = Command::new("/usr/lib/llvm-22/bin/llvm-readelf");
        text(&run(command.arg(option).arg(libraries().join("libsycl_rtc.so"))).stdout)
    };
    let table = readelf("--dynamic-table");
    let words = |kind: &str| -> Vec<String> {
        let lines = table.lines().filter(|line| line.contains(kind));
        lines.filter_map(|line| line.split(['[', ']']).nth(1)).map(str::to_owned).collect()
    };
    assert_eq!(words("(SONAME)"), ["libsycl_rtc.so"]);
    let known = ["libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2", "libm.so.6"];
    assert!(words("(NEEDED)").iter().all(|name| known.contains(&name.as_str())), "{table}");
    assert!(table.contains("NODELETE"), "dlclose would take it from under its threads");
    let symbols = readelf("--dyn-symbols");
    let defined = symbols.lines().filter(|line| line.contains(" GLOBAL ") || line.contains(" WEAK "));
    let defined: Vec<&str> = defined.filter(|line| !line.contains(" UND ")).collect();
    assert!(defined.len() > 20 && defined.iter().all(|line| line.contains(" sycl_rtc_")), "{defined:?}");
}
