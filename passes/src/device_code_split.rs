//! Splits a linked device module into images, each with what its entry points need and nothing else.
//!
//! | reads  | calling conventions, `sycl-module-id`, and the feature attributes and metadata of entry points |
//! | writes | one part per group of entry points, one at a time |
//! | keeps  | the source module: it is as before when the split is over |
//!
//! 1. Find entry points and which globals each global needs, once ([`Analysis::of`]).
//! 2. Group the entry points ([`Analysis::units`]); with [`Esimd::Apart`] a group can become the two halves of an
//!    image.
//! 3. For each group, find what its image holds: the closure of its entry points, together with every variable that
//!    must not be dropped ([`Analysis::image`]).
//! 4. Move that into a part, and give everything but entry points internal linkage ([`Analysis::part`]). When the part
//!    is dropped, everything moves back.
//!
//! Cost: one walk over the module, then what the parts hold. The source is not cloned (see [`ModuleSlicer`]).
//!
//! Metadata keeps nothing alive: a global that only metadata refers to is not in the image, and the reference is
//! dropped, as after LLVM's removal of dead globals. An image where that happens is finished on a copy
//! ([`Part::unfinished`]).
//!
//! [`ModuleSlicer`]: crate::ir::ModuleSlicer
//! [`Part::unfinished`]: crate::ir::Part::unfinished
//!
//! Limits: a part can be written, not transformed.
//!
//! Source: DPC++'s design documents "Optional kernel features" and "Compiler and runtime architecture".

mod analysis;
mod coverage;
mod esimd;
mod groups;
mod linkage;
mod members;
mod named_metadata;
mod reasons;

pub use analysis::Analysis;
use analysis::Function;
pub use esimd::{CodeKind, Esimd, Unit};
pub use groups::Group;
pub use members::Image;
pub(crate) use named_metadata::RegisteredKernels;
pub use sycl_propset::names::SplitMode;

use crate::ir::{GlobalVariable, Value, attribute, kernels::EntryPoints};

/// Whether images may depend on each other (DPC++: "dynamic linking").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImageDependencies {
    /// Each image holds all that it needs.
    #[default]
    NotAllowed,
    /// SYCL_EXTERNAL functions of other images are imported when the images are loaded.
    Allowed,
}

/// What an image holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitOptions {
    /// What an entry point is.
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

/// Whether a function is virtual, with a body in this image or not.
pub(crate) fn was_virtual(function: crate::ir::Function<'_>) -> bool {
    function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
}

/// Whether a variable is a device global that another image may define: front ends put no attributes on declarations,
/// but its type is the class `device_global`.
pub(crate) fn is_declared_device_global(global: Value<'_>) -> bool {
    let has_class = || global.value_type().struct_name().is_some_and(|name| name.contains("device_global"));
    global.is_global_variable() && global.is_declaration() && (device_global(global).is_some() || has_class())
}

/// The value as a device global (SYCL extension `sycl_ext_oneapi_device_global`), if it is one.
pub(crate) fn device_global(value: Value<'_>) -> Option<GlobalVariable<'_>> {
    value.as_global_variable().filter(|v| v.string_attribute(attribute::DEVICE_GLOBAL_SIZE).is_some())
}
