//! Whether targets can be built: a build of device code for each, up to the point where programs would run.

use super::super::pipeline::request::Goals;
use super::report::{Lack, TargetCheck};
use sycl_builder::BuildError;
use sycl_builder::cache::Cache;
use sycl_builder::request::{CudaImage, DeviceCode, Libclc, Origin, Recipe, Request};
use sycl_builder::resolve::{CudaCode, Resolved, Validation};
use sycl_builder::target::{Architecture, Target};
use sycl_builder::tools::{PACKAGER, Search};
use sycl_propset::devices::DeviceConfig;

/// Targets that can be built with LLVM's programs alone, and so have to be, unless the user says what counts.
const DEFAULT: [&str; 4] = ["spirv64", "nvptx64:sm_90", "amdgcn:gfx90a", "host"];

/// Name of what is missing if the plugin cannot be used.
const PLUGIN: &str = "plugin";

/// A target to look at.
pub(super) struct Goal {
    target: Target,
    /// Devices whose images the same programs make.
    devices: Vec<String>,
    counts: bool,
}

/// The targets of the user, or one of each kind.
pub(super) fn goals(goals: &Goals, has_targets: bool, host: &str) -> Vec<Goal> {
    if has_targets {
        let of = |target: &Target| Goal { target: target.clone(), devices: Vec::new(), counts: true };
        return goals.targets.iter().map(of).collect();
    }
    of_each_kind(&goals.config, host)
}

fn of_each_kind(config: &DeviceConfig, host: &str) -> Vec<Goal> {
    let parse = |name: &str| Target::parse(name, config, host).ok();
    let defaults = DEFAULT.iter().filter_map(|name| parse(name));
    let mut goals: Vec<Goal> = defaults.map(|target| Goal { target, devices: Vec::new(), counts: true }).collect();
    let programs = |target: &Target| target.steps.iter().map(|step| step.tool.clone()).collect::<Vec<_>>();
    for target in config.iter().filter_map(|device| parse(&device.name)) {
        let is_alike =
            |goal: &&mut Goal| goal.target.code == target.code && programs(&goal.target) == programs(&target);
        match goals.iter_mut().find(is_alike) {
            Some(goal) if goal.target.name == target.name => {}
            Some(goal) => goal.devices.push(target.name),
            None => goals.push(Goal { target, devices: Vec::new(), counts: false }),
        }
    }
    goals
}

/// Device code for a target, as good as any.
fn code_for(target: &Target, recipe: &Recipe) -> DeviceCode {
    let is_generic = recipe.retargets && target.code.takes_generic();
    let code = if is_generic { Architecture::FRONT_END } else { target.code };
    let (triple, origin) = (Some(code.triple().to_owned()), Origin::Pipe(Vec::new()));
    DeviceCode { file: "in.bc".into(), triple, origin, needs_front_end: false }
}

/// Whether a target can be built, by what a build would find.
pub(super) fn examine(
    goal: &Goal,
    request: &Request,
    search: &Search,
    cache: &Cache,
    plugin_works: bool,
) -> TargetCheck {
    let mut request = request.clone();
    let recipe = &mut request.recipe;
    recipe.inputs = vec![code_for(&goal.target, recipe)];
    recipe.targets = vec![goal.target.clone()];
    recipe.back_end_options.clear();
    // Whether there is something to embed depends on the code.
    recipe.embeds_ir = false;
    let images = request.cuda_image;
    let (mut programs, mut missing, mut notes, mut refused) = (Vec::new(), Vec::new(), Vec::new(), None);
    if !plugin_works {
        missing.push(Lack { name: PLUGIN.to_owned(), hint: String::new() });
    }
    // No device code is for hosts only.
    let has_no_code = goal.target.code == Architecture::Host && !recipe.retargets;
    match request.resolve(search, cache) {
        _ if has_no_code => refused = Some("--no-retarget leaves no device code for it".to_owned()),
        Ok(resolved) => {
            programs = resolved.tools.iter().map(|tool| tool.name).filter(|name| *name != PACKAGER).collect();
            notes = remarks(&resolved, &goal.target, images);
        }
        Err(BuildError::Missing(programs)) => {
            let lack = |name: &str, hint: &str| Lack { name: name.to_owned(), hint: hint.to_owned() };
            missing.extend(programs.iter().map(|program| lack(program.name, program.hint)));
        }
        Err(error) => refused = Some(error.to_string()),
    }
    let Goal { target, devices, counts } = goal;
    let can_be_built = missing.is_empty() && refused.is_none();
    let (name, devices, counts) = (target.name.clone(), devices.clone(), *counts);
    TargetCheck { name, devices, can_be_built, counts, programs, missing, refused, notes }
}

/// Remarks on what can be built, but not as well as it could be.
fn remarks(resolved: &Resolved, target: &Target, images: CudaImage) -> Vec<String> {
    let mut notes = Vec::new();
    let mut add = |is_so: bool, note: &str| notes.extend(is_so.then(|| note.to_owned()));
    let is_ptx = resolved.cuda_code == CudaCode::Ptx && images == CudaImage::Auto;
    add(is_ptx && target.calls("ptxas"), "there is no ptxas: images are PTX, which the driver compiles");
    add(
        resolved.validation == Validation::Structure && target.is_portable(),
        "there is no spirv-val: of SPIR-V only the structure is checked",
    );
    let lacks_libclc = resolved.recipe.libclc == Libclc::Auto
        && target.code.libclc().is_some_and(|file| !std::path::Path::new(file).is_file());
    add(lacks_libclc, "there is no libclc: code that calls its mathematical functions is refused");
    notes
}

/// Missing needs of a target.
pub(super) fn missing(target: &TargetCheck) -> impl Iterator<Item = &str> {
    target.missing.iter().map(|lack| lack.name.as_str())
}
