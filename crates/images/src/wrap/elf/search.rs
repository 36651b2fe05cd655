//! Places of the descriptors of a file: by the name of their symbol, or by their form.

use std::collections::{HashMap, HashSet};

use object::LittleEndian as LE;
use object::elf;
use object::read::elf::SectionHeader as _;

use super::{Elf, SYMBOL};
use crate::error::FormatError;
use crate::source::{Fields, Range, View};
use crate::wrap::addresses::{Place, is_suspect};
use crate::wrap::{DESCRIPTOR, DESCRIPTOR_SIZE};

/// Alignment of descriptors.
const ALIGNMENT: u64 = 8;

impl Elf<'_> {
    /// Descriptors that symbols name.
    pub(super) fn named_descriptors(&mut self) -> Result<Vec<Place>, FormatError> {
        let mut found = Vec::new();
        for (number, section) in self.sections.iter().enumerate() {
            if section.sh_type(LE) != elf::SHT_SYMTAB {
                continue;
            }
            let names = self.names(self.section(section.sh_link(LE)))?;
            if names.is_empty() {
                continue;
            }
            let (number, table) = (number as u32, self.section(number as u32));
            self.budget.spend(table.size).map_err(|problem| FormatError::new(table.start, "symbols", problem))?;
            View::at(self.view.source(), table).each_block(SYMBOL, 0, "symbols", |at, block| {
                for (index, bytes) in block.chunks_exact(SYMBOL as usize).enumerate() {
                    let offset = at + index as u64 * SYMBOL;
                    if names.contains(&Fields::new(bytes, table.start + offset, "symbol").u32()?) {
                        let index = u32::try_from(offset / SYMBOL).unwrap_or(u32::MAX);
                        found.extend(self.place_of(number, index, bytes, table.start + offset)?);
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// Bytes of the local functions of the units that have these objects. A unit is what follows a symbol of a file, up
    /// to the next one.
    pub(super) fn code_of_units(&mut self, objects: &[Place]) -> Result<Vec<Option<u64>>, FormatError> {
        let numbers: HashMap<Place, usize> =
            objects.iter().enumerate().map(|(number, place)| (*place, number)).collect();
        let mut sizes = vec![None; objects.len()];
        for (number, section) in self.sections.iter().enumerate() {
            if section.sh_type(LE) != elf::SHT_SYMTAB {
                continue;
            }
            let (number, table) = (number as u32, self.section(number as u32));
            self.budget.spend(table.size).map_err(|problem| FormatError::new(table.start, "symbols", problem))?;
            let (mut code, mut found) = (0u64, Vec::new());
            View::at(self.view.source(), table).each_block(SYMBOL, 0, "symbols", |at, block| {
                for (index, bytes) in block.chunks_exact(SYMBOL as usize).enumerate() {
                    let offset = at + index as u64 * SYMBOL;
                    let mut fields = Fields::new(bytes, table.start + offset, "symbol");
                    fields.skip::<4>()?;
                    let info = fields.u8()?;
                    fields.skip::<11>()?;
                    let size = fields.u64()?;
                    let is_local = elf::SymbolBind(info >> 4) == elf::STB_LOCAL;
                    match elf::SymbolType(info & 0xf) {
                        elf::STT_FILE => {
                            found.drain(..).for_each(|number: usize| sizes[number] = Some(code));
                            code = 0;
                        }
                        elf::STT_FUNC if is_local => code = code.saturating_add(size),
                        elf::STT_OBJECT if is_local => {
                            let index = u32::try_from(offset / SYMBOL).unwrap_or(u32::MAX);
                            let place = self.place_of(number, index, bytes, table.start + offset)?;
                            found.extend(place.and_then(|place| numbers.get(&place)));
                        }
                        _ => {}
                    }
                }
                Ok(())
            })?;
            found.into_iter().for_each(|number| sizes[number] = Some(code));
        }
        Ok(sizes)
    }

    /// Places that look like descriptors.
    pub(super) fn suspected_descriptors(&mut self) -> Result<Vec<Place>, FormatError> {
        let mut found = Vec::new();
        if self.is_object {
            let needed = elf::SHF_ALLOC | elf::SHF_WRITE;
            let mut sections: Vec<u32> = self.tables_of.keys().copied().collect();
            sections.sort_unstable();
            for section in sections {
                let header = self.sections.get(section as usize);
                if header.is_some_and(|header| header.sh_flags(LE).contains(needed)) {
                    found.extend(self.suspects_of(section)?);
                }
            }
        } else {
            // Descriptors hold pointers, so that they are where a loader may write.
            let parts: Vec<(u64, Range)> =
                self.segments.iter().filter(|s| s.is_writable).map(|s| (s.address, s.file)).collect();
            for (address, file) in parts {
                found.extend(self.suspects_in(address, file)?);
            }
        }
        Ok(found)
    }

    /// Offsets of the descriptor's name in a table of strings.
    fn names(&mut self, strings: Range) -> Result<HashSet<u32>, FormatError> {
        self.budget.spend(strings.size).map_err(|problem| FormatError::new(strings.start, "strings", problem))?;
        let name = [DESCRIPTOR.as_bytes(), b"\0"].concat();
        // How far on the name can start at the earliest, by the byte where it ends now: of Horspool.
        let skip: [usize; 256] = std::array::from_fn(|byte| {
            DESCRIPTOR
                .bytes()
                .rev()
                .position(|other| usize::from(other) == byte)
                .map_or(name.len(), |from_end| from_end + 1)
        });
        let mut found = HashSet::new();
        View::at(self.view.source(), strings).each_block(1, name.len() as u64 - 1, "strings", |at, block| {
            let mut start = 0;
            while let Some(bytes) = block.get(start..start + name.len()) {
                if bytes == name {
                    found.extend(u32::try_from(at + start as u64));
                }
                start += skip[usize::from(bytes[name.len() - 1])];
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Descriptors by their form in a part of a program.
    fn suspects_in(&mut self, address: u64, file: Range) -> Result<Vec<Place>, FormatError> {
        self.budget.spend(file.size).map_err(|problem| FormatError::new(file.start, "segment", problem))?;
        let mut found = Vec::new();
        // To the next multiple, also where that has no number.
        let skipped = address.wrapping_neg() % ALIGNMENT;
        let Some(file) = file.part(skipped, file.size.saturating_sub(skipped)) else { return Ok(found) };
        View::at(self.view.source(), file).each_block(
            ALIGNMENT,
            DESCRIPTOR_SIZE - ALIGNMENT,
            "segment",
            |at, block| {
                for start in (0..block.len()).step_by(ALIGNMENT as usize) {
                    if block[start..].first_chunk().is_some_and(is_suspect) {
                        found.push(Place { space: 0, offset: address + skipped + at + start as u64 });
                    }
                }
                Ok(())
            },
        )?;
        Ok(found)
    }

    /// Descriptors by their form in a section of an object, all of which have a pointer to their images.
    fn suspects_of(&mut self, section: u32) -> Result<Vec<Place>, FormatError> {
        let (view, content) = (self.view, self.section(section));
        let mut found = Vec::new();
        for (offset, _) in self.pointers_of(section)? {
            let Some(start) = offset.checked_sub(8) else { continue };
            let Some(range) = content.part(start, DESCRIPTOR_SIZE) else { continue };
            let bytes = View::at(view.source(), range).array(0, "descriptor")?;
            if is_suspect(&bytes) {
                found.push(Place { space: section, offset: start });
            }
        }
        Ok(found)
    }
}
