//! Command lines that make no sense, whole messages: one row each.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod common;

use std::process::Stdio;

use common::{Place, same};

/// Command lines and what they say; the exit code is 2, and nothing is written.
const REFUSED: &[(&str, &str)] = &[
    ("build a.bc --target amdgcn -o x.o", "target `amdgcn` names no processor; expected one, e.g. `amdgcn:gfx90a`"),
    (
        "build a.bc --target nvptx64:gfx90a -o x.o",
        "target `nvptx64:gfx90a`: found processor `gfx90a`; expected one such as `sm_90`",
    ),
    (
        "build a.bc --target x86_64 -o x.o",
        "target `x86_64` is for `x86_64-unknown-linux-gnu`; expected SPIR-V, NVPTX or AMDGPU",
    ),
    (
        "build a.bc --target without --devices devices.json -o x.o",
        "target `without` has no ahead-of-time compiler in the device configuration; expected one",
    ),
    (
        "build a.bc --target other --devices devices.json -o x.o",
        "target `other`: found the compiler `cc`; expected one of: ",
    ),
    (
        "build a.bc --target spirv64 --post-link-option o=x -o x.o",
        "found --post-link-option o=x; expected a parameter that names no file",
    ),
    (
        "build a.bc --target spirv64 --post-link-option device-lib-dir=nowhere -o x.o",
        "found --post-link-option device-lib-dir=nowhere; expected the name of a directory",
    ),
    (
        "build a.bc --target spirv64 --plugin a.bc --format directory -o -",
        "-: cannot write: standard output cannot hold a directory; expected a name, or the format of a single file",
    ),
    ("bundle --image=nothing -o x", "--image: found `nothing`; expected <key>=<value>"),
    (
        "foreach --in-file-list=a.table --in-replace=a.spv --in-replace=b -- true",
        "found a different number of --in-file-list and --in-replace; expected the same",
    ),
    ("unbundle a.bundle --select nothing", "--select: found `nothing`; expected <key>=<value>"),
];

const DEVICES: &str = r#"{"schema_version": 1, "targets": [
    {"name": "without", "triple": "spir64-unknown-unknown", "may_support_other_aspects": true},
    {"name": "other", "triple": "spir64-unknown-unknown", "may_support_other_aspects": true,
     "aot": [{"tool": "cc", "options": []}]}
]}"#;

fn place() -> Place {
    let place = Place::new();
    place.write("a.bc", "target triple = \"spirv64-unknown-unknown\"\n");
    place.write("devices.json", DEVICES);
    assert_eq!(place.run("bundle --image=file=a.spv,triple=x -o a.bundle"), "exit code 0\n");
    place
}

#[test]
fn senseless_command_lines_are_refused() {
    let place = place();
    let files = place.files();
    for (line, message) in REFUSED {
        let found = place.run(line);
        let expected = format!("exit code 2\n--- stderr\nsycl-packager: {message}");
        assert!(found.starts_with(&expected), "{line}\nfound:\n{found}\nexpected:\n{expected}");
        assert_eq!(place.files(), files, "{line}");
    }
}

#[test]
fn files_without_sense_are_refused() {
    let place = place();
    place.write("empty.table", "[Code|Symbols]\n|a.sym\n");
    place.write("bytes.ptx", b".version 8.0\n.target sm_90\n// \xff\n");
    for (line, message) in [
        ("inspect empty.table", "empty.table: row 0 names no code"),
        ("bundle --table empty.table --triple x -o x", "empty.table: row 0 names no code"),
        ("validate bytes.ptx", "bytes.ptx: the PTX is not UTF-8"),
    ] {
        same(&place.run(line), &format!("exit code 1\n--- stderr\nsycl-packager: {message}\n"));
    }
}

#[test]
fn ninja_reads_files_and_makes_files() {
    let place = place();
    let mut command = place.command("build /dev/stdin --target spirv64 --plugin a.bc --emit ninja -o x.o");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let content = place.read("a.bc");
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &content).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    same(
        said.lines().last().unwrap_or_default(),
        "sycl-packager: /dev/stdin: found a pipe; expected a file, which Ninja can read later",
    );
}
