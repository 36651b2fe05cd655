//! From device bitcode to something that a program loads, with the programs that a distribution has.
//!
//! | module | concept |
//! |---|---|
//! | [`request`] | what the user asks for |
//! | [`resolve`] | the request with everything decided |
//! | [`target`] | what images are built for |
//! | [`group`] | targets that share the post-link step |
//! | [`tools`], [`environment`] | the programs: where they are, their versions, their environment |
//! | [`plugin`] | the plugin with the passes: where it is, whether it works |
//! | [`plan`] | the steps of a build |
//! | [`action`] | one step: a command, its inputs and outputs |
//! | [`cache`] | earlier results, by a hash of what they depend on |
//! | [`back_ends`] | steps without a process for each |
//! | [`execute`] | steps in parallel, each only if its result is not stored |
//! | [`run()`] | a whole build |
//! | [`ninja`] | the same steps as a Ninja file |
//! | [`report`] | the summary of a build |
//!
//! A build is a graph of commands over files, and a pure function of inputs, options and programs: results are the same
//! bytes wherever, however often and with however many jobs it runs, even if it was killed and continued. The result is
//! renamed into place when it is complete.

pub mod action;
pub mod back_ends;
pub mod cache;
pub mod environment;
pub mod execute;
mod explain;
mod family;
pub mod group;
mod install;
pub mod ninja;
pub mod plan;
pub mod plugin;
pub mod report;
pub mod request;
pub mod resolve;
mod run;
pub mod target;
pub mod tools;

use std::path::{Path, PathBuf};

use sycl_propset::printable::{excerpt, printable};

use crate::error::Error;
use crate::jobs::Limit;
use action::Title;
use back_ends::{BackEnds, BackEndsError};
use cache::Cache;
use execute::ProgramFailure;
use tools::Missing;

pub use run::run;

/// Why a build gives no result.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file, or what is in it.
    #[error(transparent)]
    Error(#[from] Error),
    /// The request makes no sense, whatever the files are.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The compiler library, which the user wants.
    #[error(transparent)]
    BackEnds(#[from] BackEndsError),
    /// Programs that were not found.
    #[error("{} programs are missing", .0.len())]
    Missing(Vec<Missing>),
    /// Steps that failed.
    #[error("{} steps failed", .0.len())]
    Failed(Vec<FailedStep>),
}

impl From<PlanError> for BuildError {
    fn from(error: PlanError) -> Self {
        Self::Error(error.into())
    }
}

/// What makes no sense to ask for.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum RequestError {
    /// Two targets with the same images.
    #[error("targets `{first}` and `{second}` are the same; expected each once")]
    SameTarget { first: String, second: String },
    /// A path that Ninja's files have no form for.
    #[error(
        "found the path `{}`; Ninja's files take paths without `|`, tabs, line breaks and other control characters",
        printable(&path.to_string_lossy())
    )]
    NinjaPath { path: PathBuf },
    /// An argument that Ninja's files have no form for.
    #[error("found the argument `{}`; Ninja's commands take those without line breaks", excerpt(argument))]
    NinjaArgument { argument: String },
}

/// Why no steps lead from these inputs to what was requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum PlanError {
    /// A target without device code.
    #[error("no input is for target `{target}`; expected device code with a triple of {}", families.join(" or "))]
    NoInputFor { target: String, families: Vec<&'static str> },
    /// No target has bitcode that can be packed.
    #[error("IR is embedded only of device code that was compiled for NVPTX or AMDGPU; expected such an input")]
    NothingToEmbed,
    /// A file that the parameter of a pass cannot name.
    #[error("{}: the path has one of `,;<>()`; expected libraries elsewhere", path.display())]
    PathInPipeline { path: PathBuf },
    /// The format cannot hold bitcode.
    #[error("SYCLBIN files have no place for embedded IR; expected another format")]
    EmbedsInSyclbin,
    /// The format cannot be empty.
    #[error("found no kernels and no exported functions; expected at least one for an OffloadBinary")]
    NoImages,
}

/// A step that failed, for messages.
#[derive(Debug)]
pub struct FailedStep {
    /// What it was to do.
    pub title: Title,
    /// The kernels of the image, if it was for one.
    pub kernels: Vec<String>,
    /// What became of the program.
    pub failure: ProgramFailure,
    /// The command.
    pub command: String,
}

/// How a build runs, which its result does not depend on.
pub struct Settings<'a> {
    /// Results of earlier builds.
    pub cache: &'a Cache,
    /// How many steps at a time.
    pub limit: &'a Limit,
    /// A directory for all files on the way, if they are to be kept.
    pub keep: Option<&'a Path>,
    /// Whether it is reported why steps ran.
    pub explain: bool,
    /// What does steps in place of programs.
    pub back_ends: &'a BackEnds,
}

/// Who hears what happens: on whichever thread, but one event at a time.
pub type Report<'a> = dyn FnMut(Event<'_>) + Send + 'a;

/// What is reported while a build runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// The build continues, but not exactly as requested.
    Warning(&'a str),
    /// The build starts again; discard what was reported so far.
    Again,
    /// A program ended well and wrote something to standard error.
    Message {
        /// The step.
        title: &'a Title,
        /// What it wrote.
        text: &'a str,
    },
    /// A step has run; only if this is asked for.
    Ran {
        /// The command.
        command: &'a str,
        /// Where it ran.
        directory: &'a Path,
    },
    /// Why steps ran, a line at a time; only if this is asked for.
    Explained(&'a str),
    /// A step has ended.
    Progress {
        /// Images that are finished.
        finished: usize,
        /// All images; 0 while nobody knows.
        images: usize,
        /// Estimate of the seconds left; `None` before the first step has run.
        seconds_left: Option<f64>,
    },
}
