//! The last steps: all images become one file or directory.
//!
//! In an object, images for hosts are code like any other: the linker puts them beside what registers the other images,
//! which is not there if there are no others. So a program with host images alone needs no runtime.

use sycl_propset::triple;

use super::super::action::{Action, File, StepKind};
use super::super::command::{Command, Wrap, with_run_time_options};
use super::super::group::Group;
use super::super::request::{Pack, Recipe, Registration};
use super::super::resolve::{CudaCode, Resolved};
use super::super::target::{Architecture, Target};
use super::super::tools::PACKAGER;
use super::{final_table_name, result_names};

/// Bitcode that is packed beside the images of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbeddedIr<'a> {
    /// The family.
    pub code: Architecture,
    /// Its source.
    pub source: IrSource<'a>,
}

/// Sources of bitcode that is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IrSource<'a> {
    /// A result of the post-link step, for the family already.
    PostLink(&'a Group),
    /// Generic code after it became code for the target of this number, the first of its family.
    Target(usize),
}

impl EmbeddedIr<'_> {
    /// Its name in the runtime and in containers.
    fn name(&self) -> String {
        format!("llvm_{}", self.code.name())
    }

    /// The table of its modules.
    #[must_use]
    pub fn table(&self) -> String {
        match self.source {
            IrSource::PostLink(group) => group.table(),
            IrSource::Target(_) => format!("{}.table", self.name()),
        }
    }
}

/// The bitcode that is packed, if any is.
#[must_use]
pub fn embedded_ir<'a>(recipe: &Recipe, groups: &'a [Group]) -> Vec<EmbeddedIr<'a>> {
    let mut embedded: Vec<EmbeddedIr<'a>> = Vec::new();
    for group in groups.iter().filter(|_| recipe.embeds_ir) {
        if !group.code.is_spirv() {
            embedded.push(EmbeddedIr { code: group.code, source: IrSource::PostLink(group) });
            continue;
        }
        for &number in &group.targets {
            let code = recipe.targets[number].code;
            let is_gpu = group.is_retargeted && matches!(code, Architecture::Nvptx64 | Architecture::Amdgcn);
            if is_gpu && !embedded.iter().any(|other| other.code == code) {
                embedded.push(EmbeddedIr { code, source: IrSource::Target(number) });
            }
        }
    }
    embedded
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

/// The tables that are packed.
fn tables(resolved: &Resolved) -> Vec<Packed> {
    let is_object = matches!(resolved.recipe.pack, Pack::Object { .. });
    let of_target = |(_, target, _): (usize, &Target, &Group)| Packed {
        table: final_table_name(target),
        name: target.directory(),
        triple: target.triple.clone(),
        arch: target.architecture().to_owned(),
        runtime_target: target.runtime_target.clone(),
        is_native: match target.code {
            Architecture::Nvptx64 | Architecture::Nvptx => resolved.cuda_code == CudaCode::Cubin,
            _ => !target.is_portable(),
        },
    };
    let of_ir = |ir: EmbeddedIr<'_>| Packed {
        table: ir.table(),
        name: ir.name(),
        triple: ir.code.triple().to_owned(),
        arch: String::new(),
        runtime_target: ir.name(),
        is_native: false,
    };
    let embedded = embedded_ir(&resolved.recipe, &resolved.groups).into_iter();
    let packed = resolved.targets().filter(|(_, target, _)| !(is_object && target.code == Architecture::Host));
    packed.map(of_target).chain(embedded.map(of_ir)).collect()
}

/// Object that registers images, before it is linked with those for hosts.
const REGISTRATION: &str = "registration.o";

/// The images of a section, before they are in an object.
const SECTION: &str = "device-images.bundle";

/// The steps that pack all tables. `output` is the name of the result, `objects` are the images for hosts.
#[must_use]
pub fn pack_steps(resolved: &Resolved, output: &str, objects: &[String]) -> Vec<Action> {
    let (tables, pack) = (tables(resolved), &resolved.recipe.pack);
    let Pack::Object { host, registration } = pack else { return vec![pack_step(resolved, pack, tables, output)] };
    let object = |tables, output: &str| match registration {
        Registration::Call => vec![pack_step(resolved, pack, tables, output)],
        Registration::Section => {
            let bundle = pack_step(resolved, &Pack::Bundle, tables, SECTION).arguments(["--container-version=2"]);
            let wrap = Action::new(PACKAGER, StepKind::Pack, "").arguments(["wrap"]);
            let wrap = wrap.input("--container=", File::Work(SECTION.to_owned()));
            let host = format!("--host={host}");
            vec![bundle, wrap.arguments(["--section".to_owned(), host]).output("--output=", output.to_owned())]
        }
    };
    if objects.is_empty() {
        return object(tables, output);
    }
    let mut steps = Vec::new();
    let mut link = Action::new("ld.lld", StepKind::Pack, "").arguments(["-r"]);
    if !tables.is_empty() {
        steps = object(tables, REGISTRATION);
        link = link.input("", File::Work(REGISTRATION.to_owned()));
    }
    let link = objects.iter().fold(link, |link, object| link.input("", File::Work(object.clone())));
    steps.push(link.arguments(["-o"]).output("", output.to_owned()));
    steps
}

fn pack_step(resolved: &Resolved, pack: &Pack, tables: Vec<Packed>, output: &str) -> Action {
    let (recipe, output) = (&resolved.recipe, output.to_owned());
    let step = |words: &[&str]| Action::new(PACKAGER, StepKind::Pack, "").arguments(words.iter().copied());
    let with_tables = |step: Action, about: fn(&Packed) -> Vec<String>| {
        let add = |step: Action, table: &Packed| {
            step.input("--table=", File::Work(table.table.clone())).arguments(about(table))
        };
        tables.iter().fold(step, add)
    };
    match pack {
        Pack::Object { host, .. } => step(&[]).does(Command::Wrap(Wrap {
            tables: tables.into_iter().map(|table| (File::Work(table.table), table.runtime_target)).collect(),
            host: host.clone(),
            compile_options: recipe.compile_options.clone(),
            link_options: recipe.link_options.clone(),
            output,
        })),
        Pack::Syclbin { state } => {
            let about = |table: &Packed| {
                let arch = if table.is_native { table.arch.as_str() } else { "" };
                vec![format!("--triple={}", triple::runtime_name(&table.triple)), format!("--arch={arch}")]
            };
            let step = with_tables(step(&["syclbin", "create"]), about).arguments([format!("--state={state}")]);
            step.output("--output=", output)
        }
        Pack::Bundle => {
            let about = |table: &Packed| vec![format!("--triple={}", table.triple), format!("--arch={}", table.arch)];
            let step = with_tables(step(&["bundle"]), about);
            with_run_time_options(step, &recipe.compile_options, &recipe.link_options).output("--output=", output)
        }
        Pack::Directory => {
            let step = with_tables(step(&["collect"]), |table| vec![format!("--name={}", table.name)]);
            step.arguments([format!("--output={output}")]).writes_in(output, result_names(recipe))
        }
    }
}
