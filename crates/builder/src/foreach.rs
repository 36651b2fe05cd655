//! A command for each file of a list, in parallel, as DPC++'s `llvm-foreach` does it.
//!
//! [`Spec::plan`] makes the commands, a pure step but for the output files, which are created so that no two runs get
//! one name. [`run`] starts them within the limit of [`crate::jobs`] and keeps going after a failure.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use crate::jobs::{self, Limit, Queue};
use sycl_images::error::Error;

/// The commands to run, as given on the command line.
#[derive(Debug, Clone, Default)]
pub struct Spec {
    /// For each list of input files what it replaces in arguments, and the files.
    pub inputs: Vec<(String, Vec<String>)>,
    /// Text that the name of an output file replaces.
    pub out_replace: Option<String>,
    /// Directory and extension of output files.
    pub out: (PathBuf, String),
    /// A text in arguments that gets `_<number>` behind it from the second run on.
    pub out_increment: Option<String>,
    /// The program and its arguments.
    pub command: Vec<String>,
}

/// Reasons why there is nothing to run, or it cannot be run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum ForeachError {
    /// No program.
    #[error("no command to run")]
    NoCommand,
    /// No files.
    #[error("no input file list")]
    NoList,
    /// Lists that do not go together.
    #[error("all input file lists must have same number of lines")]
    Lengths,
    /// The program cannot be started.
    #[error("cannot run `{program}`: {source}")]
    CannotRun { program: String, r#source: std::io::Error },
}

impl From<ForeachError> for Error {
    fn from(error: ForeachError) -> Self {
        Self::input(error)
    }
}

/// The commands of a [`Spec`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Program and arguments of each run.
    pub commands: Vec<Vec<String>>,
    /// The output file of each run, if there are any.
    pub outputs: Vec<PathBuf>,
}

impl Spec {
    /// The commands; output files are created empty.
    ///
    /// # Errors
    /// [`Error::Input`] for no command, no list, or lists of different lengths; [`Error::Write`] for an output file.
    pub fn plan(&self) -> Result<Plan, Error> {
        if self.command.is_empty() {
            return Err(ForeachError::NoCommand.into());
        }
        let Some((_, first)) = self.inputs.first() else {
            return Err(ForeachError::NoList.into());
        };
        if self.inputs.iter().any(|(_, files)| files.len() != first.len()) {
            return Err(ForeachError::Lengths.into());
        }
        let mut plan = Plan::default();
        for (index, file) in first.iter().enumerate() {
            let mut replacements: Vec<(&str, String)> =
                self.inputs.iter().map(|(pattern, files)| (pattern.as_str(), files[index].clone())).collect();
            if let Some(pattern) = &self.out_replace {
                let output = self.create_output(Path::new(file))?;
                replacements.push((pattern, output.display().to_string()));
                plan.outputs.push(output);
            }
            if let Some(text) = self.out_increment.as_ref().filter(|_| index > 0) {
                replacements.push((text, format!("{text}_{index}")));
            }
            plan.commands.push(self.command.iter().map(|argument| substitute(argument, &replacements)).collect());
        }
        Ok(plan)
    }

    fn create_output(&self, input: &Path) -> Result<PathBuf, Error> {
        let (directory, extension) = &self.out;
        let stem = input.file_stem().unwrap_or_default().to_string_lossy();
        let (prefix, suffix) = (format!("{stem}-"), format!(".{extension}"));
        let mut builder = tempfile::Builder::new();
        let created = builder.prefix(&prefix).suffix(&suffix).tempfile_in(directory);
        let kept = created.and_then(|file| file.into_temp_path().keep().map_err(|e| e.error));
        kept.map_err(|source| Error::Write { file: directory.clone(), source })
    }
}

/// Replaces the first occurrence of each pattern, by its place in the argument as given: what was put in is not looked
/// at again.
fn substitute(argument: &str, replacements: &[(&str, String)]) -> String {
    let mut found: Vec<(usize, &str, &str)> = Vec::new();
    for (pattern, value) in replacements.iter().filter(|(pattern, _)| !pattern.is_empty()) {
        if let Some(at) = argument.find(pattern) {
            found.push((at, pattern, value));
        }
    }
    // Of patterns at one place the longest counts.
    found.sort_by_key(|(at, pattern, _)| (*at, std::cmp::Reverse(pattern.len())));
    let (mut out, mut next) = (String::new(), 0);
    for (at, pattern, value) in found {
        if at >= next {
            out.push_str(&argument[next..at]);
            out.push_str(value);
            next = at + pattern.len();
        }
    }
    out.push_str(&argument[next..]);
    out
}

/// Events of one run.
#[derive(Debug)]
pub enum Event {
    /// It ended well.
    Done {
        /// Runs that have ended.
        finished: usize,
    },
    /// It failed.
    Failed {
        /// Number of the run, from 0.
        index: usize,
        /// Its exit code; 128 and the signal for one that was killed.
        code: i32,
        /// Runs that have ended.
        finished: usize,
    },
}

/// Runs all commands within a limit and gives the exit code of the last one, by number, that failed; 0 if none did.
///
/// # Errors
/// [`Error::Input`] if the program cannot be started; what runs by then is waited for.
pub fn run(plan: &Plan, limit: &Limit, report: impl FnMut(Event) + Send) -> Result<i32, Error> {
    let mut runs = Runs { plan, next: 0, finished: 0, failures: BTreeMap::new(), broken: None, report };
    jobs::run(&mut runs, limit, |index| {
        let command = &plan.commands[index];
        jobs::start(|| Command::new(&command[0]).args(&command[1..]).spawn())?.wait()
    });
    match runs.broken {
        Some(error) => Err(error.into()),
        None => Ok(runs.failures.values().next_back().copied().unwrap_or(0)),
    }
}

struct Runs<'a, R> {
    plan: &'a Plan,
    next: usize,
    finished: usize,
    /// Exit codes by number.
    failures: BTreeMap<usize, i32>,
    broken: Option<ForeachError>,
    report: R,
}

impl<R: FnMut(Event)> Queue for Runs<'_, R> {
    type Outcome = std::io::Result<ExitStatus>;

    fn is_ready(&self) -> bool {
        self.next < self.plan.commands.len() && self.broken.is_none()
    }

    fn take(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn ended(&mut self, index: usize, ended: Self::Outcome) {
        self.finished += 1;
        let finished = self.finished;
        match ended {
            Ok(status) if status.success() => (self.report)(Event::Done { finished }),
            Ok(status) => {
                let code = exit_code(status);
                self.failures.insert(index, code);
                (self.report)(Event::Failed { index, code, finished });
            }
            Err(source) => {
                self.broken = Some(ForeachError::CannotRun { program: self.plan.commands[index][0].clone(), source });
            }
        }
    }
}

/// The exit code of a process; 128 and the signal for one that was killed.
pub(crate) fn exit_code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return 128 + signal;
        }
    }
    status.code().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(command: &[&str]) -> Spec {
        Spec {
            inputs: vec![
                ("{in}".into(), vec!["a.bc".into(), "b{out}.bc".into()]),
                ("{prop}".into(), vec!["a.prop".into(), "b.prop".into()]),
            ],
            command: command.iter().map(|word| (*word).to_owned()).collect(),
            ..Spec::default()
        }
    }

    #[test]
    fn patterns_are_replaced_once_and_by_their_first_place() {
        let mut spec = spec(&["tool", "--in={in},{in}", "{prop}{in}", "-o", "x"]);
        spec.out_increment = Some("x".into());
        let plan = spec.plan().unwrap();
        assert_eq!(plan.commands[0], ["tool", "--in=a.bc,{in}", "a.propa.bc", "-o", "x"]);
        assert_eq!(plan.commands[1], ["tool", "--in=b{out}.bc,{in}", "b.propb{out}.bc", "-o", "x_1"]);
    }

    #[test]
    fn lists_must_have_one_length() {
        let mut spec = spec(&["tool"]);
        spec.inputs[1].1.pop();
        assert_eq!(spec.plan().unwrap_err().to_string(), "all input file lists must have same number of lines");
    }

    #[test]
    fn outputs_are_created_and_distinct() {
        let directory = tempfile::tempdir().unwrap();
        let mut spec = spec(&["tool", "-o", "{o}"]);
        spec.out_replace = Some("{o}".into());
        spec.out = (directory.path().to_owned(), "spv".into());
        let plan = spec.plan().unwrap();
        assert_eq!(plan.outputs.len(), 2);
        for (output, stem) in plan.outputs.iter().zip(["a-", "b{out}-"]) {
            let name = output.file_name().unwrap().to_str().unwrap();
            assert!(name.starts_with(stem) && name.ends_with(".spv"), "{name}");
            assert!(output.exists());
        }
        assert_eq!(plan.commands[1][2], plan.outputs[1].display().to_string());
    }

    #[test]
    fn there_has_to_be_something_to_run() {
        let refused = |spec: &Spec| spec.plan().unwrap_err().to_string();
        assert_eq!(refused(&spec(&[])), "no command to run");
        assert_eq!(refused(&Spec { inputs: Vec::new(), ..spec(&["tool"]) }), "no input file list");
        let mut lists = spec(&["tool"]);
        lists.inputs[1].1.pop();
        assert_eq!(refused(&lists), "all input file lists must have same number of lines");
    }

    #[test]
    fn all_run_and_the_last_failure_counts() {
        let commands = ["exit 0", "exit 3", "kill -9 $$", "exit 5", "exit 0"];
        let shell = |text: &str| vec!["sh".to_owned(), "-c".to_owned(), text.to_owned()];
        let plan = Plan { commands: commands.map(shell).to_vec(), outputs: vec![] };
        let mut failed = Vec::new();
        let code = run(&plan, &Limit { jobs: 3, jobserver: None }, |event| {
            if let Event::Failed { index, code, .. } = event {
                failed.push((index, code));
            }
        });
        failed.sort_unstable();
        assert_eq!(failed, [(1, 3), (2, 137), (3, 5)]);
        assert_eq!(code.unwrap(), 5);
    }

    #[test]
    fn a_program_that_is_not_there_ends_the_work() {
        let plan = Plan { commands: vec![vec!["/nonexistent/tool".to_owned()]; 3], outputs: vec![] };
        let message = run(&plan, &Limit::one(), |_| {}).unwrap_err().to_string();
        assert!(message.starts_with("cannot run `/nonexistent/tool`: "), "{message}");
    }
}
