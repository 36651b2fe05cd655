//! SYCL device post-link passes over LLVM modules.
//!
//! The library has no global state, reads no environment and prints nothing: a host (the plugin in `opt` and `clang`,
//! or a program) gives it modules and options, and takes diagnostics and files. [`registry::PASSES`] lists the passes.

mod abi_functions;
mod annotations;
pub mod aspect_propagation;
pub mod builtins;
mod changed;
pub mod compile_time_properties;
pub mod device_code_split;
pub mod device_files;
mod device_globals;
pub mod device_pipeline;
mod device_rules;
mod diagnostic;
pub mod distinct_memory;
pub mod free_function_kernels;
pub mod front_end;
pub mod global_offset;
pub mod host;
pub mod host_image;
pub mod ir;
pub mod kernel_size_attributes;
pub mod link_builtins;
pub mod llvm_to_backend;
pub mod local_accessor_to_shared_memory;
pub mod options;
mod pass;
mod pointer_flow;
pub mod post_link;
mod process;
pub mod properties;
pub mod registry;
pub mod retarget;
pub mod settings;
mod site;
pub mod spec_constants;
pub mod spirv_legalize;
pub mod sscp;
mod users;
mod uses;
pub mod virtual_functions_analysis;

pub use device_rules::Forbidden;
pub use diagnostic::{Id, Kind, Severity, Sink, logged};

/// The LLVM that the library is built for: its major version.
pub const LLVM_MAJOR: &str = env!("SYCL_PASSES_LLVM_MAJOR");
