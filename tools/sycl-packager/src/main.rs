//! `sycl-packager`: the program around [`sycl_packager::cli`].
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sycl_packager::cli::main(std::env::args_os())
}
