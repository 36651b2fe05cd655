//! From device bitcode to something that a program loads, with the programs that a distribution has.
//!
//! | module | concept |
//! |---|---|
//! | [`request`] | what is asked for |
//! | [`target`] | what images are built for |
//! | [`group`] | targets that share the post-link step |
//! | [`tools`] | the programs, and which they are |
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
pub mod execute;
pub mod group;
pub mod ninja;
pub mod plan;
pub mod report;
pub mod request;
pub mod target;
pub mod tools;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sycl_propset::PropertySetRegistry;
use sycl_propset::devices::DeviceConfig;

use crate::error::Error;
use crate::jobs::Limit;
use crate::output::{self, Target};
use action::{Action, File};
use cache::{Cache, Hash, Message, Stored, StoredFile, hash_file};
use execute::{Ended, Executor, Outcome};
use group::Group;
use plan::{Image, Row};
use report::Summary;
use request::{CudaImage, Pack, Request, Validate};
use tools::{Missing, Search, Tools};

/// Why a build gives no result.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Something of ours or the user's.
    #[error(transparent)]
    Error(#[from] Error),
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

/// What is asked for, checked: groups of targets, and all programs.
#[derive(Debug)]
pub struct Prepared {
    /// Runs of the post-link step.
    pub groups: Vec<Group>,
    /// The programs.
    pub tools: Tools,
}

/// Checks what is asked for, and finds the programs. What the request leaves to what is installed (`ptxas`, `spirv-val`)
/// is decided in it.
///
/// # Errors
/// [`BuildError::Error`] for inputs and targets that do not go together, [`BuildError::Missing`] for programs.
pub fn prepare(request: &mut Request, search: &Search, cache: &Cache) -> Result<Prepared, BuildError> {
    for (number, target) in request.targets.iter().enumerate() {
        // Or their files would have the same names.
        let is_same = |other: &&target::Target| {
            (other.family, &other.processor, &other.steps) == (target.family, &target.processor, &target.steps)
                || other.directory() == target.directory()
        };
        if let Some(other) = request.targets[..number].iter().find(is_same) {
            let message = format!("targets `{}` and `{}` are the same; expected each once", other.name, target.name);
            return Err(Error::Input(message).into());
        }
    }
    let groups = group::divide(request)?;
    if request.embeds_ir && !groups.iter().any(|group| plan::embeds(request, group)) {
        let message = "IR is embedded for NVPTX and AMDGPU only; expected such a target".to_owned();
        return Err(Error::Input(message).into());
    }
    if request.embeds_ir && matches!(request.pack, Pack::Syclbin { .. }) {
        return Err(
            Error::Input("SYCLBIN files have no place for embedded IR; expected another format".to_owned()).into()
        );
    }
    let (mut tools, mut missing) = (Tools::default(), Vec::new());
    let wants_ptxas = request.targets.iter().any(|target| target.steps.iter().any(|step| step.tool == "ptxas"));
    // What the user names has to be there.
    let is_given = |name: &str| search.given.contains_key(name);
    if request.cuda_image == CudaImage::Auto {
        let found = wants_ptxas && (is_given("ptxas") || search.find("ptxas", cache)?.is_ok());
        request.cuda_image = if found { CudaImage::Cubin } else { CudaImage::Ptx };
    }
    if request.validate != Validate::Never && request.targets.iter().any(target::Target::is_portable) {
        match search.find("spirv-val", cache)? {
            Ok(tool) => {
                request.spirv_validator = Some(tool.path.clone());
                tools.insert(tool);
            }
            Err(absent) if request.validate == Validate::Always || is_given("spirv-val") => missing.push(absent),
            Err(_) => {}
        }
    }
    let names: BTreeSet<&'static str> = sample_steps(request, &groups).iter().map(|step| step.tool).collect();
    for name in names {
        match search.find(name, cache)? {
            Ok(tool) => tools.insert(tool),
            Err(absent) => missing.push(absent),
        }
    }
    if missing.is_empty() { Ok(Prepared { groups, tools }) } else { Err(BuildError::Missing(missing)) }
}

/// All steps, with those for images as they are for one, `N`, of each target.
#[must_use]
pub fn sample_steps(request: &Request, groups: &[Group]) -> Vec<Action> {
    let mut steps = plan::front_steps(request, groups);
    for group in groups {
        for target in &group.targets {
            steps.extend(sample_image_steps(request, group, *target));
        }
    }
    steps.push(plan::pack_step(request, groups, "result"));
    steps
}

/// The steps of one image, `N`, of a target.
#[must_use]
pub fn sample_image_steps(request: &Request, group: &Group, target: usize) -> Vec<Action> {
    let file = |extension: &str| format!("{}/split/image_N.{extension}", group.directory());
    let row = Row {
        code: file("bc"),
        properties: file("prop"),
        symbols: file("sym"),
        kernels: Vec::new(),
        registry: PropertySetRegistry::new(),
        is_empty: false,
    };
    back_end::image_steps(request, target, "N", &row).0
}

/// What the result depends on.
fn build_key(request: &Request, prepared: &Prepared, executor: &Executor<'_>) -> Result<Hash, Error> {
    let mut hasher = blake3::Hasher::new_derive_key("sycl-packager 2026-11 result of a build");
    let mut outside = BTreeSet::new();
    for step in sample_steps(request, &prepared.groups) {
        hasher.update(format!("{step:?}\n").as_bytes());
        outside.extend(step.inputs.into_iter().filter(|file| matches!(file, File::Outside(_))));
    }
    hasher.update(format!("{:?}", request.targets).as_bytes());
    for tool in prepared.tools.iter() {
        hasher.update(format!("{} {} {}\n", tool.name, tool.hash, tool.version).as_bytes());
    }
    outside.extend(request.devices.iter().cloned().map(File::Outside));
    for file in outside {
        hasher.update(executor.content(&file)?.as_bytes());
    }
    Ok(hasher.finalize())
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
    let work = settings.cache.work_directory()?;
    let executor = Executor::new(settings.cache, work.path(), &prepared.tools, settings.limit);
    let key = build_key(request, prepared, &executor)?;
    if settings.keep.is_none()
        && let Some(stored) = settings.cache.lookup(&key)
        && let Some(summary) = from_stored(request, &stored, settings.cache, result)?
    {
        for message in &stored.messages {
            report(Event::Message { title: &message.title, text: &message.text });
        }
        return Ok(summary);
    }
    let mut build = Build { request, executor, work: work.path(), messages: Vec::new(), outcome: Outcome::default() };
    let made = build.make(&prepared.groups, report);
    if let Some(keep) = settings.keep {
        keep_files(work.path(), keep)?;
    }
    let images = made?;
    let files = build.store_result(settings.cache)?;
    let summary = Summary::new(request, config, &images, &build.outcome, work.path())?;
    let stored = Stored { files, messages: build.messages, note: summary.to_note() };
    build.outcome.added += settings.cache.store(&key, &stored)?;
    // Not from the cache, which another process may have trimmed by now.
    install(request, &stored.files, result, |file| {
        output::read(&match request.pack {
            Pack::Directory => work.path().join(RESULT).join(&file.name),
            _ => work.path().join(RESULT),
        })
    })?;
    settings.cache.trim(build.outcome.added)?;
    Ok(summary)
}

/// The name of the result in the work directory.
const RESULT: &str = "result";

struct Build<'a> {
    request: &'a Request,
    executor: Executor<'a>,
    work: &'a Path,
    /// What programs said.
    messages: Vec<Message>,
    outcome: Outcome,
}

impl Build<'_> {
    fn make(&mut self, groups: &[Group], report: &mut dyn FnMut(Event<'_>)) -> Result<Vec<Image>, BuildError> {
        self.front(groups, report)?;
        let back = plan::back_steps(self.request, groups, self.work, RESULT)?;
        for (name, text) in &back.tables {
            self.executor.write(name, text.as_bytes())?;
        }
        self.execute(&back.steps, &back.images, report)?;
        Ok(back.images)
    }

    /// Up to the tables of images.
    fn front(&mut self, groups: &[Group], report: &mut dyn FnMut(Event<'_>)) -> Result<(), BuildError> {
        if let Some(devices) = &self.request.devices {
            self.executor.write(plan::DEVICES, &output::read(devices)?)?;
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
        let messages = &mut self.messages;
        let outcome = self.executor.run(steps, &mut |ended: Ended<'_>| {
            for Message { text, .. } in ended.messages {
                report(Event::Message { title: &ended.action.title, text });
                messages.push(Message { title: ended.action.title.clone(), text: text.clone() });
            }
            finished += ended.action.output_files().iter().filter(|file| files.contains(file.as_str())).count();
            let (seconds, count) = ended.worked;
            let left = (ended.total - ended.finished) as f64 / jobs as f64;
            let seconds_left = (count > 0).then(|| seconds / count as f64 * left);
            report(Event::Progress { finished, images: total, seconds_left });
        })?;
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
        let _ = self.executor.cache.trim(self.outcome.added);
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
        let path = self.work.join(RESULT);
        match self.request.pack {
            Pack::Directory => {
                execute::files_in(&path)?.into_iter().map(|name| cache.store_file(&path.join(&name), name)).collect()
            }
            _ => Ok(vec![cache.store_file(&path, RESULT.to_owned())?]),
        }
    }
}

/// The result of an earlier build, put where it belongs unless it is there; `None` if the cache no longer has it.
fn from_stored(request: &Request, stored: &Stored, cache: &Cache, result: &Path) -> Result<Option<Summary>, Error> {
    let Some(summary) = Summary::from_note(&stored.note) else { return Ok(None) };
    if is_there(request, stored, result) {
        return Ok(Some(summary));
    }
    let Some(contents) = stored.files.iter().map(|file| cache.content(file)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let mut contents = contents.into_iter();
    install(request, &stored.files, result, |_| Ok(contents.next().unwrap_or_default()))?;
    Ok(Some(summary))
}

fn is_there(request: &Request, stored: &Stored, result: &Path) -> bool {
    let is_same = |path: &Path, file: &StoredFile| {
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == file.size)
            && hash_file(path).is_ok_and(|(hash, _)| hash.to_hex().as_str() == file.hash)
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
