//! Outputs that are not regular files: pipes, descriptors, standard output.

use std::{
    fs::{self, File},
    os::unix::fs::{FileTypeExt, symlink},
    process::{Command, Stdio},
};

use super::{OUTPUTS, TABLE_RUN, command, directory, expected, fail, is_link, names, stderr, succeed};

#[test]
fn pipes_are_written_to() {
    for name in OUTPUTS {
        let directory = directory();
        let pipe = directory.path().join(name);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).expect("read")
        });
        succeed(directory.path(), &TABLE_RUN);
        assert!(reader.join().expect("read") == expected(name), "{name}");
        assert!(fs::symlink_metadata(&pipe).expect("still there").file_type().is_fifo());
    }
}

#[test]
fn descriptors_are_written_to() {
    for name in OUTPUTS {
        let content = expected(name);
        for link_to in ["/proc/self/fd/1", "/dev/fd/1", "/proc/thread-self/fd/1"] {
            let directory = directory();
            let link = directory.path().join(name);
            symlink(link_to, &link).expect("linked");
            // To a pipe.
            assert!(succeed(directory.path(), &TABLE_RUN) == content, "{name} {link_to}");
            // To a file, behind what is there.
            let file = directory.path().join("file");
            for mode in [">", ">>"] {
                let run = format!(
                    "echo before {mode} file; exec '{}' {} >> file",
                    env!("CARGO_BIN_EXE_sycl-post-link"),
                    TABLE_RUN.join(" ")
                );
                fs::write(&file, "").expect("written");
                let status =
                    Command::new("sh").args(["-c", &run]).current_dir(directory.path()).status().expect("sh starts");
                assert!(status.success());
                assert!(
                    fs::read(&file).expect("read") == [b"before\n", content.as_slice()].concat(),
                    "{name} {link_to}"
                );
            }
            assert!(is_link(&link));
        }
        // Another descriptor, whose position moves on.
        let directory = directory();
        symlink("/dev/fd/7", directory.path().join(name)).expect("linked");
        let run = format!(
            "exec 7> file; echo before >&7; '{}' {} && echo after >&7",
            env!("CARGO_BIN_EXE_sycl-post-link"),
            TABLE_RUN.join(" ")
        );
        let status = Command::new("sh").args(["-c", &run]).current_dir(directory.path()).status().expect("sh starts");
        assert!(status.success());
        let file = fs::read(directory.path().join("file")).expect("read");
        assert!(file == [b"before\n", content.as_slice(), b"after\n"].concat(), "{name}");
    }
}

#[test]
fn a_link_to_a_descriptor_that_is_not_open_is_refused() {
    for name in OUTPUTS {
        let directory = directory();
        symlink("/proc/self/fd/1234", directory.path().join(name)).expect("linked");
        let words = fail(directory.path(), &TABLE_RUN);
        assert!(words.contains(&format!("cannot write `{name}`: ")), "{words}");
        assert!(is_link(&directory.path().join(name)));
        assert_eq!(names(directory.path()), ["in.ll", name]);
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
