//! The whole post-link step: split, lower specialization constants, describe, write.
//!
//! | reads  | a linked device module |
//! | writes | per image `<prefix>_<n>.bc` (or `.ll`), `.prop`, `.sym`; the table that lists them, last |
//! | keeps  | the module |
//!
//! Images are streamed: one is in memory at a time. An image that needs no transformation is written straight from the
//! split; others are read into a context of their own first.

mod checks;
mod device_libraries;
mod image;
mod left_out;
mod names;
mod report;
mod workers;

use std::{os::unix::ffi::OsStrExt, path::PathBuf};

use indexmap::IndexMap;
use sycl_output::{Files, Inputs, WriteError};
use sycl_propset::{
    devices::{DeviceConfig, LoadError},
    table::{FileTable, TableError},
};

use crate::{
    device_code_split::{Analysis, Group, Linking, SpecConstants, SplitMode},
    diagnostic::{Remarks, Sink},
    ir::{ModuleView, Mover, ReadError, Unwritable, Value, kernels, metadata},
    options::Options,
    properties,
    spec_constants::{self, Calls},
};
use image::{Produced, Shared};
use left_out::LeftOut;
use names::Names;
use report::Name;

/// Why a module could not be processed. No file of the run is left then. What an error's text has of another error is not its
/// `source` as well: reports would print it twice.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Malformed metadata.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// Malformed specialization constants.
    #[error(transparent)]
    SpecConstants(#[from] spec_constants::Error),
    /// Malformed device globals.
    #[error(transparent)]
    Properties(#[from] properties::Error),
    /// A name that a property file cannot hold.
    #[error(transparent)]
    PropertySet(#[from] sycl_propset::Error),
    /// A name that the table cannot hold.
    #[error("cannot write the table: {0}")]
    Table(TableError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// LLVM does not read back what it wrote.
    #[error("image {number} cannot be transformed: {problem}")]
    Transform {
        /// Number of the image.
        number: usize,
        /// LLVM's words.
        problem: ReadError,
    },
    /// A name that the files which describe an image cannot hold.
    #[error("name of `{name}` is not UTF-8; expected UTF-8, as in symbol files and property sets")]
    Name {
        /// The name as LLVM prints it.
        name: String,
    },
    /// An attribute whose text the files which describe an image cannot hold.
    #[error(
        "attribute \"{attribute}\" of `{name}` is \"{text}\", which is not UTF-8; expected UTF-8, as in property sets"
    )]
    Attribute {
        /// Name of the attribute.
        attribute: &'static str,
        /// Its text as LLVM prints it.
        text: String,
        /// Name of the function or variable as LLVM prints it.
        name: String,
    },
    /// An image cannot be written.
    #[error("image {number} cannot be written: {problem}")]
    Unwritable {
        /// Number of the image.
        number: usize,
        /// Why.
        problem: Unwritable,
    },
    /// Two files of the run would have one name.
    #[error("'{}' would be written twice; expected tables that differ from each other and from the files of images", path.display())]
    SamePath {
        /// The name.
        path: PathBuf,
    },
    /// The device configuration cannot be used.
    #[error(transparent)]
    Devices(#[from] LoadError),
    /// A device library that an image needs cannot be had.
    #[error("failed to load bfloat16 device library modules: '{}': {problem}", path.display())]
    DeviceLibrary {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: String,
    },
    /// A worker process could not be started or did not end well.
    #[error("images could not be made in parallel: {0}")]
    Worker(String),
    /// ESIMD code is to be split from the code that calls it.
    #[error("'invoke_simd' calls detected, '-split-esimd' must not be specified")]
    InvokeSimd,
    /// Host code.
    #[error(
        "module '{module}' is for the host (target triple '{triple}'); expected device code: a triple of SPIR, SPIR-V, \
         NVPTX or AMDGPU, or the module flag \"sycl-device\""
    )]
    NotDevice {
        /// The module.
        module: String,
        /// Its triple.
        triple: String,
    },
    /// The table is written where no files can be beside it, and the images have no name to start with.
    #[error("the table goes to '{}', and the module has no name; expected the parameter 'out-dir=<directory>' for the images", table.display())]
    NoPrefix {
        /// The first output.
        table: PathBuf,
    },
    /// No name for the table.
    #[error("module '{module}' gives no name for the table; expected the parameter 'o=<table file>'")]
    NoOutput {
        /// The module's identifier.
        module: String,
    },
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of images.
    pub images: usize,
    /// Tables, in the order of the options.
    pub tables: Vec<PathBuf>,
}

/// Splits, lowers, describes and writes.
///
/// # Errors
/// See [`Error`]; no file of the run is left then.
pub fn run(module: ModuleView<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Summary, Error> {
    let triple = module.triple();
    if !triple.is_empty() && !module.is_device_module() {
        return Err(Error::NotDevice { module: module.identifier(), triple });
    }
    if options.split_esimd && module.functions().any(|f| kernels::is_invoke_simd_name(&f.name())) {
        return Err(Error::InvokeSimd);
    }
    let names = Names::of(module, options)?;
    let devices = options.devices.as_deref().map(DeviceConfig::from_file).transpose()?;
    let mut analysis = Analysis::of(module, options.split_options());
    let groups = analysis.groups(if options.ir_output_only { SplitMode::None } else { options.split });
    checks::well_formed(&mut analysis, &groups, options)?;
    log::info!(target: "sycl-post-link", "`{}`: {} images", module.identifier(), groups.len());
    if options.device_globals && groups.len() > 1 {
        properties::check_image_scope(&analysis.device_globals_by_group(&groups))?;
    }
    let read = names::input_of(module, options).into_iter();
    let inputs = Inputs::of(read.chain(options.config.clone()).chain(options.devices.clone()));
    let files = names.prepare(&inputs)?;
    let devices = devices.as_ref().unwrap_or(DeviceConfig::builtin());
    let wanted = Remarks::wanted_by(sink);
    let shared = Shared { options, names: &names, devices, inputs, wanted };
    let mut produced = workers::produce(&shared, &mut analysis, &groups, sink)?;
    if let Some(directory) = &options.device_library_dir {
        device_libraries::append(&shared, directory, &mut produced)?;
    }
    produced.iter().for_each(|one| one.remarks.make(module, sink));
    let mismatches: Vec<String> = produced.iter().flat_map(|p| &p.mismatches).cloned().collect();
    let left_out: Vec<LeftOut> = produced.iter_mut().flat_map(|p| std::mem::take(&mut p.left_out)).collect();
    let summary = write_tables(&shared, module, produced, files)?;
    let undefined = match options.linking {
        Linking::SelfContained => checks::undefined(&mut analysis, &groups),
        Linking::BetweenImages => IndexMap::new(),
    };
    checks::report(&module.identifier(), mismatches.into_iter(), &undefined, sink);
    checks::report_in_no_image(&mut analysis, &groups, sink);
    left_out::report(&left_out, module, sink);
    Ok(summary)
}

/// The calls to lower; none where constants stay as they are.
fn spec_constant_calls<'m>(module: ModuleView<'m>, options: &Options) -> Calls<'m> {
    match options.split_options().spec_constants {
        SpecConstants::Lowered => Calls::find(module),
        SpecConstants::Kept => Calls::none(module),
    }
}

/// Writes the tables, last of all files, and keeps everything.
fn write_tables(
    shared: &Shared<'_>,
    module: ModuleView<'_>,
    produced: Vec<Produced>,
    mut files: Files,
) -> Result<Summary, Error> {
    let options = shared.options;
    let mut rows = Vec::new();
    for one in produced {
        rows.extend(one.rows);
        files.absorb(one.files)?;
    }
    // Both halves of an image come before both copies with defaults.
    rows.sort_by_key(|row| row.number);
    let images = rows.len();
    let mut tables = vec![Vec::with_capacity(images); shared.names.tables.len()];
    for row in rows {
        for (table, cells) in tables.iter_mut().zip(row.cells) {
            table.push(cells);
        }
    }
    let empty = shared.names.empty(options.extension());
    if tables.iter().flatten().any(|cells| cells[0].0 == empty) {
        let mut mover = Mover::new(module);
        let part = mover.part([], &module.identifier());
        let bytes = if options.text { part.view().print().into_bytes() } else { part.view().bitcode() };
        files.write(&empty, &bytes)?;
    }
    if options.ir_output_only {
        files.keep();
        return Ok(Summary { images, tables: Vec::new() });
    }
    for (path, rows) in shared.names.tables.iter().zip(&tables) {
        if files.has(path) {
            return Err(Error::SamePath { path: path.clone() });
        }
        files.write(path, &table(options, rows)?)?;
    }
    files.keep();
    Ok(Summary { images, tables: shared.names.tables.clone() })
}

/// The content of a table. Names of files are bytes, so it is text only if they are.
fn table(options: &Options, rows: &[Vec<Name>]) -> Result<Vec<u8>, TableError> {
    let mut columns = vec!["Code"];
    columns.extend(options.properties.then_some("Properties"));
    columns.extend(options.symbols.then_some("Symbols"));
    let mut table = FileTable::new(columns);
    let mut bytes = table.write().into_bytes();
    for row in rows {
        // Checks the cells; separators are the same in bytes.
        table.push_row(row.iter().map(|cell| cell.0.display().to_string()).collect())?;
        for (number, cell) in row.iter().enumerate() {
            bytes.extend((number > 0).then_some(b'|'));
            bytes.extend(cell.0.as_os_str().as_bytes());
        }
        bytes.push(b'\n');
    }
    Ok(bytes)
}

impl<'m> Analysis<'m> {
    /// Device globals that the entry points of each group reach.
    fn device_globals_by_group(&mut self, groups: &[Group]) -> Vec<Vec<Value<'m>>> {
        groups.iter().map(|group| self.reached_device_globals(group)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::{Error, TableError, WriteError};

    #[test]
    fn no_text_is_printed_twice() {
        let read = || crate::ir::OwnedModule::read(b"no module", "x.bc").err().expect("not a module");
        let written = || WriteError::new("x".as_ref(), std::io::ErrorKind::NotFound.into());
        let errors: [Error; 3] = [
            TableError::DuplicateColumn("Code".to_owned()).into(),
            written().into(),
            Error::Transform { number: 1, problem: read() },
        ];
        for error in errors {
            let text = error.to_string();
            let source = error.source().map(ToString::to_string);
            assert!(source.is_none_or(|source| !text.contains(&source)), "{text}");
        }
    }
}
