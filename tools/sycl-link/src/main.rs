//! `sycl-link`: what clang's driver calls to link SYCL device code, in place of LLVM's programs.
//!
//! ```text
//! clang++ -fsycl -B<prefix>/lib/sycl-passes/driver a.o b.o -lsycl -o app
//!   └─ clang-linker-wrapper ── this program, by the name of a link to it
//!        ├─ no SYCL device code: LLVM's own wrapper, with the same arguments
//!        └─ else: `sycl-packager build`, then the host linker, with an object that registers the images
//! ```
//!
//! | module | concept |
//! |---|---|
//! | `wrapper` | as `clang-linker-wrapper` |
//! | `device_link` | as `clang-sycl-linker`: bitcode in, containers for LLVM's own wrapper out |
//! | `arguments` | what clang's driver passes: what the wrapper takes, what the linker takes |
//! | `response` | arguments from and in files |
//! | `options` | `--sycl-...`: options of `build`, from the command line or a file |
//! | `runtime` | the runtime of `<sycl/sycl.hpp>` among the inputs |
//! | `inputs` | the files of a link, and what device code is in them |
//! | `script` | linker scripts in the place of libraries |
//! | `members` | which members of archives the host linker takes |
//! | `find` | where other programs are |
#![forbid(unsafe_code)]

mod arguments;
mod device_link;
mod find;
mod inputs;
mod members;
mod options;
mod response;
mod runtime;
mod script;
mod wrapper;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use sycl_packager::cli::{self, CommandFailure};

/// The names under which clang's driver calls this program.
const WRAPPER: &str = "clang-linker-wrapper";
const SYCL_LINKER: &str = "clang-sycl-linker";

const HELP: &str = "\
Links SYCL device code for clang. The name under which it is called decides what it is:

  clang-linker-wrapper   device code of host objects becomes images; the host linker links them into the program
  clang-sycl-linker      bitcode becomes images for LLVM's own wrapper; settable constants and required aspects get lost

clang++ -fsycl calls them if -B or COMPILER_PATH names their directory:

  clang++-22 -fsycl -B<prefix>/lib/sycl-passes/driver app.cpp -lsycl -o app

Options are those of `sycl-packager build`, given as -Wl,--sycl-NAME=VALUE.

";

fn main() -> ExitCode {
    cli::set_program("sycl-link");
    cli::handle_signals();
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let arguments: Vec<OsString> = arguments.collect();
    let stem = Path::new(&name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let done = if stem.starts_with(WRAPPER) {
        wrapper::run(arguments)
    } else if stem.starts_with(SYCL_LINKER) {
        device_link::run(arguments)
    } else {
        by_its_own_name(&arguments)
    };
    done.unwrap_or_else(|failure| failure.report())
}

/// Called by a user rather than by clang.
fn by_its_own_name(arguments: &[OsString]) -> Result<ExitCode, CommandFailure> {
    match arguments.first().and_then(|argument| argument.to_str()) {
        Some("--help" | "-h") => {
            cli::print(format!("{HELP}{}", options::help()))?;
            Ok(ExitCode::SUCCESS)
        }
        Some("--version" | "-V") => {
            cli::print(format!("sycl-link {}\n", env!("CARGO_PKG_VERSION")))?;
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            let message = format!("found the name `sycl-link`; expected to be called as {WRAPPER} or {SYCL_LINKER}");
            Err(CommandFailure::usage(message).hint("--help says how clang does that"))
        }
    }
}
