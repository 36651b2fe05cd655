//! What `scripts/build --rtc` links the compiler library by: the functions that compilations call, which are then beside
//! each other, a tenth of its code. So fewer pages are read for the first compilation, and more of what each one needs
//! stays in the processor's caches.
//!
//! usage: order LIBRARY
//!
//! LIBRARY has its symbols. In a copy each function begins with a breakpoint; what it stops at is what is called. Prints
//! the names in the order of LIBRARY, for the linker's `--symbol-ordering-file`.
#![allow(unsafe_code, reason = "a handler of breakpoints puts instructions back")]
#![allow(clippy::print_stdout, reason = "a program of the build")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::{env, fs, mem, ptr};

use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionKind, SymbolKind};
use sycl_rtc::{Compiler, Language, Request, Settings, Target};

/// The instruction of a breakpoint on x86-64.
const BREAKPOINT: u8 = 0xcc;

/// In bytes.
const PAGE: usize = 4096;

/// What is compiled: kernels of the usual kinds, and one mistake.
const SYCL: &str = r#"#include <sycl/sycl.hpp>
namespace exp = sycl::ext::oneapi::experimental;
namespace item = sycl::ext::oneapi::this_work_item;
template <class T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<1>))
void add(T *a, T *b, T *out) {
  auto i = item::get_nd_item<1>().get_global_linear_id();
  out[i] = a[i] + b[i];
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp::nd_range_kernel<2>))
void rows(float *x, int *count, int width) {
  auto i = item::get_nd_item<2>();
  sycl::group_barrier(i.get_group());
  float sum = 0;
  for (int column = 0; column < width; ++column) sum += sycl::sqrt(x[i.get_global_id(0) * width + column]);
  x[i.get_global_id(0)] = sycl::exp(sum);
  sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count).fetch_add(1);
}
"#;
const OPENCL: &str = r"__kernel void scale(__global float *x, float by) {
  size_t i = get_global_id(0);
  x[i] = sin(x[i]) * by;
}
";
const MISTAKE: &str = "#include <sycl/sycl.hpp>\nvoid broken() { return undeclared; }\n";

/// A function of the library.
struct Function {
    name: String,
    /// What its first byte was.
    byte: u8,
    is_called: AtomicBool,
}

struct Library {
    file: PathBuf,
    /// By address.
    functions: BTreeMap<usize, Function>,
}

/// What the handler knows.
static LIBRARY: OnceLock<Library> = OnceLock::new();

/// Where the library is loaded, once that is known.
static BASE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Reads a library, and writes a copy with breakpoints.
fn with_breakpoints(library: &Path, copy: PathBuf) -> Result<Library, Box<dyn Error>> {
    let mut content = fs::read(library)?;
    let (mut functions, mut places) = (BTreeMap::new(), Vec::new());
    let file = object::File::parse(&*content)?;
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        let Some(index) = symbol.section_index() else { continue };
        let section = file.section_by_index(index)?;
        let (Some((offset, _)), SectionKind::Text) = (section.file_range(), section.kind()) else { continue };
        let place = usize::try_from(symbol.address() - section.address() + offset)?;
        let function =
            Function { name: symbol.name()?.to_owned(), byte: content[place], is_called: AtomicBool::new(false) };
        // One of several names is enough.
        if functions.insert(usize::try_from(symbol.address())?, function).is_none() {
            places.push(place);
        }
    }
    for place in places {
        content[place] = BREAKPOINT;
    }
    fs::write(&copy, content)?;
    Ok(Library { file: copy, functions })
}

/// Where a library is loaded, by the list of mappings. Nothing of it runs while this does, so that no lock is held.
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
        // Somebody else's breakpoint ends the process as it would have.
        // SAFETY: both functions may be called from handlers.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        return;
    };
    function.is_called.store(true, Ordering::Relaxed);
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

fn compile(compiler: &Compiler) -> Result<(), Box<dyn Error>> {
    const DEVICES: [&str; 3] = ["spirv64", "nvptx64:sm_90", "amdgcn:gfx90a"];
    for target in DEVICES.into_iter().chain(["host"]) {
        let mut request = Request::new(Language::Sycl, "kernels", SYCL);
        request.targets = vec![Target::parse(target)?];
        request.names = vec!["add<float>".to_owned()];
        compiler.compile(&request)?;
    }
    for target in DEVICES {
        let mut request = Request::new(Language::OpenClC, "kernel", OPENCL);
        request.targets = vec![Target::parse(target)?];
        compiler.compile(&request)?;
    }
    match compiler.compile(&Request::new(Language::Sycl, "mistake", MISTAKE)) {
        Ok(_) => Err("the mistake was compiled; expected diagnostics".into()),
        Err(_) => Ok(()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let library = env::args_os().nth(1).ok_or("usage: order LIBRARY")?;
    let directory = tempfile::tempdir()?;
    let copy = directory.path().canonicalize()?.join("libsycl_rtc_compiler.so");
    let library = LIBRARY.get_or_init(|| match with_breakpoints(Path::new(&library), copy) {
        Ok(library) => library,
        Err(error) => panic!("{}: {error}", Path::new(&library).display()),
    });
    handle_breakpoints();
    let mut settings = Settings::default();
    settings.compiler = Some(library.file.clone());
    compile(&Compiler::new(settings))?;
    // Whether nodes of sets are compared depends on addresses, which differ from run to run.
    let is_near =
        |function: &&Function| function.is_called.load(Ordering::Relaxed) || function.name.contains("FoldingSet");
    for function in library.functions.values().filter(is_near) {
        println!("{}", function.name);
    }
    Ok(())
}
