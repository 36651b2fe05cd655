//! `sycl-packager`: the command line of the library of the same name.
//!
//! | module | concept |
//! |---|---|
//! | `cli` | the commands, their options, exit codes |
//! | `cli::console` | standard output, progress |
//! | `cli::failure` | how a command fails |
#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os())
}
