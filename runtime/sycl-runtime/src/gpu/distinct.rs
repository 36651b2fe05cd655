//! Variants of kernels for launches whose pointers lead to different allocations, as the pass `distinct-memory` makes
//! them, and which launches those are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use once_cell::sync::OnceCell;
use smallvec::SmallVec;
use sycl_host_device::Lock;

use super::images::Form;
use super::lists::list_in;
use crate::launch::Values;
use crate::native::gpu::{Module, Refusal};

/// Pointers of a kernel that need no allocation.
const FEW: usize = 8;

/// Multiple of bytes that a variant's pointers are.
const ALIGNMENT: usize = 16;

/// Memory that was allocated on a GPU, or for it on the host.
#[derive(Default)]
pub(super) struct Allocations {
    /// Sizes by address.
    all: Lock<BTreeMap<usize, usize>>,
    /// Number of frees: until the next one, what is known of an address stays true.
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

    /// Start of the allocation that an address is in.
    fn start_of(&self, address: usize) -> Option<usize> {
        let all = self.all.lock();
        let (start, size) = all.range(..=address).next_back()?;
        (address - start < *size).then_some(*start)
    }
}

/// The variant of a kernel.
pub(super) struct Variant {
    name: String,
    form: OnceCell<Option<Form>>,
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
    /// The variant of a kernel, if an image, PTX or a cubin, has one.
    pub(super) fn find(image: &[u8], kernel: &str) -> Option<Self> {
        let numbers = list_in(image, &format!("{kernel}_distinct_pointers"))?;
        let (name, pointers) = (format!("{kernel}_distinct"), pointers_in(&numbers));
        Some(Self { name, form: OnceCell::new(), pointers, last: Lock::default() })
    }

    /// It, unless the module lacks it.
    pub(super) fn form(&self, module: &Module) -> Result<Option<Form>, Refusal> {
        self.form.get_or_try_init(|| Form::find(module, &self.name)).copied()
    }

    /// Whether a launch with these values may use it.
    pub(super) fn fits(&self, values: &Values, allocations: &Allocations) -> bool {
        let address = |pointer: &Pointer| {
            let bytes = values.get(pointer.parameter)?.get(pointer.offset..)?.first_chunk()?;
            Some(usize::from_ne_bytes(*bytes))
        };
        let mut addresses: SmallVec<[usize; FEW]> = SmallVec::new();
        for pointer in &self.pointers {
            let Some(address) = address(pointer) else { return false };
            addresses.push(address);
        }
        let freed = allocations.freed.load(Ordering::Acquire);
        let mut last = self.last.lock();
        if last.freed != freed || last.addresses != addresses {
            let are_distinct = self.are_distinct(&addresses, allocations);
            *last = Answer { freed, addresses, are_distinct };
        }
        last.are_distinct
    }

    /// Whether all are aligned, and none that is only read is in the allocation of one that is written.
    fn are_distinct(&self, addresses: &[usize], allocations: &Allocations) -> bool {
        if addresses.iter().any(|address| !address.is_multiple_of(ALIGNMENT)) {
            return false;
        }
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
fn pointers_in(numbers: &[u32]) -> Vec<Pointer> {
    let pointer = |[first, offset]: &[u32; 2]| Pointer {
        parameter: (first >> 1) as usize,
        offset: *offset as usize,
        is_written: first & 1 != 0,
    };
    numbers.as_chunks().0.iter().map(pointer).collect()
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
        let pointers = [
            Pointer { parameter: 1, offset: 8, is_written: true },
            Pointer { parameter: 2, offset: 0, is_written: false },
        ];
        assert_eq!(pointers_in(&[3, 8, 4, 0]), pointers);
    }
}
