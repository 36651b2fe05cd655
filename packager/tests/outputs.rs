//! Every command that writes, under every shape of output: links are written through, modes stay, what is not a regular
//! file is written to and stays, and nothing is overwritten that is an input or somebody else's.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

mod common;

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use common::{Place, same};

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
    let header = [0x0723_0203, 0x10400, 0, 9, 0, 5 << 16 | 15, 6, 1, u32::from(b'k'), 0_u32];
    place.write("valid.spv", header.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
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
            // A file that somebody has open keeps what is in it.
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

#[test]
fn inputs_are_not_overwritten() {
    for (command, inputs) in [
        (FILES[0], &["a.table", "a.spv", "a.prop", "a.sym"][..]),
        (FILES[1], &["a.table", "a.spv", "a.prop", "a.sym"]),
        (FILES[2], &["a.table", "a.spv", "a.prop", "a.sym"]),
        (FILES[3], &["a.prop"]),
        (FILES[4], &["a.table"]),
        (FILES[5], &["a.table", "a.spv"]),
        (FILES[6], &["valid.spv"]),
        ("bundle --image=file=a.spv,triple=spirv64-unknown-unknown -o OUT", &["a.spv"]),
        ("validate valid.spv --properties a.prop --stamp OUT", &["a.prop"]),
        (
            "foreach --in-file-list=list --in-replace={} --out-replace=@ --out-dir=. --out-file-list=OUT -- touch x",
            &["list"],
        ),
    ] {
        for input in inputs {
            let place = place();
            place.write("list", "a.spv\n");
            symlink(input, place.path().join("link")).unwrap();
            fs::hard_link(place.path().join(input), place.path().join("other")).unwrap();
            let (before, content) = (place.files(), place.read(input));
            for output in [input.to_string(), format!("./{input}"), "link".to_owned(), "other".to_owned()] {
                let found = place.run(&line(command, &output));
                assert!(
                    found.starts_with("exit code 2\n") && found.contains("this is also the input"),
                    "{command}: {found}"
                );
                assert!(place.read(input) == content, "{command}");
            }
            assert_eq!(place.files(), before, "{command}");
        }
    }
    // What is taken out of a container may have its name.
    for (pack, unpack) in [
        ("bundle --table a.table -o x.table", "unbundle x.table"),
        ("syclbin create --table a.table --state executable -o x.table", "syclbin extract x.table"),
    ] {
        let place = place();
        done(&place.run(pack));
        let (before, content) = (place.files(), place.read("x.table"));
        let found = place.run(unpack);
        assert!(found.starts_with("exit code 2\n") && found.contains("this is also the input"), "{found}");
        assert!(place.read("x.table") == content && place.files() == before, "{:?}", place.files());
    }
}

#[test]
fn directories_behind_links_are_replaced_and_links_stay() {
    let command = "collect --table a.table --name x -o OUT";
    let names = |place: &Place, name: &str| {
        let mut names: Vec<_> = fs::read_dir(place.path().join(name))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let files = ["images.json", "x.table", "x_0.prop", "x_0.spv", "x_0.sym"];
    for output in ["link", "link/", "hop", "hop/", "absolute"] {
        for exists in [false, true] {
            let place = place();
            if exists {
                done(&place.run(&line(&command.replace("name x", "name y"), "v1")));
            }
            symlink("v1", place.path().join("link")).unwrap();
            symlink("./link", place.path().join("hop")).unwrap();
            symlink(place.path().join("v1"), place.path().join("absolute")).unwrap();
            done(&place.run(&line(command, output)));
            assert!(is_link(&place.path().join("link")) && is_link(&place.path().join("hop")), "{output}");
            assert!(!is_link(&place.path().join("v1")));
            assert_eq!(names(&place, "v1"), files, "{output}");
            nothing_temporary(place.path());
        }
    }
    let place = place();
    symlink("loop", place.path().join("loop")).unwrap();
    for output in ["loop", "loop/"] {
        let found = place.run(&line(command, output));
        assert!(found.contains("cannot write: Too many levels of symbolic links"), "{found}");
    }
    // The mode of a directory stays.
    done(&place.run(&line(command, "d")));
    fs::set_permissions(place.path().join("d"), PermissionsExt::from_mode(0o750)).unwrap();
    done(&place.run(&line(command, "d")));
    assert_eq!(fs::metadata(place.path().join("d")).unwrap().mode() & 0o777, 0o750);
    // A directory that somebody works in would be gone under his feet.
    fs::create_dir(place.path().join("d/..here")).unwrap();
    for (output, inside) in [(".", "d/..here"), ("..", "d/..here")] {
        let mut run = place.command(&format!("collect --table ../../a.table --name x -o {output}"));
        let refused = run.current_dir(place.path().join(inside)).output().unwrap();
        let words = String::from_utf8(refused.stderr).unwrap();
        assert!(words.contains("this is the current directory or one around it"), "{words}");
    }
}

#[test]
fn a_directory_with_inputs_is_not_replaced() {
    let place = place();
    done(&place.run("collect --table a.table --name x -o d"));
    let found = place.run("collect --table d/x.table --name x -o d");
    assert!(found.starts_with("exit code 2\n") && found.contains("the input 'd/"), "{found}");
    done(&place.run("collect --table d/x.table --name x -o e"));
}

#[test]
fn what_is_taken_out_is_there_as_a_whole_or_not_at_all() {
    for (pack, unpack) in [
        ("bundle --table a.table -o OUT", "unbundle OUT -d ex"),
        ("syclbin create --table a.table --state executable -o OUT", "syclbin extract OUT -d ex"),
    ] {
        // A name that no table can hold.
        let place = place();
        done(&place.run(&line(pack, "h|x.c")));
        let found = place.run(&line(unpack, "h|x.c"));
        assert!(found.starts_with("exit code 1\n") && found.contains("cannot be written"), "{found}");
        assert!(!place.path().join("ex").exists());
        // A full disk, after some files: of the run nothing is left, and all else stays.
        for exists in [false, true] {
            let place = self::place();
            place.write("a.spv", [b"\x03\x02\x23\x07".as_slice(), &[0; 8000]].concat());
            done(&place.run(&line(pack, "x.c")));
            if exists {
                fs::create_dir(place.path().join("ex")).unwrap();
                place.write("ex/mine", "mine");
            }
            let inner = place.command(&line(unpack, "x.c"));
            let mut shell = Command::new("bash");
            shell
                .args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "bash"])
                .arg(inner.get_program())
                .args(inner.get_args());
            let output = shell.current_dir(place.path()).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
            if exists {
                let left: Vec<_> = fs::read_dir(place.path().join("ex")).unwrap().flatten().collect();
                assert!(left.len() == 1 && left[0].file_name() == "mine", "{left:?}");
            } else {
                assert!(!place.path().join("ex").exists());
            }
        }
    }
    let place = place();
    done(&place.run("bundle --image=file=a.spv,triple=a|b -o x.bundle"));
    let found = place.run("unbundle x.bundle -d ex");
    assert!(found.starts_with("exit code 1\n"), "{found}");
    assert!(!place.path().join("ex").exists());
}

#[test]
fn pipes_are_read() {
    let place = place();
    done(&place.run("bundle --table a.table -o a.bundle"));
    done(&place.run("syclbin create --table a.table --state executable -o a.syclbin"));
    done(&place.run("wrap --table a.table -o a.o"));
    place.write("a.list", "x\n");
    for (command, input) in [
        ("inspect IN", "a.bundle"),
        ("inspect --json IN", "a.syclbin"),
        ("inspect IN", "a.o"),
        ("check IN --device intel_gpu_pvc", "a.bundle"),
        ("props show IN", "a.prop"),
        ("props convert IN", "a.prop"),
        ("props compare a.prop IN", "a.prop"),
        ("validate IN", "valid.spv"),
        ("table --extract=Code IN", "a.table"),
        ("bundle --table IN -o -", "a.table"),
        ("bundle --image=file=IN,triple=spirv64-unknown-unknown -o -", "a.spv"),
        ("wrap --table IN -o -", "a.table"),
        ("syclbin create --table IN --state executable -o -", "a.table"),
        ("unbundle IN -d out", "a.bundle"),
        ("syclbin extract IN -d out", "a.syclbin"),
        ("foreach --in-file-list=IN --in-replace={} -- echo {}", "a.list"),
    ] {
        let run = |name: &str, is_piped: bool| {
            let mut run = place.command(&command.replace("IN", name));
            if is_piped {
                let mut cat = Command::new("cat")
                    .arg(place.path().join(input))
                    .stdout(std::process::Stdio::piped())
                    .spawn()
                    .unwrap();
                run.stdin(cat.stdout.take().unwrap());
                let output = run.output().unwrap();
                assert!(cat.wait().unwrap().success());
                output
            } else {
                run.output().unwrap()
            }
        };
        let plain = run(input, false);
        for name in ["-", "/dev/stdin"] {
            let piped = run(name, true);
            let words = String::from_utf8_lossy(&piped.stderr);
            assert_eq!(piped.status.code(), plain.status.code(), "{command} {name}: {words}");
            let (found, expected) = (String::from_utf8_lossy(&piped.stdout), String::from_utf8_lossy(&plain.stdout));
            if command.contains("-d out") {
                assert_eq!(found.lines().count(), expected.lines().count(), "{command}: {found}");
            } else {
                assert_eq!(found, expected.replace(input, name), "{command}");
            }
        }
    }
}
