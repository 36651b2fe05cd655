//! Reasons why a run of the program fails. Each text is one line, after the name of the program and `error: `.

use std::io;

use sycl_passes::{
    ir::{ReadError, metadata},
    post_link,
};
use sycl_program::Failure;

use crate::args;

/// Reasons why a run fails. A cause whose text is part of the text is not the error's `source`: printers of chains
/// would repeat it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The command line.
    #[error(transparent)]
    Arguments(#[from] args::Error),
    /// The input cannot be read.
    #[error("cannot read `{input}`: {cause}")]
    Open { input: String, cause: io::Error },
    /// The input is not LLVM IR.
    #[error("{input}: {cause}")]
    Module { input: String, cause: ReadError },
    /// Metadata of the module is malformed.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// ESIMD code is to be lowered, which Intel's vector back end does.
    #[error(
        "`-lower-esimd`: function `{function}` is ESIMD code; expected a module without it (`!sycl_explicit_simd`)"
    )]
    Esimd { function: String },
    /// The module is refused, or its images cannot be written.
    #[error(transparent)]
    PostLink(#[from] post_link::Error),
    /// Help or version cannot be written.
    #[error("cannot write to standard output: {cause}")]
    Print { cause: io::Error },
    /// A panic.
    #[error("internal error: {words}")]
    Internal { words: String },
}

impl Failure for Error {
    fn internal(words: String) -> Self {
        Self::Internal { words }
    }

    fn print(cause: io::Error) -> Self {
        Self::Print { cause }
    }

    /// As DPC++'s tool has it, whatever goes wrong.
    fn code(&self) -> u8 {
        1
    }
}
