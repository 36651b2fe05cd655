//! Messages: while a build runs, of its end, of its failure.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::json;
use sycl_builder::action::{StepKind, Title};
use sycl_builder::execute::Cause;
use sycl_builder::jobs::Limit;
use sycl_builder::report::{Summary, name_kernels};
use sycl_builder::tools::PACKAGER;
use sycl_builder::{BuildError, Event, FailedStep};
use sycl_images::summary::StepTime;
use sycl_propset::devices::LEFT_OUT;

use super::Options;
use crate::cli::common::{Common, JSON_FORMAT};
use crate::cli::console::{self, Progress, ProgressForm};
use crate::cli::failure::{self, Failure, REFUSED, USAGE};

/// Reports what happens while a build runs.
pub(super) struct Reporter {
    /// Name of the result outside of the build.
    output: String,
    progress: Progress,
    shows_commands: bool,
    /// Output of programs, in the order in which it came up.
    said: Vec<Said>,
    /// Place in that of each line, by [`general`].
    known: BTreeMap<String, usize>,
    /// Start of the build, and programs that ended.
    started: Instant,
    steps: Vec<StepTime>,
}

/// A line that programs said, of one step or of many.
struct Said {
    line: String,
    /// The steps.
    titles: BTreeSet<Title>,
}

impl Reporter {
    pub(super) fn new(output: &Path, common: &Common, progress: ProgressForm) -> Self {
        Self {
            output: output.display().to_string(),
            progress: Progress::in_form(progress, "images", 0),
            shows_commands: common.verbose > 0,
            said: Vec::new(),
            known: BTreeMap::new(),
            started: Instant::now(),
            steps: Vec::new(),
        }
    }

    pub(super) fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Warning(text) => {
                self.progress.clear();
                failure::warn(text);
            }
            Event::Again => {
                self.said.clear();
                self.known.clear();
            }
            Event::Message { title, text } => {
                for line in text.lines().filter(|line| !line.trim().is_empty() && !is_in_summary(line)) {
                    self.hear(title, line.strip_prefix("sycl-packager: ").unwrap_or(line));
                }
            }
            Event::Ran { command, directory } => {
                if self.shows_commands {
                    self.progress.clear();
                    failure::detail(&format!("in {}: {command}", directory.display()));
                }
            }
            Event::Timed { title, tool, end, seconds } => {
                let end = end.saturating_duration_since(self.started);
                let time = Duration::try_from_secs_f64(*seconds).unwrap_or_default();
                let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
                self.steps.push(StepTime {
                    start_microseconds: microseconds(end.saturating_sub(time)),
                    microseconds: microseconds(time),
                    step: title.to_string(),
                    tool: (*tool).to_owned(),
                });
            }
            Event::Explained(line) => {
                self.progress.clear();
                failure::detail(&format!("explain: {line}"));
            }
            Event::Progress { finished, images, seconds_left } => {
                let left = seconds_left.map(|seconds| format!(", {seconds:.0} s left")).unwrap_or_default();
                match images {
                    0 => self.progress.show(&format!("link and split{left}")),
                    _ => self.progress.show_part(*finished, *images, &left),
                }
            }
        }
    }

    fn hear(&mut self, title: &Title, line: &str) {
        let number = *self.known.entry(general(line)).or_insert_with(|| {
            self.said.push(Said { line: line.to_owned(), titles: BTreeSet::new() });
            self.said.len() - 1
        });
        let mut title = title.clone();
        if title.kind == StepKind::Validate {
            // An image is compiled in several steps.
            title.kind = StepKind::BackEnd;
        }
        self.said[number].titles.insert(title);
    }

    /// Prints what programs said, each line once, with how many images it is about. Gives the programs that ran, in the
    /// order in which they began.
    pub(super) fn finish(mut self) -> Vec<StepTime> {
        self.progress.clear();
        for Said { line, titles } in &self.said {
            let only = titles.first().filter(|_| titles.len() == 1);
            failure::pass_on(&match (only, line.strip_prefix("result: ")) {
                (_, Some(line)) => format!("{}: {line}", self.output),
                (Some(title), None) => format!("{title}: {line}"),
                (None, None) => {
                    let are_images = titles.iter().all(|title| title.kind.is_of_image());
                    let what = if are_images { "images" } else { "steps" };
                    format!("{} {what}: {}", titles.len(), without_file(line))
                }
            });
        }
        self.steps.sort();
        self.steps
    }
}

/// Whether a message of the post-link step is what the summary says: that a target does not get an image.
fn is_in_summary(line: &str) -> bool {
    line.starts_with("note: ") && line.contains(LEFT_OUT)
}

/// A message without what differs between messages about several images that are the same: names of files, and numbers
/// of lines in them.
fn general(line: &str) -> String {
    let mut words = Vec::new();
    for word in line.split_whitespace().filter(|word| !word.contains('/')) {
        let is_number = words.last() == Some(&"line") && word.starts_with(|c: char| c.is_ascii_digit());
        words.push(if is_number { "N" } else { word });
    }
    words.join(" ")
}

/// A message without the name of the file that it starts with.
fn without_file(line: &str) -> &str {
    match line.split_once(": ") {
        Some((file, rest)) if file.contains('/') && !file.contains(char::is_whitespace) => rest,
        _ => line,
    }
}

/// Prints the summary.
pub(super) fn show(
    options: &Options,
    common: &Common,
    summary: &Summary,
    steps: &[StepTime],
    seconds: f64,
    limit: &Limit,
) -> Result<ExitCode, Failure> {
    for note in summary.notes() {
        failure::note(&note);
    }
    let text = if common.json {
        let output = options.output.display().to_string();
        let mut object = json!({ "format": JSON_FORMAT, "output": output, "seconds": seconds, "jobs": limit.jobs });
        let whole = serde_json::to_value(summary).map_err(|e| Failure::usage(e.to_string()))?;
        if let (Some(object), Some(whole)) = (object.as_object_mut(), whole.as_object()) {
            object.extend(whole.clone());
            object.insert("step_times".to_owned(), json!(steps));
        }
        format!("{object}\n")
    } else if common.quiet {
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

/// Failed steps that are reported one by one; of the others, the number is.
const REPORTED: usize = 10;

/// Says why there is no result.
pub(super) fn fail(error: BuildError, options: &Options) -> Result<ExitCode, Failure> {
    match error {
        BuildError::Error(error) => Err(error.into()),
        BuildError::Request(error) => Err(Failure::usage(error.to_string())),
        BuildError::BackEnds(error) => {
            let hint = format!("{} builds with programs alone", options.named("back-ends programs"));
            Err(Failure::usage(error.to_string()).hint(hint))
        }
        BuildError::Missing(missing) => {
            let causes = missing.iter().map(|program| {
                let places: Vec<String> = program.looked_for.iter().map(ToString::to_string).collect();
                format!("cannot find `{}`; looked for:\n  {}", program.name, places.join("\n  "))
            });
            let failure = Failure::usage(causes.collect::<Vec<_>>().join(&format!("\n{}: ", failure::program())));
            let hints: BTreeSet<&str> = missing.iter().map(|program| program.hint).collect();
            let failure = hints.into_iter().fold(failure, Failure::hint);
            if missing.iter().all(|program| program.is_named) {
                return Err(failure);
            }
            Err(failure.hint(format!("{} NAME=FILE names a program that is somewhere else", options.named("tool"))))
        }
        BuildError::Failed(steps) => {
            let faults = faults(&steps);
            for (step, more) in faults.iter().take(REPORTED) {
                failure::complain(&explain(step, *more, options));
            }
            match faults.iter().skip(REPORTED).map(|(_, more)| more + 1).sum() {
                0_usize => {}
                1 => failure::complain("1 more step failed"),
                more => failure::complain(&format!("{more} more steps failed")),
            }
            let kept = match options.kept() {
                Some(directory) => format!("the files on the way are in {}", directory.display()),
                None => format!("{} keeps the files on the way, and shows the commands", options.named("keep")),
            };
            let rest = if options.no_cache { "" } else { "; what was built is in the cache" };
            let what = format!("{}: not written{rest}", options.output_name().display());
            // What this program says itself is of images.
            let is_own = |step: &FailedStep| matches!(step.failure.cause, Cause::ExitCode { tool: PACKAGER, .. });
            let mut told = faults.iter().take(REPORTED).filter(|(step, _)| !is_own(step));
            let lacks_line = told.any(|(step, _)| lacks_line(&step.failure.output));
            let line = lacks_line.then(|| "-gline-tables-only in compilations gives messages the line".to_owned());
            failure::complain_with_hints(&what, &line.into_iter().chain([kept]).collect::<Vec<_>>());
            Ok(ExitCode::from(if steps.iter().any(|step| step.failure.cause.is_io()) { USAGE } else { REFUSED }))
        }
    }
}

/// The faults behind failed steps: images that fail in the same words, such as those of all targets for a mistake in
/// the program, have one. With the first step of each, and how many more there are.
fn faults(steps: &[FailedStep]) -> Vec<(&FailedStep, usize)> {
    let (mut faults, mut known) = (Vec::new(), BTreeMap::new());
    for step in steps {
        let Title { kind, subject } = &step.title;
        let is_of_image = subject.contains(" image ");
        let fault = is_of_image.then(|| (kind, step.failure.cause.to_string(), &step.failure.output));
        match fault.as_ref().and_then(|fault| known.get(fault)) {
            Some(place) => {
                let (_, more): &mut (_, usize) = &mut faults[*place];
                *more += 1;
            }
            None => {
                known.extend(fault.map(|fault| (fault, faults.len())));
                faults.push((step, 0));
            }
        }
    }
    faults
}

/// Whether a step says something of a kernel of the program, without `line:column`, since there is no debug info.
fn lacks_line(output: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let has_place = |line: &str| {
        let parts: Vec<&str> = line.split(':').collect();
        parts.windows(2).any(|pair| is_number(pair[0]) && pair[1].starts_with(|first: char| first.is_ascii_digit()))
    };
    output.lines().any(|line| line.contains("kernel `") && !has_place(line))
}

fn explain(step: &FailedStep, more: usize, options: &Options) -> String {
    let image = if step.kernels.is_empty() { String::new() } else { format!(" ({})", name_kernels(&step.kernels)) };
    let cause = step.failure.cause.to_string();
    // This program says itself which file it is about.
    let own = matches!(step.failure.cause, Cause::ExitCode { tool: PACKAGER, .. });
    let own = own.then(|| step.failure.output.split_once('\n')).flatten();
    let (cause, output) = own.unwrap_or((&cause, &step.failure.output));
    let cause = cause.strip_prefix("sycl-packager: ").unwrap_or(cause);
    let others = match more {
        0 => String::new(),
        1 => " and 1 more image".to_owned(),
        more => format!(" and {more} more images"),
    };
    let mut text = format!("{}{image}{others}: {cause}", step.title);
    for line in output.lines().filter(|line| !line.trim().is_empty()) {
        text.push_str("\n  ");
        text.push_str(line.strip_prefix("sycl-packager: ").unwrap_or(line));
    }
    if let Some(directory) = options.kept() {
        text.push_str(&format!("\n  command, in {}: {}", directory.display(), step.command));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::lacks_line;

    #[test]
    fn what_is_said_of_a_kernel_has_a_line_or_a_hint() {
        assert!(lacks_line("error: a.cpp: kernel `K` throws an exception; expected code without `throw`"));
        assert!(lacks_line(
            "'f(int)' is undefined (a.cpp:3:7), used by kernel `K`\n'g()' is undefined, used by kernel `K`"
        ));
        assert!(!lacks_line("error: a.cpp:3:7: kernel `std::plus<3:int>` throws an exception"));
        assert!(!lacks_line("'f(int)' is undefined (a.cpp:3:7), used by kernel `K`"));
        assert!(!lacks_line("error: target `nvptx64:sm_1`: unknown processor"));
    }
}
