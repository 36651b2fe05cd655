//! Targets whose images come from the same run of the post-link step.

use super::request::{Request, SpecConstants};
use super::target::{Family, Target};
use crate::error::Error;

/// A run of the post-link step, and who uses its images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The device code.
    pub family: Family,
    /// How specialization constants are lowered.
    pub spec_constants: SpecConstants,
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
        format!("{}-{}", self.family.name(), self.spec_constants)
    }

    /// What is linked for it.
    pub(super) fn linked(&self) -> String {
        let ending = if self.libraries.is_empty() { "linked" } else { "complete" };
        format!("{}-{ending}.bc", self.family.name())
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

/// Divides targets into groups, and inputs and libraries among them by their triples. A library without a triple is for
/// all.
///
/// # Errors
/// [`Error::Content`] for an input that no target takes, [`Error::Input`] for a target without inputs.
pub fn divide(request: &Request) -> Result<Vec<Group>, Error> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, target) in request.targets.iter().enumerate() {
        let usual = if target.is_portable() { SpecConstants::Native } else { SpecConstants::Emulation };
        let spec_constants = request.spec_constants.unwrap_or(usual);
        match groups.iter_mut().find(|g| g.family == target.family && g.spec_constants == spec_constants) {
            Some(group) => group.targets.push(number),
            None => groups.push(Group {
                family: target.family,
                spec_constants,
                targets: vec![number],
                inputs: Vec::new(),
                libraries: Vec::new(),
            }),
        }
    }
    for (number, input) in request.inputs.iter().enumerate() {
        let mut is_used = false;
        for group in groups.iter_mut().filter(|group| input.family() == Some(group.family)) {
            group.inputs.push(number);
            is_used = true;
        }
        if !is_used {
            let found =
                input.triple.as_deref().map_or("no triple".to_owned(), |triple| format!("the triple `{triple}`"));
            let targets = request.targets.iter().map(|target| target.name.as_str()).collect::<Vec<_>>().join(", ");
            let message = format!("found {found}; expected device code for one of the targets: {targets}");
            return Err(Error::Content { file: input.file.clone(), message });
        }
    }
    for (number, library) in request.libraries.iter().enumerate() {
        for group in &mut groups {
            if library.triple.is_none() || library.family() == Some(group.family) {
                group.libraries.push(number);
            }
        }
    }
    if let Some(group) = groups.iter().find(|group| group.inputs.is_empty()) {
        let target = &request.targets[group.targets[0]].name;
        let family = group.family.name();
        return Err(Error::Input(format!(
            "no input is for target `{target}`; expected device code with a triple of {family}"
        )));
    }
    Ok(groups)
}
