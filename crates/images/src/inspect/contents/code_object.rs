//! Code objects of GPUs: ELF files with 64 bits, lowest byte first, whose machine is one.

use std::collections::BTreeSet;

use object::read::elf::{ElfFile64, FileHeader as _};
use object::{LittleEndian, Object as _, ObjectSection as _, ObjectSymbol as _, SymbolFlags};

use crate::error::FormatError;
use crate::offload_binary::ImageKind;
use crate::source::{Tables, View};

use super::{Contents, unexpected};

const ELF_START: [u8; 6] = [0x7f, b'E', b'L', b'F', 2, 1];
const MACHINE_OFFSET: u64 = 18;
const HEADER_SIZE: u64 = 64;

/// The bit among a symbol's other flags that says it is an entry (`STO_CUDA_ENTRY`).
const CUDA_ENTRY: u8 = 0x10;
/// Since this version, NVIDIA has the processor in the second byte of the flags.
const CUDA_ABI_SECOND_BYTE: u8 = 8;
/// Place of the ABI's version.
const ABI_VERSION_OFFSET: u64 = 8;
/// The key of the target in the metadata of an AMD object, and how many bytes of a note are searched for it.
const AMD_TARGET: &[u8] = b"\xadamdhsa.target";
const LARGEST_NOTE: u64 = 1 << 20;
/// Name in Intel's code objects of the section for code of no kernel.
const NO_KERNEL: &str = "Intel_Symbol_Table_Void_Program";

/// Whose GPUs a code object is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::inspect) enum Maker {
    Amd,
    Nvidia,
    Intel,
}

impl Maker {
    /// By the machine in the header; none for other files.
    pub(in crate::inspect) fn read(view: View<'_>) -> Result<Option<Self>, FormatError> {
        if view.range.size < HEADER_SIZE || view.bytes(0, ELF_START.len() as u64, "ELF header")? != ELF_START {
            return Ok(None);
        }
        let machine = view.bytes(MACHINE_OFFSET, 2, "ELF header")?;
        Ok(match u16::from_le_bytes([machine[0], machine[1]]) {
            224 => Some(Self::Amd),
            190 => Some(Self::Nvidia),
            205 => Some(Self::Intel),
            _ => None,
        })
    }
}

pub(super) fn read(view: View<'_>, maker: Maker) -> Result<Contents, FormatError> {
    let tables = Tables::new(view);
    let elf = ElfFile64::<LittleEndian, &Tables<'_>>::parse(&tables);
    let elf = elf.map_err(|e| unexpected(view, 0, "code object", e.to_string(), "a well-formed ELF file"))?;
    let contents = match maker {
        Maker::Amd => Contents {
            title: "code object for AMD GPUs".to_owned(),
            kind: ImageKind::OBJECT.to_string(),
            target: "amdgcn".to_owned(),
            arch: amd_target(&elf).unwrap_or_default(),
            kernels: symbols(&elf, |name, _| name.strip_suffix(".kd").map(str::to_owned)),
            ..Contents::default()
        },
        Maker::Nvidia => {
            let flags = elf.elf_header().e_flags(LittleEndian).0;
            let has_second_byte = view.bytes(ABI_VERSION_OFFSET, 1, "ELF header")?[0] >= CUDA_ABI_SECOND_BYTE;
            let processor = if has_second_byte { flags >> 8 & 0xff } else { flags & 0xff };
            Contents {
                title: "code object for NVIDIA GPUs".to_owned(),
                kind: ImageKind::CUBIN.to_string(),
                target: "nvptx".to_owned(),
                arch: format!("sm_{processor}"),
                kernels: symbols(&elf, |name, other| (other & CUDA_ENTRY != 0).then(|| name.to_owned())),
                ..Contents::default()
            }
        }
        Maker::Intel => {
            let names = elf.sections().filter_map(|section| {
                let name = section.name().ok()?.strip_prefix(".text.")?.to_owned();
                (name != NO_KERNEL).then_some(name)
            });
            Contents {
                title: "code object for Intel GPUs".to_owned(),
                kind: ImageKind::OBJECT.to_string(),
                target: "intel".to_owned(),
                kernels: names.collect(),
                ..Contents::default()
            }
        }
    };
    Ok(contents)
}

/// Results of `kernel` for the names and other flags of symbols, in order of the names.
fn symbols<'d>(
    elf: &ElfFile64<'d, LittleEndian, &'d Tables<'d>>,
    kernel: impl Fn(&str, u8) -> Option<String>,
) -> Vec<String> {
    let symbols = elf.symbols().chain(elf.dynamic_symbols()).filter(|symbol| !symbol.is_undefined());
    let names = symbols.filter_map(|symbol| {
        let SymbolFlags::Elf { st_other, .. } = symbol.flags() else { return None };
        kernel(symbol.name().ok()?, st_other.0)
    });
    names.collect::<BTreeSet<String>>().into_iter().collect()
}

/// The processor and its features, such as `gfx90a:xnack-`, from the metadata.
fn amd_target<'d>(elf: &ElfFile64<'d, LittleEndian, &'d Tables<'d>>) -> Option<String> {
    let note = elf.section_by_name(".note").filter(|note| note.size() <= LARGEST_NOTE)?;
    let data = note.data().ok()?;
    let at = data.windows(AMD_TARGET.len()).position(|bytes| bytes == AMD_TARGET)?;
    // A text of MessagePack: its length in five bits, or in the byte that follows.
    let (length, rest) = match &data[at + AMD_TARGET.len()..] {
        [first @ 0xa0..=0xbf, rest @ ..] => (usize::from(first & 0x1f), rest),
        [0xd9, length, rest @ ..] => (usize::from(*length), rest),
        _ => return None,
    };
    let target = std::str::from_utf8(rest.get(..length)?).ok()?;
    target.split_once("--").map(|(_, processor)| processor.to_owned())
}
