//! Differences between the images of two files: which kernels and images one of them lacks, and what changed in the
//! others.
//!
//! Two images belong together that are for the same and have the same kernels; of those that are left, ones that share
//! kernels. Their numbers and where they are do not matter.

mod facts;
mod growth;
mod html;
mod markdown;
mod matching;
mod text;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use blake3::{Hash, Hasher};
use serde::Serialize;
use sycl_propset::PropertySetRegistry;

use crate::error::Error;
use crate::image::MalformedImage;
use crate::inspect::{Count, FoundImage, ImageReport, Totals, visit};
use crate::properties::{self, Order};
use crate::source::{FileSource, Range, Source as _, copy_range};

pub use growth::{Limit, NoLimit};
pub use html::page;
pub use markdown::markdown;
pub use text::text;

/// The format of a comparison in JSON; another number when it changes so that older readers would misread it.
const FORMAT: u64 = 1;
/// Kernels that are listed of each file, and of an image.
const MOST_KERNELS: usize = 10_000;
const MOST_OF_IMAGE: usize = 1000;

/// Differences between two files.
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
    /// Its kind.
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
    /// Count in the first file.
    pub first: Count,
    /// Count in the second.
    pub second: Count,
}

/// Target of images.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Target {
    /// The target; the kind of the images if nothing says what they are for.
    pub target: String,
    /// The device's name for its compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arch: String,
}

impl TargetCounts {
    /// The target, and the bytes of its images in both files, for people.
    #[must_use]
    pub fn describe(&self) -> String {
        let bytes = text::sizes(self.first.bytes, self.second.bytes, " bytes");
        format!("{}: {bytes}", text::target(&self.target))
    }
}

impl Target {
    fn from_report(report: &ImageReport) -> Self {
        let target = if report.target.is_empty() { &report.kind } else { &report.target };
        Self { target: target.clone(), arch: report.arch.clone() }
    }
}

/// A kernel that only one of the files has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Kernel {
    /// Its target.
    #[serde(flatten)]
    pub target: Target,
    /// Its name.
    pub name: String,
}

/// Kernels that only one of the files has.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Kernels {
    /// Kernels of the second file only.
    pub added: Vec<Kernel>,
    /// Kernels of the first file only.
    pub removed: Vec<Kernel>,
    /// Number of further ones in the second.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_added: usize,
    /// Number of further ones in the first.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_removed: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
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
    /// Images that only the second file has.
    pub added: Vec<ImageName>,
    /// Images that only the first has.
    pub removed: Vec<ImageName>,
    /// Images that both have, and that differ.
    pub changed: Vec<Change>,
}

/// Facts by which an image is recognized.
#[derive(Debug, Clone, Serialize)]
pub struct ImageName {
    /// Its number in its file, from 0.
    pub index: usize,
    /// Kind of its bytes.
    pub kind: String,
    /// Its target.
    #[serde(flatten)]
    pub target: Target,
    /// Its size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Its first 1000 kernels; symbols if nothing says what is a kernel.
    pub kernels: Vec<String>,
    /// Number of its kernels.
    pub kernel_count: usize,
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
    /// Facts that only one of the files has.
    pub differences: Vec<Difference>,
}

/// A fact that only one of the files has of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Its subject, such as `aspects`.
    pub what: &'static str,
    /// Texts of the first file.
    pub removed: Vec<String>,
    /// Texts of the second.
    pub added: Vec<String>,
    /// Number of further texts of either, which are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// An image of one of the files. Its names are counted and not copied: there may be many more than bytes of a file.
struct Image {
    report: ImageReport,
    properties: Arc<PropertySetRegistry>,
    target: Target,
    /// Number of its kernels, and the sum of their digests.
    names: (usize, u128),
    content: Option<Hash>,
}

impl Image {
    fn name(&self) -> ImageName {
        let mut kernels: Vec<String> = self.report.names().take(MOST_OF_IMAGE).map(|name| name.into_owned()).collect();
        kernels.sort_unstable();
        ImageName {
            index: self.report.index,
            kind: self.report.kind.clone(),
            target: self.target.clone(),
            size: self.report.bytes(),
            kernels,
            kernel_count: self.names.0,
        }
    }

    /// The digest of a kernel for what the image is for.
    fn digest_of(&self, name: &str) -> u128 {
        digest(&[&self.target.target, &self.target.arch, name])
    }
}

/// A number that stands for texts: no two others have the same.
fn digest(texts: &[&str]) -> u128 {
    let mut hasher = Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    let bytes = hasher.finalize();
    u128::from_le_bytes(*bytes.as_bytes().first_chunk().expect("a hash has 32 bytes"))
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
        let differences = differences(one, other);
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

/// Differences between two images.
fn differences(one: &Image, other: &Image) -> Vec<Difference> {
    let differences = facts::differences(&one.report, &other.report);
    // Reports cut what is long.
    if differences.is_empty() && !properties::compare(&one.properties, &other.properties, Order::Ignored).is_empty() {
        let added = vec!["differ in what is too long to be shown".to_owned()];
        return vec![Difference { what: "properties", removed: Vec::new(), added, more: 0 }];
    }
    differences
}

fn read(path: &Path) -> Result<(Side, Vec<Image>), Error> {
    let (mut images, mut totals) = (Vec::new(), Totals::default());
    let source = if path.is_dir() { None } else { Some(FileSource::open(path)?) };
    let summary = visit(path, &mut |image| {
        let content = content(source.as_ref(), path, &image)?;
        let index = images.len();
        let properties = Arc::clone(&image.properties);
        let report =
            ImageReport::new(index, image).map_err(|source| Error::content(path, MalformedImage { index, source }))?;
        totals.add(&report);
        let count = |(count, sum): (usize, u128), name: Cow<'_, str>| (count + 1, sum.wrapping_add(digest(&[&name])));
        let names = report.names().fold((0, 0), count);
        images.push(Image { target: Target::from_report(&report), properties, names, content, report });
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

/// The digests of all kernels, in order.
fn digests(images: &[Image]) -> Vec<u128> {
    let digests = images.iter().flat_map(|image| image.report.names().map(|name| image.digest_of(&name)));
    let mut digests: Vec<u128> = digests.collect();
    digests.sort_unstable();
    digests.dedup();
    digests
}

fn kernels(first: &[Image], second: &[Image]) -> Kernels {
    let (removed, more_removed) = only_in(first, &digests(second));
    let (added, more_added) = only_in(second, &digests(first));
    Kernels { added, removed, more_added, more_removed }
}

/// Kernels that are not among others, and how many more there are.
fn only_in(images: &[Image], others: &[u128]) -> (Vec<Kernel>, usize) {
    let (mut kernels, mut more, mut seen) = (BTreeSet::new(), 0, BTreeSet::new());
    for image in images {
        for name in image.report.names() {
            let digest = image.digest_of(&name);
            if others.binary_search(&digest).is_ok() || !seen.insert(digest) {
                continue;
            }
            if kernels.len() < MOST_KERNELS {
                kernels.insert(Kernel { target: image.target.clone(), name: name.into_owned() });
            } else {
                more += 1;
            }
        }
    }
    (kernels.into_iter().collect(), more)
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
