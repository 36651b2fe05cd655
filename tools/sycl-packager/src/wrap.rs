//! Host objects that register device images with the SYCL runtime when a program starts.
//!
//! Linked into a program or a shared library, an object calls `__sycl_register_lib` before other constructors, and
//! `__sycl_unregister_lib` at the end. Both get a descriptor. The structures are those of libsycl.so.9, "version 3", on
//! a 64-bit little-endian host; `.` is padding:
//!
//! ```text
//! descriptor    u16 version 1, u16 number of images, ...., image *images, void *0, void *0                   32 bytes
//! image         u16 version 3, u8 kind 4, u8 format, ...., char *target, char *compile options, char *link options,
//!               u8 *begin, *end, entry *begin, *end, property_set *begin, *end                               80 bytes
//! property_set  char *name, property *begin, *end                                                            24 bytes
//! property      char *name, void *value, u32 type, ...., u64 size                                            32 bytes
//!               type 1: a 32-bit integer, in `size`, value null; type 2: bytes, with their size in bits before them
//! entry, new    u64 0, u16 version 1, u16 kind 8, u32 0, void *0, char *name, u64 0, u64 0, void *0           56 bytes
//! entry, old    void *0, char *name, u64 0, u32 0, u32 0                                                     32 bytes
//! ```
//! Empty lists are two null pointers. The entries are the symbols of the image: kernels and exported functions. The
//! structures that hold pointers are in one section, images in another, texts and values in a third; registration is
//! two functions of a few instructions each, named in the list of constructors and destructors of the file format.
//!
//! The runtime of LLVM 23 has functions of the same names that take the address and the size of an OffloadBinary
//! instead; `container.rs` makes objects for it.
//!
//! `layout.rs` places everything and `object_file.rs` makes the object. `read.rs` reads descriptors back, also from
//! what linkers make of objects: `host_file.rs` finds out what a file is, `elf.rs` and `pe.rs` follow its pointers.

mod addresses;
mod container;
mod elf;
mod host_file;
mod layout;
mod object_file;
mod pe;
mod read;

use std::borrow::Cow;
use std::fmt;

use sycl_propset::PropertySetRegistry;
use sycl_propset::printable::excerpt;

use crate::image::DeviceImage;

pub use container::write_container;
pub(crate) use host_file::{
    aspect_sections, bundled_sections, defined_symbols, is_host_file, needs_symbol, offloading_sections,
    offloading_sizes,
};
pub(crate) use read::{HostImage, Images, host_images};
pub use read::{read, read_source};

/// Version in the descriptor.
const DESCRIPTOR_VERSION: u16 = 1;
/// Version in each image.
const IMAGE_VERSION: u16 = 3;
/// Kind of each image: SYCL.
const IMAGE_KIND: u8 = 4;
/// Version in an entry of the new layout.
const ENTRY_VERSION: u16 = 1;
/// Kind in an entry of the new layout: SYCL.
const ENTRY_KIND: u16 = 8;

const DESCRIPTOR_SIZE: u64 = 32;
const IMAGE_SIZE: u64 = 80;
const SET_SIZE: u64 = 24;
const PROPERTY_SIZE: u64 = 32;
/// Type of a property that is an integer.
const TYPE_U32: u32 = 1;
/// Type of a property that is bytes.
const TYPE_BYTES: u32 = 2;

/// The section of an OffloadBinary that an object registers as it is. Linker wrappers do not look for it.
const REGISTERED_SECTION: &[u8] = b"sycl_offload_binary";

/// The symbol of the descriptor.
const DESCRIPTOR: &str = ".sycl_offloading.descriptor";

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

/// What the bytes of an image are, as the runtime numbers it.
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
    fn size(self) -> u64 {
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
    /// What the runtime takes it for, e.g. `spir64`, `spir64_gen`, `nvptx64`.
    pub target: String,
    /// What its bytes are.
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

/// What the runtime is told of the images of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfTable {
    /// What it takes them for.
    pub target: String,
    /// What their bytes are; without it, that is found out by the first ones of each.
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

/// Why images cannot be registered by a host object.
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
    /// What was written is not what is read back.
    #[error("internal error: the object differs from its plan: {what}")]
    Differs { what: String },
}

/// The bytes of an object that registers `images`, read back and compared with them.
///
/// # Errors
/// [`WrapError`] for more than 65535 images, or texts with a zero byte.
pub fn write(images: &[Image<Cow<'_, [u8]>>], host: Host, entries: EntryLayout) -> Result<Vec<u8>, WrapError> {
    let plan = layout::Plan::new(images, entries)?;
    let object = object_file::write(plan, host).map_err(WrapError::Object)?;
    verify(&object, images)?;
    Ok(object)
}

fn verify(object: &[u8], images: &[Image<Cow<'_, [u8]>>]) -> Result<(), WrapError> {
    let differs = |what: &str| WrapError::Differs { what: what.to_owned() };
    let read = read(object).map_err(|e| differs(&e.to_string()))?;
    if read.len() != images.len() {
        return Err(differs("number of images"));
    }
    for (index, (image, read)) in images.iter().zip(&read).enumerate() {
        let same = (&image.target, image.format, &image.compile_options, &image.link_options)
            == (&read.target, read.format, &read.compile_options, &read.link_options)
            && image.entries == read.entries
            && image.properties == read.properties
            && *image.content == object[read.content.start as usize..read.content.end() as usize];
        if !same {
            return Err(differs(&format!("image {index}")));
        }
    }
    Ok(())
}
