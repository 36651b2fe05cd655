//! Inputs: they are not overwritten, and may be pipes.

use std::os::unix::fs::symlink;
use std::process::Command;

use super::{FILES, done, line, place};

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
            let (before, content) = (place.files(), place.read(input));
            for output in [input, "link"] {
                let found = place.run(&line(command, output));
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
