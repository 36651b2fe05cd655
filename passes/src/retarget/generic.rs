//! Step 2: the kernels of a module, and which of its address spaces is the generic one.

use super::{Error, GenericSpace, check::place_of};
use crate::ir::{Function, ModuleView, kernels::Kernels};

/// The generic space of SPIR-V.
pub(super) const SPIRV: u32 = 4;

/// The kernels, in order of the module.
pub(super) fn kernels(module: ModuleView<'_>) -> Vec<Function<'_>> {
    let kernels = Kernels::find(module);
    module.functions().filter(|function| kernels.contains(*function)).collect()
}

/// The number of the generic address space.
pub(super) fn space<'m>(module: ModuleView<'m>, kernels: &[Function<'m>], wanted: GenericSpace) -> Result<u32, Error> {
    match wanted {
        GenericSpace::Four => return Ok(SPIRV),
        GenericSpace::Zero => return Ok(0),
        GenericSpace::Auto => {}
    }
    let uses = module.generic_uses(kernels);
    match (uses.four, uses.zero) {
        (Some(four), Some(zero)) => Err(Error::MixedConventions { four: place_of(four), zero: place_of(zero) }),
        (None, Some(_)) => Ok(0),
        _ => Ok(SPIRV),
    }
}
