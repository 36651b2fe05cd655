//! Options of a split.

use super::esimd::Esimd;
use crate::ir::kernels::EntryPoints;

/// Whether images may depend on each other (DPC++: "dynamic linking").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImageDependencies {
    /// Each image holds all that it needs.
    #[default]
    NotAllowed,
    /// SYCL_EXTERNAL functions of other images are imported when the images are loaded.
    Allowed,
}

/// Content of images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitOptions {
    /// Definition of entry points.
    pub entry_points: EntryPoints,
    /// Whether images may depend on each other.
    pub image_dependencies: ImageDependencies,
    /// Whether ESIMD code goes into images of its own.
    pub esimd: Esimd,
    /// Whether calls of specialization constant intrinsics will be lowered.
    pub spec_constants: SpecConstantCalls,
}

/// Whether calls of specialization constant intrinsics are lowered after the split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpecConstantCalls {
    /// They stay, and are calls like any other.
    #[default]
    Kept,
    /// They will be lowered: what only they refer to need not be in an image.
    Lowered,
}
