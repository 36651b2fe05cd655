//! Code objects of GPUs: ELF files with 64 bits, lowest byte first, whose machine is one.

use std::collections::BTreeSet;

use object::read::elf::{ElfFile64, FileHeader as _};
use object::{LittleEndian, Object as _, ObjectSection as _, ObjectSymbol as _, SymbolFlags};
use sycl_propset::amd_metadata;

use crate::error::FormatError;
use crate::offload_binary::ImageKind;
use crate::source::{Tables, View};

use super::super::maker::{Maker, is_entry};
use super::{Contents, unexpected};

/// Since this version, NVIDIA has the processor in the second byte of the flags.
const CUDA_ABI_SECOND_BYTE: u8 = 8;
/// Place of the ABI's version.
const ABI_VERSION_OFFSET: u64 = 8;
/// Bytes of metadata of an AMD object that are searched for the target.
const LARGEST_NOTE: usize = 1 << 20;
/// Name in Intel's code objects of the section for code of no kernel.
const NO_KERNEL: &str = "Intel_Symbol_Table_Void_Program";

pub(super) fn read(view: View<'_>, maker: Maker) -> Result<Contents, FormatError> {
    let tables = Tables::new(view);
    let elf = ElfFile64::<LittleEndian, &Tables<'_>>::parse(&tables);
    let elf = elf.map_err(|e| unexpected(view, 0, "code object", e.to_string(), "a well-formed ELF file"))?;
    let contents = match maker {
        Maker::Amd => Contents {
            title: "code object for AMD GPUs".to_owned(),
            kind: ImageKind::OBJECT.to_string(),
            target: "amdgcn".to_owned(),
            arch: amd_target(&elf, &tables).unwrap_or_default(),
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
                kernels: symbols(&elf, |name, other| is_entry(other).then(|| name.to_owned())),
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
fn amd_target<'d>(elf: &ElfFile64<'d, LittleEndian, &'d Tables<'d>>, tables: &'d Tables<'d>) -> Option<String> {
    let note = amd_metadata::notes(elf, tables).next().filter(|note| note.len() <= LARGEST_NOTE)?;
    let metadata = amd_metadata::decode(note)?;
    let (_, processor) = amd_metadata::text(&metadata, "amdhsa.target")?.split_once("--")?;
    Some(processor.to_owned())
}
