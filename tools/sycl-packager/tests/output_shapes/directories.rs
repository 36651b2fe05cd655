//! Directories that are replaced as a whole, and those that files are taken out into.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::{done, is_link, line, nothing_temporary, place};

#[test]
fn directories_behind_links_are_replaced_and_links_stay() {
    let place = place();
    symlink("v1", place.path().join("link")).unwrap();
    for (name, link) in [("x", "link"), ("y", "link/")] {
        done(&place.run(&format!("collect --table a.table --name {name} -o {link}")));
        assert!(is_link(&place.path().join("link")), "{link}");
        assert!(place.path().join("v1").join(format!("{name}.table")).is_file(), "{link}");
        assert_eq!(fs::read_dir(place.path().join("v1")).unwrap().count(), 5, "{link}");
    }
    nothing_temporary(place.path());
}

#[test]
fn a_directory_that_is_in_use_is_not_replaced() {
    let place = place();
    done(&place.run("collect --table a.table --name x -o d"));
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
