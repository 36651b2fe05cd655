//! A copy of a library in which each function begins with a breakpoint.
#![allow(unsafe_code, reason = "a handler of breakpoints puts instructions back")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::{fs, mem, ptr};

use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionKind, SymbolKind};

/// The instruction of a breakpoint on x86-64.
const BREAKPOINT: u8 = 0xcc;

/// In bytes.
const PAGE: usize = 4096;

/// A function of the library.
struct Function {
    name: String,
    /// Place of its first byte in the file.
    place: usize,
    /// That byte.
    byte: u8,
    /// A bit for each round that has called it.
    rounds: AtomicU32,
}

/// The copy.
pub(crate) struct Library {
    /// Its file.
    pub(crate) file: PathBuf,
    /// By address.
    functions: BTreeMap<usize, Function>,
}

impl Library {
    /// Has the next round begin: what was called counts again. No thread may run code of the library.
    pub(crate) fn begin(&self, round: u32) {
        ROUND.store(round, Ordering::Relaxed);
        for (address, function) in &self.functions {
            if function.rounds.load(Ordering::Relaxed) != 0 {
                let first = BASE.load(Ordering::Relaxed).wrapping_add(*address);
                // SAFETY: the page was made writable when the function was called, and no thread runs code of it.
                unsafe { first.write_volatile(BREAKPOINT) };
            }
        }
    }

    /// All functions in their order, with the rounds that have called them.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (&str, u32)> {
        self.functions.values().map(|function| (&*function.name, function.rounds.load(Ordering::Relaxed)))
    }
}

/// Writes the copy, and has breakpoints handled. Once for each process.
pub(crate) fn insert(library: &Path, copy: PathBuf) -> Result<&'static Library, Box<dyn Error>> {
    let library = with_breakpoints(library, copy)?;
    let library = LIBRARY.get_or_init(|| library);
    handle_breakpoints();
    Ok(library)
}

/// Data of the handler.
static LIBRARY: OnceLock<Library> = OnceLock::new();

/// The round, below 32.
static ROUND: AtomicU32 = AtomicU32::new(0);

/// Address that the library is loaded at, once that is known.
static BASE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Reads a library, and writes a copy with breakpoints.
fn with_breakpoints(library: &Path, copy: PathBuf) -> Result<Library, Box<dyn Error>> {
    let mut content = fs::read(library)?;
    let mut functions: BTreeMap<usize, Function> = BTreeMap::new();
    let file = object::File::parse(&*content)?;
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        let Some(index) = symbol.section_index() else { continue };
        let section = file.section_by_index(index)?;
        let (Some((offset, _)), SectionKind::Text) = (section.file_range(), section.kind()) else { continue };
        let place = usize::try_from(symbol.address() - section.address() + offset)?;
        let (name, byte) = (symbol.name()?.to_owned(), content[place]);
        // One of several names is enough.
        functions.insert(usize::try_from(symbol.address())?, Function { name, place, byte, rounds: AtomicU32::new(0) });
    }
    if functions.is_empty() {
        return Err("found no symbols of functions; expected a library that is not stripped".into());
    }
    for function in functions.values() {
        content[function.place] = BREAKPOINT;
    }
    fs::write(&copy, content)?;
    Ok(Library { file: copy, functions })
}

/// Address that a library is loaded at, by the list of mappings. Nothing of it runs while this does, so that no lock is
/// held.
fn base_of(file: &Path) -> Option<usize> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| line.ends_with(file.to_str().unwrap_or_default()))?;
    usize::from_str_radix(line.split_once('-')?.0, 16).ok()
}

/// Notes the function that is called, and puts its first byte back.
extern "C" fn stopped(signal: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel gives a context of this type to handlers with SA_SIGINFO.
    let registers = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    let counter = &mut registers[libc::REG_RIP as usize];
    let found = LIBRARY.get().and_then(|library| {
        if BASE.load(Ordering::Relaxed).is_null() {
            BASE.store(ptr::with_exposed_provenance_mut(base_of(&library.file)?), Ordering::Relaxed);
        }
        let at = usize::try_from(*counter).ok()?.checked_sub(1)?;
        let function = library.functions.get(&at.checked_sub(BASE.load(Ordering::Relaxed).addr())?)?;
        Some((at, function))
    });
    let Some((at, function)) = found else {
        // A breakpoint that is not ours ends the process as it would have.
        // SAFETY: both functions may be called from handlers.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        return;
    };
    function.rounds.fetch_or(1 << ROUND.load(Ordering::Relaxed), Ordering::Relaxed);
    let first = BASE.load(Ordering::Relaxed).with_addr(at);
    // SAFETY: the page is one of the library's code, and no other thread runs code of it while it is written.
    unsafe {
        libc::mprotect(
            first.with_addr(at & !(PAGE - 1)).cast(),
            PAGE,
            libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC,
        );
        first.write_volatile(function.byte);
    }
    *counter -= 1;
}

fn handle_breakpoints() {
    // SAFETY: all zeros is a valid sigaction, and the handler has the type that SA_SIGINFO asks for.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = stopped as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER;
        libc::sigaction(libc::SIGTRAP, &raw const action, ptr::null_mut());
    }
}
