//! Every kind of output is written as the crate `sycl-output` does it, whose tests have every shape of name.

mod names;
mod streams;

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::Path,
    process::{Command, Output},
};

const KERNEL: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_kernel void @only() #0 { ret void }
attributes #0 = { "sycl-module-id"="a.cpp" }
"#;

/// Table, image, properties in both forms, symbols.
const OUTPUTS: [&str; 5] = ["out.table", "out_0.bc", "out_0.prop", "out_0.prop.json", "out_0.sym"];

const TABLE_RUN: [&str; 5] = ["-symbols", "-properties", "-json", "-o=out.table", "in.ll"];

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("in.ll"), KERNEL).expect("written");
    directory
}

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-post-link"));
    command.current_dir(directory).args(arguments);
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn succeed(directory: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = command(directory, arguments).output().expect("the program starts");
    assert!(output.status.success(), "{}", stderr(&output));
    output.stdout
}

fn fail(directory: &Path, arguments: &[&str]) -> String {
    let output = command(directory, arguments).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    stderr(&output)
}

/// Names in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("listed");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Output of a run without special names.
fn expected(name: &str) -> Vec<u8> {
    let directory = directory();
    succeed(directory.path(), &TABLE_RUN);
    fs::read(directory.path().join(name)).expect("read")
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).expect("there").is_symlink()
}

#[test]
fn links_are_written_through() {
    for name in OUTPUTS {
        let directory = directory();
        fs::create_dir(directory.path().join("real")).expect("made");
        symlink("real/target", directory.path().join(name)).expect("linked");
        // An earlier table is taken out of the way, which must not take the link.
        for _ in 0..2 {
            succeed(directory.path(), &TABLE_RUN);
            assert!(is_link(&directory.path().join(name)));
            assert!(fs::read(directory.path().join("real/target")).expect("read") == expected(name), "{name}");
        }
    }
}

#[test]
fn modes_stay() {
    for name in OUTPUTS {
        let directory = directory();
        let output = directory.path().join(name);
        fs::write(&output, "").expect("written");
        fs::set_permissions(&output, PermissionsExt::from_mode(0o750)).expect("permitted");
        for _ in 0..2 {
            succeed(directory.path(), &TABLE_RUN);
            assert_eq!(fs::metadata(&output).expect("there").mode() & 0o777, 0o750, "{name}");
        }
    }
}

#[test]
fn directories_are_refused() {
    for name in OUTPUTS {
        let directory = directory();
        fs::create_dir(directory.path().join(name)).expect("made");
        let before = names(directory.path());
        let words = fail(directory.path(), &TABLE_RUN);
        assert!(words.contains(&format!("cannot write `{name}`: Is a directory")), "{words}");
        assert_eq!(names(directory.path()), before, "nothing is left, nothing is gone");
    }
    let directory = directory();
    fs::create_dir(directory.path().join("d")).expect("made");
    for table in ["-o=d/", "-o=new/"] {
        let words = fail(directory.path(), &["-split=kernel", table, "-out-dir=.", "in.ll"]);
        assert!(words.contains("Is a directory"), "{words}");
    }
}

#[test]
fn the_input_is_not_overwritten() {
    let directory = directory();
    let root = directory.path();
    symlink("in.ll", root.join("link")).expect("linked");
    fs::copy(root.join("in.ll"), root.join("x_0.bc")).expect("copied");
    for arguments in [
        &["-ir-output-only", "-S", "-o=in.ll", "in.ll"][..],
        &["-ir-output-only", "-S", "-o=link", "in.ll"],
        &["-symbols", "-o=in.ll", "in.ll"],
        &["-symbols", "-o=x.table", "x_0.bc"],
    ] {
        let before = names(root);
        let words = fail(root, arguments);
        assert!(words.contains("this is also the input") && words.contains("expected another file"), "{words}");
        assert_eq!(names(root), before);
        for input in ["in.ll", "x_0.bc"] {
            assert_eq!(fs::read_to_string(root.join(input)).expect("read"), KERNEL, "{arguments:?}");
        }
    }
}

#[test]
fn two_outputs_that_are_one_file_are_refused() {
    let directory = directory();
    symlink("out_0.sym", directory.path().join("out_0.prop")).expect("linked");
    let words = fail(directory.path(), &TABLE_RUN);
    assert!(words.contains("this run has written this file already"), "{words}");
}
