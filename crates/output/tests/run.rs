//! The files of a run, while other processes replace what it reads and writes.
#![cfg(unix)]

use std::fs;

use sycl_output::{Files, Inputs, WriteError};

fn refusal(written: Result<(), WriteError>) -> String {
    written.map_or_else(|error| error.to_string(), |()| "written".to_owned())
}

#[test]
fn a_file_is_written_once_under_whatever_name() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    let mut files = Files::default();
    files.write(&path("a"), b"1").unwrap();
    fs::hard_link(path("a"), path("b")).unwrap();
    std::os::unix::fs::symlink("a", path("c")).unwrap();
    for name in ["a", "b", "c"] {
        let found = refusal(files.write(&path(name), b"2"));
        assert!(found.contains("this run has written this file already"), "{name}: {found}");
    }
    // Another process has replaced it since: it is an output of this run as before.
    fs::write(path("new"), "other").unwrap();
    fs::rename(path("new"), path("a")).unwrap();
    assert!(refusal(files.write(&path("a"), b"2")).contains("already"));
}

#[test]
fn an_identity_that_went_to_another_file_does_not_count() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    let mut files = Files::default();
    files.write(&path("a"), b"1").unwrap();
    // As if the first file were gone, and the second one had got its number.
    fs::rename(path("a"), path("b")).unwrap();
    fs::write(path("a"), "other").unwrap();
    assert!(!files.has(&path("b")));
    files.write(&path("b"), b"2").unwrap();
    assert_eq!(fs::read(path("b")).unwrap(), b"2");

    let mut worker = Files::default();
    worker.write(&path("d"), b"3").unwrap();
    fs::rename(path("d"), path("e")).unwrap();
    fs::write(path("d"), "other").unwrap();
    files.write(&path("e"), b"4").unwrap();
    files.absorb(worker).unwrap();
    files.keep();
}

#[test]
fn an_input_that_was_replaced_is_no_other_file() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    fs::write(path("in"), "1").unwrap();
    fs::hard_link(path("in"), path("out")).unwrap();
    let inputs = Inputs::from_paths([path("in")]);
    assert!(refusal(inputs.check(&path("out"))).contains("this is also the input"));
    fs::write(path("new"), "2").unwrap();
    fs::rename(path("new"), path("in")).unwrap();
    inputs.check(&path("out")).unwrap();
    assert!(refusal(inputs.check(&path("in"))).contains("this is also the input"), "by its name");
}
