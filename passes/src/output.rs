//! Files of a run: each is written under a temporary name in its directory and renamed when it is whole; if the run fails,
//! what it wrote is removed. A pipe or a device, such as `/dev/null`, is written to and stays.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write '{}': {source}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

/// Files written so far. Dropped without [`Files::keep`], it removes them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Files {
    written: Vec<PathBuf>,
    #[serde(skip)]
    kept: bool,
}

impl Files {
    /// Writes one file, whole or not at all.
    ///
    /// # Errors
    /// The directory is missing or closed to us, or the disk is full.
    pub fn write(&mut self, path: &Path, content: &[u8]) -> Result<(), WriteError> {
        let failed = |source: std::io::Error| WriteError { path: path.to_owned(), source: plain(&source) };
        // What is no file is written to, not replaced; a directory is an error of the rename.
        if std::fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir()) {
            return std::fs::OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut target| target.write_all(content))
                .map_err(failed);
        }
        write_whole(path, content).map_err(failed)?;
        self.written.push(path.to_owned());
        Ok(())
    }

    /// Whether a file was written under this name, however it is spelled.
    pub fn has(&self, path: &Path) -> bool {
        let directory = |path: &Path| {
            let parent = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
            std::fs::canonicalize(parent).ok()
        };
        let same_name = self.written.iter().filter(|written| written.file_name() == path.file_name());
        let here = directory(path);
        same_name.into_iter().any(|written| directory(written) == here)
    }

    /// Takes over the files of another list.
    pub fn absorb(&mut self, mut other: Files) {
        self.written.append(&mut other.written);
        other.keep();
    }

    /// The run succeeded.
    pub fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if !self.kept {
            for path in &self.written {
                // Nothing to be done about a file that is gone already.
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

/// The error without the temporary name, which means nothing to users and differs from run to run. tempfile wraps the
/// system's error and keeps its kind only, so the usual kinds get the system's words back.
fn plain(error: &std::io::Error) -> std::io::Error {
    use std::io::ErrorKind;
    if let Some(code) = error.raw_os_error() {
        return std::io::Error::from_raw_os_error(code);
    }
    let words = match error.kind() {
        ErrorKind::NotFound => "No such file or directory",
        ErrorKind::PermissionDenied => "Permission denied",
        ErrorKind::NotADirectory => "Not a directory",
        ErrorKind::StorageFull => "No space left on device",
        ErrorKind::ReadOnlyFilesystem => "Read-only file system",
        kind => return kind.into(),
    };
    std::io::Error::new(error.kind(), words)
}

fn write_whole(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let directory = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666)); // less the process's mask, as for any new file
    }
    let mut file = builder.prefix(".sycl-passes-").tempfile_in(directory)?;
    file.as_file_mut().write_all(content)?; // not by `file`, which loses the system's error
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
