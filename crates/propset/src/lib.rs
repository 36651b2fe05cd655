//! Property sets, file tables, device configuration and aspects of SYCL device images; no LLVM.
//!
//! A device image travels with a description of itself: which kernels it has, which optional features they need, where
//! its specialization constants are. This crate holds that description in memory ([`PropertySetRegistry`]), reads and
//! writes its two encodings, gives typed views of the sets whose values are packed bytes, and does the part of the work
//! that falls to a runtime.
//!
//! | module | concept |
//! |---|---|
//! | [`model`] | set names, values, sets, the registry; re-exported here |
//! | [`text`], [`json`] | the `.prop` and `.prop.json` encodings of a registry |
//! | [`requirements`], [`spec_constants`], [`kernel_params`], [`program_metadata`], [`device_globals`] | typed views |
//! | [`table`], [`transform`], [`symbols`] | the `.table` and `.sym` files that name the parts of a device binary |
//! | [`aspects`], [`devices`] | the aspect table and the device configuration, both from `config/` |
//! | `amd_metadata`, a feature | what code objects for AMD's GPUs say of their kernels |
//! | [`needed`] | what shared libraries for the host say that they need |
//! | [`triple`] | architectures, processors and targets by name |
//! | [`spirv`] | the extensions of SPIR-V that images may use |
//! | [`demangle`] | names of functions as the source has them |
//! | [`nearest`] | the known name that a mistyped one was probably meant to be |
//! | [`names`] | names of targets that are known from elsewhere |
//! | [`words`] | values of options that several programs and passes have |
//! | [`runtime`] | values for specialization constants, and whether a device can run an image |
//!
//! ```
//! use sycl_propset::devices::DeviceConfig;
//! use sycl_propset::runtime::{self, Device};
//! use sycl_propset::{json, text};
//!
//! let properties = text::read("[SYCL/device requirements]\naspects=2|gAAAAAAAAAQBAAAA\n", "image.prop")?;
//! assert_eq!(json::write(&properties), r#"{"SYCL/device requirements":{"aspects":"BQAAAA=="}}"#);
//!
//! let requirements = runtime::requirements(&properties)?;
//! let reason = runtime::check(DeviceConfig::builtin(), &Device::default(), &requirements).unwrap_err();
//! assert_eq!(
//!     reason.to_string(),
//!     "Kernel uses optional feature corresponding to 'aspect::fp16' but device does not support this aspect."
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here prints or reads the environment, and nothing but [`devices::DeviceConfig::from_file`] opens files: text
//! goes in and comes out. `docs/property-sets.md` is the normative description of the encodings.
#![forbid(unsafe_code)]

#[cfg(feature = "amd-metadata")]
pub mod amd_metadata;
pub mod aspects;
pub mod demangle;
pub mod device_globals;
pub mod devices;
pub mod error;
pub mod json;
pub mod kernel_params;
pub mod model;
pub mod names;
pub mod nearest;
pub mod needed;
pub mod printable;
pub mod program_metadata;
pub mod requirements;
pub mod runtime;
pub mod spec_constants;
pub mod spirv;
pub mod symbols;
pub mod table;
pub mod text;
pub mod transform;
pub mod triple;
pub mod words;

mod config_file;
mod json_position;
mod lsb_base64;
mod property;

pub use error::{Error, Problem, ReadError};
pub use model::{Bytes, PropertySet, PropertySetRegistry, SetName, Value};
