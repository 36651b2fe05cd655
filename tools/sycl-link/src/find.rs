//! Paths of other programs.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sycl_packager::cli::CommandFailure;

use crate::WRAPPER;

/// Directory of LLVM 22 in Debian's packages.
const DEBIAN: &str = "/usr/lib/llvm-22/bin";

/// LLVM's `clang-linker-wrapper`: the one that the user names, or the next one that clang would have called.
///
/// # Errors
/// There is none; the message says where it was looked for.
pub(crate) fn real_wrapper(named: Option<&Path>) -> Result<PathBuf, CommandFailure> {
    if let Some(named) = named {
        let message = || format!("{}: there is no such program; expected LLVM's {WRAPPER}", named.display());
        return if is_program(named) { Ok(named.to_owned()) } else { Err(CommandFailure::usage(message())) };
    }
    let directories = |name: &str| env::split_paths(&env::var_os(name).unwrap_or_default()).collect::<Vec<_>>();
    let mut candidates: Vec<PathBuf> = directories("COMPILER_PATH").iter().map(|path| path.join(WRAPPER)).collect();
    candidates.push(Path::new(DEBIAN).join(WRAPPER));
    for directory in directories("PATH") {
        candidates.extend([directory.join(format!("{WRAPPER}-22")), directory.join(WRAPPER)]);
    }
    let own = env::current_exe().and_then(|program| program.canonicalize()).ok();
    let is_other = |path: &&PathBuf| is_program(path) && path.canonicalize().ok() != own;
    candidates.iter().find(is_other).cloned().ok_or_else(|| {
        let message = format!("cannot find LLVM's `{WRAPPER}`; looked for it in COMPILER_PATH, {DEBIAN} and PATH");
        let failure = CommandFailure::usage(message).hint("install the package clang-tools-22 or clang-22");
        failure.hint("--sycl-real-wrapper=FILE names one that is somewhere else")
    })
}

/// The host linker that clang names, by its path or for `PATH`.
///
/// # Errors
/// It is not there; none was named.
pub(crate) fn linker(named: Option<&Path>) -> Result<PathBuf, CommandFailure> {
    let Some(named) = named else {
        let message = "found no --linker-path; expected the host linker, as clang's driver names it";
        return Err(CommandFailure::usage(message));
    };
    if named.components().count() > 1 {
        let message = || format!("cannot find the host linker `{}`", named.display());
        return if is_program(named) { Ok(named.to_owned()) } else { Err(CommandFailure::usage(message())) };
    }
    let path: OsString = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|directory| directory.join(named)).find(|file| is_program(file));
    found.ok_or_else(|| {
        CommandFailure::usage(format!("cannot find the host linker `{}`; looked for it in PATH", named.display()))
    })
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
