//! Builds in which each translation unit has images of its own, so that a change of one unit costs that unit.
//!
//! Each unit is a whole build, whose steps run one after the other; as many units are built at a time as the limit
//! has jobs. A unit is read when its turn comes, so memory does not grow with their number. The cache knows the result
//! of each unit, by its content.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use sycl_images::error::Error;
use sycl_images::summary::Summary;
use sycl_propset::devices::DeviceConfig;

use super::action::Title;
use super::request::{DeviceCode, Recipe};
use super::resolve::Resolved;
use super::run::{note_last, run_part};
use super::{BuildError, Event, FailedStep, Report, Settings};
use crate::jobs::{self, Limit};

/// The units of a build.
pub struct Units<'a> {
    /// Names of each in messages.
    pub names: &'a [PathBuf],
    /// Reads the device code of one, by its number.
    pub read: &'a (dyn Fn(usize) -> Result<DeviceCode, Error> + Sync),
    /// The directory for the object of each.
    pub directory: &'a Path,
}

impl Units<'_> {
    /// The object of a unit.
    #[must_use]
    pub fn object(&self, number: usize) -> PathBuf {
        self.directory.join(format!("{number}.o"))
    }
}

/// Result for a unit when all have ended.
enum Said {
    Warning(String),
    Message { title: Title, text: String },
    Explained(String),
    Timed { title: Title, tool: &'static str, end: Instant, seconds: f64 },
}

/// A unit that has ended.
struct Ended {
    done: Result<(Summary, u64), BuildError>,
    said: Vec<Said>,
}

/// Builds an object of each unit. `resolved` is the request for any one of them, `result` is what the whole is called.
///
/// # Errors
/// [`BuildError`]: all steps that failed, of all units, or what else is wrong with the first unit that failed.
pub fn run(
    resolved: &Resolved,
    config: &DeviceConfig,
    settings: &Settings<'_>,
    units: &Units<'_>,
    result: &Path,
    report: &mut Report<'_>,
) -> Result<Summary, BuildError> {
    let Settings { limit, back_ends, .. } = settings;
    let count = units.names.len();
    // Units fill the limit, but for those of a small program.
    let of_each = if limit.jobserver.is_some() { 1 } else { (limit.jobs / count.clamp(1, limit.jobs.max(1))).max(1) };
    let inner = Limit { jobs: of_each, jobserver: None };
    back_ends.hold(true);
    back_ends.prepare(count, limit);
    let started = Instant::now();
    let finished = AtomicUsize::new(0);
    let report = Mutex::new(report);
    let build = |number: usize| {
        let ended = one(resolved, config, &Settings { limit: &inner, ..*settings }, units, number, result);
        let done = finished.fetch_add(1, Ordering::Relaxed) + 1;
        let left = started.elapsed().as_secs_f64() / done as f64 * (count - done) as f64;
        let event = Event::Progress { finished: done, images: count, seconds_left: Some(left) };
        report.lock().unwrap_or_else(PoisonError::into_inner)(event);
        ended
    };
    let all = jobs::map(limit, 1, count, 1, build);
    back_ends.hold(false);
    back_ends.stop();
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    // In the order of units, whichever ended first.
    let mut known = BTreeSet::new();
    for said in all.iter().flat_map(|ended| &ended.said) {
        match said {
            Said::Warning(text) if known.insert(text) => report(Event::Warning(text)),
            Said::Warning(_) => {}
            Said::Message { title, text } => report(Event::Message { title, text }),
            Said::Explained(line) => report(Event::Explained(line)),
            Said::Timed { title, tool, end, seconds } => {
                report(Event::Timed { title, tool, end: *end, seconds: *seconds });
            }
        }
    }
    let (mut whole, mut all_added, mut failed): (Option<Summary>, u64, Vec<FailedStep>) = (None, 0, Vec::new());
    let mut broken = None;
    for (ended, name) in all.into_iter().zip(units.names) {
        match ended.done {
            Ok((summary, added)) => {
                all_added += added;
                match &mut whole {
                    Some(whole) => whole.add(summary),
                    None => whole = Some(summary),
                }
            }
            Err(BuildError::Failed(steps)) => {
                failed.extend(steps.into_iter().map(|step| FailedStep { title: of_unit(&step.title, name), ..step }));
            }
            Err(error) => broken = broken.or(Some(error)),
        }
    }
    settings.cache.trim(all_added);
    match (broken, whole) {
        _ if !failed.is_empty() => Err(BuildError::Failed(failed)),
        (Some(error), _) => Err(error),
        (None, whole) => {
            let whole = whole.unwrap_or_default();
            note_last(settings.cache, &result.display().to_string(), &whole);
            Ok(whole)
        }
    }
}

/// Builds one unit.
fn one(
    resolved: &Resolved,
    config: &DeviceConfig,
    settings: &Settings<'_>,
    units: &Units<'_>,
    number: usize,
    result: &Path,
) -> Ended {
    let mut said = Vec::new();
    let name = &units.names[number];
    let mut hear = |event: Event<'_>| match event {
        Event::Warning(text) => said.push(Said::Warning(text.to_owned())),
        Event::Message { title, text } => {
            said.push(Said::Message { title: of_unit(title, name), text: text.to_owned() });
        }
        Event::Ran { command, directory } => {
            said.push(Said::Explained(format!("{}: in {}: {command}", name.display(), directory.display())));
        }
        Event::Explained(line) => said.push(Said::Explained(format!("{}: {line}", name.display()))),
        Event::Timed { title, tool, end, seconds } => {
            said.push(Said::Timed { title: of_unit(title, name), tool, end, seconds });
        }
        Event::Again => said.retain(|said| matches!(said, Said::Warning(_) | Said::Timed { .. })),
        Event::Progress { .. } => {}
    };
    let keep = settings.keep.map(|keep| keep.join(format!("unit-{number}")));
    let settings = Settings { keep: keep.as_deref(), ..*settings };
    let noted_as = format!("{}: {}", result.display(), name.display());
    let done = (units.read)(number).map_err(BuildError::from).and_then(|code| {
        run_part(&alone(resolved, code), config, &settings, &units.object(number), &noted_as, &mut hear)
    });
    Ended { done, said }
}

/// The request for one unit.
fn alone(resolved: &Resolved, code: DeviceCode) -> Resolved {
    let Resolved { recipe, cuda_code, validation, groups, tools } = resolved;
    let recipe = Recipe { inputs: vec![code], is_unit: true, ..recipe.clone() };
    Resolved {
        recipe,
        cuda_code: *cuda_code,
        validation: validation.clone(),
        groups: groups.clone(),
        tools: tools.clone(),
    }
}

/// The title of a step as it stands among those of other units.
fn of_unit(title: &Title, name: &Path) -> Title {
    let name = name.display().to_string();
    let Title { kind, subject } = title;
    let subject = if subject.starts_with(&name) { subject.clone() } else { format!("{name}: {subject}") };
    Title { kind: *kind, subject }
}
