//! USM: what was allocated, of which kind, and for which device.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sycl_host_device::Lock;

use crate::device::Device;
use crate::error::Error;
use crate::memory::{Kind, alignment_of, no_memory};
use crate::native::Address;

struct Allocation {
    size: usize,
    kind: Kind,
    device: &'static Device,
}

/// By address.
static ALLOCATIONS: LazyLock<Lock<BTreeMap<usize, Allocation>>> = LazyLock::new(Lock::default);

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
