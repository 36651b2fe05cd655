//! Targets of the pointers of a host file: in an object with relocations, a program or a library.

use crate::error::FormatError;
use crate::source::Range;

/// A place that a pointer can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    /// The number of a section of an object; programs have one space of addresses, 0.
    pub(super) space: u32,
    /// Bytes from the start of the section; in a program, the address.
    pub(super) offset: u64,
}

impl Place {
    /// The place so many bytes on; none behind the last address.
    pub(super) fn plus(self, bytes: u64) -> Option<Self> {
        Some(Self { offset: self.offset.checked_add(bytes)?, ..self })
    }
}

/// A host file.
pub(super) trait Addresses {
    /// The bytes from a place to the end of its section or segment, in the file.
    fn rest(&self, place: Place) -> Option<Range>;

    /// Target of the pointer at a place; none if it is null, or no pointer.
    fn pointer(&mut self, at: Place) -> Result<Option<Place>, FormatError>;

    /// Starts of sections of a name, with their sizes; none for formats whose images have no such sections.
    fn sections_called(&mut self, _name: &[u8]) -> Result<Vec<(Place, u64)>, FormatError> {
        Ok(Vec::new())
    }

    /// Bytes of the functions of the units that have these objects, as far as local symbols tell.
    fn code_beside(&mut self, objects: &[Place]) -> Result<Vec<Option<u64>>, FormatError> {
        Ok(vec![None; objects.len()])
    }

    /// Places that symbols call descriptors.
    fn named(&mut self) -> Result<Vec<Place>, FormatError>;

    /// Places whose bytes look like the start of a descriptor, for files that lost their symbols.
    fn suspects(&mut self) -> Result<Vec<Place>, FormatError>;
}

/// Whether the bytes of a descriptor are right where they do not depend on where things are: version 1, padding and the
/// last two pointers zero, at least one image.
pub(super) fn is_suspect(bytes: &[u8; super::DESCRIPTOR_SIZE as usize]) -> bool {
    bytes[..2] == super::DESCRIPTOR_VERSION.to_le_bytes()
        && bytes[2..4] != [0; 2]
        && bytes[4..8] == [0; 4]
        && bytes[16..] == [0; 16]
}
