//! `compare`: how the images of two files differ.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use sycl_propset::printable::escape_json;

use super::common::Common;
use super::console;
use super::failure::{Failure, REFUSED};
use sycl_images::compare;
use sycl_images::inspect::Naming;
use sycl_images::output::{self, Inputs};

const EXAMPLES: &str = "\
Examples:
  sycl-packager compare old/app.o new/app.o
  sycl-packager compare old.syclbin new.syclbin --html review.html
  sycl-packager compare main/images branch/images --json | jq '.kernels.removed[].name'

Images belong together that are for the same target and share kernels; their order and places do not matter.

Exit code: 0 the images do not differ, 1 they do, 2 wrong usage, or a file is malformed or cannot be read or written.";

/// Show how the images of two files differ: kernels and images added, removed and changed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// One file or directory, of any kind that `inspect` reads.
    first: PathBuf,
    /// The other.
    second: PathBuf,
    /// Write a page for browsers instead; it needs no scripts and no network.
    #[arg(long, value_name = "PAGE")]
    html: Option<PathBuf>,
    /// Show names as in the source [default: on a terminal and on pages].
    #[arg(long, overrides_with = "no_demangle")]
    demangle: bool,
    /// Show names as the files have them [default: elsewhere].
    #[arg(long, overrides_with = "demangle")]
    no_demangle: bool,
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    // Whoever asks whether files differ has to know when there is no answer.
    answer(options, common).map_err(Failure::without_answer)
}

fn answer(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    if let Some(page) = &options.html {
        output::prepare(page, &Inputs::of([&options.first, &options.second]))?;
    }
    let comparison = compare::compare(&options.first, &options.second)?;
    let demangles =
        options.demangle || (!options.no_demangle && (options.html.is_some() || io::stdout().is_terminal()));
    let naming = if demangles { Naming::Demangled } else { Naming::Mangled };
    match &options.html {
        Some(page) => {
            output::write_bytes(page, compare::page(&comparison, naming).as_bytes())?;
            console::wrote(common, [&**page])?;
        }
        None if common.json => {
            let json = serde_json::to_string(&comparison).expect("counts and texts have a form in JSON");
            console::print(escape_json(&json) + "\n")?;
        }
        None if common.quiet => {}
        None => console::print(compare::text(&comparison, naming))?,
    }
    Ok(ExitCode::from(if comparison.same { 0 } else { REFUSED }))
}
