//! From what is asked for to steps.
//!
//! ```text
//!  inputs of a family ─► llvm-link ─► (device libraries) ─► opt, sycl-post-link ─► a table of images for each target
//!  each image of a target ─► (opt, sycl-device-pipeline) ─► back end ─► validate
//!  all images ─► pack
//! ```
//!
//! Targets whose images come from the same run of the post-link step share it: those of one family with specialization
//! constants lowered in the same way. How many images there are is known only when that step has run, so a build has two
//! parts, [`front_steps`] and [`back_steps`].

use std::path::Path;

use sycl_propset::table::FileTable;
use sycl_propset::{PropertySetRegistry, SetName};

use super::action::{Action, File};
use super::back_end::{ImageNumber, image_steps};
use super::group::Group;
use super::request::{CudaImage, DeviceCode, Pack, Request};
use super::target::{Family, Target};
use super::tools::PACKAGER;
use crate::error::Error;
use crate::output::DIRECTORY_LIST;
use crate::properties;

/// The name of a user's device configuration in the work directory.
pub const DEVICES: &str = "devices.json";

/// The steps up to the tables of images. Groups of one family share what is linked.
#[must_use]
pub fn front_steps(request: &Request, groups: &[Group]) -> Vec<Action> {
    let mut steps = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let is_first = !groups[..number].iter().any(|other| other.family == group.family);
        if is_first {
            steps.extend(link_steps(request, group));
        }
        steps.push(post_link(request, group));
    }
    steps
}

/// What inputs and libraries that were read from pipes are called in the work directory, before their number.
const INPUT: &str = "input";
const LIBRARY: &str = "library";

fn code(kind: &str, number: usize, files: &[DeviceCode]) -> File {
    match &files[number].content {
        None => File::Outside(files[number].file.clone()),
        Some(_) => File::Work(piped_name(kind, number)),
    }
}

fn piped_name(kind: &str, number: usize) -> String {
    format!("{kind}-{number}.bc")
}

/// Device code that was read from pipes: names in the work directory, and contents.
pub(super) fn piped(request: &Request) -> impl Iterator<Item = (String, &[u8])> {
    [(INPUT, &request.inputs), (LIBRARY, &request.libraries)].into_iter().flat_map(|(kind, files)| {
        let contents = files.iter().enumerate().filter_map(|(number, code)| Some((number, code.content.as_deref()?)));
        contents.map(move |(number, content)| (piped_name(kind, number), content))
    })
}

fn link_steps(request: &Request, group: &Group) -> Vec<Action> {
    let name = group.family.name();
    let mut link = Action::new("llvm-link", format!("{name}: link"));
    for number in &group.inputs {
        link = link.input("", code(INPUT, *number, &request.inputs));
    }
    let mut steps = vec![link.arguments(["-o"]).output("", format!("{name}-linked.bc"))];
    if !group.libraries.is_empty() {
        // What libraries bring is needed by the code before them; it is nobody else's.
        let mut link = Action::new("llvm-link", format!("{name}: link device libraries"));
        link = link.arguments(["--only-needed", "--internalize"]).input("", File::Work(format!("{name}-linked.bc")));
        for number in &group.libraries {
            link = link.input("", code(LIBRARY, *number, &request.libraries));
        }
        steps.push(link.arguments(["-o"]).output("", group.linked()));
    }
    steps
}

fn post_link(request: &Request, group: &Group) -> Action {
    let mut parameters = vec![format!("split={}", request.split), format!("spec-const={}", group.spec_constants)];
    let described = [
        "symbols",
        "properties",
        "emit-param-info",
        "emit-program-metadata",
        "emit-kernel-names",
        "emit-exported-symbols",
        "emit-imported-symbols",
        "device-globals",
    ];
    parameters.extend(described.map(str::to_owned));
    parameters.extend(request.post_link.iter().cloned());
    // The first table names the images.
    parameters.push(format!("o={}", group.table()));
    let mut tables = vec![group.table()];
    for target in group.targets.iter().map(|number| &request.targets[*number]) {
        if let Some(device) = &target.device {
            parameters.push(format!("o={device}:{}", group.table_for(target)));
            tables.push(group.table_for(target));
        }
    }
    let tables = tables.iter().filter_map(|table| table.rsplit_once('/')).map(|(_, name)| name.to_owned()).collect();
    let mut step = Action::new("opt", format!("{}: post-link", group.directory()));
    if group.family.is_spirv() {
        // LLVM 22 has no back end for the triples of SPIR.
        step = step.arguments([format!("-mtriple={}", group.family.triple())]);
    }
    step = step.input("-load-pass-plugin=", File::Outside(request.plugin.clone()));
    if request.devices.is_some() {
        parameters.push(format!("devices={DEVICES}"));
        step = step.reads(File::Work(DEVICES.to_owned()));
    }
    step = request.post_link_inputs.iter().fold(step, |step, file| step.reads(File::Outside(file.clone())));
    step.arguments([format!("-passes=sycl-post-link<{}>", parameters.join(";")), "-disable-output".to_owned()])
        .input("", File::Work(group.linked()))
        .writes_in(format!("{}/split", group.directory()), tables)
}

/// A row of a table of images, with names relative to the work directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Bitcode.
    pub code: String,
    /// Properties.
    pub properties: String,
    /// Symbols.
    pub symbols: String,
    /// Kernels, by the properties.
    pub kernels: Vec<String>,
    /// All properties.
    pub registry: PropertySetRegistry,
    /// The target lacks something that the image needs; the code is that of an empty module.
    pub is_empty: bool,
}

/// The files that a table of the post-link step names.
///
/// # Errors
/// [`Error`] for a table that cannot be read.
pub(super) fn files_in_table(work: &Path, table: &str) -> Result<Vec<String>, Error> {
    let table = crate::image::read_table_file(&work.join(table))?;
    let rows = 0..table.rows().len();
    let cells = rows.flat_map(|row| ["Code", "Properties", "Symbols"].map(|column| table.cell(column, row)));
    cells.map(|cell| cell.map(str::to_owned).map_err(|e| Error::Input(e.to_string()))).collect()
}

/// Reads a table that the post-link step wrote.
///
/// # Errors
/// [`Error`] for a table or properties that cannot be read.
pub fn read_rows(work: &Path, table: &str) -> Result<Vec<Row>, Error> {
    let table = crate::image::read_table_file(&work.join(table))?;
    let cell = |table: &FileTable, column: &str, row: usize| {
        table.cell(column, row).map(str::to_owned).map_err(|e| Error::Input(e.to_string()))
    };
    let mut rows = Vec::new();
    for row in 0..table.rows().len() {
        let (code, properties) = (cell(&table, "Code", row)?, cell(&table, "Properties", row)?);
        let registry = properties::load(&work.join(&properties))?;
        let kernels = properties::names(&registry, &SetName::KernelNames).map(str::to_owned).collect();
        let is_empty = code.ends_with("_empty.bc");
        rows.push(Row { code, properties, symbols: cell(&table, "Symbols", row)?, kernels, registry, is_empty });
    }
    Ok(rows)
}

/// An image of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The number of the target.
    pub target: usize,
    /// The row of the target's table.
    pub row: Row,
    /// The finished image.
    pub file: String,
}

/// The table of a target's finished images.
#[must_use]
pub fn final_table_name(target: &Target) -> String {
    format!("{}.table", target.directory())
}

/// Names of files that a result has in any case, if it is a directory.
pub(super) fn result_names(request: &Request) -> Vec<String> {
    request.targets.iter().map(final_table_name).chain([DIRECTORY_LIST.to_owned()]).collect()
}

/// The second part of a build.
#[derive(Debug)]
pub struct Back {
    /// The steps.
    pub steps: Vec<Action>,
    /// Tables of finished images, which the last step reads: name and text.
    pub tables: Vec<(String, String)>,
    /// The images.
    pub images: Vec<Image>,
}

/// The steps from tables of images to the result, with the tables that they read, and what the images are. `output` is
/// the name of the result: in the work directory, or the user's.
///
/// # Errors
/// [`Error`] for tables that cannot be read, and for an OffloadBinary of no images.
pub fn back_steps(request: &Request, groups: &[Group], work: &Path, output: &str) -> Result<Back, Error> {
    let (mut steps, mut tables, mut images) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_made = std::collections::BTreeSet::new();
    for (number, target) in request.targets.iter().enumerate() {
        let Some(group) = groups.iter().find(|group| group.targets.contains(&number)) else { continue };
        let mut table = FileTable::new(["Code", "Properties", "Symbols"]);
        for (position, row) in read_rows(work, &group.table_for(target))?.into_iter().enumerate() {
            // Rows that the target cannot take share one empty image.
            let image = if row.is_empty { ImageNumber::Empty } else { ImageNumber::Row(position) };
            let (actions, file) = image_steps(request, number, image, &row);
            if is_made.insert(file.clone()) {
                steps.extend(actions);
            }
            let cells = vec![file.clone(), row.properties.clone(), row.symbols.clone()];
            table.push_row(cells).map_err(|e| Error::Input(e.to_string()))?;
            images.push(Image { target: number, row, file });
        }
        tables.push((final_table_name(target), table.write()));
    }
    if images.is_empty() && request.pack == Pack::Bundle {
        let message = "found no kernels and no exported functions; expected at least one for an OffloadBinary";
        return Err(Error::Input(message.to_owned()));
    }
    let mut pack = pack_step(request, groups, output);
    for image in &images {
        let files = [&image.file, &image.row.properties, &image.row.symbols];
        pack = files.into_iter().fold(pack, |pack, file| pack.reads(File::Work(file.clone())));
    }
    for group in groups.iter().filter(|group| embeds(request, group)) {
        for row in read_rows(work, &group.table())? {
            let files = [row.code, row.properties, row.symbols];
            pack = files.into_iter().fold(pack, |pack, file| pack.reads(File::Work(file)));
        }
    }
    let stamps: Vec<String> =
        steps.iter().flat_map(|step| step.output_files()).filter(|f| f.ends_with(".valid")).cloned().collect();
    pack = stamps.into_iter().fold(pack, |pack, stamp| pack.reads(File::Work(stamp)));
    steps.push(pack);
    Ok(Back { steps, tables, images })
}

/// Whether the bitcode of a group's images is packed.
#[must_use]
pub fn embeds(request: &Request, group: &Group) -> bool {
    request.embeds_ir && !group.family.is_spirv()
}

/// A table of images as the packing step takes it.
struct Packed {
    table: String,
    name: String,
    triple: String,
    arch: String,
    runtime_target: String,
    /// Code of the device rather than something that is compiled at run time.
    is_native: bool,
}

/// The step that packs all tables.
#[must_use]
pub fn pack_step(request: &Request, groups: &[Group], output: &str) -> Action {
    let mut packed: Vec<Packed> = request
        .targets
        .iter()
        .map(|target| Packed {
            table: final_table_name(target),
            name: target.directory(),
            triple: target.triple.clone(),
            arch: target.processor.clone().unwrap_or_default(),
            runtime_target: target.runtime_target.clone(),
            is_native: match target.family {
                Family::Nvptx64 | Family::Nvptx => request.cuda_image == CudaImage::Cubin,
                _ => !target.is_portable(),
            },
        })
        .collect();
    packed.extend(groups.iter().filter(|group| embeds(request, group)).map(|group| Packed {
        table: group.table(),
        name: format!("llvm_{}", group.family.name()),
        triple: group.family.triple().to_owned(),
        arch: String::new(),
        runtime_target: format!("llvm_{}", group.family.name()),
        is_native: false,
    }));
    let mut step = Action::new(PACKAGER, "pack");
    step = step.arguments(match &request.pack {
        Pack::Object { .. } => vec!["wrap"],
        Pack::Syclbin { .. } => vec!["syclbin", "create"],
        Pack::Bundle => vec!["bundle"],
        Pack::Directory => vec!["collect"],
    });
    for table in packed {
        step = step.input("--table=", File::Work(table.table));
        step = step.arguments(match &request.pack {
            Pack::Object { .. } => vec![format!("--target={}", table.runtime_target)],
            // What the runtime calls SPIR-V.
            Pack::Syclbin { .. } => vec![
                format!("--target={}", table.triple.replace("spirv", "spir")),
                format!("--arch={}", if table.is_native { table.arch.as_str() } else { "" }),
            ],
            Pack::Bundle => vec![format!("--triple={}", table.triple), format!("--arch={}", table.arch)],
            Pack::Directory => vec![format!("--name={}", table.name)],
        });
    }
    step = step.arguments(match &request.pack {
        Pack::Object { host } => vec![format!("--host={host}")],
        Pack::Syclbin { state } => vec![format!("--state={state}")],
        Pack::Bundle | Pack::Directory => Vec::new(),
    });
    if matches!(request.pack, Pack::Object { .. } | Pack::Bundle) {
        for (option, value) in [("--compile-opts", &request.compile_options), ("--link-opts", &request.link_options)] {
            if !value.is_empty() {
                step = step.arguments([format!("{option}={value}")]);
            }
        }
    }
    match request.pack {
        Pack::Directory => {
            step.arguments([format!("--output={output}")]).writes_in(output.to_owned(), result_names(request))
        }
        _ => step.output("--output=", output.to_owned()),
    }
}
