//! Finds LLVM, compiles the C++ shim against it and links LLVM into this package's tests.
//!
//! Nothing here links LLVM into an rlib: the plugin takes LLVM from the process that loads it. Packages that build a
//! program read `DEP_SYCL_PASSES_SHIM_LIBDIR` and `DEP_SYCL_PASSES_SHIM_LIBS` in their own build scripts.

#[cfg(feature = "llvm22")]
mod family;
#[cfg(feature = "llvm22")]
mod make_library;
#[cfg(feature = "llvm22")]
#[allow(dead_code, unreachable_pub, reason = "the crate's own module, of which this script uses a part")]
#[path = "src/builtins/table.rs"]
mod table;

#[cfg(feature = "llvm22")]
pub use family::Family;

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The files of `cpp`, one a topic. No two of them have a function or type of the same name.
const SOURCES: [&str; 21] = [
    "addresses",
    "atomics",
    "blocks",
    "diagnostics",
    "erasing",
    "fission",
    "frames",
    "functions",
    "instructions",
    "linking",
    "metadata",
    "moving",
    "pipeline",
    "references",
    "registration",
    "retype",
    "retype_body",
    "retype_check",
    "retype_constants",
    "simplified",
    "target",
];

fn ask(llvm_config: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(llvm_config).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The LLVM to build for: its major version, and the version in the names of llvm-sys.
fn version_by_feature() -> (u32, &'static str) {
    match (cfg!(feature = "llvm16"), cfg!(feature = "llvm19"), cfg!(feature = "llvm22")) {
        (true, false, false) => (16, "160"),
        (false, true, false) => (19, "191"),
        (false, false, true) => (22, "221"),
        _ => panic!(
            "enable exactly one of the features llvm16, llvm19 and llvm22 (llvm22 is the default; for another one: \
             --no-default-features --features llvm19)"
        ),
    }
}

/// The `llvm-config` of that LLVM, and its full version. Looks where llvm-sys looks, in its order, so that both always
/// agree on the LLVM used.
fn find_llvm(major: u32, llvm_sys_version: &str) -> (PathBuf, String) {
    let variable = format!("LLVM_SYS_{llvm_sys_version}_PREFIX");
    println!("cargo::rerun-if-env-changed={variable}");
    println!("cargo::rerun-if-env-changed=PATH");
    let candidates: Vec<PathBuf> = match env::var_os(&variable) {
        Some(prefix) => [format!("llvm-config-{major}"), "llvm-config".into()]
            .iter()
            .map(|name| Path::new(&prefix).join("bin").join(name))
            .collect(),
        None => vec![
            format!("llvm-config-{major}").into(),
            format!("/usr/lib/llvm-{major}/bin/llvm-config").into(),
            "llvm-config".into(),
        ],
    };
    let found = candidates
        .iter()
        .filter_map(|candidate| Some((candidate, ask(candidate, &["--version"])?)))
        .find(|(_, version)| version.split('.').next() == Some(&major.to_string()));
    match found {
        Some((llvm_config, version)) => (llvm_config.clone(), version),
        None => panic!(
            "LLVM {major} not found (looked for {candidates:?}); install llvm-{major}-dev or set {variable} to the \
             prefix of an LLVM {major}"
        ),
    }
}

/// One file that includes the others: most of the work is to read LLVM's headers, which is done once so.
fn whole_shim() -> PathBuf {
    let package = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let text: String = SOURCES.iter().map(|name| format!("#include \"{package}/cpp/{name}.cpp\"\n")).collect();
    let out = env::var_os("OUT_DIR").expect("cargo says where to build");
    let file = Path::new(&out).join("shim.cpp");
    std::fs::write(&file, text).unwrap_or_else(|e| panic!("cannot write {}: {e}", file.display()));
    file
}

fn compile_shim(get: &dyn Fn(&[&str]) -> String) {
    println!("cargo::rerun-if-changed=cpp");
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .flag("-g1") // line tables, as the profiles say; cc asks for all of LLVM's types, 130 MB
        .file(whole_shim())
        .flag("-isystem") // no warnings from LLVM's headers
        .flag(get(&["--includedir"]))
        .flag("-fno-exceptions")
        .flag("-fno-rtti") // also right for an LLVM with RTTI, needed for one without
        .flag("-fvisibility=hidden")
        .flag("-fvisibility-inlines-hidden");
    for define in ["_GNU_SOURCE", "__STDC_CONSTANT_MACROS", "__STDC_FORMAT_MACROS", "__STDC_LIMIT_MACROS"] {
        build.define(define, None);
    }
    // With assertions on, LLVM's headers refer to symbols that a release libLLVM does not have.
    if get(&["--assertion-mode"]) != "ON" {
        build.define("NDEBUG", None);
    }
    build.compile("sycl_passes_shim");
}

fn main() {
    let (major, llvm_sys_version) = version_by_feature();
    let (llvm_config, version) = find_llvm(major, llvm_sys_version);
    let get = |arguments: &[&str]| {
        ask(&llvm_config, arguments).unwrap_or_else(|| panic!("{llvm_config:?} {arguments:?} failed"))
    };
    #[cfg(feature = "llvm22")]
    {
        println!("cargo::rerun-if-changed=make_library");
        println!("cargo::rerun-if-changed=src/builtins");
        let out = env::var_os("OUT_DIR").expect("cargo says where to build");
        make_library::make(Path::new(&get(&["--bindir"])), Path::new(&out));
        println!("cargo::metadata=builtins={}", Path::new(&out).join("builtins").display());
    }
    compile_shim(&get);

    let library_directory = get(&["--libdir"]);
    let names = get(&["--link-shared", "--libnames"]);
    let libraries: Vec<&str> =
        names.split_whitespace().filter_map(|n| n.trim_start_matches("lib").split(".so").next()).collect();
    println!("cargo::metadata=libdir={library_directory}");
    println!("cargo::metadata=libs={}", libraries.join(" "));
    println!("cargo::metadata=bindir={}", get(&["--bindir"]));
    println!("cargo::metadata=version={version}");
    println!("cargo::metadata=major={major}");
    println!("cargo::rustc-env=SYCL_PASSES_LLVM_MAJOR={major}");
    println!("cargo::rustc-env=SYCL_PASSES_LLVM_BIN={}", get(&["--bindir"]));

    // This package's own tests have no host process that brings LLVM.
    println!("cargo::rustc-link-arg=-L{library_directory}");
    for library in libraries {
        println!("cargo::rustc-link-arg=-l{library}");
    }
    println!("cargo::rustc-link-arg=-Wl,-rpath,{library_directory}");
}
