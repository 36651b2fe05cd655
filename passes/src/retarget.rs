//! Puts generic device code into the address spaces, conventions and layout of a target.
//!
//! | reads  | the triple, types, kernels, builtin variables |
//! | writes | triple and data layout, address spaces of all types, calling conventions, stack memory, `byval` parameters of kernels, scopes of atomic instructions, calls instead of builtin variables, visibility |
//! | keeps  | names, order, linkage, comdats, attributes, metadata, debug info; running it again changes nothing |
//!
//! Steps, a file for each:
//!
//! 1. `target`: which triple, layout and address spaces the target has.
//! 2. `check`, `generic`: what cannot become another target's, and which space is the generic one. Nothing has changed
//!    if the pass fails.
//! 3. `scopes`, `builtin_variables`, `called_kernels`, `global_pointers`: what is easier to say before types change.
//! 4. [`Editor::retype`]: types change everywhere.
//! 5. `kernel_memory`, `finish`: copies of parameters that kernels write to; visibility and attributes.
//!
//! | space of generic code | SPIR-V's name | GPUs | host |
//! | --- | --- | --- | --- |
//! | 0 | private, functions | 0 | 0 |
//! | 1 | global | 1 | 0 |
//! | 2 | constant | 4 | 0 |
//! | 3 | local | 3 | 0 |
//! | 4 | generic | 0 | 0 |
//!
//! In AdaptiveCpp's convention (`generic=0`) 0 is generic as well, and 4 does not occur.
//!
//! The processor decides the data layout only. It is not written to functions: back ends take `-mcpu`, and functions of
//! a library without the attribute would not be inlined into functions with it.
//!
//! Cost: linear in the module.
//!
//! Limits: a null pointer is 0 in every space, so on AMDGPU local memory at address 0 compares equal to null.
//!
//! Source: "Compiler and runtime architecture" for SPIR-V's spaces; LLVM's "AMDGPU Usage" and "NVPTX Usage" for theirs.

#[cfg(feature = "llvm22")]
mod builtin_variables;
#[cfg(feature = "llvm22")]
mod called_kernels;
#[cfg(feature = "llvm22")]
mod check;
mod error;
#[cfg(feature = "llvm22")]
mod finish;
#[cfg(feature = "llvm22")]
mod generic;
#[cfg(feature = "llvm22")]
mod global_pointers;
#[cfg(feature = "llvm22")]
mod kernel_memory;
#[cfg(feature = "llvm22")]
mod scopes;
#[cfg(feature = "llvm22")]
mod target;

use sycl_propset::triple::BackEndTarget;

pub use error::Error;
#[cfg(feature = "llvm22")]
pub(crate) use kernel_memory::may_be_written;
#[cfg(feature = "llvm22")]
pub(crate) use target::is_host;

use crate::{changed::Changed, diagnostic::Sink, ir::Editor};

/// Address space that points into every other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GenericSpace {
    /// 4, as in SPIR-V.
    #[default]
    Four,
    /// 0, as in AdaptiveCpp.
    Zero,
    /// Whichever the module shows.
    Auto,
}

/// Options of the pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Target of the module. There is no default.
    pub target: Option<BackEndTarget>,
    /// The convention of the module.
    pub generic: GenericSpace,
    /// The triple of the target `host`; by default that which LLVM compiles for.
    pub host: Option<String>,
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]. The module is unchanged then.
#[cfg(not(feature = "llvm22"))]
pub fn run(_: &mut Editor<'_>, _: &Options, _: &mut dyn Sink) -> Result<Changed, Error> {
    Err(Error::NeedsLlvm22 { found: env!("SYCL_PASSES_LLVM_MAJOR") })
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]. The module is unchanged then.
#[cfg(feature = "llvm22")]
pub fn run(editor: &mut Editor<'_>, options: &Options, _: &mut dyn Sink) -> Result<Changed, Error> {
    let target = target::Target::resolve(options.target.as_ref().ok_or(Error::NoTarget)?, options.host.as_deref())?;
    let module = editor.view();
    let kernels = generic::kernels(module);
    check::results(&kernels)?;
    if check::is_done(module, &target, options.generic)? {
        return Ok(Changed::No);
    }
    let space = generic::space(module, &kernels, options.generic)?;
    let policy = target.policy(space)?;
    check::check(module, &target, &policy)?;
    if target.family() == sycl_propset::triple::Family::Spirv && space == generic::SPIRV {
        // Its spaces and conventions are those of generic code.
        editor.set_target(&policy.triple, &policy.layout);
        return Ok(Changed::Yes);
    }
    let variables = builtin_variables::find(module)?;
    let calls = called_kernels::find(module, &kernels)?;
    let scopes = scopes::find(module, &target)?;

    scopes::rename(editor, &scopes);
    builtin_variables::replace(editor, &variables);
    called_kernels::replace(editor, &calls);
    if target.is_gpu() {
        global_pointers::mark(editor, &kernels, policy.generic);
    }
    let local = finish::local_parameters(&kernels);
    let kernels = editor.retype(&policy, &kernels);
    kernel_memory::copy_where_written(editor, &kernels, &policy);
    finish::finish(editor, &target, &kernels, &local);
    Ok(Changed::Yes)
}
