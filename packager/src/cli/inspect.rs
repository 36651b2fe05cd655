//! `inspect`: what is in a file.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::inspect::{self, Form};
use clap::Args;

use super::common::Common;
use super::console;
use super::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  sycl-packager inspect app.bundle
  sycl-packager inspect --json app.o | jq '.images[].kernels'";

/// Show the images of a container, host object, table, property or symbol file.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let form = if common.json { Form::Json } else { Form::Text };
    for (index, file) in options.files.iter().enumerate() {
        let report = inspect::report(file, form)?;
        console::print_with(|out| {
            if index > 0 && form == Form::Text {
                out.write_all(b"\n")?;
            }
            report.write_to(out)
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
