//! From a request to steps.
//!
//! ```text
//!  each host object ─► opt, sycl-front-end ─► an input, or a part of (members)
//!  inputs of a family ─► llvm-link ─► (members, device libraries) ─► (opt, constants) ─► opt, sycl-post-link
//!                                                                       ─► a table of images for each target
//!  each image of a target ─► (opt: sycl-device-pipeline, llvm-to-backend, or answers) ─► back end ─► validate
//!  all images ─► pack ─► (ld.lld, with code for the host)
//! ```
//!
//! Targets whose images come from the same run of the post-link step share it: those of one family with specialization
//! constants lowered in the same way. How many images there are is known only when that step has run, so a build has
//! two parts, [`link_and_split_steps`] and [`image_and_pack_steps`].
//!
//! | module | concept |
//! |---|---|
//! | `rows` | what the post-link step wrote |
//! | `asks` | whether code asks what its target is |
//! | `image` | the steps of one image |
//! | `pack` | the last step |

mod asks;
mod image;
mod pack;
mod rows;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use sycl_propset::PropertySetRegistry;
use sycl_propset::table::FileTable;

use super::PlanError;
use super::action::{Action, File, ImageId, ImageNumber, Part, StepKind};
use super::command::{Command, LinkModules, RunPasses};
use super::group::Group;
use super::names::MATHEMATICS;
use super::request::{DeviceCode, Fixed, Origin, Pack, Recipe};
use super::resolve::Resolved;
use super::target::{Architecture, Target};
use crate::jobs::Limit;
use image::{ImageName, image_steps};
use rows::COLUMNS;
use sycl_images::error::Error;
use sycl_images::output::DIRECTORY_LIST;

pub use pack::{EmbeddedIr, IrSource, embedded_ir, pack_steps};
pub(super) use rows::files_in_table;
pub use rows::{Row, read_rows};

/// Names of the user's texts in the work directory: the device configuration, the table of aspects.
const DEVICES: &str = "devices.json";
const ASPECTS: &str = "aspects.json";

/// The steps up to the tables of images. Groups of one family share what is linked.
#[must_use]
pub fn link_and_split_steps(resolved: &Resolved) -> Vec<Action> {
    let Resolved { recipe, groups, .. } = resolved;
    let mut steps = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let is_first = !groups[..number].iter().any(|other| other.code == group.code);
        if is_first && recipe.alone().is_none() {
            steps.extend(link_steps(recipe, group));
        }
        steps.push(post_link(recipe, group));
    }
    steps
}

/// Names in the work directory of inputs and libraries that steps cannot read from the user's files, before their
/// number.
const INPUT: &str = "input";
const LIBRARY: &str = "library";

fn code(kind: &str, number: usize, files: &[DeviceCode]) -> File {
    match &files[number].origin {
        Origin::File => File::Outside(files[number].file.clone()),
        Origin::Pipe(_) | Origin::HostObject { .. } => File::Work(copied_name(kind, number)),
    }
}

fn copied_name(kind: &str, number: usize) -> String {
    format!("{kind}-{number}.bc")
}

/// The constants that are set, in the work directory.
const CONSTANTS: &str = "constants.txt";

/// Description of this machine's processor, which code for it depends on.
const PROCESSOR: &str = "processor.txt";

/// Files that steps read besides the user's, by names in the work directory.
fn of_hosts(recipe: &Recipe) -> impl Iterator<Item = (String, Cow<'_, [u8]>)> {
    let target = recipe.targets.iter().find(|target| target.code == Architecture::Host);
    let library = target.filter(|_| !matches!(recipe.pack, Pack::Object { .. }));
    let library = library.and_then(|target| sycl_propset::needed::mathematics(&target.triple));
    let is_native = recipe.targets.iter().any(Target::is_native);
    let processor = is_native.then(|| sycl_store::processor::description().into_bytes());
    [(MATHEMATICS, library), (PROCESSOR, processor)]
        .into_iter()
        .filter_map(|(name, content)| Some((name.to_owned(), content?.into())))
}

/// Files of the user's that steps cannot read in their place: names in the work directory, and contents.
pub(super) fn copied(recipe: &Recipe) -> impl Iterator<Item = (String, Cow<'_, [u8]>)> {
    let constants = Some(&recipe.fixed.constants).filter(|text| !text.is_empty()).map(|text| (CONSTANTS, text));
    let devices = recipe.devices.as_ref().map(|devices| (DEVICES, &devices.text));
    let aspects = recipe.aspects.as_ref().map(|aspects| (ASPECTS, &aspects.text));
    let texts = [constants, devices, aspects].into_iter().flatten();
    let texts = texts.map(|(name, text)| (name.to_owned(), text.as_bytes()));
    copied_code(recipe).chain(texts).map(|(name, content)| (name, content.into())).chain(of_hosts(recipe))
}

fn copied_code(recipe: &Recipe) -> impl Iterator<Item = (String, &[u8])> {
    [(INPUT, &recipe.inputs), (LIBRARY, &recipe.libraries)].into_iter().flat_map(|(kind, files)| {
        let contents = files.iter().enumerate().filter_map(|(number, code)| Some((number, code.content()?)));
        contents.map(move |(number, content)| (copied_name(kind, number), content))
    })
}

fn link_steps(recipe: &Recipe, group: &Group) -> Vec<Action> {
    let name = group.code.name();
    let mut steps = Vec::new();
    let inputs = group.inputs.iter().map(|number| prepared(recipe, INPUT, *number, &mut steps)).collect();
    let link = LinkModules { inputs, output: format!("{name}-linked.bc") };
    steps.push(Action::new("llvm-link", StepKind::Link, name).does(Command::LinkModules(link)));
    if !group.libraries.is_empty() {
        let is_member = |number: &&usize| matches!(recipe.libraries[**number].origin, Origin::HostObject { .. });
        let (members, libraries): (Vec<&usize>, Vec<&usize>) = group.libraries.iter().partition(is_member);
        // Members of archives may need each other, so they are one library; of two definitions the first one counts.
        let mut members: Vec<File> =
            members.into_iter().map(|number| prepared(recipe, LIBRARY, *number, &mut steps)).collect();
        if members.len() > 1 {
            let merged = format!("{name}-members.bc");
            let mut merge = Action::new("llvm-link", StepKind::LinkMembers, name);
            for (number, member) in members.drain(..).rev().enumerate() {
                merge = merge.input(if number == 0 { "" } else { "--override=" }, member);
            }
            steps.push(merge.arguments(["-o"]).output("", merged.clone()));
            members.push(File::Work(merged));
        }
        // Only the code before them needs what libraries bring.
        let mut link = Action::new("llvm-link", StepKind::LinkLibraries, name);
        link = link.arguments(["--only-needed", "--internalize"]).input("", File::Work(format!("{name}-linked.bc")));
        let libraries = libraries.into_iter().map(|number| code(LIBRARY, *number, &recipe.libraries));
        link = members.into_iter().chain(libraries).fold(link, |link, library| link.input("", library));
        steps.push(link.arguments(["-o"]).output("", group.linked()));
    }
    if !recipe.fixed.is_empty() {
        steps.push(set_constants(recipe, group));
    }
    steps
}

/// The step that fixes what is known at build. What then cannot happen is gone before images are made and described.
fn set_constants(recipe: &Recipe, group: &Group) -> Action {
    let Fixed { constants, file: _, reflect, arguments, group_size } = &recipe.fixed;
    let mut step = Action::new("opt", StepKind::SetConstants, group.code.name());
    let mut passes = Vec::new();
    if !constants.is_empty() {
        // Values have characters that divide pipelines. What depends on the target is set later.
        passes.push(format!("sscp-ir-constants<unset=keep;set-file={CONSTANTS}>"));
        step = step.reads(File::Work(CONSTANTS.to_owned()));
    }
    if !reflect.is_empty() {
        let answers = reflect.iter().map(|answer| format!("set={answer}"));
        passes.push(pass("sscp-reflect", &["unknown=keep".to_owned()].into_iter().chain(answers).collect::<Vec<_>>()));
    }
    passes.push("sscp-prune".to_owned());
    let mut sizes = arguments.clone();
    sizes.extend(group_size.map(|[x, y, z]| format!("group-size={x}x{y}x{z}")));
    if !sizes.is_empty() {
        passes.extend([pass("sscp-specialize", &sizes), "sscp-prune".to_owned()]);
    }
    let run = passes_over(recipe, passes.join(","), Vec::new(), File::Work(group.linked()));
    let run = RunPasses { triple: known_triple(group), output: Some(group.finished(recipe)), ..run };
    step.does(Command::RunPasses(run))
}

/// Device code as it is linked: what the front end left to a pass goes through that first.
fn prepared(recipe: &Recipe, kind: &str, number: usize, steps: &mut Vec<Action>) -> File {
    let files = if kind == INPUT { &recipe.inputs } else { &recipe.libraries };
    let file = code(kind, number, files);
    if !files[number].needs_front_end {
        return file;
    }
    let prepared = format!("front-end-{}{number}.bc", if kind == INPUT { "" } else { "library-" });
    steps.push(front_end(recipe, &files[number], file, prepared.clone()));
    File::Work(prepared)
}

/// The step that prepares the device code of a translation unit.
fn front_end(recipe: &Recipe, code: &DeviceCode, input: File, output: String) -> Action {
    let subject = code.file.display().to_string();
    let (passes, reads) = front_end_pass(recipe);
    let run = RunPasses { output: Some(output), ..passes_over(recipe, passes, Vec::from_iter(reads), input) };
    Action::new("opt", StepKind::FrontEnd, subject).does(Command::RunPasses(run))
}

/// Passes over a module, of which only files come.
fn passes_over(recipe: &Recipe, passes: String, reads: Vec<File>, input: File) -> RunPasses {
    RunPasses {
        triple: None,
        plugin: recipe.plugin.clone(),
        passes: vec![Part::Text(passes)],
        reads,
        strips_debug_info: false,
        input,
        output: None,
    }
}

/// The pass that prepares the device code of a translation unit, and a file that it reads.
fn front_end_pass(recipe: &Recipe) -> (String, Option<File>) {
    let aspects = recipe.aspects.as_ref().map(|_| File::Work(ASPECTS.to_owned()));
    let parameters: Vec<String> = aspects.iter().map(|_| format!("aspects={ASPECTS}")).collect();
    (pass("sycl-front-end", &parameters), aspects)
}

/// A pass as pipelines name it.
fn pass(name: &str, parameters: &[String]) -> String {
    if parameters.is_empty() { name.to_owned() } else { format!("{name}<{}>", parameters.join(";")) }
}

/// LLVM 22 has no back end for the triples of SPIR.
fn known_triple(group: &Group) -> Option<String> {
    group.code.is_spirv().then(|| group.code.triple().to_owned())
}

/// The parameters of the post-link step that say which functions are entry points beside kernels.
const IMAGES_IMPORT: &str = "allow-device-image-dependencies";
const ONLY_KERNELS: &str = "emit-only-kernels-as-entry-points";

/// The parameter of the post-link step that says whose numbers of aspects the properties have.
const BUILT_IN_ASPECTS: &str = "built-in-aspects";

/// The parameter of the post-link step that says nothing of undefined functions.
const NO_UNDEFINED: &str = "suppress-undefined-func-warnings";

/// The pass that links functions of the library for SPIR-V.
const BUILT_IN_FUNCTIONS: &str = "link-builtins<undefined=keep>";

/// The pass that writes what LLVM's back end for SPIR-V gets wrong so that it gets it right.
const SPIRV_LEGALIZE: &str = "spirv-legalize";
/// Its parameters: what the runtime of <sycl/sycl.hpp> passes, local memory of any size, and what of a program others
/// know.
const LOCAL_MEMORY_ARGUMENT: &str = "local-memory-argument";
const KNOWN_KERNELS: &str = "only-kernels";

fn post_link(recipe: &Recipe, group: &Group) -> Action {
    let mut parameters = vec![format!("split={}", recipe.split), format!("spec-const={}", group.spec_constants)];
    let described = [
        "symbols",
        "properties",
        "emit-param-info",
        "emit-program-metadata",
        "emit-kernel-names",
        "emit-aspect-names",
        "emit-exported-symbols",
        "emit-imported-symbols",
        "device-globals",
    ];
    parameters.extend(described.map(str::to_owned));
    parameters.extend(recipe.post_link.iter().cloned());
    let is_of_front_end = group.inputs.iter().any(|number| recipe.inputs[*number].needs_front_end);
    // As DPC++'s driver has it: what no kernel calls is not there, unless images may import it.
    if is_of_front_end && !recipe.post_link.iter().any(|parameter| parameter == IMAGES_IMPORT) {
        parameters.push(ONLY_KERNELS.to_owned());
    }
    let has_only_kernels = parameters.iter().any(|parameter| parameter == ONLY_KERNELS);
    // The host device and the runtime of <sycl/sycl.hpp> have the numbers of the built-in table, others those of the
    // code.
    let has_its_numbers = |target: &Target| matches!(target.code, Architecture::Host | Architecture::Generic);
    if group.targets.iter().all(|number| has_its_numbers(&recipe.targets[*number])) {
        parameters.push(BUILT_IN_ASPECTS.to_owned());
    }
    // Retargeting finds what its targets have, and refuses what is undefined then.
    if group.is_retargeted && !recipe.post_link.iter().any(|parameter| parameter == NO_UNDEFINED) {
        parameters.push(NO_UNDEFINED.to_owned());
    }
    // The first table names the images.
    parameters.push(format!("o={}", group.table()));
    let mut tables = vec![group.table()];
    for target in group.targets.iter().map(|number| &recipe.targets[*number]) {
        let Some(device) = &target.device else { continue };
        // Processors of a host are one device, which has one table.
        if !tables.contains(&group.table_for(target)) {
            parameters.push(format!("o={device}:{}", group.table_for(target)));
            tables.push(group.table_for(target));
        }
    }
    let tables = tables.iter().filter_map(|table| table.rsplit_once('/')).map(|(_, name)| name.to_owned()).collect();
    let alone = recipe.alone();
    let subject = alone.map_or_else(|| group.directory(), |code| code.file.display().to_string());
    let mut reads = Vec::from_iter(recipe.devices.as_ref().map(|_| File::Work(DEVICES.to_owned())));
    let devices = recipe.devices.as_ref().map(|_| format!("devices={DEVICES}"));
    parameters.extend(devices.iter().cloned());
    let mut passes = vec![pass("sycl-post-link", &parameters)];
    // What code calls by names of C, AdaptiveCpp or OpenCL C is made of SPIR-V's instructions. Other targets have
    // libraries of their own, later.
    if group.code.is_spirv() && !group.is_retargeted {
        let parameters =
            [recipe.is_for_our_runtime().then_some(LOCAL_MEMORY_ARGUMENT), has_only_kernels.then_some(KNOWN_KERNELS)];
        let parameters: Vec<String> = parameters.into_iter().flatten().map(str::to_owned).collect();
        passes.splice(0..0, [BUILT_IN_FUNCTIONS.to_owned(), pass(SPIRV_LEGALIZE, &parameters)]);
    }
    // Only here it is known what functions of other translation units need. Front ends that have inferred aspects
    // themselves know no fixed targets.
    if is_of_front_end || !recipe.fixed_targets.is_empty() {
        let fixed =
            (!recipe.fixed_targets.is_empty()).then(|| format!("fixed-targets={}", recipe.fixed_targets.join(":")));
        let parameters: Vec<String> = fixed.into_iter().chain(devices).collect();
        passes.insert(0, pass("aspect-propagation", &parameters));
    }
    if is_of_front_end {
        passes.insert(0, "sycl-front-end<linked>".to_owned());
    }
    let input = match alone {
        Some(_) => {
            let (prepare, aspects) = front_end_pass(recipe);
            passes.insert(0, prepare);
            reads.extend(aspects);
            code(INPUT, 0, &recipe.inputs)
        }
        None => File::Work(group.finished(recipe)),
    };
    reads.extend(recipe.post_link_inputs.iter().cloned().map(File::Outside));
    let run = RunPasses { triple: known_triple(group), ..passes_over(recipe, passes.join(","), reads, input) };
    Action::new("opt", StepKind::PostLink, subject)
        .does(Command::RunPasses(run))
        .writes_in(format!("{}/split", group.directory()), tables)
}

/// An image of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Identity of the image.
    pub id: ImageId,
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
pub(super) fn result_names(recipe: &Recipe) -> Vec<String> {
    recipe.targets.iter().map(final_table_name).chain([DIRECTORY_LIST.to_owned()]).collect()
}

/// The second part of a build.
#[derive(Debug)]
pub struct ImageSteps {
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
pub fn image_and_pack_steps(
    resolved: &Resolved,
    work: &Path,
    output: &str,
    limit: &Limit,
) -> Result<ImageSteps, Error> {
    let (mut steps, mut tables, mut images) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_made = BTreeSet::new();
    let embedded = embedded_ir(&resolved.recipe, &resolved.groups);
    let mut bitcode = Vec::new();
    for (index, target, group) in resolved.targets() {
        let mut table = FileTable::new(COLUMNS);
        let ir = embedded.iter().find(|ir| ir.source == IrSource::Target(index));
        let mut table_of_ir = FileTable::new(COLUMNS);
        for (position, row) in read_rows(work, &group.table_for(target), limit)?.into_iter().enumerate() {
            let id = ImageId { target: index, number: ImageNumber(position) };
            // Rows that the target cannot take share one empty image, unless images hold their properties.
            let is_shared = row.is_empty && target.code != Architecture::Host;
            let name = if is_shared { ImageName::Empty } else { ImageName::Number(id.number) };
            let made = image_steps(resolved, index, name, &row);
            if is_made.insert(made.file.clone()) {
                steps.extend(made.steps);
            }
            let cells = |file: &String| vec![file.clone(), row.properties.clone(), row.symbols.clone()];
            table.push_row(cells(&made.file))?;
            if ir.is_some() {
                table_of_ir.push_row(cells(&made.before_programs))?;
                bitcode.push(made.before_programs);
            }
            images.push(Image { id, row, file: made.file });
        }
        tables.push((final_table_name(target), table.write()));
        tables.extend(ir.map(|ir| (ir.table(), table_of_ir.write())));
    }
    if images.is_empty() && resolved.recipe.pack == Pack::Bundle {
        return Err(PlanError::NoImages.into());
    }
    let mut read: Vec<String> = Vec::new();
    for image in &images {
        read.extend([&image.file, &image.row.properties, &image.row.symbols].map(String::clone));
    }
    for ir in &embedded {
        if let IrSource::PostLink(group) = ir.source {
            let rows = read_rows(work, &group.table(), limit)?;
            read.extend(rows.into_iter().flat_map(|row| [row.code, row.properties, row.symbols]));
        }
    }
    read.extend(bitcode);
    let checks = steps.iter().filter(|step| step.title.kind == StepKind::Validate);
    read.extend(checks.flat_map(Action::output_files).cloned());
    let objects = images.iter().filter(|image| resolved.recipe.targets[image.id.target].code == Architecture::Host);
    let objects: Vec<String> = objects.map(|image| image.file.clone()).collect();
    let packing = pack_steps(resolved, output, &objects).into_iter();
    steps.extend(packing.map(|step| read.iter().fold(step, |step, file| step.reads(File::Work(file.clone())))));
    Ok(ImageSteps { steps, tables, images })
}

/// All steps, with those for images as they are for one, `N`, of each target.
#[must_use]
pub fn sample_steps(resolved: &Resolved) -> Vec<Action> {
    let mut steps = link_and_split_steps(resolved);
    for group in &resolved.groups {
        for target in &group.targets {
            steps.extend(sample_image_steps(resolved, *target));
        }
    }
    steps.extend(sample_pack_steps(resolved, "result"));
    steps
}

/// The steps that pack one image, `N`, of each target.
#[must_use]
pub fn sample_pack_steps(resolved: &Resolved, output: &str) -> Vec<Action> {
    let hosts = resolved.targets().filter(|(_, target, _)| target.code == Architecture::Host);
    let objects: Vec<String> = hosts.map(|(index, ..)| sample_image(resolved, index).file).collect();
    pack_steps(resolved, output, &objects)
}

/// The steps of one image, `N`, of a target.
#[must_use]
pub fn sample_image_steps(resolved: &Resolved, target: usize) -> Vec<Action> {
    sample_image(resolved, target).steps
}

fn sample_image(resolved: &Resolved, target: usize) -> image::ImageSteps {
    let (_, group) = resolved.target(target);
    let file = |extension: &str| format!("{}/split/image_N.{extension}", group.directory());
    let row = Row {
        code: file("bc"),
        properties: file("prop"),
        symbols: file("sym"),
        kernels: Vec::new(),
        registry: PropertySetRegistry::new(),
        asks: false,
        is_empty: false,
    };
    image_steps(resolved, target, ImageName::Any, &row)
}
