//! Reasons why a run of the program fails, and its exit codes.

use std::{fmt, io, path::PathBuf};

use sycl_builder::tools::Missing;
use sycl_output::WriteError;
use sycl_passes::{
    free_function_kernels, front_end, ir::ReadError, ir::metadata, llvm_to_backend, llvm_to_backend::AdoptError,
};
use sycl_program::Failure;

use crate::{args, back_end::missing};

/// Reasons why a run fails. A cause whose text is part of the text is not the error's `source`: printers of chains
/// would repeat it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The command line.
    #[error(transparent)]
    Arguments(#[from] args::Error),
    /// An input cannot be read.
    #[error("cannot read `{input}`: {cause}")]
    Open { input: String, cause: io::Error },
    /// An input is a container that is malformed, or has nothing for this program.
    #[error("{}{cause}", cause.file().map(|file| format!("{}: ", file.display())).unwrap_or_default())]
    File { cause: sycl_images::Error },
    /// A container has modules for other targets only.
    #[error("{input}: found modules for {triples}; expected one for SPIR-V, or for the target")]
    NoModule { input: String, triples: String },
    /// HCF files without kernels.
    #[error("found no kernels; expected a file that has some")]
    NoKernels,
    /// The input is not LLVM IR.
    #[error("{input}: {cause}")]
    Module { input: String, cause: ReadError },
    /// Inputs for several targets.
    #[error("{input}: found the triple `{triple}`; expected `{expected}`, as in {of}")]
    Triple { input: String, triple: String, expected: String, of: String },
    /// A kernel that an HCF file names is missing.
    #[error("{input}: {cause}")]
    Kernels { input: String, cause: AdoptError },
    /// A pass refuses the module.
    #[error("{input}: {cause}")]
    FreeFunctions { input: String, cause: Box<free_function_kernels::Error> },
    /// A pass refuses the module.
    #[error("{input}: {cause}")]
    FrontEnd { input: String, cause: Box<front_end::Error> },
    /// Metadata of the module is malformed.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// A stage refuses the module.
    #[error(transparent)]
    Stage(Box<llvm_to_backend::Error>),
    /// A stage made something that is not valid.
    #[error("internal error: the module is not valid after the last stage: {cause}")]
    Invalid { cause: ReadError },
    /// Code is asked for, and the module is still for something else.
    #[error("after stage `{stage}` the module is for `{triple}`; expected an output of LLVM IR, .bc or .ll")]
    Unfinished { stage: String, triple: String },
    /// A program is not there.
    #[error("{}", missing(.0))]
    Missing(Missing),
    /// A program cannot be started.
    #[error("cannot run `{}`: {cause}", program.display())]
    CannotRun { program: PathBuf, cause: io::Error },
    /// A back end failed.
    #[error(transparent)]
    BackEnd(Failed),
    /// The temporary directory.
    #[error("cannot write to the temporary directory: {cause}")]
    Work { cause: io::Error },
    /// An output.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Standard output.
    #[error("cannot write to standard output: {cause}")]
    Print { cause: io::Error },
    /// A panic.
    #[error("internal error: {words}")]
    Internal { words: String },
}

impl From<llvm_to_backend::Error> for Error {
    fn from(cause: llvm_to_backend::Error) -> Self {
        Self::Stage(Box::new(cause))
    }
}

impl From<sycl_images::Error> for Error {
    fn from(cause: sycl_images::Error) -> Self {
        Self::File { cause }
    }
}

impl Failure for Error {
    fn internal(words: String) -> Self {
        Self::Internal { words }
    }

    fn print(cause: io::Error) -> Self {
        Self::Print { cause }
    }

    /// 1 for an input that is refused, 2 for wrong usage and for files and programs that cannot be used.
    fn code(&self) -> u8 {
        match self {
            Self::Arguments(_)
            | Self::Open { .. }
            | Self::Missing(_)
            | Self::CannotRun { .. }
            | Self::Work { .. }
            | Self::Write(_)
            | Self::Unfinished { .. }
            | Self::Print { .. } => 2,
            Self::File { cause } if cause.is_io() => 2,
            Self::Stage(stage) if stage.is_io() => 2,
            _ => 1,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::Missing(program) if program.is_named => Some(program.hint.to_owned()),
            Self::Missing(program) => {
                Some(format!("{}; --tool {}=FILE names one that is somewhere else", program.hint, program.name))
            }
            _ => None,
        }
    }
}

/// A back end that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) target: String,
    pub(crate) program: &'static str,
    /// E.g. `exit code 1`.
    pub(crate) ended: String,
    /// Names of the image's kernels, or of those that the words name.
    pub(crate) kernels: Vec<String>,
    /// The program's own.
    pub(crate) words: String,
}

impl std::error::Error for Failed {}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 8;
        let Self { target, program, ended, kernels, words } = self;
        write!(f, "target `{target}`: ")?;
        let names: Vec<String> = kernels.iter().take(MOST).map(|kernel| format!("`{kernel}`")).collect();
        match kernels.len() {
            0 => {}
            1 => write!(f, "kernel {}: ", names.concat())?,
            count if count > MOST => write!(f, "kernels {} and {} more: ", names.join(", "), count - MOST)?,
            _ => write!(f, "kernels {}: ", names.join(", "))?,
        }
        write!(f, "`{program}` ended with {ended}: {words}")
    }
}
