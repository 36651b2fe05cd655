//! Steps without a process for each: links, back ends and checks in workers that stay.
//!
//! Most of what `llvm-link`, `opt`, `llc`, `ld.lld`, `spirv-val` and this program need for a small image is their
//! start. A worker is this program with the compiler library loaded, one for each step that runs at a time; it gets the
//! command of a step, and does what the program would have done. The library makes the same bytes, so steps and keys of
//! results are the same.
//!
//! A worker does a step whole and without a word, or not at all. Then the program runs: its exit code and its words are
//! the step's, whatever went wrong, even if the library crashed.
//!
//! | module | concept |
//! |---|---|
//! | `worker` | the process, and what is said to it |
//! | [`serve()`] | what it does |

mod serve;
mod worker;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::action::{Action, Outputs, Title};
use super::command::Command;
use super::environment::Environment;
use super::plugin;
use super::tools::{PACKAGER, Search, Tools, version_number};
use crate::jobs::Limit;
use worker::{Answer, Request, Starting, Worker};

pub use serve::serve;
pub(super) use serve::write_new;
pub use worker::{COMMAND, WorkerEnd};

/// The programs for which there may be workers.
const LLC: &str = "llc";
const SPIRV_VAL: &str = "spirv-val";

/// Choice of programs or the compiler library for steps of images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The compiler library for what it can do, if it is there and of this build.
    Auto,
    /// The same, and it has to be.
    Library,
    /// Programs.
    Programs,
}

/// Reasons why the compiler library cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BackEndsError {
    /// It cannot be loaded.
    #[error("{0}")]
    NotLoaded(String),
    /// It crashed.
    #[error("the compiler library {0} when it was loaded")]
    Ended(WorkerEnd),
    /// The worker is of another version of this program.
    #[error("{} is of another version; expected the one that belongs to this program", program.display())]
    OtherVersion {
        /// The program.
        program: PathBuf,
    },
    /// No worker can be started.
    #[error("{}: {source}", program.display())]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// Error of the system.
        source: std::io::Error,
    },
    /// The library's LLVM is not that of `llc`, so the images would differ.
    #[error("the compiler library has LLVM {found}, and {} is of LLVM {expected}; expected the same", llc.display())]
    OtherLlvm {
        /// The version of the library.
        found: String,
        /// The program.
        llc: PathBuf,
        /// Its version.
        expected: String,
    },
}

/// A worker that crashed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crash {
    /// The step.
    pub title: Title,
    /// The program that was run for it.
    pub tool: &'static str,
    /// End of the worker.
    pub end: WorkerEnd,
}

impl std::fmt::Display for Crash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { title, tool, end } = self;
        write!(f, "{title}: the compiler library {end}; {tool} was run instead")
    }
}

/// Workers, started when there is something for them.
#[derive(Debug)]
pub struct BackEnds {
    choice: Choice,
    /// This program.
    program: PathBuf,
    environment: Environment,
    /// Programs that the user names: those are run.
    given: BTreeSet<String>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Workers without a step.
    idle: Vec<Worker>,
    /// Workers that will be needed.
    starting: Vec<Starting>,
    /// Workers that were stopped, and may take a moment to end.
    stopped: Vec<Worker>,
    /// There was a worker.
    has_started: bool,
    /// There can be no worker.
    has_given_up: bool,
    /// There are several builds, and another one may need the workers.
    is_held: bool,
    crashes: Vec<Crash>,
}

/// A compiler library that is installed.
#[derive(Debug)]
pub struct Installed {
    /// Its file.
    pub file: PathBuf,
    /// Its version of LLVM, or why it cannot be used.
    pub llvm_version: Result<String, BackEndsError>,
}

/// The compiler library that a build would use, found out as a build does.
#[must_use]
pub fn installed(search: &Search) -> Option<Installed> {
    let file = serve::library_of(&search.packager)?;
    let worker = Worker::start(&search.packager, &search.environment);
    Some(Installed { file, llvm_version: worker.map(|worker| worker.llvm_version.clone()) })
}

impl BackEnds {
    /// Workers of a choice, of which there are none yet.
    #[must_use]
    pub fn new(choice: Choice, search: &Search) -> Self {
        let is_there = match choice {
            Choice::Programs => false,
            Choice::Library => true,
            Choice::Auto => serve::library_of(&search.packager).is_some(),
        };
        match choice {
            Choice::Programs => log::debug!("no workers: programs are asked for"),
            Choice::Auto if !is_there => {
                log::debug!("no workers: no compiler library is installed with {}", search.packager.display());
            }
            Choice::Auto | Choice::Library => {}
        }
        Self {
            choice,
            program: search.packager.clone(),
            environment: search.environment.clone(),
            given: search.given.keys().cloned().collect(),
            state: Mutex::new(State { has_given_up: !is_there, ..State::default() }),
        }
    }

    /// Whether steps of a program may be done without it: neither does the user want programs, nor name this one.
    fn replaces(&self, tool: &str) -> bool {
        self.choice != Choice::Programs && !self.given.contains(tool)
    }

    /// Whether steps of `sycl-packager` may run in this process: only if it is that program. `sycl-link` may be another
    /// build.
    pub(super) fn replaces_this_program(&self) -> bool {
        let place = |path: PathBuf| path.canonicalize().ok();
        self.replaces(PACKAGER)
            && std::env::current_exe().ok().and_then(place).is_some_and(|own| place(self.program.clone()) == Some(own))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the worker that [`Self::check`] waits for started, beside whatever comes before that.
    pub fn prepare_check(&self, limit: &Limit) {
        if self.choice == Choice::Library {
            self.prepare(1, limit);
        }
    }

    /// Checks that there is a library, if the user wants it.
    ///
    /// # Errors
    /// [`BackEndsError`] says why there is none.
    pub fn check(&self, tools: &Tools) -> Result<(), BackEndsError> {
        if self.choice != Choice::Library {
            return Ok(());
        }
        let worker = self.started()?;
        if let Some(llc) = tools.find(LLC).filter(|_| !self.given.contains(LLC)) {
            let expected = version_number(&llc.version).unwrap_or_default();
            if expected != worker.llvm_version {
                let found = worker.llvm_version.clone();
                return Err(BackEndsError::OtherLlvm { found, llc: llc.path.clone(), expected: expected.to_owned() });
            }
        }
        let mut state = self.state();
        state.has_started = true;
        state.idle.push(worker);
        Ok(())
    }

    /// Does a step, with so many processes if it can use them; gives how long it took, or `None` if its program is to
    /// be run.
    pub(super) fn perform(&self, action: &Action, tools: &Tools, work: &Path, processes: usize) -> Option<f64> {
        let by_program = |why: &str| log::debug!("{}: no worker for `{}`: {why}", action.title, action.tool);
        let command = self.command(action).map_err(by_program).ok()?;
        let started = Instant::now();
        let mut worker = self.worker(action)?;
        let is_of_llvm = !matches!(command, Command::Validate(_));
        if is_of_llvm && version_number(&tools.get(action.tool).version) != Some(&*worker.llvm_version) {
            by_program(&format!("the compiler library has another LLVM, {}", worker.llvm_version));
            self.state().idle.push(worker);
            return None;
        }
        let validator = tools.find(SPIRV_VAL).filter(|_| !self.given.contains(SPIRV_VAL));
        let has_validator = validator.is_some_and(|program| program.version == worker.validator);
        let (work_directory, command) = (Cow::Borrowed(work), Cow::Borrowed(command));
        match worker.perform(&Request { work: work_directory, command, processes, has_validator }) {
            Answer::Done => {
                self.state().idle.push(worker);
                return Some(started.elapsed().as_secs_f64());
            }
            Answer::NotDone => {
                by_program("a worker tried, and failed or had something to say");
                self.state().idle.push(worker);
            }
            Answer::Ended(end) => {
                by_program(&format!("the compiler library {end}"));
                self.state().crashes.push(Crash { title: action.title.clone(), tool: action.tool, end });
            }
        }
        // What it has written may not be whole.
        match &action.outputs {
            Outputs::Files(names) => names.iter().for_each(|name| drop(std::fs::remove_file(work.join(name)))),
            Outputs::Directory { path, .. } => remove_files(&work.join(path)),
        }
        None
    }

    /// The command of a step, or why no worker takes it.
    fn command<'a>(&self, action: &'a Action) -> Result<&'a Command, &'static str> {
        if self.choice == Choice::Programs {
            return Err("programs are asked for");
        }
        if !self.replaces(action.tool) {
            return Err("this program is named by the user");
        }
        let command = action.command.as_ref().ok_or("workers do not know how to do that")?;
        let is_known = match command {
            Command::Emit(emit) => emit.back_end().is_some(),
            Command::Link(link) => link.is_known(),
            Command::RunPasses(run) => run.is_known(),
            Command::LinkModules(_) | Command::Validate(_) => true,
            Command::Wrap(_) => false,
        };
        match command {
            _ if !is_known => Err("workers do not know all of its options"),
            Command::RunPasses(run) if !plugin::is_of_this_build(&run.plugin) => Err("the plugin is of another build"),
            _ => Ok(command),
        }
    }

    /// A worker for a step; `None` if there can be none, or if this one crashed when it started.
    fn worker(&self, action: &Action) -> Option<Worker> {
        let mut state = self.state();
        if let Some(worker) = state.idle.pop() {
            return Some(worker);
        }
        if state.has_given_up {
            return None;
        }
        drop(state);
        let started = self.started();
        let mut state = self.state();
        match started {
            Ok(worker) => {
                state.has_started = true;
                Some(worker)
            }
            Err(error) => {
                log::debug!("{}: no worker: {error}", action.title);
                let crash = if let BackEndsError::Ended(end) = error { Some(end) } else { None };
                if let Some(end) = crash.filter(|_| !state.has_given_up) {
                    state.crashes.push(Crash { title: action.title.clone(), tool: action.tool, end });
                }
                // One that has started before will do so again.
                state.has_given_up |= crash.is_none() || !state.has_started;
                None
            }
        }
    }

    /// A worker that is ready: one that was starting already, or a new one.
    fn started(&self) -> Result<Worker, BackEndsError> {
        let starting = self.state().starting.pop();
        match starting {
            Some(starting) => starting.ready(),
            None => Worker::start(&self.program, &self.environment),
        }
    }

    /// Starts workers for as many as `steps` steps ahead of time, so that no step waits for one. Does nothing with one
    /// job at a time: a worker that starts would be a second.
    pub(super) fn prepare(&self, steps: usize, limit: &Limit) {
        if !limit.has_room() {
            return;
        }
        let mut state = self.state();
        if state.has_given_up || self.given.contains(LLC) {
            return;
        }
        for _ in state.idle.len() + state.starting.len()..steps.min(limit.jobs) {
            // If there can be none, the step that needs one finds out why.
            let Ok(starting) = Worker::spawn(&self.program, &self.environment) else { break };
            state.starting.push(starting);
        }
    }

    /// Whether [`Self::stop`] is to leave the workers to other builds.
    pub(super) fn hold(&self, is_held: bool) {
        self.state().is_held = is_held;
    }

    /// Stops the workers, as there is nothing for them any more. They end while other steps run.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        if state.is_held {
            return;
        }
        let State { idle, starting, stopped, .. } = &mut *state;
        for mut worker in idle.drain(..).chain(starting.drain(..).map(Starting::into_worker)) {
            worker.stop();
            stopped.push(worker);
        }
    }

    /// The crashes since this was asked last, by step.
    pub(super) fn take_crashes(&self) -> Vec<Crash> {
        let mut crashes = std::mem::take(&mut self.state().crashes);
        crashes.sort();
        crashes
    }
}

/// Removes the files of a directory. What cannot be removed, the program finds there.
fn remove_files(directory: &Path) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.for_each(|entry| drop(std::fs::remove_file(entry.path())));
}
