//! Compressed data that the build embeds, unpacked where it is read.
//!
//! The format, which `pack.h` writes, all numbers with the lowest byte first:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | length of the content |
//! | 4 | length of a block of it; the last one may be shorter |
//! | 4 for each block | length of the block, compressed by zstd, or as it is if that is the length of its content |
//! | | the blocks, one behind the other |

use std::{
    ops::Range,
    sync::{Once, OnceLock},
};

use sycl_passes::ir::Content;
use sycl_rtc::interface::Text;

unsafe extern "C" {
    /// Unpacks what zstd has packed to so many bytes at a place. Whether it was that.
    fn sp_rtc_unpack(packed: Text, place: *mut u8, size: usize) -> bool;
}

/// Bytes that the build compressed.
pub(crate) struct Packed {
    bytes: &'static [u8],
    content: OnceLock<Blocks>,
}

/// The content, as far as it is needed.
struct Blocks {
    /// Memory of zeros at first, which takes no room as long as nothing is written there.
    place: *mut u8,
    length: usize,
    block: usize,
    /// Each block, compressed, and whether it is in its place.
    blocks: Vec<(&'static [u8], Once)>,
}

// SAFETY: a block is written once, by one thread, while others wait that want to read it.
unsafe impl Send for Blocks {}
// SAFETY: a block is written once, by one thread, while others wait that want to read it.
unsafe impl Sync for Blocks {}

impl Packed {
    /// Content of a file of the build.
    pub(crate) const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, content: OnceLock::new() }
    }

    fn blocks(&self) -> &Blocks {
        self.content.get_or_init(|| Blocks::read(self.bytes).expect("the build makes what this reads"))
    }
}

impl Content for Packed {
    fn bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        self.blocks().bytes(range)
    }
}

impl Blocks {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (block, mut rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let block = usize::try_from(u32::from_le_bytes(*block)).ok()?;
        let mut lengths = Vec::new();
        for _ in 0..length.div_ceil(block) {
            let (of_block, behind) = rest.split_first_chunk()?;
            lengths.push(usize::try_from(u32::from_le_bytes(*of_block)).ok()?);
            rest = behind;
        }
        let mut blocks = Vec::new();
        for of_block in lengths {
            let (packed, behind) = rest.split_at_checked(of_block)?;
            blocks.push((packed, Once::new()));
            rest = behind;
        }
        let place = Box::leak(vec![0_u8; length].into_boxed_slice()).as_mut_ptr();
        Some(Self { place, length, block, blocks })
    }

    fn bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        if range.start > range.end || range.end > self.length {
            return None;
        }
        let (first, end) = (range.start / self.block, range.end.div_ceil(self.block));
        if end == first + 1 {
            let start = first * self.block;
            if let Some(as_it_is) = self.as_it_is(first) {
                return as_it_is.get(range.start - start..range.end - start);
            }
        }
        for number in first..end {
            self.blocks[number].1.call_once(|| self.unpack(number));
        }
        // SAFETY: within the content, of which these blocks are in their places and stay as they are.
        Some(unsafe { std::slice::from_raw_parts(self.place.add(range.start), range.len()) })
    }

    /// The length of a block's content.
    fn size(&self, number: usize) -> usize {
        self.block.min(self.length - number * self.block)
    }

    /// The content of a block that is not compressed.
    fn as_it_is(&self, number: usize) -> Option<&'static [u8]> {
        let bytes = self.blocks[number].0;
        (bytes.len() == self.size(number)).then_some(bytes)
    }

    /// Puts a block into its place. Once, and nothing reads or writes there meanwhile.
    fn unpack(&self, number: usize) {
        let (packed, size) = (self.blocks[number].0, self.size(number));
        // SAFETY: the block is within the content.
        let place = unsafe { self.place.add(number * self.block) };
        match self.as_it_is(number) {
            // SAFETY: a place of that size, which nothing else refers to now.
            Some(bytes) => unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), size) },
            // SAFETY: a place of that size, which nothing else refers to now; the packed bytes live for ever.
            None => assert!(unsafe { sp_rtc_unpack(Text::of(packed), place, size) }, "the build compresses it"),
        }
    }
}
