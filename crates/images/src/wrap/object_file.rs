//! The object: sections, symbols, relocations, and the two functions that pass what it registers to the runtime.

use object::write::{Object, Relocation, Result, SectionId, Symbol, SymbolId, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, RelocationEncoding, RelocationFlags, RelocationKind, SectionFlags,
    SectionKind, SymbolFlags, SymbolKind, SymbolScope, elf, pe,
};

use super::layout::{IMAGE_ALIGNMENT, Plan, Region};
use super::{DESCRIPTOR, Host};

/// A relocation of a function: where, against what, and how it is written.
struct Patch {
    offset: u64,
    against: Against,
    addend: i64,
    flags: RelocationFlags,
}

enum Against {
    Registered,
    Runtime,
}

/// A function that passes what is registered to one of the runtime's, by a jump: the stack stays as it was.
struct Function {
    code: Vec<u8>,
    patches: Vec<Patch>,
}

/// Location of the registered data, with its size if the runtime needs it.
#[derive(Clone, Copy)]
pub(super) struct Registered {
    pub(super) symbol: SymbolId,
    pub(super) size: Option<u64>,
}

impl Host {
    pub(super) fn format(self) -> (BinaryFormat, Architecture) {
        match self {
            Self::ElfX86_64 => (BinaryFormat::Elf, Architecture::X86_64),
            Self::ElfAarch64 => (BinaryFormat::Elf, Architecture::Aarch64),
            Self::CoffX86_64Msvc | Self::CoffX86_64Gnu => (BinaryFormat::Coff, Architecture::X86_64),
        }
    }

    fn is_elf(self) -> bool {
        matches!(self, Self::ElfX86_64 | Self::ElfAarch64)
    }

    fn function(self, size: Option<u64>) -> Function {
        let elf =
            |offset, against, addend, r_type| Patch { offset, against, addend, flags: RelocationFlags::Elf { r_type } };
        match self {
            Self::ElfX86_64 => {
                let mut code = vec![
                    0xf3, 0x0f, 0x1e, 0xfa, // endbr64: constructors are called indirectly
                    0x48, 0x8d, 0x3d, 0, 0, 0, 0, // lea rdi, [rip + registered]
                ];
                if let Some(size) = size {
                    code.extend([0x48, 0xbe]); // movabs rsi, size
                    code.extend(size.to_le_bytes());
                }
                code.extend([0xe9, 0, 0, 0, 0]); // jmp function
                let jump = code.len() as u64 - 4;
                let patches = vec![
                    elf(7, Against::Registered, -4, elf::R_X86_64_PC32),
                    elf(jump, Against::Runtime, -4, elf::R_X86_64_PLT32),
                ];
                Function { code, patches }
            }
            Self::ElfAarch64 => {
                let mut code = vec![
                    0x5f, 0x24, 0x03, 0xd5, // bti c: constructors are called indirectly
                    0x00, 0x00, 0x00, 0x90, // adrp x0, registered
                    0x00, 0x00, 0x00, 0x91, // add x0, x0, :lo12:registered
                ];
                for part in size.map_or(0..0, |_| 0..4u32) {
                    // movz x1, #bits, lsl #(16 * part), then movk
                    let opcode: u32 = if part == 0 { 0xd280_0001 } else { 0xf280_0001 };
                    let bits = (size.unwrap_or_default() >> (16 * part)) as u32 & 0xffff;
                    code.extend((opcode | part << 21 | bits << 5).to_le_bytes());
                }
                code.extend([0x00, 0x00, 0x00, 0x14]); // b function
                let jump = code.len() as u64 - 4;
                let patches = vec![
                    elf(4, Against::Registered, 0, elf::R_AARCH64_ADR_PREL_PG_HI21),
                    elf(8, Against::Registered, 0, elf::R_AARCH64_ADD_ABS_LO12_NC),
                    elf(jump, Against::Runtime, 0, elf::R_AARCH64_JUMP26),
                ];
                Function { code, patches }
            }
            Self::CoffX86_64Msvc | Self::CoffX86_64Gnu => {
                let relative = |offset, against| {
                    let flags = RelocationFlags::Generic {
                        kind: RelocationKind::Relative,
                        encoding: RelocationEncoding::Generic,
                        size: 32,
                    };
                    Patch { offset, against, addend: -4, flags }
                };
                let mut code = vec![0x48, 0x8d, 0x0d, 0, 0, 0, 0]; // lea rcx, [rip + registered]
                if let Some(size) = size {
                    code.extend([0x48, 0xba]); // movabs rdx, size
                    code.extend(size.to_le_bytes());
                }
                code.extend([0xe9, 0, 0, 0, 0]); // jmp function
                let jump = code.len() as u64 - 4;
                Function { code, patches: vec![relative(3, Against::Registered), relative(jump, Against::Runtime)] }
            }
        }
    }

    /// The sections whose pointers are called before and after `main`. On ELF their priority is 1: before a program's
    /// own constructors, which may use the runtime already, and after its destructors.
    fn lists(self) -> [(&'static str, SectionFlags); 2] {
        let elf = |sh_type| SectionFlags::Elf { sh_type, sh_flags: elf::SHF_ALLOC | elf::SHF_WRITE };
        let coff = |access| SectionFlags::Coff {
            characteristics: pe::IMAGE_SCN_CNT_INITIALIZED_DATA | pe::IMAGE_SCN_MEM_READ | access,
        };
        match self {
            Self::ElfX86_64 | Self::ElfAarch64 => {
                [(".init_array.00001", elf(elf::SHT_INIT_ARRAY)), (".fini_array.00001", elf(elf::SHT_FINI_ARRAY))]
            }
            Self::CoffX86_64Msvc => {
                let read_only = coff(pe::SectionFlags::default());
                [(".CRT$XCU", read_only), (".CRT$XTX", read_only)]
            }
            // MinGW's start-up code walks `.ctors` from the end, so that the highest suffix comes first.
            Self::CoffX86_64Gnu => {
                let writable = coff(pe::IMAGE_SCN_MEM_WRITE);
                [(".ctors.65534", writable), (".dtors.65534", writable)]
            }
        }
    }
}

/// Pointers of the host.
pub(super) const ADDRESS: RelocationFlags =
    RelocationFlags::Generic { kind: RelocationKind::Absolute, encoding: RelocationEncoding::Generic, size: 64 };

pub(super) fn write(plan: Plan<'_>, host: Host) -> Result<Vec<u8>> {
    let (format, architecture) = host.format();
    let mut object = Object::new(format, architecture, Endianness::Little);
    let [structures, values, images] = if host.is_elf() {
        [".data.rel.ro.sycl_offloading", ".rodata.sycl_offloading", ".rodata.sycl_offloading.images"]
    } else {
        [".rdata$sycl_s", ".rdata$sycl_v", ".rdata$sycl_i"]
    };
    let mut section = |name: &str, kind| object.add_section(Vec::new(), name.as_bytes().to_vec(), kind);
    let structures = section(structures, SectionKind::ReadOnlyDataWithRel);
    let values = section(values, SectionKind::ReadOnlyData);
    let images = section(images, SectionKind::ReadOnlyData);

    let descriptor = object.add_symbol(local(DESCRIPTOR, structures, 0, super::DESCRIPTOR_SIZE, SymbolKind::Data));
    for (index, (start, size)) in plan.image_ranges.iter().enumerate() {
        let name = format!(".sycl_offloading.{index}.data");
        object.add_symbol(local(&name, images, *start, *size, SymbolKind::Data));
    }
    object.set_section_data(structures, plan.structures, 8);
    object.set_section_data(values, plan.values, 8);
    object.set_section_data(images, plan.images.into_owned(), IMAGE_ALIGNMENT);
    for pointer in &plan.pointers {
        let section = match pointer.to.region {
            Region::Structures => structures,
            Region::Values => values,
            Region::Images => images,
        };
        let symbol = object.section_symbol(section);
        let addend = pointer.to.offset as i64;
        object.add_relocation(structures, Relocation { offset: pointer.at, symbol, addend, flags: ADDRESS })?;
    }

    register(&mut object, host, Registered { symbol: descriptor, size: None })?;
    object.write()
}

/// Adds the functions that pass what is registered to the runtime, and the lists that call them.
pub(super) fn register(object: &mut Object<'_>, host: Host, registered: Registered) -> Result<()> {
    let text = if host.is_elf() { ".text.startup" } else { ".text" };
    let text = object.add_section(Vec::new(), text.as_bytes().to_vec(), SectionKind::Text);
    let functions =
        [("sycl.descriptor_reg", "__sycl_register_lib"), ("sycl.descriptor_unreg", "__sycl_unregister_lib")];
    for ((name, runtime), (list, flags)) in functions.into_iter().zip(host.lists()) {
        let function = add_function(object, text, host, name, runtime, registered)?;
        let list = object.add_section(Vec::new(), list.as_bytes().to_vec(), SectionKind::Data);
        *object.section_flags_mut(list) = flags;
        object.append_section_data(list, &[0; 8], 8);
        object.add_relocation(list, Relocation { offset: 0, symbol: function, addend: 0, flags: ADDRESS })?;
    }
    mark_stack(object, host);
    Ok(())
}

/// Says that the object needs no executable stack, which linkers take for granted otherwise.
pub(super) fn mark_stack(object: &mut Object<'_>, host: Host) {
    if host.is_elf() {
        let note = object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
        let flags = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags: elf::SectionFlags::default() };
        *object.section_flags_mut(note) = flags;
    }
}

fn add_function(
    object: &mut Object<'_>,
    text: SectionId,
    host: Host,
    name: &str,
    runtime: &str,
    registered: Registered,
) -> Result<SymbolId> {
    let function = host.function(registered.size);
    let start = object.append_section_data(text, &function.code, 16);
    let symbol = object.add_symbol(local(name, text, start, function.code.len() as u64, SymbolKind::Text));
    let runtime = object.add_symbol(undefined(runtime, SymbolKind::Text));
    for patch in function.patches {
        let symbol = match patch.against {
            Against::Registered => registered.symbol,
            Against::Runtime => runtime,
        };
        let (offset, addend, flags) = (start + patch.offset, patch.addend, patch.flags);
        object.add_relocation(text, Relocation { offset, symbol, addend, flags })?;
    }
    Ok(symbol)
}

/// A symbol of another object.
pub(super) fn undefined(name: &str, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.as_bytes().to_vec(),
        value: 0,
        size: 0,
        kind,
        scope: SymbolScope::Unknown,
        weak: false,
        section: SymbolSection::Undefined,
        flags: SymbolFlags::None,
    }
}

pub(super) fn local(name: &str, section: SectionId, value: u64, size: u64, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.as_bytes().to_vec(),
        value,
        size,
        kind,
        scope: SymbolScope::Compilation,
        weak: false,
        section: SymbolSection::Section(section),
        flags: SymbolFlags::None,
    }
}
