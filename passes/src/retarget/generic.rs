//! Step 2: the kernels of a module, and which of its address spaces is the generic one.

use rustc_hash::FxHashSet;

use super::{Error, GenericSpace, check::place_of};
use crate::ir::{Function, ModuleView, TypeKind, kernels::Kernels};

/// What AdaptiveCpp writes into annotations of kernels, which have C's calling convention.
const ANNOTATION: &[u8] = b"hipsycl_sscp_kernel";
const ANNOTATIONS: &str = "llvm.global.annotations";

/// The generic space of SPIR-V.
pub(super) const SPIRV: u32 = 4;

/// The kernels, in order of the module.
pub(super) fn kernels(module: ModuleView<'_>) -> Vec<Function<'_>> {
    let (kernels, annotated) = (Kernels::of(module), annotated(module));
    module.functions().filter(|function| kernels.contains(*function) || annotated.contains(function)).collect()
}

/// Functions with AdaptiveCpp's annotation.
fn annotated(module: ModuleView<'_>) -> FxHashSet<Function<'_>> {
    let Some(list) = module.global_variable(ANNOTATIONS).and_then(|list| list.initializer()) else {
        return FxHashSet::default();
    };
    if list.ty().kind() != TypeKind::Array || list.is_null() || list.is_undef() {
        return FxHashSet::default();
    }
    let kernel = |index| {
        let element = list.aggregate_element(index)?;
        let text = element.aggregate_element(1)?.strip_pointer_casts().as_global_variable()?;
        let is_kernel = text.initializer()?.string_bytes()? == ANNOTATION;
        element.aggregate_element(0)?.strip_pointer_casts().as_function().filter(|_| is_kernel)
    };
    (0..list.ty().element_count()).filter_map(kernel).collect()
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
