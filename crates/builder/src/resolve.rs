//! Turns a request into what is built: decides what depends on the machine, and finds all programs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::cache::Cache;
use super::group::{self, Group};
use super::plan;
use super::request::{CudaImage, Libclc, OF_PIPELINES, Pack, Recipe, Registration, Request, Validate};
use super::target::{Architecture, Target};
use super::tools::{Search, Tools};
use super::{BuildError, PlanError, RequestError};

/// A request of which nothing is left to decide.
#[derive(Debug)]
pub struct Resolved {
    /// The result to make.
    pub recipe: Recipe,
    /// Form of images for NVIDIA's GPUs.
    pub cuda_code: CudaCode,
    /// Validation of images.
    pub validation: Validation,
    /// Runs of the post-link step.
    pub groups: Vec<Group>,
    /// All programs that the steps name.
    pub tools: Tools,
}

/// Forms of images for NVIDIA's GPUs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CudaCode {
    /// PTX.
    Ptx,
    /// Machine code.
    Cubin,
}

/// Ways to validate images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Validation {
    /// Not at all.
    Skipped,
    /// By this program, which looks at the structure of SPIR-V only.
    Structure,
    /// By this program, and SPIR-V by spirv-val, which is this file.
    Full(PathBuf),
}

impl Request {
    /// Checks the request, finds the programs, and decides what depends on them (`ptxas`, `spirv-val`).
    ///
    /// # Errors
    /// [`BuildError::Request`] and [`BuildError::Error`] for inputs and targets that do not go together,
    /// [`BuildError::Missing`] for programs.
    pub fn resolve(self, search: &Search, cache: &Cache) -> Result<Resolved, BuildError> {
        let Self { recipe, spec_constants, cuda_image, validate } = self;
        check_targets(&recipe.targets)?;
        let groups = group::divide(&recipe, spec_constants)?;
        check_embedding(&recipe, &groups)?;
        check_generic(&recipe)?;
        check_pipelines(&recipe, &groups)?;
        let mut tools = Tools::new(search.environment.clone());
        let mut missing = Vec::new();
        // What the user names has to be there.
        let is_given = |name: &str| search.given.contains_key(name);
        let cuda_code = match cuda_image {
            CudaImage::Ptx => CudaCode::Ptx,
            CudaImage::Cubin => CudaCode::Cubin,
            CudaImage::Auto => {
                let wants_ptxas = recipe.targets.iter().any(|target| target.calls("ptxas"));
                let found = wants_ptxas && (is_given("ptxas") || search.find("ptxas", cache)?.is_ok());
                if found { CudaCode::Cubin } else { CudaCode::Ptx }
            }
        };
        let validation = match validate {
            Validate::Never => Validation::Skipped,
            Validate::Auto | Validate::Always if !recipe.targets.iter().any(Target::is_portable) => {
                Validation::Structure
            }
            Validate::Auto | Validate::Always => match search.find("spirv-val", cache)? {
                Ok(tool) => {
                    let path = tool.path.clone();
                    tools.insert(tool);
                    Validation::Full(path)
                }
                Err(absent) => {
                    if validate == Validate::Always || is_given("spirv-val") {
                        missing.push(absent);
                    }
                    Validation::Structure
                }
            },
        };
        let mut resolved = Resolved { recipe, cuda_code, validation, groups, tools };
        let names: BTreeSet<&'static str> = plan::sample_steps(&resolved).iter().map(|step| step.tool).collect();
        for name in names {
            match search.find(name, cache)? {
                Ok(tool) => resolved.tools.insert(tool),
                Err(absent) => missing.push(absent),
            }
        }
        if missing.is_empty() { Ok(resolved) } else { Err(BuildError::Missing(missing)) }
    }
}

impl Resolved {
    /// The target of an index, with the run of the post-link step that its images come from.
    pub(super) fn target(&self, index: usize) -> (&Target, &Group) {
        let group = self.groups.iter().find(|group| group.targets.contains(&index));
        (&self.recipe.targets[index], group.expect("each target is in a group"))
    }

    /// All targets with their indices and the runs of the post-link step, in the order of the request.
    pub fn targets(&self) -> impl Iterator<Item = (usize, &Target, &Group)> {
        (0..self.recipe.targets.len()).map(|index| {
            let (target, group) = self.target(index);
            (index, target, group)
        })
    }
}

/// Two targets must not be the same, or their files would have the same names.
fn check_targets(targets: &[Target]) -> Result<(), RequestError> {
    for (number, target) in targets.iter().enumerate() {
        let is_same = |other: &&Target| {
            (other.code, &other.processor, &other.steps) == (target.code, &target.processor, &target.steps)
                || other.directory() == target.directory()
        };
        if let Some(other) = targets[..number].iter().find(is_same) {
            return Err(RequestError::SameTarget { first: other.name.clone(), second: target.name.clone() });
        }
    }
    Ok(())
}

fn check_embedding(recipe: &Recipe, groups: &[Group]) -> Result<(), PlanError> {
    if recipe.embeds_ir && plan::embedded_ir(recipe, groups).is_empty() {
        return Err(PlanError::NothingToEmbed);
    }
    if recipe.embeds_ir && matches!(recipe.pack, Pack::Syclbin { .. }) {
        return Err(PlanError::EmbedsInSyclbin);
    }
    Ok(())
}

fn check_generic(recipe: &Recipe) -> Result<(), PlanError> {
    let is_for_others = match &recipe.pack {
        Pack::Object { registration, .. } => *registration == Registration::Call,
        Pack::Syclbin { .. } => true,
        Pack::Bundle | Pack::Directory => false,
    };
    let has_generic = recipe.targets.iter().any(|target| target.code == Architecture::Generic);
    if is_for_others && has_generic { Err(PlanError::GenericForOthers) } else { Ok(()) }
}

/// Files that parameters of passes name have to be such that a pipeline can.
fn check_pipelines(recipe: &Recipe, groups: &[Group]) -> Result<(), PlanError> {
    let retargeted = groups
        .iter()
        .flat_map(|group| group.targets.iter().map(|number| &recipe.targets[*number]).filter(|_| group.is_retargeted));
    let mut files: Vec<&Path> = Vec::new();
    for target in retargeted {
        if let Libclc::File(file) = &recipe.libclc {
            files.push(file);
        }
        let libraries = recipe.libraries.iter().filter(|library| library.architecture() == Some(target.code));
        files.extend(libraries.filter(|library| library.content().is_none()).map(|library| &*library.file));
    }
    match files.into_iter().find(|file| file.to_string_lossy().contains(OF_PIPELINES)) {
        Some(path) => Err(PlanError::PathInPipeline { path: path.to_owned() }),
        None => Ok(()),
    }
}
