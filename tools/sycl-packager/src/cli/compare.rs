//! `compare`: how the images of two files differ.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sycl_propset::printable::escape_json;

use super::common::Common;
use super::console;
use super::failure::{self, Failure, REFUSED};
use sycl_images::compare;
use sycl_images::inspect::Naming;
use sycl_images::output::{self, Inputs};

const EXAMPLES: &str = "\
Examples:
  sycl-packager compare old/app.o new/app.o
  sycl-packager compare old.syclbin new.syclbin --html review.html
  sycl-packager compare main.o branch.o --fail-above 5% --format markdown > comment.md
  sycl-packager compare main/images branch/images --json | jq '.kernels.removed[].name'

Images belong together that are for the same target and share kernels; their order and places do not matter.

Exit code: 0 the images do not differ (with --fail-above: no target has grown that much), 1 they do, 2 wrong usage, or a file is malformed or cannot be read or written.";

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
    /// The form of what is printed.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["html", "json"], default_value = "text")]
    format: Form,
    /// Accept differences, but not that device code of a target in both files grows more: per cent, or bytes.
    #[arg(long, value_name = "GROWTH")]
    fail_above: Option<compare::Limit>,
    /// Show names as in the source [default: on a terminal, on pages and in Markdown].
    #[arg(long, overrides_with = "no_demangle")]
    demangle: bool,
    /// Show names as the files have them [default: elsewhere].
    #[arg(long, overrides_with = "demangle")]
    no_demangle: bool,
}

/// Forms of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For a terminal.
    Text,
    /// For a comment on a pull request.
    Markdown,
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    // "The files differ" and "there is no answer" have exit codes of their own.
    answer(options, common).map_err(Failure::without_answer)
}

fn answer(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    if let Some(page) = &options.html {
        output::prepare(page, &Inputs::from_paths([&options.first, &options.second]))?;
    }
    let comparison = compare::compare(&options.first, &options.second)?;
    let is_for_people = options.html.is_some() || options.format == Form::Markdown || io::stdout().is_terminal();
    let demangles = options.demangle || (!options.no_demangle && is_for_people);
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
        None if options.format == Form::Markdown => console::print(compare::markdown(&comparison, naming))?,
        None => console::print(compare::text(&comparison, naming))?,
    }
    let Some(limit) = options.fail_above else {
        return Ok(ExitCode::from(if comparison.same { 0 } else { REFUSED }));
    };
    let mut code = 0;
    for counts in comparison.grown_above(limit) {
        failure::complain(&format!("{}; expected at most {limit} more", counts.describe()));
        code = REFUSED;
    }
    Ok(ExitCode::from(code))
}
