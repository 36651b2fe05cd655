//! Use of an image's properties in a runtime: set specialization constants, refuse images that a device cannot run, and
//! choose among the others.
//!
//! | file | concept |
//! |---|---|
//! | `values.rs` | values of specialization constants, set natively or through a buffer |
//! | `compatibility.rs` | whether a device can run an image, and if not, why |
//! | `choice.rs` | which of several images is taken |

mod choice;
mod compatibility;
mod values;

pub use choice::{Choice, choose};
pub use compatibility::{Device, Incompatible, check, requirements};
pub use values::{NativeSetting, SpecConstantError, UserValues, emulation_buffer, native_settings};
