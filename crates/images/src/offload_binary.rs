//! OffloadBinary containers, versions 1 and 2: what LLVM's linker wrapper takes and `llvm-offload-binary` makes.
//!
//! All integers are little endian; offsets count from the start of the binary. A file is one or more binaries, one
//! after another.
//!
//! ```text
//! header   0x00 u8[4] 10 ff 10 ad   u32 version   u64 size of the binary, a multiple of 8
//!          0x10 u64 offset of the entries   u64 version 1: size of an entry (40), version 2: number of entries
//! entry    u16 image kind   u16 offload kind   u32 flags
//!          u64 offset of its strings   u64 number of strings   u64 offset of its image   u64 size of its image
//! string   u64 offset of the key   u64 offset of the value   version 2 only: u64 size of the value
//! ```
//! Then the string table (a zero byte, then texts that each end in one, a text that ends another sharing its bytes),
//! padding to 8, the images, padding to 8. Version 1 has one entry; version 2 any number, whose images follow each
//! other without padding. In version 1 values are C strings, in version 2 they may hold zero bytes.
//!
//! [`read`] checks everything before it is used and reads no image; [`Writer`] lays out first, then writes.

mod error;
mod read;
mod strings;
mod symbol_list;
mod write;

use std::fmt;

pub use error::StringsError;
pub(crate) use read::read_within;
pub use read::{Binary, Entry, is_offload_binary, read, read_range};
pub use strings::Strings;
pub use symbol_list::{SymbolEncoding, decode_symbols, encode_symbols};
pub use write::{Content, Image, KeysAndValues, Writer};

/// The first bytes of a binary.
pub const MAGIC: [u8; 4] = [0x10, 0xff, 0x10, 0xad];
/// Size of the header in bytes.
pub(crate) const HEADER: u64 = 32;
/// Size of an entry in bytes.
pub(crate) const ENTRY: u64 = 40;
/// Alignment of binaries and of the first image.
pub(crate) const ALIGNMENT: u64 = 8;
/// Flag of an entry that only carries strings.
pub const METADATA_ONLY: u32 = 1;

/// Version of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Version {
    /// One image a binary; the only version that LLVM 22 reads.
    #[default]
    V1,
    /// Any number of images; LLVM 23.
    V2,
}

impl Version {
    /// The number in the header.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    /// Size of a string entry in bytes.
    pub(crate) fn string_entry(self) -> u64 {
        match self {
            Self::V1 => 16,
            Self::V2 => 24,
        }
    }
}

/// Declares a number with names, as LLVM's enumerations of the same name.
macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $value:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(pub u16);

        impl $name {
            $(#[doc = concat!("`", $text, "`")] pub const $variant: Self = Self($value);)*

            /// The kind of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The names that there are, for messages.
            #[must_use]
            pub fn names() -> &'static [&'static str] {
                &[$($text),*]
            }
        }

        /// The name, or the number if it has none.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {
                    $(Self::$variant => f.write_str($text),)*
                    Self(number) => write!(f, "{number}"),
                }
            }
        }
    };
}

kinds! {
    /// Programming models of images.
    OffloadKind { NONE = 0 "none", OPENMP = 1 "openmp", CUDA = 2 "cuda", HIP = 4 "hip", SYCL = 8 "sycl", }
}

kinds! {
    /// Kinds of images.
    ImageKind {
        NONE = 0 "none", OBJECT = 1 "object", BITCODE = 2 "bitcode", CUBIN = 3 "cubin", FATBINARY = 4 "fatbinary",
        PTX = 5 "ptx", SPIRV = 6 "spirv", SYCLBIN = 7 "syclbin",
    }
}

impl ImageKind {
    /// Bytes from the start of a file that [`ImageKind::detect`] looks at.
    pub const DETECTED: usize = 4096;

    /// The kind of a file by its first bytes; [`ImageKind::NONE`] if they say nothing.
    #[must_use]
    pub fn detect(start: &[u8]) -> Self {
        let start = &start[..start.len().min(Self::DETECTED)];
        match start {
            [0x03, 0x02, 0x23, 0x07, ..] | [0x07, 0x23, 0x02, 0x03, ..] => Self::SPIRV,
            [b'B', b'C', 0xc0, 0xde, ..] | [0xde, 0xc0, 0x17, 0x0b, ..] => Self::BITCODE,
            [0x7f, b'E', b'L', b'F', ..] => Self::OBJECT,
            [0x50, 0xed, 0x55, 0xba, ..] => Self::FATBINARY,
            [b'I', b'B', b'Y', b'S', ..] => Self::SYCLBIN,
            _ if is_ptx(start) => Self::PTX,
            _ => Self::NONE,
        }
    }

    /// The usual extension of a file of this kind.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::OBJECT => "o",
            Self::BITCODE => "bc",
            Self::CUBIN => "cubin",
            Self::FATBINARY => "fatbin",
            Self::PTX => "s",
            Self::SPIRV => "spv",
            Self::SYCLBIN => "syclbin",
            _ => "bin",
        }
    }
}

/// Whether a text is PTX: its first directive, after any comments, is `.version`.
fn is_ptx(text: &[u8]) -> bool {
    let mut text = text;
    loop {
        text = text.trim_ascii_start();
        let end: &[u8] = match text {
            [b'/', b'/', ..] => b"\n",
            [b'/', b'*', ..] => b"*/",
            _ => return text.starts_with(b".version"),
        };
        match text.windows(end.len()).skip(2).position(|bytes| bytes == end) {
            Some(at) => text = &text[2 + at + end.len()..],
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ptx_is_known_whatever_comments_it_starts_with() {
        for start in ["", "//\n// Generated by LLVM NVPTX Back-End\n//\n\n", "\n\t/* a\n*b */ // c\r\n", "/**/"] {
            let text = format!("{start}.version 7.8\n.target sm_90\n");
            assert_eq!(ImageKind::detect(text.as_bytes()), ImageKind::PTX, "{text}");
        }
        for text in ["", "//", "/*", "/*/.version", "// .version\n", "//\n//\nint main() {}\n", ".target sm_90\n"] {
            assert_eq!(ImageKind::detect(text.as_bytes()), ImageKind::NONE, "{text}");
        }
    }
}
