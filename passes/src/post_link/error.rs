//! Reasons why a run ends without files.

use std::path::PathBuf;

use sycl_output::WriteError;
use sycl_propset::{devices::LoadError, table::TableError};

use super::device_libraries::DeviceLibraryError;
use crate::{
    Forbidden, compile_time_properties,
    ir::{ReadError, Unwritable, metadata},
    process::WorkerError,
    properties, spec_constants,
};

/// Reasons why a module could not be processed. No file of the run is left then. What an error's text has of another
/// error is not its `source` as well: reports would print it twice.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Malformed metadata.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// Malformed sizes.
    #[error(transparent)]
    CompileTimeProperties(#[from] compile_time_properties::Error),
    /// Device code refers to what only the host has.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// Malformed specialization constants.
    #[error(transparent)]
    SpecConstants(#[from] spec_constants::Error),
    /// Malformed device globals.
    #[error(transparent)]
    Properties(#[from] properties::Error),
    /// A name that a property file cannot hold.
    #[error(transparent)]
    PropertySet(#[from] sycl_propset::Error),
    /// A name that the table cannot hold.
    #[error("cannot write the table: {0}")]
    Table(TableError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// LLVM does not read back what it wrote.
    #[error("the module cannot be copied: {0}")]
    Copy(ReadError),
    /// LLVM does not read back what it wrote.
    #[error("image {number} cannot be transformed: {problem}")]
    Transform {
        /// Number of the image, from 0.
        number: usize,
        /// LLVM's words.
        problem: ReadError,
    },
    /// A name that the files which describe an image cannot hold.
    #[error("name of `{name}` is not UTF-8; expected UTF-8, as in symbol files and property sets")]
    Name {
        /// The name as LLVM prints it.
        name: String,
    },
    /// An attribute whose text the files which describe an image cannot hold.
    #[error(
        "attribute \"{attribute}\" of `{name}` is \"{text}\", which is not UTF-8; expected UTF-8, as in property sets"
    )]
    Attribute {
        /// Name of the attribute.
        attribute: &'static str,
        /// Its text as LLVM prints it.
        text: String,
        /// Name of the function or variable as LLVM prints it.
        name: String,
    },
    /// An image cannot be written.
    #[error("image {number} cannot be written: {problem}")]
    Unwritable {
        /// Number of the image, from 0.
        number: usize,
        /// The mistake in its part.
        problem: Unwritable,
    },
    /// Two files of the run would have one name.
    #[error("`{}` would be written twice; expected tables that differ from each other and from the files of images", path.display())]
    SamePath {
        /// The name of both.
        path: PathBuf,
    },
    /// The device configuration cannot be used.
    #[error(transparent)]
    Devices(#[from] LoadError),
    /// A device library that an image needs cannot be used.
    #[error("failed to load bfloat16 device library modules: `{}`: {problem}", path.display())]
    DeviceLibrary {
        /// The library.
        path: PathBuf,
        /// The mistake.
        problem: DeviceLibraryError,
    },
    /// A worker process could not be started or did not end well.
    #[error("images could not be made in parallel: {0}")]
    Worker(WorkerError),
    /// ESIMD code is to be split from the code that calls it.
    #[error("'invoke_simd' calls detected, '-split-esimd' must not be specified")]
    InvokeSimd,
    /// ESIMD code is called.
    #[error(
        "{place}function `{function}` calls `invoke_simd`, which needs ESIMD code to be lowered; expected a module without it"
    )]
    CallsInvokeSimd {
        /// The start of the message: the place, where that is known.
        place: String,
        /// The function, as its source spells it.
        function: String,
    },
    /// Host code.
    #[error(
        "module `{module}` is for the host (target triple `{triple}`); expected device code: a triple of SPIR, SPIR-V, \
         NVPTX or AMDGPU, or the module flag \"sycl-device\""
    )]
    NotDevice {
        /// The module's identifier.
        module: String,
        /// Its target triple.
        triple: String,
    },
    /// The table is written where no files can be beside it, and the images have no name to start with.
    #[error("the table goes to `{}`, and the module has no name; expected the parameter `out-dir=<directory>` for the images", table.display())]
    NoPrefix {
        /// The first output.
        table: PathBuf,
    },
    /// No name for the table.
    #[error("module `{module}` gives no name for the table; expected the parameter `o=<table file>`")]
    NoOutput {
        /// The module's identifier.
        module: String,
    },
}

impl From<WorkerError> for Error {
    fn from(error: WorkerError) -> Self {
        Self::Worker(error)
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::{Error, TableError, WriteError};

    #[test]
    fn no_text_is_printed_twice() {
        let read = || crate::ir::OwnedModule::read(b"no module", "x.bc").err().expect("not a module");
        let written = || WriteError::new("x".as_ref(), std::io::ErrorKind::NotFound.into());
        let errors: [Error; 4] = [
            TableError::DuplicateColumn("Code".to_owned()).into(),
            written().into(),
            Error::Transform { number: 1, problem: read() },
            Error::Copy(read()),
        ];
        for error in errors {
            let text = error.to_string();
            let source = error.source().map(ToString::to_string);
            assert!(source.is_none_or(|source| !text.contains(&source)), "{text}");
        }
    }
}
