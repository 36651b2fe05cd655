//! Runs the steps of a build, in parallel, each only if its result is not stored.
//!
//! A step that fails does not stop those that do not need it: what they make is stored, so that the next run continues
//! from there. Nothing is printed; what programs wrote to standard error is part of what is reported.
//!
//! What a step reads and runs may change meanwhile. So the user's inputs and the programs are checked again when a step
//! has ended, and a result is stored only if they are still what its key says.
//!
//! | module | concept |
//! |---|---|
//! | `queue` | the order of steps |
//! | `outcome` | how steps end, and why they fail |
//! | `contents` | hashes of files, and whether they still hold |
//! | `helpers` | more processes for the post-link step |
//! | `unreadable` | what LLVM does not read of what clang wrote, in other words |
//! | `wrapping` | the step that makes an object, in this process |

mod contents;
mod helpers;
mod outcome;
mod queue;
mod unreadable;
mod wrapping;

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::action::{Action, File, Outputs, StepKind};
use super::back_ends::BackEnds;
use super::cache::{Cache, FileName, Hash, StoredStep, WorkDirectory, create_directory};
use super::command::Command;
use super::tools::{Tool, Tools};
use crate::foreach::exit_code;
use crate::jobs::{self, Limit, Places};
use contents::Contents;
use helpers::{Helpers, PASSES_CONFIG};
use queue::Steps;
use sycl_images::error::Error;

pub use outcome::{Cause, Ended, Failed, Outcome, ProgramFailure, StepOutcome};

/// Files for which another thread is worth its start.
const FILES_OF_A_THREAD: usize = 64;

/// Runs steps: in which directory, and by what.
pub struct Executor<'a> {
    /// Results.
    pub cache: &'a Cache,
    /// Directory that steps run in.
    pub work: &'a WorkDirectory,
    /// All programs that steps name.
    pub tools: &'a Tools,
    /// Number of steps at a time.
    pub limit: &'a Limit,
    /// Back ends that do some of them in place of programs.
    pub back_ends: &'a BackEnds,
    /// Whether intermediate files are removed.
    pub cleans_up: bool,
    contents: Contents<'a>,
    /// Set once a stored result proved wrong; every step is run then.
    distrusts: AtomicBool,
    running: AtomicUsize,
    /// Directories of the work directory that there are.
    directories: Mutex<HashSet<PathBuf>>,
}

/// A step that ended well.
struct Done {
    result: StoredStep,
    /// Processes of the program, unless the result was stored before.
    work: Option<Work>,
}

struct Work {
    seconds: f64,
    ended: Instant,
    /// Bytes that were added to the cache.
    added: u64,
}

enum Fault {
    /// The program failed.
    Program(ProgramFailure),
    /// We did.
    Own(Error),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Own(error)
    }
}

impl<'a> Executor<'a> {
    /// An executor that knows no files.
    #[must_use]
    pub fn new(
        cache: &'a Cache,
        work: &'a WorkDirectory,
        tools: &'a Tools,
        limit: &'a Limit,
        back_ends: &'a BackEnds,
        cleans_up: bool,
    ) -> Self {
        let contents = Contents::new(cache, work.path());
        Self {
            cache,
            work,
            tools,
            limit,
            back_ends,
            cleans_up,
            contents,
            distrusts: AtomicBool::new(false),
            running: AtomicUsize::new(0),
            directories: Mutex::default(),
        }
    }

    /// Writes a file of our own into the work directory.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        let path = self.path(name);
        create_directory(path.parent().unwrap_or(self.work.path()))?;
        std::fs::write(&path, content).map_err(|source| Error::Write { file: path, source })?;
        self.contents.made(name.to_owned(), blake3::hash(content))
    }

    /// Uses nothing that is stored from now on, and nothing that was made so far.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub(super) fn start_again(&self, steps: &[Action]) -> Result<(), Error> {
        log::debug!("stored results are wrong: steps run again, and the cache is not read");
        self.distrusts.store(true, Ordering::Relaxed);
        self.directories().clear();
        let remove = |name: &str, removed: std::io::Result<()>| {
            removed.map_err(|source| Error::Write { file: self.path(name), source })
        };
        for step in steps {
            if let Outputs::Directory { path, .. } = &step.outputs {
                remove(path, std::fs::remove_dir_all(self.path(path)))?;
                self.contents.forget_directory(path);
            }
            for name in step.output_files() {
                remove(name, std::fs::remove_file(self.path(name)))?;
                self.contents.forget(name);
            }
        }
        Ok(())
    }

    /// Whether a file of the work directory was made by a step.
    pub(super) fn has(&self, name: &str) -> bool {
        self.contents.has(name)
    }

    /// Reason why nothing more can be made in the work directory, if there is one.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let gone = || self.contents.are_gone().then(|| "files in it were removed while it was in use".to_owned());
        self.work.trouble().or_else(|| gone().filter(|_| self.work.is_shared()))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// The hash of a file's content, computed once.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub fn content(&self, file: &File) -> Result<Hash, Error> {
        self.contents.hash(file)
    }

    /// Bytes of a file in the work directory.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub(super) fn size(&self, name: &str) -> Result<u64, Error> {
        self.contents.size(name)
    }

    /// Runs steps. The outcome says which failed.
    ///
    /// # Errors
    /// [`Error`] if the cache or the work directory cannot be used; what runs by then is waited for.
    pub fn run(&self, actions: &[Action], report: &mut (dyn FnMut(Ended<'_>) + Send)) -> Result<Outcome, Error> {
        let mut steps = Steps::new(actions, report);
        jobs::run_with_places(&mut steps, self.limit, |index, places| self.perform(&actions[index..], places));
        let mut outcome = steps.outcome;
        outcome.failures.sort_by_key(|failed| failed.step);
        match steps.broken {
            Some(error) => Err(error),
            None => Ok(outcome),
        }
    }

    /// Steps that run now.
    fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// The first of some steps.
    fn perform(&self, steps: &[Action], places: &Places) -> Result<Done, Fault> {
        let action = &steps[0];
        self.running.fetch_add(1, Ordering::Relaxed);
        let done = if action.title.kind == StepKind::Pack {
            // Of all images, so there are none to be made.
            self.back_ends.stop();
            let read = steps.iter().flat_map(|step| &step.inputs).map(File::path);
            let needed: HashSet<&Path> =
                read.chain(steps.iter().flat_map(Action::output_files).map(Path::new)).collect();
            self.while_removing(|name| needed.contains(Path::new(name)), || self.perform_alone(action, places))
        } else {
            self.perform_alone(action, places)
        };
        self.running.fetch_sub(1, Ordering::Relaxed);
        done
    }

    /// Does something while files of the work directory are removed that are not needed any more; not if they are to be
    /// kept, or the limit has no room for it.
    pub(super) fn while_removing<T>(&self, is_needed: impl Fn(&str) -> bool, work: impl FnOnce() -> T) -> T {
        if !self.cleans_up || !self.limit.has_room() {
            return work();
        }
        // Known before the work begins, which makes files of its own.
        let directories = self.contents.give_up(is_needed);
        let remove = || {
            // One thread in each directory: another one would only wait.
            jobs::map(self.limit, 1, directories.len(), 1, |number| remove_files(&directories[number]));
        };
        thread::scope(|scope| {
            // What cannot be removed now goes with the directory.
            let _ = thread::Builder::new().spawn_scoped(scope, remove);
            work()
        })
    }

    fn perform_alone(&self, action: &Action, places: &Places) -> Result<Done, Fault> {
        let tool = self.tools.get(action.tool);
        let inputs = action.inputs.iter().map(|file| self.content(file)).collect::<Result<Vec<_>, _>>()?;
        let key = action.key(self.tools, &inputs);
        if let Some(result) = self.stored(action, &key)? {
            return Ok(Done { result, work: None });
        }
        self.make_directories(action)?;
        let (said, seconds) = places.work(|| {
            let helpers = Helpers::acquire(action, self.work.path(), self.limit, self.running());
            let by_worker = || self.back_ends.perform(action, self.tools, self.work.path(), helpers.processes());
            match self.wrapped(action).or_else(by_worker) {
                Some(seconds) => {
                    log::debug!("{}: made without `{}` in {seconds:.3} s", action.title, action.tool);
                    Ok((String::new(), seconds))
                }
                None => {
                    log::debug!("{}: runs {}", action.title, tool.path.display());
                    self.run_program(action, tool, &helpers)
                }
            }
        })?;
        let ended = Instant::now();
        let failed = |cause| Fault::Program(ProgramFailure { cause, output: said.clone() });
        if let Some(path) = self.contents.changed(action, tool, self.limit, self.running()) {
            return Err(failed(Cause::Changed { file: path.to_owned() }));
        }
        let written = self.written(action)?;
        let files = jobs::map(self.limit, self.running(), written.len(), FILES_OF_A_THREAD, |number| {
            let (name, path) = &written[number];
            let name = FileName::try_from(name.clone());
            let name = name.map_err(|source| failed(Cause::FileName { tool: action.tool, source }))?;
            let stored = self.cache.store_file(&self.path(path), name).map_err(Error::from)?;
            let not_written = || failed(Cause::NotWritten { tool: action.tool, file: path.clone() });
            let (file, state) = stored.ok_or_else(not_written)?;
            self.contents.made_as(path.clone(), file.hash, state);
            Ok(file)
        });
        let files = files.into_iter().collect::<Result<Vec<_>, Fault>>()?;
        let result = StoredStep { files, said };
        let added = self.cache.store(&key, &result) + result.files.iter().map(|file| file.size).sum::<u64>();
        Ok(Done { result, work: Some(Work { seconds, ended, added }) })
    }

    /// The stored result of a step, put into the work directory; `None` if the step has to run.
    fn stored(&self, action: &Action, key: &Hash) -> Result<Option<StoredStep>, Error> {
        let looked_up = if self.distrusts.load(Ordering::Relaxed) { None } else { self.cache.lookup(key) };
        let Some(result) = looked_up else {
            log::debug!("{}: the cache has no result {}", action.title, key.to_hex());
            return Ok(None);
        };
        let is_whole = self.restore(action, &result)?;
        let how = if is_whole { "comes from the cache" } else { "is not whole in the cache" };
        log::debug!("{}: result {} {how}", action.title, key.to_hex());
        Ok(is_whole.then_some(result))
    }

    /// Makes an object without another process, if that is what the step does; gives how long it took.
    fn wrapped(&self, action: &Action) -> Option<f64> {
        match &action.command {
            Some(Command::Wrap(wrap)) if self.back_ends.replaces_this_program() => {
                wrapping::perform(wrap, self.work.path(), self.limit, self.running())
            }
            _ => None,
        }
    }

    /// Runs the program of a step; gives what it said although it ended well, and how long it took.
    fn run_program(&self, action: &Action, tool: &Tool, helpers: &Helpers<'_>) -> Result<(String, f64), Fault> {
        let started = Instant::now();
        let settings = helpers.settings(self.work.path());
        let run = |more: Option<&str>| {
            let mut command = Process::new(&tool.path);
            command.args(more).args(action.command_arguments()).current_dir(self.work.path()).stdin(Stdio::null());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            self.tools.environment.apply(&mut command);
            if let Some(settings) = &settings {
                command.env(PASSES_CONFIG, settings.path());
            }
            jobs::start(|| command.spawn()).and_then(Child::wait_with_output).map_err(|source| {
                let cause = Cause::CannotRun { program: tool.path.clone(), source };
                Fault::Program(ProgramFailure { cause, output: String::new() })
            })
        };
        let mut ended = run(None)?;
        if !ended.status.success()
            && let Some(more) = asked_for(action, &ended.stderr)
        {
            ended = run(Some(more))?;
        }
        let seconds = started.elapsed().as_secs_f64();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if ended.status.success() {
            return Ok((said, seconds));
        }
        let cause = Cause::ExitCode { tool: action.tool, code: exit_code(ended.status) };
        let output = format!("{}{said}", String::from_utf8_lossy(&ended.stdout));
        let output = unreadable::explained(self, action, output);
        Err(Fault::Program(ProgramFailure { cause, output }))
    }

    fn make_directories(&self, action: &Action) -> Result<(), Error> {
        match &action.outputs {
            Outputs::Directory { path, .. } => self.make_directory(&self.path(path))?,
            Outputs::Files(files) => {
                for path in files.iter().map(|file| self.path(file)) {
                    self.make_directory(path.parent().unwrap_or(self.work.path()))?;
                }
            }
        }
        Ok(())
    }

    fn directories(&self) -> MutexGuard<'_, HashSet<PathBuf>> {
        self.directories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn make_directory(&self, path: &Path) -> Result<(), Error> {
        if !self.directories().contains(path) {
            create_directory(path)?;
            self.directories().insert(path.to_owned());
        }
        Ok(())
    }

    /// Files that a step wrote, or should have written, as names to store and paths in the work directory.
    fn written(&self, action: &Action) -> Result<Vec<(String, String)>, Error> {
        match &action.outputs {
            Outputs::Files(files) => {
                Ok(files.iter().enumerate().map(|(number, file)| (number.to_string(), file.clone())).collect())
            }
            Outputs::Directory { path, expected } => {
                let mut names: BTreeSet<String> = files_in(&self.path(path))?.into_iter().collect();
                names.extend(expected.iter().cloned());
                Ok(names.into_iter().map(|name| (name.clone(), format!("{path}/{name}"))).collect())
            }
        }
    }

    /// Puts a stored result into the work directory; `false`, and nothing is there, if it is not the result of such a
    /// step or the cache does not have all of it.
    fn restore(&self, action: &Action, result: &StoredStep) -> Result<bool, Error> {
        let names: Vec<&FileName> = result.files.iter().map(|file| &file.name).collect();
        let Some(places) = action.places(&names) else { return Ok(false) };
        self.make_directories(action)?;
        for (number, (file, place)) in result.files.iter().zip(&places).enumerate() {
            if !self.cache.fetch(file, &self.path(place))? {
                // The program, which runs then, writes new files.
                for place in &places[..number] {
                    let _ = std::fs::remove_file(self.path(place));
                }
                return Ok(false);
            }
        }
        for (file, place) in result.files.iter().zip(places) {
            self.contents.made(place, file.hash)?;
        }
        Ok(true)
    }
}

/// Removes files of one directory, which the system need not look for each time. What cannot be removed stays.
fn remove_files(files: &[PathBuf]) {
    #[cfg(unix)]
    if let Some(directory) = files.first().and_then(|file| std::fs::File::open(file.parent()?).ok()) {
        use rustix::fs::{AtFlags, unlinkat};
        for name in files.iter().filter_map(|file| file.file_name()) {
            let _ = unlinkat(&directory, name, AtFlags::empty());
        }
        return;
    }
    files.iter().for_each(|file| drop(std::fs::remove_file(file)));
}

/// Names of the files in a directory, sorted.
///
/// # Errors
/// [`Error::Read`].
pub(super) fn files_in(directory: &Path) -> Result<Vec<String>, Error> {
    let failed = |source| Error::Read { file: directory.to_owned(), source };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The option that a failed program asks for. LLVM's version of PTX for processors before `sm_87` is lower than the one
/// with stack memory whose size is known at run time, which `sm_52` has.
fn asked_for(action: &Action, said: &[u8]) -> Option<&'static str> {
    const WORDS: &[u8] = b"Support for dynamic alloca introduced in PTX ISA version 7.3";
    let is_said = action.tool == "llc" && said.windows(WORDS.len()).any(|window| window == WORDS);
    is_said.then_some("-mattr=+ptx73")
}
