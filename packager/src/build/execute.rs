//! Runs the steps of a build, in parallel, each only if its result is not stored.
//!
//! A step that fails does not stop those that do not need it: what they make is stored, so that the next run goes on from
//! there. Nothing is printed; what programs wrote to standard error is part of what is reported.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::RwLock;
use std::time::Instant;

use super::action::{Action, File, Outputs};
use super::cache::{Cache, FileState, Hash, Message, Stored, StoredFile, create_directory, hash_file};
use super::tools::{PACKAGER, Tools};
use crate::error::Error;
use crate::foreach::exit_code;
use crate::jobs::{self, Limit, Queue};

/// The exit code of this program when a file cannot be read or written.
const PACKAGER_IO: i32 = 2;

/// Bytes from which a file of the user's is read only if it looks like another one than the last time.
const LARGE: u64 = 4 << 20;

/// What happened to a step.
#[derive(Debug)]
pub struct Ended<'a> {
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
    /// The work directory.
    pub work: &'a Path,
    /// All programs that steps name.
    pub tools: &'a Tools,
    /// How many at a time.
    pub limit: &'a Limit,
    /// Contents of files by path: those in the work directory, and the user's that were looked at, with what they were
    /// like before.
    contents: RwLock<HashMap<File, (Hash, Option<FileState>)>>,
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
    pub fn new(cache: &'a Cache, work: &'a Path, tools: &'a Tools, limit: &'a Limit) -> Self {
        Self { cache, work, tools, limit, contents: RwLock::default() }
    }

    /// Says what the content of a file in the work directory is.
    fn know(&self, name: String, content: Hash) {
        let mut contents = self.contents.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        contents.insert(File::Work(name), (content, None));
    }

    /// Writes a file of our own into the work directory.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        let path = self.work.join(name);
        create_directory(path.parent().unwrap_or(self.work))?;
        std::fs::write(&path, content).map_err(|source| Error::Write { file: path, source })?;
        self.know(name.to_owned(), blake3::hash(content));
        Ok(())
    }

    fn known(&self, file: &File) -> Option<(Hash, Option<FileState>)> {
        self.contents.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(file).copied()
    }

    /// The hash of a file's content, computed once.
    ///
    /// # Errors
    /// [`Error::Read`].
    pub fn content(&self, file: &File) -> Result<Hash, Error> {
        if let Some((content, _)) = self.known(file) {
            return Ok(content);
        }
        let (content, state) = match file {
            File::Work(name) => (hash_file(&self.work.join(name))?.0, None),
            File::Outside(path) => {
                let state = FileState::of(path)?;
                // The plugin, and libraries, change as seldom as programs do.
                let is_large = state.size() >= LARGE;
                let content = if is_large { self.cache.program_content(path)? } else { hash_file(path)?.0 };
                (content, Some(state))
            }
        };
        let mut contents = self.contents.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        contents.insert(file.clone(), (content, state));
        Ok(content)
    }

    /// A file of the user's that is another one than when its content was looked at.
    fn changed<'b>(&self, action: &'b Action) -> Option<&'b Path> {
        let has_changed = |file: &&File| {
            let Some((content, Some(state))) = self.known(file) else { return false };
            let is_touched = FileState::of(file.path()).ok() != Some(state);
            is_touched && hash_file(file.path()).ok().map(|(found, _)| found) != Some(content)
        };
        action.inputs.iter().find(has_changed).map(File::path)
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
        let tool = self.tools.get(action.tool).ok_or_else(|| Error::Input(format!("no program `{}`", action.tool)))?;
        let inputs = action.inputs.iter().map(|file| self.content(file)).collect::<Result<Vec<_>, _>>()?;
        let key = action.key(tool, &inputs);
        if let Some(result) = self.cache.lookup(&key)
            && self.restore(action, &result)?
        {
            return Ok(Done { is_stored: true, result, seconds: 0.0, added: 0 });
        }
        self.make_directories(action)?;
        let started = Instant::now();
        let ended = Command::new(&tool.path)
            .args(action.command_arguments())
            .current_dir(self.work)
            .stdin(Stdio::null())
            // Settings that would change the result and are not part of the key.
            .env_remove("SYCL_PASSES_CONFIG")
            .output();
        let seconds = started.elapsed().as_secs_f64();
        let ended = ended.map_err(|e| Fault::Program {
            cause: format!("cannot run {}: {e}", tool.path.display()),
            words: String::new(),
            is_io: true,
        })?;
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if !ended.status.success() {
            let code = exit_code(ended.status);
            let words = format!("{}{said}", String::from_utf8_lossy(&ended.stdout));
            let cause = format!("{} failed with exit code {code}", action.tool);
            return Err(Fault::Program { cause, words, is_io: action.tool == PACKAGER && code == PACKAGER_IO });
        }
        if let Some(path) = self.changed(action) {
            // What was made may be of the new content, and would be stored under the old one.
            let cause = format!("{} has changed since the build began; run again", path.display());
            return Err(Fault::Program { cause, words: said, is_io: false });
        }
        let mut files = Vec::new();
        for (name, path) in self.written(action)? {
            if !self.work.join(&path).is_file() {
                let cause = format!("{} ended well but did not write {path}", action.tool);
                return Err(Fault::Program { cause, words: said, is_io: false });
            }
            files.push(self.cache.store_file(&self.work.join(&path), name)?);
        }
        let message = (!said.is_empty()).then(|| Message { title: String::new(), text: said });
        let result = Stored { files, messages: message.into_iter().collect(), note: String::new() };
        let added = self.cache.store(&key, &result)? + result.files.iter().map(|file| file.size).sum::<u64>();
        self.learn(action, &result);
        Ok(Done { is_stored: false, result, seconds, added })
    }

    fn make_directories(&self, action: &Action) -> Result<(), Error> {
        match &action.outputs {
            Outputs::Directory(directory) => create_directory(&self.work.join(directory)),
            Outputs::Files(files) => files.iter().try_for_each(|file| {
                let path = self.work.join(file);
                create_directory(path.parent().unwrap_or(self.work))
            }),
        }
    }

    /// What a step wrote, as names to store and paths in the work directory.
    fn written(&self, action: &Action) -> Result<Vec<(String, String)>, Error> {
        match &action.outputs {
            Outputs::Files(files) => {
                Ok(files.iter().enumerate().map(|(number, file)| (number.to_string(), file.clone())).collect())
            }
            Outputs::Directory(directory) => {
                let names = files_in(&self.work.join(directory))?;
                Ok(names.into_iter().map(|name| (name.clone(), format!("{directory}/{name}"))).collect())
            }
        }
    }

    /// Where a stored file belongs.
    fn place(action: &Action, file: &StoredFile) -> Option<String> {
        match &action.outputs {
            Outputs::Files(files) => files.get(file.name.parse::<usize>().ok()?).cloned(),
            Outputs::Directory(directory) => Some(format!("{directory}/{}", file.name)),
        }
    }

    /// Puts a stored result into the work directory; `false`, and nothing is there, if the cache does not have all of it.
    fn restore(&self, action: &Action, result: &Stored) -> Result<bool, Error> {
        self.make_directories(action)?;
        let mut fetched = Vec::new();
        for file in &result.files {
            let place = Self::place(action, file).map(|place| self.work.join(place));
            match place {
                Some(place) if self.cache.fetch(file, &place)? => fetched.push(place),
                _ => {
                    // The program, which runs then, could not write to these, and must not: the cache shares them.
                    let _ = fetched.iter().try_for_each(std::fs::remove_file);
                    return Ok(false);
                }
            }
        }
        self.learn(action, result);
        Ok(true)
    }

    fn learn(&self, action: &Action, result: &Stored) {
        for file in &result.files {
            if let (Some(place), Ok(content)) = (Self::place(action, file), Hash::from_hex(&file.hash)) {
                self.know(place, content);
            }
        }
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

/// Steps that wait, are ready, run or have ended.
struct Steps<'a> {
    actions: &'a [Action],
    ready: BTreeSet<usize>,
    /// For each step that waits, for how many others.
    waiting: BTreeMap<usize, usize>,
    /// For each step those that read what it writes.
    readers: Vec<Vec<usize>>,
    finished: usize,
    worked: (f64, usize),
    outcome: Outcome,
    broken: Option<Error>,
    report: &'a mut dyn FnMut(Ended<'_>),
}

impl<'a> Steps<'a> {
    fn new(actions: &'a [Action], report: &'a mut dyn FnMut(Ended<'_>)) -> Self {
        let writers: HashMap<&str, usize> = actions
            .iter()
            .enumerate()
            .flat_map(|(index, action)| action.output_files().iter().map(move |file| (file.as_str(), index)))
            .collect();
        let mut readers = vec![Vec::new(); actions.len()];
        let mut waiting = BTreeMap::new();
        let mut ready = BTreeSet::new();
        for (index, action) in actions.iter().enumerate() {
            let needed: BTreeSet<usize> = action
                .inputs
                .iter()
                .filter_map(|file| match file {
                    File::Work(name) => writers.get(name.as_str()).copied(),
                    File::Outside(_) => None,
                })
                .collect();
            for writer in &needed {
                readers[*writer].push(index);
            }
            if needed.is_empty() {
                ready.insert(index);
            } else {
                waiting.insert(index, needed.len());
            }
        }
        let outcome = Outcome { is_stored: vec![None; actions.len()], ..Outcome::default() };
        Self { actions, ready, waiting, readers, finished: 0, worked: (0.0, 0), outcome, broken: None, report }
    }
}

impl Queue for Steps<'_> {
    type Outcome = Result<Done, Fault>;

    fn is_ready(&self) -> bool {
        !self.ready.is_empty() && self.broken.is_none()
    }

    /// The first one in the order of the plan.
    fn take(&mut self) -> usize {
        self.ready.pop_first().unwrap_or_default()
    }

    fn ended(&mut self, index: usize, outcome: Self::Outcome) {
        self.finished += 1;
        match outcome {
            Ok(done) => {
                self.outcome.is_stored[index] = Some(done.is_stored);
                if !done.is_stored {
                    self.outcome.added += done.added;
                    *self.outcome.seconds.entry(self.actions[index].tool).or_default() += done.seconds;
                    self.worked = (self.worked.0 + done.seconds, self.worked.1 + 1);
                }
                for reader in std::mem::take(&mut self.readers[index]) {
                    let left = self.waiting.get_mut(&reader).map(|count| {
                        *count -= 1;
                        *count
                    });
                    if left == Some(0) {
                        self.waiting.remove(&reader);
                        self.ready.insert(reader);
                    }
                }
                (self.report)(Ended {
                    action: &self.actions[index],
                    is_stored: done.is_stored,
                    messages: &done.result.messages,
                    finished: self.finished,
                    total: self.actions.len(),
                    worked: self.worked,
                });
            }
            Err(Fault::Program { cause, words, is_io }) => {
                self.outcome.failures.push(Failed { action: index, cause, words, is_io });
            }
            Err(Fault::Own(error)) => self.broken = self.broken.take().or(Some(error)),
        }
    }
}
