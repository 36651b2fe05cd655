//! Images as files, and the tables that list them. One image is in memory at a time; with `jobs=N`, one in each of N
//! processes.
//!
//! | file | holds |
//! | --- | --- |
//! | `names` | where files go |
//! | `writer` | the files of an image, and its row in each table |
//! | `workers`, `report` | images in several processes, and what these report |
//! | `tables` | the end of a run |

mod names;
mod report;
mod tables;
mod workers;
mod writer;

use std::path::PathBuf;

use sycl_output::Inputs;
use sycl_propset::devices::DeviceConfig;

use super::{
    Error,
    checks::Described,
    device_libraries,
    left_out::{self, LeftOut},
    outline::Outline,
};
use crate::{
    diagnostic::Sink,
    ir::Editor,
    options::{FileOptions, Options},
};
use names::FileNames;
use writer::Writer;

/// Files that were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of images.
    pub images: usize,
    /// Tables, in the order of the options.
    pub tables: Vec<PathBuf>,
}

/// Makes the images of a module and writes them.
pub(super) fn write(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Summary, Error> {
    let module = editor.view();
    let names = FileNames::choose(module, &options.files)?;
    let devices = options.files.devices.as_deref().map(DeviceConfig::from_file).transpose()?;
    let outline = Outline::for_module(module, &options.images, described(&options.files))?;
    let plans = outline.plans(&options.images)?;
    let read = names::input_of(module, &options.files).into_iter();
    let inputs = Inputs::from_paths(read.chain(options.files.config.clone()).chain(options.files.devices.clone()));
    let files = names.prepare(&inputs)?;
    let devices = devices.as_ref().unwrap_or(DeviceConfig::builtin());
    let writer = Writer { options, names: &names, devices, inputs };
    let maker = outline.maker(&options.images, sink);
    let made = workers::make(&maker, &writer, &plans, editor, sink)?;
    let (findings, mut written): (Vec<_>, Vec<_>) = made.into_iter().map(|one| (one.findings, one.written)).unzip();
    if let Some(libraries) = &options.images.device_libraries
        && findings.iter().any(|found| found.needs_device_libraries)
    {
        let first = written.iter().flat_map(|one| &one.rows).map(|row| row.number + 1).max().unwrap_or(0);
        for library in device_libraries::images(libraries, first, options.images.text)? {
            let mut one = writer.nothing();
            writer.write(&library, &mut one)?;
            written.push(one);
        }
    }
    findings.iter().for_each(|found| found.remarks.make(module, sink));
    let left_out: Vec<LeftOut> = written.iter_mut().flat_map(|one| std::mem::take(&mut one.left_out)).collect();
    let summary = tables::write(&writer, editor, written, files)?;
    outline.report(module, &options.images, &findings, sink);
    left_out::report(&left_out, module, sink);
    Ok(summary)
}

/// Descriptions of images beside their code that the files hold.
fn described(options: &FileOptions) -> Described {
    match options {
        FileOptions { properties: true, .. } => Described::Properties,
        FileOptions { symbols: true, .. } => Described::Names,
        _ => Described::No,
    }
}
