//! The times of a build, from what `build --json` printed of it, for its page.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::overview::Overview;
use super::{ImageReport, label};
use crate::error::Error;
use crate::source::read_text;
use crate::summary::{ImageSummary, StepTime, Summary};

/// A file has no summary of a build.
#[derive(Debug, thiserror::Error)]
#[error("found no summary of a build; expected what `build --json` prints")]
struct NoBuildSummary;

/// Times that a build printed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BuildTimes {
    /// From its start to its end.
    pub seconds: f64,
    /// Steps at a time.
    pub jobs: usize,
    /// Programs that it ran, in the order in which they began.
    #[serde(default)]
    pub step_times: Vec<StepTime>,
    /// Its images, its steps, and how long programs took.
    #[serde(flatten)]
    pub summary: Summary,
}

impl BuildTimes {
    /// Reads what `build --json` printed.
    ///
    /// # Errors
    /// [`Error`] for a file that cannot be read, or that has something else.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let text = read_text(file)?;
        let mut lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let found = lines.find_map(|line| serde_json::from_slice(line).ok());
        found.ok_or_else(|| Error::content(file, NoBuildSummary))
    }

    /// Reason why an image of the build has no code, as its summary gives it.
    pub(super) fn reason_for_empty(&self, image: &ImageReport) -> Option<&str> {
        let label = label(&image.target, &image.arch);
        let is_for = |name: &str| name == label || image.compile_target.as_deref() == Some(name);
        let mut targets = self.summary.targets.iter().filter(|target| is_for(&target.name));
        targets.find_map(|target| {
            let is_it = |made: &&ImageSummary| {
                Some(made.size) == image.size && made.kernels.iter().map(String::as_str).eq(image.kernels.iter())
            };
            target.images.iter().filter(|made| made.empty.is_some()).find(is_it)?.empty.as_deref()
        })
    }

    /// Whether the build can have made these images: each of its sizes is one of theirs. Images for hosts may have been
    /// linked, which changes their sizes, and of a file with too many images not all are known.
    #[must_use]
    pub fn is_of(&self, files: &[Overview]) -> bool {
        let known = files.iter().flat_map(|file| &file.images);
        let total: usize = files.iter().map(|file| file.totals.count.images).sum();
        if total > known.clone().count() {
            return self.summary.image_count() <= total;
        }
        let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
        known.filter_map(|image| image.report.size).for_each(|size| *sizes.entry(size).or_default() += 1);
        let targets = self.summary.targets.iter().filter(|target| !target.name.starts_with("host"));
        targets.flat_map(|target| &target.images).all(|image| match sizes.get_mut(&image.size) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        })
    }
}
