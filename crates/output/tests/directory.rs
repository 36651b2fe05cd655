//! A directory that is replaced is there at any moment, and so are files that are replaced.

#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of test functions")]

use std::ffi::OsString;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use sycl_output::{WriteError, directory};

fn all(directory: &Path) -> Result<Vec<OsString>, WriteError> {
    let entries = fs::read_dir(directory).map_err(|source| WriteError::new(directory, source))?;
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
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
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
    let mut names: Vec<_> = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["d", "f"]);
    for result in [file, path.join("file")] {
        let content = fs::read_to_string(&result).unwrap();
        assert!(content.ends_with(" 49"), "{content}");
    }
}

#[test]
#[cfg(unix)]
fn directories_behind_links_are_replaced_and_links_stay() {
    for (name, exists) in
        ["link", "link/", "hop", "hop/", "absolute"].into_iter().flat_map(|name| [(name, false), (name, true)])
    {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        if exists {
            replace(&path("d"), "old");
        }
        symlink("d", path("link")).unwrap();
        symlink("./link", path("hop")).unwrap();
        symlink(path("d"), path("absolute")).unwrap();
        replace(&path(name), "new");
        for link in ["link", "hop", "absolute"] {
            assert!(path(link).is_symlink(), "{name}");
        }
        assert!(!path("d").is_symlink());
        assert_eq!(fs::read_to_string(path("d/file")).unwrap(), "new", "{name}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 4, "nothing temporary stays");
    }
}

#[test]
#[cfg(unix)]
fn a_cycle_of_links_is_no_directory() {
    let place = tempfile::tempdir().unwrap();
    symlink("loop", place.path().join("loop")).unwrap();
    for name in ["loop", "loop/"] {
        let found = directory::replace(&place.path().join(name), all, |_| Ok(())).unwrap_err().to_string();
        assert!(found.contains("Too many levels of symbolic links"), "{found}");
    }
}

#[test]
#[cfg(unix)]
fn the_mode_of_a_directory_stays() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("d");
    replace(&path, "old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
    replace(&path, "new");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o750);
}
