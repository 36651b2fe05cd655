//! Outputs that are not regular files: descriptors, standard output.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    process::{Command, Stdio},
};

use super::{OUTPUTS, TABLE_RUN, command, directory, expected, is_link, names, stderr, succeed};

#[test]
fn descriptors_are_written_to() {
    for name in OUTPUTS {
        let content = expected(name);
        let directory = directory();
        for descriptor in [1, 7] {
            let link = directory.path().join(name);
            symlink(format!("/dev/fd/{descriptor}"), &link).expect("linked");
            let run = format!(
                "exec {descriptor}> file; echo before >&{descriptor}; '{}' {} && echo after >&{descriptor}",
                env!("CARGO_BIN_EXE_sycl-post-link"),
                TABLE_RUN.join(" ")
            );
            let status =
                Command::new("sh").args(["-c", &run]).current_dir(directory.path()).status().expect("sh starts");
            assert!(status.success());
            let file = fs::read(directory.path().join("file")).expect("read");
            assert!(file == [b"before\n", content.as_slice(), b"after\n"].concat(), "{name}");
            assert!(is_link(&link));
            fs::remove_file(link).expect("removed");
        }
    }
}

#[test]
fn a_dash_is_standard_output() {
    let reference = directory();
    for (text, name) in [(true, "only.ll"), (false, "only.bc")] {
        let options: &[&str] = if text { &["-ir-output-only", "-S"] } else { &["-ir-output-only"] };
        succeed(reference.path(), &[options, &["-o", name, "in.ll"]].concat());
        let expected = fs::read(reference.path().join(name)).expect("read");
        for dash in [&["-o", "-"][..], &["-o=-"], &["--o=-"]] {
            let directory = directory();
            assert!(succeed(directory.path(), &[options, dash, &["in.ll"]].concat()) == expected);
            assert_eq!(names(directory.path()), ["in.ll"]);
        }
    }
    // From standard input.
    let directory = directory();
    let input = File::open(directory.path().join("in.ll")).expect("opened");
    let mut run = command(directory.path(), &["-ir-output-only", "-S", "-o", "-"]);
    let output = run.stdin(input).output().expect("the program starts");
    assert!(String::from_utf8_lossy(&output.stdout).contains("define spir_kernel void @only()"), "{}", stderr(&output));
    assert_eq!(names(directory.path()), ["in.ll"]);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let directory = directory();
    for arguments in [&["-ir-output-only", "-S", "-o=-", "in.ll"][..], &["-symbols", "-o=-", "in.ll"], &["--help"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(directory.path(), arguments).stdout(writer).output().expect("the program starts");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {}", stderr(&output));
    }
    for (arguments, message) in [
        (&["-ir-output-only", "-S", "-o=-", "in.ll"][..], "cannot write `-`: No space left on device"),
        (&["--help"], "cannot write to standard output: No space left on device"),
    ] {
        let full = File::options().write(true).open("/dev/full").expect("opened");
        let output = command(directory.path(), arguments).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    // It does not matter either whether errors can be reported.
    let full = File::options().write(true).open("/dev/full").expect("opened");
    let mut refused = command(directory.path(), &["-bogus"]);
    assert_eq!(refused.stderr(Stdio::from(full)).status().expect("the program starts").code(), Some(1));
}
