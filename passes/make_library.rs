//! Compiles the library of built-in functions (`builtins/`) for each target and leaves its bitcode for
//! `src/builtins/library.rs` to embed. The bytes depend on the sources and on clang only: no paths, no debug info.

mod atomics;
mod clean;
mod instances;

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::table::{Family, TARGETS};

/// The name of a target in files and macros, and clang's options for its library.
///
/// The host's is compiled for an interface that passes every value as it is, and then belongs to no architecture: IR
/// for x86-64 would have vectors in pieces and halves in integers.
fn names(target: Family) -> (&'static str, &'static [&'static str]) {
    match target {
        // The first processor with the instructions for lanes of a warp; the functions are for later ones as well.
        Family::Nvptx => (
            "nvptx",
            &["--target=nvptx64-nvidia-cuda", "-march=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx63"],
        ),
        Family::Amdgpu => ("amdgcn", &["--target=amdgcn-amd-amdhsa"]),
        Family::Host => ("host", &["--target=nvptx64-nvidia-cuda"]),
        Family::Spirv => ("spirv", &["--target=spirv64-unknown-unknown"]),
    }
}

/// Compiles the libraries, each in a thread, with the programs of this directory.
pub(crate) fn make(programs: &Path, out: &Path) {
    println!("cargo::rerun-if-changed=builtins");
    std::thread::scope(|scope| {
        for target in TARGETS {
            scope.spawn(move || make_one(target, programs, out));
        }
    });
}

fn make_one(target: Family, programs: &Path, out: &Path) {
    let (name, for_target) = names(target);
    let directory = out.join("builtins").join(name);
    fs::create_dir_all(&directory).unwrap_or_else(|e| panic!("cannot make {directory:?}: {e}"));
    let write = |file: &str, text: &str| {
        let path = directory.join(file);
        fs::write(&path, text).unwrap_or_else(|e| panic!("cannot write {path:?}: {e}"));
        path
    };
    write("calls.inc", &instances::calls(target));
    write("instances.inc", &instances::definitions(target));
    let raw = directory.join("raw.ll");
    run(
        &program(programs, "clang"),
        [
            OsStr::new("-xc++"),
            "-std=c++20".as_ref(),
            "-nostdinc".as_ref(),
            "-ffreestanding".as_ref(),
            "-fno-exceptions".as_ref(),
            "-fno-rtti".as_ref(),
            "-fconvergent-functions".as_ref(),
            "-fno-strict-float-cast-overflow".as_ref(),
            "-ffp-contract=off".as_ref(),
            "-fno-strict-aliasing".as_ref(),
            "-nogpulib".as_ref(),
            "-Wall".as_ref(),
            "-Werror".as_ref(),
            "-Wno-c++11-narrowing".as_ref(),
            "-O2".as_ref(),
            "-Xclang".as_ref(),
            "-disable-llvm-passes".as_ref(),
            "-S".as_ref(),
            "-emit-llvm".as_ref(),
            format!("-DSP_{}", name.to_uppercase()).as_ref(),
            "-I".as_ref(),
            directory.as_os_str(),
            "builtins/library.cpp".as_ref(),
            "-o".as_ref(),
            raw.as_os_str(),
        ]
        .into_iter()
        .chain(for_target.iter().map(OsStr::new)),
    );
    let text = fs::read_to_string(&raw).unwrap_or_else(|e| panic!("cannot read {raw:?}: {e}"));
    let whole = clean::cleaned(&text, target) + &atomics::definitions(target);
    let whole = write("whole.ll", &whole);
    let optimized = directory.join("optimized.ll");
    run(
        &program(programs, "opt"),
        [
            OsStr::new("-passes=default<O1>"),
            "-inline-threshold=100000".as_ref(),
            "-inlinecold-threshold=100000".as_ref(),
            "-S".as_ref(),
            whole.as_os_str(),
            "-o".as_ref(),
            optimized.as_os_str(),
        ],
    );
    let text = fs::read_to_string(&optimized).unwrap_or_else(|e| panic!("cannot read {optimized:?}: {e}"));
    let text = write("library.ll", &clean::inlined(&text));
    let bitcode = out.join("builtins").join(format!("{name}.bc"));
    run(&program(programs, "llvm-as"), [text.as_os_str(), "-o".as_ref(), bitcode.as_os_str()]);
}

/// A program of LLVM 22, or what to install.
fn program(directory: &Path, name: &str) -> PathBuf {
    let path = directory.join(name);
    if !path.exists() {
        panic!(
            "the library of built-in functions needs `{name}` of LLVM 22, and {directory:?} does not have it; install \
             clang-22 and llvm-22 (scripts/setup does)"
        );
    }
    path
}

fn run<'a>(program: &Path, arguments: impl IntoIterator<Item = &'a OsStr>) {
    let output =
        Command::new(program).args(arguments).output().unwrap_or_else(|e| panic!("cannot run {program:?}: {e}"));
    if !output.status.success() {
        panic!("{program:?} failed on the library of built-in functions:\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
