//! The answer of a program to `--version`, with limits for time and size: a file named like a program of LLVM may be
//! anything.

use std::fmt;
use std::io::{self, Read};
use std::process::Command;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use sycl_propset::printable::shortened;

use crate::jobs;

/// Time that a program may take. LLVM's take less than a tenth of a second; one that is on a busy disk takes longer.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of an answer that are read.
const LONGEST: u64 = 1 << 16;

/// Characters of a line of an answer that are shown: a script that runs the program elsewhere says why it cannot.
const LONGEST_LINE: usize = 240;

/// Reasons why the version of a program is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoVersion {
    /// It cannot be run.
    Failed(String),
    /// It does not answer.
    Silent,
    /// It says something else, of which this is the first line, or the first with an error.
    Other(String),
    /// It says nothing.
    Nothing,
}

impl fmt::Display for NoVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(why) => write!(f, "cannot be run: {why}"),
            Self::Silent => write!(f, "found no answer to `--version` within {} seconds", PATIENCE.as_secs()),
            Self::Other(line) => write!(f, "found no version, but `{}`", shortened(line, LONGEST_LINE)),
            Self::Nothing => f.write_str("found no version"),
        }
    }
}

impl NoVersion {
    /// The reason for a program without a version in its output.
    pub(super) fn from_output(errors: &str, text: &str) -> Self {
        let lines = || errors.lines().chain(text.lines()).map(str::trim).filter(|line| !line.is_empty());
        let line = lines().find(|line| line.contains("error")).or_else(|| lines().next());
        line.map_or(Self::Nothing, |line| Self::Other(line.to_owned()))
    }
}

/// Reads the standard output and standard error of a program, both of which are pipes.
///
/// # Errors
/// [`NoVersion::Failed`], [`NoVersion::Silent`].
pub(super) fn read(command: &mut Command, patience: Duration) -> Result<[String; 2], NoVersion> {
    // What it starts itself is ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let failed = |error: io::Error| NoVersion::Failed(error.to_string());
    let mut child = jobs::start(|| command.spawn()).map_err(failed)?;
    let deadline = Instant::now() + patience;
    let (send, receive) = mpsc::channel();
    let pipes: [Option<Box<dyn Read + Send>>; 2] =
        [child.stdout.take().map(|pipe| Box::new(pipe) as _), child.stderr.take().map(|pipe| Box::new(pipe) as _)];
    for (number, pipe) in pipes.into_iter().enumerate() {
        let (send, pipe) = (send.clone(), Arc::new(Mutex::new(pipe)));
        let read = move || {
            let mut text = Vec::new();
            // The program ends if it writes more than that to a closed pipe.
            let pipe = pipe.lock().ok().and_then(|mut pipe| pipe.take());
            let _ = pipe.map(|pipe| pipe.take(LONGEST).read_to_end(&mut text));
            let _ = send.send((number, String::from_utf8_lossy(&text).into_owned()));
        };
        // A thread whose pipe never ends is left behind. Where the system has no more threads, this one reads.
        if thread::Builder::new().spawn(read.clone()).is_err() {
            read();
        }
    }
    let mut answer = [String::new(), String::new()];
    let mut is_silent = false;
    for _ in 0..answer.len() {
        match receive.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((number, text)) => answer[number] = text,
            Err(_) => is_silent = true,
        }
    }
    while !is_silent && matches!(child.try_wait(), Ok(None)) {
        is_silent = Instant::now() > deadline;
        thread::sleep(Duration::from_millis(1));
    }
    if !is_silent {
        return Ok(answer);
    }
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(NoVersion::Silent)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use std::process::Stdio;

    use super::*;

    fn answer(script: &str) -> Result<[String; 2], NoVersion> {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        read(&mut command, Duration::from_secs(60))
    }

    #[test]
    fn what_never_ends_is_read_up_to_a_limit() {
        let [text, errors] = answer("echo 22.1; echo no >&2").unwrap();
        assert_eq!((&*text, &*errors), ("22.1\n", "no\n"));
        let [text, _] = answer("yes").unwrap();
        assert_eq!(text.len() as u64, LONGEST);
        assert!(matches!(read(&mut Command::new("/nothing"), PATIENCE), Err(NoVersion::Failed(_))));
        // Also if it is what the program has started that does not end.
        for script in ["exec sleep 1000", "sleep 1000; echo 22.1", "sleep 1000 & exit 0"] {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped());
            assert_eq!(read(&mut command, Duration::from_millis(200)), Err(NoVersion::Silent), "{script}");
        }
        assert_eq!(NoVersion::Silent.to_string(), "found no answer to `--version` within 10 seconds");
        assert_eq!(NoVersion::from_output("\n no\n", "text").to_string(), "found no version, but `no`");
        let long = format!("error: {} end", "no worker".repeat(10));
        assert!(NoVersion::from_output(&long, "").to_string().ends_with(" end`"));
        let tried = "warning: no answer\nerror: no worker\n";
        assert_eq!(NoVersion::from_output(tried, "").to_string(), "found no version, but `error: no worker`");
        assert_eq!(NoVersion::from_output("", "").to_string(), "found no version");
        assert_eq!(NoVersion::Failed("why".to_owned()).to_string(), "cannot be run: why");
    }
}
