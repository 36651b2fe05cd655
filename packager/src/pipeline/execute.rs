//! Runs the steps of a build, in parallel, each only if its result is not stored.
//!
//! A step that fails does not stop those that do not need it: what they make is stored, so that the next run goes on from
//! there. Nothing is printed; what programs wrote to standard error is part of what is reported.
//!
//! What a step reads and runs may change meanwhile. So inputs of the user's and programs are looked at again when a step has
//! ended, and a result is stored only if they are still what its key says.

mod steps;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Instant;

use super::action::{Action, File, Outputs};
use super::cache::{Cache, FileName, FileState, Hash, Identity, Message, Stored, WorkDirectory, create_directory};
use super::tools::{PACKAGER, Tool, Tools};
use crate::error::Error;
use crate::foreach::exit_code;
use crate::jobs::{self, Limit};
use steps::Steps;

/// The exit code of this program when a file cannot be read or written.
const PACKAGER_IO: i32 = 2;

/// What happened to a step.
#[derive(Debug)]
pub struct Ended<'a> {
    /// Its number.
    pub number: usize,
    /// Which one.
    pub action: &'a Action,
    /// Whether its result was stored before.
    pub is_stored: bool,
    /// What the program said although it ended well.
    pub messages: &'a [Message],
    /// Steps that have ended, with and without success.
    pub finished: usize,
    /// Steps of this part of the build.
    pub total: usize,
    /// Time that programs took so far, in seconds; of how many steps.
    pub worked: (f64, usize),
}

/// A step that failed.
#[derive(Debug)]
pub struct Failed {
    /// Its number.
    pub action: usize,
    /// What became of the program.
    pub cause: String,
    /// What it said.
    pub words: String,
    /// Whether a file could not be read or written, as far as the program says so.
    pub is_io: bool,
}

/// Where and with what steps run.
pub struct Executor<'a> {
    /// Results.
    pub cache: &'a Cache,
    /// Where steps run.
    pub work: &'a WorkDirectory,
    /// All programs that steps name.
    pub tools: &'a Tools,
    /// How many at a time.
    pub limit: &'a Limit,
    /// What files contain: those in the work directory, and the user's that were looked at, with by what a change is seen.
    contents: RwLock<HashMap<File, Content>>,
    /// What is stored is not what steps make: all are run.
    distrusts: AtomicBool,
}

#[derive(Debug, Clone, Copy)]
enum Content {
    /// Only steps write to it, once; what it was like then.
    Work(Hash, FileState),
    /// Somebody may change it.
    Outside(Identity),
}

impl Content {
    fn hash(self) -> Hash {
        match self {
            Self::Work(hash, _) | Self::Outside(Identity { hash, .. }) => hash,
        }
    }
}

/// What a run gave.
#[derive(Debug, Default)]
pub struct Outcome {
    /// For each step whether its result was stored before; `None` if it did not end well.
    pub is_stored: Vec<Option<bool>>,
    /// Steps that failed, by number.
    pub failures: Vec<Failed>,
    /// Bytes that were stored anew.
    pub added: u64,
    /// Time that programs took, in seconds, by name.
    pub seconds: BTreeMap<&'static str, f64>,
}

struct Done {
    is_stored: bool,
    result: Stored,
    seconds: f64,
    /// Bytes that were stored.
    added: u64,
}

enum Fault {
    /// The program failed.
    Program { cause: String, words: String, is_io: bool },
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
    pub fn new(cache: &'a Cache, work: &'a WorkDirectory, tools: &'a Tools, limit: &'a Limit) -> Self {
        Self { cache, work, tools, limit, contents: RwLock::default(), distrusts: AtomicBool::new(false) }
    }

    /// Says what a file in the work directory contains.
    fn made(&self, name: String, hash: Hash) -> Result<(), Error> {
        let state = FileState::of(&self.path(&name))?;
        self.learn(File::Work(name), Content::Work(hash, state));
        Ok(())
    }

    fn learn(&self, file: File, content: Content) {
        self.contents.write().unwrap_or_else(PoisonError::into_inner).insert(file, content);
    }

    /// Writes a file of our own into the work directory.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        let path = self.path(name);
        create_directory(path.parent().unwrap_or(self.work.path()))?;
        std::fs::write(&path, content).map_err(|source| Error::Write { file: path, source })?;
        self.made(name.to_owned(), blake3::hash(content))
    }

    fn known(&self, file: &File) -> Option<Content> {
        self.contents.read().unwrap_or_else(PoisonError::into_inner).get(file).copied()
    }

    /// Uses nothing that is stored from now on, and nothing that was made so far.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub(super) fn start_again(&self, steps: &[Action]) -> Result<(), Error> {
        self.distrusts.store(true, Ordering::Relaxed);
        let mut contents = self.contents.write().unwrap_or_else(PoisonError::into_inner);
        let (directories, files): (Vec<&Action>, Vec<&Action>) =
            steps.iter().partition(|step| matches!(step.outputs, Outputs::Directory { .. }));
        let remove = |name: &str, removed: std::io::Result<()>| {
            removed.map_err(|source| Error::Write { file: self.path(name), source })
        };
        for step in directories {
            if let Outputs::Directory { path, .. } = &step.outputs {
                remove(path, std::fs::remove_dir_all(self.path(path)))?;
                contents.retain(|file, _| !matches!(file, File::Work(name) if Path::new(name).starts_with(path)));
            }
        }
        for name in files.iter().flat_map(|step| step.output_files()) {
            remove(name, std::fs::remove_file(self.path(name)))?;
            contents.remove(&File::Work(name.clone()));
        }
        Ok(())
    }

    /// Whether a file of the work directory was made by a step.
    pub(super) fn has(&self, name: &str) -> bool {
        self.known(&File::Work(name.to_owned())).is_some()
    }

    /// Why nothing more can be made in the work directory, if that is so.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let contents = self.contents.read().unwrap_or_else(PoisonError::into_inner);
        let is_gone = |file: &File| matches!(file, File::Work(name) if !self.path(name).exists());
        let gone = || contents.keys().any(is_gone).then(|| "files in it were removed while it was in use".to_owned());
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
        if let Some(content) = self.known(file) {
            return Ok(content.hash());
        }
        let content = match file {
            File::Work(name) => {
                let path = self.path(name);
                Content::Work(Identity::of(&path)?.hash, FileState::of(&path)?)
            }
            File::Outside(path) => Content::Outside(self.cache.identity(path)?),
        };
        self.learn(file.clone(), content);
        Ok(content.hash())
    }

    /// A file that a step read, or its program, that is another one than when its content was looked at.
    fn changed<'b>(&self, action: &'b Action, tool: &'b Tool) -> Option<&'b Path> {
        let is_other = |path: &Path, before: &Identity| -> bool {
            match before.again(path) {
                // It may vouch for itself from now on.
                Ok(now) if now.hash == before.hash => {
                    self.learn(File::Outside(path.to_owned()), Content::Outside(now));
                    false
                }
                _ => true,
            }
        };
        let has_changed = |file: &&File| match (self.known(file), file) {
            (Some(Content::Outside(before)), File::Outside(path)) => is_other(path, &before),
            (Some(Content::Work(_, before)), File::Work(name)) => FileState::of(&self.path(name)).ok() != Some(before),
            _ => false,
        };
        let before = match self.known(&File::Outside(tool.path.clone())) {
            Some(Content::Outside(known)) => known,
            _ => tool.identity,
        };
        let input = action.inputs.iter().find(has_changed).map(File::path);
        input.or_else(|| is_other(&tool.path, &before).then_some(&*tool.path))
    }

    /// Runs steps. Those that fail are told in the outcome.
    ///
    /// # Errors
    /// [`Error`] if the cache or the work directory cannot be used; what runs by then is waited for.
    pub fn run(&self, actions: &[Action], report: &mut dyn FnMut(Ended<'_>)) -> Result<Outcome, Error> {
        let mut steps = Steps::new(actions, report);
        jobs::run(&mut steps, self.limit, |index| self.perform(&actions[index]));
        let mut outcome = steps.outcome;
        outcome.failures.sort_by_key(|failed| failed.action);
        match steps.broken {
            Some(error) => Err(error),
            None => Ok(outcome),
        }
    }

    fn perform(&self, action: &Action) -> Result<Done, Fault> {
        let absent = || Error::Input(format!("no program `{}`", action.tool));
        let tool = self.tools.get(action.tool).ok_or_else(absent)?;
        let inputs = action.inputs.iter().map(|file| self.content(file)).collect::<Result<Vec<_>, _>>()?;
        let key = action.key(self.tools, &inputs).ok_or_else(absent)?;
        if !self.distrusts.load(Ordering::Relaxed)
            && let Some(result) = self.cache.lookup(&key)
            && self.restore(action, &result)?
        {
            return Ok(Done { is_stored: true, result, seconds: 0.0, added: 0 });
        }
        self.make_directories(action)?;
        let (said, seconds) = self.run_program(action, tool)?;
        if let Some(path) = self.changed(action, tool) {
            // What was made may be of the new content, and would be stored under the old one.
            let cause = format!("{} has changed since the build began; run again", path.display());
            return Err(Fault::Program { cause, words: said, is_io: false });
        }
        let mut files = Vec::new();
        for (name, path) in self.written(action)? {
            let fault = |cause: String| Fault::Program { cause, words: said.clone(), is_io: false };
            if !self.path(&path).is_file() {
                return Err(fault(format!("{} ended well but did not write {path}", action.tool)));
            }
            let name = FileName::try_from(name).map_err(|e| fault(format!("{} wrote a file: {e}", action.tool)))?;
            let file = self.cache.store_file(&self.path(&path), name)?;
            self.made(path, file.hash)?;
            files.push(file);
        }
        let message = (!said.is_empty()).then(|| Message { title: String::new(), text: said });
        let result = Stored { files, messages: message.into_iter().collect(), note: String::new() };
        let added = self.cache.store(&key, &result) + result.files.iter().map(|file| file.size).sum::<u64>();
        Ok(Done { is_stored: false, result, seconds, added })
    }

    /// Runs the program of a step; gives what it said although it ended well, and how long it took.
    fn run_program(&self, action: &Action, tool: &Tool) -> Result<(String, f64), Fault> {
        let started = Instant::now();
        let mut command = Command::new(&tool.path);
        command.args(action.command_arguments()).current_dir(self.work.path()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.tools.environment.apply(&mut command);
        let ended = jobs::start(|| command.spawn()).and_then(Child::wait_with_output).map_err(|e| Fault::Program {
            cause: format!("cannot run {}: {e}", tool.path.display()),
            words: String::new(),
            is_io: true,
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if ended.status.success() {
            return Ok((said, seconds));
        }
        let code = exit_code(ended.status);
        let words = format!("{}{said}", String::from_utf8_lossy(&ended.stdout));
        let cause = format!("{} failed with exit code {code}", action.tool);
        Err(Fault::Program { cause, words, is_io: action.tool == PACKAGER && code == PACKAGER_IO })
    }

    fn make_directories(&self, action: &Action) -> Result<(), Error> {
        match &action.outputs {
            Outputs::Directory { path, .. } => create_directory(&self.path(path)),
            Outputs::Files(files) => files.iter().try_for_each(|file| {
                let path = self.path(file);
                create_directory(path.parent().unwrap_or(self.work.path()))
            }),
        }
    }

    /// What a step wrote, or should have written, as names to store and paths in the work directory.
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

    /// Puts a stored result into the work directory; `false`, and nothing is there, if it is not the result of such a step or
    /// the cache does not have all of it.
    fn restore(&self, action: &Action, result: &Stored) -> Result<bool, Error> {
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
            self.made(place, file.hash)?;
        }
        Ok(true)
    }
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
