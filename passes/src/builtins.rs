//! Built-in functions: the table of operations that front ends call, and the library that has them for every target.

#[cfg(feature = "llvm22")]
mod library;
pub mod table;

pub use sycl_propset::triple::Family;

#[cfg(feature = "llvm22")]
pub use library::library;
