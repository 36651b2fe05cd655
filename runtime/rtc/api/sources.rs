//! Ingredients of a build, as a hash: of the compiler library, and of the plugin, which has the same passes.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Sources of the compiler library, and the structures by which it is called.
pub(crate) const SOURCES: [&str; 32] = [
    "config",
    "crates/output/src",
    "crates/propset/src",
    "passes/Cargo.toml",
    "passes/build.rs",
    "passes/builtins",
    "passes/cpp",
    "passes/make_library",
    "passes/make_library.rs",
    "passes/src",
    "runtime/front-door/sycl_passes/index_space.hpp",
    "runtime/front-door/sycl_passes/spirv.hpp",
    "runtime/front-door/sycl_passes/work_items.hpp",
    "runtime/rtc/api/src/cache/manifest.rs",
    "runtime/rtc/api/src/compiler_library/interface.rs",
    "runtime/rtc/api/src/compiler_library/said.rs",
    "runtime/rtc/api/src/diagnostic.rs",
    "runtime/rtc/compiler/Cargo.toml",
    "runtime/rtc/compiler/build.rs",
    "runtime/rtc/compiler/cpp",
    "runtime/rtc/compiler/device-lib",
    "runtime/rtc/compiler/dpcpp",
    "runtime/rtc/compiler/include",
    "runtime/rtc/compiler/precompile.cpp",
    "runtime/rtc/compiler/precompile.rs",
    "runtime/rtc/compiler/src",
    "runtime/rtc/compiler/startup/builtin_tables.cpp",
    "runtime/rtc/compiler/startup/driver_options.cpp",
    "runtime/rtc/compiler/startup/pack.h",
    "runtime/rtc/compiler/startup/packed.rs",
    "runtime/rtc/compiler/startup/relocate.cpp",
    "runtime/rtc/compiler/startup/unpack.cpp",
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
