//! Describes the kernels of a host module in a table, by which launchers find them.
//!
//! | reads  | `!sycl.host.kernels`, device globals, the file of properties, what LLVM knows of the processor |
//! | writes | the table, in the section `sycl_host_images`; the handler of failures, if the module has none; with |
//! |        | `entry`, the function `sycl_host_image_v1`; internal linkage of everything else; in the section |
//! |        | `sycl_device_globals`, where the program has objects of device globals with `sycl-host-symbol` |
//! | keeps  | all else, but for that metadata; running it again changes nothing |
//!
//! Steps, a file for each:
//!
//! 1. `kernels`, `globals`: read and check. Nothing has changed if the pass fails.
//! 2. `properties`: the file, or what is known without one.
//! 3. `table`: the structures of `runtime/front-door/sycl_host_image.h`, as constants.
//!
//! All symbols are internal, so that a program can have any number of images. `llvm.used` keeps the table, also in
//! links with `--gc-sections`; the table keeps what it points to, and as launchers write to device globals and to the
//! handler through it, no optimization may use the values that they begin with. So the pass is to run before LLVM's
//! optimizer.
//!
//! Without a file, the text of properties has the names of the kernels, and what `llvm-to-backend` knows of
//! specialization constants and of arguments that are gone.
//!
//! Cost: linear in kernels, globals and properties.
//!
//! Limits: images do not import from each other, so nothing is exported but the entry.
//!
//! Source: `runtime/front-door/sycl_host_image.h`.

mod error;
#[cfg(feature = "llvm22")]
mod globals;
#[cfg(feature = "llvm22")]
mod kernels;
#[cfg(feature = "llvm22")]
mod properties;
#[cfg(feature = "llvm22")]
mod table;

use std::path::PathBuf;

pub use error::Error;

use crate::{
    changed::Changed,
    diagnostic::Sink,
    ir::Editor,
    llvm_to_backend::{DeadArguments, Target},
    spec_constants::Lowered,
};

/// The section that the tables of a program are in.
pub const SECTION: &std::ffi::CStr = c"sycl_host_images";
/// The section of the objects that the program has of device globals.
pub const OBJECTS_SECTION: &std::ffi::CStr = c"sycl_device_globals";
/// Named metadata with a node for each kernel, which `work-group-functions` writes.
pub const METADATA: &str = "sycl.host.kernels";
/// The function that a shared library exports.
pub const ENTRY: &str = "sycl_host_image_v1";
/// The variable that holds the handler of failures.
pub const ON_FAILURE: &str = "sycl_host_on_failure";

/// Options of the pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Target that the module was compiled for; `host` by default.
    pub target: Option<Target>,
    /// Properties of the image as text.
    pub properties: Option<Properties>,
    /// Whether the function [`ENTRY`] is defined, for a shared library.
    pub has_entry: bool,
    /// Facts about the image where there is no file.
    pub known: Known,
}

/// Properties of an image as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Properties {
    /// In a file.
    File(PathBuf),
    /// In memory.
    Text(String),
}

/// Facts about an image besides its code.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Specialization constants that the program can set.
    pub constants: Vec<Lowered>,
    /// The kernels that lost arguments.
    pub omitted_arguments: Vec<DeadArguments>,
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]. The module is unchanged then.
#[cfg(not(feature = "llvm22"))]
pub fn run(_: &mut Editor<'_>, _: &Options, _: &mut dyn Sink) -> Result<Changed, Error> {
    Err(Error::NeedsLlvm22 { found: env!("SYCL_PASSES_LLVM_MAJOR") })
}

/// Runs the pass.
///
/// # Errors
/// See [`Error`]. The module is unchanged then.
#[cfg(feature = "llvm22")]
pub fn run(editor: &mut Editor<'_>, options: &Options, _: &mut dyn Sink) -> Result<Changed, Error> {
    let module = editor.view();
    let kernels = kernels::read(module)?;
    if kernels.is_empty()
        && module.global_variables().any(|variable| variable.section().as_bytes() == SECTION.to_bytes())
    {
        return Ok(Changed::No);
    }
    let triple = module.triple();
    let (name, processor) = target(options, &triple)?;
    let features = crate::ir::features(&triple, processor).map_err(|cause| Error::BackEnd { cause })?;
    let globals = globals::read(module)?;
    let on_failure = table::check_names(module)?;
    let properties = properties::text(options, &kernels)?;
    let image = table::Image { target: name, triple: &triple, features: &features, kernels, globals, properties };
    table::write(editor, &image, on_failure, options.has_entry);
    Ok(Changed::Yes)
}

/// The name of the target and the processor, which the module has to be for.
#[cfg(feature = "llvm22")]
fn target<'a>(options: &'a Options, triple: &str) -> Result<(&'a str, &'a str), Error> {
    use sycl_propset::triple::{BackEndTarget, Triple};
    let (name, processor) = match &options.target {
        None => ("host", ""),
        Some(Target { name, target: BackEndTarget::Host { processor } }) => {
            (&**name, processor.as_deref().unwrap_or_default())
        }
        Some(Target { name, .. }) => return Err(Error::Target { target: name.clone() }),
    };
    if Triple::is_device(triple) || triple.is_empty() {
        return Err(Error::Triple { triple: triple.to_owned() });
    }
    if !processor.is_empty() && !crate::ir::is_processor(triple, processor) {
        return Err(Error::Processor { processor: processor.to_owned(), triple: triple.to_owned() });
    }
    Ok((name, processor))
}
