//! What a runtime does with the properties of an image: set specialization constants, and refuse images that a device
//! cannot run.
//!
//! | file | concept |
//! |---|---|
//! | `values.rs` | values of specialization constants, set natively or through a buffer |
//! | `compatibility.rs` | whether a device can run an image, and if not, why |

mod compatibility;
mod values;

pub use compatibility::{Device, Incompatible, check, requirements};
pub use values::{NativeSetting, SpecConstantError, UserValues, emulation_buffer, native_settings};
