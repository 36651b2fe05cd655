//! The files of a link, and the device code that clang put into them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use sycl_packager::cli::{self, CommandFailure};
use sycl_packager::embedded::{self, Embedded};

use crate::arguments::{Arguments, Input, find_library, is_static};

/// An object or archive with device code.
#[derive(Debug)]
pub(crate) struct HostFile {
    /// The number of the argument that names it.
    pub(crate) argument: usize,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What is in it.
    pub(crate) embedded: Embedded,
}

/// The objects and archives with device code, in the order of the arguments, each once. All else is left to the
/// linker.
///
/// # Errors
/// Those of [`embedded::find`]; a pipe.
pub(crate) fn find(arguments: &Arguments, inputs: &[(usize, Input)]) -> Result<Vec<HostFile>, CommandFailure> {
    let directories = arguments.library_directories();
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for (number, input) in inputs {
        let path = match input {
            Input::File(path) => Some(path.clone()),
            Input::Library(name) => find_library(name, &directories, links_archives_only(arguments, *number)),
        };
        if let Some(pipe) = path.as_ref().filter(|path| is_pipe(path)) {
            let message = "found a pipe; expected a file, since inputs of a link are read more than once";
            return Err(CommandFailure::refused(pipe, message));
        }
        let Some(path) = path.filter(|path| path.is_file()) else { continue };
        // The same file by another name is the same file.
        if !known.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            continue;
        }
        if !embedded::can_embed(&path)? {
            warn_of_bitcode(&path);
            continue;
        }
        let embedded = embedded::find(&path)?;
        if !embedded.images.is_empty() {
            found.push(HostFile { argument: *number, path, embedded });
        }
    }
    Ok(found)
}

fn is_pipe(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Whether the last option of its kind in front of an argument makes the linker look for archives only.
fn links_archives_only(arguments: &Arguments, number: usize) -> bool {
    let before: &[OsString] = &arguments.linker_arguments[..number];
    before.iter().rev().find_map(|argument| is_static(argument)).unwrap_or(false)
}

/// Warns of bitcode for LTO with device code in it, which only LLVM's wrapper would find and nobody registers.
fn warn_of_bitcode(path: &Path) {
    const MAGIC: &[u8] = b"BC\xC0\xDE";
    const NAME: &[u8] = b"llvm.embedded.object";
    let Ok(mut file) = File::open(path) else { return };
    let mut start = [0; MAGIC.len()];
    if file.read_exact(&mut start).is_err() || start != MAGIC {
        return;
    }
    let mut rest = Vec::new();
    if file.read_to_end(&mut rest).is_ok() && rest.windows(NAME.len()).any(|bytes| bytes == NAME) {
        let what = "device code in LLVM bitcode is not linked; compile with -fno-lto or -ffat-lto-objects";
        cli::warn(&format!("{}: {what}", path.display()));
    }
}
