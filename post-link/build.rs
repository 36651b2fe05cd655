//! Links libLLVM.

include!("../program/link_llvm.rs");
