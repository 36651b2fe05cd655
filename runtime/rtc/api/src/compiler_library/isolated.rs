//! A compilation in a child process, so that a crash of LLVM is an error, and what fatal errors leak is gone.
//!
//! The child is a fork without exec, which has the loaded library already. It sends each call of its answer through a
//! socket; the parent makes the same calls, and sends back what they give. No other thread is inside of the library
//! while the process is forked, so the child finds all its locks open; the C library takes care of its own.

use std::{
    io::{self, BufReader, ErrorKind, Read, Write},
    os::{fd::AsRawFd, unix::net::UnixStream},
    sync::{PoisonError, RwLock, RwLockReadGuard},
    time::{Duration, Instant},
};

use super::{
    Library,
    interface::{Answer, Job, Outcome},
    records::{self, Channel, Recorder},
};

/// Read by those that compile in this process, written by those that fork.
static GATE: RwLock<()> = RwLock::new(());

/// To be held while the compiler library does anything that takes locks: a child would inherit them, and not who holds
/// them.
pub(super) fn inside() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

/// End of a child that did not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It was killed, as the time was over.
    TimedOut,
    /// It crashed, by this signal where that is known.
    Crashed(Option<i32>),
    /// There is none: what the system says.
    NotStarted(String),
}

/// Signals by which a program crashes. Handlers of the host are not for a child.
const CRASHES: [i32; 6] = [libc::SIGSEGV, libc::SIGABRT, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP];

/// Compiles in a child, and hands what it answers to `answer`.
pub(super) fn compile(library: Library, job: &Job, limit: Option<Duration>, answer: &Answer) -> Result<Outcome, Ended> {
    let failed = |cause: io::Error| Ended::NotStarted(cause.to_string());
    let (child, stream) = {
        let _alone = GATE.write().unwrap_or_else(PoisonError::into_inner);
        // Here, so that no other child has this one's end, which would hide that it has crashed.
        let (own, of_child) = UnixStream::pair().map_err(failed)?;
        // SAFETY: the child calls the library only, in which no thread is, and ends without returning.
        match unsafe { libc::fork() } {
            -1 => return Err(failed(io::Error::last_os_error())),
            0 => {
                drop(own);
                answer_parent(library, job, of_child)
            }
            child => (child, own),
        }
    };
    let parent = Parent { stream, started: Instant::now(), limit };
    let received = records::replay(BufReader::new(&parent), answer, |reply| parent.reply(reply));
    if received.is_err() {
        // SAFETY: the child has not been waited for, so its number is still its own.
        unsafe { libc::kill(child, libc::SIGKILL) };
    }
    let signal = wait(child);
    match received {
        Ok(Some(outcome)) => Ok(outcome),
        Err(error) if error.kind() == ErrorKind::TimedOut => Err(Ended::TimedOut),
        // What is missing counts as a crash.
        Ok(None) | Err(_) => Err(Ended::Crashed(signal)),
    }
}

/// The child.
fn answer_parent(library: Library, job: &Job, mut parent: UnixStream) -> ! {
    let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: numbers and a structure that lives during the call.
    unsafe {
        for signal in CRASHES {
            libc::signal(signal, libc::SIG_DFL);
        }
        libc::setrlimit(libc::RLIMIT_CORE, &raw const no_core);
        // Not longer than the thread that waits for it.
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
    let mut recorder = Recorder::new(&mut parent);
    let answer = recorder.answer();
    // SAFETY: job and answer live during the call, and `recorder` is touched by the functions of the answer only.
    let outcome = unsafe { (library.table.compile)(job, &raw const answer) };
    recorder.end(outcome);
    leave(0)
}

/// The child's end of the connection. Where the other end is closed, there is nothing left to do.
impl Channel for UnixStream {
    fn send(&mut self, record: &[u8]) {
        self.write_all(record).unwrap_or_else(|_| leave(1));
    }

    fn reply(&mut self) -> Vec<u8> {
        let (mut length, mut reply) = ([0; size_of::<u64>()], Vec::new());
        self.read_exact(&mut length).unwrap_or_else(|_| leave(1));
        let length = u64::from_le_bytes(length);
        match self.take(length).read_to_end(&mut reply) {
            Ok(count) if count as u64 == length => reply,
            _ => leave(1),
        }
    }
}

/// Ends the child without what the host wants to run at its own end.
fn leave(code: i32) -> ! {
    // SAFETY: it ends the process at once.
    unsafe { libc::_exit(code) }
}

/// The parent's end of the connection, until a time.
struct Parent {
    stream: UnixStream,
    started: Instant,
    limit: Option<Duration>,
}

impl Parent {
    /// Waits until something can be done; an error of the kind `TimedOut` if the time is over before.
    fn wait(&self, events: libc::c_short) -> io::Result<()> {
        loop {
            let milliseconds = match self.limit {
                None => -1,
                Some(limit) => {
                    let left = limit.checked_sub(self.started.elapsed()).ok_or(ErrorKind::TimedOut)?;
                    i32::try_from(left.as_millis().saturating_add(1)).unwrap_or(i32::MAX)
                }
            };
            let mut wanted = libc::pollfd { fd: self.stream.as_raw_fd(), events, revents: 0 };
            // SAFETY: one structure, which lives during the call. If it fails, the loop looks at the time.
            if unsafe { libc::poll(&raw mut wanted, 1, milliseconds) } > 0 {
                return Ok(());
            }
        }
    }

    /// Sends what a call gives. The child may have crashed, which is no reason for a signal in the host.
    fn reply(&self, reply: &[u8]) -> io::Result<()> {
        let length = (reply.len() as u64).to_le_bytes();
        for mut bytes in [&length[..], reply] {
            while !bytes.is_empty() {
                self.wait(libc::POLLOUT)?;
                let flags = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;
                // SAFETY: the bytes live during the call.
                let sent = unsafe { libc::send(self.stream.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), flags) };
                match usize::try_from(sent) {
                    Ok(count) => bytes = &bytes[count..],
                    Err(_) => match io::Error::last_os_error() {
                        error if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
                        error => return Err(error),
                    },
                }
            }
        }
        Ok(())
    }
}

impl Read for &Parent {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait(libc::POLLIN)?;
        (&self.stream).read(buffer)
    }
}

/// Waits for the child; gives the signal that ended it. A host that waits for all its children may have been earlier.
fn wait(child: libc::pid_t) -> Option<i32> {
    let mut status = 0;
    loop {
        // SAFETY: the status lives during the call.
        let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
        if waited == child {
            return libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status));
        }
        if io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            return None;
        }
    }
}
