//! The in-memory form of property sets: ordered sets of ordered, named values.
//!
//! A value is a 32-bit unsigned integer or a run of bits in bytes; there is nothing else (DPC++ property types 1 and
//! 2). Order is that of first insertion, both of sets and inside a set, because it is visible in the files. Unknown set
//! names are kept as they are. No encoding leaks in here: the 8-byte size prefix of the text form is added and removed
//! by [`crate::text`].

mod registry;
mod set_name;
mod value;

pub use registry::{PropertySet, PropertySetRegistry};
pub use set_name::SetName;
pub use value::{Bytes, Value};
