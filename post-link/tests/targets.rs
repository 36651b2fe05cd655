//! Every kind of output under every shape of name: links are written through, modes stay, what is not a regular file is
//! written to and stays.

use std::{
    fs::{self, File},
    os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
    path::Path,
    process::{Command, Output, Stdio},
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

/// What is in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("listed");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What a run without special names writes.
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

/// How a name is made what it is, and what is said of it.
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
            assert!(words.contains(&format!("cannot write '{name}': {message}")), "{words}");
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
        assert!(words.contains(&format!("cannot write '{name}': ")), "{words}");
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
fn a_table_on_standard_output_has_images_named_after_the_input() {
    let directory = directory();
    let table = succeed(directory.path(), &["-symbols", "-o=-", "in.ll"]);
    assert_eq!(table, b"[Code|Symbols]\nin_0.bc|in_0.sym\n");
    assert_eq!(names(directory.path()), ["in.ll", "in_0.bc", "in_0.sym"]);
    fs::create_dir(directory.path().join("images")).expect("made");
    let table = succeed(directory.path(), &["-symbols", "-o=intel_gpu_pvc,-", "-out-dir=images", "in.ll"]);
    assert_eq!(table, b"[Code|Symbols]\nimages/in_0.bc|images/in_0.sym\n");
    assert_eq!(names(&directory.path().join("images")), ["in_0.bc", "in_0.sym"]);
    // The input may have no name.
    let run = |arguments: &[&str]| {
        let input = File::open(directory.path().join("in.ll")).expect("opened");
        command(directory.path(), arguments).stdin(input).output().expect("the program starts")
    };
    let refused = run(&["-symbols", "-o=-"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("expected the parameter `out-dir=<directory>`"), "{}", stderr(&refused));
    let output = run(&["-symbols", "-o=-", "-out-dir=images"]);
    assert_eq!(output.stdout, b"[Code|Symbols]\nimages/stdin_0.bc|images/stdin_0.sym\n");
    // Two tables would run into each other.
    let words = fail(directory.path(), &["-symbols", "-o=-", "-o=-", "in.ll"]);
    assert!(words.contains("would be written twice"), "{words}");
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
    for arguments in [&["-ir-output-only", "-S", "-o=-", "in.ll"][..], &["--help"]] {
        let full = File::options().write(true).open("/dev/full").expect("opened");
        let output = command(directory.path(), arguments).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("No space left on device"), "{}", stderr(&output));
    }
    // It does not matter either whether errors can be reported.
    let full = File::options().write(true).open("/dev/full").expect("opened");
    let mut refused = command(directory.path(), &["-bogus"]);
    assert_eq!(refused.stderr(Stdio::from(full)).status().expect("the program starts").code(), Some(1));
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

#[test]
fn names_are_bytes() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let directory = directory();
    let bytes = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    fs::rename(directory.path().join("in.ll"), directory.path().join(bytes(b"in\xfe.ll"))).expect("renamed");
    fs::create_dir(directory.path().join(bytes(b"d\xfd"))).expect("made");
    for jobs in ["-jobs=1", "-jobs=2"] {
        for (arguments, table, content) in [
            (&[&b"-o=bad\xff.table"[..], b"-symbols"][..], &b"bad\xff.table"[..], &b"bad\xff_0.bc|bad\xff_0.sym"[..]),
            (&[b"-o", b"b\xff.table", b"-symbols"], b"b\xff.table", b"b\xff_0.bc|b\xff_0.sym"),
            (&[b"-out-dir=d\xfd", b"-o=c.table", b"-symbols"], b"c.table", b"d\xfd/c_0.bc|d\xfd/c_0.sym"),
            (&[b"-symbols"], b"in\xfe.files", b"in\xfe_0.bc|in\xfe_0.sym"),
        ] {
            let mut run = command(directory.path(), &[jobs]);
            run.args(arguments.iter().map(|argument| bytes(argument))).arg(bytes(b"in\xfe.ll"));
            let output = run.output().expect("the program starts");
            assert!(output.status.success(), "{}", stderr(&output));
            let found = fs::read(directory.path().join(bytes(table))).expect("read");
            assert!(found == [b"[Code|Symbols]\n", content, b"\n"].concat(), "{}", String::from_utf8_lossy(&found));
            let image = content.split(|byte| *byte == b'|').next().expect("one");
            assert!(directory.path().join(OsStr::from_bytes(image)).is_file());
        }
    }
    // Where text is expected, an error.
    for argument in [&b"-split=\xff"[..], b"-symbols=\xff", b"-\xff", b"-devices=\xff", b"-config=\xff"] {
        let mut run = command(directory.path(), &["-symbols"]);
        let output = run.arg(bytes(argument)).arg(bytes(b"in\xfe.ll")).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
}

#[test]
fn names_without_a_stem() {
    for (output, expected) in [
        ("-o=.table", &[".table", "_0.bc", "in.ll"][..]),
        ("-o=d/.table", &["d", "in.ll"]),
        ("-o=,y.table", &["in.ll", "y.table", "y_0.bc"]),
    ] {
        let directory = directory();
        fs::create_dir(directory.path().join("d")).expect("made");
        succeed(directory.path(), &["-split=kernel", output, "in.ll"]);
        let mut found = names(directory.path());
        found.retain(|name| expected.contains(&"d") || name != "d");
        assert_eq!(found, expected);
        if expected.contains(&"d") {
            assert_eq!(names(&directory.path().join("d")), [".table", "_0.bc"]);
        }
    }
    let directory = directory();
    for output in ["-o=", "-o=,", "-o=intel_gpu_pvc,"] {
        let words = fail(directory.path(), &["-split=kernel", output, "in.ll"]);
        assert!(words.contains("expected <file> or <target>,<file>"), "{words}");
    }
    assert_eq!(names(directory.path()), ["in.ll"]);
}

#[test]
fn the_command_line_counts_more_than_a_configuration_file() {
    let directory = directory();
    let both = KERNEL.replace("@only()", "@one()") + "define spir_kernel void @two() #0 { ret void }\n";
    fs::write(directory.path().join("in.ll"), both).expect("written");
    let config = r#"{"split": "kernel", "symbols": true, "S": true, "out-dir": "nowhere", "o": "second.table"}"#;
    fs::write(directory.path().join("c.json"), config).expect("written");
    let options = ["-config=c.json", "-split=none", "-out-dir=.", "-S=false", "-properties", "-o=x.table"];
    for turn in 0..options.len() {
        let mut arguments = options.to_vec();
        arguments.rotate_left(turn);
        arguments.push("in.ll");
        succeed(directory.path(), &arguments);
        let table = fs::read_to_string(directory.path().join("x.table")).expect("read");
        assert_eq!(table, "[Code|Properties|Symbols]\n./x_0.bc|./x_0.prop|./x_0.sym\n", "{arguments:?}");
        assert_eq!(fs::read_to_string(directory.path().join("second.table")).expect("read"), table);
    }
    // What is wrong in a file is said, also if it does not count.
    fs::write(directory.path().join("c.json"), r#"{"split": "bogus"}"#).expect("written");
    let words = fail(directory.path(), &["-config=c.json", "-split=none", "-symbols", "in.ll"]);
    assert!(words.contains("`split`") && words.contains("bogus"), "{words}");
}
