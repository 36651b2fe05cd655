//! SYCLBIN files, version 1, as Intel's SYCL runtime loads them with `get_kernel_bundle(context, devices, path)`.
//!
//! A file holds abstract modules: one device image each, with its properties, in one or more forms (IR modules for a
//! run-time compiler, native images). It is wrapped as the only image, of kind 7, of an OffloadBinary; that is not part
//! of the layout below and [`wrap`] adds it. Little endian:
//!
//! ```text
//! header    0x00 u32 0x53594249   u32 version 1   u32 abstract modules   u32 IR modules   u32 native images   u32 0
//!           0x18 u64 size of the metadata   u64 size of the binaries   u64 offset, u64 size of the global metadata
//! abstract  u64 offset, u64 size of the metadata   u32 IR modules, u32 first   u32 native images, u32 first
//! IR        u64 offset, u64 size of the metadata   u64 offset, u64 size of the bytes
//! native    as IR
//! ```
//! The tables follow each other in this order; then the metadata, padded to 8, and the binaries. Offsets of metadata
//! count from the start of the metadata, those of bytes from the start of the binaries. Metadata is property sets in
//! their text form: `SYCLBIN/global metadata` with `state`, `SYCLBIN/ir module metadata` with `type` and `target`,
//! `SYCLBIN/native device code image metadata` with `arch` and `target`; for an abstract module the sets of its image.

mod read;
mod write;

use std::fmt;

use sycl_propset::PropertySetRegistry;

use crate::error::Error;
use crate::offload_binary::{Content, Image, ImageKind, OffloadKind};

pub(crate) use read::Reader;
pub use read::read;
pub use write::write;

/// The first word of a file.
pub const MAGIC: u32 = 0x5359_4249;
/// The version that is written and read.
pub const VERSION: u32 = 1;

const HEADER: u64 = 56;
const MODULE: u64 = 32;
const ALIGNMENT: u64 = 8;

const STATE: &str = "state";
const TYPE: &str = "type";
const TARGET: &str = "target";
const ARCH: &str = "arch";

/// The state of the kernel bundles that a runtime makes of a file (SYCL 2020 4.11); it must be the one asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// Not compiled yet.
    #[default]
    Input,
    /// Compiled, not linked.
    Object,
    /// Ready to run.
    Executable,
}

impl State {
    fn from_number(number: u32) -> Option<Self> {
        [Self::Input, Self::Object, Self::Executable].into_iter().find(|state| *state as u32 == number)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Object => "object",
            Self::Executable => "executable",
        })
    }
}

/// The language of an IR module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IrType {
    /// SPIR-V.
    #[default]
    Spirv,
    /// PTX.
    Ptx,
    /// AMD GCN.
    Amdgcn,
}

impl IrType {
    fn from_number(number: u32) -> Option<Self> {
        [Self::Spirv, Self::Ptx, Self::Amdgcn].into_iter().find(|kind| *kind as u32 == number)
    }
}

impl fmt::Display for IrType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spirv => "SPIR-V",
            Self::Ptx => "PTX",
            Self::Amdgcn => "AMDGCN",
        })
    }
}

/// A file; `C` is how it has the bytes of its modules: [`Content`] to write, [`Range`](crate::source::Range) when read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Syclbin<C> {
    /// The state of its kernel bundles.
    pub state: State,
    /// Its abstract modules.
    pub modules: Vec<AbstractModule<C>>,
}

/// One device image in its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbstractModule<C> {
    /// The properties of the image.
    pub properties: PropertySetRegistry,
    /// Forms that a compiler at run time takes.
    pub ir: Vec<IrModule<C>>,
    /// Forms that a device takes.
    pub native: Vec<NativeImage<C>>,
}

/// A form that a compiler at run time takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IrModule<C> {
    /// Kind of its bytes.
    pub kind: IrType,
    /// The triple it was made for, e.g. `spir64-unknown-unknown`.
    pub target: String,
    /// The bytes.
    pub content: C,
}

/// A form that a device takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeImage<C> {
    /// The device's name for its compiler.
    pub arch: String,
    /// The triple it was made for.
    pub target: String,
    /// The bytes.
    pub content: C,
}

/// The image of an OffloadBinary that holds a file.
///
/// # Errors
/// [`Error::Input`] for properties that the text form cannot hold or too many modules, [`Error::Read`].
pub fn wrap<'a>(file: &Syclbin<Content<'a>>) -> Result<Image<'a>, Error> {
    Ok(Image {
        image_kind: Some(ImageKind::SYCLBIN),
        offload_kind: OffloadKind::SYCL,
        flags: 0,
        strings: Vec::new(),
        content: Content::Parts(write(file)?),
    })
}

/// Reasons why images have no place in a SYCLBIN file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyclbinError {
    /// They are counted by 32 bits.
    #[error("more than 4294967295 modules")]
    TooManyModules,
}

impl From<SyclbinError> for Error {
    fn from(error: SyclbinError) -> Self {
        Self::input(error)
    }
}

/// The modules of one kind that belong to an abstract module: so many of their table, from this one on.
#[derive(Clone, Copy)]
struct Members<N> {
    count: N,
    first: N,
}

/// Whether bytes start like a SYCLBIN file without the OffloadBinary around it.
#[must_use]
pub fn is_syclbin(start: &[u8]) -> bool {
    start.starts_with(&MAGIC.to_le_bytes())
}
