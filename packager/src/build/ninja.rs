//! The steps of a build as a Ninja file.
//!
//! Ninja, or an engine that reads its files, runs the same commands in the build directory, so the bytes are the same.
//! Which images there are is known only after the post-link step, so that is run when the file is written; the file
//! depends on the inputs, and Ninja has it written again when they change.

use std::path::{Path, PathBuf};

use super::action::{Outputs, quote};
use super::cache;
use super::execute::{Executor, Outcome, files_in};
use super::plan;
use super::request::{Pack, Request};
use super::{Build, BuildError, Event, Prepared, Settings};
use crate::output;

/// The name of the file.
pub const FILE: &str = "build.ninja";

/// Writes the file, and the tables that packing reads, into a directory; gives the numbers of steps and images. `again` is
/// the command that does this, in `current_directory`.
///
/// # Errors
/// As for [`super::run`].
pub fn write(
    request: &Request,
    prepared: &Prepared,
    settings: &Settings<'_>,
    (result, directory): (&Path, &Path),
    (again, current_directory): (&[String], &Path),
    report: &mut dyn FnMut(Event<'_>),
) -> Result<(usize, usize), BuildError> {
    let work = settings.cache.work_directory()?;
    let executor = Executor::new(settings.cache, work.path(), &prepared.tools, settings.limit);
    let mut build = Build { request, executor, work: work.path(), messages: Vec::new(), outcome: Outcome::default() };
    build.front(&prepared.groups, report)?;
    let name = result.display().to_string();
    let back = plan::back_steps(request, &prepared.groups, work.path(), &name)?;
    let mut steps = plan::front_steps(request, &prepared.groups);
    steps.extend(back.steps);

    cache::create_directory(directory)?;
    for (name, text) in &back.tables {
        output::write_bytes(&directory.join(name), text.as_bytes())?;
    }
    let mut inputs: Vec<PathBuf> =
        [&request.inputs, &request.libraries].into_iter().flatten().map(|code| code.file.clone()).collect();
    inputs.push(request.plugin.clone());
    if let Some(devices) = &request.devices {
        output::write_bytes(&directory.join(plan::DEVICES), &output::read(devices)?)?;
        inputs.push(devices.clone());
    }
    let mut text = String::from(HEADER);
    let again: Vec<String> = again.iter().map(|word| quote(word)).collect();
    let again = format!("cd {} && {}", quote(&current_directory.display().to_string()), again.join(" "));
    text.push_str(&format!("rule again\n  command = {}\n  description = plan\n  generator = 1\n\n", value(&again)));
    text.push_str(&format!("build {FILE}: again"));
    inputs.iter().for_each(|input| text.push_str(&format!(" {}", path(&input.display().to_string()))));
    text.push_str("\n\n");
    for step in &steps {
        let outputs: Vec<String> = match &step.outputs {
            Outputs::Files(files) => files.clone(),
            // The result, which the packing step marks when it is whole.
            Outputs::Directory(_) if matches!(request.pack, Pack::Directory) && step.title == "pack" => {
                vec![result.join(output::DIRECTORY_LIST).display().to_string()]
            }
            Outputs::Directory(name) => {
                files_in(&work.path().join(name))?.into_iter().map(|file| format!("{name}/{file}")).collect()
            }
        };
        let line = step.command_line(&prepared.tools);
        // Settings that would change the result.
        let line = if step.tool == "opt" { format!("env -u SYCL_PASSES_CONFIG {line}") } else { line };
        let names =
            |names: &mut dyn Iterator<Item = String>| names.map(|name| path(&name)).collect::<Vec<_>>().join(" ");
        let written = names(&mut outputs.into_iter());
        let read = names(&mut step.inputs.iter().map(|file| file.path().display().to_string()));
        // Another program makes another result.
        let program =
            prepared.tools.get(step.tool).map(|tool| format!(" | {}", path(&tool.path.display().to_string())));
        let program = program.unwrap_or_default();
        text.push_str(&format!(
            "build {written}: step {read}{program}\n  command = {}\n  what = {}\n",
            value(&line),
            value(&step.title)
        ));
    }
    let target = match request.pack {
        Pack::Directory => result.join(output::DIRECTORY_LIST).display().to_string(),
        _ => name,
    };
    text.push_str(&format!("\ndefault {}\n", path(&target)));
    output::write_bytes(&directory.join(FILE), text.as_bytes())?;
    settings.cache.trim(build.outcome.added)?;
    Ok((steps.len(), back.images.len()))
}

const HEADER: &str = "\
# Written by sycl-packager build --emit ninja; it writes this file again when an input changes.
ninja_required_version = 1.3

rule step
  command = $command
  description = $what

";

/// A value of a variable.
fn value(text: &str) -> String {
    text.replace('$', "$$")
}

/// A path in a build line.
fn path(text: &str) -> String {
    text.replace('$', "$$").replace(' ', "$ ").replace(':', "$:")
}
