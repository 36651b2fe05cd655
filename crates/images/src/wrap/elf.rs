//! ELF files, 64-bit and little-endian: objects, also several that `ld -r` made one, programs and shared libraries.
//!
//! In an object, relocations say where pointers point, by the number of a section. In a program, a pointer is what a
//! RELATIVE relocation says, or else the address that is stored, and program headers say where in the file an address
//! is. Symbols are only needed to find the descriptor, which can also be found by its form.

mod search;

use std::collections::HashMap;

use object::LittleEndian as LE;
use object::elf::{self, FileHeader64, ProgramHeader64, SectionHeader64};
use object::read::elf::{Dyn as _, FileHeader as _, ProgramHeader as _, SectionHeader as _};

use super::addresses::{Addresses, Place};
use super::host_file::malformed;
use crate::error::{FormatError, FormatProblem};
use crate::source::{Budget, Fields, Range, Tables, View};

/// Bytes of a symbol, and of a relocation with an addend.
const SYMBOL: u64 = 24;
const RELOCATION: u64 = 24;

/// Numbers of relocations by machine: an address of 64 bits, and one that counts from where the file is loaded.
const RELOCATIONS: [(elf::Machine, u32, u32); 5] = [
    (elf::EM_X86_64, elf::R_X86_64_64.0, elf::R_X86_64_RELATIVE.0),
    (elf::EM_AARCH64, elf::R_AARCH64_ABS64.0, elf::R_AARCH64_RELATIVE.0),
    (elf::EM_RISCV, elf::R_RISCV_64.0, elf::R_RISCV_RELATIVE.0),
    (elf::EM_LOONGARCH, elf::R_LARCH_64.0, elf::R_LARCH_RELATIVE.0),
    (elf::EM_PPC64, elf::R_PPC64_ADDR64.0, elf::R_PPC64_RELATIVE.0),
];

pub(super) struct Elf<'a> {
    view: View<'a>,
    sections: &'a [SectionHeader64<LE>],
    /// Names of the sections.
    names: Range,
    segments: Vec<Segment>,
    is_object: bool,
    /// The relocation that is an address of 64 bits.
    absolute: Option<u32>,
    /// Places and targets of the pointers of a program, sorted.
    relative: Vec<(u64, u64)>,
    /// Tables of relocations of each section of an object, as numbers of sections.
    tables_of: HashMap<u32, Vec<u32>>,
    /// Places and targets of the pointers in sections of an object that were asked for, sorted.
    pointers: HashMap<u32, Vec<(u64, Place)>>,
    /// Bytes that may be read, since headers can name one part of the file many times.
    budget: Budget,
}

/// A part of a program that is loaded.
struct Segment {
    address: u64,
    file: Range,
    is_writable: bool,
}

impl<'a> Elf<'a> {
    /// `tables` holds what is read of `view`.
    pub(super) fn new(
        view: View<'a>,
        tables: &'a Tables<'_>,
        header: &'a FileHeader64<LE>,
    ) -> Result<Self, FormatError> {
        let malformed = |e| malformed(view, e);
        let machine = header.e_machine(LE);
        let numbers = RELOCATIONS.iter().find(|(known, ..)| *known == machine);
        let programs = header.program_headers(LE, tables).map_err(malformed)?;
        let mut elf = Self {
            view,
            sections: header.section_headers(LE, tables).map_err(malformed)?,
            names: Range::default(),
            segments: programs.iter().filter_map(|program| Segment::new(view, program)).collect(),
            is_object: header.e_type(LE) == elf::ET_REL,
            absolute: numbers.map(|(_, absolute, _)| *absolute),
            relative: Vec::new(),
            tables_of: HashMap::new(),
            pointers: HashMap::new(),
            budget: Budget::for_file(view.range.size),
        };
        elf.names = elf.section(header.shstrndx(LE, tables).unwrap_or_default());
        if elf.is_object {
            for (number, section) in elf.sections.iter().enumerate() {
                if section.sh_type(LE) == elf::SHT_RELA {
                    elf.tables_of.entry(section.sh_info(LE)).or_default().push(number as u32);
                }
            }
            return Ok(elf);
        }
        elf.segments.sort_by_key(|segment| segment.address);
        let dynamic = programs.iter().find_map(|program| program.dynamic(LE, tables).transpose()).transpose();
        let dynamic = dynamic.map_err(malformed)?.unwrap_or_default();
        let value = |tag| dynamic.iter().find(|entry| entry.tag(LE) == tag).map(|entry| entry.val(LE));
        if let (Some(address), Some(size), Some((.., relative))) = (value(elf::DT_RELA), value(elf::DT_RELASZ), numbers)
        {
            elf.read_relative(address, size, *relative)?;
        }
        Ok(elf)
    }

    fn read_relative(&mut self, address: u64, size: u64, relative: u32) -> Result<(), FormatError> {
        let table = self.rest(Place { space: 0, offset: address }).and_then(|rest| rest.part(0, size));
        let Some(table) = table else {
            let problem = FormatProblem::OutOfRange { start: address, size, limit: self.view.range.size };
            return Err(self.view.error(0, "relocations", problem));
        };
        let mut found = Vec::new();
        self.each_relocation(table, |offset, _, kind, addend| {
            if kind == relative {
                found.push((offset, addend));
            }
            Ok(())
        })?;
        found.sort_unstable();
        self.relative = found;
        Ok(())
    }

    /// Calls `visit` with offset, symbol, type and addend of each relocation of a table.
    fn each_relocation(
        &mut self,
        table: Range,
        mut visit: impl FnMut(u64, u32, u32, u64) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let field = "relocations";
        self.budget.spend(table.size).map_err(|problem| FormatError::new(table.start, field, problem))?;
        let view = View::at(self.view.source(), table);
        view.each_block(RELOCATION, 0, field, |_, block| {
            let (words, _) = block.as_chunks::<8>();
            let (relocations, _) = words.as_chunks::<{ RELOCATION as usize / 8 }>();
            for relocation in relocations {
                let [offset, info, addend] = relocation.map(u64::from_le_bytes);
                visit(offset, (info >> 32) as u32, info as u32, addend)?;
            }
            Ok(())
        })
    }

    /// Place of a section in the file; empty if it is not, or is cut off.
    fn section(&self, number: u32) -> Range {
        let file_range = self.sections.get(number as usize).and_then(|section| section.file_range(LE));
        file_range.and_then(|(start, size)| self.view.range.part(start, size)).unwrap_or_default()
    }

    /// The place that symbol `index` of a table of symbols names, if it is in a section.
    fn symbol(&self, table: u32, index: u32) -> Result<Option<Place>, FormatError> {
        let range = self.section(table);
        let Some(range) = range.part(u64::from(index) * SYMBOL, SYMBOL) else { return Ok(None) };
        let bytes: [u8; SYMBOL as usize] = View::at(self.view.source(), range).array(0, "symbol")?;
        self.place_of(table, index, &bytes, range.start)
    }

    fn place_of(&self, table: u32, index: u32, symbol: &[u8], at: u64) -> Result<Option<Place>, FormatError> {
        let mut fields = Fields::new(symbol, at, "symbol");
        fields.skip::<6>()?;
        let (section, offset) = (fields.u16()?, fields.u64()?);
        let section = match elf::SymbolSection(section) {
            elf::SHN_UNDEF => return Ok(None),
            elf::SHN_XINDEX => self.extended_index(table, index)?,
            _ if section >= elf::SHN_LORESERVE => return Ok(None),
            _ => section.into(),
        };
        Ok(Some(Place { space: if self.is_object { section } else { 0 }, offset }))
    }

    /// The section of a symbol in a file with more sections than fit its entry.
    fn extended_index(&self, table: u32, index: u32) -> Result<u32, FormatError> {
        let is_wanted = |section: &&SectionHeader64<LE>| {
            section.sh_type(LE) == elf::SHT_SYMTAB_SHNDX && section.sh_link(LE) == table
        };
        let range = self.sections.iter().find(is_wanted).and_then(|section| section.file_range(LE));
        let range = range.and_then(|(start, size)| self.view.range.part(start, size)).unwrap_or_default();
        let bytes = View::at(self.view.source(), range).bytes(u64::from(index) * 4, 4, "section of a symbol")?;
        Fields::new(&bytes, range.start, "section of a symbol").u32()
    }

    /// The pointers of a section of an object, found once.
    fn pointers_of(&mut self, section: u32) -> Result<&[(u64, Place)], FormatError> {
        if !self.pointers.contains_key(&section) {
            let pointers = self.find_pointers(section)?;
            self.pointers.insert(section, pointers);
        }
        Ok(self.pointers.get(&section).map_or(&[], Vec::as_slice))
    }

    fn find_pointers(&mut self, section: u32) -> Result<Vec<(u64, Place)>, FormatError> {
        let mut pointers = Vec::new();
        for table in self.tables_of.get(&section).cloned().unwrap_or_default() {
            let symbols = self.sections.get(table as usize).map_or(0, |table| table.sh_link(LE));
            let (range, absolute) = (self.section(table), self.absolute);
            let mut found = Vec::new();
            self.each_relocation(range, |offset, symbol, kind, addend| {
                if Some(kind) == absolute {
                    found.push((offset, symbol, addend));
                }
                Ok(())
            })?;
            // Nearly all are of the symbols of a few sections.
            let mut places: HashMap<u32, Option<Place>> = HashMap::new();
            for (offset, symbol, addend) in found {
                let place = match places.get(&symbol) {
                    Some(place) => *place,
                    None => *places.entry(symbol).or_insert(self.symbol(symbols, symbol)?),
                };
                if let Some(place) = place {
                    pointers.push((offset, Place { offset: place.offset.wrapping_add(addend), ..place }));
                }
            }
        }
        pointers.sort_unstable();
        Ok(pointers)
    }
}

impl Segment {
    /// A segment that is loaded, so far as the file has it.
    fn new(view: View<'_>, program: &ProgramHeader64<LE>) -> Option<Self> {
        let (start, size) = program.file_range(LE);
        if program.p_type(LE) != elf::PT_LOAD || size == 0 {
            return None;
        }
        let address = program.p_vaddr(LE);
        // Addresses of its bytes can be counted on without overflow.
        let size = size.min(u64::MAX - address);
        Some(Self {
            address,
            file: view.range.part(start, size.min(view.range.size.checked_sub(start)?))?,
            is_writable: program.p_flags(LE).contains(elf::PF_W),
        })
    }
}

impl Addresses for Elf<'_> {
    fn rest(&self, place: Place) -> Option<Range> {
        if self.is_object {
            let section = self.section(place.space);
            return section.part(place.offset, section.size.checked_sub(place.offset)?);
        }
        let index = self.segments.partition_point(|segment| segment.address <= place.offset).checked_sub(1)?;
        let segment = &self.segments[index];
        let offset = place.offset - segment.address;
        segment.file.part(offset, segment.file.size.checked_sub(offset)?)
    }

    fn pointer(&mut self, at: Place) -> Result<Option<Place>, FormatError> {
        if self.is_object {
            let pointers = self.pointers_of(at.space)?;
            let found = pointers.binary_search_by_key(&at.offset, |(offset, _)| *offset);
            return Ok(found.ok().map(|index| pointers[index].1));
        }
        if let Ok(index) = self.relative.binary_search_by_key(&at.offset, |(offset, _)| *offset) {
            return Ok(Some(Place { space: 0, offset: self.relative[index].1 }));
        }
        let Some(bytes) = self.rest(at).and_then(|rest| rest.part(0, 8)) else { return Ok(None) };
        let address = u64::from_le_bytes(View::at(self.view.source(), bytes).array(0, "pointer")?);
        Ok((address != 0).then_some(Place { space: 0, offset: address }))
    }

    fn sections_called(&mut self, name: &[u8]) -> Result<Vec<(Place, u64)>, FormatError> {
        let mut found = Vec::new();
        for (number, section) in self.sections.iter().enumerate() {
            // With the zero byte at its end.
            let size = name.len() as u64 + 1;
            let Some(range) = self.names.part(section.sh_name(LE).into(), size) else { continue };
            let bytes = View::at(self.view.source(), range).bytes(0, size, "name of a section")?;
            if bytes.strip_suffix(&[0]) == Some(name) {
                let place = Place { space: number as u32, offset: 0 };
                let place = if self.is_object { place } else { Place { space: 0, offset: section.sh_addr(LE) } };
                found.push((place, section.sh_size(LE)));
            }
        }
        Ok(found)
    }

    fn code_beside(&mut self, objects: &[Place]) -> Result<Vec<Option<u64>>, FormatError> {
        self.code_of_units(objects)
    }

    fn named(&mut self) -> Result<Vec<Place>, FormatError> {
        self.named_descriptors()
    }

    fn suspects(&mut self) -> Result<Vec<Place>, FormatError> {
        self.suspected_descriptors()
    }
}
