//! A file under every shape of name: links are written through, modes stay, what is not a regular file is written to
//! and stays.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::fs::{self, File};
use std::io::Write as _;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use sycl_output::{Files, Inputs, Target, WriteError, write};
use tempfile::{TempDir, tempdir};

const CONTENT: &[u8] = b"content";

/// Older content, longer than what is written.
const OLD: &str = "older and longer than anything that is written";

type Way = fn(&Path) -> Result<(), WriteError>;

/// The ways to write a file.
const WAYS: [Way; 3] = [
    |path| write(path, CONTENT),
    |path| {
        let mut files = Files::default();
        files.write(path, CONTENT)?;
        files.keep();
        Ok(())
    },
    |path| {
        let mut files = Files::default();
        files.write_with(path, |output| output.write_all(CONTENT).map_err(|cause| WriteError::new(path, cause)))?;
        files.keep();
        Ok(())
    },
];

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}

/// Names in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A directory with one in it, `real`, and the chain of links that begins at `out`.
fn chain(links: &[&str]) -> (TempDir, PathBuf) {
    let place = tempdir().unwrap();
    fs::create_dir(place.path().join("real")).unwrap();
    let mut link = place.path().join("out");
    for next in links {
        symlink(next, &link).unwrap();
        link = place.path().join(next);
    }
    (place, link)
}

#[test]
fn links_are_written_through() {
    for links in [&["real/file"][..], &["hop", "real/../hop2", "real/file"]] {
        for (way, exists) in WAYS.into_iter().flat_map(|way| [(way, false), (way, true)]) {
            let (place, file) = chain(links);
            if exists {
                fs::write(&file, OLD).unwrap();
            }
            for _ in 0..2 {
                way(&place.path().join("out")).unwrap();
                assert!(is_link(&place.path().join("out")), "{links:?}");
                assert_eq!(fs::read(&file).unwrap(), CONTENT, "{links:?}");
            }
            assert_eq!(names(&place.path().join("real")), ["file"], "nothing temporary stays");
        }
    }
}

#[test]
fn absolute_links_are_written_through() {
    for way in WAYS {
        let (place, other) = (tempdir().unwrap(), tempdir().unwrap());
        symlink(other.path().join("file"), place.path().join("out")).unwrap();
        way(&place.path().join("out")).unwrap();
        assert!(is_link(&place.path().join("out")));
        assert_eq!(fs::read(other.path().join("file")).unwrap(), CONTENT);
    }
}

#[test]
fn cycles_and_directories_are_refused() {
    let place = tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    for (to, name) in [("loop", "loop"), ("two", "one"), ("one", "two"), ("directory", "to-directory")] {
        symlink(to, path(name)).unwrap();
    }
    fs::create_dir(path("directory")).unwrap();
    fs::write(path("file"), OLD).unwrap();
    let before = names(place.path());
    for (name, cause) in [
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
        for way in WAYS {
            let found = way(&path(name)).unwrap_err().to_string();
            assert_eq!(found, format!("cannot write `{}`: {cause}", path(name).display()));
        }
    }
    assert_eq!(names(place.path()), before);
}

#[test]
fn other_names_of_a_file_see_what_is_written() {
    for (way, old) in WAYS.into_iter().flat_map(|way| [(way, ""), (way, OLD)]) {
        let place = tempdir().unwrap();
        let (output, other) = (place.path().join("out"), place.path().join("other"));
        fs::write(&output, old).unwrap();
        fs::hard_link(&output, &other).unwrap();
        way(&output).unwrap();
        assert_eq!(fs::read(&other).unwrap(), CONTENT);
        assert_eq!(fs::metadata(&output).unwrap().ino(), fs::metadata(&other).unwrap().ino());
        assert_eq!(names(place.path()), ["other", "out"], "nothing temporary stays");
    }
}

#[test]
fn modes_stay() {
    for (way, mode) in WAYS.into_iter().flat_map(|way| [0o600, 0o640, 0o666, 0o755].map(|mode| (way, mode))) {
        let place = tempdir().unwrap();
        let output = place.path().join("out");
        fs::write(&output, OLD).unwrap();
        fs::set_permissions(&output, fs::Permissions::from_mode(mode)).unwrap();
        way(&output).unwrap();
        assert_eq!(fs::metadata(&output).unwrap().mode() & 0o777, mode);
    }
}

/// Withdraws a file and writes it again.
fn withdraw_and_write(path: &Path) {
    let mut files = Files::default();
    files.withdraw(path, b"old").unwrap();
    assert_eq!(fs::read(path).unwrap_or_default(), b"", "the old content is gone at once");
    files.write(path, CONTENT).unwrap();
    files.keep();
}

#[test]
fn the_successor_of_a_withdrawn_file_has_its_mode() {
    let place = tempdir().unwrap();
    let output = place.path().join("out");
    fs::write(&output, OLD).unwrap();
    fs::set_permissions(&output, fs::Permissions::from_mode(0o640)).unwrap();
    withdraw_and_write(&output);
    assert_eq!(fs::metadata(&output).unwrap().mode() & 0o777, 0o640);
    assert_eq!(fs::read(&output).unwrap(), CONTENT);
}

#[test]
fn the_successor_of_a_withdrawn_file_has_its_other_names() {
    let place = tempdir().unwrap();
    let (output, other) = (place.path().join("out"), place.path().join("other"));
    fs::write(&output, OLD).unwrap();
    fs::hard_link(&output, &other).unwrap();
    withdraw_and_write(&output);
    assert_eq!(fs::metadata(&output).unwrap().ino(), fs::metadata(&other).unwrap().ino());
    assert_eq!(fs::read(&other).unwrap(), CONTENT);
}

#[test]
fn a_file_without_the_mark_is_not_withdrawn() {
    let place = tempdir().unwrap();
    let output = place.path().join("out");
    fs::write(&output, "another program's").unwrap();
    let mut files = Files::default();
    files.withdraw(&output, b"old").unwrap();
    drop(files);
    assert_eq!(fs::read_to_string(&output).unwrap(), "another program's");
}

#[test]
fn an_input_is_not_overwritten_under_any_name() {
    let place = tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    fs::write(path("in"), OLD).unwrap();
    symlink("in", path("link")).unwrap();
    fs::hard_link(path("in"), path("other")).unwrap();
    for (input, output) in [("in", "in"), ("in", "./in"), ("in", "link"), ("in", "other"), ("link", "in")] {
        let mut files = Files::new(Inputs::from_paths([path(input)]));
        let found = files.write(&path(output), CONTENT).unwrap_err().to_string();
        assert!(found.contains("this is also the input") && found.contains("expected another file"), "{found}");
        assert_eq!(fs::read_to_string(path("in")).unwrap(), OLD, "{output}");
    }
    assert_eq!(names(place.path()), ["in", "link", "other"]);
}

#[test]
fn pipes_are_written_to() {
    for way in WAYS {
        let place = tempdir().unwrap();
        let pipe = place.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        way(&pipe).unwrap();
        assert_eq!(reader.join().unwrap(), CONTENT);
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
}

#[test]
fn descriptors_are_written_to_where_they_stand() {
    let place = tempdir().unwrap();
    for (way, directory) in
        WAYS.into_iter().flat_map(|way| ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].map(|name| (way, name)))
    {
        let mut file = File::create(place.path().join("file")).unwrap();
        file.write_all(b"before ").unwrap();
        let link = place.path().join("link");
        symlink(format!("{directory}/{}", file.as_raw_fd()), &link).unwrap();
        way(&link).unwrap();
        file.write_all(b" after").unwrap();
        assert_eq!(fs::read_to_string(place.path().join("file")).unwrap(), "before content after", "{directory}");
        assert!(is_link(&link));
        fs::remove_file(link).unwrap();
    }
}

#[test]
fn links_to_the_first_descriptor_are_standard_output() {
    let place = tempdir().unwrap();
    for (name, to) in [("a", "/proc/self/fd/1"), ("b", "a"), ("c", "/dev/fd/1"), ("d", "/dev/stdout")] {
        symlink(to, place.path().join(name)).unwrap();
        assert!(matches!(Target::find(&place.path().join(name)), Ok(Target::Standard)), "{name}");
    }
}

#[test]
fn a_link_to_a_descriptor_that_is_not_open_is_refused() {
    for way in WAYS {
        let place = tempdir().unwrap();
        let link = place.path().join("link");
        symlink("/proc/self/fd/12345", &link).unwrap();
        let found = way(&link).unwrap_err().to_string();
        assert!(found.starts_with(&format!("cannot write `{}`: ", link.display())), "{found}");
        assert_eq!(names(place.path()), ["link"]);
    }
}
