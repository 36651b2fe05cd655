//! Makes the device libraries that the compiler library embeds, in pieces: libclc and what OpenCL C needs besides, and
//! the built-in functions of the passes.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use sycl_propset::triple::Architecture;

use super::{has_plain_start, needed};

/// The program that cuts and compresses, where the build's results are.
const CUT: &str = "cut";

/// The architectures, and the passes' library for each.
const LIBRARIES: [(Architecture, &str); 2] = [(Architecture::Nvptx64, "nvptx.bc"), (Architecture::Amdgcn, "amdgcn.bc")];

/// Bytes of a block of each library, of which whole blocks are unpacked, and whether its tables stay as they are: a
/// kernel needs a few functions of the passes' library, whose pieces are small, and more of libclc, which smaller
/// blocks would make larger.
const LIBCLC_BLOCKS: [&str; 2] = ["1048576", "packed"];
const BUILTINS_BLOCKS: [&str; 2] = ["65536", "plain"];

/// No blocks.
const WHOLE: [&str; 2] = ["0", "plain"];

/// Writes `<name>.pieces` and `<name>.builtins.pieces` for each target.
pub(super) fn make(prefix: &Path, out: &Path) {
    println!("cargo::rerun-if-changed=device-lib");
    println!("cargo::rerun-if-changed=startup/pack.h");
    let cut = build_cut(prefix, out);
    std::thread::scope(|scope| {
        for (architecture, builtins) in LIBRARIES {
            let cut = &cut;
            scope.spawn(move || make_one(prefix, out, cut, architecture));
            scope.spawn(move || cut_builtins(out, cut, architecture.name(), builtins));
        }
    });
}

fn make_one(prefix: &Path, out: &Path, cut: &Path, architecture: Architecture) {
    let name = architecture.name();
    let libclc = needed(Path::new("/"), architecture.libclc().expect("Debian has a library for it"));
    let bitcode = out.join(format!("{name}.opencl.bc"));
    let target = format!("--target={}", architecture.triple());
    let options = ["-xcl", "-cl-std=CL3.0", &target, "-nogpulib", "-cl-no-stdinc", "-O2", "-Wall", "-Werror"];
    // The types, whatever the front end thinks of processors that are not named.
    let extensions = ["-Xclang", "-cl-ext=+cl_khr_fp64,+__opencl_c_fp64"];
    let files = ["-emit-llvm", "-c", "device-lib/opencl.cl", "-o"];
    let mut command = Command::new(prefix.join("bin/clang"));
    run(command.args(options).args(extensions).args(files).arg(&bitcode));
    run(Command::new(cut)
        .arg(out.join(format!("{name}.pieces")))
        .args(blocks(LIBCLC_BLOCKS))
        .args([&libclc, &bitcode]));
}

/// Blocks, unless the build is without them.
fn blocks(of_library: [&'static str; 2]) -> [&'static str; 2] {
    if has_plain_start() { WHOLE } else { of_library }
}

/// The build of the passes says where it has put them.
fn cut_builtins(out: &Path, cut: &Path, name: &str, builtins: &str) {
    let directory = std::env::var_os("DEP_SYCL_PASSES_SHIM_BUILTINS").expect("the passes are built for LLVM 22");
    let library = Path::new(&directory).join(builtins);
    run(Command::new(cut).arg(out.join(format!("{name}.builtins.pieces"))).args(blocks(BUILTINS_BLOCKS)).arg(library));
}

/// The program that cuts, against the shared LLVM: it runs here only.
fn build_cut(prefix: &Path, out: &Path) -> PathBuf {
    let (program, libraries) = (out.join(CUT), prefix.join("lib"));
    let mut command = Command::new(prefix.join("bin/clang++"));
    command.args(["-std=c++17", "-O1", "-fno-rtti", "-Wall", "-isystem"]).arg(prefix.join("include"));
    command.args(super::DEFINES.map(|name| format!("-D{name}")));
    command.arg("device-lib/cut.cpp").arg("-L").arg(&libraries).arg("-lLLVM-22");
    run(command.arg(format!("-Wl,-rpath,{}", libraries.display())).arg("-o").arg(&program));
    program
}

fn run(command: &mut Command) {
    let program = command.get_program().to_owned();
    let status = command.status().unwrap_or_else(|e| panic!("cannot run {}: {e}", OsStr::display(&program)));
    assert!(status.success(), "{} failed", OsStr::display(&program));
}
