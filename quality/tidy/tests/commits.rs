//! The hook for messages of commits takes those that CONTRIBUTING asks for.

use std::{fs, process::Command};

/// Runs the hook; gives the error that it reports.
fn check(message: &str) -> Result<(), String> {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), message).expect("the file is written");
    let mut hook = Command::new(sycl_tidy::root().join("scripts/commit-msg"));
    let output = hook.arg(file.path()).output().expect("the hook starts");
    if output.status.success() {
        return Ok(());
    }
    assert_eq!(output.status.code(), Some(1));
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_subject_and_a_body_are_taken() {
    let longest = "x".repeat(72);
    for message in ["area: change it\n", "area: change it\n\nWhy.\n", "a\n# of git\n", "a\n# -- >8 --\nb\n", &longest] {
        assert_eq!(check(message), Ok(()), "{message}");
    }
}

#[test]
fn subjects_are_short_and_stand_alone() {
    let too_long = "x".repeat(73);
    for (message, expected) in [
        ("\n\nbody", "the subject is empty"),
        (too_long.as_str(), "the subject has 73 characters; expected at most 72"),
        ("area: change it.", "ends with a full stop"),
        ("area: change it\nWhy.", "the second line has text"),
    ] {
        let error = check(message).expect_err(message);
        assert!(error.contains(expected), "{error}\nexpected {expected}");
    }
}
