//! What is in a file: its images with what they need and offer.
//!
//! [`open`] finds out what a file is and reads it; [`Report::new`] makes of that a value for people
//! (`report.rs`, [`Report::text`]) and programs (serde).

mod report;

use std::path::Path;
use std::sync::Arc;

use object::{Object as _, ObjectSection as _};
use sycl_propset::{PropertySetRegistry, symbols};

use crate::error::{Error, FormatError, FormatProblem};
use crate::image::{self, COMPILE_OPTIONS, LINK_OPTIONS, SYMBOLS};
use crate::offload_binary::{self, Binary, ImageKind};
use crate::properties::{self, Encoding};
use crate::source::{FileSource, Memory, Range, Source};
use crate::syclbin::{self, Syclbin};
use crate::{output, wrap};

pub use report::{ConstantLeaf, ConstantReport, DeviceGlobalReport, ImageReport, Report};

/// The section of host objects that LLVM's linker wrapper looks for.
const OFFLOADING_SECTION: &str = ".llvm.offloading";

/// A file and its images.
#[derive(Debug, Clone)]
pub struct Inspected {
    /// What the file is, e.g. `OffloadBinary version 1`.
    pub kind: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its images.
    pub images: Vec<FoundImage>,
}

/// An image, or the description of one.
#[derive(Debug, Clone, Default)]
pub struct FoundImage {
    /// What its bytes are; empty if there are none.
    pub kind: String,
    /// The triple or other name of what it is for.
    pub target: String,
    /// The device's name for its compiler.
    pub arch: String,
    /// Where its bytes are, in the file itself or, if `file` is set, in that.
    pub range: Option<Range>,
    /// The file of its bytes, for tables.
    pub file: Option<String>,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
    /// Its symbols, if they are listed apart from properties.
    pub symbols: Option<Vec<String>>,
    /// Its properties.
    pub properties: Arc<PropertySetRegistry>,
    /// The number of the image that has the same properties because it is another form of one module.
    pub properties_of: Option<usize>,
    /// Other things said about it.
    pub strings: Vec<(String, String)>,
}

/// Finds out what a file is and reads it.
///
/// # Errors
/// [`Error::Content`] for a file of no known kind; otherwise the error of its reader.
pub fn open(path: &Path) -> Result<Inspected, Error> {
    let source = FileSource::open(path)?;
    let mut start = vec![0; source.size().min(ImageKind::DETECTED as u64) as usize];
    source.read_at(0, &mut start).map_err(|source| Error::Read { file: path.to_owned(), source })?;
    let format = |source| Error::Format { file: path.to_owned(), source };
    let whole = Range { start: 0, size: source.size() };
    let (kind, images) = if offload_binary::is_offload_binary(&start) {
        let binaries = offload_binary::read(&source).map_err(format)?;
        from_binaries(&source, &binaries).map_err(format)?
    } else if syclbin::is_syclbin(&start) {
        let file = syclbin::read(&source, whole).map_err(format)?;
        (format!("SYCLBIN version 1, state {}", file.state), from_syclbin(file, 0))
    } else if is_object(&start) {
        from_object(&output::read(path)?).map_err(format)?
    } else {
        from_text(path, &start)?
    };
    Ok(Inspected { kind, size: source.size(), images })
}

fn from_binaries(source: &dyn Source, binaries: &[Binary]) -> Result<(String, Vec<FoundImage>), FormatError> {
    let version = binaries.first().map_or(0, |binary| binary.version.number());
    let mut kind = format!("OffloadBinary version {version}");
    let mut images = Vec::new();
    for entry in binaries.iter().flat_map(|binary| &binary.entries) {
        if entry.image_kind == ImageKind::SYCLBIN {
            let file = syclbin::read(source, entry.image)?;
            kind = format!("SYCLBIN version 1, state {}, in OffloadBinary version {version}", file.state);
            let first = images.len();
            images.extend(from_syclbin(file, first));
            continue;
        }
        let strings = &entry.strings;
        let name = format!("image {}", images.len());
        let properties =
            image::properties_of(strings, &name).map_err(|e| FormatError::new(entry.offset, name, e.into()))?;
        let known = [image::TRIPLE, image::ARCH, SYMBOLS, COMPILE_OPTIONS, LINK_OPTIONS];
        let others = strings.iter().filter(|(key, _)| !known.contains(key) && !key.contains('/'));
        let text = |key| String::from_utf8_lossy(strings.get(key).unwrap_or_default()).into_owned();
        let mut others: Vec<_> =
            others.map(|(key, value)| (key.to_owned(), String::from_utf8_lossy(value).into_owned())).collect();
        others.insert(0, ("offload kind".to_owned(), entry.offload_kind.to_string()));
        images.push(FoundImage {
            kind: entry.image_kind.to_string(),
            target: text(image::TRIPLE),
            arch: text(image::ARCH),
            range: Some(entry.image),
            compile_options: text(COMPILE_OPTIONS),
            link_options: text(LINK_OPTIONS),
            symbols: strings
                .get(SYMBOLS)
                .map(|_| image::symbols_of(strings).into_iter().map(|name| name.into_owned()).collect()),
            properties: properties.into(),
            strings: others,
            ..FoundImage::default()
        });
    }
    Ok((kind, images))
}

/// The images of a file, numbered from `first`.
fn from_syclbin(file: Syclbin<Range>, first: usize) -> Vec<FoundImage> {
    let mut images = Vec::new();
    for (index, module) in file.modules.into_iter().enumerate() {
        let properties = Arc::new(module.properties);
        let first_form = images.len();
        let mut push = |kind: String, target: &str, arch: &str, range| {
            images.push(FoundImage {
                kind,
                target: target.to_owned(),
                arch: arch.to_owned(),
                range: Some(range),
                properties: Arc::clone(&properties),
                properties_of: (images.len() > first_form).then_some(first + first_form),
                strings: vec![("abstract module".to_owned(), index.to_string())],
                ..FoundImage::default()
            });
        };
        for ir in &module.ir {
            push(ir.kind.to_string(), &ir.target, "", ir.content);
        }
        for native in &module.native {
            push("native".to_owned(), &native.target, &native.arch, native.content);
        }
    }
    images
}

/// ELF, and COFF for x86-64.
fn is_object(start: &[u8]) -> bool {
    start.starts_with(&object::elf::ELFMAG) || start.starts_with(&[0x64, 0x86])
}

fn from_object(data: &[u8]) -> Result<(String, Vec<FoundImage>), FormatError> {
    let malformed = |e: object::Error| {
        let problem = FormatProblem::Unexpected { found: e.to_string(), expected: "a well-formed object".into() };
        FormatError::new(0, "object file", problem)
    };
    let file = object::File::parse(data).map_err(malformed)?;
    let format = if file.format() == object::BinaryFormat::Elf { "ELF" } else { "COFF" };
    let kind = format!("host object, {format} {:?}", file.architecture());
    let mut images = Vec::new();
    for image in wrap::read(data)? {
        images.push(FoundImage {
            kind: image.format.to_string(),
            target: image.target,
            range: Some(image.image),
            compile_options: image.compile_options,
            link_options: image.link_options,
            symbols: Some(image.entries),
            properties: image.properties.into(),
            ..FoundImage::default()
        });
    }
    let section = file.sections().find(|section| section.name().is_ok_and(|name| name == OFFLOADING_SECTION));
    if let Some((start, size)) = section.and_then(|section| section.file_range()) {
        let whole = Range { start: 0, size: data.len() as u64 };
        let range = whole.part(start, size).ok_or_else(|| {
            let problem = FormatProblem::OutOfRange { start, size, limit: whole.size };
            FormatError::new(start, OFFLOADING_SECTION, problem)
        })?;
        let source = Memory(data);
        images.extend(from_binaries(&source, &offload_binary::read_range(&source, range)?)?.1);
    }
    Ok((kind, images))
}

fn from_text(path: &Path, start: &[u8]) -> Result<(String, Vec<FoundImage>), Error> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let refuse = || {
        let kind = ImageKind::detect(start);
        let found =
            if kind == ImageKind::NONE { "a file of no known kind".to_owned() } else { format!("a {kind} image") };
        let message = format!("found {found}; expected a container, a host object, properties, symbols or a table");
        Error::Content { file: path.to_owned(), message }
    };
    match extension {
        "table" => from_table(path),
        "sym" => {
            let names = symbols::read(output::read(path)?, &path.display().to_string())?;
            Ok(("symbol table".to_owned(), vec![FoundImage { symbols: Some(names), ..FoundImage::default() }]))
        }
        _ if extension == "prop"
            || Encoding::of_path(path) == Encoding::Json
            || matches!(start.trim_ascii_start(), [b'{' | b'[', ..]) =>
        {
            let kind = match Encoding::of_file(path, start) {
                Encoding::Json => "properties, JSON form",
                Encoding::Text if extension != "prop" && is_title(path)? => return from_table(path),
                Encoding::Text => "properties, text form",
            };
            let properties = properties::load(path)?.into();
            Ok((kind.to_owned(), vec![FoundImage { properties, ..FoundImage::default() }]))
        }
        _ => Err(refuse()),
    }
}

/// Whether the first line is a title line of a table with several columns or a column `Code`.
fn is_title(path: &Path) -> Result<bool, Error> {
    let content = output::read(path)?;
    let line = content.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(line == b"[Code]" || line.contains(&b'|'))
}

fn from_table(path: &Path) -> Result<(String, Vec<FoundImage>), Error> {
    let mut images = Vec::new();
    for row in image::read_table(path)? {
        let source = FileSource::open(&row.code)?;
        let mut start = vec![0; source.size().min(ImageKind::DETECTED as u64) as usize];
        source.read_at(0, &mut start).map_err(|source| Error::Read { file: row.code.clone(), source })?;
        images.push(FoundImage {
            kind: ImageKind::detect(&start).to_string(),
            range: Some(Range { start: 0, size: source.size() }),
            file: Some(row.code.display().to_string()),
            symbols: row.symbols,
            properties: row.properties.into(),
            ..FoundImage::default()
        });
    }
    Ok(("file table".to_owned(), images))
}
