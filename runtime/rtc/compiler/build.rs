//! Compiles the C++ against clang's headers, and finds what is embedded.

#[path = "device-lib/make.rs"]
mod device_library;
mod precompile;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The files of `cpp`: those with clang's names, and the others. Each list is compiled as one file, since most of the
/// work is to read headers; no two files of a list have a function or type of the same name.
const SOURCES: [(&str, &[&str]); 2] = [
    ("of_clang", &["diagnostics", "invoke", "nesting", "tokens"]),
    (
        "others",
        &[
            "at_exit",
            "emit",
            "emit_device",
            "fatal",
            "left_out",
            "link_elf",
            "link_modules",
            "optimize",
            "options",
            "vfs",
        ],
    ),
];

/// The same of `startup`.
const STARTUP: [(&str, &[&str]); 2] =
    [("of_clang", &["driver_options"]), ("others", &["builtin_tables", "relocate", "unpack"])];

/// Environment variable with which the library is built without what `startup` has.
const PLAIN_START: &str = "SYCL_RTC_PLAIN_START";

/// Whether the library is built without what `startup` has.
fn has_plain_start() -> bool {
    env::var_os(PLAIN_START).is_some()
}

/// Headers that SYCL sources share with the front door.
const SHARED_HEADERS: [&str; 3] =
    ["sycl_passes/index_space.hpp", "sycl_passes/spirv.hpp", "sycl_passes/work_items.hpp"];

/// Headers of clang's own that DPC++'s headers need besides: the C library's headers rely on them.
const CLANG_HEADERS: [&str; 23] = [
    "__stdarg___gnuc_va_list.h",
    "__stdarg___va_copy.h",
    "__stdarg_va_arg.h",
    "__stdarg_va_copy.h",
    "__stdarg_va_list.h",
    "__stddef_header_macro.h",
    "__stddef_max_align_t.h",
    "__stddef_null.h",
    "__stddef_nullptr_t.h",
    "__stddef_offsetof.h",
    "__stddef_ptrdiff_t.h",
    "__stddef_size_t.h",
    "__stddef_wchar_t.h",
    "emmintrin.h",
    "float.h",
    "limits.h",
    "mm_malloc.h",
    "mmintrin.h",
    "stdarg.h",
    "stddef.h",
    "stdint.h",
    "stdbool.h",
    "xmmintrin.h",
];

/// Definitions that LLVM's headers want.
const DEFINES: [&str; 5] =
    ["_GNU_SOURCE", "__STDC_CONSTANT_MACROS", "__STDC_FORMAT_MACROS", "__STDC_LIMIT_MACROS", "NDEBUG"];

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

/// Writes a table of embedded headers: where the front end finds them, and their text.
fn embed<'a>(table: &str, headers: impl IntoIterator<Item = &'a (String, PathBuf)>) {
    let mut text = String::from("&[\n");
    for (name, file) in headers {
        text.push_str(&format!("    ({name:?}, include_bytes!({file:?})),\n"));
    }
    text.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to build"));
    fs::write(out.join(table), text).expect("the table can be written");
}

/// The headers of this package below a directory, with their names from there, in order.
fn below(directory: &Path, place: &str) -> Vec<(String, PathBuf)> {
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut files = Vec::new();
    collect(directory, &mut files);
    files.sort();
    let name = |file: &Path| {
        let name = file.strip_prefix(directory).expect("the file is below the directory");
        format!("{place}/{}", name.to_str().expect("names of headers are UTF-8"))
    };
    files.into_iter().map(|file| (name(&file), file)).collect()
}

/// Gives those of SYCL and OpenCL C.
fn embed_headers(clang: &Path) -> Vec<(String, PathBuf)> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let mut own = below(&manifest.join("include"), "/sycl-rtc/include");
    for header in SHARED_HEADERS {
        let file = manifest.join("../../front-door").join(header);
        println!("cargo::rerun-if-changed={}", file.display());
        own.push((format!("/sycl-rtc/include/{header}"), file));
    }
    own.sort();
    own.push(("/sycl-rtc/include/opencl-c-base.h".to_owned(), needed(clang, "opencl-c-base.h")));
    embed("headers.rs", &own);
    let of_clang = CLANG_HEADERS.map(|name| (format!("/sycl-rtc/clang/{name}"), needed(clang, name)));
    embed("dpcpp.rs", below(&manifest.join("dpcpp"), "/sycl-rtc/dpcpp").iter().chain(&of_clang));
    own
}

fn main() {
    println!("cargo::rerun-if-changed=cpp");
    println!("cargo::rerun-if-env-changed={PLAIN_START}");
    println!("cargo::rustc-check-cfg=cfg(plain_start)");
    if has_plain_start() {
        println!("cargo::rustc-cfg=plain_start");
    }
    let prefix = prefix();
    needed(&prefix, "include/clang/Frontend/CompilerInstance.h");
    let headers = embed_headers(&prefix.join("lib/clang/22/include"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to build"));
    println!("cargo::rerun-if-changed=src/arguments/constant.rs");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            device_library::make(&prefix, &out);
            precompile::make(&prefix, &out, &headers);
        });
        // Lints link nothing.
        println!("cargo::rerun-if-env-changed=CLIPPY_ARGS");
        if env::var_os("CLIPPY_ARGS").is_none() {
            compile(&prefix);
        }
    });
}

/// One file that includes others: those of a list in `cpp`, and of the list of the same name in `startup`.
fn whole(list: &str, names: &[&str]) -> PathBuf {
    let package = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let include = |directory: &str, name: &str| format!("#include \"{package}/{directory}/{name}.cpp\"\n");
    for (_, names) in STARTUP {
        names.iter().for_each(|name| println!("cargo::rerun-if-changed=startup/{name}.cpp"));
    }
    let mut text: String = names.iter().map(|name| include("cpp", name)).collect();
    if !has_plain_start() {
        let names = STARTUP.iter().filter(|(of, _)| *of == list).flat_map(|(_, names)| *names);
        text.extend(names.map(|name| include("startup", name)));
    }
    let out = env::var_os("OUT_DIR").expect("cargo says where to build");
    let file = Path::new(&out).join(format!("{list}.cpp"));
    fs::write(&file, text).unwrap_or_else(|e| panic!("cannot write {}: {e}", file.display()));
    file
}

/// The shim.
fn compile(prefix: &Path) {
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .flag("-g1") // line tables, as the profiles say
        .files(SOURCES.map(|(list, names)| whole(list, names)))
        .flag("-isystem") // no warnings from LLVM's headers
        .flag(prefix.join("include"))
        .flag("-fno-rtti") // as LLVM
        .flag("-fexceptions") // fatal.cpp
        .flag("-fvisibility=hidden")
        .flag("-fvisibility-inlines-hidden");
    for define in DEFINES {
        build.define(define, None);
    }
    if let Some(size) = size_of_state(prefix) {
        build.define("SPIRV_STATE_SIZE", size.to_string().as_str());
    }
    build.cpp_link_stdlib(None).compile("sycl_rtc_shim");
}
