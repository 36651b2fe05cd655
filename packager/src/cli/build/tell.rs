//! What the user is told: while a build runs, of its end, of its failure.

use std::collections::BTreeSet;
use std::process::ExitCode;

use serde_json::json;
use sycl_packager::build::report::{Summary, name_kernels};
use sycl_packager::build::{BuildError, Event, FailedStep};
use sycl_packager::jobs::Limit;

use super::Options;
use crate::cli::console::{self, Progress};
use crate::cli::failure::{self, Failure, REFUSED, USAGE};

/// Tells what happens while a build runs.
pub(super) struct Teller {
    /// What the result is called outside of the build.
    output: String,
    progress: Progress,
    told: BTreeSet<String>,
}

impl Teller {
    pub(super) fn new(output: &std::path::Path) -> Self {
        Self { output: output.display().to_string(), progress: Progress::new("images", 0), told: BTreeSet::new() }
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        match event {
            Event::Message { title, text } => {
                // Programs say the same of many images.
                let lines = text.lines().filter(|line| !line.trim().is_empty() && !is_in_summary(line));
                for line in lines.filter(|line| self.told.insert(general(line))) {
                    self.progress.clear();
                    let line = line.strip_prefix("sycl-packager: ").unwrap_or(line);
                    failure::complain(&match line.strip_prefix("result: ") {
                        Some(line) => format!("{}: {line}", self.output),
                        None if title.is_empty() => line.to_owned(),
                        None => format!("{title}: {line}"),
                    });
                }
            }
            Event::Progress { finished, images, seconds_left } => {
                let left = seconds_left.map(|seconds| format!(", {seconds:.0} s left")).unwrap_or_default();
                match images {
                    0 => self.progress.show(&format!("link and split{left}")),
                    _ => self.progress.show(&format!("images {finished}/{images}{left}")),
                }
            }
        }
    }
}

/// Whether a message of the post-link step is what the summary says: that a target does not get an image.
fn is_in_summary(line: &str) -> bool {
    line.starts_with("note: ") && line.contains(" left out for target '")
}

/// A message without the names of files, by which messages about several images are the same.
fn general(line: &str) -> String {
    line.split_whitespace().filter(|word| !word.contains('/')).collect::<Vec<_>>().join(" ")
}

/// Prints the summary.
pub(super) fn show(options: &Options, summary: &Summary, seconds: f64, limit: &Limit) -> Result<ExitCode, Failure> {
    for note in summary.notes() {
        failure::complain(&format!("note: {note}"));
    }
    let text = if options.json {
        let output = options.output.display().to_string();
        let mut object = json!({ "output": output, "seconds": seconds, "jobs": limit.jobs });
        let whole = serde_json::to_value(summary).map_err(|e| Failure::usage(e.to_string()))?;
        if let (Some(object), Some(whole)) = (object.as_object_mut(), whole.as_object()) {
            object.extend(whole.clone());
        }
        format!("{object}\n")
    } else if options.quiet {
        String::new()
    } else {
        format!(
            "{}{}: {} images; {} of {} steps from the cache, {seconds:.2} s\n",
            summary.table(),
            options.output.display(),
            summary.image_count(),
            summary.stored_steps,
            summary.steps,
        )
    };
    console::print_beside(&options.output, text).map(|()| ExitCode::SUCCESS)
}

/// Steps told of one by one; of more the number is.
const TOLD: usize = 10;

/// Says why there is no result.
pub(super) fn fail(error: BuildError, options: &Options) -> Result<ExitCode, Failure> {
    match error {
        BuildError::Error(error) => Err(error.into()),
        BuildError::Missing(missing) => {
            let causes = missing.iter().map(|program| {
                format!("cannot find `{}`; looked for:\n  {}", program.name, program.looked_for.join("\n  "))
            });
            let failure = Failure::usage(causes.collect::<Vec<_>>().join("\nsycl-packager: "));
            let hints: BTreeSet<&str> = missing.iter().map(|program| program.hint).collect();
            let failure = hints.into_iter().fold(failure, Failure::hint);
            Err(failure.hint("--tool NAME=FILE names a program that is somewhere else"))
        }
        BuildError::Failed(steps) => {
            for step in steps.iter().take(TOLD) {
                failure::complain(&explain(step, options));
            }
            match steps.len().saturating_sub(TOLD) {
                0 => {}
                1 => failure::complain("1 more step failed"),
                more => failure::complain(&format!("{more} more steps failed")),
            }
            let kept = match options.kept() {
                Some(directory) => format!("the files on the way are in {}", directory.display()),
                None => "--keep keeps the files on the way, and shows the commands".to_owned(),
            };
            let rest = if options.no_cache { "" } else { "; what was built is in the cache" };
            let what = format!("{}: not written{rest}", options.output.display());
            failure::complain(&format!("{what}\nhint: {kept}"));
            Ok(ExitCode::from(if steps.iter().any(|step| step.is_io) { USAGE } else { REFUSED }))
        }
    }
}

fn explain(step: &FailedStep, options: &Options) -> String {
    let image = if step.kernels.is_empty() { String::new() } else { format!(" ({})", name_kernels(&step.kernels)) };
    let mut text = format!("{}{image}: {}", step.title, step.cause);
    for line in step.words.lines().filter(|line| !line.trim().is_empty()) {
        text.push_str("\n  ");
        text.push_str(line.strip_prefix("sycl-packager: ").unwrap_or(line));
    }
    if let Some(directory) = options.kept() {
        text.push_str(&format!("\n  command, in {}: {}", directory.display(), step.command));
    }
    text
}
