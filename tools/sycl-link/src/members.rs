//! The objects of archives that the host linker takes. The link is done once without images, and the linker
//! says which files it reads (`--trace` twice, so that GNU ld names members too). No output of that link is kept.
//!
//! A link without archives that have device code needs no answer, and is not done twice.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use sycl_images::embedded::LinkerTrace;
use sycl_packager::cli::{self, CommandFailure};

use crate::arguments::Arguments;
use crate::inputs::HostFile;
use crate::response;

/// Options for every linker: print names of files, of members, and of symbols as objects have them.
const ASKED: [&str; 3] = ["--trace", "--trace", "--no-demangle"];

/// Options that save time and allow undefined symbols of images. Not every linker takes them beside all others.
const FASTER: [&str; 2] = ["--strip-all", "--unresolved-symbols=ignore-all"];

/// The answer of the linker.
pub(crate) struct Answer {
    /// The text, for `sycl-packager build`.
    pub(crate) text: Vec<u8>,
    /// Its content.
    pub(crate) trace: LinkerTrace,
}

/// Whether the linker decides what of a file is linked.
fn is_choice(file: &HostFile) -> bool {
    file.is_lazy || file.embedded.objects.iter().any(|object| object.member.is_some())
}

/// Asks the linker, if it has a choice; `None` if it has none, or does not answer, of which a warning is given.
///
/// # Errors
/// A response file cannot be written.
pub(crate) fn ask(
    linker: &Path,
    arguments: &Arguments,
    files: &[HostFile],
    scratch: &Path,
) -> Result<Option<Answer>, CommandFailure> {
    if !files.iter().any(is_choice) {
        return Ok(None);
    }
    let objects = files.iter().flat_map(|file| &file.embedded.objects);
    let markers: BTreeSet<&str> = objects.filter_map(|object| object.member.as_ref()?.marker.as_deref()).collect();
    let output = scratch.join("traced");
    let mut why = String::new();
    for more in [&FASTER[..], &[]] {
        let mut line = arguments.linker_arguments.clone();
        line.extend(ASKED.iter().chain(more).map(OsString::from));
        line.extend(markers.iter().map(|symbol| OsString::from(format!("--trace-symbol={symbol}"))));
        line.extend(["-o".into(), output.clone().into()]);
        let line = response::shorten(&line, scratch)?;
        let said = Command::new(linker).args(line).stdin(Stdio::null()).output();
        let _ = std::fs::remove_file(&output);
        let said = said.map_err(|e| CommandFailure::usage(format!("cannot run {}: {e}", linker.display())))?;
        let text = [&said.stdout[..], b"\n", &said.stderr].concat();
        let trace = LinkerTrace::read(&text);
        // A linker that stopped before it had read all inputs did not answer.
        if arguments.objects().iter().all(|object| trace.has_file(object)) {
            return Ok(Some(Answer { text, trace }));
        }
        why = String::from_utf8_lossy(&said.stderr).lines().next().unwrap_or("it said nothing").to_owned();
    }
    cli::warn(&format!(
        "cannot find out which members of archives {} takes: {why}; device code of all members is linked",
        linker.display()
    ));
    Ok(None)
}
