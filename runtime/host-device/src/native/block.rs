//! Aligned memory for arguments and local memory.

use std::ffi::c_void;

/// The alignment of local memory, and of any value of a SYCL type.
const LINE: usize = 128;

#[repr(C, align(128))]
#[derive(Clone, Copy)]
struct Line([u8; LINE]);

/// Memory that begins at a multiple of an alignment, and stays where it is.
pub(crate) struct Block {
    lines: Vec<Line>,
    /// Start of the block in `lines`, in bytes.
    start: usize,
    size: usize,
}

impl Block {
    /// Zeros. `None` if there is not enough memory.
    pub(crate) fn new(size: usize, alignment: usize) -> Option<Self> {
        let slack = if alignment > LINE { alignment } else { 0 };
        let count = size.checked_add(slack)?.div_ceil(LINE);
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).ok()?;
        lines.resize(count, Line([0; LINE]));
        let address = lines.as_ptr().expose_provenance();
        let start = if slack == 0 { 0 } else { address.next_multiple_of(alignment) - address };
        Some(Self { lines, start, size })
    }

    /// Bytes that it has.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Puts bytes into it. In bounds, or it panics.
    pub(crate) fn write(&mut self, offset: usize, bytes: &[u8]) {
        assert!(offset <= self.size && bytes.len() <= self.size - offset, "values are in their block");
        // SAFETY: in bounds of `lines`, which has `start + size` bytes, and is borrowed mutably.
        let place = unsafe { self.lines.as_mut_ptr().cast::<u8>().add(self.start + offset) };
        // SAFETY: in bounds of `lines`, which has `start + size` bytes, and is borrowed mutably; the bytes are of
        // another object.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }

    /// The address at an offset. Kernels write there: the caller keeps the block until they have ended.
    pub(crate) fn address(&self, offset: usize) -> *mut c_void {
        // Allowed to be one behind the last.
        self.lines.as_ptr().cast_mut().cast::<u8>().wrapping_add(self.start + offset).cast()
    }
}
