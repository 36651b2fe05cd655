//! Every command that writes does it with the crate `sycl-output`, whose tests have every shape of name, and overwrites
//! nothing that is an input or another program's.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

#[path = "../common/mod.rs"]
mod common;
mod directories;
mod inputs;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use common::{Place, same};
use sycl_images::spirv::{Op, write};

/// Commands that write one file, `OUT`.
const FILES: [&str; 7] = [
    "bundle --table a.table -o OUT",
    "syclbin create --table a.table --state executable -o OUT",
    "wrap --table a.table -o OUT",
    "props convert a.prop -o OUT",
    "table --extract=Code a.table -o OUT",
    "table --copy_single_file=Code,0 a.table -o OUT",
    "validate valid.spv --stamp OUT",
];

/// Older content.
const OLD: &str = "older and longer than anything that is written";

fn place() -> Place {
    let place = Place::new();
    place.write("valid.spv", write::module(9, &[write::named(Op::EntryPoint, &[6, 1], "k", &[])]));
    place
}

fn line(command: &str, output: &str) -> String {
    command.replace("OUT", output)
}

#[track_caller]
fn done(found: &str) {
    assert!(found.starts_with("exit code 0\n"), "{found}");
}

fn expected(command: &str) -> Vec<u8> {
    let place = place();
    done(&place.run(&line(command, "plain")));
    place.read("plain")
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}

/// Nothing temporary is left anywhere.
fn nothing_temporary(directory: &Path) {
    for entry in fs::read_dir(directory).unwrap().flatten() {
        assert!(!entry.file_name().to_string_lossy().starts_with(".sycl"), "{:?}", entry.path());
        if entry.file_type().unwrap().is_dir() {
            nothing_temporary(&entry.path());
        }
    }
}

#[test]
fn links_are_written_through_and_modes_stay() {
    for command in FILES {
        let place = place();
        place.write("real", OLD);
        symlink("real", place.path().join("out")).unwrap();
        fs::set_permissions(place.path().join("real"), PermissionsExt::from_mode(0o750)).unwrap();
        done(&place.run(&line(command, "out")));
        assert!(is_link(&place.path().join("out")), "{command}");
        assert!(place.read("real") == expected(command), "{command}");
        assert_eq!(fs::metadata(place.path().join("real")).unwrap().mode() & 0o777, 0o750, "{command}");
        nothing_temporary(place.path());
    }
}

#[test]
fn cycles_and_directories_are_refused() {
    for command in FILES {
        let place = place();
        symlink("loop", place.path().join("loop")).unwrap();
        fs::create_dir(place.path().join("directory")).unwrap();
        let before = place.files();
        for (output, cause) in [
            ("loop", "Too many levels of symbolic links (os error 40)"),
            ("directory", "Is a directory (os error 21)"),
            ("new/", "Is a directory (os error 21)"),
        ] {
            same(
                &place.run(&line(command, output)),
                &format!("exit code 2\n--- stderr\nsycl-packager: {output}: cannot write: {cause}\n"),
            );
        }
        assert_eq!(place.files(), before);
    }
}

#[test]
fn descriptors_are_written_to() {
    for command in FILES {
        let content = expected(command);
        let place = place();
        for descriptor in [1, 7] {
            let inner = place.command(&line(command, &format!("/dev/fd/{descriptor}")));
            let script = format!(
                "exec {descriptor}> file; echo before >&{descriptor}; \"$@\" || exit 1; echo after >&{descriptor}"
            );
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, "sh"]).arg(inner.get_program()).args(inner.get_args());
            assert!(shell.current_dir(place.path()).status().unwrap().success());
            assert!(place.read("file") == [b"before\n", content.as_slice(), b"after\n"].concat(), "{command}");
        }
    }
}

#[test]
fn a_dash_is_standard_output() {
    for command in FILES {
        let place = place();
        let before = place.files();
        let output = place.command(&line(command, "-")).output().unwrap();
        assert!(output.status.success() && output.stdout == expected(command), "{command}");
        assert_eq!(place.files(), before);
        // A reader that leaves early has had enough; a full disk is something else.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert!(place.command(&line(command, "-")).stdout(writer).status().unwrap().success(), "{command}");
        if !command.contains("--stamp") {
            let full = fs::File::options().write(true).open("/dev/full").unwrap();
            let output = place.command(&line(command, "-")).stdout(full).output().unwrap();
            let words = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}: {words}");
            assert!(words.contains("-: cannot write: No space left on device"), "{words}");
        }
    }
    let refused = place().run("collect --table a.table --name x -o -");
    assert!(
        refused.starts_with("exit code 2\n--- stderr\nsycl-packager: -: cannot write: standard output"),
        "{refused}"
    );
}
