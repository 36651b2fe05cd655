//! The mask of a process counts for new files, so this test has a process of its own.
#![cfg(unix)]

use std::os::unix::fs::MetadataExt as _;

use rustix::fs::Mode;

#[test]
fn a_new_file_follows_the_mask() {
    let place = tempfile::tempdir().unwrap();
    for (mask, mode) in [(0o022, 0o644), (0o027, 0o640)] {
        rustix::process::umask(Mode::from_raw_mode(mask));
        let path = place.path().join(format!("{mask:o}"));
        sycl_output::write(&path, b"content").unwrap();
        assert_eq!(std::fs::metadata(path).unwrap().mode() & 0o777, mode);
    }
}
