//! The summary of a build: the images of each target, and how much came from the cache. `build --json` prints it,
//! caches keep it, and pages show it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sycl_propset::demangle::display_name;

/// A build.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Targets, in the order of the request.
    pub targets: Vec<TargetSummary>,
    /// Steps of the build.
    pub steps: usize,
    /// Steps whose results were stored before.
    pub stored_steps: usize,
    /// Time that programs took, each call from start to end, in milliseconds, by name.
    pub tool_milliseconds: BTreeMap<String, u64>,
}

/// The images of a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetSummary {
    /// The target, as the user named it.
    pub name: String,
    /// All images, in their order.
    pub images: Vec<ImageSummary>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageSummary {
    /// Its kernels.
    pub kernels: Vec<String>,
    /// Bytes.
    pub size: u64,
    /// Reason why it is empty: what the target lacks, in the runtime's words. None for an image with code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub empty: Option<String>,
}

/// A program that ran for a step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StepTime {
    /// When it began, from the start of the build.
    pub start_microseconds: u64,
    /// Its duration.
    pub microseconds: u64,
    /// The step.
    pub step: String,
    /// The program.
    pub tool: String,
}

/// Numbers of lines so that the steps of none overlap, one for each of the steps, which begin one after another.
#[must_use]
pub fn lanes(steps: &[StepTime]) -> Vec<usize> {
    let mut ends: Vec<u64> = Vec::new();
    let lane = |step: &StepTime| {
        let free = ends.iter().position(|end| *end <= step.start_microseconds).unwrap_or_else(|| {
            ends.push(0);
            ends.len() - 1
        });
        ends[free] = step.start_microseconds.saturating_add(step.microseconds);
        free
    };
    steps.iter().map(lane).collect()
}

impl Summary {
    /// Adds another part of a build for the same targets.
    pub fn add(&mut self, more: Self) {
        for (target, more) in self.targets.iter_mut().zip(more.targets) {
            target.images.extend(more.images);
        }
        self.steps += more.steps;
        self.stored_steps += more.stored_steps;
        for (tool, milliseconds) in more.tool_milliseconds {
            *self.tool_milliseconds.entry(tool).or_default() += milliseconds;
        }
    }

    /// All images of all targets.
    #[must_use]
    pub fn image_count(&self) -> usize {
        self.targets.iter().map(|target| target.images.len()).sum()
    }

    /// The kernels of the image that a step is for, such as `spirv64 image 3: validate`; none of other steps.
    #[must_use]
    pub fn kernels_of(&self, step: &str) -> &[String] {
        let image = || {
            let (target, number) = step.split_once(" image ")?;
            let number: usize = number.split(':').next()?.parse().ok()?;
            self.targets.iter().find(|known| known.name == target)?.images.get(number)
        };
        image().map_or(&[], |image| &image.kernels)
    }

    /// A line for each target, and one for each kind of image that it cannot take.
    #[must_use]
    pub fn table(&self) -> String {
        let width = self.targets.iter().map(|target| target.name.len()).max().unwrap_or(0).max("target".len());
        let mut text = format!("{:width$}  images  empty      bytes\n", "target");
        for target in &self.targets {
            let empty = target.images.iter().filter(|image| image.empty.is_some()).count();
            let sizes = target.images.iter().filter(|image| image.empty.is_none()).map(|image| image.size);
            let bytes = sizes.fold(0, u64::saturating_add);
            text.push_str(&format!("{:width$}  {:6}  {empty:5}  {bytes:9}\n", target.name, target.images.len()));
        }
        text
    }

    /// A sentence for each image that a target cannot take, each once.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let mut notes = Vec::new();
        for target in &self.targets {
            for image in &target.images {
                let Some(reason) = &image.empty else { continue };
                let note = format!("{}: {} is empty: {reason}", target.name, name_kernels(&image.kernels));
                if seen.insert(note.clone()) {
                    notes.push(note);
                }
            }
        }
        notes
    }
}

/// An image, by its kernels, as users wrote them.
#[must_use]
pub fn name_kernels(kernels: &[String]) -> String {
    match kernels {
        [] => "an image without kernels".to_owned(),
        [one] => format!("the image of kernel {}", display_name(one)),
        [first, rest @ ..] => format!("the image of kernel {} and {} more", display_name(first), rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_images_have_kernels() {
        let image = |kernel: &str| ImageSummary { kernels: vec![kernel.to_owned()], size: 1, empty: None };
        let images = vec![image("a"), image("b")];
        let targets = vec![TargetSummary { name: "nvptx64:sm_90".to_owned(), images }];
        let summary = Summary { targets, ..Summary::default() };
        assert_eq!(summary.kernels_of("nvptx64:sm_90 image 1"), ["b"]);
        assert_eq!(summary.kernels_of("nvptx64:sm_90 image 0: validate"), ["a"]);
        for other in ["nvptx64:sm_90 image 2", "spirv64 image 0", "nvptx64:sm_90: link", "a.o: nvptx64:sm_90 image 0"] {
            assert!(summary.kernels_of(other).is_empty(), "{other}");
        }
    }

    #[test]
    fn steps_of_a_lane_follow_each_other() {
        let step = |start_microseconds, microseconds| StepTime {
            start_microseconds,
            microseconds,
            step: String::new(),
            tool: String::new(),
        };
        assert_eq!(lanes(&[step(0, 10), step(0, 3), step(3, 2), step(4, 1), step(10, 1)]), [0, 1, 1, 2, 0]);
    }

    #[test]
    fn kernels_are_named_as_in_the_source() {
        let name =
            |kernels: &[&str]| name_kernels(&kernels.iter().map(|kernel| (*kernel).to_owned()).collect::<Vec<_>>());
        assert_eq!(name(&["_ZTS8Convolve"]), "the image of kernel Convolve");
        assert_eq!(
            name(&["_Z19__sycl_kernel_saxpyfPKfPf"]),
            "the image of kernel __sycl_kernel_saxpy(float, float const*, float*)"
        );
        assert_eq!(name(&["plain", "other", "third"]), "the image of kernel plain and 2 more");
        assert_eq!(name(&[]), "an image without kernels");
        // Letters that stand for types in mangled names.
        for plain in ["f", "i", "v", "d", "Z3foov", "3foo", "_GLOBAL__I_a"] {
            assert_eq!(name(&[plain]), format!("the image of kernel {plain}"));
        }
    }
}
