//! Files that have no name, or no entry's name, until they are whole.

use std::{
    fs::File,
    io,
    os::fd::{AsRawFd as _, OwnedFd},
};

use rustix::{
    fs::{AtFlags, CWD, Mode, OFlags},
    io::Errno,
};

use super::claim;

/// Writes the content of a file.
pub(super) type Fill<'a> = &'a dyn Fn(&mut File) -> io::Result<()>;

/// The mode of a user's own files, and of those that others may read.
const OWN: Mode = Mode::RUSR.union(Mode::WUSR);
pub(super) const SHIPPED: Mode = OWN.union(Mode::RGRP).union(Mode::ROTH);

/// Writes a file that only the user may read, in the place of what has its name, by way of a file without a name.
pub(super) fn write(directory: &OwnedFd, name: &str, fill: Fill<'_>) -> Result<(), Errno> {
    let flags = OFlags::WRONLY | OFlags::TMPFILE | OFlags::CLOEXEC;
    match rustix::fs::openat(directory, ".", flags, OWN) {
        Ok(file) => {
            let file = filled(file, fill)?;
            let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
            let place = || rustix::fs::linkat(CWD, &*unnamed, directory, name, AtFlags::SYMLINK_FOLLOW);
            match place() {
                Err(Errno::EXIST) => {
                    discard(directory, name);
                    place()
                }
                // Without /proc.
                Err(Errno::NOENT) => write_named(directory, name, OWN, fill),
                result => result,
            }
        }
        // This file system has no unnamed files.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => write_named(directory, name, OWN, fill),
        Err(error) => Err(error),
    }
}

/// Writes a file by way of a name that is no entry's. It has this mode, whatever the mask of the process is, and what
/// has its name is there until then.
pub(super) fn write_named(directory: &OwnedFd, name: &str, mode: Mode, fill: Fill<'_>) -> Result<(), Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let (unfinished, file) = loop {
        let unfinished = claim::unfinished();
        match rustix::fs::openat(directory, &*unfinished, flags, OWN) {
            // Of a process that was killed.
            Err(Errno::EXIST) => {}
            opened => break (unfinished, opened?),
        }
    };
    let placed = filled(file, fill)
        .and_then(|file| rustix::fs::fchmod(&file, mode))
        .and_then(|()| rustix::fs::renameat(directory, &*unfinished, directory, name));
    placed.inspect_err(|_| {
        discard(directory, &unfinished);
    })
}

fn filled(file: OwnedFd, fill: Fill<'_>) -> Result<File, Errno> {
    let mut file = File::from(file);
    fill(&mut file).map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    Ok(file)
}

/// Removes what has a name, if it is not a directory with something in it.
pub(super) fn discard(directory: &OwnedFd, name: &str) -> bool {
    match rustix::fs::unlinkat(directory, name, AtFlags::empty()) {
        Err(Errno::ISDIR) => rustix::fs::unlinkat(directory, name, AtFlags::REMOVEDIR).is_ok(),
        removed => removed.is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn place() -> (tempfile::TempDir, OwnedFd) {
        let place = tempfile::tempdir().unwrap();
        let directory = File::open(place.path()).unwrap().into();
        (place, directory)
    }

    #[test]
    fn both_ways_replace_a_file_and_leave_nothing_else() {
        let (place, directory) = place();
        for content in ["first", "second"] {
            let fill = |file: &mut File| file.write_all(content.as_bytes());
            write(&directory, "unnamed", &fill).unwrap();
            write_named(&directory, "named", SHIPPED, &fill).unwrap();
            for (name, mode) in [("unnamed", 0o600), ("named", 0o644)] {
                let path = place.path().join(name);
                assert_eq!(fs::read_to_string(&path).unwrap(), content);
                assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, mode);
            }
        }
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_fails_leaves_nothing() {
        let (place, directory) = place();
        let fill = |_: &mut File| Err(Errno::NOSPC.into());
        assert_eq!(write(&directory, "name", &fill), Err(Errno::NOSPC));
        assert_eq!(write_named(&directory, "name", OWN, &fill), Err(Errno::NOSPC));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_directory_with_files_stays() {
        let (place, directory) = place();
        fs::create_dir(place.path().join("name")).unwrap();
        fs::write(place.path().join("name/file"), "mine").unwrap();
        let fill = |file: &mut File| file.write_all(b"other");
        assert!(write(&directory, "name", &fill).is_err());
        assert!(write_named(&directory, "name", OWN, &fill).is_err());
        assert_eq!(fs::read_to_string(place.path().join("name/file")).unwrap(), "mine");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
