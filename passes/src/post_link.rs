//! The whole post-link step: split, lower specialization constants, describe, write.
//!
//! | reads  | a linked device module |
//! | writes | per image `<prefix>_<n>.bc` (or `.ll`), `.prop`, `.sym`; the table that lists them, last |
//! | keeps  | the module |
//!
//! Images are streamed: one is in memory at a time. An image that needs no transformation is written straight from the
//! split; others are read into a context of their own first.

use std::path::{Path, PathBuf};

use sycl_propset::{PropertySetRegistry, symbols, table::FileTable};

use crate::{
    device_code_split::{self, Analysis, Image, Linking, SpecConstants},
    diagnostic::{Severity, Sink},
    ir::{
        GlobalId, ModuleView, OwnedModule, ReadError, Requests, Value,
        kernels::{demangle, is_user_name},
        metadata,
    },
    options::{Options, PropertyForms},
    output::{Files, WriteError},
    properties::{self, Content},
    spec_constants::{self, Calls, Lowered, Mode},
};

/// Why a module could not be processed. No file of the run is left then.
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
    Table(String),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// LLVM does not read back what it wrote.
    #[error("image {number} cannot be transformed: {source}")]
    Image {
        /// Number of the image.
        number: usize,
        /// LLVM's words.
        source: ReadError,
    },
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
    /// No name for the table.
    #[error("module '{module}' gives no name for the table; expected the parameter 'o=<table file>'")]
    NoOutput {
        /// The module's identifier.
        module: String,
    },
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of images.
    pub images: usize,
    /// Tables, in the order of the options.
    pub tables: Vec<PathBuf>,
}

/// Names of a run's files.
struct Names {
    /// Directory and stem that image files start with.
    prefix: PathBuf,
    tables: Vec<PathBuf>,
}

impl Names {
    fn of(module: ModuleView<'_>, options: &Options) -> Result<Self, Error> {
        let mut tables: Vec<PathBuf> = options.outputs.iter().map(|o| o.path.clone()).collect();
        if tables.is_empty() {
            let identifier = module.identifier();
            let stem = Path::new(&identifier).file_stem().filter(|_| !identifier.starts_with(['<', '-']));
            let Some(stem) = stem else { return Err(Error::NoOutput { module: identifier }) };
            let mut name = stem.to_owned();
            name.push(".files");
            tables.push(name.into());
        }
        let first = &tables[0];
        let directory = options.out_dir.clone().or_else(|| first.parent().map(Path::to_owned)).unwrap_or_default();
        let stem = first.file_stem().unwrap_or_default();
        Ok(Self { prefix: directory.join(stem), tables })
    }

    fn file(&self, number: usize, extension: &str) -> PathBuf {
        let mut name = self.prefix.clone().into_os_string();
        name.push(format!("_{number}.{extension}"));
        name.into()
    }
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
    let names = Names::of(module, options)?;
    let mut analysis = Analysis::of(module, options.split_options())?;
    let groups = analysis.groups(options.split);
    log::info!("{}: {} images", module.identifier(), groups.len());

    let mut run = Run::new(module, options, names);
    if options.device_globals && groups.len() > 1 {
        properties::check_image_scope(&analysis.device_globals_by_group(&groups))?;
    }
    let calls = match options.split_options().spec_constants {
        SpecConstants::Lowered => Some(Calls::find(module)?),
        SpecConstants::Kept => None,
    };
    let requests = |analysis: &Analysis<'_>, members: &[GlobalId]| match &calls {
        Some(calls) if options.lowers_in_parts() && calls.can_lower_in_part(analysis.functions_of(members)) => {
            Requests::Lowered
        }
        _ => Requests::Followed,
    };
    analysis.split(&groups, requests, |analysis, mut image| run.image(analysis, &mut image, calls.as_ref()))?;
    run.warn_of_undefined(sink);
    run.finish()
}

struct Run<'o> {
    options: &'o Options,
    /// Identifier of the module.
    module: String,
    names: Names,
    files: Files,
    rows: Vec<Vec<String>>,
    /// Undefined functions with the first kernel of each image that needs them.
    undefined: indexmap::IndexMap<String, Vec<String>>,
}

/// An image's IR, ready to be written.
struct Code {
    bytes: Vec<u8>,
    constants: Vec<Lowered>,
}

impl<'o> Run<'o> {
    fn new(module: ModuleView<'_>, options: &'o Options, names: Names) -> Self {
        let module = module.identifier();
        Self { options, module, names, files: Files::default(), rows: Vec::new(), undefined: indexmap::IndexMap::new() }
    }

    fn image<'m>(
        &mut self,
        analysis: &Analysis<'m>,
        image: &mut Image<'_, '_, 'm>,
        calls: Option<&Calls<'m>>,
    ) -> Result<(), Error> {
        self.note_undefined(analysis, image);
        let symbols: Vec<String> = image.entry_points.iter().map(|id| analysis.global(*id).name()).collect();
        let mut content = Content {
            analysis,
            members: image.members,
            entry_points: image.entry_points,
            constants: &[],
            defaults_only: false,
        };
        if image.requests != Some(Requests::Followed) && !image.needs_cleanup {
            let mut constants = Vec::new();
            if let (Some(Requests::Lowered), Some(calls), Some(mode)) =
                (image.requests, calls, self.options.spec_constants)
            {
                let functions = analysis.functions_of(image.members);
                constants = image.part.edit(|editor| spec_constants::lower_part(editor, calls, functions, mode))?;
            }
            content.constants = &constants;
            let bytes = if self.options.text { image.part.print().into_bytes() } else { image.part.bitcode() };
            return self.write(&bytes, &content, &symbols);
        }
        let number = image.number;
        let has_constants = image.requests.is_some();
        let bitcode = image.part.bitcode();
        let lowering = self.options.spec_constants.filter(|_| has_constants);
        let code = self.transform(&bitcode, number, lowering)?;
        content.constants = &code.constants;
        content.defaults_only = lowering == Some(Mode::DefaultValues);
        self.write(&code.bytes, &content, &symbols)?;
        if self.options.default_spec_constant_images && has_constants {
            let code = self.transform(&bitcode, number, Some(Mode::DefaultValues))?;
            content.constants = &[];
            content.defaults_only = true;
            self.write(&code.bytes, &content, &symbols)?;
        }
        Ok(())
    }

    /// Lowers an image in a context of its own and drops what that made dead.
    fn transform(&self, bitcode: &[u8], number: usize, lowering: Option<Mode>) -> Result<Code, Error> {
        let failed = |source| Error::Image { number, source };
        let mut module = OwnedModule::read(bitcode, "image").map_err(failed)?;
        let mut constants = Vec::new();
        if let Some(mode) = lowering {
            constants = spec_constants::run(&mut module.editor(), mode)?.constants;
        }
        module.run_passes("globaldce,strip-dead-prototypes").map_err(failed)?;
        let bytes = if self.options.text { module.view().print().into_bytes() } else { module.bitcode() };
        Ok(Code { bytes, constants })
    }

    /// Writes one row: IR, properties, symbols. The number of a row is that of its files.
    fn write(&mut self, ir: &[u8], content: &Content<'_, '_>, symbols: &[String]) -> Result<(), Error> {
        let number = self.rows.len();
        let mut row = Vec::new();
        let code = self.names.file(number, if self.options.text { "ll" } else { "bc" });
        self.files.write(&code, ir)?;
        row.push(code.display().to_string());
        if self.options.properties {
            let registry = properties::describe(content, self.options)?;
            row.push(self.write_properties(number, &registry)?);
        }
        if self.options.symbols {
            let path = self.names.file(number, "sym");
            let text = symbols::write(symbols).map_err(Error::from)?;
            self.files.write(&path, text.as_bytes())?;
            row.push(path.display().to_string());
        }
        self.rows.push(row);
        Ok(())
    }

    fn write_properties(&mut self, number: usize, registry: &PropertySetRegistry) -> Result<String, Error> {
        let text = self.names.file(number, "prop");
        let json = self.names.file(number, "prop.json");
        let forms = self.options.property_forms;
        if forms != PropertyForms::Json {
            self.files.write(&text, sycl_propset::text::write(registry)?.as_bytes())?;
        }
        if forms != PropertyForms::Text {
            self.files.write(&json, sycl_propset::json::write(registry).as_bytes())?;
        }
        Ok(if forms == PropertyForms::Json { json } else { text }.display().to_string())
    }

    fn note_undefined<'m>(&mut self, analysis: &Analysis<'m>, image: &Image<'_, '_, 'm>) {
        if self.options.linking == Linking::BetweenImages {
            return;
        }
        let undefined = image.members.iter().map(|id| analysis.global(*id)).filter(|g| {
            g.is_function() && g.is_declaration() && is_user_name(&g.name()) && !device_code_split::was_virtual(*g)
        });
        for function in undefined {
            let kernels = self.undefined.entry(function.name()).or_default();
            kernels.extend(image.entry_points.first().map(|id: &GlobalId| analysis.global(*id).name()));
        }
    }

    /// One warning a function, whatever the number of images that need it.
    fn warn_of_undefined(&self, sink: &mut dyn Sink) {
        for (function, kernels) in &self.undefined {
            let users = match kernels.as_slice() {
                [] => String::new(),
                [one] => format!(" (needed by `{}`)", demangle(one)),
                [first, rest @ ..] => {
                    let images = if rest.len() == 1 { "image" } else { "images" };
                    format!(" (needed by `{}` and {} more {images})", demangle(first), rest.len())
                }
            };
            let function = demangle(function);
            sink.report(
                Severity::Warning,
                &format!(
                    "Undefined function {function} found in {}{users}. This may result in runtime errors.",
                    self.module
                ),
            );
        }
    }

    fn finish(mut self) -> Result<Summary, Error> {
        let mut columns = vec!["Code".to_owned()];
        if self.options.properties {
            columns.push("Properties".to_owned());
        }
        if self.options.symbols {
            columns.push("Symbols".to_owned());
        }
        let images = self.rows.len();
        let mut table = FileTable::new(columns);
        for row in std::mem::take(&mut self.rows) {
            table.push_row(row).map_err(|e| Error::Table(e.to_string()))?;
        }
        let text = table.write();
        for path in &self.names.tables {
            self.files.write(path, text.as_bytes())?;
        }
        self.files.keep();
        Ok(Summary { images, tables: self.names.tables })
    }
}

impl<'m> Analysis<'m> {
    /// Device globals that the entry points of each group reach.
    fn device_globals_by_group(&mut self, groups: &[device_code_split::Group]) -> Vec<Vec<Value<'m>>> {
        groups.iter().map(|group| self.reached_device_globals(group)).collect()
    }
}
