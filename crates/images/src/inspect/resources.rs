//! Registers and memory that kernels take, as code objects for AMD's and NVIDIA's GPUs say.
//!
//! | maker | place |
//! |---|---|
//! | AMD | the metadata of the note (LLVM's "User Guide for AMDGPU Backend", Code Object Metadata) |
//! | NVIDIA | records of the section `.nv.info`, sizes of the sections `.nv.shared.KERNEL` |

use std::collections::{BTreeMap, BTreeSet};

use object::read::elf::ElfFile64;
use object::{LittleEndian, Object as _, ObjectSection as _, ObjectSymbol as _, SymbolFlags, SymbolIndex};
use serde::Serialize;
use sycl_propset::amd_metadata::{decode, list, notes, number, text};

use super::maker::{Maker, is_entry};
use crate::source::{Range, Source, Tables, View};

/// The section of NVIDIA's records, and the form and kinds of those that have a symbol's number and a number.
const RECORDS: &str = ".nv.info";
const SIZED: u8 = 4;
const REGISTERS: u8 = 0x2f;
const FRAME: u8 = 0x11;
/// Sections of the local memory of a kernel, and the one of files whose kernels have a part that is the system's.
const SHARED: &str = ".nv.shared.";
const RESERVED: &str = ".nv.shared.reserved.0";
const RESERVED_BYTES: u64 = 1024;

/// Registers and memory that a kernel takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct KernelResources {
    /// Its name.
    pub kernel: String,
    /// Registers of a work-item.
    pub registers: u64,
    /// Registers that the items of a sub-group share, where they are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scalar_registers: Option<u64>,
    /// Registers that were spilled to memory, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spills: Option<u64>,
    /// Bytes of local memory of a work-group, without what a launch adds.
    pub local_bytes: u64,
    /// Bytes of private memory of a work-item.
    pub private_bytes: u64,
}

impl KernelResources {
    /// The needs of a kernel, in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut text = format!("{} registers", self.registers);
        if let Some(scalar) = self.scalar_registers {
            text += &format!(", {scalar} scalar");
        }
        if let Some(spills) = self.spills {
            text += &format!(", {spills} spilled");
        }
        text + &format!(", {} bytes local, {} private", self.local_bytes, self.private_bytes)
    }
}

type File<'d> = ElfFile64<'d, LittleEndian, &'d Tables<'d>>;

/// Resources of the kernels of an image, in order of their names; none of what is no code object or is malformed.
pub(super) fn read(source: &dyn Source, range: Range) -> Vec<KernelResources> {
    let view = View::at(source, range);
    let Ok(Some(maker)) = Maker::read(view) else { return Vec::new() };
    let tables = Tables::new(view);
    let Ok(file) = ElfFile64::<LittleEndian, &Tables<'_>>::parse(&tables) else { return Vec::new() };
    let found = match maker {
        Maker::Amd => of_amd(&file, &tables),
        Maker::Nvidia => of_nvidia(&file, range.size),
        Maker::Intel => None,
    };
    found.unwrap_or_default()
}

fn of_amd<'d>(file: &File<'d>, tables: &'d Tables<'d>) -> Option<Vec<KernelResources>> {
    let mut all = BTreeMap::new();
    for note in notes(file, tables) {
        let metadata = decode(note)?;
        for kernel in list(&metadata, "amdhsa.kernels")? {
            let number = |key| number(kernel, key);
            let name = text(kernel, ".name")?.to_owned();
            let spills = number(".vgpr_spill_count").zip(number(".sgpr_spill_count"));
            let resources = KernelResources {
                kernel: name.clone(),
                registers: number(".vgpr_count")?,
                scalar_registers: number(".sgpr_count"),
                spills: spills.map(|(vector, scalar)| vector.saturating_add(scalar)),
                local_bytes: number(".group_segment_fixed_size")?,
                private_bytes: number(".private_segment_fixed_size")?,
            };
            all.insert(name, resources);
        }
    }
    Some(all.into_values().collect())
}

fn of_nvidia(file: &File<'_>, size: u64) -> Option<Vec<KernelResources>> {
    let records = file.section_by_name(RECORDS)?.data().ok()?;
    let (mut registers, mut frames) = (BTreeMap::new(), BTreeMap::new());
    let mut rest = records;
    while let [form, kind, length @ ..] = rest {
        let after = length.get(2..)?;
        let value = u16::from_le_bytes([length[0], length[1]]);
        // Other forms have their value in these two bytes.
        let content = if *form == SIZED { after.get(..value.into())? } else { &[] };
        rest = &after[content.len()..];
        let Some((symbol, number)) = content.first_chunk::<8>().map(|pair| pair.split_at(4)) else { continue };
        let [symbol, number] = [symbol, number].map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")));
        match *kind {
            REGISTERS => drop(registers.insert(symbol, u64::from(number))),
            FRAME => drop(frames.insert(symbol, u64::from(number))),
            _ => {}
        }
    }
    let reserved = if file.section_by_name(RESERVED).is_some() { RESERVED_BYTES } else { 0 };
    let shared: BTreeMap<&str, u64> = file
        .sections()
        .filter_map(|section| Some((section.name().ok()?.strip_prefix(SHARED)?, section.size())))
        .collect();
    // Symbols can share parts of their names, which are no more than the file if they do not.
    let (mut left, mut seen, mut all) = (size, BTreeSet::new(), Vec::new());
    for (symbol, registers) in registers {
        let symbol = file.symbol_by_index(SymbolIndex(symbol as usize)).ok()?;
        let name = symbol.name().ok()?;
        left = left.checked_sub(name.len() as u64)?;
        let is_kernel = matches!(symbol.flags(), SymbolFlags::Elf { st_other, .. } if is_entry(st_other.0));
        if !is_kernel || !seen.insert(name) {
            continue;
        }
        all.push(KernelResources {
            kernel: name.to_owned(),
            registers,
            scalar_registers: None,
            spills: None,
            local_bytes: shared.get(name).map_or(0, |size| size.saturating_sub(reserved)),
            private_bytes: frames.get(&(symbol.index().0 as u32)).copied().unwrap_or_default(),
        });
    }
    all.sort_by(|a, b| a.kernel.cmp(&b.kernel));
    Some(all)
}
