//! The steps of a build as a Ninja file.
//!
//! Ninja, or an engine that reads its files, runs the same commands in the build directory, so the bytes are the same.
//! Which images there are is known only after the post-link step, so that is run when the file is written; the file
//! depends on the inputs, and Ninja has it written again when they change.
//!
//! Ninja's files cannot say everything: a path with `|` or a control character has no form there, and a command is one word
//! of a shell, which systems limit. Such paths are refused before anything runs; a long command becomes a file that the
//! shell reads.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::action::{Action, Outputs, quote};
use super::environment::PASSES_NAMES;
use super::execute::{Executor, Outcome, files_in};
use super::request::{Pack, Request};
use super::tools::Tools;
use super::{Build, BuildError, Event, Prepared, Settings, cache, in_work_directory, plan};
use crate::error::Error;
use crate::output;

/// The name of the file.
pub const FILE: &str = "build.ninja";

/// Its first line, by which a file is known as ours.
const FIRST_LINE: &str =
    "# Written by sycl-packager build --emit ninja; it writes this file again when an input changes.\n";

/// Bytes from which a command is a file. Linux takes words of 128 KiB.
const LONG: usize = 100_000;

/// Where what is written, and how it is written again.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// The result of the build.
    pub result: &'a Path,
    /// The directory of the file, in which Ninja runs.
    pub directory: &'a Path,
    /// The command that writes the file.
    pub again: &'a [String],
    /// Where that command runs.
    pub current_directory: &'a Path,
}

/// Writes the file, and the tables that packing reads, into a directory; gives the numbers of steps and images.
///
/// # Errors
/// As for [`super::run`]; [`BuildError::Usage`] for paths that Ninja cannot take, [`Error::Content`] for files in the
/// directory that are somebody else's.
pub fn write(
    request: &Request,
    prepared: &Prepared,
    settings: &Settings<'_>,
    places: Places<'_>,
    report: &mut dyn FnMut(Event<'_>),
) -> Result<(usize, usize), BuildError> {
    let is_ours = check_directory(places.directory)?;
    check_paths(request, prepared, places)?;
    in_work_directory(prepared, settings, report, |executor, report| {
        let mut build = Build { request, executor, messages: Vec::new(), outcome: Outcome::default() };
        build.front(&prepared.groups, report)?;
        let name = places.result.display().to_string();
        let back = plan::back_steps(request, &prepared.groups, executor.work.path(), &name)?;
        let mut steps = plan::front_steps(request, &prepared.groups);
        steps.extend(back.steps);
        let text = text(request, &steps, executor, places)?;

        let mut files: Vec<(PathBuf, &[u8])> = Vec::new();
        for (name, text) in &back.tables {
            files.push((places.directory.join(name), text.as_bytes()));
        }
        if let Some(devices) = &request.devices {
            files.push((places.directory.join(plan::DEVICES), devices.text.as_bytes()));
        }
        let is_foreign = |(path, content): &&(PathBuf, &[u8])| {
            path.symlink_metadata().is_ok() && !std::fs::read(path).is_ok_and(|found| found == *content)
        };
        if let Some((file, _)) = files.iter().find(is_foreign).filter(|_| !is_ours) {
            return Err(foreign(file).into());
        }
        cache::create_directory(places.directory)?;
        files.push((places.directory.join(FILE), text.as_bytes()));
        files.iter().try_for_each(|(path, content)| output::write_bytes(path, content))?;
        settings.cache.trim(build.outcome.added);
        Ok((steps.len(), back.images.len()))
    })
}

/// Whether a directory has a file that this module wrote.
///
/// # Errors
/// [`Error::Content`] if somebody else wrote one.
pub fn check_directory(directory: &Path) -> Result<bool, Error> {
    let path = directory.join(FILE);
    if path.symlink_metadata().is_err() {
        return Ok(false);
    }
    let mut start = Vec::new();
    if path.is_file() {
        let read = File::open(&path).and_then(|file| file.take(FIRST_LINE.len() as u64).read_to_end(&mut start));
        read.map_err(|source| Error::Read { file: path.clone(), source })?;
    }
    if start == FIRST_LINE.as_bytes() { Ok(true) } else { Err(foreign(&path)) }
}

fn foreign(file: &Path) -> Error {
    let message = "this file is not of `build --emit ninja`; expected another directory for Ninja (--build-dir)";
    Error::Content { file: file.to_owned(), message: message.to_owned() }
}

/// All paths that are not ours have to have a form in the file.
fn check_paths(request: &Request, prepared: &Prepared, places: Places<'_>) -> Result<(), BuildError> {
    let code = request.inputs.iter().chain(&request.libraries).map(|code| &*code.file);
    let more = [&*request.plugin, places.result, places.current_directory];
    let more = more.into_iter().chain(request.devices.as_ref().map(|devices| &*devices.file));
    let tools = prepared.tools.iter().map(|tool| &*tool.path);
    let mut paths = code.chain(request.post_link_inputs.iter().map(|path| &**path)).chain(more).chain(tools);
    let is_impossible =
        |path: &&Path| path.to_str().is_none_or(|path| path.contains('|') || path.contains(char::is_control));
    match paths.find(is_impossible) {
        Some(path) => Err(BuildError::Usage(format!(
            "found the path {path:?}; Ninja's files take paths without `|`, tabs, line breaks and other control characters"
        ))),
        None => check_command(places.again),
    }
}

fn check_command(words: &[String]) -> Result<(), BuildError> {
    match words.iter().find(|word| word.contains(['\n', '\r', '\0'])) {
        Some(word) => Err(BuildError::Usage(format!(
            "found the argument {word:?}; Ninja's commands take those without line breaks"
        ))),
        None => Ok(()),
    }
}

/// The text of the file.
fn text(
    request: &Request,
    steps: &[Action],
    executor: &Executor<'_>,
    places: Places<'_>,
) -> Result<String, BuildError> {
    let mut text = format!("{FIRST_LINE}{RULES}");
    let again: Vec<String> = places.again.iter().map(|word| quote(word)).collect();
    let again = format!("cd {} && {}", quote(&places.current_directory.display().to_string()), again.join(" "));
    let code = request.inputs.iter().chain(&request.libraries).map(|code| &*code.file);
    let more = std::iter::once(&*request.plugin).chain(request.devices.as_ref().map(|devices| &*devices.file));
    let inputs = code.chain(request.post_link_inputs.iter().map(|path| &**path)).chain(more);
    text.push_str(&format!("build {FILE}: {}{}\n", rule("again", &again), names(inputs.map(Path::display))));
    text.push_str(&command("again", &again));
    text.push('\n');
    for (number, step) in steps.iter().enumerate() {
        check_command(&step.command_arguments())?;
        let outputs: Vec<String> = match &step.outputs {
            Outputs::Files(files) => files.clone(),
            // The result, which the packing step marks when it is whole.
            Outputs::Directory { .. } if matches!(request.pack, Pack::Directory) && number + 1 == steps.len() => {
                vec![places.result.join(output::DIRECTORY_LIST).display().to_string()]
            }
            Outputs::Directory { path, .. } => {
                let files = files_in(&executor.work.path().join(path))?;
                files.into_iter().map(|file| format!("{path}/{file}")).collect()
            }
        };
        text.push_str(&build_line(step, number, &outputs, executor.tools));
    }
    let target = match request.pack {
        Pack::Directory => places.result.join(output::DIRECTORY_LIST),
        _ => places.result.to_owned(),
    };
    text.push_str(&format!("\ndefault{}\n", names([target.display()])));
    Ok(text)
}

fn build_line(step: &Action, number: usize, outputs: &[String], tools: &Tools) -> String {
    let line = step.command_line(tools);
    // Settings that would change the result.
    let without: String = PASSES_NAMES.iter().map(|name| format!("-u {name} ")).collect();
    let line = if step.tool == "opt" { format!("env {without}{line}") } else { line };
    let inputs = names(step.inputs.iter().map(|file| file.path().display()));
    // Another program makes another result.
    let program = tools.get(step.tool).map(|tool| format!(" |{}", names([tool.path.display()]))).unwrap_or_default();
    format!(
        "build{}: {}{inputs}{program}\n{}  what = {}\n",
        names(outputs),
        rule("step", &line),
        command(&format!("step-{number}"), &line),
        value(&step.title)
    )
}

/// The rule of a command.
fn rule(name: &str, line: &str) -> String {
    if line.len() < LONG { name.to_owned() } else { format!("long_{name}") }
}

/// The variables of a command for its rule; `name` is that of its file, if it needs one.
fn command(name: &str, line: &str) -> String {
    let text = value(line);
    match line.len() < LONG {
        true => format!("  command = {text}\n"),
        false => format!("  script = {name}.sh\n  content = {text}\n"),
    }
}

const RULES: &str = "\
ninja_required_version = 1.3

rule step
  command = $command
  description = $what

rule long_step
  command = sh $script
  rspfile = $script
  rspfile_content = $content
  description = $what

rule again
  command = $command
  description = plan
  generator = 1

rule long_again
  command = sh $script
  rspfile = $script
  rspfile_content = $content
  description = plan
  generator = 1

";

/// A value of a variable.
fn value(text: &str) -> String {
    text.replace('$', "$$")
}

/// Paths in a build line, each with a blank in front.
fn names(paths: impl IntoIterator<Item = impl ToString>) -> String {
    let name = |path: String| path.replace('$', "$$").replace(' ', "$ ").replace(':', "$:");
    paths.into_iter().map(|path| format!(" {}", name(path.to_string()))).collect()
}
