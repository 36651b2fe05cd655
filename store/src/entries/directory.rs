//! Directories that are safe to use: the user's own, which nobody else may write to, and not behind a link.

use std::{
    fs::DirBuilder,
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::fs::DirBuilderExt as _,
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{CWD, Mode, OFlags},
    io::Errno,
};

use super::Refused;

/// Bits of a mode that let others write.
const OTHERS_WRITE: u32 = 0o022;

const OPEN: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a directory by its path, and makes it if it is missing.
pub(super) fn open(path: &Path) -> Result<OwnedFd, Refused> {
    // Without the slash at its end, by which a link would be followed.
    let path: PathBuf = path.components().collect();
    let unusable = |cause| Refused::Unusable { path: path.clone(), cause };
    if let Err(cause) = DirBuilder::new().recursive(true).mode(0o700).create(&path)
        && !path.is_dir()
    {
        return Err(unusable(cause));
    }
    let directory = rustix::fs::openat(CWD, &path, OPEN, Mode::empty()).map_err(|error| unusable(named(error)))?;
    check(&path, directory.as_fd())?;
    Ok(directory)
}

/// Opens a directory inside of another one, and makes it if it is missing.
pub(super) fn open_inside(path: &Path, outer: BorrowedFd<'_>, name: &str) -> Result<OwnedFd, Refused> {
    let unusable = |error| Refused::Unusable { path: path.to_owned(), cause: named(error) };
    match rustix::fs::openat(outer, name, OPEN, Mode::empty()) {
        Err(Errno::NOENT) => {
            match rustix::fs::mkdirat(outer, name, Mode::RWXU) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(unusable(error)),
            }
            let made = rustix::fs::openat(outer, name, OPEN, Mode::empty()).map_err(unusable)?;
            check(path, made.as_fd()).map(|()| made)
        }
        opened => {
            let opened = opened.map_err(unusable)?;
            check(path, opened.as_fd()).map(|()| opened)
        }
    }
}

/// What the system calls a link where none may be, in words that say so.
fn named(error: Errno) -> io::Error {
    match error {
        Errno::LOOP | Errno::NOTDIR => io::Error::new(io::ErrorKind::NotADirectory, "it is not a directory, or a link"),
        error => error.into(),
    }
}

/// Refuses what is not the user's alone.
pub(super) fn check(path: &Path, directory: BorrowedFd<'_>) -> Result<(), Refused> {
    let state = rustix::fs::fstat(directory)
        .map_err(|error| Refused::Unusable { path: path.to_owned(), cause: error.into() })?;
    if rustix::fs::FileType::from_raw_mode(state.st_mode) != rustix::fs::FileType::Directory {
        return Err(Refused::Unusable { path: path.to_owned(), cause: named(Errno::NOTDIR) });
    }
    let user = rustix::process::geteuid().as_raw();
    if state.st_uid != user {
        return Err(Refused::Owner { path: path.to_owned(), owner: state.st_uid, user });
    }
    let mode = state.st_mode & 0o7777;
    if mode & OTHERS_WRITE != 0 {
        return Err(Refused::Writable { path: path.to_owned(), mode });
    }
    Ok(())
}
