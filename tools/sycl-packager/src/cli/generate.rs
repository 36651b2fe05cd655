//! `generate`: shell completions, manual pages and schemas, made from the definition of the command line.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command, Subcommand};
use clap_complete::Shell;
use sycl_images::Error;
use sycl_images::output;
use sycl_propset::devices::DeviceConfig;

use super::common::Common;
use super::console;
use super::failure::Failure;
use sycl_builder::tools::PACKAGER;

const EXAMPLES: &str = "\
Examples:
  sycl-packager generate completion bash > ~/.local/share/bash-completion/completions/sycl-packager
  sycl-packager generate completion zsh > ~/.zfunc/_sycl-packager
  sycl-packager generate man ~/.local/share/man/man1
  sycl-packager generate schema inspect";

/// Write shell completions, manual pages and the schemas of JSON outputs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Print the completions of a shell, which know the targets and devices of the built-in configuration.
    Completion {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages, one for each command.
    Man {
        /// The directory to write to; it is created.
        directory: PathBuf,
    },
    /// Print the JSON schema of what commands print with --json; without a name, all of them in one object.
    Schema {
        /// Of which: message, written, inspect, compare, check, validate, build, plan, settings, cache, devices,
        /// props-compare, doctor.
        name: Option<String>,
    },
}

/// The schemas by name.
const SCHEMAS: &str = include_str!("schemas.json");

/// A schema, or all.
fn schema(name: Option<&str>) -> Result<String, Failure> {
    let Some(name) = name else { return Ok(SCHEMAS.to_owned()) };
    let all: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(SCHEMAS).expect("the schemas are read by a test");
    match all.get(name) {
        Some(schema) => Ok(format!("{schema:#}\n")),
        None => {
            let names: Vec<&str> = all.keys().map(String::as_str).collect();
            Err(Failure::usage(format!("found the schema `{name}`; expected one of: {}", names.join(", "))))
        }
    }
}

pub(super) fn run(options: &Options, common: &Common, mut command: Command) -> Result<ExitCode, Failure> {
    command.build();
    match &options.what {
        What::Completion { shell } => {
            console::print(completions(with_names(command), PACKAGER, *shell))?;
        }
        What::Schema { name } => console::print(schema(name.as_deref())?)?,
        What::Man { directory } => {
            let files = write_pages(&command, PACKAGER, directory)?;
            console::wrote(common, files.iter().map(|file| &**file))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The completions of a program for a shell.
#[must_use]
pub fn completions(mut command: Command, name: &str, shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    text
}

/// Writes the manual pages of a program, one for each command, into a directory, which is created.
///
/// # Errors
/// [`Error::Write`] for a directory or a file that cannot be written.
pub fn write_pages(command: &Command, name: &str, directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |source| Error::Write { file: directory.to_owned(), source };
    std::fs::create_dir_all(directory).map_err(failed)?;
    let mut written = Vec::new();
    pages(command, name, &mut written).map_err(failed)?;
    for (name, text) in &written {
        output::write_bytes(&directory.join(name), text)?;
    }
    Ok(written.iter().map(|(name, _)| directory.join(name)).collect())
}

/// The command line with the names of targets and devices as values, which are too many for its help.
fn with_names(command: Command) -> Command {
    let config = DeviceConfig::builtin();
    let devices: Vec<&'static str> = config.names().collect();
    let generic = ["spirv64", "spirv32", "nvptx64:sm_90", "amdgcn:gfx90a", "host", "host:native", "spir64_x86_64"];
    let targets: Vec<&'static str> =
        generic.into_iter().chain(devices.iter().copied().filter(|name| !generic.contains(name))).collect();
    let values = |names: &[&'static str]| PossibleValuesParser::new(names.iter().map(|name| PossibleValue::new(*name)));
    let parser = |names: Vec<&'static str>| move |arg: Arg| arg.value_parser(values(&names));
    command
        .mut_subcommand("build", |build| build.mut_arg("target", parser(targets.clone())))
        .mut_subcommand("doctor", |doctor| doctor.mut_arg("target", parser(targets)))
        .mut_subcommand("check", |check| check.mut_arg("device", parser(devices.clone())))
        .mut_subcommand("inspect", |inspect| inspect.mut_arg("device", parser(devices)))
}

/// A page for a command and each of its subcommands, as `name-subcommand.1`.
fn pages(command: &Command, name: &str, written: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    if command.is_hide_set() || command.get_name() == "help" {
        return Ok(());
    }
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command.clone()).title(name.to_uppercase());
    let source = format!("sycl-passes {}", env!("CARGO_PKG_VERSION"));
    page.source(source).manual("User Commands").render(&mut text)?;
    written.push((format!("{name}.1"), text));
    for subcommand in command.get_subcommands() {
        pages(subcommand, &format!("{name}-{}", subcommand.get_name()), written)?;
    }
    Ok(())
}
