//! Summarizes a build, by the executor of its steps.

use std::collections::BTreeMap;

use sycl_propset::devices::DeviceConfig;

use super::execute::{Executor, Outcome, StepOutcome};
use super::plan::Image;
use super::request::Recipe;
use sycl_images::check::{self, Fit};
use sycl_images::error::Error;
pub use sycl_images::summary::{ImageSummary, Summary, TargetSummary, name_kernels};

/// Looks at what was built, by the executor of its steps.
///
/// # Errors
/// [`Error`] for images that cannot be read and properties that are malformed.
pub(super) fn summary(
    recipe: &Recipe,
    config: &DeviceConfig,
    images: &[Image],
    outcome: &Outcome,
    executor: &Executor<'_>,
) -> Result<Summary, Error> {
    let mut targets: Vec<TargetSummary> = Vec::new();
    for target in &recipe.targets {
        targets.push(TargetSummary { name: target.name.clone(), images: Vec::new() });
    }
    for image in images {
        let size = executor.size(&image.file)?;
        let target = &recipe.targets[image.id.target];
        let device = target.device.as_deref().and_then(|name| config.target(name)).filter(|_| image.row.is_empty);
        let fit = device.map(|device| check::check(config, device, &image.row.registry)).transpose();
        let empty = match fit? {
            Some(Fit::Refused(reason)) => Some(reason),
            // Another configuration may have decided in the post-link step, here and below.
            Some(Fit::Depends(on)) => Some(format!("{} is not listed for the target", on.join(", "))),
            Some(Fit::Fits) => Some("the target lacks something that it needs".to_owned()),
            None => None,
        };
        targets[image.id.target].images.push(ImageSummary { kernels: image.row.kernels.clone(), size, empty });
    }
    Ok(Summary {
        targets,
        steps: outcome.steps.len(),
        stored_steps: outcome.steps.iter().filter(|step| **step == StepOutcome::Stored).count(),
        tool_milliseconds: outcome
            .seconds
            .iter()
            .map(|(tool, seconds)| ((*tool).to_owned(), (seconds * 1000.0) as u64))
            .collect(),
    })
}

/// The summary of a build of the same recipe that finds all of it stored; `None` if this is of another recipe.
pub(super) fn again(summary: &Summary, recipe: &Recipe) -> Option<Summary> {
    let names = recipe.targets.iter().map(|target| &target.name);
    let is_same = summary.targets.iter().map(|target| &target.name).eq(names);
    is_same.then(|| Summary { stored_steps: summary.steps, tool_milliseconds: BTreeMap::new(), ..summary.clone() })
}
