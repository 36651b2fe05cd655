//! Links libLLVM.

include!("link_llvm.rs");
