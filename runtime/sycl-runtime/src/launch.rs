//! Launches, and what back ends that hand them to a driver have in common: sizes of groups, and values of arguments.

use smallvec::SmallVec;
use sycl_host_device::Extent;
use sycl_propset::runtime::Incompatible;

use crate::error::{Error, Status};
use crate::module::Kernel;

/// Arguments of a launch that need no allocation, which would take as long as all else that is done with them: most
/// kernels take one object.
pub(crate) const FEW: usize = 4;

/// Bytes of their values.
const BYTES: usize = 128;

/// An argument of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Argument<'a> {
    Value(&'a [u8]),
    /// So many bytes of local memory, for a pointer to it.
    Local(u64),
}

/// A launch, as it was checked against C's conventions. Slices have a number for each dimension.
pub(crate) struct Launch<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) global: &'a [u64],
    /// None: the device chooses.
    pub(crate) local: Option<&'a [u64]>,
    pub(crate) offset: &'a [u64],
    pub(crate) may_round_up: bool,
    pub(crate) dynamic_local_size: u64,
    pub(crate) arguments: SmallVec<[Argument<'a>; FEW]>,
    /// Values of specialization constants, by symbolic id.
    pub(crate) constants: Vec<(&'a str, &'a [u8])>,
}

/// The most items of a group that is chosen for a launch which leaves that open, on a processor.
const CHOSEN_GROUP: u64 = 1024;
/// Number of groups that each thread gets of such a launch, so that threads end at about the same time.
const GROUPS_PER_THREAD: u64 = 8;
/// Least size of a group where that leaves a group for each thread: smaller ones cost more than their items.
const LEAST_GROUP: u64 = 64;

/// Number of items of these extents.
pub(crate) fn items_in(extents: &[u64]) -> u64 {
    extents.iter().fold(1, |items, extent| items.saturating_mul(*extent))
}

/// A number for each dimension in 32 bits, and `rest` in those that a launch does not have. `Err` has one that needs
/// more.
pub(crate) fn narrow(numbers: &[u64], rest: u32) -> Result<[u32; 3], u64> {
    let mut all = [rest; 3];
    for (to, number) in all.iter_mut().zip(numbers) {
        *to = u32::try_from(*number).map_err(|_| *number)?;
    }
    Ok(all)
}

/// A size of groups for a launch over so many items on the threads of a processor.
pub(crate) fn spread(global: &[u64], threads: u64, most: u64) -> [u64; 3] {
    let items = items_in(global);
    let least = LEAST_GROUP.min(items.div_ceil(threads.max(1)));
    let most = most.clamp(1, CHOSEN_GROUP);
    let mut rest = (items / (threads.max(1) * GROUPS_PER_THREAD)).max(least).clamp(1, most);
    let mut local = [1; 3];
    for (size, extent) in local.iter_mut().zip(global) {
        *size = rest.min(*extent).max(1);
        rest /= *size;
    }
    local
}

/// The largest number up to `most`, which is small, that divides an extent.
fn largest_divisor(extent: u64, most: u64) -> u64 {
    (1..=most).rev().find(|size| extent.is_multiple_of(*size)).unwrap_or(1)
}

/// Refuses a kernel that requires groups which a device does not have, so that no launch of it can be right.
pub(crate) fn check_required(required: Option<[u64; 3]>, most_items: u64, most_extents: [u64; 3]) -> Result<(), Error> {
    let Some(size) = required else { return Ok(()) };
    let items = items_in(&size);
    if items <= most_items && size.iter().zip(most_extents).all(|(extent, most)| *extent <= most) {
        return Ok(());
    }
    let size = size.map(|extent| extent.to_string()).join(", ");
    Err(Error::new(Status::KernelNotSupported, Incompatible::WorkGroupSize { size }.to_string()))
}

/// Limits of a launch of a kernel on a device. Arrays have a number for each dimension.
pub(crate) struct Limits<'a> {
    /// The size of groups that the kernel requires.
    pub(crate) required: Option<[u64; 3]>,
    pub(crate) most_items: u64,
    pub(crate) most_extents: [u64; 3],
    pub(crate) most_groups: [u64; 3],
    /// The most items of all groups in a dimension.
    pub(crate) most_launched: u64,
    /// Place where that holds and why, as in "on this GPU".
    pub(crate) place: &'a dyn Fn() -> String,
}

/// Sizes of groups, and how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) groups: [u64; 3],
    pub(crate) local: [u64; 3],
}

impl Sizes {
    /// Checks a launch that is not empty. `choose` gives the size of groups that the launch leaves open.
    pub(crate) fn resolve(
        launch: &Launch<'_>,
        limits: &Limits<'_>,
        choose: impl FnOnce() -> [u64; 3],
    ) -> Result<Self, Error> {
        let kernel = &launch.kernel.name;
        let wrong = |text: String| Error::new(Status::NdRange, format!("kernel `{kernel}`: {text}"));
        let shown = |numbers: [u64; 3]| Extent::new(numbers).in_the_order_of_sycl(launch.global.len());
        let mut local = [1u64; 3];
        if let Some(given) = launch.local {
            local[..given.len()].copy_from_slice(given);
        } else if let Some(required) = limits.required {
            local = required;
        } else {
            local = choose();
            while local.iter().product::<u64>() > limits.most_items.max(1) {
                let widest = (0..3).max_by_key(|dimension| local[*dimension]).unwrap_or(0);
                local[widest] /= 2;
            }
            if !launch.may_round_up {
                for (size, extent) in local.iter_mut().zip(launch.global) {
                    *size = largest_divisor(*extent, *size);
                }
            }
        }
        if let Some(required) = limits.required.filter(|required| *required != local) {
            return Err(wrong(format!(
                "found the work-group size {}; expected the required work-group size, {}",
                shown(local),
                shown(required)
            )));
        }
        let items = items_in(&local);
        let most = limits.most_items;
        let fits = local.iter().zip(limits.most_extents).all(|(extent, most)| *extent <= most);
        if items == 0 || items > most || !fits {
            let place = (limits.place)();
            let local = shown(local);
            return Err(wrong(format!("found a work-group of {local} items; expected at most {most} {place}")));
        }
        let mut groups = [1; 3];
        for (dimension, extent) in launch.global.iter().enumerate() {
            let size = local[dimension];
            if !extent.is_multiple_of(size) && !launch.may_round_up {
                let mut global = [1; 3];
                global[..launch.global.len()].copy_from_slice(launch.global);
                return Err(wrong(format!(
                    "Global work size {} is not evenly divisible by local work-group size {}; Non-uniform work-groups are not supported by the target device",
                    shown(global),
                    shown(local)
                )));
            }
            let (count, most) = (extent.div_ceil(size), limits.most_groups[dimension].min(limits.most_launched / size));
            if count > most {
                let place = (limits.place)();
                return Err(wrong(format!(
                    "found {count} work-groups in a dimension; expected at most {most} there {place}"
                )));
            }
            groups[dimension] = count;
        }
        Ok(Self { groups, local })
    }
}

impl Argument<'_> {
    /// The bytes of local memory that it asks for.
    pub(crate) fn local_size(&self) -> u64 {
        match self {
            Self::Value(_) => 0,
            Self::Local(size) => *size,
        }
    }
}

/// Values of arguments, one after another.
#[derive(Default)]
pub(crate) struct Values {
    bytes: SmallVec<[u8; BYTES]>,
    ends: SmallVec<[usize; FEW]>,
}

impl Values {
    pub(crate) fn add(&mut self, value: &[u8]) {
        self.bytes.extend_from_slice(value);
        self.ends.push(self.bytes.len());
    }

    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&[u8]> {
        let start = index.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        Some(&self.bytes[*start..*self.ends.get(index)?])
    }

    pub(crate) fn slices(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[*start..*end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_get_several_groups_each() {
        assert_eq!(spread(&[1 << 20], 8, 8192), [1024, 1, 1]);
        assert_eq!(spread(&[4096], 8, 8192), [64, 1, 1]);
        assert_eq!(spread(&[16], 8, 8192), [2, 1, 1]);
        assert_eq!(spread(&[32, 1 << 20], 8, 256), [32, 8, 1]);
        assert_eq!(spread(&[0], 0, 0), [1, 1, 1]);
    }

    #[test]
    fn a_required_size_has_to_fit_in_all_ways() {
        let check = |size| check_required(size, 1024, [1024, 1024, 64]);
        assert!(check(None).is_ok() && check(Some([1024, 1, 1])).is_ok() && check(Some([4, 4, 64])).is_ok());
        for size in [[1, 1, 65], [1025, 1, 1], [64, 32, 1], [u64::MAX, 2, 1]] {
            let error = check(Some(size)).unwrap_err();
            assert_eq!(error.status, Status::KernelNotSupported);
            assert!(error.text.contains(&format!("work-group size of '{}, ", size[0])), "{}", error.text);
        }
    }

    #[test]
    fn groups_divide_what_cannot_be_rounded_up() {
        assert_eq!(
            [(1024, 256), (100, 256), (100, 32), (97, 64), (5, 0)].map(|(extent, most)| largest_divisor(extent, most)),
            [256, 100, 25, 1, 1]
        );
    }

    #[test]
    fn values_are_kept_apart() {
        let mut values = Values::default();
        values.add(&[1, 2]);
        values.add(&[]);
        values.add(&[3]);
        assert_eq!(values.slices().collect::<Vec<_>>(), [&[1u8, 2][..], &[], &[3]]);
        assert_eq!([0, 2, 3].map(|index| values.get(index)), [Some(&[1u8, 2][..]), Some(&[3]), None]);
    }
}
