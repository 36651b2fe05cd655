//! The whole post-link step: split, lower specialization constants, describe, write.
//!
//! | reads  | a linked device module |
//! | writes | per image `<prefix>_<n>.bc` (or `.ll`), `.prop`, `.sym`; the table that lists them, last |
//! | keeps  | the module |
//!
//! Images are streamed: one is in memory at a time. An image that needs no transformation is written straight from the
//! split; others are read into a context of their own first.
//!
//! Where kernels have to get the buffer of emulated constants back (`spec_constants/buffer.rs`), all this happens to a
//! copy of the module.
//!
//! Cost: that of the split, plus one walk over each image to describe it; see `docs/splitting.md`.
//!
//! Limits: ESIMD code is put into images of its own, but not lowered. Code is not optimized, except that what lowering
//! made dead is removed.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture", "Device code post-link step".

mod checks;
mod device_libraries;
mod error;
mod image;
mod left_out;
mod names;
mod plan;
mod report;
mod row;
mod tables;
mod workers;

use std::path::PathBuf;

use indexmap::{IndexMap, IndexSet};
use sycl_output::Inputs;
use sycl_propset::devices::DeviceConfig;

use crate::{
    device_code_split::{Analysis, ImageDependencies, SpecConstantCalls, SplitMode},
    diagnostic::{OfCopy, Remarks, Sink},
    ir::{Editor, ModuleView, OwnedModule, names::is_invoke_simd_name},
    options::Options,
    properties,
    spec_constants::{self, Calls, Mode},
};
use checks::Mismatch;
use image::ImageWriter;
use left_out::LeftOut;
use names::FileNames;
use row::RowWriter;

pub use crate::process::WorkerError;
pub use device_libraries::DeviceLibraryError;
pub use error::Error;

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of images.
    pub images: usize,
    /// Tables, in the order of the options.
    pub tables: Vec<PathBuf>,
}

/// Splits, lowers, describes and writes. The module is taken apart meanwhile, and put together again.
///
/// # Errors
/// See [`Error`]; no file of the run is left then.
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Summary, Error> {
    let module = editor.view();
    check_kind(module, options)?;
    if let Some(Mode::Emulation(parameters)) = options.spec_constants
        && spec_constants::lacks_buffers(module, parameters, sink)
    {
        // Kernels get other signatures, which cannot be undone: that happens to a copy.
        let mut copy = OwnedModule::read(&module.bitcode(), &module.identifier()).map_err(Error::Copy)?;
        let mut editor = copy.editor();
        spec_constants::pass_buffers(&mut editor, parameters);
        return images(&mut editor, options, &mut OfCopy { sink, module });
    }
    images(editor, options, sink)
}

fn images(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Summary, Error> {
    let module = editor.view();
    let names = FileNames::of(module, options)?;
    let devices = options.devices.as_deref().map(DeviceConfig::from_file).transpose()?;
    let analysis = Analysis::of(module, options.split_options());
    let units = analysis.units(if options.ir_output_only { SplitMode::None } else { options.split });
    checks::well_formed(&analysis, &units, options)?;
    let plans = plan::plan(&units, &analysis, options);
    log::info!(target: "sycl-post-link", "`{}`: {} images", module.identifier(), plans.len());
    if options.device_globals && plans.len() > 1 {
        let uses: Vec<_> = plans.iter().map(|plan| analysis.reached_device_globals(plan.group)).collect();
        properties::check_image_scope(&uses)?;
    }
    let read = names::input_of(module, options).into_iter();
    let inputs = Inputs::of(read.chain(options.config.clone()).chain(options.devices.clone()));
    let files = names.prepare(&inputs)?;
    let rows = RowWriter { options, names: &names, inputs };
    let images = ImageWriter {
        rows: &rows,
        analysis: &analysis,
        calls: &spec_constant_calls(module, options),
        devices: devices.as_ref().unwrap_or(DeviceConfig::builtin()),
        wanted: &Remarks::wanted_by(sink),
    };
    let mut produced = workers::produce(&images, &plans, editor, sink)?;
    if let Some(directory) = &options.device_library_dir {
        device_libraries::append(&rows, directory, &mut produced)?;
    }
    produced.iter().for_each(|one| one.remarks.make(module, sink));
    let mismatches: IndexSet<Mismatch> = produced.iter().flat_map(|p| &p.mismatches).cloned().collect();
    let left_out: Vec<LeftOut> = produced.iter_mut().flat_map(|p| std::mem::take(&mut p.left_out)).collect();
    let summary = tables::write(&rows, editor, produced, files)?;
    let undefined = match options.image_dependencies {
        ImageDependencies::NotAllowed => checks::undefined(&analysis, &units),
        ImageDependencies::Allowed => IndexMap::new(),
    };
    checks::report(module, &analysis, &mismatches, &undefined, sink);
    checks::report_in_no_image(&analysis, &units, sink);
    left_out::report(&left_out, module, sink);
    Ok(summary)
}

/// Whether the module is what a run takes.
fn check_kind(module: ModuleView<'_>, options: &Options) -> Result<(), Error> {
    let triple = module.triple();
    if !triple.is_empty() && !module.is_device_module() {
        return Err(Error::NotDevice { module: module.identifier(), triple });
    }
    if options.split_esimd && module.functions().any(|f| is_invoke_simd_name(&f.name())) {
        return Err(Error::InvokeSimd);
    }
    Ok(())
}

/// The calls to lower; none where constants stay as they are.
fn spec_constant_calls<'m>(module: ModuleView<'m>, options: &Options) -> Calls<'m> {
    match options.split_options().spec_constants {
        SpecConstantCalls::Lowered => Calls::find(module),
        SpecConstantCalls::Kept => Calls::none(module),
    }
}
