//! Windows files: COFF objects, whose relocations say where pointers point, and PE programs and libraries of 64 bits,
//! where a pointer is the address that is stored, as if the file were loaded where it asks to be.

use std::collections::HashMap;

use object::LittleEndian as LE;
use object::pe::{self, ImageNtHeaders64, ImageSectionHeader};
use object::read::SymbolIndex;
use object::read::coff::{CoffHeader, Symbol as _, SymbolTable};
use object::read::pe::{ImageNtHeaders as _, ImageOptionalHeader as _};

use super::addresses::{Addresses, Place, is_suspect};
use super::host_file::malformed;
use super::{DESCRIPTOR, DESCRIPTOR_SIZE};
use crate::error::FormatError;
use crate::source::{Budget, Fields, Range, Tables, View};

/// Alignment of descriptors.
const ALIGNMENT: u64 = 8;

/// Numbers of relocations that are an address of 64 bits, by machine.
const ADDRESSES: [(pe::Machine, u16); 2] = [
    (pe::IMAGE_FILE_MACHINE_AMD64, pe::IMAGE_REL_AMD64_ADDR64.0),
    (pe::IMAGE_FILE_MACHINE_ARM64, pe::IMAGE_REL_ARM64_ADDR64.0),
];

/// The bytes of a pointer in the file as a number.
fn stored(view: View<'_>, range: Range) -> Result<u64, FormatError> {
    let bytes = View::at(view.source(), range).bytes(0, 8, "pointer")?;
    Fields::new(&bytes, range.start, "pointer").u64()
}

/// Place of a section in the file, so far as the file has it.
fn file_range(view: View<'_>, section: &ImageSectionHeader) -> Range {
    let (start, size) = (section.pointer_to_raw_data.get(LE).into(), section.size_of_raw_data.get(LE).into());
    let has_bytes = !section.characteristics.get(LE).contains(pe::IMAGE_SCN_CNT_UNINITIALIZED_DATA);
    Some(view.range).filter(|_| has_bytes).and_then(|range| range.part(start, size)).unwrap_or_default()
}

fn is_data(section: &ImageSectionHeader) -> bool {
    let characteristics = section.characteristics.get(LE);
    characteristics.contains(pe::IMAGE_SCN_CNT_INITIALIZED_DATA)
        && !characteristics.intersects(pe::IMAGE_SCN_CNT_CODE | pe::IMAGE_SCN_MEM_EXECUTE)
}

/// An object.
pub(super) struct Coff<'a, H: CoffHeader> {
    view: View<'a>,
    tables: &'a Tables<'a>,
    sections: Vec<&'a ImageSectionHeader>,
    symbols: SymbolTable<'a, &'a Tables<'a>, H>,
    absolute: Option<u16>,
    /// Places and targets of the pointers in sections that were asked for, sorted.
    pointers: HashMap<u32, Vec<(u64, Place)>>,
    budget: Budget,
}

impl<'a, H: CoffHeader> Coff<'a, H> {
    pub(super) fn new(
        view: View<'a>,
        tables: &'a Tables<'a>,
        header: &H,
        sections: impl Iterator<Item = &'a ImageSectionHeader>,
        symbols: SymbolTable<'a, &'a Tables<'a>, H>,
    ) -> Self {
        let absolute = ADDRESSES.iter().find(|(machine, _)| *machine == header.machine());
        Self {
            view,
            tables,
            sections: sections.collect(),
            symbols,
            absolute: absolute.map(|(_, absolute)| *absolute),
            pointers: HashMap::new(),
            budget: Budget::for_file(view.range.size),
        }
    }

    /// The section of that number, from 1.
    fn section(&self, number: u32) -> Option<&'a ImageSectionHeader> {
        self.sections.get((number as usize).checked_sub(1)?).copied()
    }

    fn place_of(symbol: &H::Symbol) -> Option<Place> {
        let section = symbol.section()?;
        Some(Place { space: u32::try_from(section.0).ok()?, offset: symbol.value().into() })
    }

    fn pointers_of(&mut self, section: u32) -> Result<Vec<(u64, Place)>, FormatError> {
        let mut pointers = Vec::new();
        let Some(header) = self.section(section) else { return Ok(pointers) };
        let range = file_range(self.view, header);
        let relocations = header.coff_relocations(self.tables).map_err(|e| malformed(self.view, e))?;
        let spent = self.budget.spend(relocations.len() as u64 * 10);
        spent.map_err(|problem| self.view.error(0, "relocations", problem))?;
        for relocation in relocations.iter().filter(|relocation| Some(relocation.typ.get(LE).0) == self.absolute) {
            let offset = u64::from(relocation.virtual_address.get(LE));
            let index = SymbolIndex(relocation.symbol_table_index.get(LE) as usize);
            let symbol = self.symbols.symbol(index).map_err(|e| malformed(self.view, e))?;
            let (Some(place), Some(bytes)) = (Self::place_of(symbol), range.part(offset, 8)) else { continue };
            let addend = stored(self.view, bytes)?;
            pointers.push((offset, Place { offset: place.offset.wrapping_add(addend), ..place }));
        }
        pointers.sort_unstable();
        Ok(pointers)
    }
}

impl<H: CoffHeader> Addresses for Coff<'_, H> {
    fn rest(&self, place: Place) -> Option<Range> {
        let range = file_range(self.view, self.section(place.space)?);
        range.part(place.offset, range.size.checked_sub(place.offset)?)
    }

    fn pointer(&mut self, at: Place) -> Result<Option<Place>, FormatError> {
        if !self.pointers.contains_key(&at.space) {
            let pointers = self.pointers_of(at.space)?;
            self.pointers.insert(at.space, pointers);
        }
        let pointers = self.pointers.get(&at.space).map_or(&[][..], Vec::as_slice);
        let found = pointers.binary_search_by_key(&at.offset, |(offset, _)| *offset);
        Ok(found.ok().map(|index| pointers[index].1))
    }

    fn named(&mut self) -> Result<Vec<Place>, FormatError> {
        let strings = self.symbols.strings();
        let named = self.symbols.iter().filter(|(_, symbol)| {
            // A name of this length is in the table of strings; the others need not be read.
            symbol.raw_name()[..4] == [0; 4] && symbol.name(strings).is_ok_and(|name| name == DESCRIPTOR.as_bytes())
        });
        Ok(named.filter_map(|(_, symbol)| Self::place_of(symbol)).collect())
    }

    fn suspects(&mut self) -> Result<Vec<Place>, FormatError> {
        let mut found = Vec::new();
        for number in 1..=self.sections.len() as u32 {
            let Some(section) = self.section(number).filter(|section| is_data(section)) else { continue };
            let range = file_range(self.view, section);
            for (offset, _) in self.pointers_of(number)? {
                let Some(start) = offset.checked_sub(8) else { continue };
                let Some(range) = range.part(start, DESCRIPTOR_SIZE) else { continue };
                let mut bytes = View::at(self.view.source(), range).bytes(0, DESCRIPTOR_SIZE, "descriptor")?;
                bytes[8..16].fill(0); // the addend of the pointer
                if bytes.first_chunk().is_some_and(is_suspect) {
                    found.push(Place { space: number, offset: start });
                }
            }
        }
        Ok(found)
    }
}

/// A program or library.
pub(super) struct Pe<'a> {
    view: View<'a>,
    sections: Vec<&'a ImageSectionHeader>,
    /// The address at which the file asks to be loaded.
    base: u64,
    budget: Budget,
}

impl<'a> Pe<'a> {
    pub(super) fn new(
        view: View<'a>,
        headers: &ImageNtHeaders64,
        sections: impl Iterator<Item = &'a ImageSectionHeader>,
    ) -> Self {
        let mut sections: Vec<_> = sections.collect();
        sections.sort_by_key(|section| section.virtual_address.get(LE));
        Self { view, sections, base: headers.optional_header().image_base(), budget: Budget::for_file(view.range.size) }
    }
}

impl Addresses for Pe<'_> {
    fn rest(&self, place: Place) -> Option<Range> {
        let start = |section: &ImageSectionHeader| u64::from(section.virtual_address.get(LE));
        let index = self.sections.partition_point(|section| start(section) <= place.offset).checked_sub(1)?;
        let range = file_range(self.view, self.sections[index]);
        let offset = place.offset - start(self.sections[index]);
        range.part(offset, range.size.checked_sub(offset)?)
    }

    fn pointer(&mut self, at: Place) -> Result<Option<Place>, FormatError> {
        let Some(bytes) = self.rest(at).and_then(|rest| rest.part(0, 8)) else { return Ok(None) };
        let address = stored(self.view, bytes)?;
        Ok((address != 0).then_some(Place { space: 0, offset: address.wrapping_sub(self.base) }))
    }

    /// Most programs have no symbols; all descriptors are found by their form.
    fn named(&mut self) -> Result<Vec<Place>, FormatError> {
        Ok(Vec::new())
    }

    fn suspects(&mut self) -> Result<Vec<Place>, FormatError> {
        let mut found = Vec::new();
        for section in self.sections.iter().filter(|section| is_data(section)) {
            let (range, address) = (file_range(self.view, section), u64::from(section.virtual_address.get(LE)));
            self.budget.spend(range.size).map_err(|problem| FormatError::new(range.start, "section", problem))?;
            let view = View::at(self.view.source(), range);
            view.each_block(ALIGNMENT, DESCRIPTOR_SIZE - ALIGNMENT, "section", |at, block| {
                for start in (0..block.len()).step_by(ALIGNMENT as usize) {
                    if block[start..].first_chunk().is_some_and(is_suspect) {
                        found.push(Place { space: 0, offset: address + at + start as u64 });
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }
}
