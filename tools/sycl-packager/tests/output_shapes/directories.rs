//! Directories that are replaced as a whole, and those that files are taken out into.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Command;

use super::{done, is_link, line, nothing_temporary, place};
use crate::common::Place;

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
    // A directory that is in use would be gone.
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
    assert!(found.starts_with("exit code 2\n") && found.contains("the input `d/"), "{found}");
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
