//! `inspect`: what is in a file.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use sycl_packager::inspect::{self, Report};
use sycl_propset::printable::escape_json;

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
    /// Print a JSON object for each file, a line each.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    for (index, file) in options.files.iter().enumerate() {
        let report = Report::new(&file.display().to_string(), inspect::open(file)?)?;
        if options.json {
            let json = serde_json::to_string(&report).map_err(|e| Failure::refused(file, e.to_string()))?;
            console::print(escape_json(&json) + "\n")?;
        } else {
            console::print(if index > 0 { "\n" } else { "" })?;
            console::print(report.text())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
