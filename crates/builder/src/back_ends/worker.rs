//! A worker, seen from the build: starts it, hands it steps, and learns how it ended.
//!
//! Both sides write messages: the number of texts, then each text behind its length. The worker begins with one that
//! says what it can do, and answers each step with one byte.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdin, ChildStdout, ExitStatus, Stdio};

use serde::{Deserialize, Serialize};

use super::super::command::Command;
use super::super::environment::Environment;
use super::BackEndsError;
use crate::jobs;

/// The command of this program that makes it a worker.
pub const COMMAND: &str = "back-ends";

/// First message of a worker: which program it is, as only one of this version is understood, and how it fares.
pub(super) const HELLO: &str = concat!("sycl-packager ", env!("CARGO_PKG_VERSION"), " back ends 3");
pub(super) const READY: &str = "ready";

/// Answers to a step; any other is that its program is to be run.
pub(super) const DONE: u8 = 1;
pub(super) const NOT_DONE: u8 = 0;

/// A step to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request<'a> {
    /// The directory that it runs in.
    pub(super) work: Cow<'a, Path>,
    /// Its command.
    pub(super) command: Cow<'a, Command>,
    /// The number of processes that it may use.
    pub(super) processes: usize,
    /// The validator of the library is that of the build.
    pub(super) has_validator: bool,
}

/// Texts of a message, and bytes of one, that are read at most: what stands there may be of another program.
const MOST_TEXTS: u32 = 1 << 10;
const MOST_BYTES: u32 = 1 << 20;

/// End of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkerEnd {
    /// By a signal.
    Signal(i32),
    /// With an exit code.
    ExitCode(i32),
    /// In a way that the system does not tell, or without having ended.
    Unknown,
}

impl fmt::Display for WorkerEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(number) => write!(f, "crashed (signal {number})"),
            Self::ExitCode(code) => write!(f, "ended its process (exit code {code})"),
            Self::Unknown => f.write_str("crashed"),
        }
    }
}

impl WorkerEnd {
    fn from_status(status: ExitStatus) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::process::ExitStatusExt as _;
            if let Some(signal) = status.signal() {
                return Self::Signal(signal);
            }
        }
        status.code().map_or(Self::Unknown, Self::ExitCode)
    }
}

/// Result of a step.
pub(super) enum Answer {
    Done,
    /// Its program is to be run.
    NotDone,
    /// The worker is gone.
    Ended(WorkerEnd),
}

/// A process with the compiler library.
#[derive(Debug)]
pub(super) struct Worker {
    process: Child,
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// LLVM's version in the library.
    pub(super) llvm_version: String,
    /// As `spirv-val --version` has it.
    pub(super) validator: String,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It has nothing to finish.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A worker that has not said yet that it is ready.
#[derive(Debug)]
pub(super) struct Starting {
    worker: Worker,
    program: PathBuf,
}

impl Starting {
    /// The worker, ready or not.
    pub(super) fn into_worker(self) -> Worker {
        self.worker
    }

    /// Waits for it.
    pub(super) fn ready(self) -> Result<Worker, BackEndsError> {
        let Self { mut worker, program } = self;
        let hello = match read_message(&mut worker.answers) {
            Ok(hello) => hello,
            Err(error) => {
                return Err(match worker.end(&error) {
                    end @ WorkerEnd::Signal(_) => BackEndsError::Ended(end),
                    _ => BackEndsError::OtherVersion { program },
                });
            }
        };
        match &hello.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [HELLO, READY, llvm_version, validator] => {
                worker.llvm_version = (*llvm_version).to_owned();
                worker.validator = (*validator).to_owned();
                Ok(worker)
            }
            [HELLO, why] => Err(BackEndsError::NotLoaded((*why).to_owned())),
            _ => Err(BackEndsError::OtherVersion { program }),
        }
    }
}

impl Worker {
    /// Starts one, and waits until it is ready.
    pub(super) fn start(program: &Path, environment: &Environment) -> Result<Self, BackEndsError> {
        Self::spawn(program, environment)?.ready()
    }

    /// Starts one.
    pub(super) fn spawn(program: &Path, environment: &Environment) -> Result<Starting, BackEndsError> {
        let not_started = |source| BackEndsError::NotStarted { program: program.to_owned(), source };
        let mut command = process::Command::new(program);
        environment.apply(&mut command);
        // In a file the worker sees whether LLVM has written anything.
        let heard = tempfile::tempfile().map_err(not_started)?;
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(heard);
        let mut process = jobs::start(|| command.spawn()).map_err(not_started)?;
        let requests = BufWriter::new(process.stdin.take().expect("it is piped"));
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let worker = Self { process, requests, answers, llvm_version: String::new(), validator: String::new() };
        Ok(Starting { worker, program: program.to_owned() })
    }

    /// Ends it, without waiting until it has ended.
    pub(super) fn stop(&mut self) {
        let _ = self.process.kill();
    }

    /// Has it do a step.
    pub(super) fn perform(&mut self, request: &Request<'_>) -> Answer {
        // Names of files that are no texts cannot be sent, nor could programs get them.
        let Ok(request) = serde_json::to_string(request) else { return Answer::NotDone };
        let mut answer = [0];
        let asked = write_message(&mut self.requests, &[&request]).and_then(|()| self.answers.read_exact(&mut answer));
        match asked {
            Ok(()) if answer == [DONE] => Answer::Done,
            Ok(()) => Answer::NotDone,
            Err(error) => Answer::Ended(self.end(&error)),
        }
    }

    /// The end of the worker, if it has ended, given the result of the last message.
    fn end(&mut self, error: &io::Error) -> WorkerEnd {
        if !matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe) {
            // It speaks, but not our language.
            let _ = self.process.kill();
            let _ = self.process.wait();
            return WorkerEnd::Unknown;
        }
        self.process.wait().map_or(WorkerEnd::Unknown, WorkerEnd::from_status)
    }
}

pub(super) fn write_message(out: &mut impl Write, texts: &[&str]) -> io::Result<()> {
    let number = |count: usize| u32::try_from(count).map(u32::to_le_bytes).map_err(io::Error::other);
    out.write_all(&number(texts.len())?)?;
    for text in texts {
        out.write_all(&number(text.len())?)?;
        out.write_all(text.as_bytes())?;
    }
    out.flush()
}

pub(super) fn read_message(from: &mut impl Read) -> io::Result<Vec<String>> {
    let number = |most: u32, from: &mut dyn Read| {
        let mut bytes = [0; 4];
        from.read_exact(&mut bytes)?;
        let number = u32::from_le_bytes(bytes);
        if number <= most { Ok(number) } else { Err(io::Error::from(io::ErrorKind::InvalidData)) }
    };
    let mut texts = Vec::new();
    for _ in 0..number(MOST_TEXTS, from)? {
        let mut bytes = vec![0; number(MOST_BYTES, from)? as usize];
        from.read_exact(&mut bytes)?;
        texts.push(String::from_utf8(bytes).map_err(io::Error::other)?);
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_back() {
        for texts in [&[][..], &[""], &["a", "", "b\nc"]] {
            let mut bytes = Vec::new();
            write_message(&mut bytes, texts).unwrap();
            assert_eq!(read_message(&mut &bytes[..]).unwrap(), texts);
            for length in 0..bytes.len() {
                assert!(read_message(&mut &bytes[..length]).is_err());
            }
        }
        assert!(read_message(&mut &[0xff; 100][..]).is_err());
        assert!(read_message(&mut &[1, 0, 0, 0, 1, 0, 0, 0, 0xff][..]).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_worker_is_not_used() {
        let start = |program: &str| Worker::start(Path::new(program), &Environment::default()).unwrap_err().to_string();
        for program in ["/bin/echo", "/bin/false", "/bin/true", "/usr/bin/yes"] {
            let expected = "is of another version; expected the one that belongs to this program";
            assert_eq!(start(program), format!("{program} {expected}"));
        }
        assert!(start("/no/such/program").starts_with("/no/such/program: "));
    }
}
