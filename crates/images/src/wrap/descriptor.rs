//! Content of a descriptor: numbers and sizes of its structures, images, and why there is none.

use std::borrow::Cow;
use std::fmt;

use sycl_propset::PropertySetRegistry;
use sycl_propset::printable::excerpt;

use crate::image::DeviceImage;

/// Version in the descriptor.
pub(super) const DESCRIPTOR_VERSION: u16 = 1;
/// Version in each image.
pub(super) const IMAGE_VERSION: u16 = 3;
/// Kind of each image: SYCL.
pub(super) const IMAGE_KIND: u8 = 4;
/// Version in an entry of the new layout.
pub(super) const ENTRY_VERSION: u16 = 1;
/// Kind in an entry of the new layout: SYCL.
pub(super) const ENTRY_KIND: u16 = 8;

pub(super) const DESCRIPTOR_SIZE: u64 = 32;
pub(super) const IMAGE_SIZE: u64 = 80;
pub(super) const SET_SIZE: u64 = 24;
pub(super) const PROPERTY_SIZE: u64 = 32;
/// Type of a property that is an integer.
pub(super) const TYPE_U32: u32 = 1;
/// Type of a property that is bytes.
pub(super) const TYPE_BYTES: u32 = 2;

/// The section of an OffloadBinary that an object registers as it is. Linker wrappers do not look for it.
pub(super) const REGISTERED_SECTION: &[u8] = b"sycl_offload_binary";

/// The section of a program with images that are not for the host: OffloadBinaries, one after another, each at a
/// multiple of 8. Zeros between them are a linker's padding.
pub(super) const RUNTIME_SECTION: &[u8] = b"sycl_device_images";

/// The symbol of the descriptor.
pub(super) const DESCRIPTOR: &str = ".sycl_offloading.descriptor";

/// The host that an object is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// ELF, x86-64.
    ElfX86_64,
    /// ELF, AArch64.
    ElfAarch64,
    /// COFF, x86-64, for Microsoft's linker and run-time library.
    CoffX86_64Msvc,
    /// COFF, x86-64, for MinGW.
    CoffX86_64Gnu,
}

impl Host {
    /// The host of a triple.
    #[must_use]
    pub fn from_triple(triple: &str) -> Option<Self> {
        let mut parts = triple.split('-');
        let arch = parts.next()?;
        let rest: Vec<&str> = parts.collect();
        let has = |name: &str| rest.iter().any(|part| part.starts_with(name));
        match arch {
            "x86_64" | "amd64" if has("windows") && has("gnu") || has("mingw") => Some(Self::CoffX86_64Gnu),
            "x86_64" | "amd64" if has("windows") || has("win32") => Some(Self::CoffX86_64Msvc),
            "x86_64" | "amd64" if has("linux") || has("freebsd") => Some(Self::ElfX86_64),
            "aarch64" | "arm64" if has("linux") || has("freebsd") => Some(Self::ElfAarch64),
            _ => None,
        }
    }

    /// Triples of all hosts, for messages.
    pub const TRIPLES: [&'static str; 4] =
        ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "x86_64-w64-windows-gnu"];
}

/// Formats of images, as the runtime numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The runtime finds out.
    None,
    /// Code of the device.
    Native,
    /// SPIR-V.
    Spirv,
    /// LLVM bitcode.
    Bitcode,
    /// An NVIDIA fat binary. LLVM's linker wrapper stores the kind of the image in an OffloadBinary, which is the same
    /// number for other things up to here.
    Fatbinary,
    /// PTX, as LLVM's linker wrapper numbers it.
    Ptx,
    /// SPIR-V, as LLVM's linker wrapper numbers it.
    SpirvOfLlvm,
}

impl Format {
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        let written = [Self::None, Self::Native, Self::Spirv, Self::Bitcode];
        let of_llvm = [Self::Fatbinary, Self::Ptx, Self::SpirvOfLlvm];
        written.into_iter().chain(of_llvm).find(|format| *format as u8 == number)
    }

    /// By the first bytes of an image.
    #[must_use]
    pub fn detect(start: &[u8]) -> Self {
        use crate::offload_binary::ImageKind;
        match ImageKind::detect(start) {
            ImageKind::SPIRV => Self::Spirv,
            ImageKind::BITCODE => Self::Bitcode,
            ImageKind::OBJECT | ImageKind::FATBINARY | ImageKind::PTX => Self::Native,
            _ => Self::None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Native => "native",
            Self::Spirv | Self::SpirvOfLlvm => "spirv",
            Self::Bitcode => "bitcode",
            Self::Fatbinary => "fatbinary",
            Self::Ptx => "ptx",
        })
    }
}

/// The layout of entries; the runtime takes both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EntryLayout {
    /// As in LLVM 20 and later.
    #[default]
    New,
    /// As before.
    Old,
}

impl EntryLayout {
    pub(super) fn size(self) -> u64 {
        match self {
            Self::New => 56,
            Self::Old => 32,
        }
    }
}

/// An image of a host object; `C` is how it has its bytes: a [`Cow`] to write, a [`Range`](crate::source::Range) of the
/// file when read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image<C> {
    /// Target in the runtime, e.g. `spir64`, `spir64_gen`, `nvptx64`.
    pub target: String,
    /// Format of its bytes.
    pub format: Format,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
    /// Symbols of the image.
    pub entries: Vec<String>,
    /// Its properties.
    pub properties: PropertySetRegistry,
    /// The bytes.
    pub content: C,
}

/// Facts for the runtime about the images of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfTable {
    /// Target in the runtime.
    pub target: String,
    /// Format of their bytes; without it, that is found out by the first ones of each.
    pub format: Option<Format>,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
}

impl Image<Cow<'static, [u8]>> {
    /// The image of a row with its content.
    #[must_use]
    pub fn of_row(row: DeviceImage, content: Vec<u8>, of_table: &OfTable) -> Self {
        let OfTable { target, format, compile_options, link_options } = of_table.clone();
        Self {
            target,
            format: format.unwrap_or_else(|| Format::detect(&content)),
            compile_options,
            link_options,
            entries: row.entry_points(),
            properties: row.properties,
            content: content.into(),
        }
    }
}

/// Reasons why images cannot be registered by a host object.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum WrapError {
    /// They are counted by 16 bits.
    #[error("{images} images; expected at most 65535")]
    TooMany { images: usize },
    /// Texts end at a zero byte.
    #[error("text `{}` holds a zero byte", excerpt(text))]
    ZeroByte { text: String },
    /// The format of objects does not allow it.
    #[error("cannot make the object: {0}")]
    Object(object::write::Error),
    /// An image that is read back differs from the one that was written.
    #[error("internal error: the object differs from its plan: {what}")]
    Differs { what: String },
}

impl From<WrapError> for crate::Error {
    fn from(error: WrapError) -> Self {
        Self::input(error)
    }
}
