//! The command line: the commands and what they have in common. It is part of the library because `sycl-link` builds
//! with the options, messages and cache of `build`.
//!
//! | module | concept |
//! |---|---|
//! | `common` | what all commands have: `--json`, `--quiet`, `--verbose`, `--color` |
//! | `console` | standard output, progress |
//! | `failure` | how a command fails |
//! | others | one command each |

mod bundle;
mod cache;
mod check;
mod collect;
mod common;
mod compare;
mod console;
mod devices;
mod doctor;
mod failure;
mod foreach;
mod generate;
mod inspect;
mod jobs;
mod names;
mod pipeline;
mod props;
mod settings;
mod signals;
mod size;
mod syclbin;
mod table;
mod unbundle;
mod validate;
pub mod words;
mod wrap;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use sycl_builder::back_ends;
use sycl_builder::jobs::Limit;
use sycl_builder::tools::LLVM_MAJOR;
use sycl_images::Error;
use sycl_images::embedded::Embedded;
use sycl_images::offload_binary::ImageKind;
use sycl_images::output;
use sycl_images::output::{Files, Target};
use sycl_propset::devices::{DeviceConfig, LoadError};
use sycl_propset::printable::excerpt;

pub use clap_complete::Shell;

/// The file by which `build --rdc-objects DIRECTORY` names the objects that it has made in the directory, a line for
/// each, in order. Without it there is one object, the output.
pub const OBJECTS_OF_UNITS: &str = "objects.txt";
use common::Common;
pub use console::print;
use failure::Failure;
pub use failure::{Failure as CommandFailure, set_program, warn, warn_with_hint};
pub use generate::{completions, write_pages};
pub use pipeline::{Format, Front, Options as BuildOptions, PlanForm};
pub use signals::handle as handle_signals;

const EXAMPLES: &str = "\
Examples:
  sycl-packager doctor
  sycl-packager build app.bc --target spirv64 -o app_images.o
  sycl-packager inspect app.table
  sycl-packager bundle --table app.table --triple spirv64-unknown-unknown -o app.bundle
  sycl-packager syclbin create --table app.table --state executable -o app.syclbin
  sycl-packager wrap --table app.table --runtime-target spir64 -o app_images.o
  sycl-packager check app.table --device intel_gpu_pvc

Exit code: 0 done, 1 the input is refused, 2 wrong usage, or a file cannot be read or written.";

/// Packs SYCL device images into containers and host objects that runtimes and linkers accept.
#[derive(Debug, Parser)]
#[command(name = "sycl-packager", version, propagate_version = true, after_help = EXAMPLES, term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(Box<pipeline::Options>),
    Table(table::Options),
    Foreach(foreach::Options),
    Props(props::Options),
    Bundle(bundle::BundleOptions),
    Unbundle(unbundle::UnbundleOptions),
    Syclbin(syclbin::Options),
    Wrap(wrap::Options),
    Collect(collect::Options),
    Validate(validate::Options),
    Check(check::Options),
    Inspect(inspect::Options),
    Compare(compare::Options),
    Cache(cache::Options),
    Devices(devices::Options),
    Doctor(doctor::Options),
    Generate(generate::Options),
}

/// The limit on jobs of a build.
#[must_use]
pub fn limit(options: &BuildOptions) -> Limit {
    jobs::limit(options.jobs, jobs::hardware())
}

/// Device code that another program has found in inputs of a build.
pub type KnownCode = BTreeMap<PathBuf, Embedded>;

/// Runs `build` for another program, and says the exit code. `known` is what that program found in some of the inputs.
pub fn build(options: &BuildOptions, known: &KnownCode, quiet: bool) -> ExitCode {
    start_log();
    let common = Common { quiet, ..Common::default() };
    pipeline::run(options, &common, known).unwrap_or_else(|failure| failure.report())
}

/// Variable that says what is logged on standard error: `debug` for decisions of builds.
const LOG: &str = "SYCL_PACKAGER_LOG";

/// Starts the log. Not in workers, whose standard error is that of steps.
fn start_log() {
    let environment = env_logger::Env::new().filter_or(LOG, "off");
    // A program that uses this library may have a logger.
    let _ = env_logger::Builder::from_env(environment).try_init();
}

/// Text of `--version` after the name: what there is to know for a report of a bug.
fn version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let commit = option_env!("SYCL_PASSES_COMMIT").map(|commit| format!("commit  {commit}\n")).unwrap_or_default();
        let plugin = pipeline::places::found_plugin();
        let plugin = plugin.map_or_else(|| "not found".to_owned(), |plugin| plugin.file.display().to_string());
        format!("{}\n{commit}LLVM    {LLVM_MAJOR}\nplugin  {plugin}", env!("CARGO_PKG_VERSION"))
    })
}

/// Reports wrong usage. `settings` are options that were not on the command line.
fn misused(error: &clap::Error, settings: &[settings::Origin]) -> ExitCode {
    let failure = Failure::misused(error);
    let failure = match settings::Origin::find(error, settings) {
        Some(origin) => Failure::usage(format!("{}: {failure}", origin.shown())),
        None => failure,
    };
    let names = || settings.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let hint = || format!("options also come from settings: {}", names());
    let failure = if settings.is_empty() { failure } else { failure.hint(hint()) };
    failure.report()
}

/// Parses the arguments of `sycl-packager`, acts, and says the exit code.
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments = with_two_dashes(names::of_tools(arguments.collect()).into_iter());
    // A worker has no options and nothing to clean up, and one thread, so that it can be forked.
    if let [_, command] = &arguments[..]
        && command == back_ends::COMMAND
    {
        return serve();
    }
    handle_signals();
    start_log();
    let color = common::guess(&arguments);
    let command = Cli::command().color(color).long_version(version());
    let (arguments, origins) = match settings::apply(&command, arguments) {
        Ok(Some(applied)) => (applied.arguments, applied.origins),
        Ok(None) => return ExitCode::SUCCESS,
        Err(failure) => return failure.report(),
    };
    let parsed = command.try_get_matches_from(arguments).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((cli, matches))
    });
    match parsed {
        Ok((cli, matches)) => {
            cli.common.apply();
            act(cli.command, &cli.common, &matches).unwrap_or_else(|failure| failure.report())
        }
        // Help and version are answers, not errors; a reader that closes early has had enough.
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            let _ = e.print();
            ExitCode::SUCCESS
        }
        // Without a command, print the help.
        Err(e) if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = e.print();
            ExitCode::from(failure::USAGE)
        }
        Err(e) => misused(&e, &origins),
    }
}

fn act(command: Command, common: &Common, matches: &ArgMatches) -> Result<ExitCode, Failure> {
    match command {
        Command::Build(options) => {
            settings::warn_of_unknown_variables(&Cli::command());
            pipeline::run(&options, common, &KnownCode::new())
        }
        Command::Table(options) => table::run(&options, common, matches.subcommand().map(|(_, matches)| matches)),
        Command::Foreach(options) => foreach::run(options, common),
        Command::Props(options) => props::run(options, common),
        Command::Bundle(options) => bundle::bundle(&options, common),
        Command::Unbundle(options) => unbundle::unbundle(&options, common),
        Command::Syclbin(options) => syclbin::run(options, common),
        Command::Wrap(options) => wrap::run(&options, common),
        Command::Collect(options) => collect::run(&options, common),
        Command::Validate(options) => validate::run(&options, common),
        Command::Check(options) => check::run(&options, common),
        Command::Inspect(options) => inspect::run(&options, common),
        Command::Compare(options) => compare::run(&options, common),
        Command::Cache(options) => cache::run(&options, common),
        Command::Devices(options) => devices::run(&options, common),
        Command::Doctor(options) => doctor::run(&options, common, &Cli::command()),
        Command::Generate(options) => generate::run(&options, common, Cli::command()),
    }
}

/// A worker of a build: does the steps that come through standard input. If the build is gone, there is no one to
/// report to.
fn serve() -> ExitCode {
    let served = back_ends::serve(&mut std::io::stdin().lock(), &mut std::io::stdout().lock());
    if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(failure::USAGE) }
}

/// `table` and `foreach` also take the options of the tools that they stand for, with one dash.
fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let names: &[&str] = match arguments.get(1).and_then(|command| command.to_str()) {
        Some("table") => table::LONG_NAMES,
        Some("foreach") => foreach::LONG_NAMES,
        _ => &[],
    };
    for argument in arguments.iter_mut().skip(2).take_while(|argument| *argument != "--") {
        let Some(text) = argument.to_str() else { continue };
        let name = text.strip_prefix('-').map(|rest| rest.split('=').next().unwrap_or(rest));
        if name.is_some_and(|name| names.contains(&name)) {
            *argument = format!("-{text}").into();
        }
    }
    arguments
}

/// One value for each of `count` tables: the only one given for all of them, or as many as there are.
fn spread<'a, T>(option: &str, values: &'a [T], count: usize) -> Result<Vec<&'a T>, Failure> {
    match values {
        [only] => Ok(vec![only; count]),
        several if several.len() == count => Ok(several.iter().collect()),
        several => Err(Failure::usage(format!(
            "found {} values of {option} for {count} tables; expected one, or one for each",
            several.len()
        ))),
    }
}

/// Refuses images that do not say what they are for, unless they are SPIR-V: for that alone there is a default.
fn check_default(option: &str, images: impl IntoIterator<Item = (PathBuf, ImageKind)>) -> Result<(), Failure> {
    let Some((file, kind)) = images.into_iter().find(|(_, kind)| *kind != ImageKind::SPIRV) else { return Ok(()) };
    let found = if kind == ImageKind::NONE { "bytes of no known kind".to_owned() } else { kind.to_string() };
    let message = format!("found {found} and no {option}; expected SPIR-V, or {option} for what the images are for");
    Err(Failure::refused(&file, message))
}

/// The user's device configuration, or the built-in one.
fn device_config(file: Option<&Path>) -> Result<Cow<'static, DeviceConfig>, Failure> {
    let Some(file) = file else { return Ok(Cow::Borrowed(DeviceConfig::builtin())) };
    let config = DeviceConfig::from_file(file).map_err(|error| match error {
        LoadError::Read { file, source } => Error::Read { file, source },
        LoadError::Content(error) => error.into(),
    })?;
    Ok(Cow::Owned(config))
}

/// Whether an output is a file, so that it can be read back: not a device, a pipe, or a file that a process has open.
fn is_file(output: &Path) -> bool {
    matches!(Target::find(output), Ok(Target::File(..)))
}

/// The directory of files that are taken out of a container. One that was made for them is removed if they cannot be
/// written.
struct OutputDirectory<'a> {
    path: &'a Path,
    is_new: bool,
}

impl<'a> OutputDirectory<'a> {
    /// Makes the directory unless it is there.
    fn make(path: &'a Path) -> Result<Self, Failure> {
        let is_new = !path.exists();
        std::fs::create_dir_all(path).map_err(|source| Error::Write { file: path.to_owned(), source })?;
        output::temporary::sweep(path);
        Ok(Self { path, is_new })
    }

    /// Keeps the directory, and its files.
    fn keep(mut self, files: Files) {
        self.is_new = false;
        files.keep();
    }
}

impl Drop for OutputDirectory<'_> {
    fn drop(&mut self) {
        if self.is_new {
            // It stays if something else is in it.
            let _ = std::fs::remove_dir(self.path);
        }
    }
}

/// The stem of the names of files that are taken out of a container.
fn stem(container: &Path) -> String {
    container.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A part of a file name that comes from a container: one plain component.
fn check_component(container: &Path, field: &str, name: &str) -> Result<(), Failure> {
    let mut components = Path::new(name).components();
    let plain = matches!((components.next(), components.next()), (Some(Component::Normal(_)), None));
    if plain && !name.contains(['/', '\\', ':']) && !name.contains(char::is_control) && name.len() <= 100 {
        return Ok(());
    }
    let name = excerpt(name);
    let message = format!("{field} `{name}` cannot be part of a file name; expected one without path separators");
    Err(Failure::refused(container, message))
}
