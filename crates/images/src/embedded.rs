//! Device code that clang embeds in host objects, for a linker wrapper to find: OffloadBinary containers in sections
//! `.llvm.offloading` of objects and of the members of archives (clang's manual, "Offloading Design & Internals").
//!
//! Each image is what the front end made of one translation unit. Programs and shared libraries have been linked, so
//! they have none.

mod aspects;
mod modules;
mod rest;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sycl_propset::printable::excerpt;
use sycl_propset::words::Sanitizer;

use crate::archive::{self, Archive, Member, MemberContent, is_archive};
use crate::error::{Error, FormatError};
use crate::image;
use crate::input;
use crate::offload_binary::{self, Binary, Entry, ImageKind, OffloadKind};
use crate::source::{Budget, FileSource, Range, Source, View, copy_range};
use crate::wrap;

pub use aspects::RuntimeAspects;
pub use modules::{DeviceModule, modules};
pub use rest::without_sycl;
pub use trace::LinkerTrace;
use trace::base_name;

/// Bytes that say what a file is.
const START: u64 = 8;
/// The symbol by which a program finds its host images (`runtime/front-door/sycl_host_image.h`).
const HOST_IMAGES: &[u8] = b"__start_sycl_host_images";
/// Prefixes of functions that the host code of an object calls if it was compiled with `-fsanitize=`, and names of the
/// sanitizers. All that starts like this belongs to its runtime.
const SANITIZERS: [(&[u8], Sanitizer); 3] =
    [(b"__asan_", Sanitizer::Address), (b"__tsan_", Sanitizer::Thread), (b"__ubsan_handle_", Sanitizer::Undefined)];

/// Reasons why embedded device code cannot be built.
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
    /// Only from objects whose layout is known can device code be taken out.
    #[error("found SYCL device code beside that of other languages; expected each in a 64-bit ELF object of its own")]
    Shared,
    /// Images have numbers of aspects, which are those of one runtime.
    #[error("found `{}` among the aspects of its runtime; expected `{expected}`, as in {}", excerpt(found), of.display())]
    Aspects { found: String, expected: String, of: PathBuf },
    /// The members are files of their own.
    #[error("found a member of a thin archive; expected an archive that holds its members")]
    Thin,
    /// Nothing is embedded.
    #[error(
        "found no device code in it; expected an object that clang compiled for a device too, or an archive of such"
    )]
    Empty,
    /// No input has device code.
    #[error("found no SYCL device code; expected an object that `clang -fsycl -c` made, or an archive of such")]
    None,
}

impl From<EmbeddedError> for Error {
    fn from(error: EmbeddedError) -> Self {
        Self::input(error)
    }
}

fn other(of: Option<&Path>) -> String {
    of.map_or_else(String::new, |of| format!(" as in {}", of.display()))
}

/// Kinds of files, to a linker.
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
    /// Name of the object in messages, e.g. `liba.a(b.o)`.
    pub place: PathBuf,
    /// The file that it is in: the object, the archive, or the member of a thin archive.
    pub file: PathBuf,
    /// Its place in that file.
    pub range: Range,
    /// Programming model that it is for.
    pub offload_kind: OffloadKind,
    /// Kind of its bytes.
    pub image_kind: ImageKind,
    /// Triple that it was compiled for.
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

/// An object with images: a file, or a member of an archive.
#[derive(Debug, Clone)]
pub struct HostObject {
    /// Its name in messages, e.g. `liba.a(b.o)`.
    pub place: PathBuf,
    /// The file that it is in: the object, the archive, or the member of a thin archive.
    pub file: PathBuf,
    /// Member of an archive that it is.
    pub member: Option<ArchiveMember>,
    /// The images, for whomever they are.
    pub images: Vec<EmbeddedImage>,
    /// Whether it has SYCL device code and looks for images of the target `host` in its program, as sources with
    /// `SYP_EMBEDDED` do.
    pub wants_host_images: bool,
    /// The sanitizers that its host code was compiled for, if it has SYCL device code.
    pub sanitizers: BTreeSet<Sanitizer>,
    /// The aspects of the runtime whose headers it was compiled with, if it says them.
    pub aspects: Option<RuntimeAspects>,
}

/// A member of an archive, as linkers name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveMember {
    /// Its name.
    pub name: String,
    /// If other members have the same name, a symbol that only this one defines.
    pub marker: Option<String>,
}

/// The objects of a file that have images, in its order.
#[derive(Debug, Clone)]
pub struct Embedded {
    /// The kind of the file.
    pub kind: FileKind,
    /// The objects.
    pub objects: Vec<HostObject>,
}

impl Embedded {
    /// The images, for whomever they are.
    pub fn images(&self) -> impl Iterator<Item = &EmbeddedImage> {
        self.objects.iter().flat_map(|object| &object.images)
    }

    /// Whether there is SYCL device code in it.
    #[must_use]
    pub fn has_sycl(&self) -> bool {
        self.images().any(EmbeddedImage::is_sycl)
    }

    /// Whether an object with SYCL device code looks for images of the target `host` in its program.
    #[must_use]
    pub fn wants_host_images(&self) -> bool {
        self.objects.iter().any(|object| object.wants_host_images)
    }

    /// Divides the objects into those that a linker takes and others; `file` is what they were found in. Without the
    /// answer of a linker, it takes all.
    #[must_use]
    pub fn divide(self, file: &Path, trace: Option<&LinkerTrace>) -> (Vec<HostObject>, Vec<HostObject>) {
        self.objects.into_iter().partition(|object| trace.is_none_or(|trace| trace.takes(file, object)))
    }
}

/// Whether a file or pipe can have embedded device code, by its first bytes.
///
/// # Errors
/// [`Error::Read`].
pub fn can_embed(file: &Path) -> Result<bool, Error> {
    // A missing or unreadable file is refused where it is read as something else.
    let is_read = input::is_stream(file).is_ok_and(|is_stream| is_stream || file.is_file());
    if !is_read || input::is_device(file) {
        return Ok(false);
    }
    let mut start = Vec::new();
    let read = input::open(file).and_then(|file| file.take(START).read_to_end(&mut start));
    read.map_err(|source| Error::Read { file: file.to_owned(), source })?;
    Ok(is_host_file(&start))
}

/// Whether a file that starts like this is an object, a program, a library or an archive of such.
#[must_use]
pub fn is_host_file(start: &[u8]) -> bool {
    is_archive(start) || wrap::is_host_file(start)
}

/// Need of host code for a symbol of this name.
enum Need {
    HostImages,
    Sanitizer(Sanitizer),
}

fn need(symbol: &[u8]) -> Option<Need> {
    if symbol == HOST_IMAGES {
        return Some(Need::HostImages);
    }
    SANITIZERS.iter().find(|(start, _)| symbol.starts_with(start)).map(|(_, sanitizer)| Need::Sanitizer(*sanitizer))
}

/// Finds the images of an object or archive.
///
/// # Errors
/// [`Error::Read`]; [`Error::Format`] for the first field that is wrong, with the member of an archive as its file.
pub fn find(file: &Path) -> Result<Embedded, Error> {
    let source = FileSource::open(file)?;
    let mut budget = Budget::for_file(source.size());
    let mut objects: Vec<HostObject> = Vec::new();
    let mut last = None;
    let kind = sections(file, &source, Thin::Opened, &mut |section| {
        let identity = (section.number, section.object);
        if last != Some(identity) {
            last = Some(identity);
            objects.push(HostObject {
                place: section.place.to_owned(),
                file: section.file.to_owned(),
                member: section.member.map(|name| ArchiveMember { name: name.to_owned(), marker: None }),
                images: Vec::new(),
                wants_host_images: false,
                sanitizers: BTreeSet::new(),
                aspects: None,
            });
        }
        let Some(found) = objects.last_mut() else { return Ok(()) };
        let known = found.images.len();
        let entries = section.binaries(&mut budget)?.into_iter().flat_map(|binary| binary.entries);
        found.images.extend(entries.map(|entry| embedded(section.place, section.file, &entry)));
        if found.images[known..].iter().any(EmbeddedImage::is_sycl) {
            let object = View::at(section.source, section.object);
            for need in wrap::of_needed_symbols(object, need).map_err(|e| section.failed(e))? {
                match need {
                    Need::HostImages => found.wants_host_images = true,
                    Need::Sanitizer(sanitizer) => drop(found.sanitizers.insert(sanitizer)),
                }
            }
            for range in wrap::aspect_sections(object).map_err(|e| section.failed(e))? {
                join(&mut found.aspects, RuntimeAspects::read(section.place, section.file, object, range)?)?;
            }
        }
        Ok(())
    })?;
    objects.retain(|object| !object.images.is_empty());
    if kind == FileKind::Archive {
        mark(file, &source, &mut objects)?;
    }
    Ok(Embedded { kind, objects })
}

/// Finds symbols by which to tell members of one name apart.
fn mark(file: &Path, source: &dyn Source, objects: &mut [HostObject]) -> Result<(), Error> {
    let members = Archive::read(file, View::whole(source))?.members;
    let mut by_name: BTreeMap<&str, Vec<&Member>> = BTreeMap::new();
    for member in &members {
        by_name.entry(base_name(&member.name)).or_default().push(member);
    }
    for (name, members) in by_name.into_iter().filter(|(_, members)| members.len() > 1) {
        let of_name =
            |object: &&mut HostObject| object.member.as_ref().is_some_and(|member| base_name(&member.name) == name);
        let mut objects = objects.iter_mut().filter(of_name).peekable();
        if objects.peek().is_none() {
            continue;
        }
        let mut defined = Vec::new();
        for member in members {
            defined.push((&member.content, member.defined_symbols(source)?));
        }
        for object in objects {
            let is_same = |content: &MemberContent| match content {
                MemberContent::Range(range) => {
                    object.images[0].range.start >= range.start && object.images[0].range.end() <= range.end()
                }
                MemberContent::File(file) => *file == object.file,
            };
            let Some(own) = defined.iter().position(|(content, _)| is_same(content)) else { continue };
            let of_others = |symbol: &String| {
                defined.iter().enumerate().any(|(number, (_, symbols))| number != own && symbols.contains(symbol))
            };
            let marker = defined[own].1.iter().find(|symbol| !of_others(symbol)).cloned();
            if let Some(member) = &mut object.member {
                member.marker = marker;
            }
        }
    }
    Ok(())
}

/// Adds the aspects of one more object.
///
/// # Errors
/// As for [`RuntimeAspects::join`].
pub fn join(all: &mut Option<RuntimeAspects>, more: RuntimeAspects) -> Result<(), Error> {
    match all {
        Some(all) => all.join(&more),
        None => {
            *all = Some(more);
            Ok(())
        }
    }
}

/// The containers of an object or archive, as ranges of it; `name` is what errors call it. No other file is opened.
///
/// # Errors
/// As for [`find`]; [`EmbeddedError::Thin`].
pub fn binaries(name: &Path, source: &dyn Source) -> Result<Vec<Binary>, Error> {
    let mut budget = Budget::for_file(source.size());
    let mut binaries = Vec::new();
    sections(name, source, Thin::Refused, &mut |section| {
        binaries.extend(section.binaries(&mut budget)?);
        Ok(())
    })?;
    Ok(binaries)
}

/// Treatment of members of thin archives, which are files of their own.
#[derive(Clone, Copy)]
enum Thin {
    Opened,
    Refused,
}

/// A section of containers.
struct Section<'a> {
    /// The name of the member of an archive that it is in, and its number.
    member: Option<&'a str>,
    number: usize,
    /// Name of the object in messages.
    place: &'a Path,
    /// The file that it is in.
    file: &'a Path,
    source: &'a dyn Source,
    range: Range,
    /// The object.
    object: Range,
}

impl Section<'_> {
    fn failed(&self, source: FormatError) -> Error {
        Error::Format { file: self.place.to_owned(), source }
    }

    /// The containers in it. What is copied out of the file counts against the budget.
    fn binaries(&self, budget: &mut Budget) -> Result<Vec<Binary>, Error> {
        offload_binary::read_within(self.source, self.range, budget).map_err(|e| self.failed(e))
    }
}

/// Calls `visit` with all sections of containers, and says what the file is.
fn sections(
    file: &Path,
    source: &dyn Source,
    thin: Thin,
    visit: &mut dyn FnMut(Section<'_>) -> Result<(), Error>,
) -> Result<FileKind, Error> {
    let whole = Range { start: 0, size: source.size() };
    if !is_archive(&start(source, file, whole)?) {
        let object = Section { member: None, number: 0, place: file, file, source, range: whole, object: whole };
        let is_object = sections_of_object(&object, visit)?;
        return Ok(if is_object { FileKind::Object } else { FileKind::Other });
    }
    for (number, member) in Archive::read(file, View::at(source, whole))?.members.into_iter().enumerate() {
        let Member { name, place, content } = member;
        let (member, place) = (Some(&*name), &*place);
        match content {
            MemberContent::Range(object) => {
                sections_of_object(&Section { member, number, place, file, source, range: object, object }, visit)?;
            }
            MemberContent::File(path) => {
                if let Thin::Refused = thin {
                    return Err(Error::content(place, EmbeddedError::Thin));
                }
                archive::check_member(&path)?;
                let source = &FileSource::open(&path)?;
                let whole = Range { start: 0, size: source.size() };
                let object = Section { member, number, place, file: &path, source, range: whole, object: whole };
                sections_of_object(&object, visit)?;
            }
        }
    }
    Ok(FileKind::Archive)
}

/// As [`sections`], of what may be an object; says whether it is one.
fn sections_of_object(
    whole: &Section<'_>,
    visit: &mut dyn FnMut(Section<'_>) -> Result<(), Error>,
) -> Result<bool, Error> {
    if !wrap::is_host_file(&start(whole.source, whole.place, whole.object)?) {
        return Ok(false);
    }
    let sections = wrap::offloading_sections(View::at(whole.source, whole.object));
    let Some(sections) = sections.map_err(|e| whole.failed(e))? else {
        return Ok(false);
    };
    sections.into_iter().try_for_each(|range| visit(Section { range, ..*whole }))?;
    Ok(true)
}

/// The bytes that say what a file is.
fn start(source: &dyn Source, place: &Path, range: Range) -> Result<Vec<u8>, Error> {
    let bytes = View::at(source, range).bytes(0, range.size.min(START), "start");
    bytes.map_err(|source| Error::Format { file: place.to_owned(), source })
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
/// [`EmbeddedError`] for an image that is not bitcode, and for triples that differ.
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
    Error::content(&image.place, error)
}
