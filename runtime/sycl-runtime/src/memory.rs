//! USM: what was allocated, of which kind, and for which device.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sycl_host_device::Lock;

use crate::device::Device;
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

struct Allocation {
    size: usize,
    kind: Kind,
    device: &'static Device,
}

/// By address.
static ALLOCATIONS: LazyLock<Lock<BTreeMap<usize, Allocation>>> = LazyLock::new(Lock::default);

/// The alignment of memory that asks for none: a cache line of every processor, and of two of most.
const ALIGNMENT: usize = 128;

/// Allocates memory that a device can access. A size of 0 gives none.
pub(crate) fn allocate(
    device: &'static Device,
    kind: u32,
    size: u64,
    alignment: u64,
) -> Result<Option<Address>, Error> {
    let known = [Kind::Host, Kind::Device, Kind::Shared].into_iter().find(|one| *one as u32 == kind);
    let kind = known.ok_or_else(|| Error::invalid(format!("found the kind of memory {kind}; expected 1, 2 or 3")))?;
    if size == 0 {
        return Ok(None);
    }
    let alignment = alignment_of(alignment)?;
    let bytes = usize::try_from(size).map_err(|_| no_memory(size))?;
    let memory = device.back_end().allocate(kind, bytes, alignment)?;
    ALLOCATIONS.lock().insert(memory.number(), Allocation { size: bytes, kind, device });
    Ok(Some(memory))
}

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

/// Frees an allocation.
pub(crate) fn free(address: &Address) -> Result<(), Error> {
    let removed = ALLOCATIONS.lock().remove(&address.number());
    let Some(Allocation { kind, device, .. }) = removed else {
        let text = format!("found the address {:#x}; expected one that an allocation of SYCL gave", address.number());
        return Err(Error::invalid(text));
    };
    device.back_end().free(kind, address);
    Ok(())
}

/// The allocation that an address is in.
pub(crate) fn find(address: usize) -> Option<(Kind, &'static Device)> {
    let allocations = ALLOCATIONS.lock();
    let (start, allocation) = allocations.range(..=address).next_back()?;
    (address - start < allocation.size).then_some((allocation.kind, allocation.device))
}

/// Memory of the host. Alignments are powers of two.
pub(crate) fn allocate_host(size: usize, alignment: usize) -> Option<Address> {
    native::allocate(size, alignment.max(ALIGNMENT))
}

/// Frees memory of [`allocate_host`].
pub(crate) fn free_host(address: &Address) {
    native::free(address);
}
