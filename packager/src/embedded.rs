//! Device code that clang embeds in host objects, for a linker wrapper to find: OffloadBinary containers in sections
//! `.llvm.offloading` of objects and of the members of archives (clang's manual, "Offloading Design & Internals").
//!
//! Each image is what the front end made of one translation unit. Programs and shared libraries have been linked, so
//! they have none.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sycl_propset::printable::excerpt;

use crate::archive::{self, Archive, Member, MemberContent, is_archive};
use crate::error::{ContentError, Error, FormatError};
use crate::image;
use crate::offload_binary::{self, Entry, ImageKind, OffloadKind};
use crate::source::{Budget, FileSource, Range, Source as _, View, copy_range};
use crate::wrap;

/// Bytes that say what a file is.
const START: u64 = 8;

/// Why embedded device code cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum EmbeddedError {
    /// Only bitcode goes through the passes.
    #[error("found a SYCL image of kind {kind}; expected bitcode, as `clang -fsycl -c` embeds it")]
    Kind { kind: ImageKind },
    /// Device code of two translation units cannot be linked.
    #[error("found the triple `{}`; expected `{}` as in {}", excerpt(triple), excerpt(expected), of.display())]
    Triple { triple: String, expected: String, of: PathBuf },
    /// This program calls the tools of one version of LLVM.
    #[error("found device code of `{}`; expected LLVM {expected}{}", excerpt(producer), other(of.as_deref()))]
    Producer { producer: String, expected: &'static str, of: Option<PathBuf> },
    /// No input has device code.
    #[error("found no SYCL device code; expected an object that `clang -fsycl -c` made, or an archive of such")]
    None,
}

fn other(of: Option<&Path>) -> String {
    of.map_or_else(String::new, |of| format!(" as in {}", of.display()))
}

/// What a file is to a linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A relocatable object.
    Object,
    /// An archive.
    Archive,
    /// Something without embedded device code: a program, a shared library, bitcode, a text.
    Other,
}

/// An image that is embedded in a host object.
#[derive(Debug, Clone)]
pub struct EmbeddedImage {
    /// What messages call the object, e.g. `liba.a(b.o)`.
    pub place: PathBuf,
    /// The file that it is in: the object, the archive, or the member of a thin archive.
    pub file: PathBuf,
    /// Where it is in that file.
    pub range: Range,
    /// Who it is for.
    pub offload_kind: OffloadKind,
    /// What it is.
    pub image_kind: ImageKind,
    /// What it was compiled for.
    pub triple: String,
}

impl EmbeddedImage {
    /// Whether it is SYCL device code.
    #[must_use]
    pub fn is_sycl(&self) -> bool {
        self.offload_kind == OffloadKind::SYCL
    }

    /// Reads the image.
    ///
    /// # Errors
    /// [`Error::Read`], also if the file got shorter.
    pub fn content(&self) -> Result<Vec<u8>, Error> {
        let mut content = Vec::new();
        let copied = copy_range(&FileSource::open(&self.file)?, self.range, &mut content);
        copied.map_err(|source| Error::Read { file: self.place.clone(), source })?;
        Ok(content)
    }
}

/// The images of a file, in its order.
#[derive(Debug)]
pub struct Embedded {
    /// What the file is.
    pub kind: FileKind,
    /// The images, for whomever they are.
    pub images: Vec<EmbeddedImage>,
}

impl Embedded {
    /// Whether there is SYCL device code in it.
    #[must_use]
    pub fn has_sycl(&self) -> bool {
        self.images.iter().any(EmbeddedImage::is_sycl)
    }
}

/// Whether a file can have embedded device code, by its first bytes. Only a regular file is looked at.
///
/// # Errors
/// [`Error::Read`].
pub fn can_embed(file: &Path) -> Result<bool, Error> {
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(false);
    }
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(START).read_to_end(&mut start));
    read.map_err(|source| Error::Read { file: file.to_owned(), source })?;
    Ok(is_archive(&start) || wrap::is_host_file(&start))
}

/// Finds the images of an object or archive.
///
/// # Errors
/// [`Error::Read`]; [`Error::Format`] for the first field that is wrong, with the member of an archive as its file.
pub fn find(file: &Path) -> Result<Embedded, Error> {
    let source = FileSource::open(file)?;
    let whole = Range { start: 0, size: source.size() };
    let mut search = Search { budget: Budget::of(whole.size), images: Vec::new() };
    let start = start(&source, file, whole)?;
    let kind = if is_archive(&start) {
        search.archive(file, &source, whole)?;
        FileKind::Archive
    } else if search.object(file, file, &source, whole)? {
        FileKind::Object
    } else {
        FileKind::Other
    };
    Ok(Embedded { kind, images: search.images })
}

fn start(source: &FileSource, place: &Path, range: Range) -> Result<Vec<u8>, Error> {
    let bytes = View::at(source, range).bytes(0, range.size.min(START), "start");
    bytes.map_err(|source| Error::Format { file: place.to_owned(), source })
}

struct Search {
    /// Bytes that may still be copied out of the file.
    budget: Budget,
    images: Vec<EmbeddedImage>,
}

impl Search {
    fn archive(&mut self, file: &Path, source: &FileSource, whole: Range) -> Result<(), Error> {
        for Member { place, content, .. } in Archive::read(file, View::at(source, whole))?.members {
            match content {
                MemberContent::Range(range) => {
                    self.object(&place, file, source, range)?;
                }
                MemberContent::File(path) => {
                    archive::check_member(&path)?;
                    let source = FileSource::open(&path)?;
                    let whole = Range { start: 0, size: source.size() };
                    self.object(&place, &path, &source, whole)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the images of an object, and says whether it is one.
    fn object(&mut self, place: &Path, file: &Path, source: &FileSource, range: Range) -> Result<bool, Error> {
        if !wrap::is_host_file(&start(source, place, range)?) {
            return Ok(false);
        }
        let failed = |source: FormatError| Error::Format { file: place.to_owned(), source };
        let Some(sections) = wrap::offloading_sections(View::at(source, range)).map_err(failed)? else {
            return Ok(false);
        };
        for section in sections {
            let binaries = offload_binary::read_within(source, section, &mut self.budget).map_err(failed)?;
            let entries = binaries.into_iter().flat_map(|binary| binary.entries);
            self.images.extend(entries.map(|entry| embedded(place, file, &entry)));
        }
        Ok(true)
    }
}

fn embedded(place: &Path, file: &Path, entry: &Entry) -> EmbeddedImage {
    EmbeddedImage {
        place: place.to_owned(),
        file: file.to_owned(),
        range: entry.image,
        offload_kind: entry.offload_kind,
        image_kind: entry.image_kind,
        triple: entry.strings.text(image::TRIPLE).unwrap_or_default().to_owned(),
    }
}

/// The SYCL device code among images of several files, each of which goes through the passes.
///
/// # Errors
/// [`EmbeddedError`] for an image that is no bitcode, and for triples that differ.
pub fn check_sycl<'a>(images: impl IntoIterator<Item = &'a EmbeddedImage>) -> Result<Vec<&'a EmbeddedImage>, Error> {
    let images: Vec<&EmbeddedImage> = images.into_iter().filter(|image| image.is_sycl()).collect();
    for image in &images {
        if image.image_kind != ImageKind::BITCODE {
            return Err(refuse(image, EmbeddedError::Kind { kind: image.image_kind }));
        }
        let first = images[0];
        if image.triple != first.triple {
            let (triple, expected) = (image.triple.clone(), first.triple.clone());
            return Err(refuse(image, EmbeddedError::Triple { triple, expected, of: first.place.clone() }));
        }
    }
    Ok(images)
}

fn refuse(image: &EmbeddedImage, error: EmbeddedError) -> Error {
    Error::content(&image.place, ContentError::from(error))
}
