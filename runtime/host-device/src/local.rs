//! The block of local memory of a group, as `runtime/front-door/sycl_host_image.h` lays it out.

use crate::error::LaunchError;
use crate::image::Kernel;
use crate::native::has_gaps;
use crate::range::Sizes;

/// Alignment of parts of the block.
pub(crate) const ALIGNMENT: u128 = 128;

/// Poisoned bytes behind an argument, at least, and before the first one.
const GAP: u128 = 64;

/// Layout of the block. Offsets and sizes are in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LocalLayout {
    /// Offsets of arguments in local memory, in order.
    pub(crate) arguments: Vec<usize>,
    /// Offset and size of gaps, if a sanitizer looks at them.
    pub(crate) gaps: Vec<(usize, usize)>,
    pub(crate) size: usize,
}

impl LocalLayout {
    /// Lays the block out for arguments of these sizes.
    pub(crate) fn lay_out(kernel: &Kernel, sizes: &Sizes, arguments: &[usize], most: u64) -> Result<Self, LaunchError> {
        Self::with_gaps(kernel, sizes, arguments, most, has_gaps())
    }

    fn with_gaps(
        kernel: &Kernel,
        sizes: &Sizes,
        arguments: &[usize],
        most: u64,
        has_gaps: bool,
    ) -> Result<Self, LaunchError> {
        let wide = |size: usize| size as u128;
        let of_arguments: u128 = arguments.iter().map(|size| wide(*size)).sum();
        let needed = u128::from(kernel.local_size) + u128::from(sizes.dynamic_local_size) + of_arguments;
        if needed > most.into() {
            return Err(LaunchError::LocalMemory { kernel: kernel.name.clone(), needed, most });
        }
        let scratch = u128::from(kernel.scratch_per_item) * u128::from(sizes.items_per_group);
        let mut end = u128::from(kernel.local_size).next_multiple_of(ALIGNMENT);
        end = (end + scratch).next_multiple_of(ALIGNMENT);
        end += u128::from(sizes.dynamic_local_size);
        let (mut offsets, mut gaps) = (Vec::new(), Vec::new());
        for size in arguments {
            let start = if has_gaps { end + GAP } else { end }.next_multiple_of(ALIGNMENT);
            gaps.push((end, start));
            offsets.push(start);
            end = start + wide(*size);
        }
        if has_gaps && !arguments.is_empty() {
            gaps.push((end, (end + GAP).next_multiple_of(ALIGNMENT)));
            end = (end + GAP).next_multiple_of(ALIGNMENT);
        }
        let too_large = || {
            let kernel = kernel.name.clone();
            LaunchError::Memory { kernel, what: "local memory", needed: end, cause: None }
        };
        let size = usize::try_from(end).map_err(|_| too_large())?;
        // All below `size`, which fits.
        let narrow = |offset: u128| offset as usize;
        let gaps = if has_gaps { gaps } else { Vec::new() };
        Ok(Self {
            arguments: offsets.into_iter().map(narrow).collect(),
            gaps: gaps.into_iter().map(|(start, end)| (narrow(start), narrow(end - start))).collect(),
            size,
        })
    }
}
