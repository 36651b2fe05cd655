//! Why a file, or input that belongs to no single file, does not fit its purpose. Causes that only one module finds are
//! that module's own types.

use std::io;

use sycl_propset::printable::excerpt;
use sycl_propset::table::TableError;

use super::Error;
use crate::bitcode::BitcodeError;
use crate::embedded::EmbeddedError;
use crate::foreach::ForeachError;
use crate::hcf::HcfError;
use crate::offload_binary::{ImageKind, StringsError};
use crate::output::DIRECTORY_LIST;
use crate::pipeline::PlanError;
use crate::pipeline::cache::FileNameError;
use crate::syclbin::SyclbinError;
use crate::validate::Invalid;
use crate::wrap::WrapError;

/// Why the content of a file does not fit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum ContentError {
    /// It should be LLVM IR.
    #[error(transparent)]
    Bitcode(#[from] BitcodeError),
    /// It should be a host object with device code.
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    /// It should be an HCF container.
    #[error(transparent)]
    Hcf(#[from] HcfError),
    /// It should be a valid image.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Its strings have no place in an OffloadBinary.
    #[error(transparent)]
    Strings(#[from] StringsError),
    /// Its properties or symbols cannot be read, or not be written.
    #[error(transparent)]
    Properties(#[from] sycl_propset::Error),
    /// The properties of one of its images cannot be read; the message names the image and the place.
    #[error(transparent)]
    Text(#[from] sycl_propset::ReadError),
    /// The properties or symbols of one of its images cannot be read, or not be written.
    #[error("image {index}: {source}")]
    Image { index: usize, r#source: sycl_propset::Error },
    /// It should be a table of images.
    #[error("the table has the columns `{}`; expected a column `Code`", excerpt(&columns.join("|")))]
    NoCodeColumn { columns: Vec<String> },
    /// A row of the table has no image.
    #[error("row {row} names no code")]
    NoCode { row: usize },
    /// A file that a row of the table names cannot be read.
    #[error("row {row}: cannot read {file}: {source}")]
    Row { row: usize, file: String, r#source: io::Error },
    /// Its images or texts are read whole, or not at all.
    #[error("found more than {} MiB; expected at most that", limit >> 20)]
    TooLarge { limit: u64 },
    /// Somebody wrote to it.
    #[error("changed while it was read: found {found} bytes; expected {expected}")]
    Changed { found: u64, expected: u64 },
    /// Nothing that this program looks into.
    #[error("found {}; expected device code, a container, a host object, properties, symbols or a table", of_kind(*found))]
    UnknownKind { found: ImageKind },
    /// No summary of a build.
    #[error("found no summary of a build; expected what `build --json` prints")]
    NoBuildSummary,
    /// A directory without a list of its images.
    #[error("the directory has no {DIRECTORY_LIST}; expected one that `collect` or `build` made")]
    NoImageList,
    /// The list of images of a directory that something else made, or another version.
    #[error("it is not a list of images that sycl-packager wrote; expected one of `collect` or `build`")]
    ForeignImageList,
    /// Device code without what says what it requires.
    #[error(
        "found device code by itself ({}); expected its table or properties, which say what it requires",
        excerpt(kind)
    )]
    NoProperties { kind: String },
    /// A member of a thin archive is not a file.
    #[error("found something else than a file; expected a member of the archive")]
    NoMember,
    /// Device code that no target of a build takes.
    #[error(
        "found {}; expected device code for one of the targets: {}",
        triple.as_ref().map_or("no triple".to_owned(), |triple| format!("the triple `{}`", excerpt(triple))),
        targets.join(", ")
    )]
    NoTarget { triple: Option<String>, targets: Vec<String> },
    /// `build.ninja`, or a file beside it, that is to be replaced.
    #[error("this file is not of `build --emit ninja`; expected another directory for Ninja (--build-dir)")]
    ForeignNinjaFile,
}

fn of_kind(kind: ImageKind) -> String {
    if kind == ImageKind::NONE { "a file of no known kind".to_owned() } else { format!("a {kind} image") }
}

/// Declares [`InputError`], of which each variant has a cause of its own type. `?` makes an [`Error`] of any of them.
macro_rules! input_errors {
    ($($(#[$doc:meta])* $variant:ident($source:ty),)*) => {
        /// Why input that belongs to no single file does not fit.
        #[derive(Debug, thiserror::Error)]
        #[non_exhaustive]
        pub enum InputError {
            $($(#[$doc])* #[error(transparent)] $variant(#[from] $source),)*
        }

        $(impl From<$source> for Error {
            fn from(error: $source) -> Self {
                Self::Input(error.into())
            }
        })*
    };
}

input_errors! {
    /// For a build.
    Plan(PlanError),
    /// For a build of host objects.
    Embedded(EmbeddedError),
    /// For `foreach`.
    Foreach(ForeachError),
    /// For an OffloadBinary.
    Strings(StringsError),
    /// For a SYCLBIN file.
    Syclbin(SyclbinError),
    /// For a host object.
    Wrap(WrapError),
    /// For properties.
    Properties(sycl_propset::Error),
    /// For a table.
    Table(TableError),
    /// For a file.
    FileName(FileNameError),
}
