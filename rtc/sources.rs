//! What a build is made of, as a hash: of the compiler library, and of the plugin, which has the same passes.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// What the compiler library consists of, and the structures by which it is called.
pub(crate) const SOURCES: [&str; 25] = [
    "builtins",
    "config",
    "output/src",
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
pub(crate) fn hash(root: &Path, sources: &[&str]) -> String {
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
