//! Errors of the pass.

use std::path::PathBuf;

use sycl_propset::ReadError;

use crate::ir::{NoBackEnd, metadata};

/// Reasons why no table can be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The LLVM is too old.
    #[error("pass `host-image` needs LLVM 22, and this is LLVM {found}")]
    NeedsLlvm22 {
        /// Its major version.
        found: &'static str,
    },
    /// The target is not the host.
    #[error("pass `host-image` has the target `{target}`; expected `host` or `host:<processor>`")]
    Target {
        /// As written.
        target: String,
    },
    /// The module is not for a host.
    #[error("the module's triple is `{triple}`; expected that of a host, which the pass `retarget` gives it")]
    Triple {
        /// The module's.
        triple: String,
    },
    /// The back end does not know the processor.
    #[error("unknown processor `{processor}` for the module's triple `{triple}`; expected one that LLVM has for it")]
    Processor {
        /// As written.
        processor: String,
        /// The module's.
        triple: String,
    },
    /// LLVM was built without the back end.
    #[error("{cause}; expected a build of LLVM that has it")]
    BackEnd {
        /// LLVM's words.
        cause: NoBackEnd,
    },
    /// A kernel that cannot be launched.
    #[error("kernel `{kernel}` has no function for a work-group; expected the pass `work-group-functions` before")]
    NoWorkGroupFunction {
        /// Its name.
        kernel: String,
    },
    /// A node of the metadata has another form.
    #[error("node {node} of `!sycl.host.kernels` has {found} operands; expected {expected}")]
    Operands {
        /// Its number.
        node: usize,
        /// Their number.
        found: usize,
        /// Expected number.
        expected: usize,
    },
    /// An operand of the metadata is wrong.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// Two kernels have one name.
    #[error("`!sycl.host.kernels` describes kernel `{kernel}` twice; expected each kernel once")]
    SameKernel {
        /// The name.
        kernel: String,
    },
    /// A device global has no identity.
    #[error("device global `{name}` has no attribute \"sycl-unique-id\"; expected one with its identity")]
    NoUniqueId {
        /// Name of the variable.
        name: String,
    },
    /// Two device globals have one identity.
    #[error("device globals `{first}` and `{second}` both have the identity \"{id}\"; expected one variable for each")]
    SameId {
        /// One variable.
        first: String,
        /// The other one.
        second: String,
        /// Id in their attributes.
        id: String,
    },
    /// A name that the pass defines means something else in the module.
    #[error("the module has {found} with the name `{name}`; expected none, as the table of the image needs the name")]
    NameTaken {
        /// The name.
        name: &'static str,
        /// The owner.
        found: &'static str,
    },
    /// The file of properties cannot be read.
    #[error("cannot read {}: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The cause.
        cause: std::io::Error,
    },
    /// The file of properties is not one.
    #[error("{cause}")]
    Properties {
        /// The mistake, and where it is.
        cause: ReadError,
    },
}

impl Error {
    /// Whether a file is at fault and not the module.
    pub fn is_io(&self) -> bool {
        matches!(self, Self::Read { .. })
    }
}
