//! The steps of a build as a Ninja file.
//!
//! Ninja, or an engine that reads its files, runs the same commands in the build directory, so the bytes are the same.
//! Which images there are is known only after the post-link step, so that is run when the file is written; the file
//! depends on the inputs, and Ninja has it written again when they change.
//!
//! Ninja's files cannot express everything: a path with `|` or a control character cannot be written, and a command is
//! a single argument of the shell, whose length systems limit. Such paths are refused before anything runs; a long
//! command becomes a file that the shell reads.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::action::{Action, Outputs, StepKind, quote};
use super::environment::PASSES_NAMES;
use super::execute::{Executor, files_in};
use super::plan::{self, ImageSteps};
use super::request::Pack;
use super::resolve::Resolved;
use super::run::{Build, in_work_directory};
use super::tools::Tools;
use super::{BuildError, Report, RequestError, Settings, cache};
use sycl_images::error::Error;
use sycl_images::output;

/// The name of the file.
pub const FILE: &str = "build.ninja";

/// Its first line, by which a file is known as ours.
const FIRST_LINE: &str =
    "# Written by sycl-packager build --emit ninja; it writes this file again when an input changes.\n";

/// Bytes from which a command is a file. Linux takes words of 128 KiB.
const LONG: usize = 100_000;

/// Places of files, and the command that writes `build.ninja` again.
#[derive(Debug, Clone)]
pub struct NinjaFiles {
    /// The result of the build.
    pub result: PathBuf,
    /// The directory of `build.ninja`, in which Ninja runs.
    pub directory: PathBuf,
    /// The command that writes `build.ninja`.
    pub again: Vec<String>,
    /// Directory that the command runs in.
    pub current_directory: PathBuf,
}

/// Content of a `build.ninja`.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// Steps.
    pub steps: usize,
    /// Images.
    pub images: usize,
}

/// Writes the file, and the files that steps read and that are not the user's, into a directory.
///
/// # Errors
/// As for [`super::run`]; [`BuildError::Request`] for paths that Ninja cannot take, [`Error::Content`] for
/// files in the directory that something else wrote.
pub fn write(
    resolved: &Resolved,
    settings: &Settings<'_>,
    files: &NinjaFiles,
    report: &mut Report<'_>,
) -> Result<Written, BuildError> {
    let is_ours = check_directory(&files.directory)?;
    check_paths(resolved, files)?;
    in_work_directory(resolved, settings, report, |executor, report| {
        let mut build = Build::new(resolved, executor);
        build.link_and_split(report)?;
        let ImageSteps { steps: rest, tables, images } =
            build.image_and_pack_steps(&files.result.display().to_string())?;
        let added = build.outcome.added;
        let mut steps = build.into_link_and_split_steps();
        steps.extend(rest);
        let text = text(resolved, &steps, executor, files)?;

        let mut written: Vec<(PathBuf, Cow<'_, [u8]>)> =
            tables.iter().map(|(name, text)| (files.directory.join(name), text.as_bytes().into())).collect();
        written.extend(plan::copied(&resolved.recipe).map(|(name, content)| (files.directory.join(name), content)));
        let is_foreign = |(path, content): &&(PathBuf, Cow<'_, [u8]>)| {
            path.symlink_metadata().is_ok() && !std::fs::read(path).is_ok_and(|found| found == **content)
        };
        if let Some((file, _)) = written.iter().find(is_foreign).filter(|_| !is_ours) {
            return Err(foreign(file).into());
        }
        cache::create_directory(&files.directory).map_err(Error::from)?;
        written.push((files.directory.join(FILE), text.as_bytes().into()));
        // What is the same keeps its time, or Ninja would do everything again.
        let is_new = |(path, content): &&(PathBuf, Cow<'_, [u8]>)| {
            path.ends_with(FILE) || !std::fs::read(path).is_ok_and(|found| found == **content)
        };
        written.iter().filter(is_new).try_for_each(|(path, content)| output::write_bytes(path, content))?;
        settings.cache.trim(added);
        Ok(Written { steps: steps.len(), images: images.len() })
    })
}

/// Whether a directory has a file that this module wrote.
///
/// # Errors
/// [`Error::Content`] if something else wrote one.
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

/// `build.ninja`, or a file beside it, that is to be replaced.
#[derive(Debug, thiserror::Error)]
#[error("this file is not of `build --emit ninja`; expected another directory for Ninja (--build-dir)")]
struct ForeignNinjaFile;

fn foreign(file: &Path) -> Error {
    Error::content(file, ForeignNinjaFile)
}

/// All paths that are not ours have to have a form in the file.
fn check_paths(resolved: &Resolved, files: &NinjaFiles) -> Result<(), RequestError> {
    let tools = resolved.tools.iter().map(|tool| &*tool.path);
    let more = [&*files.result, &*files.current_directory];
    let mut paths = resolved.recipe.files().chain(more).chain(tools);
    let is_impossible =
        |path: &&Path| path.to_str().is_none_or(|path| path.contains('|') || path.contains(char::is_control));
    match paths.find(is_impossible) {
        Some(path) => Err(RequestError::NinjaPath { path: path.to_owned() }),
        None => check_command(&files.again),
    }
}

fn check_command(words: &[String]) -> Result<(), RequestError> {
    match words.iter().find(|word| word.contains(['\n', '\r', '\0'])) {
        Some(word) => Err(RequestError::NinjaArgument { argument: word.clone() }),
        None => Ok(()),
    }
}

/// The text of the file.
fn text(
    resolved: &Resolved,
    steps: &[Action],
    executor: &Executor<'_>,
    files: &NinjaFiles,
) -> Result<String, BuildError> {
    let mut text = format!("{FIRST_LINE}{RULES}");
    let again: Vec<String> = files.again.iter().map(|word| quote(word)).collect();
    let again = format!("cd {} && {}", quote(&files.current_directory.display().to_string()), again.join(" "));
    let inputs = names(resolved.recipe.files().map(Path::display));
    text.push_str(&format!("build {FILE}: {}{inputs}\n", rule("again", &again)));
    text.push_str(&command("again", &again));
    text.push('\n');
    // The packing step marks a directory when it is complete.
    let result = match resolved.recipe.pack {
        Pack::Directory => files.result.join(output::DIRECTORY_LIST),
        _ => files.result.clone(),
    };
    for (number, step) in steps.iter().enumerate() {
        check_command(&step.command_arguments())?;
        let outputs: Vec<String> = match &step.outputs {
            Outputs::Files(files) => files.clone(),
            Outputs::Directory { .. } if step.title.kind == StepKind::Pack => vec![result.display().to_string()],
            Outputs::Directory { path, .. } => {
                let files = files_in(&executor.work.path().join(path))?;
                files.into_iter().map(|file| format!("{path}/{file}")).collect()
            }
        };
        text.push_str(&build_line(step, number, &outputs, executor.tools));
    }
    text.push_str(&format!("\ndefault{}\n", names([result.display()])));
    Ok(text)
}

fn build_line(step: &Action, number: usize, outputs: &[String], tools: &Tools) -> String {
    let line = step.command_line(tools);
    // Settings that would change the result.
    let without: String = PASSES_NAMES.iter().map(|name| format!("-u {name} ")).collect();
    let line = if step.tool == "opt" { format!("env {without}{line}") } else { line };
    let inputs = names(step.inputs.iter().map(|file| file.path().display()));
    // Another program makes another result.
    let program = names([tools.get(step.tool).path.display()]);
    format!(
        "build{}: {}{inputs} |{program}\n{}  what = {}\n",
        names(outputs),
        rule("step", &line),
        command(&format!("step-{number}"), &line),
        value(&step.title.to_string())
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
