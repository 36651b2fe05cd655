//! How the images of two files differ: which kernels and images one of them lacks, and what changed in the others.
//!
//! Two images belong together that are for the same and have the same kernels; of those that are left, ones that share
//! kernels. Their numbers and where they are do not matter.

mod facts;
mod html;
mod matching;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use blake3::{Hash, Hasher};
use serde::Serialize;

use crate::error::{ContentError, Error};
use crate::inspect::{Count, FoundImage, ImageReport, Totals, visit};
use crate::source::{FileSource, Range, Source as _, copy_range};

pub use html::page;
pub use text::text;

/// The format of a comparison in JSON; another number when it changes so that older readers would misread it.
const FORMAT: u64 = 1;

/// How two files differ.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    format: u64,
    /// Whether there is no difference.
    pub same: bool,
    /// The first file.
    pub first: Side,
    /// The second.
    pub second: Side,
    /// The counts of both for each target.
    pub targets: Vec<TargetCounts>,
    /// Kernels that only one of them has.
    pub kernels: Kernels,
    /// Images that only one of them has, and those that differ.
    pub images: Images,
}

/// One of the files.
#[derive(Debug, Clone, Serialize)]
pub struct Side {
    /// Its name.
    pub file: String,
    /// What it is.
    pub kind: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its images.
    pub totals: Totals,
}

/// The counts for a target.
#[derive(Debug, Clone, Serialize)]
pub struct TargetCounts {
    /// The target.
    #[serde(flatten)]
    pub target: Target,
    /// What the first file has for it.
    pub first: Count,
    /// What the second has.
    pub second: Count,
}

/// What images are for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Target {
    /// The target; the kind of the images if nothing says what they are for.
    pub target: String,
    /// The device's name for its compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arch: String,
}

impl Target {
    fn of(report: &ImageReport) -> Self {
        let target = if report.target.is_empty() { &report.kind } else { &report.target };
        Self { target: target.clone(), arch: report.arch.clone() }
    }
}

/// A kernel that only one of the files has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Kernel {
    /// What it is for.
    #[serde(flatten)]
    pub target: Target,
    /// Its name.
    pub name: String,
}

/// Kernels that only one of the files has.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Kernels {
    /// Those of the second.
    pub added: Vec<Kernel>,
    /// Those of the first.
    pub removed: Vec<Kernel>,
}

/// Kernels with all that they are for, in the order of their names.
fn by_name(kernels: &[Kernel]) -> BTreeMap<&str, Vec<&Target>> {
    let mut names: BTreeMap<&str, Vec<&Target>> = BTreeMap::new();
    kernels.iter().for_each(|kernel| names.entry(&kernel.name).or_default().push(&kernel.target));
    names
}

/// Images that are not the same in both files.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Images {
    /// Those that only the second file has.
    pub added: Vec<ImageName>,
    /// Those that only the first has.
    pub removed: Vec<ImageName>,
    /// Those that both have, and that differ.
    pub changed: Vec<Change>,
}

/// What an image is recognized by.
#[derive(Debug, Clone, Serialize)]
pub struct ImageName {
    /// Its number in its file, from 0.
    pub index: usize,
    /// What its bytes are.
    pub kind: String,
    /// What it is for.
    #[serde(flatten)]
    pub target: Target,
    /// Its size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Its kernels; its symbols if nothing says what is a kernel.
    pub kernels: Vec<String>,
}

/// An image that differs.
#[derive(Debug, Clone, Serialize)]
pub struct Change {
    /// As it is in the first file.
    pub first: ImageName,
    /// As it is in the second.
    pub second: ImageName,
    /// Whether its bytes differ.
    pub content: bool,
    /// What is said about it in one of the files only.
    pub differences: Vec<Difference>,
}

/// What is said about an image in one of the files only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What it is about, such as `aspects`.
    pub what: &'static str,
    /// What the first file says.
    pub removed: Vec<String>,
    /// What the second says.
    pub added: Vec<String>,
}

/// An image of one of the files.
struct Image {
    report: ImageReport,
    target: Target,
    /// The names of its kernels, in order.
    names: Vec<String>,
    content: Option<Hash>,
}

impl Image {
    fn name(&self) -> ImageName {
        ImageName {
            index: self.report.index,
            kind: self.report.kind.clone(),
            target: self.target.clone(),
            size: self.report.size,
            kernels: self.names.clone(),
        }
    }
}

/// Compares the images of two files, of any kinds that `inspect` reads.
///
/// # Errors
/// As for [`visit`]; [`Error::Content`] for a property of the wrong type or length, with the number of its image.
pub fn compare(first: &Path, second: &Path) -> Result<Comparison, Error> {
    let (first, first_images) = read(first)?;
    let (second, second_images) = read(second)?;
    let matching = matching::find(&first_images, &second_images);
    let mut images = Images::default();
    for (one, other) in matching.pairs {
        let (one, other) = (&first_images[one], &second_images[other]);
        let content = one.content != other.content;
        let differences = facts::differences(&one.report, &other.report);
        if content || !differences.is_empty() {
            images.changed.push(Change { first: one.name(), second: other.name(), content, differences });
        }
    }
    images.removed = matching.only_first.iter().map(|image| first_images[*image].name()).collect();
    images.added = matching.only_second.iter().map(|image| second_images[*image].name()).collect();
    let kernels = kernels(&first_images, &second_images);
    let same = images.added.is_empty()
        && images.removed.is_empty()
        && images.changed.is_empty()
        && kernels.added.is_empty()
        && kernels.removed.is_empty();
    let targets = targets(&first_images, &second_images);
    Ok(Comparison { format: FORMAT, same, first, second, targets, kernels, images })
}

fn read(path: &Path) -> Result<(Side, Vec<Image>), Error> {
    let (mut images, mut totals) = (Vec::new(), Totals::default());
    let source = if path.is_dir() { None } else { Some(FileSource::open(path)?) };
    let summary = visit(path, &mut |image| {
        let content = content(source.as_ref(), path, &image)?;
        let index = images.len();
        let report = ImageReport::new(index, image)
            .map_err(|source| Error::content(path, ContentError::Image { index, source }))?;
        totals.add(&report);
        let mut names: Vec<String> = report.names().map(std::borrow::Cow::into_owned).collect();
        names.sort_unstable();
        images.push(Image { target: Target::of(&report), names, content, report });
        Ok(())
    })?;
    let side = Side { file: path.display().to_string(), kind: summary.kind, size: summary.size, totals };
    Ok((side, images))
}

/// The hash of the bytes of an image; none if it has no bytes.
fn content(source: Option<&FileSource>, path: &Path, image: &FoundImage) -> Result<Option<Hash>, Error> {
    let Some(range) = image.range else { return Ok(None) };
    let mut hasher = Hasher::new();
    let mut hash = |source: &FileSource, path: &Path, range: Range| {
        copy_range(source, range, &mut hasher).map_err(|source| Error::Read { file: path.to_owned(), source })
    };
    match (&image.file, source) {
        (Some(file), _) => hash(&FileSource::open(file)?, file, range)?,
        // Of an image for the host the range is its table; its code is anywhere in a library that has nothing else.
        (None, Some(source)) if image.kind == HOST && is_library(path) => {
            hash(source, path, Range { start: 0, size: source.size() })?;
        }
        (None, Some(source)) => hash(source, path, range)?,
        (None, None) => return Ok(None),
    }
    Ok(Some(hasher.finalize()))
}

/// The kind of images for the host.
const HOST: &str = "host";

/// Whether a file is named like a library.
fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "so" || extension == "dll")
}

/// Kernels by what they are for.
fn by_target(images: &[Image]) -> BTreeSet<(&Target, &str)> {
    images.iter().flat_map(|image| image.names.iter().map(|name| (&image.target, name.as_str()))).collect()
}

fn kernels(first: &[Image], second: &[Image]) -> Kernels {
    let (first, second) = (by_target(first), by_target(second));
    let only_in = |one: &BTreeSet<(&Target, &str)>, other: &BTreeSet<(&Target, &str)>| {
        let kernels = one.difference(other);
        kernels.map(|(target, name)| Kernel { target: (*target).clone(), name: (*name).to_owned() }).collect()
    };
    Kernels { added: only_in(&second, &first), removed: only_in(&first, &second) }
}

fn targets(first: &[Image], second: &[Image]) -> Vec<TargetCounts> {
    let mut counts: BTreeMap<&Target, [Count; 2]> = BTreeMap::new();
    for (side, images) in [first, second].into_iter().enumerate() {
        for image in images {
            counts.entry(&image.target).or_default()[side].add(image.report.count());
        }
    }
    let counts = counts.into_iter();
    counts.map(|(target, [first, second])| TargetCounts { target: target.clone(), first, second }).collect()
}
