//! `build --emit ninja`: the steps as a Ninja file.

use std::process::ExitCode;

use sycl_builder::Settings;
use sycl_builder::ninja::{self, NinjaFiles, Written};
use sycl_builder::request::{Origin, Pack, Recipe};
use sycl_builder::resolve::Resolved;

use super::super::common::Common;
use super::super::failure::Failure;
use super::super::{console, is_file, settings};
use super::Options;
use super::messages::{Reporter, fail};
use super::places::{absolute, ninja_directory, this_program};

/// Checks that Ninja's directory can be written.
pub(super) fn check_directory(options: &Options) -> Result<(), Failure> {
    ninja::check_directory(&ninja_directory(options))?;
    Ok(())
}

/// Checks that Ninja can read the inputs again and make the result.
pub(super) fn check(options: &Options, recipe: &Recipe) -> Result<(), Failure> {
    if let Some(code) = recipe.code().find(|code| matches!(code.origin, Origin::Pipe(_))) {
        let message = "found a pipe; expected a file, which Ninja can read later";
        return Err(Failure::usage(format!("{}: {message}", code.file.display())));
    }
    if !matches!(recipe.pack, Pack::Directory) && !is_file(&options.output) {
        let message = format!("{}: Ninja cannot make this; expected the name of a file", options.output.display());
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// Writes the steps, and prints how to run them.
pub(super) fn emit(
    options: &Options,
    common: &Common,
    resolved: &Resolved,
    settings: &Settings<'_>,
) -> Result<ExitCode, Failure> {
    let here =
        std::env::current_dir().map_err(|e| Failure::usage(format!("cannot find the current directory: {e}")))?;
    let directory = ninja_directory(options);
    let result = absolute(&options.output)?;
    let packager = this_program()?;
    let words = std::iter::once(packager.into_os_string()).chain(settings::arguments());
    let words = words.map(|word| {
        word.into_string()
            .map_err(|word| Failure::usage(format!("{word:?}: the argument is not UTF-8; expected one that is")))
    });
    let again = words.collect::<Result<Vec<String>, _>>()?;
    let files = NinjaFiles { result, directory, again, current_directory: here };
    let mut reporter = Reporter::new(options.output_name(), common, options.progress);
    let written = ninja::write(resolved, settings, &files, &mut |event| reporter.event(&event));
    reporter.finish();
    match written {
        Ok(Written { steps, images }) if !common.quiet => {
            let directory = &files.directory;
            let file = directory.join(ninja::FILE);
            let line =
                format!("{}: {steps} steps, {images} images; run: ninja -C {}\n", file.display(), directory.display());
            console::print(line).map(|()| ExitCode::SUCCESS)
        }
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => fail(error, options),
    }
}
