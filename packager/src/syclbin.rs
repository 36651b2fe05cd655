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

use std::borrow::Cow;
use std::fmt;

use sycl_propset::{PropertySet, PropertySetRegistry, SetName, Value, text};

use crate::error::Error;
use crate::offload_binary::{Content, Image, ImageKind, OffloadKind};

pub(crate) use read::Reader;
pub use read::read;

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

/// A file; `C` is how it has the bytes of its modules: [`Content`] to write, [`Range`] when read.
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
    /// Its language.
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

/// Why images have no place in a SYCLBIN file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyclbinError {
    /// They are counted by 32 bits.
    #[error("more than 4294967295 modules")]
    TooManyModules,
}

/// Bytes and where they are in their table.
struct Placed {
    offset: u64,
    size: u64,
}

/// The modules of one kind that belong to an abstract module: so many of their table, from this one on.
#[derive(Clone, Copy)]
struct Members<N> {
    count: N,
    first: N,
}

/// An abstract module as it is written to its table.
struct AbstractRow {
    properties: Placed,
    ir: Members<usize>,
    native: Members<usize>,
}

/// The metadata under construction.
#[derive(Default)]
struct Metadata(String);

impl Metadata {
    fn push(&mut self, registry: &PropertySetRegistry) -> Result<Placed, Error> {
        let written = text::write(registry)?;
        let offset = self.0.len() as u64;
        self.0.push_str(&written);
        Ok(Placed { offset, size: written.len() as u64 })
    }

    fn push_set(&mut self, name: SetName, set: PropertySet) -> Result<Placed, Error> {
        let mut registry = PropertySetRegistry::new();
        registry.insert(name, set);
        self.push(&registry)
    }
}

/// The bytes of a file, in parts.
///
/// # Errors
/// As for [`wrap`].
pub fn write<'a>(file: &Syclbin<Content<'a>>) -> Result<Vec<Content<'a>>, Error> {
    let mut metadata = Metadata::default();
    let mut binaries = Vec::new();
    let mut binaries_size = 0u64;
    let mut abstracts = Vec::new();
    let (mut ir_rows, mut native_rows) = (Vec::new(), Vec::new());
    let mut place = |content: &Content<'a>| -> Result<Placed, Error> {
        let gap = binaries_size.next_multiple_of(ALIGNMENT) - binaries_size;
        if gap > 0 {
            binaries.push(Content::Bytes(vec![0; gap as usize].into()));
        }
        let placed = Placed { offset: binaries_size + gap, size: content.size()? };
        binaries_size = placed.offset + placed.size;
        binaries.push(content.clone());
        Ok(placed)
    };

    let global = metadata
        .push_set(SetName::SyclbinGlobalMetadata, PropertySet::from_iter([(STATE, Value::U32(file.state as u32))]))?;
    for module in &file.modules {
        let properties = metadata.push(&module.properties)?;
        abstracts.push(AbstractRow {
            properties,
            ir: Members { count: module.ir.len(), first: ir_rows.len() },
            native: Members { count: module.native.len(), first: native_rows.len() },
        });
        for ir in &module.ir {
            let set = PropertySet::from_iter([(TYPE, Value::U32(ir.kind as u32)), (TARGET, Value::text(&ir.target))]);
            ir_rows.push((metadata.push_set(SetName::SyclbinIrModuleMetadata, set)?, place(&ir.content)?));
        }
        for native in &module.native {
            let set =
                PropertySet::from_iter([(ARCH, Value::text(&native.arch)), (TARGET, Value::text(&native.target))]);
            let placed = metadata.push_set(SetName::SyclbinNativeDeviceCodeImageMetadata, set)?;
            native_rows.push((placed, place(&native.content)?));
        }
    }

    let mut out = Vec::new();
    for word in [MAGIC, VERSION, count(abstracts.len())?, count(ir_rows.len())?, count(native_rows.len())?, 0] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for word in [metadata.0.len() as u64, binaries_size, global.offset, global.size] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for AbstractRow { properties, ir, native } in abstracts {
        out.extend_from_slice(&properties.offset.to_le_bytes());
        out.extend_from_slice(&properties.size.to_le_bytes());
        for number in [ir.count, ir.first, native.count, native.first] {
            out.extend_from_slice(&count(number)?.to_le_bytes());
        }
    }
    for (placed, bytes) in ir_rows.iter().chain(&native_rows) {
        for word in [placed.offset, placed.size, bytes.offset, bytes.size] {
            out.extend_from_slice(&word.to_le_bytes());
        }
    }
    out.extend_from_slice(metadata.0.as_bytes());
    out.resize(out.len().next_multiple_of(ALIGNMENT as usize), 0);
    let mut parts = vec![Content::Bytes(Cow::Owned(out))];
    parts.append(&mut binaries);
    Ok(parts)
}

fn count(number: usize) -> Result<u32, SyclbinError> {
    u32::try_from(number).map_err(|_| SyclbinError::TooManyModules)
}

/// Whether bytes start like a SYCLBIN file without the OffloadBinary around it.
#[must_use]
pub fn is_syclbin(start: &[u8]) -> bool {
    start.starts_with(&MAGIC.to_le_bytes())
}
