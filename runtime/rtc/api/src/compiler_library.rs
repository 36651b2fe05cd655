//! Loads the compiler library and calls it: the only unsafe code of this crate, with `interface`.
//!
//! A library is loaded once and stays, as its LLVM cannot be unloaded. Each request runs on a thread of its own, with
//! the stack that clang's recursion needs, whatever the caller's thread has.
#![allow(unsafe_code, reason = "loads a library and calls its functions")]

mod back_ends;
mod build_id;
mod collected;
mod image;
pub mod interface;
mod isolated;
pub mod said;

use std::{
    collections::BTreeMap,
    ffi::{CStr, CString, OsStr, c_void},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    ptr::NonNull,
    sync::{Mutex, Once, PoisonError},
    thread,
    time::Duration,
};

use crate::error::{CompileError, NoCompiler};
pub(crate) use build_id::Build;
pub(crate) use collected::Collected;
pub(crate) use image::CollectedImage;
pub(crate) use isolated::Ended;

use interface::{Answer, BUILD, GetTable, Job, Outcome, TABLE_FUNCTION, Table, Text};
use said::Said;

/// The file of the library.
pub(crate) const FILE: &str = "libsycl_rtc_compiler.so";

/// Bytes of stack for a compilation. Clang's limit for nested templates is for 8 MB; how deep expressions and
/// statements may nest is counted for this size (`nesting.cpp` of the compiler library). What nothing uses takes no
/// memory.
const STACK: usize = 256 << 20;

/// A loaded library.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Library {
    table: &'static Table,
}

/// Takes a message of a compilation; gives the reply to a question, and nothing to others.
pub(crate) type Take<'a> = dyn FnMut(Said<'_>) -> Vec<u8> + 'a;

/// Receiver of messages.
struct Receiver<'a> {
    take: &'a mut Take<'a>,
    /// The last reply.
    reply: Vec<u8>,
}

/// `Answer::say`. What is no message of this build is none.
unsafe extern "C" fn say(data: *mut c_void, said: Text) -> Text {
    // SAFETY: `data` is the receiver of `compile`, which nothing else touches meanwhile; the bytes live during the
    // call.
    let (receiver, said) = unsafe { (&mut *data.cast::<Receiver<'_>>(), said.bytes()) };
    receiver.reply = Said::read(said).map(|said| (receiver.take)(said)).unwrap_or_default();
    Text::of(&receiver.reply)
}

/// The build of the library that would be loaded, if its file says it; `known` is what it said before.
pub(crate) fn build(path: Option<&Path>, known: Option<Build>) -> Option<Build> {
    let candidates = path.map_or_else(candidates, |path| vec![path.to_owned()]);
    let first = candidates.into_iter().find(|candidate| candidate.is_file())?;
    Build::read(&first, known)
}

impl Library {
    /// Loads a library, or the one beside this code.
    pub(crate) fn load(path: Option<&Path>) -> Result<Self, NoCompiler> {
        static LOADED: Mutex<BTreeMap<PathBuf, Library>> = Mutex::new(BTreeMap::new());
        let candidates = path.map_or_else(candidates, |path| vec![path.to_owned()]);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tried = Vec::new();
        for candidate in candidates {
            if let Some(library) = loaded.get(&candidate) {
                return Ok(*library);
            }
            match open(&candidate) {
                Ok(handle) => {
                    let library = Self { table: table(&candidate, handle)? };
                    log::debug!("compiler library {}", candidate.display());
                    loaded.insert(candidate, library);
                    return Ok(library);
                }
                Err(cause) => {
                    log::debug!("no compiler library {}: {cause}", candidate.display());
                    tried.push((candidate, cause));
                }
            }
        }
        Err(NoCompiler::NotFound { tried })
    }

    /// The version of LLVM in it.
    pub(crate) fn llvm_version(self) -> String {
        text(self.table.llvm_version)
    }

    /// Compiles on this thread, which needs the stack of [`with_stack`].
    pub(crate) fn compile<'a>(self, job: &Job, take: &'a mut Take<'a>) -> Outcome {
        let mut receiver = Receiver { take, reply: Vec::new() };
        let answer = Answer { data: (&raw mut receiver).cast(), say };
        let _inside = isolated::inside();
        // SAFETY: job and answer live during the call, and `receiver` is touched by the function of the answer only.
        let outcome = unsafe { (self.table.compile)(job, &raw const answer) };
        Outcome::of(outcome).unwrap_or(Outcome::Internal)
    }

    /// As [`Library::compile`], in a child of this process that is killed after `limit`.
    pub(crate) fn compile_isolated(
        self,
        job: &Job,
        take: &mut Take<'_>,
        limit: Option<Duration>,
    ) -> Result<Outcome, Ended> {
        isolated::compile(self, job, limit, take)
    }
}

/// Threads with the stack of a compilation.
pub(crate) fn thread_builder() -> thread::Builder {
    thread::Builder::new().name("sycl-rtc".to_owned()).stack_size(STACK)
}

/// Runs `work` on a thread with the stack of a compilation, and waits for it.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> Result<T, CompileError> + Send) -> Result<T, CompileError> {
    static FIRST: Once = Once::new();
    thread::scope(|scope| {
        let thread = thread_builder().spawn_scoped(scope, || {
            if cfg!(not(plain_start)) {
                FIRST.call_once(extend_heap);
            }
            work()
        });
        let thread = thread.map_err(|cause| CompileError::Thread { cause: cause.to_string() })?;
        thread
            .join()
            .unwrap_or_else(|_| Err(CompileError::Internal { what: "a thread of the compiler panicked".to_owned() }))
    })
}

/// Has the allocator extend the heap of this thread, once for all that a compilation takes. glibc extends the heaps of
/// threads by a page at a time, and asks the system for each large block until the first of its size is freed: 400
/// system calls are a twentieth of the first compilation (`runtime/rtc/compiler/startup/README.md`).
fn extend_heap() {
    /// As much as the largest object of LLVM's, a target machine, takes.
    const BLOCK: usize = 512 << 10;
    /// With what the allocator keeps beside a block, still less than the one that was freed.
    const PIECE: usize = BLOCK - 64;
    const PIECES: usize = (4 << 20) / BLOCK;
    // Nothing else keeps the compiler from seeing that they are not needed.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(BLOCK)));
    let pieces: [Vec<u8>; PIECES] = std::array::from_fn(|_| Vec::with_capacity(PIECE));
    drop(std::hint::black_box(pieces));
}

/// Paths where the library may be, unless the settings name one: beside the file that holds this code, or in `lib`
/// beside the directory of that. Never in the working directory, nor where the environment says.
fn candidates() -> Vec<PathBuf> {
    own_file().map_or_else(Vec::new, |own| beside(&own))
}

/// Paths where the library of a program or library may be.
pub(crate) fn beside(own: &Path) -> Vec<PathBuf> {
    let Some(directory) = own.parent() else { return Vec::new() };
    let mut candidates = vec![directory.join(FILE)];
    if let Some(prefix) = directory.parent() {
        candidates.push(prefix.join("lib").join(FILE));
    }
    candidates
}

/// The program or library that holds this code.
fn own_file() -> Option<PathBuf> {
    // SAFETY: all fields are pointers, for which zero is a value.
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    let own: fn() -> Option<PathBuf> = own_file;
    // SAFETY: the address is one of this code, and the structure is there to be filled.
    let found = unsafe { libc::dladdr(own as *const c_void, &raw mut info) };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: dladdr gives a terminated string that lives as long as the file is loaded, which this code proves.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    let name = Path::new(OsStr::from_bytes(name.to_bytes()));
    // It is what the file was called by: for a program perhaps a name found in `PATH`, and for a library a path from a
    // working directory that may have been another.
    let file = if name.is_absolute() { name.to_owned() } else { mapped_file(own as usize)? };
    file.canonicalize().ok()
}

/// The file that is mapped at an address.
fn mapped_file(address: usize) -> Option<PathBuf> {
    let maps = std::fs::read("/proc/self/maps").ok()?;
    maps.split(|byte| *byte == b'\n').find_map(|line| file_of_mapping(line, address))
}

/// The file of a line of `/proc/self/maps`, if it holds the address: `from-to mode offset device inode   /file`.
fn file_of_mapping(line: &[u8], address: usize) -> Option<PathBuf> {
    let path = line.iter().position(|byte| *byte == b'/')?;
    let (from, to) = str::from_utf8(line.split(|byte| *byte == b' ').next()?).ok()?.split_once('-')?;
    let number = |digits: &str| usize::from_str_radix(digits, 16).ok();
    (number(from)?..number(to)?).contains(&address).then(|| OsStr::from_bytes(&line[path..]).into())
}

/// Loads a file, or gives what the system says.
fn open(path: &Path) -> Result<NonNull<c_void>, String> {
    // Without a slash the system would look elsewhere.
    let path = std::path::absolute(path).map_err(|cause| cause.to_string())?;
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| "its name has a zero byte".to_owned())?;
    // SAFETY: the name is terminated. What the library runs when it is loaded is ours or LLVM's.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    NonNull::new(handle).ok_or_else(last_error)
}

/// Text of the system about the last failure of this thread.
fn last_error() -> String {
    // SAFETY: the text is terminated and belongs to this thread until its next call; it is copied at once.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() { "unknown error".to_owned() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
    }
}

/// The table of a library, if it is one of this build.
fn table(path: &Path, handle: NonNull<c_void>) -> Result<&'static Table, NoCompiler> {
    // SAFETY: the handle is open and stays so, and the name is terminated.
    let symbol = unsafe { libc::dlsym(handle.as_ptr(), TABLE_FUNCTION.as_ptr()) };
    if symbol.is_null() {
        return Err(NoCompiler::NotOne { path: path.to_owned(), cause: last_error() });
    }
    // SAFETY: every build of the compiler library has a function of this type under the name, and its table begins with
    // the size and the build, and lives as long as the process.
    unsafe {
        let get = std::mem::transmute::<*mut c_void, GetTable>(symbol);
        let table = get();
        let found = text((*table).build);
        if found != BUILD || (*table).size != size_of::<Table>() {
            return Err(NoCompiler::OtherBuild { path: path.to_owned(), found, expected: BUILD });
        }
        Ok(&*table)
    }
}

fn text(text: Text) -> String {
    // SAFETY: texts are read while the call that passes them lasts; those of the table live as long as the process.
    String::from_utf8_lossy(unsafe { text.bytes() }).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_an_address_in_it() {
        let line = b"7f00-7fff r-xp 00001000 fe:00 1234                      /a b/libx.so";
        assert_eq!(file_of_mapping(line, 0x7f00), Some(PathBuf::from("/a b/libx.so")));
        assert_eq!((file_of_mapping(line, 0x7eff), file_of_mapping(line, 0x7fff)), (None, None));
        assert_eq!(file_of_mapping(b"7f00-7fff rw-p 00000000 00:00 0      [heap]", 0x7f00), None);
        let own: fn() -> Option<PathBuf> = own_file;
        let program = std::env::current_exe().unwrap().canonicalize().unwrap();
        assert_eq!((mapped_file(own as usize), own_file()), (Some(program.clone()), Some(program)));
    }
}
