//! Checks what is asked for, finds the programs, and says what the result depends on.

use std::collections::BTreeSet;

use sycl_propset::PropertySetRegistry;

use super::BuildError;
use super::action::{Action, File};
use super::back_end::{self, ImageNumber};
use super::cache::{Cache, Hash};
use super::execute::Executor;
use super::group::{self, Group};
use super::key::Key;
use super::plan::{self, Row};
use super::request::{CudaImage, Pack, Request, Validate};
use super::target::Target;
use super::tools::{Search, Tools};
use crate::error::Error;

/// What is asked for, checked: groups of targets, and all programs.
#[derive(Debug)]
pub struct Prepared {
    /// Runs of the post-link step.
    pub groups: Vec<Group>,
    /// The programs.
    pub tools: Tools,
}

/// Checks what is asked for, and finds the programs. What the request leaves to what is installed (`ptxas`, `spirv-val`)
/// is decided in it.
///
/// # Errors
/// [`BuildError::Usage`] and [`BuildError::Error`] for inputs and targets that do not go together, [`BuildError::Missing`] for
/// programs.
pub fn prepare(request: &mut Request, search: &Search, cache: &Cache) -> Result<Prepared, BuildError> {
    check_targets(&request.targets)?;
    let groups = group::divide(request)?;
    check_embedding(request, &groups)?;
    let mut tools = Tools::default();
    tools.environment = search.environment.clone();
    let mut missing = Vec::new();
    let wants_ptxas = request.targets.iter().any(|target| target.steps.iter().any(|step| step.tool == "ptxas"));
    // What the user names has to be there.
    let is_given = |name: &str| search.given.contains_key(name);
    if request.cuda_image == CudaImage::Auto {
        let found = wants_ptxas && (is_given("ptxas") || search.find("ptxas", cache)?.is_ok());
        request.cuda_image = if found { CudaImage::Cubin } else { CudaImage::Ptx };
    }
    if request.validate != Validate::Never && request.targets.iter().any(Target::is_portable) {
        match search.find("spirv-val", cache)? {
            Ok(tool) => {
                request.spirv_validator = Some(tool.path.clone());
                tools.insert(tool);
            }
            Err(absent) if request.validate == Validate::Always || is_given("spirv-val") => missing.push(absent),
            Err(_) => {}
        }
    }
    let names: BTreeSet<&'static str> = sample_steps(request, &groups).iter().map(|step| step.tool).collect();
    for name in names {
        match search.find(name, cache)? {
            Ok(tool) => tools.insert(tool),
            Err(absent) => missing.push(absent),
        }
    }
    if missing.is_empty() { Ok(Prepared { groups, tools }) } else { Err(BuildError::Missing(missing)) }
}

/// Two targets must not be the same, or their files would have the same names.
fn check_targets(targets: &[Target]) -> Result<(), BuildError> {
    for (number, target) in targets.iter().enumerate() {
        let is_same = |other: &&Target| {
            (other.family, &other.processor, &other.steps) == (target.family, &target.processor, &target.steps)
                || other.directory() == target.directory()
        };
        if let Some(other) = targets[..number].iter().find(is_same) {
            let message = format!("targets `{}` and `{}` are the same; expected each once", other.name, target.name);
            return Err(BuildError::Usage(message));
        }
    }
    Ok(())
}

fn check_embedding(request: &Request, groups: &[Group]) -> Result<(), Error> {
    if request.embeds_ir && !groups.iter().any(|group| plan::embeds(request, group)) {
        let message = "IR is embedded for NVPTX and AMDGPU only; expected such a target";
        return Err(Error::Input(message.to_owned()));
    }
    if request.embeds_ir && matches!(request.pack, Pack::Syclbin { .. }) {
        let message = "SYCLBIN files have no place for embedded IR; expected another format";
        return Err(Error::Input(message.to_owned()));
    }
    Ok(())
}

/// All steps, with those for images as they are for one, `N`, of each target.
#[must_use]
pub fn sample_steps(request: &Request, groups: &[Group]) -> Vec<Action> {
    let mut steps = plan::front_steps(request, groups);
    for group in groups {
        for target in &group.targets {
            steps.extend(sample_image_steps(request, group, *target));
        }
    }
    steps.push(plan::pack_step(request, groups, "result"));
    steps
}

/// The steps of one image, `N`, of a target.
#[must_use]
pub fn sample_image_steps(request: &Request, group: &Group, target: usize) -> Vec<Action> {
    let file = |extension: &str| format!("{}/split/image_N.{extension}", group.directory());
    let row = Row {
        code: file("bc"),
        properties: file("prop"),
        symbols: file("sym"),
        kernels: Vec::new(),
        registry: PropertySetRegistry::new(),
        is_empty: false,
    };
    back_end::image_steps(request, target, ImageNumber::Any, &row).0
}

/// What the result depends on. Names and places of the user's files are no part of it.
pub(super) fn build_key(request: &Request, prepared: &Prepared, executor: &Executor<'_>) -> Result<Hash, Error> {
    let mut key = Key::new("sycl-packager 2026-11 result of a build, by its fields");
    let steps = sample_steps(request, &prepared.groups);
    key.add_number(steps.len());
    for step in &steps {
        let absent = || Error::Input(format!("no program `{}`", step.tool));
        prepared.tools.describe(step.tool, &mut key).ok_or_else(absent)?;
        step.describe(&mut key);
        for input in &step.inputs {
            match input {
                File::Work(name) => key.add(name),
                File::Outside(_) => key.add(executor.content(input)?.as_bytes()),
            }
        }
        key.add_all(step.output_files().iter());
    }
    key.add_number(request.targets.len());
    for target in &request.targets {
        let Target { name, family, processor, device, steps, triple, runtime_target } = target;
        let optional = [processor.as_deref(), device.as_deref()];
        key.add_all([name, family.name(), triple, runtime_target].iter());
        key.add_all(optional.iter().map(|text| text.map_or_else(String::new, |text| format!("={text}"))));
        key.add_number(steps.len());
        for step in steps {
            key.add(&step.tool);
            key.add_all(step.options.iter());
        }
    }
    key.add(request.devices.as_ref().map_or("", |devices| &devices.text));
    for (name, content) in plan::piped(request) {
        key.add(&name);
        key.add(blake3::hash(content).as_bytes());
    }
    Ok(key.finish())
}
