//! A compilation in a child process, so that a crash of LLVM is an error, and what fatal errors leak is gone.
//!
//! The child is a fork without exec, which has the loaded library already. It sends each message through a socket,
//! behind its length; the parent sends back the replies to questions in the same form. No other thread is inside of the
//! library while the process is forked, so the child finds all its locks open; the C library takes care of its own.

use std::{
    ffi::c_void,
    io::{self, BufReader, ErrorKind, Read, Write},
    os::{fd::AsRawFd, unix::net::UnixStream},
    sync::{PoisonError, RwLock, RwLockReadGuard},
    time::{Duration, Instant},
};

use super::{
    Library,
    interface::{Answer, Job, Outcome, Text},
    said::Said,
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

/// Compiles in a child, and hands its messages to `take`, which gives the replies to questions.
pub(super) fn compile(
    library: Library,
    job: &Job,
    limit: Option<Duration>,
    take: impl FnMut(Said<'_>) -> Vec<u8>,
) -> Result<Outcome, Ended> {
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
    let received = receive(BufReader::new(&parent), take, |reply| parent.reply(reply));
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
fn answer_parent(library: Library, job: &Job, parent: UnixStream) -> ! {
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
    let mut child = Child { parent, reply: Vec::new() };
    let answer = Answer { data: (&raw mut child).cast(), say };
    // SAFETY: job and answer live during the call, and `child` is touched by the function of the answer only.
    let outcome = unsafe { (library.table.compile)(job, &raw const answer) };
    child.send(&Said::End(Outcome::of(outcome).unwrap_or(Outcome::Internal)).to_bytes());
    leave(0)
}

/// The child's end of the connection. Where the other end is closed, there is nothing left to do.
struct Child {
    parent: UnixStream,
    /// The last reply.
    reply: Vec<u8>,
}

impl Child {
    fn send(&mut self, said: &[u8]) {
        let both = [&(said.len() as u64).to_le_bytes()[..], said].concat();
        self.parent.write_all(&both).unwrap_or_else(|_| leave(1));
    }
}

/// `Answer::say`.
unsafe extern "C" fn say(data: *mut c_void, said: Text) -> Text {
    // SAFETY: `data` is the child of `answer_parent`, which nothing else touches; the bytes live during the call.
    let (child, said) = unsafe { (&mut *data.cast::<Child>(), said.bytes()) };
    child.send(said);
    let is_question = Said::read(said).is_some_and(|said| said.is_question());
    let reply = if is_question { next(&mut child.parent).ok().flatten() } else { Some(Vec::new()) };
    child.reply = reply.unwrap_or_else(|| leave(1));
    Text::of(&child.reply)
}

/// Takes messages until the last one, and replies to questions; `None` if they end before.
///
/// # Errors
/// Those of reading and of `reply`; [`ErrorKind::InvalidData`] for what is no message.
fn receive(
    mut from: impl Read,
    mut take: impl FnMut(Said<'_>) -> Vec<u8>,
    mut reply: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<Option<Outcome>> {
    while let Some(said) = next(&mut from)? {
        match Said::read(&said).ok_or(ErrorKind::InvalidData)? {
            Said::End(outcome) => return Ok(Some(outcome)),
            said if said.is_question() => reply(&take(said))?,
            said => drop(take(said)),
        }
    }
    Ok(None)
}

/// The bytes behind the next length; `None` at the end.
fn next(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = Vec::new();
    from.take(size_of::<u64>() as u64).read_to_end(&mut length)?;
    if length.is_empty() {
        return Ok(None);
    }
    let length = <[u8; size_of::<u64>()]>::try_from(&length[..]).map_err(|_| ErrorKind::UnexpectedEof)?;
    let (length, mut bytes) = (u64::from_le_bytes(length), Vec::new());
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(Some(bytes)) } else { Err(ErrorKind::UnexpectedEof.into()) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cache::DiskFile, diagnostic::Diagnostic, interface::Step};

    fn all() -> Vec<Said<'static>> {
        vec![
            Said::Diagnostic(Diagnostic::error("text")),
            Said::Log("text".to_owned()),
            Said::Name("f".to_owned(), Some("k".to_owned())),
            Said::Image {
                kernels: vec!["k".to_owned(), "l".to_owned()],
                properties: String::new(),
                bitcode: b"BC",
                code: &[0, 1, 2, 255],
            },
            Said::Time(Step::Verify, Duration::MAX),
            Said::File(b"a.h", DiskFile::Read([7; 32])),
            Said::Module(b"key"),
            Said::HasImages(b"BC"),
            Said::End(Outcome::NoKernel),
        ]
    }

    /// Messages with their lengths.
    fn sent() -> Vec<u8> {
        let with_length = |said: Said<'_>| {
            let bytes = said.to_bytes();
            [&(bytes.len() as u64).to_le_bytes()[..], &bytes].concat()
        };
        all().into_iter().flat_map(with_length).collect()
    }

    #[test]
    fn messages_arrive_and_questions_are_replied_to() {
        let (mut taken, mut replies) = (Vec::new(), Vec::new());
        let take = |said: Said<'_>| {
            taken.push(said.to_bytes());
            vec![7]
        };
        let outcome = receive(&sent()[..], take, |reply| {
            replies.push(reply.to_vec());
            Ok(())
        });
        assert_eq!(outcome.unwrap(), Some(Outcome::NoKernel));
        taken.push(Said::End(Outcome::NoKernel).to_bytes());
        let taken: Vec<_> = taken.iter().map(|said| Said::read(said).unwrap()).collect();
        assert_eq!(taken, all());
        assert_eq!(replies, [[7], [7]]);
    }

    #[test]
    fn messages_without_an_end_have_no_outcome() {
        let sent = sent();
        let received = |bytes: &[u8]| receive(bytes, |_| Vec::new(), |_| Ok(()));
        let whole = (0..sent.len()).filter(|length| match received(&sent[..*length]) {
            Ok(outcome) => {
                assert_eq!(outcome, None);
                true
            }
            Err(_) => false,
        });
        // Before each message.
        assert_eq!(whole.count(), all().len());
        let mut wrong = sent.clone();
        wrong[8] = 99;
        assert_eq!(received(&wrong).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
