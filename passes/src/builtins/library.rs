//! The library for each target, as `build.rs` compiled it.

use super::table::Target;

/// The library's bitcode. The host's has neither a triple nor a data layout: it takes those of the module that it is
/// linked into.
pub fn library(target: Target) -> &'static [u8] {
    match target {
        Target::Nvptx => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/nvptx.bc")),
        Target::Amdgcn => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/amdgcn.bc")),
        Target::Host => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/host.bc")),
        Target::Spirv => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/spirv.bc")),
    }
}
