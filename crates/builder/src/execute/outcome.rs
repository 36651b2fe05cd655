//! Ends of steps, and reasons why they fail.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use super::super::action::Action;
use super::super::cache::FileNameError;
use super::super::tools::PACKAGER;

/// The exit code of this program when a file cannot be read or written.
const PACKAGER_IO: i32 = 2;

/// A step that ended well.
#[derive(Debug)]
pub struct Ended<'a> {
    /// Its index.
    pub step: usize,
    /// The step.
    pub action: &'a Action,
    /// Standard error of the program; empty if there was none.
    pub said: &'a str,
    /// When the program ended and how many seconds it took; none if the result was stored before, so that nothing ran.
    pub ran: Option<(Instant, f64)>,
    /// Steps of this part of the build that have ended, with and without success.
    pub finished: usize,
    /// Steps of this part of the build.
    pub total: usize,
    /// Mean time of the steps that were run so far, in seconds; `None` before the first.
    pub mean_seconds: Option<f64>,
}

/// A step that failed.
#[derive(Debug)]
pub struct Failed {
    /// Its index.
    pub step: usize,
    /// Failure of the program.
    pub failure: ProgramFailure,
}

/// Failure of a program.
#[derive(Debug)]
pub struct ProgramFailure {
    /// Cause of the failure.
    pub cause: Cause,
    /// Output of the program.
    pub output: String,
}

/// Causes why a step failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum Cause {
    /// The program cannot be run.
    #[error("cannot run {}: {source}", program.display())]
    CannotRun { program: PathBuf, r#source: std::io::Error },
    /// The program said that it failed.
    #[error("{tool} failed with exit code {code}")]
    ExitCode { tool: &'static str, code: i32 },
    /// A file that the step was to write is missing.
    #[error("{tool} ended well but did not write {file}")]
    NotWritten { tool: &'static str, file: String },
    /// A file with a name that cannot be stored.
    #[error("{tool} wrote a file: {source}")]
    FileName { tool: &'static str, r#source: FileNameError },
    /// An input changed meanwhile: the result may be of its new content, and would be stored under the old one.
    #[error("{} has changed since the build began; run again", file.display())]
    Changed { file: PathBuf },
}

impl Cause {
    /// Whether a file could not be read or written, as far as the program says so.
    #[must_use]
    pub fn is_io(&self) -> bool {
        match self {
            Self::CannotRun { .. } => true,
            Self::ExitCode { tool, code } => *tool == PACKAGER && *code == PACKAGER_IO,
            Self::NotWritten { .. } | Self::FileName { .. } | Self::Changed { .. } => false,
        }
    }
}

/// Result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Result of each step.
    pub steps: Vec<StepOutcome>,
    /// Steps that failed, in the order of the steps.
    pub failures: Vec<Failed>,
    /// Bytes that were added to the cache.
    pub added: u64,
    /// Time that programs took, in seconds, by name.
    pub seconds: BTreeMap<&'static str, f64>,
}

/// Result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepOutcome {
    /// Its result was stored before.
    Stored,
    /// It was run.
    Run,
    /// It failed, or was not run because another one failed.
    NotMade,
}
