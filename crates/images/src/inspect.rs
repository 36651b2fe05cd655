//! Content of a file: its images with what they need and offer.
//!
//! [`visit`] finds out what a file is and gives its images one after another; [`ImageReport`] makes of one a value for
//! programs (serde) and people. [`report`] does both, in a form to print. At any time one image is in memory: files may
//! have any number of them.

mod contents;
pub mod dot;
pub mod functions;
pub mod html;
mod lists;
mod maker;
mod naming;
pub(crate) mod numbers;
pub mod overview;
mod report;
mod resources;
mod symbols;
mod table;
mod text;
pub mod times;
mod totals;
mod walk;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sycl_propset::PropertySetRegistry;

use crate::error::Error;
use crate::offload_binary::ImageKind;
use crate::output::{DIRECTORY_LIST, directory_tables};
use crate::source::{FileSource, Range, Source, read_text};
use crate::spool::Spool;

pub use lists::{Aspects, Constants, Globals, Names, OtherProperties, OtherStrings, RemovedParameters};
pub use naming::{KernelFilter, Naming};
pub use report::{ConstantLeaf, ConstantReport, DeviceGlobalReport, Form, ImageReport, Request};
pub use resources::KernelResources;
pub use symbols::Symbols;
pub(crate) use totals::label;
pub use totals::{Count, TargetCount, Totals};

/// Facts about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its kind, e.g. `OffloadBinary version 1`.
    pub kind: String,
    /// Its size in bytes.
    pub size: u64,
    /// The number of its images.
    pub images: usize,
}

/// An image, or the description of one.
#[derive(Debug, Clone, Default)]
pub struct FoundImage {
    /// Kind of its bytes; empty if there are none.
    pub kind: String,
    /// The triple or other name of what it is for.
    pub target: String,
    /// The device's name for its compiler.
    pub arch: String,
    /// Place of its bytes, in the file itself or, if `file` is set, in that.
    pub range: Option<Range>,
    /// Bytes of code that `range` does not have: of an image for the host, that is its table.
    pub code_size: Option<u64>,
    /// Registers and memory of its kernels, as far as its code says.
    pub resources: Vec<KernelResources>,
    /// The file of its bytes, for tables and thin archives.
    pub file: Option<PathBuf>,
    /// The member of an archive that it is in.
    pub member: Option<String>,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
    /// Its symbols, if they are listed apart from properties.
    pub symbols: Option<Symbols>,
    /// Its properties.
    pub properties: Arc<PropertySetRegistry>,
    /// The number of the image that has the same properties because it is another form of one module.
    pub properties_of: Option<usize>,
    /// Other things said about it.
    pub strings: OtherStrings,
    /// Whether it is device code by itself: nothing says what it requires.
    pub is_bare: bool,
}

/// Callback for each image.
pub type Visitor<'a> = dyn FnMut(FoundImage) -> Result<(), Error> + 'a;

/// Finds out what a file is, or a directory of images, and gives its images in order.
///
/// # Errors
/// [`Error::Content`] for a file of no known kind; otherwise the error of its reader, or that of `visit`.
pub fn visit(path: &Path, visit: &mut Visitor<'_>) -> Result<Summary, Error> {
    if path.is_dir() {
        return table::directory(path, &path.join(DIRECTORY_LIST), visit);
    }
    if path.file_name().is_some_and(|name| name == DIRECTORY_LIST) && directory_tables(&read_text(path)?).is_some() {
        return table::directory(path.parent().unwrap_or(Path::new("")), path, visit);
    }
    let source = FileSource::open(path)?;
    match walk::Walk::new(&source, path, visit).opening_members().whole()? {
        Some(summary) => Ok(summary),
        None => table::visit(path, &start(&source, path)?, source.size(), visit),
    }
}

/// As [`visit`], for a container, host file or archive that is read through `source`; `name` is what errors call it.
/// None for anything else. No other file is opened: members of thin archives are left out.
///
/// # Errors
/// As for [`visit`].
pub fn visit_source(source: &dyn Source, name: &Path, visit: &mut Visitor<'_>) -> Result<Option<Summary>, Error> {
    walk::Walk::new(source, name, visit).whole()
}

/// The bytes by which a file is recognized.
fn start(source: &dyn Source, path: &Path) -> Result<Vec<u8>, Error> {
    let mut start = vec![0; source.size().min(ImageKind::DETECTED as u64) as usize];
    source.read_at(0, &mut start).map_err(|source| Error::Read { file: path.to_owned(), source })?;
    Ok(start)
}

/// The report on a file, ready to be printed.
#[derive(Debug)]
pub struct Printed {
    head: String,
    images: Spool,
    tail: &'static str,
    /// Number of images that it shows.
    pub shown: usize,
}

impl Printed {
    /// Writes it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.head.as_bytes())?;
        self.images.write_to(out)?;
        out.write_all(self.tail.as_bytes())
    }
}

/// The report on a file: nothing of it is written before all of it was read.
///
/// # Errors
/// As for [`visit`]; [`Error::Content`] for a property of the wrong type or length, with the number of its image.
pub fn report(path: &Path, request: &Request) -> Result<Printed, Error> {
    let mut images = Spool::new();
    let name = path.display().to_string();
    let mut writer = report::Writer::new(&name, request, &mut images);
    let summary = visit(path, &mut |image| writer.write(image))?;
    let (head, tail, shown) = writer.frame(&summary);
    Ok(Printed { head, images, tail, shown })
}

/// As [`report`], for what [`visit_source`] takes, to any writer; gives what comes before and after.
///
/// # Errors
/// As for [`report`].
pub fn report_source(
    source: &dyn Source,
    name: &str,
    request: &Request,
    images: &mut dyn Write,
) -> Result<Option<(String, &'static str)>, Error> {
    let mut writer = report::Writer::new(name, request, images);
    let summary = visit_source(source, Path::new(name), &mut |image| writer.write(image))?;
    Ok(summary.map(|summary| {
        let (head, tail, _) = writer.frame(&summary);
        (head, tail)
    }))
}
