//! All images of a file at once, for what has to look at them together: a page, a graph.

use std::path::Path;

use sycl_propset::devices::{DeviceConfig, Target};

use super::functions::{self, Function};
use super::{FoundImage, ImageReport, KernelFilter, Summary, Totals, visit};
use crate::check::{self, Fit};
use crate::error::Error;
use crate::image::MalformedImage;
use crate::source::{FileSource, Range};

/// Choice of what is looked at.
#[derive(Debug, Clone, Default)]
pub struct Selection<'a> {
    /// Images with one of these kernels only.
    pub kernel: Option<&'a KernelFilter>,
    /// Devices of which it is asked whether they run the images, and where they are described.
    pub devices: Vec<(&'a DeviceConfig, &'a Target)>,
    /// Whether images are looked into for their functions.
    pub functions: bool,
    /// Number of images that are kept at most; the others are only counted.
    pub most: usize,
}

/// An image, and what devices run it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Facts about the image.
    pub report: ImageReport,
    /// The answer for each device; `None` if nothing says what the image requires.
    pub fits: Vec<Option<Fit>>,
    /// Functions beside kernels, if they were looked for.
    pub functions: Vec<Function>,
}

/// The images of a file.
#[derive(Debug, Clone)]
pub struct Overview {
    /// The file.
    pub file: String,
    /// Facts about it.
    pub summary: Summary,
    /// All images that are looked at.
    pub totals: Totals,
    /// Images that are kept.
    pub images: Vec<Shown>,
}

impl Overview {
    /// Reads a file.
    ///
    /// # Errors
    /// As for [`visit`]; [`Error::Content`] for a property of the wrong type or length, with the number of its image.
    pub fn read(path: &Path, selection: &Selection<'_>) -> Result<Self, Error> {
        let (mut images, mut totals, mut index) = (Vec::new(), Totals::default(), 0);
        let summary = visit(path, &mut |image| {
            let malformed = |source| Error::content(path, MalformedImage { index, source });
            let fits = if images.len() < selection.most { fits(&image, selection) } else { Ok(Vec::new()) };
            let fits = fits.map_err(malformed)?;
            let place = image.range.filter(|_| selection.functions && images.len() < selection.most);
            let place = place.map(|range| (image.file.clone().unwrap_or_else(|| path.to_owned()), range));
            let report = ImageReport::new(index, image).map_err(malformed)?;
            index += 1;
            if selection.kernel.is_none_or(|kernel| report.names().any(|name| kernel.matches(&name))) {
                totals.add(&report);
                if images.len() < selection.most {
                    let functions = place.map(|(file, range)| functions_of(&file, range)).unwrap_or_default();
                    images.push(Shown { report, fits, functions });
                }
            }
            Ok(())
        })?;
        Ok(Self { file: path.display().to_string(), summary, totals, images })
    }

    /// The image whose properties an image shares; itself if it has its own.
    #[must_use]
    pub fn with_properties<'a>(&'a self, image: &'a Shown) -> &'a Shown {
        let Some(other) = image.report.properties_of else { return image };
        let found = self.images.binary_search_by_key(&other, |image| image.report.index);
        found.map_or(image, |found| &self.images[found])
    }
}

/// The functions of an image in a file. What cannot be read twice says nothing.
fn functions_of(file: &Path, range: Range) -> Vec<Function> {
    if !file.is_file() {
        return Vec::new();
    }
    FileSource::open(file).map(|source| functions::read(&source, range)).unwrap_or_default()
}

fn fits(image: &FoundImage, selection: &Selection<'_>) -> Result<Vec<Option<Fit>>, sycl_propset::Error> {
    let answer = |(config, target): &(&DeviceConfig, &Target)| {
        if image.is_bare { Ok(None) } else { check::check(config, target, &image.properties).map(Some) }
    };
    selection.devices.iter().map(answer).collect()
}
