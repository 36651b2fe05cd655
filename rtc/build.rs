//! Names the build of the compiler library by what it is made of, so that this library refuses another one's; and that
//! of this library, so that another one's results are not taken from a cache.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// What the compiler library consists of, and the structures by which it is called.
const SOURCES: [&str; 24] = [
    "builtins",
    "config",
    "rtc-compiler/Cargo.toml",
    "rtc-compiler/build.rs",
    "rtc-compiler/cpp",
    "rtc-compiler/device-lib",
    "rtc-compiler/dpcpp",
    "rtc-compiler/include",
    "rtc-compiler/precompile.cpp",
    "rtc-compiler/precompile.rs",
    "rtc-compiler/src",
    "include/sycl_passes/index_space.hpp",
    "include/sycl_passes/spirv.hpp",
    "include/sycl_passes/work_items.hpp",
    "passes/Cargo.toml",
    "passes/build.rs",
    "passes/cpp",
    "passes/make_library",
    "passes/make_library.rs",
    "passes/src",
    "propset/src",
    "rtc/src/compiler_library/interface.rs",
    "rtc/src/compiler_library/records.rs",
    "rtc/src/cache/manifest.rs",
];

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()));
        entries.for_each(|entry| collect(&entry.expect("an entry of a directory").path(), files));
    } else {
        files.push(path.to_owned());
    }
}

/// The hash of files and what is below directories, with their names.
fn hash(root: &Path, sources: &[&str]) -> String {
    let mut files = Vec::new();
    for source in sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
        collect(&root.join(source), &mut files);
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let content = fs::read(&file).unwrap_or_else(|e| panic!("cannot read {}: {e}", file.display()));
        let name = file.strip_prefix(root).expect("files are below the root").display().to_string();
        for field in [name.as_bytes(), &content] {
            hasher.update(&(field.len() as u64).to_le_bytes());
            hasher.update(field);
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

fn main() {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let manifest = Path::new(&manifest);
    let root = manifest.parent().expect("this crate is a directory of the root");
    let own = hash(manifest, &["src"]);
    println!("cargo::rerun-if-env-changed=SYCL_RTC_BUILD");
    let build = if root.join("rtc-compiler/build.rs").is_file() {
        hash(root, &SOURCES)
    } else {
        // The crate without its repository: whoever builds it says for which library.
        env::var("SYCL_RTC_BUILD").unwrap_or_else(|_| own.clone())
    };
    println!("cargo::rustc-env=SYCL_RTC_BUILD={build}");
    println!("cargo::rustc-env=SYCL_RTC_SOURCES={own}");
}
