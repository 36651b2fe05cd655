//! Items of a launch, and their groups.

use crate::error::{Extent, LaunchError};
use crate::image::Kernel;

/// The largest group that is chosen for a launch that leaves the choice, if a size above [`SMALL_GROUP`] divides.
const CHOSEN_GROUP: u64 = 256;
const SMALL_GROUP: u64 = 16;

/// Number of items and their groups, dimension 0 fastest, as in OpenCL; SYCL counts the other way round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    global: Extents,
    local: Option<Extents>,
    offset: Option<Extents>,
    dynamic_local_size: u64,
}

/// A number for each dimension; of more than three, only how many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Extents {
    numbers: [u64; 3],
    count: usize,
}

impl Extents {
    fn new(numbers: &[u64]) -> Self {
        let mut extents = Self { numbers: [0; 3], count: numbers.len() };
        for (place, number) in extents.numbers.iter_mut().zip(numbers) {
            *place = *number;
        }
        extents
    }

    /// Three numbers, of which those without a dimension are `rest`.
    fn three(&self, rest: u64) -> [u64; 3] {
        let mut all = self.numbers;
        all[self.count.min(3)..].fill(rest);
        all
    }
}

impl Range {
    /// So many items, in groups that the device chooses.
    #[must_use]
    pub fn new(global: &[u64]) -> Self {
        Self { global: Extents::new(global), ..Self::default() }
    }

    /// In groups of this size, which divides the number of items.
    #[must_use]
    pub fn local(mut self, size: &[u64]) -> Self {
        self.local = Some(Extents::new(size));
        self
    }

    /// With global ids from here.
    #[must_use]
    pub fn offset(mut self, offset: &[u64]) -> Self {
        self.offset = Some(Extents::new(offset));
        self
    }

    /// With so many bytes of local memory besides those of arguments, as AdaptiveCpp's kernels have it.
    #[must_use]
    pub fn dynamic_local_size(mut self, bytes: u64) -> Self {
        self.dynamic_local_size = bytes;
        self
    }
}

/// A range that was checked for a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) group_size: [u64; 3],
    pub(crate) group_count: [u64; 3],
    pub(crate) offset: [u64; 3],
    pub(crate) items_per_group: u64,
    pub(crate) groups: u64,
    pub(crate) dynamic_local_size: u64,
}

impl Sizes {
    /// Checks a range, and chooses the size of groups if it is left open.
    pub(crate) fn resolve(range: &Range, kernel: &Kernel, max_group_size: u64) -> Result<Self, LaunchError> {
        let name = || kernel.name.clone();
        let dimensions = range.global.count;
        if !(1..=3).contains(&dimensions) {
            return Err(LaunchError::Dimensions { kernel: name(), found: dimensions });
        }
        for (what, extents) in [("local work-group size", range.local), ("offset", range.offset)] {
            if let Some(found) = extents.map(|extents| extents.count).filter(|found| *found != dimensions) {
                return Err(LaunchError::DimensionsDiffer { kernel: name(), what, found, expected: dimensions });
            }
        }
        let global = range.global.three(1);
        let offset = range.offset.map_or([0; 3], |offset| offset.three(0));
        let group_size = match (range.local, kernel.required_size) {
            (Some(local), _) => check_local(kernel, global, local.three(1), max_group_size)?,
            (None, Some(required)) if divides(required, global) => required,
            (None, Some(required)) => {
                return Err(LaunchError::RequiredNonUniform {
                    global: Extent::new(global),
                    required: Extent::new(required),
                });
            }
            (None, None) => chosen(global, max_group_size),
        };
        let items_per_group = group_size.iter().product();
        if items_per_group > max_group_size {
            return Err(LaunchError::GroupTooLarge { local: Extent::new(group_size), most: max_group_size });
        }
        // Half of what 64 bits can count, so that counters of threads do not wrap.
        let total = global.iter().try_fold(1u64, |product, extent| product.checked_mul(*extent));
        let is_empty = global.contains(&0);
        if !is_empty && total.is_none_or(|total| total > 1 << 63) {
            return Err(LaunchError::GlobalTooLarge { kernel: name(), global: Extent::new(global) });
        }
        if (0..3).any(|dimension| global[dimension].checked_add(offset[dimension]).is_none()) {
            let (global, offset) = (Extent::new(global), Extent::new(offset));
            return Err(LaunchError::OffsetTooLarge { kernel: name(), global, offset });
        }
        let group_count = [0, 1, 2].map(|dimension| global[dimension] / group_size[dimension]);
        let groups = if is_empty { 0 } else { group_count.iter().product() };
        let dynamic_local_size = range.dynamic_local_size;
        Ok(Self { group_size, group_count, offset, items_per_group, groups, dynamic_local_size })
    }
}

fn divides(size: [u64; 3], global: [u64; 3]) -> bool {
    (0..3).all(|dimension| global[dimension].is_multiple_of(size[dimension]))
}

/// Checks a size of groups that a launch gives.
fn check_local(kernel: &Kernel, global: [u64; 3], local: [u64; 3], most: u64) -> Result<[u64; 3], LaunchError> {
    if local.contains(&0) {
        return Err(LaunchError::EmptyGroup { kernel: kernel.name.clone(), local: Extent::new(local) });
    }
    if let Some(required) = kernel.required_size.filter(|required| *required != local) {
        return Err(LaunchError::RequiredSize { local: Extent::new(local), required: Extent::new(required) });
    }
    if local.iter().try_fold(1u64, |product, extent| product.checked_mul(*extent)).is_none_or(|items| items > most) {
        return Err(LaunchError::GroupTooLarge { local: Extent::new(local), most });
    }
    let (global_extent, local_extent) = (Extent::new(global), Extent::new(local));
    if !global.contains(&0) && (0..3).any(|dimension| local[dimension] > global[dimension]) {
        return Err(LaunchError::GroupExceedsRange { global: global_extent, local: local_extent });
    }
    if !divides(local, global) {
        return Err(LaunchError::NonUniform { global: global_extent, local: local_extent });
    }
    Ok(local)
}

/// A size for groups that are left to the device: rows as long as they may be, since a group's items run in a loop
/// over dimension 0; then more rows.
fn chosen(global: [u64; 3], max_group_size: u64) -> [u64; 3] {
    let mut size = [1; 3];
    let mut left = CHOSEN_GROUP.min(max_group_size);
    for dimension in 0..3 {
        size[dimension] = greatest_divisor(global[dimension], left);
        left /= size[dimension];
        if dimension == 0 && size[0] < SMALL_GROUP {
            // A range whose extent has no handy divisor.
            let larger = greatest_divisor(global[0], max_group_size);
            if larger > size[0] && larger >= SMALL_GROUP {
                return [larger, 1, 1];
            }
        }
    }
    size
}

/// The greatest divisor of an extent that is at most `most`; 1 of 0.
fn greatest_divisor(extent: u64, most: u64) -> u64 {
    (1..=most.min(extent)).rev().find(|size| extent.is_multiple_of(*size)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_chosen_that_divide() {
        assert_eq!(chosen([1024, 1, 1], 1024), [256, 1, 1]);
        assert_eq!(chosen([1000, 3, 1], 1024), [250, 1, 1]);
        assert_eq!(chosen([8, 6, 100], 1024), [8, 6, 5]);
        assert_eq!(chosen([1, 1, 1], 1024), [1, 1, 1]);
        assert_eq!(chosen([0, 5, 1], 1024), [1, 5, 1]);
        // Primes: one group if that is allowed, else rows of other dimensions.
        assert_eq!(chosen([1009, 1, 1], 1024), [1009, 1, 1]);
        assert_eq!(chosen([1031, 64, 1], 1024), [1, 64, 1]);
        assert_eq!(chosen([1 << 40, 1, 1], 128), [128, 1, 1]);
    }
}
