//! Splits a linked device module into images, each with what its entry points need and nothing else.
//!
//! | reads  | calling conventions, `sycl-module-id`, and the feature attributes and metadata of entry points |
//! | writes | one part per group of entry points, one at a time |
//! | keeps  | the source module: it is as before when the split is over |
//!
//! 1. Find entry points and which globals each global needs, once ([`Analysis::for_module`]).
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
mod device_global;
mod esimd;
mod groups;
mod linkage;
mod members;
mod named_metadata;
mod options;
mod reasons;

pub use analysis::Analysis;
use analysis::Function;
pub(crate) use device_global::{device_global, is_declared_device_global};
pub use esimd::{CodeKind, Esimd, Unit};
pub use groups::Group;
pub use members::Image;
pub(crate) use named_metadata::RegisteredKernels;
pub use options::{ImageDependencies, SpecConstantCalls, SplitOptions};
pub use sycl_propset::words::SplitMode;

use crate::ir::attribute;

/// Whether a function is virtual, with a body in this image or not.
pub(crate) fn was_virtual(function: crate::ir::Function<'_>) -> bool {
    function.has_string_attribute(attribute::INDIRECTLY_CALLABLE)
}
