//! Memory: its kinds and alignments, and that of the host.

use crate::error::{Error, Status};
use crate::native::{self, Address};

/// `enum sycl_rt_memory_kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    Unknown = 0,
    Host = 1,
    Device = 2,
    Shared = 3,
}

/// The alignment of memory that asks for none: a cache line of every processor, and of two of most.
const ALIGNMENT: usize = 128;

pub(crate) fn no_memory(size: u64) -> Error {
    Error::new(Status::MemoryAllocation, format!("there are no {size} bytes of memory"))
}

/// An alignment that a caller gives; 0 stands for any.
pub(crate) fn alignment_of(alignment: u64) -> Result<usize, Error> {
    match usize::try_from(alignment) {
        Ok(0) => Ok(ALIGNMENT),
        Ok(power) if power.is_power_of_two() => Ok(power.max(ALIGNMENT)),
        _ => Err(Error::invalid(format!("found the alignment {alignment}; expected a power of two"))),
    }
}

/// Memory of the host. Alignments are powers of two.
pub(crate) fn allocate_host(size: usize, alignment: usize) -> Option<Address> {
    native::allocate(size, alignment.max(ALIGNMENT))
}

/// Frees memory of [`allocate_host`].
pub(crate) fn free_host(address: &Address) {
    native::free(address);
}
