//! `doctor`: what a build would find on this machine, what is missing, and which targets can be built.
//!
//! It looks where `build` looks, with the same options and settings and by the same code. For each target it has a
//! request resolved as if there were device code for it, which says the programs that are missing.
//!
//! | module | concept |
//! |---|---|
//! | `checks` | plugin, programs, compiler library, built-ins, cache, settings |
//! | `runtimes` | which runtimes have files here |
//! | `targets` | whether targets can be built |
//! | `report` | what is printed |

mod checks;
mod report;
mod runtimes;
mod targets;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::common::Common;
use super::failure::{Failure, REFUSED};
use super::pipeline::{self, places, request};
use super::{console, settings};
use report::Report;
use sycl_builder::cache::Cache;
use sycl_builder::tools::PACKAGER;
use sycl_images::error::Error;

const EXAMPLES: &str = "\
Examples:
  sycl-packager doctor
  sycl-packager doctor --target intel_gpu_pvc --llvm-bin /opt/llvm-22/bin
  sycl-packager doctor --json | jq '.targets[] | select(.can_be_built | not)'
  sycl-packager doctor -q || echo 'something is missing'

Options and settings are those of `build`. Without --target the default targets count, spirv64, nvptx64:sm_90,
amdgcn:gfx90a and host; what else there is of targets is shown, too. Of runtimes, only files are looked for.

Exit code: 0 the targets can be built, 1 something that they need is missing, 2 wrong usage, or a file cannot be read.";

/// The options of `build` on which it depends what a build finds.
const OF_BUILD: [&str; 14] = [
    "target",
    "libclc",
    "no_retarget",
    "cuda_image",
    "validate",
    "host",
    "devices",
    "plugin",
    "llvm_bin",
    "tool",
    "back_ends",
    "cache_dir",
    "cache_read",
    "settings",
];

/// The options that were given, as `build` takes them.
#[derive(Debug)]
pub(super) struct Options {
    given: Vec<OsString>,
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        let build = pipeline::Options::augment_args(Command::new("build"));
        let shared = build.get_arguments().filter(|arg| OF_BUILD.contains(&arg.get_id().as_str()));
        let command = command.args(shared.cloned().map(|arg| arg.required(false)));
        command
            .about("Say what builds find on this machine, what is missing, and which targets can be built")
            .after_help(EXAMPLES)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let is_given = |name: &&str| matches.value_source(name) == Some(ValueSource::CommandLine);
        let words = |name: &str| {
            let long = name.replace('_', "-");
            if name == "no_retarget" {
                return vec![OsString::from(format!("--{long}"))];
            }
            let word = |value: &std::ffi::OsStr| {
                let mut word = OsString::from(format!("--{long}="));
                word.push(value);
                word
            };
            matches.get_raw(name).into_iter().flatten().map(word).collect()
        };
        Ok(Self { given: OF_BUILD.iter().filter(|name| is_given(name)).flat_map(|name| words(name)).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A build as it would be: its options, and where they come from.
struct Build {
    options: pipeline::Options,
    /// Settings.
    rows: Vec<settings::Row>,
    /// Whether targets are named.
    has_targets: bool,
}

/// A build with these options and the settings; an exit code if that makes no sense.
fn build(options: &Options, command: &Command) -> Result<Result<Build, ExitCode>, Failure> {
    let mut arguments: Vec<OsString> = vec![PACKAGER.into(), "build".into()];
    arguments.extend(options.given.iter().cloned());
    // Nothing is read and nothing is written.
    arguments.extend(["--output=images/".into(), "in.bc".into()]);
    let applied = settings::apply(command, arguments)?.expect("settings alone were not asked for");
    let settings::Applied { mut arguments, origins, rows } = applied;
    let has_targets = rows.iter().any(|row| row.option == "target");
    if !has_targets {
        // `build` has to have one; which others there are depends on the device configuration.
        arguments.push("--target=spirv64".into());
    }
    let parsed = command.clone().try_get_matches_from(arguments).and_then(|matches| {
        let (_, matches) = matches.subcommand().expect("it is `build`");
        pipeline::Options::from_arg_matches(matches)
    });
    Ok(match parsed {
        Ok(options) => Ok(Build { options, rows, has_targets }),
        Err(error) => Err(super::misused(&error, &origins)),
    })
}

pub(super) fn run(options: &Options, common: &Common, command: &Command) -> Result<ExitCode, Failure> {
    let build = match build(options, command)? {
        Ok(build) => build,
        Err(code) => return Ok(code),
    };
    let report = examine(build, command)?;
    if common.json {
        console::print(report.json())?;
    } else if !common.quiet {
        console::print(report.text())?;
    }
    Ok(if report.can_build { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

fn examine(build: Build, command: &Command) -> Result<Report, Failure> {
    let Build { options, rows, has_targets } = build;
    let search = places::search(&options)?;
    let goals = request::goals(&options)?;
    let (cache_checks, cache, cache_is_fit) = checks::cache(&options);
    let cache = match cache {
        Some(cache) => cache,
        None => Cache::temporary().map_err(Error::from)?,
    };
    let (plugin, plugin_works) = checks::plugin(&options, &search, &cache)?;
    let goals_of_doctor = targets::goals(&goals, has_targets, &request::host(&options));
    let request =
        request::assemble(&options, &goals, plugin.file.clone().unwrap_or_default().into(), request::Code::default())?;
    let targets: Vec<_> =
        goals_of_doctor.iter().map(|goal| targets::examine(goal, &request, &search, &cache, plugin_works)).collect();
    let needed: Vec<&str> = targets.iter().filter(|target| target.counts).flat_map(targets::missing).collect();
    let (library, library_is_fit) = checks::library(options.choice(), &search, &cache)?;
    let mut all = vec![plugin];
    all.extend(checks::programs(&search, &cache, &needed)?);
    all.push(library);
    all.extend(checks::beside(&search.packager));
    all.extend(checks::built_ins(&request.recipe.libclc));
    all.extend(cache_checks);
    all.extend(checks::settings(!rows.is_empty(), &search.environment, command));
    all.push(checks::devices(&options, &goals.config));
    all.extend(runtimes::all());
    let can_build =
        cache_is_fit && library_is_fit && targets.iter().all(|target| target.can_be_built || !target.counts);
    Ok(Report::new(can_build, &search.packager, all, targets, rows))
}
