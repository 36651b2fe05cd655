//! Makes functions of the host program of kernels: a call of one runs all items of a work-group.
//!
//! | reads  | kernels (`sycl-kernel`), their sizes, `thread_local` variables, calls of `__sp_host_*` |
//! | writes | `K.wg` in the place of each kernel `K`, `!sycl.host.kernels`, `llvm.compiler.used` |
//! | keeps  | debug info, variables, functions that neither wait at barriers nor ask for ids; a second run changes nothing |
//!
//! Steps, a file for each:
//!
//! 1. `kernel`: what is known of each kernel. `reach`: which functions wait at barriers or ask for ids, and where they
//!    cannot be inlined. Nothing has changed if the pass fails here.
//! 2. `prepare`: inlining; copies of by-value arguments that the kernel writes to. Afterwards each kernel is one
//!    function that calls `__sp_host_*`. Functions that cannot be inlined find their item in a variable (`context`).
//! 3. `fission` makes loops over items (`items`): one without barriers; with them, one for each of the regions into
//!    which they cut the body, where control flow is the same for all items (`uniformity`). Else `coroutine` makes the
//!    body a coroutine that is suspended at barriers. Both move the body into a `work_group` and get ids and sizes as
//!    values from `ids`, local memory from `memory`.
//! 4. `table`: what a launch needs to know of each kernel; `gaps` for AddressSanitizer and the mode of floating-point
//!    numbers (`float_mode`) around the whole group.
//! 5. `runtime`: functions of the embedded library for barriers of coroutines, assertions, and what LLVM's code
//!    generator calls (`code_generator`).
//!
//! `runtime/front-door/sycl_host_image.h` is the interface of `K.wg`. `!sycl.host.kernels` has a node for each kernel,
//! ordered by name:
//!
//! ```text
//! !{ptr @K.wg, !"K", i32 sub_group_size, i64 local_size, i64 scratch_per_item, i64 stack_size, i64 stack_per_item,
//!   !{i64 x, i64 y, i64 z} or null, !{!{i32 kind, i64 size, i64 alignment}, ...}}
//! ```
//!
//! Cost: linear in the module, but for LLVM's optimizer.
//!
//! Limits: an error about barriers in step 3 leaves the module as step 2 made it: valid, but unfinished.
//!
//! Source: `docs/host-passes.md`; the section "The pass `work-group-functions`" of the specification.

#[cfg(feature = "llvm22")]
mod access;
#[cfg(feature = "llvm22")]
mod code_generator;
#[cfg(feature = "llvm22")]
mod context;
#[cfg(feature = "llvm22")]
mod coroutine;
mod error;
#[cfg(feature = "llvm22")]
mod fission;
#[cfg(feature = "llvm22")]
mod float_mode;
#[cfg(feature = "llvm22")]
mod flow;
#[cfg(feature = "llvm22")]
mod gaps;
#[cfg(feature = "llvm22")]
mod ids;
#[cfg(feature = "llvm22")]
mod items;
#[cfg(feature = "llvm22")]
mod kernel;
#[cfg(feature = "llvm22")]
mod memory;
#[cfg(feature = "llvm22")]
mod prepare;
#[cfg(feature = "llvm22")]
mod primitive;
#[cfg(feature = "llvm22")]
mod races;
#[cfg(feature = "llvm22")]
mod reach;
#[cfg(feature = "llvm22")]
mod runtime;
#[cfg(feature = "llvm22")]
mod stack_alignment;
#[cfg(feature = "llvm22")]
mod table;
#[cfg(feature = "llvm22")]
mod uniformity;
#[cfg(feature = "llvm22")]
mod work_group;

pub use error::Error;
pub use sycl_propset::words::Barriers;

use crate::{changed::Changed, ir::Editor};

/// Options of the pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Treatment of barriers.
    pub barriers: Barriers,
    /// The size of sub-groups of kernels that require none.
    pub sub_group_size: Option<u32>,
}

/// Largest size of a sub-group.
pub const LARGEST_SUB_GROUP: u32 = 32;

/// Whether sub-groups can have a size: a power of two up to the largest.
#[must_use]
pub fn is_sub_group_size(size: u32) -> bool {
    size.is_power_of_two() && size <= LARGEST_SUB_GROUP
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]. The module is unchanged then.
#[cfg(not(feature = "llvm22"))]
pub fn run(_: &mut Editor<'_>, _: &Options) -> Result<Changed, Error> {
    Err(Error::NeedsLlvm22 { found: env!("SYCL_PASSES_LLVM_MAJOR") })
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`].
#[cfg(feature = "llvm22")]
pub fn run(editor: &mut Editor<'_>, options: &Options) -> Result<Changed, Error> {
    let kernels = kernel::find(editor.view(), options)?;
    if kernels.is_empty() {
        return Ok(Changed::No);
    }
    memory::expand(editor);
    if let Some(variable) = memory::in_initializer(editor.view()) {
        return Err(Error::LocalAddress { variable: variable.name() });
    }
    let is_checked = options.barriers == Barriers::Check;
    let inlined = reach::Reach::analyze(editor.view()).to_inline(is_checked)?;
    prepare::run(editor, &kernels, &inlined);
    // Simplification makes constants of addresses in variables.
    memory::expand(editor);
    if is_checked {
        for facts in &kernels {
            let kernel = editor.view().function(&facts.name).expect("a kernel that was found");
            races::instrument(editor, kernel);
        }
    }
    let outside = context::Outside::find(editor);
    let (mut made, mut coroutines) = (Vec::new(), Vec::new());
    for facts in &kernels {
        let mut kernel = kernel::Kernel::analyze(editor, facts, &outside);
        kernel.is_lenient = options.barriers == Barriers::Lenient;
        kernel.is_checked = is_checked;
        if options.barriers == Barriers::Refuse && kernel.has_barriers() {
            return Err(kernel.refused());
        }
        if options.barriers != Barriers::Coroutine && !is_checked {
            match fission::run(editor, &kernel) {
                Ok(function) => {
                    made.push(function);
                    continue;
                }
                Err(reason) if options.barriers == Barriers::Fission => return Err(reason.error(&facts.name)),
                Err(_) => {}
            }
        }
        // Copies of blocks may have copies of barriers.
        kernel.barriers = kernel::barriers(kernel.function);
        let (function, unsplit) = coroutine::run(editor, &kernel, made.len())?;
        made.push(function);
        coroutines.push(unsplit);
    }
    outside.lower(editor);
    runtime::link(editor);
    coroutine::split(editor, &coroutines, &mut made);
    stack_alignment::align(editor);
    table::write(editor, &made);
    editor.run_required_pipeline("globaldce");
    Ok(Changed::Yes)
}
