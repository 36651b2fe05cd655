//! Directories that are safe to use: the user's own, not writable by others, and not behind a link. Both kinds
//! of stores use them.

use std::{
    fs::{DirBuilder, Metadata},
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::fs::{DirBuilderExt as _, MetadataExt as _},
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{CWD, Mode, OFlags},
    io::Errno,
};

/// Bits of a mode that let others write.
const OTHERS_WRITE: u32 = 0o022;

/// The bit of a mode that lets every user write.
const ALL_WRITE: u32 = 0o002;

/// Reasons why a directory is not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// It cannot be made or opened.
    #[error("cannot use the directory `{}`: {cause}", path.display())]
    Unusable {
        /// The directory.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// Another user's.
    #[error("the directory `{}` belongs to user {owner}; expected user {user}", path.display())]
    Owner {
        /// The directory.
        path: PathBuf,
        /// Its owner.
        owner: u32,
        /// The user of the process.
        user: u32,
    },
    /// Others may write to it.
    #[error("the directory `{}` has mode {mode:o}, so others may write to it; expected mode 700", path.display())]
    Writable {
        /// The directory.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// Others may write to it, and it was shipped with a program.
    #[error("the directory `{}` has mode {mode:o}, so others may write to it; expected mode 755", path.display())]
    WritableShipped {
        /// The directory.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// It was shipped with a program, by a user who is not trusted.
    #[error("the directory `{}` belongs to user {owner}; expected user {user} or root", path.display())]
    OwnerShipped {
        /// The directory.
        path: PathBuf,
        /// Its owner.
        owner: u32,
        /// The user of the process.
        user: u32,
    },
    /// Every user may write to it, and it is to be read.
    #[error("the directory `{}` has mode {mode:o}, so every user may write to it; expected mode 755", path.display())]
    WritableByAll {
        /// The directory.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
}

const OPEN: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a directory by its path, and makes it if it is missing.
pub(crate) fn open(path: &Path) -> Result<OwnedFd, Refused> {
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
pub(crate) fn open_inside(path: &Path, outer: BorrowedFd<'_>, name: &str) -> Result<OwnedFd, Refused> {
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

/// The system's error for a link where a directory was expected, in words that say so.
fn named(error: Errno) -> io::Error {
    match error {
        Errno::LOOP | Errno::NOTDIR => io::Error::new(io::ErrorKind::NotADirectory, "it is not a directory, or a link"),
        error => error.into(),
    }
}

/// Opens a directory by its path; `None` if there is nothing of that name.
pub(crate) fn existing(path: &Path) -> Result<Option<OwnedFd>, Refused> {
    match rustix::fs::openat(CWD, path, OPEN, Mode::empty()) {
        Err(Errno::NOENT) => Ok(None),
        opened => opened.map(Some).map_err(|error| Refused::Unusable { path: path.to_owned(), cause: named(error) }),
    }
}

/// Refuses what is not the user's alone.
pub(crate) fn check(path: &Path, directory: BorrowedFd<'_>) -> Result<(), Refused> {
    let state = state(path, directory)?;
    let user = user();
    if state.st_uid != user {
        return Err(Refused::Owner { path: path.to_owned(), owner: state.st_uid, user });
    }
    let mode = state.st_mode & 0o7777;
    if mode & OTHERS_WRITE != 0 {
        return Err(Refused::Writable { path: path.to_owned(), mode });
    }
    Ok(())
}

/// Refuses a directory to read from that every user may write to; gives its owner, whom the user trusts who names it.
pub(crate) fn check_to_read(path: &Path, directory: BorrowedFd<'_>) -> Result<u32, Refused> {
    let state = state(path, directory)?;
    let mode = state.st_mode & 0o7777;
    if mode & ALL_WRITE != 0 {
        return Err(Refused::WritableByAll { path: path.to_owned(), mode });
    }
    Ok(state.st_uid)
}

/// Refuses what neither the user nor root has made, or what others can change.
pub(crate) fn check_shipped(path: &Path, directory: BorrowedFd<'_>) -> Result<(), Refused> {
    let state = state(path, directory)?;
    let (owner, user) = (state.st_uid, user());
    if owner != user && owner != 0 {
        return Err(Refused::OwnerShipped { path: path.to_owned(), owner, user });
    }
    let mode = state.st_mode & 0o7777;
    if mode & OTHERS_WRITE != 0 {
        return Err(Refused::WritableShipped { path: path.to_owned(), mode });
    }
    Ok(())
}

/// Whether a file in such a directory is trusted as it is.
pub(crate) fn is_shipped(file: &Metadata) -> bool {
    (file.uid() == user() || file.uid() == 0) && file.mode() & OTHERS_WRITE == 0
}

/// The system's data on a directory.
fn state(path: &Path, directory: BorrowedFd<'_>) -> Result<rustix::fs::Stat, Refused> {
    let unusable = |cause| Refused::Unusable { path: path.to_owned(), cause };
    let state = rustix::fs::fstat(directory).map_err(|error| unusable(error.into()))?;
    match rustix::fs::FileType::from_raw_mode(state.st_mode) {
        rustix::fs::FileType::Directory => Ok(state),
        _ => Err(unusable(named(Errno::NOTDIR))),
    }
}

/// The user of the process.
pub(crate) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Whether a file in a directory belongs to this user, and no other user may write to it.
pub(crate) fn is_of_user(file: &Metadata) -> bool {
    file.uid() == user() && file.mode() & OTHERS_WRITE == 0
}

/// Whether a file in a directory to read from belongs to this user or to the owner of the directory, and not every
/// user may write to it.
pub(crate) fn is_of_owner(file: &Metadata, owner: u32) -> bool {
    (file.uid() == owner || file.uid() == user()) && file.mode() & ALL_WRITE == 0
}
