//! A library in pieces: bitcode of a few functions each, so that a module reads only what it needs.
//!
//! The bytes are those that `runtime/rtc/compiler/device-lib/cut.cpp` writes, with numbers in little endian:
//!
//! | part | content |
//! | --- | --- |
//! | head | [`MAGIC`]; numbers of names and of pieces, 32 bits each |
//! | names, sorted | offset and length of the text, number of the piece, place in the library, 32 bits each |
//! | pieces | offset and length of the bitcode, 32 bits each |
//! | | texts and bitcode; offsets count from the start |

use std::ops::Range;

/// First bytes.
const MAGIC: &[u8; 8] = b"SPPIECE1";

const HEAD: usize = MAGIC.len() + 8;
const NAME: usize = 16;
const PIECE: usize = 8;

/// Bytes, of which those are brought into memory that are asked for.
pub trait Content: Sync {
    /// The bytes of a range; none if there are not so many.
    fn bytes(&self, range: Range<usize>) -> Option<&[u8]>;
}

impl Content for &[u8] {
    fn bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        self.get(range)
    }
}

/// A library in pieces.
#[derive(Clone, Copy)]
pub struct Pieces<'b> {
    content: &'b dyn Content,
    names: usize,
}

/// A library in pieces that is there when it is needed first.
#[derive(Clone, Copy, Debug)]
pub struct LazyPieces(pub fn() -> Pieces<'static>);

impl PartialEq for LazyPieces {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for LazyPieces {}

impl std::fmt::Debug for Pieces<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pieces({} names)", self.names)
    }
}

impl<'b> Pieces<'b> {
    /// The library of these bytes; none if they are no library.
    #[must_use]
    pub fn read(content: &'b dyn Content) -> Option<Self> {
        let pieces = Self { content, names: 0 };
        let is_library = content.bytes(0..MAGIC.len())? == MAGIC;
        let names = is_library.then(|| pieces.number(MAGIC.len())).flatten()?;
        Some(Self { names, ..pieces })
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes = self.content.bytes(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    }

    /// Bytes of an offset and a length at this place.
    fn part(&self, at: usize) -> Option<&'b [u8]> {
        let start = self.number(at)?;
        self.content.bytes(start..start.checked_add(self.number(at + 4)?)?)
    }

    fn name(&self, index: usize) -> Option<&'b [u8]> {
        self.part(HEAD + index * NAME)
    }

    /// The piece that defines a name, and the name's place in the library.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> Option<(&'b [u8], u32)> {
        let (mut low, mut high) = (0, self.names);
        while low < high {
            let middle = low.midpoint(high);
            match self.name(middle)?.cmp(name) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let row = HEAD + middle * NAME;
                    let piece = HEAD + self.names * NAME + self.number(row + 8)? * PIECE;
                    return Some((self.part(piece)?, u32::try_from(self.number(row + 12)?).ok()?));
                }
            }
        }
        None
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'b [u8]> + use<'b> {
        let pieces = *self;
        (0..self.names).map_while(move |index| pieces.name(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two names in one piece, one in another.
    fn library() -> Vec<u8> {
        let texts: [&[u8]; 5] = [b"a", b"bc", b"d", b"first", b"second"];
        let rows = [(0, 0, 2), (1, 0, 0), (2, 1, 1)];
        let start = HEAD + rows.len() * NAME + 2 * PIECE;
        let place = |text: usize| start + texts[..text].iter().map(|text| text.len()).sum::<usize>();
        let mut numbers = vec![rows.len(), 2];
        for (text, piece, order) in rows {
            numbers.extend([place(text), texts[text].len(), piece, order]);
        }
        for text in [3, 4] {
            numbers.extend([place(text), texts[text].len()]);
        }
        let numbers = numbers.into_iter().flat_map(|number| u32::try_from(number).unwrap().to_le_bytes());
        MAGIC.iter().copied().chain(numbers).chain(texts.concat()).collect()
    }

    #[test]
    fn names_are_found() {
        let bytes = library();
        let bytes = &bytes[..];
        let pieces = Pieces::read(&bytes).unwrap();
        assert_eq!(pieces.find(b"a"), Some((&b"first"[..], 2)));
        assert_eq!(pieces.find(b"bc"), Some((&b"first"[..], 0)));
        assert_eq!(pieces.find(b"d"), Some((&b"second"[..], 1)));
        assert_eq!((pieces.find(b"b"), pieces.find(b""), pieces.find(b"e")), (None, None, None));
        assert_eq!(pieces.names().collect::<Vec<_>>(), [&b"a"[..], b"bc", b"d"]);
    }

    #[test]
    fn of_damaged_libraries_nothing_wrong_is_found() {
        let bytes = library();
        for wrong in [&b""[..], b"SPPIECE1", &bytes[1..]] {
            assert!(Pieces::read(&wrong).is_none());
        }
        for length in HEAD..bytes.len() {
            let bytes = &bytes[..length];
            let Some(pieces) = Pieces::read(&bytes) else { continue };
            assert!(pieces.names().count() <= 3);
            assert_eq!(pieces.find(b"d"), None, "{length}");
        }
    }
}
