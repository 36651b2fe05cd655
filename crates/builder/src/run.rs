//! A whole build: fetches the result from the cache, or else runs the steps, and installs it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use sycl_propset::devices::DeviceConfig;
use sycl_store::Key;

use super::action::{Action, File};
use super::cache::{Cache, FileName, Hash, LAST_BUILD, LastBuild, Message, StoredBuild, StoredFile, WorkDirectory};
use super::execute::{self, Ended, Executor, Failed, Outcome, StepOutcome};
use super::explain::{self, Record, StepRecord};
use super::install::{from_stored, install, keep_files};
use super::plan::{self, Image, ImageSteps};
use super::report::{self, Summary};
use super::request::{Pack, Split};
use super::resolve::Resolved;
use super::target::Target;
use super::{BuildError, Event, FailedStep, Report, Settings};
use sycl_images::error::Error;
use sycl_images::output;

/// The name of the result in the work directory.
const RESULT: &str = "result";

/// Failed steps for which the passes are asked: others fail for the same reason.
const ASKED: usize = 4;

/// A part of each message of the passes about code that a back end cannot compile.
const LIMIT: &str = "does not have";

/// Runs a build.
///
/// # Errors
/// [`BuildError`]; there is then no result, and an older one stays.
pub fn run(
    resolved: &Resolved,
    config: &DeviceConfig,
    settings: &Settings<'_>,
    result: &Path,
    report: &mut Report<'_>,
) -> Result<Summary, BuildError> {
    let output = std::path::absolute(result).unwrap_or_else(|_| result.to_owned()).display().to_string();
    let (summary, added) = run_part(resolved, config, settings, result, &output, report)?;
    note_last(settings.cache, &output, &summary);
    settings.cache.trim(added);
    Ok(summary)
}

/// As [`run()`], for a build that may be one of many; what it is made of is noted as `output`. Gives the bytes that it
/// added to the cache, which the caller has trimmed.
pub(super) fn run_part(
    resolved: &Resolved,
    config: &DeviceConfig,
    settings: &Settings<'_>,
    result: &Path,
    output: &str,
    report: &mut Report<'_>,
) -> Result<(Summary, u64), BuildError> {
    let pack = &resolved.recipe.pack;
    // Before there is a directory to work in, which takes longer than all of this.
    if settings.keep.is_none()
        && let Some(summary) = again(resolved, settings, result, output, report)?
    {
        return Ok((summary, 0));
    }
    in_work_directory(resolved, settings, report, |executor, report| {
        let key = build_key(resolved, |file| executor.content(file))?;
        let work = executor.work.path();
        let mut build = Build::new(resolved, executor);
        build.explains = settings.explain;
        let made = build.make(report);
        if settings.explain {
            build.explain(settings.cache, output, report);
        }
        if let Some(keep) = settings.keep.filter(|_| made.is_ok() || executor.trouble().is_none()) {
            keep_files(work, keep)?;
        }
        let images = made?;
        let summary = report::summary(&resolved.recipe, config, &images, &build.outcome, executor)?;
        let stored = executor.while_removing(
            |name| Path::new(name).starts_with(RESULT),
            || {
                let files = build.result_files()?;
                let stored = StoredBuild { files, messages: std::mem::take(&mut build.messages), summary };
                build.outcome.added += settings.cache.store(&key, &stored);
                // Not from the cache, which another process may have trimmed by now.
                install(pack, &stored.files, result, |file| {
                    output::read(&match pack {
                        Pack::Directory => work.join(RESULT).join(&file.name),
                        _ => work.join(RESULT),
                    })
                })?;
                explain::note(settings.cache, output, &key, &build.record);
                Ok::<_, Error>(stored)
            },
        )?;
        Ok((stored.summary, build.outcome.added))
    })
}

/// Installs the result of a build that the cache has.
fn again(
    resolved: &Resolved,
    settings: &Settings<'_>,
    result: &Path,
    output: &str,
    report: &mut Report<'_>,
) -> Result<Option<Summary>, BuildError> {
    let cache = settings.cache;
    let key = build_key(resolved, |file| Ok(cache.identity(file.path())?.hash))?;
    let shown = key.to_hex();
    let Some(stored) = cache.lookup::<StoredBuild>(&key) else {
        log::debug!("{output}: the cache in {} has no result {shown}", cache.directory().display());
        return Ok(None);
    };
    let Some(summary) = from_stored(&resolved.recipe, &stored, cache, result)? else {
        log::debug!("{output}: result {shown} is not whole in the cache");
        return Ok(None);
    };
    log::debug!("{output}: result {shown} comes from the cache");
    for message in &stored.messages {
        report(Event::Message { title: &message.title, text: &message.text });
    }
    explain::note_again(cache, output, &key);
    if settings.explain {
        report(Event::Explained("no step ran: the cache has the result of this very build"));
    }
    Ok(Some(summary))
}

/// Notes for `cache stats` what a build took from the cache.
pub(super) fn note_last(cache: &Cache, output: &str, summary: &Summary) {
    let (steps, stored_steps) = (summary.steps, summary.stored_steps);
    cache.note(LAST_BUILD, &LastBuild { output: output.to_owned(), steps, stored_steps });
}

/// Key of the result, by all that it depends on: everything that steps do, with one image to stand for all. Names and
/// places of the user's files do not count. `outside` hashes the content of one of them.
fn build_key(resolved: &Resolved, outside: impl Fn(&File) -> Result<Hash, Error>) -> Result<Hash, Error> {
    let mut key = Key::new("sycl-packager 2026-11 result of a build, by the keys of its steps");
    let steps = plan::sample_steps(resolved);
    key.add_number(steps.len());
    for step in &steps {
        let content = |file: &File| match file {
            // There is no such file yet. Its name says which step writes it.
            File::Work(name) => Ok(blake3::hash(name.as_bytes())),
            File::Outside(_) => outside(file),
        };
        let inputs = step.inputs.iter().map(content).collect::<Result<Vec<_>, _>>()?;
        key.add_hash(&step.key(&resolved.tools, &inputs));
        key.add_all(step.output_files().iter());
    }
    key.add_number(resolved.recipe.targets.len());
    for target in &resolved.recipe.targets {
        let Target { name, code, processor, device, steps, triple, runtime_target } = target;
        let optional = [processor.as_deref(), device.as_deref()];
        key.add_all([name, code.name(), triple, runtime_target].iter());
        key.add_all(optional.iter().map(|text| text.map_or_else(String::new, |text| format!("={text}"))));
        key.add_number(steps.len());
        for step in steps {
            key.add(&step.tool);
            key.add_all(step.options.iter());
        }
    }
    for (name, content) in plan::copied(&resolved.recipe) {
        key.add(&name);
        key.add_hash(&blake3::hash(&content));
    }
    // Messages, which are stored too, name what goes through the front end.
    for code in resolved.recipe.code().filter(|code| code.needs_front_end) {
        key.add(code.file.display().to_string());
    }
    Ok(key.finish())
}

/// Does something in a work directory of the cache. If there can be none, or the attempt fails because another process
/// removed the directory or its disk is full, does it in a temporary directory.
pub(super) fn in_work_directory<T>(
    resolved: &Resolved,
    settings: &Settings<'_>,
    report: &mut Report<'_>,
    attempt: impl Fn(&Executor<'_>, &mut Report<'_>) -> Result<T, BuildError>,
) -> Result<T, BuildError> {
    let cache = settings.cache;
    let run = |work: &WorkDirectory, report: &mut Report<'_>| {
        let executor =
            Executor::new(cache, work, &resolved.tools, settings.limit, settings.back_ends, settings.keep.is_none());
        let done = attempt(&executor, report);
        let trouble = if done.is_err() { executor.trouble() } else { None };
        (done, trouble)
    };
    let why = match cache.work_directory() {
        Ok(work) => match run(&work, report) {
            (Err(_), Some(why)) => why,
            (done, _) => {
                if let Some(why) = cache.trouble() {
                    let text = format!("{}: cannot write: {why}; nothing more is kept", cache.directory().display());
                    report(Event::Warning(&text));
                }
                return done;
            }
        },
        Err(error) => error.to_string(),
    };
    log::debug!("the cache cannot be worked in: {why}; a temporary directory is used");
    cache.stop();
    report(Event::Again);
    let (done, _) = run(&WorkDirectory::temporary().map_err(Error::from)?, report);
    report(Event::Warning(&format!("{}: {why}; nothing more is kept", cache.directory().display())));
    done
}

/// A build while it runs.
pub(super) struct Build<'a> {
    resolved: &'a Resolved,
    executor: &'a Executor<'a>,
    /// The first part of the steps.
    link_and_split: Vec<Action>,
    /// Output of programs.
    messages: Vec<Message>,
    pub(super) outcome: Outcome,
    /// Inputs of each step that has ended, and which of them ran.
    record: Record,
    ran: Vec<usize>,
    /// Whether it is reported what runs.
    explains: bool,
}

impl<'a> Build<'a> {
    pub(super) fn new(resolved: &'a Resolved, executor: &'a Executor<'a>) -> Self {
        let link_and_split = plan::link_and_split_steps(resolved);
        Self {
            resolved,
            executor,
            link_and_split,
            messages: Vec::new(),
            outcome: Outcome::default(),
            record: Record::new(&resolved.tools.environment),
            ran: Vec::new(),
            explains: false,
        }
    }

    fn make(&mut self, report: &mut Report<'_>) -> Result<Vec<Image>, BuildError> {
        self.executor.back_ends.prepare(self.likely_images(), self.executor.limit);
        self.link_and_split(report)?;
        if self.outcome.steps.contains(&StepOutcome::Stored) && !self.rows_are_whole() {
            // Another program wrote that into the cache.
            self.executor.start_again(&self.link_and_split)?;
            self.outcome.steps.clear();
            self.record.clear();
            self.ran.clear();
            self.link_and_split(report)?;
        }
        self.prepare_back_ends();
        let rest = self.image_and_pack_steps(RESULT)?;
        for (name, text) in &rest.tables {
            self.executor.write(name, text.as_bytes())?;
        }
        self.execute(&rest.steps, &rest.images, report)?;
        Ok(rest.images)
    }

    /// Runs the steps up to the tables of images.
    pub(super) fn link_and_split(&mut self, report: &mut Report<'_>) -> Result<(), BuildError> {
        for (name, content) in plan::copied(&self.resolved.recipe) {
            self.executor.write(&name, &content)?;
        }
        let steps = std::mem::take(&mut self.link_and_split);
        let done = self.execute(&steps, &[], report);
        self.link_and_split = steps;
        done
    }

    /// Estimate of the number of images, at least or most likely: a worker is started beside
    /// what comes before them, when only one step runs at a time.
    fn likely_images(&self) -> usize {
        match self.resolved.recipe.split {
            Split::Kernel | Split::Source => 2,
            Split::Auto | Split::Features | Split::None => self.resolved.recipe.targets.len().min(2),
        }
    }

    /// Has the workers of new images started, while it is found out what their steps are.
    fn prepare_back_ends(&self) {
        let Executor { limit, work, back_ends, .. } = self.executor;
        if self.ran.is_empty() {
            return;
        }
        // Behind the line with the names of columns, one is for each image. The plan reads what they say.
        let lines = |table: String| std::fs::read(work.path().join(table)).unwrap_or_default();
        let rows = |table| lines(table).iter().filter(|byte| **byte == b'\n').count().saturating_sub(1);
        back_ends.prepare(self.resolved.groups.iter().map(|group| rows(group.table())).sum(), limit);
    }

    /// The steps after those, for the images that there are now. `output` is the name of the result.
    pub(super) fn image_and_pack_steps(&self, output: &str) -> Result<ImageSteps, Error> {
        plan::image_and_pack_steps(self.resolved, self.executor.work.path(), output, self.executor.limit)
    }

    /// All steps of the first part.
    pub(super) fn into_link_and_split_steps(self) -> Vec<Action> {
        self.link_and_split
    }

    /// Whether tables of images can be read, and all that they name was made by the post-link step.
    fn rows_are_whole(&self) -> bool {
        let targets = self.resolved.targets().map(|(_, target, group)| group.table_for(target));
        let tables: BTreeSet<String> = targets.chain(self.resolved.groups.iter().map(|group| group.table())).collect();
        let files = |table: &String| plan::files_in_table(self.executor.work.path(), table);
        tables.iter().all(|table| files(table).is_ok_and(|files| files.iter().all(|name| self.executor.has(name))))
    }

    fn execute(&mut self, steps: &[Action], images: &[Image], report: &mut Report<'_>) -> Result<(), BuildError> {
        let files: BTreeSet<&str> = images.iter().map(|image| image.file.as_str()).collect();
        let (mut finished, total, jobs) = (0, files.len(), self.executor.limit.jobs.max(1));
        let mut messages: Vec<(usize, Message)> = Vec::new();
        let mut records: Vec<Option<StepRecord>> = steps.iter().map(|_| None).collect();
        let outcome = self.executor.run(steps, &mut |ended: Ended<'_>| {
            records[ended.step] = record(ended.action, self.executor);
            if !ended.said.is_empty() {
                let message = Message { title: ended.action.title.clone(), text: ended.said.to_owned() };
                messages.push((ended.step, message));
            }
            if let Some((end, seconds)) = ended.ran {
                report(Event::Timed { title: &ended.action.title, tool: ended.action.tool, end, seconds });
            }
            if self.explains && ended.ran.is_some() {
                let command = ended.action.command_line(self.executor.tools);
                report(Event::Ran { command: &command, directory: self.executor.work.path() });
            }
            finished += ended.action.output_files().iter().filter(|file| files.contains(file.as_str())).count();
            let left = (ended.total - ended.finished) as f64 / jobs as f64;
            let seconds_left = ended.mean_seconds.map(|mean| mean * left);
            report(Event::Progress { finished, images: total, seconds_left });
        })?;
        for crash in self.executor.back_ends.take_crashes() {
            report(Event::Warning(&crash.to_string()));
        }
        // In the order of the plan, whichever ended first.
        messages.sort_by_key(|(step, _)| *step);
        for (_, message) in messages {
            report(Event::Message { title: &message.title, text: &message.text });
            self.messages.push(message);
        }
        for (record, became) in records.into_iter().zip(&outcome.steps) {
            let Some(record) = record else { continue };
            if *became == StepOutcome::Run {
                self.ran.push(self.record.len());
            }
            self.record.push(record);
        }
        self.outcome.steps.extend(outcome.steps);
        self.outcome.added += outcome.added;
        for (tool, seconds) in outcome.seconds {
            *self.outcome.seconds.entry(tool).or_default() += seconds;
        }
        if outcome.failures.is_empty() {
            return Ok(());
        }
        // Other steps may have added to the cache.
        self.executor.cache.trim(self.outcome.added);
        let mut asked = 0;
        let explain = |mut failed: Failed| {
            if asked < ASKED
                && let Some(reason) = self.reason(&steps[failed.step], images)
            {
                asked += 1;
                failed.failure.output = reason;
            }
            explain(steps, images, failed, self.resolved)
        };
        Err(BuildError::Failed(outcome.failures.into_iter().map(explain).collect()))
    }

    /// The reason why LLVM's back end for SPIR-V failed, as far as the passes know: it
    /// speaks of its own insides, if it says anything before it crashes. For other targets they have looked before.
    fn reason(&self, step: &Action, images: &[Image]) -> Option<String> {
        let image = images.iter().find(|image| Some(image.id) == step.image)?;
        let recipe = &self.resolved.recipe;
        if step.tool != "llc" || !recipe.targets[image.id.target].code.is_spirv() {
            return None;
        }
        let code = step.inputs.last()?.path();
        let mut opt = Command::new(&self.resolved.tools.get("opt").path);
        opt.arg(format!("-load-pass-plugin={}", recipe.plugin.display()));
        opt.args(["-passes=llvm-to-backend<target=spirv64;start-at=back-end>", "-disable-output"]).arg(code);
        self.resolved.tools.environment.apply(&mut opt);
        let said = opt.current_dir(self.executor.work.path()).stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        (!said.status.success() && text.contains(LIMIT)).then_some(text)
    }

    /// Reports why steps ran.
    fn explain(&self, cache: &Cache, output: &str, report: &mut Report<'_>) {
        if self.ran.is_empty() {
            return report(Event::Explained("no step ran: the cache has the results of all steps"));
        }
        match explain::last(cache, output) {
            Some(before) => {
                for line in self.record.explain(&before, &self.ran) {
                    report(Event::Explained(&line));
                }
            }
            None => {
                let line = format!("{} steps ran: no earlier build of {output} is known", self.ran.len());
                report(Event::Explained(&line));
            }
        }
    }

    /// The files of the result, which are in the cache since they were made.
    fn result_files(&self) -> Result<Vec<StoredFile>, Error> {
        let stored = |name: String, path: &str| {
            let hash = self.executor.content(&File::Work(path.to_owned()))?;
            Ok(StoredFile { name: FileName::try_from(name)?, hash, size: self.executor.size(path)? })
        };
        match self.resolved.recipe.pack {
            Pack::Directory => {
                let names = execute::files_in(&self.executor.work.path().join(RESULT))?.into_iter();
                names.map(|name| stored(name.clone(), &format!("{RESULT}/{name}"))).collect()
            }
            _ => Ok(vec![stored(RESULT.to_owned(), RESULT)?]),
        }
    }
}

/// Inputs of a step, if they are still known.
fn record(action: &Action, executor: &Executor<'_>) -> Option<StepRecord> {
    let inputs = action.inputs.iter().map(|file| executor.content(file)).collect::<Result<Vec<_>, _>>().ok()?;
    Some(StepRecord::new(action, executor.tools.get(action.tool), &inputs))
}

fn explain(steps: &[Action], images: &[Image], failed: Failed, resolved: &Resolved) -> FailedStep {
    let action = &steps[failed.step];
    let image = action.image.and_then(|id| images.iter().find(|image| image.id == id));
    FailedStep {
        title: action.title.clone(),
        kernels: image.map_or_else(Vec::new, |image| image.row.kernels.clone()),
        failure: failed.failure,
        command: action.command_line(&resolved.tools),
    }
}
