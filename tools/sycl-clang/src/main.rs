//! `sycl++`: stock clang with sycl.cfg, for build files that were written for DPC++ or AdaptiveCpp.
//!
//! ```text
//! sycl++ -fsycl -fsycl-targets=spir64 -fsycl-unnamed-lambda -O3 app.cpp -o app
//!   └─ clang++-22 --config=<...>/sycl.cfg -O3 app.cpp -o app
//! ```
//!
//! | module | concept |
//! |---|---|
//! | `options` | what becomes of an option: passed on, translated, dropped with a note, refused |
//! | `precompiled` | `<sycl/sycl.hpp>` is parsed once for many files |
//! | `main` | where clang and sycl.cfg are |
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr, reason = "a program that talks to its user")]

mod options;
mod precompiled;

use std::env;
use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
Compiles SYCL programs with stock clang 22, with the options of DPC++ and AdaptiveCpp.

usage: sycl++ [OPTION]... FILE...

Options go to clang++-22 --config=sycl.cfg, but for those of other SYCL compilers:

  -fsycl-targets=, --acpp-targets=   images for NVIDIA's GPUs (nvptx64-nvidia-cuda,
                                     nvidia_gpu_sm_90, cuda:sm_90), for AMD's (amd_gpu_gfx90a,
                                     hip:gfx90a) and SPIR-V for devices of OpenCL (spirv64)
                                     beside the processor's
  -fsycl-device-code-split=          how kernels are grouped into images
  -fsycl-max-parallel-link-jobs=     steps of the device link at a time
  -fsycl-unnamed-lambda and others that say what holds anyway are dropped, with a note
  -V                                 the version of this program; --version is clang's
  --sycl-help                        this text

Environment:
  SYCL_CLANG   clang++ 22, if it is not /usr/lib/llvm-22/bin/clang++ or in PATH
  SYCL_CFG     sycl.cfg, if it is not installed with this program
  SYCL_PCH_DIR where precompiled headers are kept (~/.cache/sycl++), or `off`: files that include
               <sycl/sycl.hpp> first are compiled with them, if not with -g, from the second on
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if let [only] = &*arguments {
        match only.to_str() {
            Some("--sycl-help") => return print(HELP),
            Some("-V") => return print(concat!("sycl++ ", env!("CARGO_PKG_VERSION"), "\n")),
            _ => {}
        }
    }
    let translated = match options::translate(arguments) {
        Ok(translated) => translated,
        Err(message) => return fail(&message),
    };
    for note in &translated.notes {
        eprintln!("sycl++: note: {note}");
    }
    let config = match configuration() {
        Ok(config) => config,
        Err(message) => return fail(&message),
    };
    let Some(clang) = clang() else {
        return fail("cannot find clang++ 22; install the package clang-22, or set SYCL_CLANG to it");
    };
    let compiler = precompiled::Compiler { clang: &clang, config: &config };
    let mut command = Command::new(&clang);
    command.arg(compiler.option());
    command.args(precompiled::for_command(compiler, &translated.arguments).unwrap_or_default());
    let error = command.args(translated.arguments).exec();
    fail(&format!("cannot run {}: {error}", clang.display()))
}

fn print(text: &str) -> ExitCode {
    let written = std::io::stdout().write_all(text.as_bytes());
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("sycl++: error: {message}");
    ExitCode::from(2)
}

/// The configuration of clang: the one that the user names, beside this program (a checkout), or installed with it.
fn configuration() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("SYCL_CFG") {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!("SYCL_CFG: there is no file {}", named.display()))
        };
    }
    let program = env::current_exe().and_then(|program| program.canonicalize()).map_err(|e| e.to_string())?;
    let directory = program.parent().unwrap_or(Path::new("/"));
    let candidates = [directory.join("sycl.cfg"), directory.join("../lib/sycl-passes/sycl.cfg")];
    let found = candidates.iter().find(|file| file.is_file());
    found.cloned().ok_or_else(|| {
        format!("cannot find sycl.cfg; looked for {} and {}", candidates[0].display(), candidates[1].display())
    })
}

fn clang() -> Option<PathBuf> {
    if let Some(named) = env::var_os("SYCL_CLANG") {
        return Some(named.into());
    }
    let debian = PathBuf::from("/usr/lib/llvm-22/bin/clang++");
    if debian.is_file() {
        return Some(debian);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|directory| directory.join("clang++-22")).find(|file| file.is_file())
}
