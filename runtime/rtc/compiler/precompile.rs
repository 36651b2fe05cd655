//! Precompiles the header of SYCL for sources without options, which are most, so that not even the first compilation
//! of a process parses it: clang of the LLVM that the library is linked from, over the files as they will be in memory.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[path = "src/arguments/constant.rs"]
mod constant;

/// Facts about the language and the code in a request without options.
const OF_REQUEST: [&str; 2] = ["-std=c++17", "-O2"];

/// Writes `preamble.pch`, and `preamble.words` with what it is for.
pub(super) fn make(prefix: &Path, out: &Path, headers: &[(String, PathBuf)]) {
    let (overlay, result) = (out.join("preamble.yaml"), out.join("preamble.pch"));
    let source = out.join("preamble.hpp");
    fs::write(&source, constant::INCLUDE).expect("the header can be written");
    let of_file = |(name, file): (&str, &Path)| {
        format!("{{'type': 'file', 'name': '{name}', 'external-contents': '{}'}}", file.display())
    };
    let files = headers.iter().map(|(name, file)| (name.as_str(), file.as_path()));
    let files: Vec<String> = files.chain([(constant::PREAMBLE, source.as_path())]).map(of_file).collect();
    let text = format!("{{'version': 0, 'use-external-names': false, 'roots': [\n{}\n]}}\n", files.join(",\n"));
    fs::write(&overlay, text).expect("the list of files can be written");

    let mut command = Command::new(prefix.join("bin/clang"));
    command.args(["-cc1", "-load"]).arg(build_plugin(prefix, out));
    // Times of files are those of this build's.
    command.args(["-emit-pch", "-fno-pch-timestamp", "-ivfsoverlay"]).arg(&overlay).arg("-o").arg(&result);
    command.args(constant::PRECOMPILING);
    command.args(constant::SPIRV).args(constant::ALWAYS);
    // The language is that of a header here.
    command.args(constant::SYCL.iter().map(|word| if *word == "c++" { "c++-header" } else { word }));
    command.args(constant::OWN_HEADERS).args(OF_REQUEST);
    command.args(["-main-file-name", constant::PREAMBLE, constant::PREAMBLE]);
    let status = command.status().expect("clang can be run");
    assert!(status.success(), "clang does not precompile the header of SYCL");
    fs::write(out.join("preamble.words"), OF_REQUEST.map(|word| format!("{word}\0")).concat())
        .expect("the words can be written");
}

/// Actions of clang besides its own (`cpp/precompile.h`).
fn build_plugin(prefix: &Path, out: &Path) -> PathBuf {
    println!("cargo::rerun-if-changed=precompile.cpp");
    let plugin = out.join("precompile.so");
    let mut command = Command::new(prefix.join("bin/clang++"));
    command.args(["-std=c++17", "-O1", "-fno-rtti", "-fPIC", "-shared", "-Wall", "-isystem"]);
    command.arg(prefix.join("include")).args(super::DEFINES.map(|name| format!("-D{name}")));
    let status = command.args(["precompile.cpp", "-o"]).arg(&plugin).status();
    assert!(status.expect("clang++ can be run").success(), "the plugin that precompiling needs is not built");
    plugin
}
