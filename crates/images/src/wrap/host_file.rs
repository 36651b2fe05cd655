//! Finds out what kind of host file something is, and opens it.

use std::mem::offset_of;

use object::LittleEndian as LE;
use object::elf::{self, FileHeader32, FileHeader64, SectionHeader64};
use object::endian::Endianness;
use object::pe::{self, AnonObjectHeaderBigobj, ImageDosHeader, ImageFileHeader, ImageNtHeaders32, ImageNtHeaders64};
use object::read::coff::CoffHeader;
use object::read::elf::{Dyn as _, FileHeader, ProgramHeader as _, SectionHeader as _, Sym as _};
use object::read::pe::{ImageNtHeaders, optional_header_magic};

use super::addresses::Addresses;
use super::elf::Elf;
use super::pe::{Coff, Pe};
use super::{REGISTERED_SECTION, RUNTIME_SECTION};
use crate::error::{FormatError, FormatProblem};
use crate::source::{Range, Tables, View};

/// First bytes of a bundle of clang, and the name of a section that has an entry of one.
pub(crate) const BUNDLE: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// The section of host objects that LLVM's linker wrapper looks for.
const OFFLOADING_SECTION: &[u8] = b".llvm.offloading";

/// The section of host objects in which `sycl_passes.hpp` says how the runtime numbers aspects.
const ASPECT_SECTION: &[u8] = b".sycl_passes.aspects";

/// A host file.
pub(super) struct HostFile<'a> {
    /// Its kind, e.g. `program, ELF X86_64`.
    pub(super) kind: String,
    /// Whether it is to be linked yet.
    pub(super) is_object: bool,
    /// The sections that hold OffloadBinaries for a linker wrapper, in the file.
    pub(super) offloading: Vec<Range>,
    /// The sections that hold OffloadBinaries for the runtime.
    pub(super) registered: Vec<Range>,
    /// Its addresses; none if no host has such a file.
    pub(super) addresses: Option<Box<dyn Addresses + 'a>>,
}

/// Whether a file starts like one of a host: ELF, COFF for x86-64 and AArch64, also with many sections, PE.
pub(crate) fn is_host_file(start: &[u8]) -> bool {
    match start {
        [0x7f, b'E', b'L', b'F', ..] | [0x64, 0x86 | 0xaa, ..] | [b'M', b'Z', ..] => true,
        // Earlier versions are entries of import libraries.
        [0, 0, 0xff, 0xff, version, 0, ..] => *version >= 2,
        _ => false,
    }
}

/// The error for what the `object` crate finds wrong.
pub(super) fn malformed(view: View<'_>, error: object::read::Error) -> FormatError {
    let problem = FormatProblem::Unexpected { found: error.to_string(), expected: "a well-formed object".into() };
    view.error(0, "object file", problem)
}

/// Sections that hold OffloadBinaries, of a file that is to be linked yet; `None` for any other.
pub(crate) fn offloading_sections(view: View<'_>) -> Result<Option<Vec<Range>>, FormatError> {
    let tables = Tables::new(view);
    let file = describe(view, &tables)?;
    Ok(file.is_object.then_some(file.offloading))
}

/// As [`offloading_sections`] of a 64-bit little-endian ELF object: each with the offset, from the start of the file,
/// of the 64 bits that say its size; `None` for any other file.
pub(crate) fn offloading_sizes(view: View<'_>) -> Result<Option<Vec<(Range, u64)>>, FormatError> {
    let tables = Tables::new(view);
    let [0x7f, b'E', b'L', b'F', 2, 1, ..] = view.bytes(0, view.range.size.min(8), "object file")?[..] else {
        return Ok(None);
    };
    let malformed = |e| malformed(view, e);
    let header = FileHeader64::<LE>::parse(&tables).map_err(malformed)?;
    let sections = header.sections(LE, &tables).map_err(malformed)?;
    let mut found = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        if sections.section_name(LE, section).is_ok_and(|name| name == OFFLOADING_SECTION) {
            let field = header.e_shoff(LE) + (number * size_of::<SectionHeader64<LE>>()) as u64;
            let field = view.range.start + field + offset_of!(SectionHeader64<LE>, sh_size) as u64;
            let range = in_file(view, section.file_range(LE).into_iter())?;
            found.extend(range.into_iter().map(|range| (range, field)));
        }
    }
    Ok(Some(found))
}

/// The sections of a 64-bit little-endian ELF object that say how the runtime numbers aspects.
pub(crate) fn aspect_sections(view: View<'_>) -> Result<Vec<Range>, FormatError> {
    sections_called(view, |name| name == ASPECT_SECTION)
}

/// The sections of a 64-bit little-endian ELF object in which `clang-offload-bundler` puts code for devices.
pub(crate) fn bundled_sections(view: View<'_>) -> Result<Vec<Range>, FormatError> {
    sections_called(view, |name| name.strip_prefix(BUNDLE).is_some_and(|kind| !kind.starts_with(b"host-")))
}

/// The sections of a 64-bit little-endian ELF object whose names are wanted; none of any other file.
fn sections_called(view: View<'_>, is_wanted: impl Fn(&[u8]) -> bool) -> Result<Vec<Range>, FormatError> {
    let [0x7f, b'E', b'L', b'F', 2, 1, ..] = view.bytes(0, view.range.size.min(8), "object file")?[..] else {
        return Ok(Vec::new());
    };
    let tables = Tables::new(view);
    let malformed = |e| malformed(view, e);
    let header = FileHeader64::<LE>::parse(&tables).map_err(malformed)?;
    let sections = header.sections(LE, &tables).map_err(malformed)?;
    let named = sections.iter().filter(|section| sections.section_name(LE, section).is_ok_and(&is_wanted));
    in_file(view, named.filter_map(|section| section.file_range(LE)))
}

/// Results for the symbols that a 64-bit little-endian ELF object leaves for others to define; nothing of any other
/// file.
pub(crate) fn of_needed_symbols<T>(
    view: View<'_>,
    meaning: impl Fn(&[u8]) -> Option<T>,
) -> Result<Vec<T>, FormatError> {
    let [0x7f, b'E', b'L', b'F', 2, 1, ..] = view.bytes(0, view.range.size.min(8), "object file")?[..] else {
        return Ok(Vec::new());
    };
    let tables = Tables::new(view);
    let malformed = |e| malformed(view, e);
    let header = FileHeader64::<LE>::parse(&tables).map_err(malformed)?;
    let sections = header.sections(LE, &tables).map_err(malformed)?;
    let symbols = sections.symbols(LE, &tables, elf::SHT_SYMTAB).map_err(malformed)?;
    let undefined = symbols.iter().filter(|symbol| symbol.is_undefined(LE));
    Ok(undefined.filter_map(|symbol| meaning(symbols.symbol_name(LE, symbol).ok()?)).collect())
}

/// The names of the symbols that a 64-bit little-endian ELF object defines for others; none of any other file, and none
/// that are not UTF-8.
pub(crate) fn defined_symbols(view: View<'_>) -> Result<Vec<String>, FormatError> {
    let [0x7f, b'E', b'L', b'F', 2, 1, ..] = view.bytes(0, view.range.size.min(8), "object file")?[..] else {
        return Ok(Vec::new());
    };
    let tables = Tables::new(view);
    let malformed = |e| malformed(view, e);
    let header = FileHeader64::<LE>::parse(&tables).map_err(malformed)?;
    let sections = header.sections(LE, &tables).map_err(malformed)?;
    let symbols = sections.symbols(LE, &tables, elf::SHT_SYMTAB).map_err(malformed)?;
    let names = symbols.iter().filter(|symbol| !symbol.is_undefined(LE) && !symbol.is_local());
    let names = names.filter_map(|symbol| std::str::from_utf8(symbols.symbol_name(LE, symbol).ok()?).ok());
    Ok(names.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)).map(str::to_owned).collect())
}

/// Opens the file in a view; `tables` holds what is read of it.
pub(super) fn open<'a>(view: View<'a>, tables: &'a Tables<'a>) -> Result<HostFile<'a>, FormatError> {
    let mut file = describe(view, tables)?;
    if let [0x7f, b'E', b'L', b'F', 2, 1, ..] = view.bytes(0, view.range.size.min(8), "object file")?[..] {
        let header = FileHeader64::<LE>::parse(tables).map_err(|e| malformed(view, e))?;
        file.addresses = Some(Box::new(Elf::new(view, tables, header)?));
    }
    Ok(file)
}

/// As [`open`], but without the addresses of ELF files, which cost more than all else.
fn describe<'a>(view: View<'a>, tables: &'a Tables<'a>) -> Result<HostFile<'a>, FormatError> {
    let start = view.bytes(0, view.range.size.min(8), "object file")?;
    let malformed = |e| malformed(view, e);
    match start[..] {
        [0x7f, b'E', b'L', b'F', 2, ..] => {
            open_elf(view, tables, FileHeader64::<Endianness>::parse(tables).map_err(malformed)?)
        }
        [0x7f, b'E', b'L', b'F', ..] => {
            open_elf(view, tables, FileHeader32::<Endianness>::parse(tables).map_err(malformed)?)
        }
        [b'M', b'Z', ..] => open_pe(view, tables).map_err(malformed),
        [0, 0, 0xff, 0xff, ..] => open_coff::<AnonObjectHeaderBigobj>(view, tables),
        _ => open_coff::<ImageFileHeader>(view, tables),
    }
}

/// Opens an ELF file of any kind, and says which, without its addresses.
fn open_elf<'a, H: FileHeader>(view: View<'_>, tables: &Tables<'_>, header: &H) -> Result<HostFile<'a>, FormatError> {
    let malformed = |e| malformed(view, e);
    let endian = header.endian().map_err(malformed)?;
    let programs = header.program_headers(endian, tables).map_err(malformed)?;
    // A program that can be loaded anywhere is a library that asks for a loader or says what it is.
    let dynamic =
        programs.iter().find_map(|program| program.dynamic(endian, tables).ok().flatten()).unwrap_or_default();
    let flags = dynamic.iter().find(|entry| entry.tag(endian) == elf::DT_FLAGS_1).map_or(0, |entry| entry.val(endian));
    let is_program =
        flags & elf::DF_1_PIE.0 != 0 || programs.iter().any(|program| program.p_type(endian) == elf::PT_INTERP);
    let what = match header.e_type(endian) {
        elf::ET_REL => "host object",
        elf::ET_DYN if !is_program => "shared library",
        elf::ET_EXEC | elf::ET_DYN => "program",
        _ => "file",
    };
    let machine = match header.e_machine(endian) {
        elf::EM_X86_64 => "X86_64".to_owned(),
        elf::EM_AARCH64 => "Aarch64".to_owned(),
        elf::EM_386 => "I386".to_owned(),
        elf::EM_ARM => "Arm".to_owned(),
        elf::EM_RISCV => "RiscV".to_owned(),
        elf::EM_PPC64 => "PowerPc64".to_owned(),
        elf::EM_LOONGARCH => "LoongArch".to_owned(),
        elf::EM_AMDGPU => "AmdGpu".to_owned(),
        elf::EM_CUDA => "Cuda".to_owned(),
        other => format!("machine {}", other.0),
    };
    let sections = header.sections(endian, tables).map_err(malformed)?;
    let ranges = |wanted: &[&[u8]]| {
        let is_wanted = |section| sections.section_name(endian, section).is_ok_and(|name| wanted.contains(&name));
        let named = sections.iter().filter(|section| is_wanted(section));
        in_file(view, named.filter_map(|section| section.file_range(endian)))
    };
    Ok(HostFile {
        kind: format!("{what}, ELF {machine}"),
        is_object: header.e_type(endian) == elf::ET_REL,
        offloading: ranges(&[OFFLOADING_SECTION])?,
        registered: ranges(&[REGISTERED_SECTION, RUNTIME_SECTION])?,
        addresses: None,
    })
}

/// Sections that hold OffloadBinaries; one outside of the file is an error.
fn in_file(view: View<'_>, ranges: impl Iterator<Item = (u64, u64)>) -> Result<Vec<Range>, FormatError> {
    let part = |(start, size)| {
        let problem = FormatProblem::OutOfRange { start, size, limit: view.range.size };
        view.range.part(start, size).ok_or_else(|| view.error(start, ".llvm.offloading", problem))
    };
    ranges.filter(|(_, size)| *size > 0).map(part).collect()
}

fn coff_machine(machine: pe::Machine) -> String {
    match machine {
        pe::IMAGE_FILE_MACHINE_AMD64 => "X86_64".to_owned(),
        pe::IMAGE_FILE_MACHINE_ARM64 => "Aarch64".to_owned(),
        pe::IMAGE_FILE_MACHINE_I386 => "I386".to_owned(),
        other => format!("machine {}", other.0),
    }
}

fn open_coff<'a, H: CoffHeader>(view: View<'a>, tables: &'a Tables<'a>) -> Result<HostFile<'a>, FormatError> {
    let malformed = |e| malformed(view, e);
    let mut offset = 0;
    let header = H::parse(tables, &mut offset).map_err(malformed)?;
    let sections = header.sections(tables, offset).map_err(malformed)?;
    let symbols = header.symbols(tables).map_err(malformed)?;
    let strings = symbols.strings();
    let ranges = |wanted: &[&[u8]]| {
        let named = sections.iter().filter(|section| section.name(strings).is_ok_and(|name| wanted.contains(&name)));
        let ranges = named.filter_map(|section| section.coff_file_range());
        in_file(view, ranges.map(|(start, size)| (start.into(), size.into())))
    };
    Ok(HostFile {
        kind: format!("host object, COFF {}", coff_machine(header.machine())),
        is_object: true,
        offloading: ranges(&[OFFLOADING_SECTION])?,
        registered: ranges(&[REGISTERED_SECTION, RUNTIME_SECTION])?,
        addresses: Some(Box::new(Coff::new(view, tables, header, sections.iter(), symbols))),
    })
}

fn open_pe<'a>(view: View<'a>, tables: &'a Tables<'a>) -> object::read::Result<HostFile<'a>> {
    let mut offset = ImageDosHeader::parse(tables)?.nt_headers_offset().into();
    let is_library = |header: &ImageFileHeader| header.characteristics.get(LE).contains(pe::IMAGE_FILE_DLL);
    let kind = |header: &ImageFileHeader| {
        let what = if is_library(header) { "shared library" } else { "program" };
        format!("{what}, PE {}", coff_machine(header.machine.get(LE)))
    };
    if optional_header_magic(tables)? != pe::IMAGE_NT_OPTIONAL_HDR64_MAGIC {
        let (headers, _) = ImageNtHeaders32::parse(tables, &mut offset)?;
        let kind = kind(headers.file_header());
        return Ok(HostFile {
            kind,
            is_object: false,
            offloading: Vec::new(),
            registered: Vec::new(),
            addresses: None,
        });
    }
    let (headers, _) = ImageNtHeaders64::parse(tables, &mut offset)?;
    let sections = headers.sections(tables, offset)?;
    Ok(HostFile {
        kind: kind(headers.file_header()),
        is_object: false,
        offloading: Vec::new(),
        registered: Vec::new(),
        addresses: Some(Box::new(Pe::new(view, headers, sections.iter()))),
    })
}
