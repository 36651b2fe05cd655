//! The library for each target, as `build.rs` compiled it.

use super::table::Family;

/// The library's bitcode. The host's has neither a triple nor a data layout: it takes those of the module that it is
/// linked into.
pub fn library(target: Family) -> &'static [u8] {
    match target {
        Family::Nvptx => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/nvptx.bc")),
        Family::Amdgpu => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/amdgcn.bc")),
        Family::Host => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/host.bc")),
        Family::Spirv => include_bytes!(concat!(env!("OUT_DIR"), "/builtins/spirv.bc")),
    }
}
