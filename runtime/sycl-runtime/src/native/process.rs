//! The end of the process, forks, and what the system says about the processor.

use std::io::Write;
use std::sync::OnceLock;

use sycl_host_device::Lock;

static AT_EXIT: Lock<Vec<fn()>> = Lock::new(Vec::new());
static AT_FORK: OnceLock<AtFork> = OnceLock::new();

/// Functions that are called around a fork, on the thread that forks.
#[derive(Clone, Copy)]
pub(crate) struct AtFork {
    /// Before it: takes locks, so that no other thread holds them in the child.
    pub(crate) before: fn(),
    pub(crate) in_parent: fn(),
    pub(crate) in_child: fn(),
}

extern "C" fn exit() {
    let last = AT_EXIT.lock().pop();
    last.inspect(|act| act());
}

extern "C" fn before() {
    AT_FORK.get().inspect(|at| (at.before)());
}

extern "C" fn parent() {
    AT_FORK.get().inspect(|at| (at.in_parent)());
}

extern "C" fn child() {
    AT_FORK.get().inspect(|at| (at.in_child)());
}

/// Calls a function when the process ends by `exit`, before the destructors of objects that are older than this call.
pub(crate) fn at_exit(act: fn()) {
    AT_EXIT.lock().push(act);
    // The system calls it as often as it is told to, in reverse order.
    // SAFETY: the function takes nothing and returns.
    unsafe { libc::atexit(exit) };
}

/// Calls functions around each fork.
pub(crate) fn at_fork(at: AtFork) {
    if AT_FORK.set(at).is_ok() {
        // SAFETY: the functions take nothing and return.
        unsafe { libc::pthread_atfork(Some(before), Some(parent), Some(child)) };
    }
}

/// Ends the process as a failed `assert` of C does.
pub(crate) fn abort_with(message: &str) -> ! {
    let _ = std::io::stderr().write_all(message.as_bytes()); // nothing better can be done
    std::process::abort();
}

/// Bytes of memory of this machine.
pub(crate) fn memory_size() -> u64 {
    // SAFETY: asks for numbers.
    let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGE_SIZE)) };
    u64::try_from(pages).unwrap_or(0).saturating_mul(u64::try_from(size).unwrap_or(0))
}

/// Maker of the processor, as it says itself.
pub(crate) fn processor_vendor() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let leaf = std::arch::x86_64::__cpuid(0);
        let bytes: Vec<u8> = [leaf.ebx, leaf.edx, leaf.ecx].iter().flat_map(|word| word.to_le_bytes()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        "unknown".to_owned()
    }
}

/// Bytes of a vector register of the best image that there can be.
pub(crate) fn vector_bytes() -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            return 64;
        }
        if std::arch::is_x86_feature_detected!("avx") {
            return 32;
        }
    }
    16
}

/// Variable that says which decisions are told on stderr: `error`, `warn`, `info`, `debug` or `trace`.
const LOG: &str = "SYCL_RUNTIME_LOG";

/// Starts the log, unless the program has one.
pub(super) fn start_log() {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        let environment = env_logger::Env::new().filter_or(LOG, "off");
        let _ = env_logger::Builder::from_env(environment).try_init(); // another one is the program's
    });
}
