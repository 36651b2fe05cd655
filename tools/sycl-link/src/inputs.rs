//! The files of a link, and the device code that clang put into them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use sycl_builder::jobs::{self, Limit};
use sycl_images::embedded::{self, Embedded};
use sycl_packager::cli::{self, CommandFailure};

use crate::arguments::{Arguments, Input, find_library, is_static};
use crate::script::{self, Named};

/// Files of a job that reads them, at least.
const FILES_OF_A_JOB: usize = 8;

/// An object or archive with device code.
#[derive(Debug)]
pub(crate) struct HostFile {
    /// The number of the argument that names it; `None` if a linker script does.
    pub(crate) argument: Option<usize>,
    /// Whether the linker takes it only if something needs it, as it takes members of archives.
    pub(crate) is_lazy: bool,
    /// Its path.
    pub(crate) path: PathBuf,
    /// Its content.
    pub(crate) embedded: Embedded,
}

/// The objects and archives with device code, in the order of the arguments, each once; those that linker scripts name,
/// too. All else is left to the linker.
///
/// # Errors
/// Those of [`embedded::find`]; a pipe.
pub(crate) fn find(
    arguments: &Arguments,
    inputs: &[(usize, Input)],
    limit: &Limit,
) -> Result<Vec<HostFile>, CommandFailure> {
    let mut search = Search {
        arguments,
        directories: arguments.library_directories(),
        known: BTreeSet::new(),
        scripts: BTreeSet::new(),
        read: read_ahead(inputs, limit),
        found: Vec::new(),
    };
    for (number, script) in arguments.scripts() {
        search.script(&script, number)?;
    }
    for (number, input) in inputs {
        let path = search.locate(input, *number);
        if let Some(path) = path {
            search.file(&path, *number, Some(*number))?;
        }
    }
    Ok(search.found)
}

/// The device code of the objects and archives among the files, read at a time within the limit. The search meets what
/// cannot be read once more, in its order.
fn read_ahead(inputs: &[(usize, Input)], limit: &Limit) -> BTreeMap<PathBuf, Embedded> {
    let file = |(_, input): &(usize, Input)| match input {
        Input::File(path) => Some(path.clone()),
        Input::Library(_) => None,
    };
    let files: BTreeSet<PathBuf> = inputs.iter().filter_map(file).collect();
    let files: Vec<PathBuf> = files.into_iter().collect();
    let read = |number: usize| {
        let path = &files[number];
        let is_host_file = path.is_file() && embedded::can_embed(path).ok()?;
        is_host_file.then(|| embedded::find(path).ok()).flatten()
    };
    let read = jobs::map(limit, 1, files.len(), FILES_OF_A_JOB, read);
    files.into_iter().zip(read).filter_map(|(path, read)| Some((path, read?))).collect()
}

/// A search for device code.
struct Search<'a> {
    arguments: &'a Arguments,
    directories: Vec<PathBuf>,
    known: BTreeSet<PathBuf>,
    /// Scripts that were read.
    scripts: BTreeSet<PathBuf>,
    /// Files that were read ahead.
    read: BTreeMap<PathBuf, Embedded>,
    found: Vec<HostFile>,
}

impl Search<'_> {
    fn locate(&self, input: &Input, number: usize) -> Option<PathBuf> {
        match input {
            Input::File(path) => Some(path.clone()),
            Input::Library(name) => find_library(name, &self.directories, links_archives_only(self.arguments, number)),
        }
    }

    /// Looks into a file; `number` is the argument by which it became an input.
    fn file(&mut self, path: &Path, number: usize, argument: Option<usize>) -> Result<(), CommandFailure> {
        if is_pipe(path) {
            let message = "found a pipe; expected a file, since inputs of a link are read more than once";
            return Err(CommandFailure::refused(path, message));
        }
        // The same file by another name is the same file.
        if !path.is_file() || !self.known.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned())) {
            return Ok(());
        }
        let embedded = match self.read.remove(path) {
            Some(embedded) => embedded,
            None if embedded::can_embed(path)? => embedded::find(path)?,
            None => {
                warn_of_bitcode(path);
                return self.script(path, number);
            }
        };
        if !embedded.objects.is_empty() {
            let is_lazy = self.arguments.is_lazy(number);
            self.found.push(HostFile { argument, is_lazy, path: path.to_owned(), embedded });
        }
        Ok(())
    }

    /// Looks into the inputs of a linker script.
    fn script(&mut self, path: &Path, number: usize) -> Result<(), CommandFailure> {
        if !self.scripts.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned())) {
            return Ok(());
        }
        let Some(text) = script::text_of(path) else { return Ok(()) };
        let sysroot = self.arguments.sysroot();
        for named in script::read(&text, sysroot) {
            match named {
                Named::Directory(directory) => self.directories.push(directory),
                Named::Script(file) => {
                    if let Some(file) = script::find(&file, path, &self.directories, sysroot) {
                        self.script(&file, number)?;
                    }
                }
                Named::Input(input) => {
                    let file = match &input {
                        Input::File(file) => script::find(file, path, &self.directories, sysroot),
                        Input::Library(_) => self.locate(&input, number),
                    };
                    if let Some(file) = file {
                        self.file(&file, number, None)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_pipe(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Whether the last option of its kind in front of an argument makes the linker look for archives only.
fn links_archives_only(arguments: &Arguments, number: usize) -> bool {
    let before: &[OsString] = &arguments.linker_arguments[..number];
    before.iter().rev().find_map(|argument| is_static(argument)).unwrap_or(false)
}

/// Warns of bitcode for LTO with device code in it, which only LLVM's wrapper would find and nothing registers.
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
