//! Every kind of output under every shape of name: links are written through, modes stay, what is not a regular file is
//! written to and stays.

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
        let content = expected(name);
        // The links, from the output on; whether the file at the end exists.
        let chains: [(&[&str], bool); 4] = [
            (&["real/target"], true),
            (&["real/new"], false),
            (&["hop", "real/../hop2", "real/target"], true),
            (&["hop", "hop2", "real/new"], false),
        ];
        for (chain, exists) in chains {
            let directory = directory();
            let root = directory.path();
            fs::create_dir(root.join("real")).expect("made");
            let mut link = root.join(name);
            for next in chain {
                symlink(next, &link).expect("linked");
                link = root.join(next);
            }
            if exists {
                fs::write(&link, "older and longer than anything that is written ".repeat(200)).expect("written");
            }
            succeed(root, &TABLE_RUN);
            assert!(is_link(&root.join(name)), "{name} {chain:?}");
            assert!(fs::read(root.join(chain.last().expect("one"))).expect("read") == content, "{name} {chain:?}");
            assert_eq!(names(&root.join("real")).len(), 1, "nothing temporary stays: {:?}", names(&root.join("real")));
        }
    }
}

#[test]
fn absolute_links_are_written_through() {
    for name in OUTPUTS {
        let (directory, other) = (directory(), tempfile::tempdir().expect("a directory"));
        symlink(other.path().join("target"), directory.path().join(name)).expect("linked");
        succeed(directory.path(), &TABLE_RUN);
        assert!(is_link(&directory.path().join(name)));
        assert!(fs::read(other.path().join("target")).expect("read") == expected(name), "{name}");
    }
}

#[test]
fn a_second_run_writes_through_the_link_again() {
    for name in OUTPUTS {
        let directory = directory();
        fs::create_dir(directory.path().join("real")).expect("made");
        symlink("real/target", directory.path().join(name)).expect("linked");
        succeed(directory.path(), &TABLE_RUN);
        succeed(directory.path(), &TABLE_RUN);
        assert!(is_link(&directory.path().join(name)));
        assert!(fs::read(directory.path().join("real/target")).expect("read") == expected(name), "{name}");
    }
}

/// A way to make a name, and the words about it.
type Shape<'a> = (&'a dyn Fn(&Path), &'a str);

#[test]
fn cycles_and_directories_are_refused() {
    for name in OUTPUTS {
        let shapes: [Shape<'_>; 4] = [
            (&|path| symlink(path, path).expect("linked"), "Too many levels of symbolic links"),
            (
                &|path| {
                    symlink("hop", path).expect("linked");
                    symlink(path, path.with_file_name("hop")).expect("linked");
                },
                "Too many levels of symbolic links",
            ),
            (&|path| fs::create_dir(path).expect("made"), "Is a directory"),
            (
                &|path| {
                    fs::create_dir(path.with_file_name("directory")).expect("made");
                    symlink("directory", path).expect("linked");
                },
                "Is a directory",
            ),
        ];
        for (make, message) in shapes {
            let directory = directory();
            make(&directory.path().join(name));
            let before = names(directory.path());
            let words = fail(directory.path(), &TABLE_RUN);
            assert!(words.contains(&format!("cannot write `{name}`: {message}")), "{words}");
            assert_eq!(names(directory.path()), before, "nothing is left, nothing is gone");
        }
    }
    let directory = directory();
    fs::create_dir(directory.path().join("d")).expect("made");
    for table in ["-o=d/", "-o=new/"] {
        let words = fail(directory.path(), &["-split=kernel", table, "-out-dir=.", "in.ll"]);
        assert!(words.contains("Is a directory"), "{words}");
    }
}

#[test]
fn other_names_of_a_file_see_what_is_written() {
    for name in OUTPUTS {
        for content in ["short", &"older and longer than anything that is written ".repeat(200)] {
            let directory = directory();
            let (output, other) = (directory.path().join(name), directory.path().join("other"));
            fs::write(&output, content).expect("written");
            fs::hard_link(&output, &other).expect("linked");
            succeed(directory.path(), &TABLE_RUN);
            assert!(fs::read(&other).expect("read") == expected(name), "{name}");
            let inode = |path: &Path| fs::metadata(path).expect("there").ino();
            assert_eq!(inode(&output), inode(&other));
            // An earlier table is taken out of the way, which must not divide them.
            succeed(directory.path(), &TABLE_RUN);
            assert_eq!(inode(&output), inode(&other));
            assert!(fs::read(&other).expect("read") == expected(name), "{name}");
        }
    }
}

#[test]
fn modes_stay() {
    for name in OUTPUTS {
        for mode in [0o600, 0o640, 0o666, 0o755] {
            let directory = directory();
            let output = directory.path().join(name);
            fs::write(&output, "").expect("written");
            fs::set_permissions(&output, PermissionsExt::from_mode(mode)).expect("permitted");
            for _ in 0..2 {
                succeed(directory.path(), &TABLE_RUN);
                assert_eq!(fs::metadata(&output).expect("there").mode() & 0o777, mode, "{name}");
            }
        }
        let directory = directory();
        let run = format!("umask 027; exec '{}' {}", env!("CARGO_BIN_EXE_sycl-post-link"), TABLE_RUN.join(" "));
        let status = Command::new("sh").args(["-c", &run]).current_dir(directory.path()).status().expect("sh starts");
        assert!(status.success());
        assert_eq!(fs::metadata(directory.path().join(name)).expect("there").mode() & 0o777, 0o640, "{name}");
    }
}

#[test]
fn the_input_is_not_overwritten() {
    let directory = directory();
    let root = directory.path();
    symlink("in.ll", root.join("link")).expect("linked");
    fs::hard_link(root.join("in.ll"), root.join("other")).expect("linked");
    fs::copy(root.join("in.ll"), root.join("x_0.bc")).expect("copied");
    for arguments in [
        &["-ir-output-only", "-S", "-o=in.ll", "in.ll"][..],
        &["-ir-output-only", "-S", "-o=./link", "in.ll"],
        &["-ir-output-only", "-S", "-o=other", "in.ll"],
        &["-ir-output-only", "-S", "-o=in.ll", "link"],
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
