//! The compiler library: source text or bitcode to device images, in the process.
//!
//! It exports `sycl_rtc_compiler_table` only (`runtime/rtc/api/src/compiler_library/interface.rs`), and is loaded by
//! `sycl-rtc`. LLVM and clang are linked statically with hidden symbols, so that another LLVM in the process does not
//! matter, and so that `cpp/emit.cpp` can reach the state of the SPIR-V back end.
//!
//! | module | concept |
//! |---|---|
//! | `pipeline` | the steps of a compilation |
//! | `arguments` | what every front end run is told |
//! | `front_end` | a source to a module, or a stored one |
//! | `back_ends` | back ends, linkers and the validator alone |
//! | `packed` | what the build embeds compressed (`startup/`) |
//! | `passes` | passes alone, as `opt` runs them |
//! | `preamble` | the header of SYCL, read once |
//! | `images` | what images are |
//! | `ordered` | what is said of images that several threads make |
//! | `devices` | what passes do with modules for NVPTX, AMDGPU and the host |
//! | `sycl` | what passes do with modules of SYCL sources |
//! | `shim` | the C++ |
//! | `silence` | whether anything is said |
#![allow(unsafe_code, reason = "C on both sides: the caller's structures, and C++")]

mod arguments;
mod back_ends;
mod devices;
mod front_end;
mod images;
mod ordered;
#[cfg(not(plain_start))]
#[path = "../startup/packed.rs"]
mod packed;
mod panics;
mod passes;
mod pipeline;
mod preamble;
mod shim;
mod silence;
mod sycl;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use sycl_rtc::Severity;
use sycl_rtc::interface::{Answer, BUILD, Job, Outcome, Table, Text};

/// Gives the functions of this library, after LLVM is prepared.
// SAFETY: no other library has a symbol of this name.
#[unsafe(no_mangle)]
pub extern "C" fn sycl_rtc_compiler_table() -> *const Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        shim::initialize();
        panics::remember();
        Table {
            size: size_of::<Table>(),
            build: Text::of(BUILD.as_bytes()),
            llvm_version: Text::of(shim::llvm_version().as_bytes()),
            compile,
            emit: back_ends::emit,
            link: back_ends::link,
            link_modules: back_ends::link_modules,
            run_passes: passes::run,
            validator: Text::of(back_ends::validator().as_bytes()),
            accepts_spirv: back_ends::accepts_spirv,
        }
    });
    &raw const *table
}

unsafe extern "C" fn compile(job: *const Job, answer: *const Answer) -> u32 {
    // SAFETY: `Table::compile` says that both live during the call.
    let (job, answer) = unsafe { (&*job, &*answer) };
    // The only state is the counter of fatal errors.
    let outcome = catch_unwind(AssertUnwindSafe(|| pipeline::run(job, answer)));
    outcome.unwrap_or_else(|_| {
        pipeline::say(answer, Severity::Error, &panics::last());
        Outcome::Internal
    }) as u32
}
