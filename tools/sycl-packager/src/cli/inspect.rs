//! `inspect`: what is in a file.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use sycl_images::inspect::html::{self, MOST_IMAGES};
use sycl_images::inspect::overview::{Overview, Selection};
use sycl_images::inspect::times::BuildTimes;
use sycl_images::inspect::{self, Form, KernelFilter, Naming, Request, dot};
use sycl_images::output::{self, Inputs};

use super::common::Common;
use super::console;
use super::devices;
use super::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  sycl-packager inspect app.bundle
  sycl-packager inspect --summary app
  sycl-packager inspect --kernel '*Convolve*' app.o
  sycl-packager inspect --json app.o | jq '.images[].kernels'
  sycl-packager inspect app --html app.html --device intel_gpu_pvc --device intel_gpu_dg2
  sycl-packager build app.bc --target spirv64 -o app.o --json > build.json
  sycl-packager inspect app.o --html app.html --build build.json
  sycl-packager inspect app.o --dot | dot -Tsvg -o app.svg

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
    /// Write a page for browsers instead: sizes, kernels, requirements, constants; it needs no scripts and no network.
    #[arg(long, value_name = "PAGE", conflicts_with = "summary")]
    html: Option<PathBuf>,
    /// On the page, say which images a device runs, as `check` does; repeatable.
    #[arg(long, value_name = "NAME", requires = "html")]
    device: Vec<String>,
    /// On the page, show how long the build of the files took: what `build --json` printed of it.
    #[arg(long, value_name = "FILE", requires = "html")]
    build: Option<PathBuf>,
    /// A device configuration whose targets are added to the built-in ones, or replace those of the same name.
    #[arg(long, value_name = "FILE", requires = "device")]
    devices: Option<PathBuf>,
    /// Print instead which images import symbols of which others, as a graph for Graphviz.
    #[arg(long, conflicts_with_all = ["json", "summary", "html"])]
    dot: bool,
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
    let shown = if options.html.is_some() || options.dot {
        overview(options, common, &request)?
    } else {
        report(options, &request)?
    };
    match &options.kernel {
        Some(kernel) if shown == 0 => Err(Failure::refused(
            &options.files[0],
            format!("found no kernel `{kernel}`; expected one of its kernels, mangled or as in the source"),
        )
        .hint("`*` stands for any text: --kernel '*NAME*'")),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Prints the reports; gives how many images they show.
fn report(options: &Options, request: &Request) -> Result<usize, Failure> {
    let mut shown = 0;
    for (index, file) in options.files.iter().enumerate() {
        let report = inspect::report(file, request)?;
        shown += report.shown;
        console::print_with(|out| {
            if index > 0 && request.form == Form::Text {
                out.write_all(b"\n")?;
            }
            report.write_to(out)
        })?;
    }
    Ok(shown)
}

/// Writes the page or prints the graphs; gives how many images there are in them.
fn overview(options: &Options, common: &Common, request: &Request) -> Result<usize, Failure> {
    let config = &*super::device_config(options.devices.as_deref())?;
    let targets = options.device.iter().map(|name| Ok((config, devices::find(config, name)?)));
    let devices = targets.collect::<Result<Vec<_>, Failure>>()?;
    let functions = options.html.is_some();
    let selection = Selection { kernel: request.kernel.as_ref(), devices, functions, most: MOST_IMAGES };
    if let Some(page) = &options.html {
        output::prepare(page, &Inputs::from_paths(options.files.iter().chain(&options.build)))?;
    }
    let times = options.build.as_deref().map(BuildTimes::read).transpose()?;
    let files = options.files.iter().map(|file| Overview::read(file, &selection)).collect::<Result<Vec<_>, _>>()?;
    if let (Some(times), Some(summary)) = (&times, &options.build)
        && options.kernel.is_none()
        && !times.is_of(&files)
    {
        return Err(Failure::refused(summary, "it is of another build; expected the one that made the images"));
    }
    let shown = files.iter().map(|file| file.totals.count.images).sum();
    match &options.html {
        // A page is for people, wherever it is written to.
        Some(path) => {
            let naming = if options.no_demangle { Naming::Mangled } else { Naming::Demangled };
            output::write_bytes(path, html::page(&files, &options.device, naming, times.as_ref()).as_bytes())?;
            console::wrote(common, [&**path])?;
        }
        None => {
            let graphs: String = files.iter().map(|file| dot::graph(file, request.naming)).collect();
            console::print(graphs)?;
        }
    }
    Ok(shown)
}
