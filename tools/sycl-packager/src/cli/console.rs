//! Standard output and progress.
#![expect(clippy::print_stderr, reason = "progress goes to standard error")]

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use sycl_images::output::Target;

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
        // If it cannot be written, that cannot be said either.
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

/// Forms of progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProgressForm {
    /// In place, on a terminal, for work that takes longer than a second.
    Auto,
    /// A line at each tenth, and every ten seconds.
    Plain,
    /// Not at all.
    None,
}

/// Progress of work, on standard error.
pub(super) struct Progress {
    what: &'static str,
    total: usize,
    shown: Shown,
}

enum Shown {
    Not,
    /// A line on a terminal that is written over the last one.
    InPlace {
        started: Instant,
        width: usize,
        last: Option<Instant>,
    },
    Lines(Lines),
}

/// Lines for logs. A thread repeats the last one if nothing happens for long.
struct Lines {
    /// The tenth that was reported last.
    tenth: usize,
    last: Arc<Mutex<(String, Instant)>>,
    /// The thread ends when this is dropped.
    _ends: Sender<()>,
}

impl Lines {
    const INTERVAL: Duration = Duration::from_secs(10);

    fn new(interval: Duration, print: impl Fn(&str) + Send + 'static) -> Self {
        let last = Arc::new(Mutex::new((String::new(), Instant::now())));
        let (ends, ended) = mpsc::channel::<()>();
        let of_thread = Arc::clone(&last);
        let repeat = move || {
            let mut wait = interval;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let mut last = of_thread.lock().unwrap_or_else(PoisonError::into_inner);
                let age = last.1.elapsed();
                if age >= interval {
                    if !last.0.is_empty() {
                        print(&last.0);
                    }
                    last.1 = Instant::now();
                }
                wait = interval.saturating_sub(last.1.elapsed());
            }
        };
        // Without a thread, there are fewer lines.
        let _ = std::thread::Builder::new().name("progress".to_owned()).spawn(repeat);
        Self { tenth: 0, last, _ends: ends }
    }

    /// Remembers what is done, and says whether it is to be printed now.
    fn note(&mut self, line: &str, tenth: usize) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        line.clone_into(&mut last.0);
        let is_next = tenth > self.tenth;
        if is_next {
            (self.tenth, last.1) = (tenth, Instant::now());
        }
        is_next
    }
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);
    const INTERVAL: Duration = Duration::from_millis(100);

    pub(super) fn new(what: &'static str, total: usize) -> Self {
        Self::in_form(ProgressForm::Auto, what, total)
    }

    pub(super) fn in_form(form: ProgressForm, what: &'static str, total: usize) -> Self {
        let shown = match form {
            ProgressForm::Plain => Shown::Lines(Lines::new(Lines::INTERVAL, failure::detail)),
            ProgressForm::Auto if io::stderr().is_terminal() => {
                Shown::InPlace { started: Instant::now(), width: 0, last: None }
            }
            ProgressForm::Auto | ProgressForm::None => Shown::Not,
        };
        Self { what, total, shown }
    }

    /// So many are done.
    pub(super) fn done(&mut self, count: usize) {
        self.show_part(count, self.total, "");
    }

    /// So many of so many are done.
    pub(super) fn show_part(&mut self, count: usize, total: usize, rest: &str) {
        let line = format!("{} {count}/{total}{rest}", self.what);
        match &mut self.shown {
            Shown::Lines(lines) => {
                if lines.note(&line, count * 10 / total.max(1)) {
                    failure::detail(&line);
                }
            }
            _ => self.show(&line),
        }
    }

    /// Shows a line in place of the last one.
    pub(super) fn show(&mut self, line: &str) {
        match &mut self.shown {
            Shown::Not => {}
            Shown::InPlace { started, width, last } => {
                let is_time = last.is_none_or(|at| at.elapsed() >= Self::INTERVAL);
                if started.elapsed() >= Self::PATIENCE && is_time {
                    eprint!("\r{line:width$}", width = *width);
                    *width = line.chars().count().max(*width);
                    *last = Some(Instant::now());
                }
            }
            Shown::Lines(lines) => {
                lines.note(line, 0);
            }
        }
    }

    /// Removes the line, so that something else can be printed.
    pub(super) fn clear(&mut self) {
        if let Shown::InPlace { width, last: Some(_), .. } = self.shown {
            eprint!("\r{:width$}\r", "");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_repeated_while_nothing_happens() {
        let (sender, receiver) = mpsc::channel();
        let mut lines = Lines::new(Duration::from_millis(20), move |line| drop(sender.send(line.to_owned())));
        assert!(!lines.note("link and split", 0));
        assert_eq!(receiver.recv().unwrap(), "link and split");
        assert!(lines.note("images 3/10", 3) && !lines.note("images 3/10, 2 s left", 3));
        let mut next = receiver.recv().unwrap();
        while next == "link and split" {
            next = receiver.recv().unwrap();
        }
        assert_eq!(next, "images 3/10, 2 s left");
        drop(lines);
        // Then the thread ends, and with it its sender.
        while receiver.recv().is_ok() {}
    }
}
