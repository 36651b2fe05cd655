//! Every command that writes, under every shape of output: links are written through, modes stay, what is not a regular
//! file is written to and stays, and nothing is overwritten that is an input or another program's.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

#[path = "../common/mod.rs"]
mod common;
mod directories;
mod inputs;

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
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

/// Older content, longer than anything that is written.
const OLD: &str = "older and longer than anything that is written";

const OPENED_TO: &str = "/proc/self/fd/1";

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
fn links_are_written_through() {
    for command in FILES {
        let content = expected(command);
        let chains: [(&[&str], bool); 4] = [
            (&["real/target"], true),
            (&["real/new"], false),
            (&["hop", "real/../hop2", "real/target"], true),
            (&["hop", "hop2", "real/new"], false),
        ];
        for (chain, exists) in chains {
            let place = place();
            fs::create_dir(place.path().join("real")).unwrap();
            let mut link = place.path().join("out");
            for next in chain {
                symlink(next, &link).unwrap();
                link = place.path().join(next);
            }
            if exists {
                fs::write(&link, OLD.repeat(500)).unwrap();
            }
            for _ in 0..2 {
                done(&place.run(&line(command, "out")));
                assert!(is_link(&place.path().join("out")), "{command} {chain:?}");
                assert!(place.read(chain[chain.len() - 1]) == content, "{command} {chain:?}");
            }
            nothing_temporary(place.path());
        }
    }
}

#[test]
fn cycles_and_directories_are_refused() {
    for command in FILES {
        let place = place();
        symlink("loop", place.path().join("loop")).unwrap();
        symlink("two", place.path().join("one")).unwrap();
        symlink("one", place.path().join("two")).unwrap();
        fs::create_dir(place.path().join("directory")).unwrap();
        symlink("directory", place.path().join("to-directory")).unwrap();
        place.write("file", "");
        let before = place.files();
        for (output, cause) in [
            ("loop", "Too many levels of symbolic links (os error 40)"),
            ("one", "Too many levels of symbolic links (os error 40)"),
            ("directory", "Is a directory (os error 21)"),
            ("directory/", "Is a directory (os error 21)"),
            ("to-directory", "Is a directory (os error 21)"),
            ("to-directory/", "Is a directory (os error 21)"),
            ("new/", "Is a directory (os error 21)"),
            ("missing/out", "No such file or directory (os error 2)"),
            ("file/out", "Not a directory (os error 20)"),
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
fn modes_and_other_names_stay() {
    for command in FILES {
        let content = expected(command);
        for mode in [0o600, 0o640, 0o666, 0o755] {
            let place = place();
            place.write("out", OLD);
            fs::set_permissions(place.path().join("out"), PermissionsExt::from_mode(mode)).unwrap();
            done(&place.run(&line(command, "out")));
            assert_eq!(fs::metadata(place.path().join("out")).unwrap().mode() & 0o777, mode, "{command}");
        }
        for old in [OLD.repeat(500), String::new()] {
            let place = place();
            place.write("out", old);
            fs::hard_link(place.path().join("out"), place.path().join("other")).unwrap();
            done(&place.run(&line(command, "out")));
            assert!(place.read("other") == content, "{command}");
            nothing_temporary(place.path());
        }
    }
}

#[test]
fn a_new_file_follows_the_mask() {
    for command in FILES {
        let place = place();
        let inner = place.command(&line(command, "out"));
        let mut shell = Command::new("sh");
        shell.args(["-c", "umask 022; exec \"$@\"", "sh"]).arg(inner.get_program()).args(inner.get_args());
        assert!(shell.current_dir(place.path()).status().unwrap().success());
        assert_eq!(fs::metadata(place.path().join("out")).unwrap().mode() & 0o777, 0o644, "{command}");
    }
}

#[test]
fn pipes_and_descriptors_are_written_to() {
    for command in FILES {
        let content = expected(command);
        let place = place();
        let pipe = place.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        done(&place.run(&line(command, "pipe")));
        assert!(reader.join().unwrap() == content, "{command}");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        for (name, leads_to) in [("l1", OPENED_TO), ("l2", "l1"), ("l3", "/dev/fd/1")] {
            symlink(leads_to, place.path().join(name)).unwrap();
            let output = place.command(&line(command, name)).output().unwrap();
            assert!(output.status.success() && output.stdout == content, "{command} {name}");
            // A file that is open keeps what is in it.
            let script = "exec >> file; echo before; \"$@\" || exit 1; echo after";
            let inner = place.command(&line(command, name));
            let mut shell = Command::new("sh");
            shell.args(["-c", script, "sh"]).arg(inner.get_program()).args(inner.get_args());
            place.write("file", "");
            assert!(shell.current_dir(place.path()).status().unwrap().success());
            assert!(place.read("file") == [b"before\n", content.as_slice(), b"after\n"].concat(), "{command} {name}");
            assert!(is_link(&place.path().join(name)));
        }
        for descriptor in ["/dev/fd/7", "/proc/self/fd/7"] {
            let inner = place.command(&line(command, descriptor));
            let script = "exec 7> file; echo before >&7; \"$@\" || exit 1; echo after >&7";
            let mut shell = Command::new("sh");
            shell.args(["-c", script, "sh"]).arg(inner.get_program()).args(inner.get_args());
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
