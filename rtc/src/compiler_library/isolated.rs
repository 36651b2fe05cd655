//! A compilation in a child process, so that a crash of LLVM is an error, and what fatal errors leak is gone.
//!
//! The child is a fork without exec, which has the loaded library already. It sends each call of its answer through a
//! pipe, and the parent makes the same calls. No other thread is inside of the library while the process is forked, so
//! the child finds all its locks open; the C library takes care of its own.

use std::{
    ffi::c_void,
    fs::File,
    io::{Read, Write},
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
    sync::{PoisonError, RwLock, RwLockReadGuard},
    time::{Duration, Instant},
};

use super::{
    Library,
    interface::{self, Answer, Array, Job, Outcome, Text},
};

/// Read by those that compile in this process, written by those that fork.
static GATE: RwLock<()> = RwLock::new(());

/// To be held while the compiler library does anything that takes locks: a child would inherit them, and not who holds
/// them.
pub(super) fn inside() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

/// How a child ended that did not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It was killed, as the time was over.
    TimedOut,
    /// It crashed, by this signal where that is known.
    Crashed(Option<i32>),
    /// There is none: what the system says.
    NotStarted(String),
}

/// What a record holds: its kind, and how many numbers and texts follow.
type Head = [u32; 3];

const DIAGNOSTIC: u32 = 0;
const PART: u32 = 1;
const TIME: u32 = 2;
const OUTCOME: u32 = 3;
const FILE: u32 = 4;
const IMAGE: u32 = 5;
const KEPT_MODULE: u32 = 6;
const MODULE_OF_IMAGES: u32 = 7;

/// Signals by which a program crashes. Handlers of the host are not for a child.
const CRASHES: [i32; 6] = [libc::SIGSEGV, libc::SIGABRT, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP];

/// Compiles in a child, and hands what it answers to `answer`.
pub(super) fn compile(library: Library, job: &Job, limit: Option<Duration>, answer: &Answer) -> Result<Outcome, Ended> {
    let failed = || Ended::NotStarted(std::io::Error::last_os_error().to_string());
    let mut ends = [-1; 2];
    // SAFETY: there is room for two descriptors.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
        return Err(failed());
    }
    // SAFETY: the pipe has just been made, and nothing else owns its ends.
    let (out, into) = unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) };
    let child = {
        let _alone = GATE.write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the child calls the library only, in which no thread is, and ends without returning.
        unsafe { libc::fork() }
    };
    match child {
        -1 => Err(failed()),
        0 => answer_parent(library, job, File::from(into)),
        _ => {
            drop(into);
            let received = receive(File::from(out), limit);
            if received.is_none() {
                // SAFETY: the child has not been waited for, so its number is still its own.
                unsafe { libc::kill(child, libc::SIGKILL) };
            }
            let signal = wait(child);
            let bytes = received.ok_or(Ended::TimedOut)?;
            replay(&bytes, answer).ok_or(Ended::Crashed(signal))
        }
    }
}

/// The child.
fn answer_parent(library: Library, job: &Job, mut into: File) -> ! {
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
    let answer = Answer {
        data: (&raw mut into).cast(),
        diagnostic: send_diagnostic,
        part: send_part,
        image: send_image,
        time: send_time,
        file: send_file,
        preamble: nothing,
        keep_preamble: keep_nothing,
        module: nothing,
        keep_module: send_module,
        has_images: send_module_of_images,
    };
    // SAFETY: job and answer live during the call.
    let outcome = unsafe { (library.table.compile)(job, &raw const answer) };
    send(&mut into, OUTCOME, &[outcome.into()], &[]);
    // SAFETY: ends the process without what the host wants to run at its own end.
    unsafe { libc::_exit(0) }
}

/// Writes a record. Where nobody reads any more, there is nothing left to do.
fn send(into: &mut File, kind: u32, numbers: &[u64], texts: &[Text]) {
    let head: Head = [kind, numbers.len() as u32, texts.len() as u32];
    let mut bytes: Vec<u8> = head.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    for text in texts {
        // SAFETY: texts live during the call that has them.
        let text = unsafe { text.bytes() };
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text);
    }
    if into.write_all(&bytes).is_err() {
        // SAFETY: as at the end of `answer_parent`.
        unsafe { libc::_exit(1) }
    }
}

unsafe extern "C" fn send_diagnostic(data: *mut c_void, diagnostic: *const interface::Diagnostic) {
    // SAFETY: `data` is the pipe of `answer_parent`; the diagnostic lives during the call.
    let (into, raw) = unsafe { (&mut *data.cast::<File>(), &*diagnostic) };
    let numbers = [raw.severity, raw.line, raw.column, raw.end_line, raw.end_column].map(u64::from);
    send(into, DIAGNOSTIC, &numbers, &[raw.file, raw.text, raw.option, raw.rendered, raw.function]);
}

unsafe extern "C" fn send_part(data: *mut c_void, part: u32, bytes: Text) {
    // SAFETY: as in `send_diagnostic`.
    send(unsafe { &mut *data.cast::<File>() }, PART, &[part.into()], &[bytes]);
}

unsafe extern "C" fn send_image(data: *mut c_void, image: *const interface::Image) {
    // SAFETY: as in `send_diagnostic`; the image and what it refers to live during the call.
    let (into, image, kernels) = unsafe { (&mut *data.cast::<File>(), &*image, (*image).kernels.elements()) };
    let texts: Vec<Text> = [image.properties, image.bitcode, image.code].iter().chain(kernels).copied().collect();
    send(into, IMAGE, &[], &texts);
}

unsafe extern "C" fn send_time(data: *mut c_void, step: u32, nanoseconds: u64) {
    // SAFETY: as in `send_diagnostic`.
    send(unsafe { &mut *data.cast::<File>() }, TIME, &[step.into(), nanoseconds], &[]);
}

unsafe extern "C" fn send_file(data: *mut c_void, name: Text, found: u32, hash: Text) {
    // SAFETY: as in `send_diagnostic`.
    send(unsafe { &mut *data.cast::<File>() }, FILE, &[found.into()], &[name, hash]);
}

/// What the parent knows cannot reach the child any more.
unsafe extern "C" fn nothing(_: *mut c_void, _: Text) -> Text {
    Text::of(b"")
}

/// Its job says that it stores no header.
unsafe extern "C" fn keep_nothing(_: *mut c_void, _: Text, _: Text) {}

unsafe extern "C" fn send_module(data: *mut c_void, key: Text, bitcode: Text) {
    // SAFETY: as in `send_diagnostic`.
    send(unsafe { &mut *data.cast::<File>() }, KEPT_MODULE, &[], &[key, bitcode]);
}

unsafe extern "C" fn send_module_of_images(data: *mut c_void, bitcode: Text) -> bool {
    // SAFETY: as in `send_diagnostic`.
    send(unsafe { &mut *data.cast::<File>() }, MODULE_OF_IMAGES, &[], &[bitcode]);
    false
}

/// Reads until the child has closed the pipe; `None` if the time is over before.
fn receive(mut out: File, limit: Option<Duration>) -> Option<Vec<u8>> {
    let started = Instant::now();
    let (mut all, mut block) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        if let Some(limit) = limit {
            let left = limit.checked_sub(started.elapsed())?;
            let milliseconds = i32::try_from(left.as_millis().saturating_add(1)).unwrap_or(i32::MAX);
            let mut wanted = libc::pollfd { fd: out.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one structure, which lives during the call. Whatever it says, the loop looks at the time.
            if unsafe { libc::poll(&raw mut wanted, 1, milliseconds) } <= 0 {
                continue;
            }
        }
        match out.read(&mut block) {
            Ok(0) => return Some(all),
            Ok(count) => all.extend_from_slice(&block[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            // What is missing counts as a crash.
            Err(_) => return Some(all),
        }
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
        if std::io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            return None;
        }
    }
}

/// Makes the calls of the records; `None` if they end before the outcome.
fn replay(mut bytes: &[u8], answer: &Answer) -> Option<Outcome> {
    loop {
        let kind = number_of_head(&mut bytes)?;
        let (numbers, texts) = (number_of_head(&mut bytes)?, number_of_head(&mut bytes)?);
        let numbers = (0..numbers).map(|_| number(&mut bytes)).collect::<Option<Vec<u64>>>()?;
        let texts = (0..texts).map(|_| text(&mut bytes)).collect::<Option<Vec<Text>>>()?;
        let small = |index: usize| numbers.get(index).and_then(|number| u32::try_from(*number).ok());
        // SAFETY: `answer` is the caller's, with the data that belongs to it; the bytes outlive each call.
        unsafe {
            match (kind, &texts[..]) {
                (DIAGNOSTIC, &[file, text, option, rendered, function]) => {
                    let diagnostic = interface::Diagnostic {
                        severity: small(0)?,
                        line: small(1)?,
                        column: small(2)?,
                        end_line: small(3)?,
                        end_column: small(4)?,
                        file,
                        text,
                        option,
                        rendered,
                        function,
                    };
                    (answer.diagnostic)(answer.data, &raw const diagnostic);
                }
                (IMAGE, &[properties, bitcode, code, ref kernels @ ..]) => {
                    let image = interface::Image { kernels: Array::of(kernels), properties, bitcode, code };
                    (answer.image)(answer.data, &raw const image);
                }
                (PART, &[bytes]) => (answer.part)(answer.data, small(0)?, bytes),
                (FILE, &[name, hash]) => (answer.file)(answer.data, name, small(0)?, hash),
                (KEPT_MODULE, &[key, bitcode]) => (answer.keep_module)(answer.data, key, bitcode),
                (MODULE_OF_IMAGES, &[bitcode]) => drop((answer.has_images)(answer.data, bitcode)),
                (TIME, []) => (answer.time)(answer.data, small(0)?, *numbers.get(1)?),
                (OUTCOME, []) => return Outcome::of(small(0)?),
                _ => return None,
            }
        }
    }
}

fn number_of_head(bytes: &mut &[u8]) -> Option<u32> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*first))
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

fn text(bytes: &mut &[u8]) -> Option<Text> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(Text::of(text))
}
