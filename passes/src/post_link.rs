//! The whole post-link step: split, lower specialization constants, describe, write.
//!
//! | reads  | a linked device module |
//! | writes | per image `<prefix>_<n>.bc` (or `.ll`), `.prop`, `.sym`; the table that lists them, last |
//! | keeps  | the module |
//!
//! | step | files | result |
//! | --- | --- | --- |
//! | see what images there are, and that they can be described | `outline`, `plan`, `checks` | a plan for each |
//! | make one after another | `maker`, `device_libraries` | an [`Image`]: code, entry points, properties |
//! | write each, then the tables | `files` | a [`Summary`] |
//! | or keep all, or give each to a back end | `memory` | [`images`], [`generate`] |
//!
//! Written images are streamed: one is in memory at a time. An image that needs no transformation is written straight
//! from the split; others are read into a context of their own first.
//!
//! Where kernels have to get the buffer of emulated constants back (`spec_constants/buffer.rs`), or lack sets of
//! virtual functions (`virtual_functions_analysis.rs`) or metadata of sizes (`compile_time_properties.rs`), all this
//! happens to a copy of the module.
//!
//! Cost: that of the split, plus one walk over each image to describe it; see `docs/speed.md`.
//!
//! Limits: ESIMD code is put into images of its own, but not lowered. Code is not optimized, except that what lowering
//! made dead is removed.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", "Device code post-link step".

mod checks;
mod device_libraries;
mod error;
mod files;
mod image;
mod left_out;
mod maker;
mod memory;
mod outline;
mod plan;

use std::num::NonZeroUsize;

use crate::{
    compile_time_properties,
    device_code_split::ImageDependencies,
    diagnostic::{OfCopy, Sink},
    ir::{Editor, OwnedModule},
    options::{ImageOptions, Options},
    spec_constants::{self, OtherModules, Parameters},
    virtual_functions_analysis,
};

pub use crate::process::WorkerError;
pub use device_libraries::DeviceLibraryError;
pub use error::Error;
pub use files::Summary;
pub use image::Image;

/// Makes the images of a module and writes them, with their tables. The module is taken apart meanwhile, and put
/// together again.
///
/// # Errors
/// See [`Error`]; no file of the run is left then.
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Summary, Error> {
    on_module(editor, &options.images, sink, |editor, sink| files::write(editor, options, sink))
}

/// Makes the images of a module in memory, in the order of the rows of a table. Each holds what [`run`] writes of it,
/// byte for byte: code, entry points, and [`properties`](Image::properties) that
/// [`text::write`](sycl_propset::text::write) and [`json::write`](sycl_propset::json::write) turn into property files.
///
/// Everything happens in this thread. No file is opened or written (except for
/// [`DeviceLibraries::Directory`](crate::options::DeviceLibraries::Directory)), the environment is not read, and all
/// that there is to say goes to `sink`. Any number of threads may do this at the same time, each with a module in a
/// context of its own. The module is taken apart meanwhile, and put together again, also if there is an error.
///
/// The module is one that LLVM's verifier takes: where an image has to be read back, LLVM's reader prints what is wrong
/// with its debug info.
///
/// ```
/// use sycl_passes::{Severity, device_code_split::SplitMode, ir::OwnedModule, options::ImageOptions, post_link};
///
/// let text = "target triple = \"spirv64-unknown-unknown\"
///     define spir_kernel void @fill() { ret void }
///     define spir_kernel void @sum() { ret void }";
/// let mut module = OwnedModule::read(text.as_bytes(), "kernels.ll")?;
/// let options = ImageOptions { split: SplitMode::Kernel, emit_kernel_names: true, ..ImageOptions::default() };
/// let mut diagnostics: Vec<(Severity, String)> = Vec::new();
/// let images = post_link::images(&mut module.editor(), &options, &mut diagnostics)?;
/// let names: Vec<&str> = images.iter().map(|image| image.entry_points[0].as_str()).collect();
/// assert_eq!(names, ["sum", "fill"]);
/// assert!(images[0].code.starts_with(b"BC\xC0\xDE"));
/// assert!(sycl_propset::text::write(&images[0].properties)?.contains("[SYCL/kernel names]\nsum=1|1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: the layout of the properties is in `docs/property-sets.md`; DPC++'s design document "Compiler and runtime
/// architecture", "Device code post-link step".
///
/// # Errors
/// See [`Error`]; of its variants, those about tables, outputs and workers do not occur here.
pub fn images(editor: &mut Editor<'_>, options: &ImageOptions, sink: &mut dyn Sink) -> Result<Vec<Image>, Error> {
    on_module(editor, options, sink, |editor, sink| memory::collect(editor, options, sink))
}

/// Makes the images of a module in memory and gives each, as a module in a context of its own, to a back end, with its
/// place among them, from 0. What that makes of them is returned in this order.
///
/// If there is one image only, it is the module itself, less what is not in the image: nothing is written and read
/// again, unless specialization constants are replaced by their defaults. Of several, each is read from its bitcode,
/// because code must not be generated from what the split moves: back ends change what they are given. They run in at
/// most `threads` threads at a time, this one included; one does the rest of the work. A back end that only one thread
/// may use at a time needs a lock of its own. Modules are not verified.
///
/// Files, environment and diagnostics are as for [`images`]. [`ImageOptions::text`] has no meaning here.
///
/// # Errors
/// See [`Error`], as for [`images`]; and what the back end returns. Of several errors, that of the first image. No
/// further image is begun then.
pub fn generate<T: Send, E: From<Error> + Send>(
    mut module: OwnedModule,
    options: &ImageOptions,
    threads: NonZeroUsize,
    sink: &mut dyn Sink,
    back_end: impl Fn(usize, Image<OwnedModule>) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let options = ImageOptions { text: false, ..options.clone() };
    let mut editor = module.editor();
    outline::check_kind(editor.view(), &options)?;
    compile_time_properties::add_promises(&mut editor).map_err(Error::from)?;
    virtual_functions_analysis::add_sets(&mut editor);
    if let Some(parameters) = lacking_buffers(&editor, &options, sink) {
        spec_constants::pass_buffers(&mut editor, parameters);
    }
    drop(editor);
    memory::generate(module, &options, threads, sink, back_end)
}

/// Checks a module and makes images of it, or of a copy where kernels get other signatures or attributes, which cannot
/// be undone.
fn on_module<T>(
    editor: &mut Editor<'_>,
    options: &ImageOptions,
    sink: &mut dyn Sink,
    work: impl FnOnce(&mut Editor<'_>, &mut dyn Sink) -> Result<T, Error>,
) -> Result<T, Error> {
    let module = editor.view();
    outline::check_kind(module, options)?;
    let parameters = lacking_buffers(editor, options, sink);
    let lacks_promises = compile_time_properties::lacks_promises(module)?;
    if parameters.is_none() && !lacks_promises && !virtual_functions_analysis::lacks_sets(module) {
        return work(editor, sink);
    }
    let mut copy = OwnedModule::read(&module.bitcode(), &module.identifier()).map_err(Error::Copy)?;
    let mut editor = copy.editor();
    compile_time_properties::add_promises(&mut editor)?;
    virtual_functions_analysis::add_sets(&mut editor);
    if let Some(parameters) = parameters {
        spec_constants::pass_buffers(&mut editor, parameters);
    }
    work(&mut editor, &mut OfCopy { sink, module })
}

/// If kernels have to get the buffer of emulated constants back: where that comes from. Warns of what gets none.
fn lacking_buffers(editor: &Editor<'_>, options: &ImageOptions, sink: &mut dyn Sink) -> Option<Parameters> {
    let parameters = options.spec_constants.and_then(Parameters::for_mode)?;
    let is_whole = options.only_kernels_are_entry_points && options.image_dependencies == ImageDependencies::NotAllowed;
    let others = if is_whole { OtherModules::None } else { OtherModules::Possible };
    spec_constants::lacks_buffers(editor.view(), parameters, others, sink).then_some(parameters)
}
