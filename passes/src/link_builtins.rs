//! Gives a module that was retargeted the functions that its front end left undefined: built-in functions, mathematics,
//! and what the user has in libraries.
//!
//! | reads  | declarations, by base name and types ([`crate::builtins::table`]); the embedded library; the user's; |
//! |        | libclc |
//! | writes | what is needed of them, internal; calls of `__spirv_AtomicIAdd` go to `__sp_atomic_iadd_i32_p1` and so on |
//! | keeps  | all that the module defines, what later passes, back end or driver define; a second run changes nothing |
//!
//! First calls of mathematics that may be approximated get functions of less precision (`approximate`). Then, round by
//! round until nothing changes:
//!
//! 1. Calls of built-in functions become calls of the function for their types (`resolve`): all mangled names of an
//!    operation are one function. What stands between other types, other address spaces or vectors and the library is
//!    made here (`adapt`). printf is lowered (`printf`).
//! 2. Libraries are linked in order, of each only what is needed: the embedded one, the user's, libclc (`link`).
//!    Variants of a target count as that target. What is linked is internal and code for the module's processor.
//!
//! What is undefined then is one error that names all of it, with the kernels that reach it (`undefined`).
//!
//! CUDA's libdevice asks `__nvvm_reflect` for its mode. LLVM answers with the module flag `nvvm-reflect-ftz` and the
//! processor; other answers are made here: square roots and divisions are precise.
//!
//! Limits: what libraries say as a whole is not taken over: `llvm.used`, constructors, module flags. If it fails, the
//! module is valid, but has a part of the libraries.
//!
//! Cost: linear in the module, and in the tables of symbols of the libraries that are needed; of bodies only those are
//! read that are linked.
//!
//! Source: `docs/retarget.md`.

// All but the errors needs LLVM 22: the embedded library is bitcode of it.
#[cfg(feature = "llvm22")]
mod adapt;
#[cfg(feature = "llvm22")]
mod approximate;
mod error;
#[cfg(feature = "llvm22")]
mod libclc;
#[cfg(feature = "llvm22")]
mod libraries;
#[cfg(feature = "llvm22")]
mod link;
#[cfg(feature = "llvm22")]
mod mangled;
#[cfg(feature = "llvm22")]
mod opencl;
#[cfg(feature = "llvm22")]
mod opencl_host;
#[cfg(feature = "llvm22")]
mod printf;
#[cfg(feature = "llvm22")]
mod reflect;
#[cfg(feature = "llvm22")]
mod resolve;
#[cfg(feature = "llvm22")]
mod undefined;

use std::path::PathBuf;

#[cfg(feature = "llvm22")]
pub(crate) use self::mangled::base_name;
pub use crate::users::Users;
pub use error::{Error, LibraryError, LibraryProblem, Missing, OtherTypes, Refused, Use};

use crate::{
    changed::Changed,
    diagnostic::Sink,
    ir::{Editor, Function},
};

/// Place of libclc.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibclcPlace {
    /// The place of Debian's package, if it is installed.
    #[default]
    Auto,
    /// This file.
    File(PathBuf),
    /// In memory, in pieces.
    #[cfg(feature = "llvm22")]
    Pieces(crate::ir::LazyPieces),
    /// Nowhere.
    Off,
}

/// The treatment of names that stay undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undefined {
    /// It is an error.
    #[default]
    Error,
    /// It is a warning.
    Warn,
    /// It stays: other images may have it.
    Keep,
}

impl Undefined {
    /// By the names that users know.
    pub const NAMES: [(&'static str, Self); 3] = [("error", Self::Error), ("warn", Self::Warn), ("keep", Self::Keep)];
}

/// Options of the pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The library of this crate for the target, in pieces, of which less is read than of the whole.
    #[cfg(feature = "llvm22")]
    pub own: Option<crate::ir::LazyPieces>,
    /// Libraries, in order.
    pub libraries: Vec<PathBuf>,
    /// Place of libclc.
    pub libclc: LibclcPlace,
    /// The treatment of undefined names.
    pub undefined: Undefined,
    /// Whether the module calls functions of libclc by their names, as OpenCL C does. Else they are functions of the
    /// user's that have these names.
    pub is_opencl: bool,
}

/// Whether some target has what a declaration names, from the library, the back end or the driver.
#[cfg(not(feature = "llvm22"))]
pub(crate) fn some_target_has(_: Function<'_>) -> bool {
    false
}

/// Whether some target has what a declaration names, from the library, the back end or the driver.
#[cfg(feature = "llvm22")]
pub(crate) fn some_target_has(function: Function<'_>) -> bool {
    use crate::builtins::table::Family;
    use resolve::Meaning;

    [Family::Spirv, Family::Nvptx, Family::Amdgpu, Family::Host]
        .into_iter()
        .any(|target| matches!(Meaning::resolve(function, target), Meaning::Stays | Meaning::Builtin { .. }))
}

/// Links what is needed.
///
/// # Errors
/// [`Error::OldLlvm`].
#[cfg(not(feature = "llvm22"))]
pub fn run(_: &mut Editor<'_>, options: &Options, _: &mut dyn Sink) -> Result<Changed, Error> {
    // Nothing is promised then.
    if options.undefined == Undefined::Keep { Ok(Changed::No) } else { Err(Error::OldLlvm) }
}

/// Links what is needed.
///
/// # Errors
/// See [`Error`].
#[cfg(feature = "llvm22")]
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Changed, Error> {
    use crate::{
        builtins::{self, table::Family},
        diagnostic::Severity,
    };

    let target = link::target_of(editor.view())?;
    let name = format!("built-in functions for {}", link::name_of(target));
    let own = match options.own {
        Some(pieces) => libraries::Bytes::Pieces(pieces.0()),
        None => libraries::Bytes::Embedded(builtins::library(target)),
    };
    let own = libraries::Source { name, bytes: own };
    let users = libraries::Source::files(&options.libraries)?;
    let barriers = undefined::device_barriers(editor.view(), target);
    let libclc = libclc::Libclc::new(options.libclc.clone(), options.is_opencl);
    let mut changed = approximate::run(editor, target);
    let mut linking = link::Linking::new(editor, target, own, users, libclc);
    changed |= linking.run()?;
    let math = linking.into_math();
    if target == Family::Nvptx {
        changed |= reflect::answer(editor);
    }
    if options.undefined == Undefined::Keep {
        return Ok(changed);
    }
    changed |= crate::abi_functions::define(editor);
    let mut missing = undefined::find(editor.view(), target, &math, options.libclc == LibclcPlace::Off);
    missing.refused.splice(0..0, barriers);
    if !missing.is_empty() {
        if options.undefined == Undefined::Error {
            return Err(Error::Undefined(missing));
        }
        sink.report(Severity::Warning, &missing.to_string());
    }
    Ok(changed)
}
