//! Choice of the OpenCL library.
//!
//! The binding reads the choice from the environment, and so does the dynamic loader: Intel's libOpenCL.so needs other
//! libraries of its directory and does not say where they are. The loader looks at LD_LIBRARY_PATH only when a process
//! starts, so the choice takes a new start of this program.

use std::convert::Infallible;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

const LIBRARY: &str = "OPENCL_DYLIB_PATH";
const SEARCH: &str = "LD_LIBRARY_PATH";
const DRIVERS: &str = "OCL_ICD_FILENAMES";

/// A library that cannot be chosen.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LibraryError {
    #[error("cannot use {} as OpenCL library: {cause}", file.display())]
    File { file: PathBuf, cause: io::Error },
    #[error("cannot start this program again: {0}")]
    Start(io::Error),
}

/// Makes sure that `library` is the one that is loaded: returns if the environment says so already, and starts the
/// program again otherwise. A driver `libintelocl.so` beside it is used unless `OCL_ICD_FILENAMES` names others.
pub(crate) fn choose(library: &Path) -> Result<(), LibraryError> {
    let library = library.canonicalize().map_err(|cause| LibraryError::File { file: library.to_path_buf(), cause })?;
    if env::var_os(LIBRARY).is_some_and(|chosen| chosen == library) {
        return Ok(());
    }
    restart(&library).map(|never| match never {})
}

fn restart(library: &Path) -> Result<Infallible, LibraryError> {
    let mut command = Command::new(env::current_exe().map_err(LibraryError::Start)?);
    command.args(env::args_os().skip(1)).env(LIBRARY, library);
    if let Some(directory) = library.parent() {
        let mut search = OsString::from(directory);
        if let Some(others) = env::var_os(SEARCH) {
            search.push(":");
            search.push(others);
        }
        command.env(SEARCH, search);
    }
    let driver = library.with_file_name("libintelocl.so");
    if env::var_os(DRIVERS).is_none() && driver.is_file() {
        command.env(DRIVERS, driver);
    }
    Err(LibraryError::Start(command.exec()))
}
