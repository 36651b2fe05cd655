//! Images of several containers that belong together: those with kernels, and those that export what these import.

use std::collections::{BTreeMap, BTreeSet};

use super::{GENERIC, Hcf};

/// An image of one of several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageId {
    /// The number of the file.
    pub file: usize,
    /// The number of the image in it.
    pub image: usize,
}

/// A symbol that no image exports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unresolved {
    /// The symbol.
    pub symbol: String,
    /// An image that imports it.
    pub by: ImageId,
}

/// Images to be linked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needed {
    /// The images, in the order of files.
    pub images: Vec<ImageId>,
    /// Names that they import from none of the files.
    pub unresolved: Vec<Unresolved>,
}

/// Finds the generic images that have kernels and, for each symbol that is imported, the first image that exports it.
#[must_use]
pub fn needed(files: &[Hcf]) -> Needed {
    let mut exports: BTreeMap<&str, ImageId> = BTreeMap::new();
    let mut work = Vec::new();
    for (file, hcf) in files.iter().enumerate() {
        for (image, content) in hcf.images.iter().enumerate().filter(|(_, image)| image.name == GENERIC) {
            let id = ImageId { file, image };
            for symbol in &content.exported {
                exports.entry(symbol).or_insert(id);
            }
            if hcf.kernels_of(GENERIC).next().is_some() {
                work.push(id);
            }
        }
    }
    let mut images: BTreeSet<ImageId> = work.iter().copied().collect();
    let mut unresolved: BTreeMap<&str, ImageId> = BTreeMap::new();
    while let Some(id) = work.pop() {
        for symbol in &files[id.file].images[id.image].imported {
            match exports.get(symbol.as_str()) {
                Some(exporter) if images.insert(*exporter) => work.push(*exporter),
                Some(_) => {}
                None => {
                    unresolved.entry(symbol).and_modify(|by| *by = id.min(*by)).or_insert(id);
                }
            }
        }
    }
    let unresolved = unresolved.into_iter().map(|(symbol, by)| Unresolved { symbol: symbol.to_owned(), by });
    Needed { images: images.into_iter().collect(), unresolved: unresolved.collect() }
}
