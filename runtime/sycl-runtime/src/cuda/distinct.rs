//! Variants of kernels for launches whose pointers lead to different allocations, as the pass `distinct-memory` makes
//! them, and which launches those are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use smallvec::SmallVec;
use sycl_host_device::Lock;

use crate::launch::Values;
use crate::native::cuda::{Function, Gpu, KernelFact, Module, Refusal};

/// Pointers of a kernel that need no allocation.
const FEW: usize = 8;

/// Memory that was allocated on a GPU, or for it on the host.
#[derive(Default)]
pub(super) struct Allocations {
    /// Sizes by address.
    all: Lock<BTreeMap<usize, usize>>,
    /// How many were freed: until another one is, what is known of an address stays true.
    freed: AtomicU64,
}

impl Allocations {
    pub(super) fn add(&self, address: usize, size: usize) {
        self.all.lock().insert(address, size);
    }

    pub(super) fn remove(&self, address: usize) {
        self.all.lock().remove(&address);
        self.freed.fetch_add(1, Ordering::Release);
    }

    /// Where the allocation begins that an address is in.
    fn start_of(&self, address: usize) -> Option<usize> {
        let all = self.all.lock();
        let (start, size) = all.range(..=address).next_back()?;
        (address - start < *size).then_some(*start)
    }
}

/// The variant of a kernel.
pub(super) struct Variant {
    pub(super) function: Function,
    most_items: u32,
    pointers: Vec<Pointer>,
    last: Lock<Answer>,
}

/// A pointer that the kernel uses.
#[derive(Debug, PartialEq, Eq)]
struct Pointer {
    parameter: usize,
    offset: usize,
    is_written: bool,
}

/// Whether a launch with these addresses may use the variant. Most launches are like the last one.
#[derive(Default)]
struct Answer {
    freed: u64,
    addresses: SmallVec<[usize; FEW]>,
    are_distinct: bool,
}

impl Variant {
    /// The variant of a kernel, if the module has one.
    pub(super) fn of(module: &Module, gpu: &Gpu, kernel: &str) -> Result<Option<Self>, Refusal> {
        let Some(function) = module.kernel(&format!("{kernel}_distinct"))? else { return Ok(None) };
        let Some((address, size)) = module.variable(&format!("{kernel}_distinct_pointers"))? else { return Ok(None) };
        let mut bytes = vec![0; size];
        gpu.read(&address, &mut bytes)?;
        let most_items = function.fact(KernelFact::MaxThreadsPerBlock);
        Ok(Some(Self { function, most_items, pointers: pointers_in(&bytes), last: Lock::default() }))
    }

    /// Whether a launch with these values and so many items in a group may use it.
    pub(super) fn fits(&self, values: &Values, items: u32, allocations: &Allocations) -> bool {
        let address = |pointer: &Pointer| {
            let bytes = values.get(pointer.parameter)?.get(pointer.offset..)?.first_chunk()?;
            Some(usize::from_ne_bytes(*bytes))
        };
        let addresses: Option<SmallVec<[usize; FEW]>> = self.pointers.iter().map(address).collect();
        let Some(addresses) = addresses.filter(|_| items <= self.most_items) else { return false };
        let freed = allocations.freed.load(Ordering::Acquire);
        let mut last = self.last.lock();
        if last.freed != freed || last.addresses != addresses {
            let are_distinct = self.are_distinct(&addresses, allocations);
            *last = Answer { freed, addresses, are_distinct };
        }
        last.are_distinct
    }

    /// Whether none that is only read is in the allocation of one that is written.
    fn are_distinct(&self, addresses: &[usize], allocations: &Allocations) -> bool {
        let mut read: SmallVec<[usize; FEW]> = SmallVec::new();
        let mut written: SmallVec<[usize; FEW]> = SmallVec::new();
        // A null pointer leads nowhere.
        for (pointer, address) in self.pointers.iter().zip(addresses).filter(|(_, address)| **address != 0) {
            let Some(start) = allocations.start_of(*address) else { return false };
            if pointer.is_written { written.push(start) } else { read.push(start) }
        }
        read.iter().all(|start| !written.contains(start))
    }
}

/// The pointers that a list of numbers names.
fn pointers_in(bytes: &[u8]) -> Vec<Pointer> {
    let number = |bytes: &[u8]| bytes.first_chunk().map_or(0, |bytes| u32::from_ne_bytes(*bytes));
    let pointer = |bytes: &[u8]| {
        let (first, offset) = (number(bytes), number(&bytes[4..]));
        Pointer { parameter: (first >> 1) as usize, offset: offset as usize, is_written: first & 1 != 0 }
    };
    bytes.chunks_exact(8).map(pointer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_in_allocations() {
        let allocations = Allocations::default();
        allocations.add(100, 50);
        assert_eq!(
            [99, 100, 149, 150].map(|address| allocations.start_of(address)),
            [None, Some(100), Some(100), None]
        );
        allocations.remove(100);
        assert_eq!(allocations.start_of(100), None);
        assert_eq!(allocations.freed.load(Ordering::Acquire), 1);
    }

    #[test]
    fn lists_have_two_numbers_for_a_pointer() {
        let bytes = [3u32, 8, 4, 0].map(u32::to_ne_bytes);
        let pointers = [
            Pointer { parameter: 1, offset: 8, is_written: true },
            Pointer { parameter: 2, offset: 0, is_written: false },
        ];
        assert_eq!(pointers_in(bytes.as_flattened()), pointers);
    }
}
