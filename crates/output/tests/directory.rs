//! A directory that is replaced is there at any moment, and so are files that are replaced.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use sycl_output::{WriteError, directory};

fn all(directory: &Path) -> Result<Vec<OsString>, WriteError> {
    let entries = std::fs::read_dir(directory).map_err(|source| WriteError::new(directory, source))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect())
}

fn replace(path: &Path, content: &str) {
    directory::replace(path, all, |new| sycl_output::write(&new.join("file"), content.as_bytes())).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_reader_always_finds_a_whole_directory() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("d");
    replace(&path, "first");
    let (done, seen) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // The directory as it is at one moment; its files go once it has lost the name.
                assert!(path.symlink_metadata().unwrap().is_dir());
                seen.store(true, Ordering::Relaxed);
            }
        });
        let mut round = 0;
        // Until the reader has been there, and long enough that it has been between all steps.
        while round < 500 || !seen.load(Ordering::Relaxed) {
            replace(&path, &round.to_string());
            round += 1;
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn runs_beside_each_other_leave_one_result_and_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let (path, file) = (place.path().join("d"), place.path().join("f"));
    std::thread::scope(|scope| {
        for run in 0..4 {
            let (path, file) = (&path, &file);
            scope.spawn(move || {
                for round in 0..50 {
                    let content = format!("{run} {round}");
                    sycl_output::temporary::sweep(path.parent().unwrap());
                    sycl_output::write(file, content.as_bytes()).unwrap();
                    replace(path, &content);
                }
            });
        }
    });
    let mut names: Vec<_> = std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["d", "f"]);
    for result in [file, path.join("file")] {
        let content = std::fs::read_to_string(&result).unwrap();
        assert!(content.ends_with(" 49"), "{content}");
    }
}
