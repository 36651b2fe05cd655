//! Work in parallel in forked processes.
//!
//! An LLVM context belongs to one thread, and a copy of a module in another context costs its memory again and is not
//! written to the same bytes (the bitcode writer walks symbol tables in the order of their hash tables, which remember
//! their history). A forked process has the very same module and shares its memory until it writes.
#![expect(unsafe_code, reason = "fork, waitpid, kill and prctl")]

use std::io::{Read, Write};

/// Whether this process can be forked: a lock that another thread holds, such as the allocator's, would stay locked in
/// the new process. The number of threads, if it is known, else.
///
/// # Errors
/// There are other threads, or that is not known.
pub(crate) fn check_alone() -> Result<(), Option<usize>> {
    match std::fs::read_dir("/proc/self/task").map(Iterator::count) {
        Ok(1) => Ok(()),
        Ok(threads) => Err(Some(threads)),
        Err(_) => Err(None),
    }
}

/// Mistakes of a worker process. Its text has the text of its cause, which is not its `source` as well.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// No process or pipe could be made.
    #[error("{error}")]
    Start {
        /// The system's.
        error: std::io::Error,
    },
    /// Its report could not be received.
    #[error("{error}")]
    Receive {
        /// The system's.
        error: std::io::Error,
    },
    /// Its report cannot be read.
    #[error("{error}")]
    Report {
        /// The mistake.
        error: serde_json::Error,
    },
    /// Something ended it.
    #[error("a worker process was ended by signal {signal}")]
    Signal {
        /// The system's number.
        signal: i32,
    },
    /// It ended by itself, and not well.
    #[error("a worker process ended with exit code {code}")]
    Exit {
        /// Its exit code.
        code: i32,
    },
    /// An invariant was broken there, and not when the same was done again here.
    #[error("internal error in a worker process")]
    Panic,
    /// It failed where the same went well here.
    #[error("{words}")]
    OnlyThere {
        /// Its error.
        words: String,
    },
}

/// A forked process that reports with bytes. Dropped, it is ended.
pub(crate) struct Worker {
    process: libc::pid_t,
    report: std::io::PipeReader,
    /// Whether its end was waited for.
    has_ended: bool,
}

impl Worker {
    /// Forks. The new process runs `work`, reports what it returns, and ends without running anything of the host's. It
    /// also ends, on Linux, as soon as this one does, so that it writes nothing that a later run has written by then.
    ///
    /// To be called where [`check_alone`] allows it.
    ///
    /// # Errors
    /// No process or pipe could be made.
    pub(crate) fn start(work: impl FnOnce() -> Vec<u8>) -> Result<Self, WorkerError> {
        let (report, mut writer) = std::io::pipe().map_err(|error| WorkerError::Start { error })?;
        let parent = std::process::id();
        // SAFETY: the new process has one thread, this one; it runs `work`, which starts no other, and leaves by
        // `_exit`.
        let process = unsafe { libc::fork() };
        match process {
            -1 => Err(WorkerError::Start { error: std::io::Error::last_os_error() }),
            0 => {
                end_with(parent);
                let bytes = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
                let sent = bytes.is_ok_and(|bytes| writer.write_all(&bytes).is_ok());
                // SAFETY: ends this process; the host's buffers and exit handlers are its own.
                unsafe { libc::_exit(if sent { 0 } else { 1 }) }
            }
            _ => Ok(Self { process, report, has_ended: false }),
        }
    }

    /// Waits for the process and takes its report.
    ///
    /// # Errors
    /// The process did not end well.
    pub(crate) fn join(mut self) -> Result<Vec<u8>, WorkerError> {
        let mut bytes = Vec::new();
        let read = self.report.read_to_end(&mut bytes);
        match self.wait() {
            // In a host that ignores its children it is not known how they end; what they reported counts.
            Some(0) | None => read.map(|_| bytes).map_err(|error| WorkerError::Receive { error }),
            Some(status) if libc::WIFSIGNALED(status) => Err(WorkerError::Signal { signal: libc::WTERMSIG(status) }),
            Some(status) => Err(WorkerError::Exit { code: libc::WEXITSTATUS(status) }),
        }
    }

    /// The status that the process ended with, if it is available.
    fn wait(&mut self) -> Option<i32> {
        self.has_ended = true;
        let mut status = 0;
        loop {
            // SAFETY: a child of ours that nothing else waits for.
            if unsafe { libc::waitpid(self.process, &mut status, 0) } == self.process {
                return Some(status);
            }
            if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
                return None;
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if !self.has_ended {
            // SAFETY: a child of ours that was not waited for, so the number is still its own.
            unsafe { libc::kill(self.process, libc::SIGKILL) };
            self.wait();
        }
    }
}

/// Ends this process when its parent ends, or now if that has happened already.
#[cfg(target_os = "linux")]
fn end_with(parent: u32) {
    // SAFETY: sets a property of this process; reads its parent; ends it.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid().unsigned_abs() != parent {
            libc::_exit(1);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with(_parent: u32) {}
