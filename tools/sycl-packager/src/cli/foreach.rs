//! `foreach`: a command for each file of a list.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use sycl_builder::action::quote;
use sycl_builder::foreach::{self, Event, Spec};
use sycl_images::output::{self, Inputs};
use sycl_images::source::read_text;

use super::common::Common;
use super::console::{self, Progress};
use super::failure::{self, Failure};
use super::jobs;

const EXAMPLES: &str = "\
Examples:
  sycl-packager foreach --in-file-list=code.list --in-replace={} --out-replace=@ --out-ext=spv \\
    --out-dir=build --out-file-list=spirv.list -j 8 -- llc -filetype=obj {} -o @
  # two lists, line by line
  sycl-packager foreach --in-file-list=a.list --in-replace=A --in-file-list=b.list --in-replace=B -- cmp A B

A failed command does not stop the others. The exit code is that of the last command of the list that failed.
Under GNU make (`+sycl-packager foreach ...`) jobs are shared with make. Options may have one dash, as those of
llvm-foreach.";

/// Names of options that may have one dash.
pub(super) const LONG_NAMES: &[&str] =
    &["in-file-list", "in-replace", "out-replace", "out-ext", "out-dir", "out-file-list", "out-increment", "jobs"];

/// Run a command for each file of a list, in parallel, like llvm-foreach.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// A list of files, one name a line; several lists are read line by line together.
    #[arg(long, required = true, value_name = "FILE")]
    in_file_list: Vec<PathBuf>,
    /// What the name replaces in arguments, once for each list.
    #[arg(long, required = true, value_name = "TEXT")]
    in_replace: Vec<String>,
    /// What the name of a new output file replaces in arguments.
    #[arg(long, value_name = "TEXT")]
    out_replace: Option<String>,
    /// The extension of output files.
    #[arg(long, default_value = "out", value_name = "EXTENSION", requires = "out_replace")]
    out_ext: String,
    /// The directory of output files [default: that of temporary files].
    #[arg(long, value_name = "DIRECTORY", requires = "out_replace")]
    out_dir: Option<PathBuf>,
    /// Where the names of output files are written, one a line; only if no command fails.
    #[arg(long, value_name = "FILE", requires = "out_replace")]
    out_file_list: Option<PathBuf>,
    /// A text in arguments that gets `_1`, `_2`, ... behind it from the second command on.
    #[arg(long, value_name = "TEXT")]
    out_increment: Option<String>,
    /// Commands at a time [default: 1; under GNU make as many as it has jobs for].
    #[arg(short, long, value_name = "NUMBER", value_parser = jobs::number)]
    jobs: Option<usize>,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(options: Options, common: &Common) -> Result<ExitCode, Failure> {
    if options.in_file_list.len() != options.in_replace.len() {
        return Err(Failure::usage("found a different number of --in-file-list and --in-replace; expected the same"));
    }
    let mut inputs = Vec::new();
    for (list, pattern) in options.in_file_list.iter().zip(options.in_replace) {
        let content = read_text(list)?;
        let text = String::from_utf8(content).map_err(|_| Failure::refused(list, "the list is not UTF-8"))?;
        inputs.push((pattern, text.lines().map(str::to_owned).collect::<Vec<_>>()));
    }
    let names = inputs.first().map(|(_, files)| files.clone()).unwrap_or_default();
    let directory = options.out_dir.unwrap_or_else(std::env::temp_dir);
    let spec = Spec {
        inputs,
        out_replace: options.out_replace,
        out: (directory, options.out_ext),
        out_increment: options.out_increment,
        command: options.command,
    };
    if let Some(list) = &options.out_file_list {
        output::prepare(list, &Inputs::from_paths(&options.in_file_list))?;
    }
    let plan = spec.plan()?;
    let limit = jobs::limit(options.jobs, 1);
    let mut progress = Progress::new("finished", plan.commands.len());
    if common.verbose > 0 {
        for command in &plan.commands {
            failure::detail(&command.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" "));
        }
    }
    let code = foreach::run(&plan, &limit, |event| match event {
        Event::Done { finished } => progress.done(finished),
        Event::Failed { index, code, finished } => {
            let program = plan.commands[index].first().expect("a plan has no empty command");
            failure::complain(&format!("{}: `{program}` failed with exit code {code}", names[index]));
            progress.done(finished);
        }
    });
    drop(progress);
    let code = code.map_err(|e| Failure::usage(e.to_string()))?;
    if code == 0
        && let Some(list) = &options.out_file_list
    {
        let lines: String = plan.outputs.iter().map(|output| format!("{}\n", output.display())).collect();
        output::write_bytes(list, lines.as_bytes())?;
        console::wrote(common, [&**list])?;
    }
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(failure::REFUSED)))
}
