//! Files and directories that are written whole or not at all, by `sycl-output`; what is replaced, and what is not.

mod directory;

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

pub use directory::{DIRECTORY_LIST, check_replaceable, directory_list, directory_tables, replace_directory};
pub use sycl_output::{Files, Inputs, OutputFile, STANDARD, Target, temporary};

use crate::error::Error;
use crate::input;

/// Bytes collected before they go to the file.
const BUFFER: usize = 1 << 18;

impl From<sycl_output::WriteError> for Error {
    fn from(error: sycl_output::WriteError) -> Self {
        Self::Write { file: error.path, source: error.cause }
    }
}

/// Writer that [`write()`] and its like hand to what fills a file.
pub type Out<'a> = BufWriter<&'a mut File>;

/// Writes a file through `fill`. If that fails, nothing is left and a file of that name stays as it was.
///
/// Links are followed; what is not a regular file, such as a device, is written to; `-` is standard output.
///
/// # Errors
/// Those of `fill`; one about writing gets the name of this file. [`Error::Write`] if the file cannot be made.
pub fn write(path: &Path, fill: impl FnOnce(&mut Out<'_>) -> Result<(), Error>) -> Result<(), Error> {
    let failed = |source| Error::Write { file: path.to_owned(), source };
    let mut output = OutputFile::create(path).map_err(failed)?;
    fill_buffered(path, &mut output, fill)?;
    output.finish().map(drop).map_err(failed)
}

/// As [`write()`], for one of the files of a run.
///
/// # Errors
/// As there; also if the run has written the file already, or reads it.
pub fn write_to(
    files: &mut Files,
    path: &Path,
    fill: impl FnOnce(&mut Out<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    files.write_with(path, |output| fill_buffered(path, output, fill))
}

fn fill_buffered(
    path: &Path,
    output: &mut OutputFile,
    fill: impl FnOnce(&mut Out<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let is_standard_output = output.is_standard_output();
    // A file, not the output around it: images are copied to it within the kernel.
    let mut out = BufWriter::with_capacity(BUFFER, output.file());
    let named = |error| match error {
        Error::Write { file, source } if file.as_os_str().is_empty() => Error::Write { file: path.to_owned(), source },
        other => other,
    };
    let filled = fill(&mut out).map_err(named).and_then(|()| {
        let flushed = out.flush();
        flushed.map_err(|source| Error::Write { file: path.to_owned(), source })
    });
    match filled {
        // The reader has had enough.
        Err(Error::Write { source, .. }) if is_standard_output && source.kind() == ErrorKind::BrokenPipe => {
            // Or it would be tried once more.
            let _ = out.into_parts();
            Ok(())
        }
        filled => filled,
    }
}

/// Fills a file with bytes, for [`write()`] and [`write_to`].
///
/// # Errors
/// [`Error::Write`] without a name, which those add.
pub fn fill(out: &mut Out<'_>, bytes: &[u8]) -> Result<(), Error> {
    out.write_all(bytes).map_err(|source| Error::Write { file: PathBuf::new(), source })
}

/// Writes bytes to a file.
///
/// # Errors
/// As for [`write()`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    Ok(sycl_output::write(path, bytes)?)
}

/// Checks that a file can be made under a name, as far as that can be checked beforehand, and that it is not an input.
/// What killed runs left beside it is removed.
///
/// # Errors
/// [`Error::Write`] if its directory is not there, or the name is that of a directory or of an input.
pub fn prepare(path: &Path, inputs: &Inputs) -> Result<(), Error> {
    let failed = |source| Error::Write { file: path.to_owned(), source };
    if let Target::File(target, _) = Target::find(path).map_err(failed)? {
        let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The dot makes an error of what is not a directory.
        std::fs::metadata(directory.join(".")).map_err(failed)?;
        temporary::sweep(directory);
    }
    Ok(inputs.check(path)?)
}

/// Reads a whole file that is small by nature, such as a table or properties; `-` is standard input.
///
/// # Errors
/// [`Error::Read`].
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    input::read(path).map_err(|source| Error::Read { file: path.to_owned(), source })
}

#[cfg(test)]
mod tests;
