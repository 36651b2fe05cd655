//! Standard output and progress.
#![expect(clippy::print_stderr, reason = "progress goes to standard error")]

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::output::Target;

use serde_json::json;
use sycl_propset::printable::escape_json;

use super::common::{Common, JSON_FORMAT};
use super::failure::{self, Failure};

/// Writes data to standard output.
///
/// # Errors
/// It cannot be written; nothing is to be said if its reader has gone.
pub fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    print_with(|out| out.write_all(text.as_ref()))
}

/// Writes to standard output what `write` writes.
pub(super) fn print_with(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(Failure::closed_pipe()),
        Err(e) => Err(Failure::usage(format!("cannot write to standard output: {e}"))),
    }
}

/// Writes what is said of an output to standard output, or to standard error if the output itself goes there.
pub(super) fn print_beside(output: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    if Target::is_standard_output(output) {
        // Nobody would see that it cannot be written.
        let _ = io::stderr().lock().write_all(text.as_ref());
        return Ok(());
    }
    print(text)
}

/// Says which files a command wrote, if the user wants to know.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn wrote<'a>(common: &Common, files: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    let size = |file: &Path| file.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len());
    let (mut listed, mut beside) = (Vec::new(), None);
    for file in files {
        if common.verbose > 0 {
            let bytes = size(file).map(|bytes| format!(", {bytes} bytes")).unwrap_or_default();
            failure::detail(&format!("wrote {}{bytes}", file.display()));
        }
        listed.push(json!({ "file": file.display().to_string(), "bytes": size(file) }));
        beside = Some(file);
    }
    match beside {
        Some(file) if common.json => print_beside(
            file,
            format!("{}\n", escape_json(&json!({ "format": JSON_FORMAT, "written": listed }).to_string())),
        ),
        _ => Ok(()),
    }
}

/// A count on standard error while work goes on: only on a terminal, and only once it has taken a second.
pub(super) struct Progress {
    what: &'static str,
    total: usize,
    started: Instant,
    /// Columns that were written.
    width: usize,
    /// When the line was written last; `None` unless there is a terminal.
    shown: Option<Option<Instant>>,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);
    const INTERVAL: Duration = Duration::from_millis(100);

    pub(super) fn new(what: &'static str, total: usize) -> Self {
        let shown = io::stderr().is_terminal().then_some(None);
        Self { what, total, started: Instant::now(), width: 0, shown }
    }

    /// So many are done.
    pub(super) fn done(&mut self, count: usize) {
        self.show(&format!("{} {count}/{}", self.what, self.total));
    }

    /// Shows a line in place of the last one.
    pub(super) fn show(&mut self, line: &str) {
        let Some(shown) = &mut self.shown else { return };
        if self.started.elapsed() >= Self::PATIENCE && shown.is_none_or(|at| at.elapsed() >= Self::INTERVAL) {
            eprint!("\r{line:width$}", width = self.width);
            self.width = self.width.max(line.chars().count());
            *shown = Some(Instant::now());
        }
    }

    /// Removes the line, so that something else can be printed.
    pub(super) fn clear(&mut self) {
        if let Some(Some(_)) = self.shown {
            eprint!("\r{:width$}\r", "", width = self.width);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
