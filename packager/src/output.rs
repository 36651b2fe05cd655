//! Files that are written whole or not at all: to a temporary name in the same directory, then renamed.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use crate::error::Error;

/// Bytes collected before they go to the file.
const BUFFER: usize = 1 << 18;

/// How the names of files start that are not whole yet.
pub const TEMPORARY: &str = ".sycl-packager-";

/// Writes a file through `fill`. If that fails, nothing is left and a file of that name stays as it was.
///
/// What is not a regular file, such as a device, is written to directly.
///
/// # Errors
/// Those of `fill`; one about writing gets the name of this file. [`Error::Write`] if the file cannot be made.
pub fn write(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Error>) -> Result<(), Error> {
    let named = |error| match error {
        Error::Write { file, source } if file.as_os_str().is_empty() => Error::Write { file: path.to_owned(), source },
        other => other,
    };
    let write_error = |source| Error::Write { file: path.to_owned(), source };
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        let file = File::options().write(true).open(path).map_err(write_error)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        return fill(&mut out).map_err(named).and_then(|()| out.flush().map_err(write_error));
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        // As any new file: the process's mask decides.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let temporary = builder.tempfile_in(directory).map_err(write_error)?;
    let (file, name) = temporary.into_parts();
    let mut out = BufWriter::with_capacity(BUFFER, file);
    fill(&mut out).map_err(named)?;
    out.flush().map_err(write_error)?;
    drop(out);
    name.persist(path).map_err(|e| write_error(e.error))
}

/// Writes bytes to a file.
///
/// # Errors
/// As for [`write()`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write(path, |out| {
        let written = out.write_all(bytes);
        written.map_err(|source| Error::Write { file: path.to_owned(), source })
    })
}

/// A file that directories made by [`replace_directory`] hold, by which they are recognized.
pub const DIRECTORY_MARK: &str = "images.json";

/// Makes a directory whole or not at all: `fill` writes into a new one, which then takes the name. An older directory of
/// that name is removed; `fill` has to write [`DIRECTORY_MARK`], and a directory without it that is not empty is refused,
/// since it holds something else.
///
/// # Errors
/// Those of `fill`; [`Error::Content`] for such a directory, [`Error::Write`] if files cannot be made or renamed.
pub fn replace_directory(path: &Path, fill: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
    let failed = |source| Error::Write { file: path.to_owned(), source };
    check_replaceable(path)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(failed)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o777));
    }
    let new = builder.tempdir_in(parent).map_err(failed)?;
    fill(new.path()).map_err(|error| match error {
        // What the user knows is the name that it would get.
        Error::Write { file, source } => match file.strip_prefix(new.path()) {
            Ok(name) => Error::Write { file: path.join(name), source },
            Err(_) => Error::Write { file, source },
        },
        other => other,
    })?;
    // A directory cannot replace one that is not empty; the old one waits inside of one that is removed.
    let old = builder.tempdir_in(parent).map_err(failed)?;
    if path.exists() {
        std::fs::rename(path, old.path().join("old")).map_err(failed)?;
    }
    match std::fs::rename(new.path(), path) {
        Ok(()) => {
            let _ = new.keep();
            Ok(())
        }
        Err(e) => {
            let _ = std::fs::rename(old.path().join("old"), path);
            Err(failed(e))
        }
    }
}

/// Whether [`replace_directory`] may take a name.
///
/// # Errors
/// [`Error::Content`] if there is something else.
pub fn check_replaceable(path: &Path) -> Result<(), Error> {
    let is_empty = || std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    if !path.exists() || path.join(DIRECTORY_MARK).is_file() || (path.is_dir() && is_empty()) {
        return Ok(());
    }
    let message =
        format!("there is something else under this name; expected a directory with {DIRECTORY_MARK}, or none");
    Err(Error::Content { file: path.to_owned(), message })
}

/// Whether a file can be made under a name, so far as one can tell before.
///
/// # Errors
/// [`Error::Write`] if its directory is not there, or the name is that of a directory.
pub fn check_writable(path: &Path) -> Result<(), Error> {
    let failed = |kind: std::io::ErrorKind| Error::Write { file: path.to_owned(), source: kind.into() };
    if path.is_dir() {
        return Err(failed(std::io::ErrorKind::IsADirectory));
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if directory.is_dir() { Ok(()) } else { Err(failed(std::io::ErrorKind::NotADirectory)) }
}

/// Reads a whole file that is small by nature, such as a table or properties.
///
/// # Errors
/// [`Error::Read`].
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|source| Error::Read { file: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Writes the mark and one file more.
    fn fill(name: &'static str) -> impl FnOnce(&Path) -> Result<(), Error> {
        move |directory| {
            write_bytes(&directory.join(name), b"content")?;
            write_bytes(&directory.join(DIRECTORY_MARK), b"{}")
        }
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(directory).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_directory_is_replaced_as_a_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/b");
        replace_directory(&path, fill("one")).unwrap();
        assert_eq!(names(&path), [DIRECTORY_MARK, "one"]);
        replace_directory(&path, fill("two")).unwrap();
        assert_eq!(names(&path), [DIRECTORY_MARK, "two"]);
        let failed = replace_directory(&path, |directory| write_bytes(&directory.join("none/x"), b""));
        let file = failed.unwrap_err().file().map(Path::to_owned);
        assert_eq!(file, Some(path.join("none/x")), "the name that the user knows");
        assert_eq!(names(&path), [DIRECTORY_MARK, "two"]);
        assert_eq!(names(&place.path().join("a")), ["b"], "nothing is left beside it");
    }

    #[test]
    fn what_is_something_else_stays() {
        let place = tempfile::tempdir().unwrap();
        let (directory, file) = (place.path().join("directory"), place.path().join("file"));
        std::fs::create_dir(&directory).unwrap();
        replace_directory(&directory, fill("in an empty one")).unwrap();
        std::fs::remove_file(directory.join(DIRECTORY_MARK)).unwrap();
        std::fs::write(&file, "content").unwrap();
        for path in [&directory, &file] {
            let refused = replace_directory(path, |_| unreachable!("before anything is written")).unwrap_err();
            assert!(matches!(refused, Error::Content { .. }), "{refused}");
        }
        assert_eq!(names(&directory), ["in an empty one"]);
        assert_eq!(std::fs::read(&file).unwrap(), b"content");
        assert_eq!(names(place.path()), ["directory", "file"]);
    }

    #[test]
    fn where_a_file_can_be_made_is_known_before() {
        let place = tempfile::tempdir().unwrap();
        assert!(check_writable(&place.path().join("file")).is_ok());
        assert!(check_writable(&PathBuf::from("here")).is_ok());
        assert!(check_writable(place.path()).is_err());
        assert!(check_writable(&place.path().join("none/file")).is_err());
    }
}
