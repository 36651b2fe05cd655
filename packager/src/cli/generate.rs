//! `generate`: shell completions and manual pages, made from the definition of the command line at release time.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::{Error, output};
use clap::{Args, Command};
use clap_complete::Shell;

use super::console;
use super::failure::Failure;

/// Write shell completions and manual pages.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The directory to write to; it is created.
    directory: PathBuf,
}

pub(super) fn run(options: &Options, mut command: Command) -> Result<ExitCode, Failure> {
    let failed = |source| Error::Write { file: options.directory.clone(), source };
    std::fs::create_dir_all(&options.directory).map_err(failed)?;
    command.build();
    let mut written = Vec::new();
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "sycl-packager", &mut text);
        written.push((clap_complete::Generator::file_name(&shell, "sycl-packager"), text));
    }
    pages(&command, "sycl-packager", &mut written).map_err(failed)?;
    for (name, text) in &written {
        output::write_bytes(&options.directory.join(name), text)?;
        console::print(format!("{}\n", options.directory.join(name).display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A page for a command and each of its subcommands, as `name-subcommand.1`.
fn pages(command: &Command, name: &str, written: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    if command.is_hide_set() || command.get_name() == "help" {
        return Ok(());
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name.to_uppercase()).render(&mut text)?;
    written.push((format!("{name}.1"), text));
    for subcommand in command.get_subcommands() {
        pages(subcommand, &format!("{name}-{}", subcommand.get_name()), written)?;
    }
    Ok(())
}
