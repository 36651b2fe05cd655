//! Reasons why a build gives no result.

use std::path::PathBuf;

use sycl_images::Error;
use sycl_propset::printable::{excerpt, printable};

use super::action::Title;
use super::back_ends::BackEndsError;
use super::execute::ProgramFailure;
use super::tools::Missing;

/// Reasons why a build gives no result.
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

/// Requests that make no sense.
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

/// Reasons why no steps lead from these inputs to what was requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum PlanError {
    /// A target without device code.
    #[error("no input is for target `{target}`; expected device code with a triple of {}", families.join(" or "))]
    NoInputFor { target: String, families: Vec<&'static str> },
    /// No target has bitcode that the runtime fuses kernels from.
    #[error("IR is embedded for NVPTX and AMDGPU only; expected a target such as `nvptx64:sm_90`")]
    NothingToEmbed,
    /// Device code that no target of the build takes.
    #[error(
        "found {}; expected device code for one of the targets: {}",
        triple.as_ref().map_or("no triple".to_owned(), |triple| format!("the triple `{}`", excerpt(triple))),
        targets.join(", ")
    )]
    NoTarget { triple: Option<String>, targets: Vec<String> },
    /// A file that the parameter of a pass cannot name.
    #[error("{}: the path has one of `,;<>()`; expected libraries elsewhere", path.display())]
    PathInPipeline { path: PathBuf },
    /// The format cannot hold bitcode.
    #[error("SYCLBIN files have no place for embedded IR; expected another format")]
    EmbedsInSyclbin,
    /// Other runtimes do not compile generic code.
    #[error(
        "found the target `generic`, which the runtime of <sycl/sycl.hpp> compiles; expected --format=embedded, bundle \
         or directory"
    )]
    GenericForOthers,
    /// The format cannot be empty.
    #[error("found no kernels and no exported functions; expected at least one for an OffloadBinary")]
    NoImages,
}

impl From<PlanError> for Error {
    fn from(error: PlanError) -> Self {
        Self::input(error)
    }
}

/// A step that failed, for messages.
#[derive(Debug)]
pub struct FailedStep {
    /// Its task.
    pub title: Title,
    /// The kernels of the image, if it was for one.
    pub kernels: Vec<String>,
    /// Failure of the program.
    pub failure: ProgramFailure,
    /// The command.
    pub command: String,
}
