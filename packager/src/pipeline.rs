//! From device bitcode to something that a program loads, with the programs that a distribution has.
//!
//! | module | concept |
//! |---|---|
//! | [`request`] | what is asked for |
//! | [`target`] | what images are built for |
//! | [`group`] | targets that share the post-link step |
//! | [`tools`], [`environment`] | the programs, which they are, and what they run in |
//! | [`prepare`] | the request, checked against what is installed |
//! | [`plan`] | from what is asked for to steps |
//! | [`back_end`] | the steps of one image |
//! | [`action`] | one step: a command, its inputs and outputs |
//! | [`cache`] | what was made before, by what it was made of |
//! | [`execute`] | steps in parallel, each only if its result is not stored |
//! | [`ninja`] | the same steps as a Ninja file |
//! | [`report`] | what a build gave |
//!
//! A build is a graph of commands over files, and a pure function of inputs, options and programs: results are the same
//! bytes wherever, however often and with however many jobs it runs, also when it goes on after it was killed. The result
//! gets its name when it is whole.

pub mod action;
pub mod back_end;
pub mod cache;
pub mod environment;
pub mod execute;
pub mod group;
mod key;
pub mod ninja;
pub mod plan;
pub mod prepare;
pub mod report;
pub mod request;
pub mod target;
pub mod tools;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sycl_propset::devices::DeviceConfig;

use crate::error::Error;
use crate::jobs::Limit;
use crate::output::{self, Target};
use action::Action;
use cache::{Cache, FileName, Message, Stored, StoredFile, WorkDirectory, hash_file};
use execute::{Ended, Executor, Outcome};
use group::Group;
use plan::Image;
use report::Summary;
use request::{Pack, Request};
use tools::Missing;

pub use prepare::{Prepared, prepare, sample_image_steps, sample_steps};

/// Why a build gives no result.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Something of ours or the user's.
    #[error(transparent)]
    Error(#[from] Error),
    /// What is asked for makes no sense, whatever the files are.
    #[error("{0}")]
    Usage(String),
    /// Programs that are not there.
    #[error("{} programs are missing", .0.len())]
    Missing(Vec<Missing>),
    /// Steps that failed.
    #[error("{} steps failed", .0.len())]
    Failed(Vec<FailedStep>),
}

/// A step that failed, as the user is told.
#[derive(Debug)]
pub struct FailedStep {
    /// What it was to make.
    pub title: String,
    /// The kernels of the image, if it was for one.
    pub kernels: Vec<String>,
    /// What became of the program.
    pub cause: String,
    /// What it said.
    pub words: String,
    /// The command.
    pub command: String,
    /// Whether a file could not be read or written, rather than something refused.
    pub is_io: bool,
}

/// How a build runs, which its result does not depend on.
pub struct Settings<'a> {
    /// Results of earlier builds.
    pub cache: &'a Cache,
    /// How many steps at a time.
    pub limit: &'a Limit,
    /// A directory for all files on the way, if they are to be kept.
    pub keep: Option<&'a Path>,
}

/// What is told while a build runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// The build goes on, but not as it was asked to.
    Warning(&'a str),
    /// The build starts again, and what was told of it so far does not count.
    Again,
    /// A program ended well and said something.
    Message {
        /// What it made.
        title: &'a str,
        /// What it said.
        text: &'a str,
    },
    /// A step has ended.
    Progress {
        /// Images that are finished.
        finished: usize,
        /// All images; 0 while nobody knows.
        images: usize,
        /// Seconds that the steps still take, if some were run to tell by.
        seconds_left: Option<f64>,
    },
}

/// Runs a build.
///
/// # Errors
/// [`BuildError`]; there is then no result, and an older one stays.
pub fn run(
    request: &Request,
    prepared: &Prepared,
    config: &DeviceConfig,
    settings: &Settings<'_>,
    result: &Path,
    report: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, BuildError> {
    in_work_directory(prepared, settings, report, |executor, report| {
        let key = prepare::build_key(request, prepared, executor)?;
        if settings.keep.is_none()
            && let Some(stored) = settings.cache.lookup(&key)
            && let Some(summary) = from_stored(request, &stored, settings.cache, result)?
        {
            for message in &stored.messages {
                report(Event::Message { title: &message.title, text: &message.text });
            }
            return Ok(summary);
        }
        let work = executor.work.path();
        let mut build = Build { request, executor, messages: Vec::new(), outcome: Outcome::default() };
        let made = build.make(&prepared.groups, report);
        if let Some(keep) = settings.keep.filter(|_| made.is_ok() || executor.trouble().is_none()) {
            keep_files(work, keep)?;
        }
        let images = made?;
        let files = build.store_result(settings.cache)?;
        let summary = Summary::new(request, config, &images, &build.outcome, work)?;
        let stored = Stored { files, messages: build.messages, note: summary.to_note()? };
        build.outcome.added += settings.cache.store(&key, &stored);
        // Not from the cache, which another process may have trimmed by now.
        install(request, &stored.files, result, |file| {
            output::read(&match request.pack {
                Pack::Directory => work.join(RESULT).join(&file.name),
                _ => work.join(RESULT),
            })
        })?;
        settings.cache.trim(build.outcome.added);
        Ok(summary)
    })
}

/// Does something in a work directory of the cache, or elsewhere, if that cannot be had or the attempt fails because somebody
/// removed the directory or its disk is full.
fn in_work_directory<T>(
    prepared: &Prepared,
    settings: &Settings<'_>,
    report: &mut dyn FnMut(Event<'_>),
    attempt: impl Fn(&Executor<'_>, &mut dyn FnMut(Event<'_>)) -> Result<T, BuildError>,
) -> Result<T, BuildError> {
    let cache = settings.cache;
    let run = |work: &WorkDirectory, report: &mut dyn FnMut(Event<'_>)| {
        let executor = Executor::new(cache, work, &prepared.tools, settings.limit);
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
    cache.stop();
    report(Event::Again);
    let (done, _) = run(&WorkDirectory::temporary()?, report);
    report(Event::Warning(&format!("{}: {why}; nothing more is kept", cache.directory().display())));
    done
}

/// The name of the result in the work directory.
const RESULT: &str = "result";

struct Build<'a> {
    request: &'a Request,
    executor: &'a Executor<'a>,
    /// What programs said.
    messages: Vec<Message>,
    outcome: Outcome,
}

impl Build<'_> {
    fn make(&mut self, groups: &[Group], report: &mut dyn FnMut(Event<'_>)) -> Result<Vec<Image>, BuildError> {
        self.front(groups, report)?;
        if self.outcome.is_stored.contains(&Some(true)) && !self.rows_are_whole(groups) {
            // Somebody wrote that into the cache.
            self.executor.start_again(&plan::front_steps(self.request, groups))?;
            self.outcome.is_stored.clear();
            self.front(groups, report)?;
        }
        let back = plan::back_steps(self.request, groups, self.executor.work.path(), RESULT)?;
        for (name, text) in &back.tables {
            self.executor.write(name, text.as_bytes())?;
        }
        self.execute(&back.steps, &back.images, report)?;
        Ok(back.images)
    }

    /// Whether tables of images can be read, and all that they name was made by the post-link step.
    fn rows_are_whole(&self, groups: &[Group]) -> bool {
        let tables = groups.iter().flat_map(|group| {
            let targets = group.targets.iter().map(|number| group.table_for(&self.request.targets[*number]));
            targets.chain([group.table()])
        });
        let tables: BTreeSet<String> = tables.collect();
        let files = |table: &String| plan::files_in_table(self.executor.work.path(), table);
        tables.iter().all(|table| files(table).is_ok_and(|files| files.iter().all(|name| self.executor.has(name))))
    }

    /// Up to the tables of images.
    fn front(&mut self, groups: &[Group], report: &mut dyn FnMut(Event<'_>)) -> Result<(), BuildError> {
        if let Some(devices) = &self.request.devices {
            self.executor.write(plan::DEVICES, devices.text.as_bytes())?;
        }
        for (name, content) in plan::piped(self.request) {
            self.executor.write(&name, content)?;
        }
        let steps = plan::front_steps(self.request, groups);
        self.execute(&steps, &[], report)
    }

    fn execute(
        &mut self,
        steps: &[Action],
        images: &[Image],
        report: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), BuildError> {
        let files: BTreeSet<&str> = images.iter().map(|image| image.file.as_str()).collect();
        let (mut finished, total, jobs) = (0, files.len(), self.executor.limit.jobs.max(1));
        let mut messages: Vec<(usize, Message)> = Vec::new();
        let outcome = self.executor.run(steps, &mut |ended: Ended<'_>| {
            let titled =
                |Message { text, .. }: &Message| Message { title: ended.action.title.clone(), text: text.clone() };
            messages.extend(ended.messages.iter().map(|message| (ended.number, titled(message))));
            finished += ended.action.output_files().iter().filter(|file| files.contains(file.as_str())).count();
            let (seconds, count) = ended.worked;
            let left = (ended.total - ended.finished) as f64 / jobs as f64;
            let seconds_left = (count > 0).then(|| seconds / count as f64 * left);
            report(Event::Progress { finished, images: total, seconds_left });
        })?;
        // In the order of the plan, whichever ended first.
        messages.sort_by_key(|(number, _)| *number);
        for (_, message) in messages {
            report(Event::Message { title: &message.title, text: &message.text });
            self.messages.push(message);
        }
        let failures: Vec<FailedStep> =
            outcome.failures.iter().map(|failed| self.explain(steps, images, failed)).collect();
        self.outcome.is_stored.extend(outcome.is_stored);
        self.outcome.added += outcome.added;
        for (tool, seconds) in outcome.seconds {
            *self.outcome.seconds.entry(tool).or_default() += seconds;
        }
        if failures.is_empty() {
            return Ok(());
        }
        // What others stored counts, although nothing follows. The failures are what is told.
        self.executor.cache.trim(self.outcome.added);
        Err(BuildError::Failed(failures))
    }

    fn explain(&self, steps: &[Action], images: &[Image], failed: &execute::Failed) -> FailedStep {
        let action = &steps[failed.action];
        let image = action.image.and_then(|(target, number)| images.iter().filter(|i| i.target == target).nth(number));
        // This program says itself which file it is about.
        let own = (action.tool == tools::PACKAGER).then(|| failed.words.split_once('\n')).flatten();
        let (cause, words) = own.unwrap_or((&failed.cause, &failed.words));
        FailedStep {
            title: action.title.clone(),
            kernels: image.map(|image| image.row.kernels.clone()).unwrap_or_default(),
            cause: cause.strip_prefix("sycl-packager: ").unwrap_or(cause).to_owned(),
            words: words.to_owned(),
            command: action.command_line(self.executor.tools),
            is_io: failed.is_io,
        }
    }

    fn store_result(&self, cache: &Cache) -> Result<Vec<StoredFile>, Error> {
        let path = self.executor.work.path().join(RESULT);
        let name = |name: String| FileName::try_from(name).map_err(Error::Input);
        match self.request.pack {
            Pack::Directory => {
                let names = execute::files_in(&path)?.into_iter();
                names.map(|file| cache.store_file(&path.join(&file), name(file)?)).collect()
            }
            _ => Ok(vec![cache.store_file(&path, name(RESULT.to_owned())?)?]),
        }
    }
}

/// The result of an earlier build, put where it belongs unless it is there; `None` if the cache no longer has it.
fn from_stored(request: &Request, stored: &Stored, cache: &Cache, result: &Path) -> Result<Option<Summary>, Error> {
    let names: Vec<&str> = stored.files.iter().map(|file| file.name.as_str()).collect();
    let is_whole = match request.pack {
        Pack::Directory => plan::result_names(request).iter().all(|name| names.contains(&name.as_str())),
        _ => names.len() == 1,
    };
    let Some(summary) = Summary::from_note(&stored.note, request).filter(|_| is_whole) else { return Ok(None) };
    if is_there(request, stored, result) {
        return Ok(Some(summary));
    }
    let Some(contents) = stored.files.iter().map(|file| cache.content(file)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let mut contents = contents.into_iter();
    install(request, &stored.files, result, |_| Ok(contents.next().expect("each file has a content")))?;
    Ok(Some(summary))
}

fn is_there(request: &Request, stored: &Stored, result: &Path) -> bool {
    let is_same = |path: &Path, file: &StoredFile| {
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == file.size)
            && hash_file(path).is_ok_and(|(hash, _)| hash == file.hash)
    };
    match (&request.pack, stored.files.as_slice()) {
        (Pack::Directory, files) => {
            let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
            execute::files_in(result).is_ok_and(|found| found == names)
                && files.iter().all(|file| is_same(&result.join(&file.name), file))
        }
        // What is not a file gets the result each time.
        (_, [file]) => matches!(Target::of(result), Ok(Target::File(..))) && is_same(result, file),
        _ => false,
    }
}

/// Writes the result. `content` is asked for each file in turn.
fn install(
    request: &Request,
    files: &[StoredFile],
    result: &Path,
    mut content: impl FnMut(&StoredFile) -> Result<Vec<u8>, Error>,
) -> Result<(), Error> {
    match &request.pack {
        Pack::Directory => output::replace_directory(result, |directory| {
            files.iter().try_for_each(|file| output::write_bytes(&directory.join(&file.name), &content(file)?))
        }),
        _ => files.iter().try_for_each(|file| output::write_bytes(result, &content(file)?)),
    }
}

/// Copies the files of a build; what has their names is replaced.
fn keep_files(from: &Path, to: &Path) -> Result<(), Error> {
    cache::create_directory(to)?;
    let failed = |source| Error::Read { file: from.to_owned(), source };
    for entry in std::fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            keep_files(&path, &to)?;
        } else {
            output::write_bytes(&to, &output::read(&path)?)?;
        }
    }
    Ok(())
}

/// Where the plugin is, if it is beside this program or in the library directory next to it.
#[must_use]
pub fn plugin_beside(packager: &Path) -> Option<PathBuf> {
    const NAME: &str = "libsycl_passes_plugin.so";
    let directory = packager.parent()?;
    [directory.join(NAME), directory.join("../lib").join(NAME)].into_iter().find(|path| path.is_file())
}
