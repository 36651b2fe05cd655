//! `inspect`: what is in a file.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::inspect::{self, Form, KernelFilter, Naming, Request};
use clap::Args;

use super::common::Common;
use super::console;
use super::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  sycl-packager inspect app.bundle
  sycl-packager inspect --summary app
  sycl-packager inspect --kernel '*Convolve*' app.o
  sycl-packager inspect --json app.o | jq '.images[].kernels'

FILE is a program, library, object or archive with images for a SYCL runtime, a container, a file table, properties or
symbols, device code by itself (SPIR-V, PTX, LLVM IR, code objects of GPUs, libraries for the host), or a directory that
`collect` or `build` made.";

/// Show the images in programs, libraries, containers, tables, directories and device code.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The files and directories.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print how many images, kernels and bytes there are for each target, and no more.
    #[arg(long)]
    summary: bool,
    /// Show images with this kernel only: its name, mangled or not; `*` stands for any text.
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Show names as in the source, one to a line [default: on a terminal].
    #[arg(long, overrides_with = "no_demangle", conflicts_with = "json")]
    demangle: bool,
    /// Show names as the file has them [default: not on a terminal].
    #[arg(long, overrides_with = "demangle", conflicts_with = "json")]
    no_demangle: bool,
}

impl Options {
    fn request(&self, common: &Common) -> Request {
        let demangles = self.demangle || (!self.no_demangle && io::stdout().is_terminal());
        Request {
            form: if common.json { Form::Json } else { Form::Text },
            naming: if demangles { Naming::Demangled } else { Naming::Mangled },
            kernel: self.kernel.clone().map(KernelFilter::new),
            only_totals: self.summary,
        }
    }
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let request = options.request(common);
    let mut shown = 0;
    for (index, file) in options.files.iter().enumerate() {
        let report = inspect::report(file, &request)?;
        shown += report.shown;
        console::print_with(|out| {
            if index > 0 && request.form == Form::Text {
                out.write_all(b"\n")?;
            }
            report.write_to(out)
        })?;
    }
    match &options.kernel {
        Some(kernel) if shown == 0 => Err(Failure::refused(
            &options.files[0],
            format!("found no kernel `{kernel}`; expected one of its kernels, mangled or as in the source"),
        )
        .hint("`*` stands for any text: --kernel '*NAME*'")),
        _ => Ok(ExitCode::SUCCESS),
    }
}
