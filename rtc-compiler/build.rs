//! Compiles the C++ against clang's headers, and finds what is embedded.

#[path = "device-lib/make.rs"]
mod device_library;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const SOURCES: [&str; 10] =
    ["diagnostics", "emit", "emit_device", "fatal", "invoke", "link_elf", "optimize", "other_targets", "unpack", "vfs"];

/// The headers of SYCL sources, and those that they share with the front door.
const HEADERS: [&str; 4] = [
    "include",
    "../include/sycl_passes/index_space.hpp",
    "../include/sycl_passes/spirv.hpp",
    "../include/sycl_passes/work_items.hpp",
];

/// The state of LLVM's SPIR-V back end that `emit.cpp` resets.
const STATE: &str = "_ZN4llvm19SPIRVModuleAnalysis3MAIE";

fn output(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// LLVM 22's prefix: that of the environment, as for the passes, or Debian's.
fn prefix() -> PathBuf {
    println!("cargo::rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    let prefix = env::var_os("LLVM_SYS_221_PREFIX").map_or_else(|| "/usr/lib/llvm-22".into(), PathBuf::from);
    let version = output(&prefix.join("bin/llvm-config"), &["--version"]).unwrap_or_default();
    assert!(
        version.starts_with("22."),
        "{} has LLVM `{version}`; expected LLVM 22 (scripts/setup --with-rtc, or LLVM_SYS_221_PREFIX)",
        prefix.display()
    );
    prefix
}

/// A file of the prefix.
fn needed(prefix: &Path, name: &str) -> PathBuf {
    let path = prefix.join(name);
    assert!(path.exists(), "{} is missing; run scripts/setup --with-rtc", path.display());
    println!("cargo::rerun-if-changed={}", path.display());
    path
}

/// The bytes of the state, from the archive; `None` for an LLVM that has no such state.
fn size_of_state(prefix: &Path) -> Option<u64> {
    let archive = needed(prefix, "lib/libLLVMSPIRVCodeGen.a");
    let archive = archive.to_str().expect("the prefix is UTF-8");
    let symbols = output(&prefix.join("bin/llvm-nm"), &["--print-size", "--defined-only", "--quiet", archive])
        .expect("llvm-nm reads the archive");
    let line = symbols.lines().find(|line| line.ends_with(STATE))?;
    let size = line.split_whitespace().nth(1).expect("llvm-nm prints sizes");
    Some(u64::from_str_radix(size, 16).expect("llvm-nm prints hexadecimal numbers"))
}

/// The files of a directory and below, or the file.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()));
        entries.for_each(|entry| collect(&entry.expect("an entry of a directory").path(), files));
    } else {
        files.push(path.to_owned());
    }
}

/// Writes a table of the embedded headers: where the front end finds them, and their text.
fn embed_headers(opencl: &Path) {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let mut files = Vec::new();
    for header in HEADERS {
        println!("cargo::rerun-if-changed={header}");
        collect(&manifest.join(header), &mut files);
    }
    files.sort();
    let name = |file: &Path| {
        let text = file.to_str().expect("names of headers are UTF-8");
        let below = text.rsplit_once("/include/").expect("headers are below a directory `include`").1;
        format!("/sycl-rtc/include/{below}")
    };
    let mut table = String::from("&[\n");
    for file in files.iter().map(PathBuf::as_path).chain([opencl]) {
        table.push_str(&format!("    ({:?}, include_bytes!({file:?})),\n", name(file)));
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to build"));
    fs::write(out.join("headers.rs"), table).expect("the table can be written");
}

fn main() {
    println!("cargo::rerun-if-changed=cpp");
    let prefix = prefix();
    needed(&prefix, "include/clang/Frontend/CompilerInstance.h");
    embed_headers(&needed(&prefix, "lib/clang/22/include/opencl-c-base.h"));

    device_library::make(&prefix, &PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to build")));

    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .files(SOURCES.map(|name| format!("cpp/{name}.cpp")))
        .flag("-isystem") // no warnings from LLVM's headers
        .flag(prefix.join("include"))
        .flag("-fno-rtti") // as LLVM
        .flag("-fexceptions") // fatal.cpp
        .flag("-fvisibility=hidden")
        .flag("-fvisibility-inlines-hidden");
    for define in ["_GNU_SOURCE", "__STDC_CONSTANT_MACROS", "__STDC_FORMAT_MACROS", "__STDC_LIMIT_MACROS", "NDEBUG"] {
        build.define(define, None);
    }
    if let Some(size) = size_of_state(&prefix) {
        build.define("SPIRV_STATE_SIZE", size.to_string().as_str());
    }
    build.cpp_link_stdlib(None).compile("sycl_rtc_shim");
}
