//! Targets whose images come from the same run of the post-link step.

use super::PlanError;
use super::request::{Recipe, SpecConstants};
use super::target::{Architecture, Target};
use sycl_images::error::Error;

/// A run of the post-link step, and who uses its images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The device code.
    pub code: Architecture,
    /// Lowering of specialization constants.
    pub spec_constants: SpecConstants,
    /// Whether its images become those of other families. Images that stay SPIR-V get their library before the split,
    /// others when they are retargeted.
    pub is_retargeted: bool,
    /// Numbers of the targets.
    pub targets: Vec<usize>,
    /// Numbers of the inputs.
    pub inputs: Vec<usize>,
    /// Numbers of the device libraries.
    pub libraries: Vec<usize>,
}

impl Group {
    /// The directory of its files.
    #[must_use]
    pub fn directory(&self) -> String {
        let is_usual = self.is_retargeted != (self.spec_constants == SpecConstants::Native);
        let ending = match () {
            () if is_usual || !self.code.is_spirv() => "",
            () if self.is_retargeted => "-retargeted",
            () => "-spirv",
        };
        format!("{}-{}{ending}", self.code.name(), self.spec_constants)
    }

    /// Module that is linked for it.
    pub(super) fn linked(&self) -> String {
        let ending = if self.libraries.is_empty() { "linked" } else { "complete" };
        format!("{}-{ending}.bc", self.code.name())
    }

    /// Module that is split for it: the linked one, with the constants that are set.
    pub(super) fn finished(&self, recipe: &Recipe) -> String {
        if recipe.fixed.is_empty() { self.linked() } else { format!("{}-set.bc", self.code.name()) }
    }

    /// The table of all its images.
    #[must_use]
    pub fn table(&self) -> String {
        format!("{}/split/image.table", self.directory())
    }

    /// The table for one of its targets.
    #[must_use]
    pub fn table_for(&self, target: &Target) -> String {
        match &target.device {
            Some(device) => format!("{}/split/{device}.table", self.directory()),
            None => self.table(),
        }
    }
}

/// Divides targets into groups, and inputs and libraries among them by their triples. A target without device code of
/// its own takes the generic code, SPIR of 64 bits, if that can be retargeted. A library without a triple is for all.
///
/// # Errors
/// [`PlanError::NoTarget`] for an input that no target takes, [`PlanError::NoInputFor`] for a target without inputs.
pub fn divide(recipe: &Recipe, spec_constants: Option<SpecConstants>) -> Result<Vec<Group>, Error> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, target) in recipe.targets.iter().enumerate() {
        let code = source(recipe, target);
        // Kernels of stock clang have no parameter for the buffer of emulated constants.
        let lacks_buffers =
            recipe.inputs.iter().any(|input| input.architecture() == Some(code) && input.needs_front_end);
        // Those of <sycl/sycl.hpp> get one, and its runtime passes it wherever there are constants.
        let usual = match () {
            () if target.is_portable() => SpecConstants::Native,
            () if target.code == Architecture::Host || recipe.is_for_our_runtime() => SpecConstants::HostEmulation,
            () if lacks_buffers => SpecConstants::DefaultValues,
            () => SpecConstants::Emulation,
        };
        let spec_constants = match (spec_constants.unwrap_or(usual), target.code) {
            // Launchers of host images learn from the image what arguments there are.
            (SpecConstants::Emulation, Architecture::Host) => SpecConstants::HostEmulation,
            (given, _) => given,
        };
        let is_retargeted = code != target.code;
        let is_same = |group: &&mut Group| {
            (group.code, group.spec_constants, group.is_retargeted) == (code, spec_constants, is_retargeted)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.targets.push(number),
            None => groups.push(Group {
                code,
                spec_constants,
                is_retargeted,
                targets: vec![number],
                inputs: Vec::new(),
                libraries: Vec::new(),
            }),
        }
    }
    for (number, input) in recipe.inputs.iter().enumerate() {
        let mut is_used = false;
        for group in groups.iter_mut().filter(|group| input.architecture() == Some(group.code)) {
            group.inputs.push(number);
            is_used = true;
        }
        if !is_used {
            let triple = input.triple.clone();
            let targets = recipe.targets.iter().map(|target| target.name.clone()).collect();
            return Err(Error::content(&input.file, PlanError::NoTarget { triple, targets }));
        }
    }
    for (number, library) in recipe.libraries.iter().enumerate() {
        for group in &mut groups {
            if library.triple.is_none() || library.architecture() == Some(group.code) {
                group.libraries.push(number);
            }
        }
    }
    if let Some(group) = groups.iter().find(|group| group.inputs.is_empty()) {
        let target = &recipe.targets[group.targets[0]];
        let is_generic = recipe.retargets && target.code.takes_generic();
        let mut families = vec![group.code.name()];
        families.extend(is_generic.then(|| Architecture::FRONT_END.name()));
        return Err(PlanError::NoInputFor { target: target.name.clone(), families }.into());
    }
    Ok(groups)
}

/// The family of the device code that a target takes: its own, or what can be retargeted.
fn source(recipe: &Recipe, target: &Target) -> Architecture {
    let has = |code: Architecture| recipe.inputs.iter().any(|input| input.architecture() == Some(code));
    let is_generic =
        recipe.retargets && target.code.takes_generic() && !has(target.code) && has(Architecture::FRONT_END);
    if is_generic { Architecture::FRONT_END } else { target.code }
}
