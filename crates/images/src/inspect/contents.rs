//! Device code by itself: what it says of its target and its kernels, where no container or table does.

mod code_object;
mod spirv;

use std::path::Path;

use sycl_propset::printable::shortened;
use sycl_propset::triple::Triple;
use sycl_propset::{PropertySetRegistry, SetName};

use super::FoundImage;
use super::lists::OtherStrings;
use super::maker::Maker;
use crate::bitcode;
use crate::error::{Error, FormatError, FormatProblem};
use crate::offload_binary::ImageKind;
use crate::source::SourceError;
use crate::source::{Range, Source, TEXT_LIMIT, View};
use crate::validate::{Invalid, ptx_code, ptx_entries};

/// Characters of a text that are kept.
const LONGEST: usize = 1000;

/// Facts in device code about itself.
#[derive(Debug, Default)]
struct Contents {
    /// Title of the file.
    title: String,
    /// Kind of its bytes.
    kind: String,
    target: String,
    arch: String,
    kernels: Vec<String>,
    exported: Vec<String>,
    imported: Vec<String>,
    others: Vec<(&'static str, String)>,
}

impl Contents {
    /// Title of the file, and the image.
    fn into_image(self, range: Range) -> (String, FoundImage) {
        let mut properties = PropertySetRegistry::new();
        let sets = [
            (SetName::KernelNames, &self.kernels),
            (SetName::ExportedSymbols, &self.exported),
            (SetName::ImportedSymbols, &self.imported),
        ];
        for (set, names) in sets {
            names.iter().for_each(|name| properties.set_mut(set.clone()).insert(name.as_str(), 1u32));
        }
        let others = self.others.into_iter().map(|(key, value)| (key, shortened(&value, LONGEST))).collect();
        let image = FoundImage {
            kind: self.kind,
            target: shortened(&self.target, LONGEST),
            arch: shortened(&self.arch, LONGEST),
            range: Some(range),
            properties: properties.into(),
            strings: OtherStrings::starting_with(others),
            is_bare: true,
            ..FoundImage::default()
        };
        (self.title, image)
    }
}

/// Looks into device code that starts with `start`; none if that is not how device code starts. Says what the file is.
///
/// # Errors
/// Those for what is malformed; `name` is what they call the file.
pub(super) fn read(
    source: &dyn Source,
    range: Range,
    start: &[u8],
    name: &Path,
) -> Result<Option<(String, FoundImage)>, Error> {
    let view = View::at(source, range);
    let failed = |source| Error::Format { file: name.to_owned(), source };
    let contents = match ImageKind::detect(start) {
        ImageKind::SPIRV => spirv::read(view).map_err(failed)?,
        ImageKind::PTX => ptx(view, name)?,
        ImageKind::BITCODE => ir(&Part(view), "LLVM bitcode", name)?,
        ImageKind::FATBINARY => {
            let others = vec![("kernels", "unknown: `cuobjdump` looks into fat binaries".to_owned())];
            let (title, kind) = ("fat binary of NVIDIA".to_owned(), ImageKind::FATBINARY.to_string());
            Contents { title, kind, others, ..Contents::default() }
        }
        ImageKind::OBJECT => match Maker::read(view).map_err(failed)? {
            Some(maker) => code_object::read(view, maker).map_err(failed)?,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(contents.into_image(range)))
}

/// An image of a container that says nothing of its kernels, with what its code says of them. Code that is malformed
/// says nothing.
pub(super) fn describe(image: FoundImage, source: &dyn Source, range: Range, name: &Path) -> FoundImage {
    if image.symbols.is_some() || image.properties.iter().next().is_some() {
        return image;
    }
    let start = View::at(source, range).bytes(0, range.size.min(ImageKind::DETECTED as u64), "image");
    match start.map(|start| read(source, range, &start, name)) {
        Ok(Ok(Some((_, found)))) => FoundImage { properties: found.properties, ..image },
        _ => image,
    }
}

/// As [`read`], for LLVM assembly, of which the start alone does not say what it is.
pub(super) fn read_assembly(source: &dyn Source, name: &Path) -> Result<(String, FoundImage), Error> {
    Ok(ir(source, "LLVM assembly", name)?.into_image(Range { start: 0, size: source.size() }))
}

/// Whether bitcode in an archive is device code: with link-time optimization, code for the host is bitcode, too.
pub(super) fn is_device_bitcode(source: &dyn Source, range: Range, name: &Path) -> bool {
    let triple = bitcode::triple(name, &Part(View::at(source, range)));
    triple.is_ok_and(|triple| triple.is_some_and(|triple| Triple::is_device(&triple)))
}

fn ir(source: &dyn Source, title: &str, name: &Path) -> Result<Contents, Error> {
    let module = bitcode::module(name, source)?;
    let by = module.producer.as_deref().map(|producer| format!(" by {}", shortened(producer, LONGEST)));
    Ok(Contents {
        title: format!("{title}{}", by.unwrap_or_default()),
        kind: ImageKind::BITCODE.to_string(),
        target: module.triple.unwrap_or_default(),
        kernels: module.kernels,
        ..Contents::default()
    })
}

fn ptx(view: View<'_>, name: &Path) -> Result<Contents, Error> {
    if view.range.size > TEXT_LIMIT {
        return Err(Error::content(name, SourceError::TooLarge { limit: TEXT_LIMIT }));
    }
    let bytes =
        view.bytes(0, view.range.size, "PTX").map_err(|e| Error::Format { file: name.to_owned(), source: e })?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Error::content(name, Invalid::PtxNotUtf8))?;
    let code = ptx_code(text);
    let directive = |directive: &'static str| {
        let mut values = code.lines().filter_map(|line| line.trim_start().strip_prefix(directive));
        values.next().map(str::trim).ok_or_else(|| Error::content(name, Invalid::NoDirective { directive }))
    };
    let (version, target) = (directive(".version")?, directive(".target")?);
    let (arch, options) = target.split_once(',').unwrap_or((target, ""));
    let mut others = vec![("version", version.to_owned())];
    if !options.is_empty() {
        others.push(("options", options.trim().to_owned()));
    }
    Ok(Contents {
        title: "PTX".to_owned(),
        kind: ImageKind::PTX.to_string(),
        target: "nvptx".to_owned(),
        arch: arch.trim().to_owned(),
        kernels: ptx_entries(&code).map(str::to_owned).collect(),
        others,
        ..Contents::default()
    })
}

/// A part of a file, as a file.
struct Part<'a>(View<'a>);

impl Source for Part<'_> {
    fn size(&self) -> u64 {
        self.0.range.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        let part = self.0.range.part(offset, buffer.len() as u64).ok_or(std::io::ErrorKind::UnexpectedEof)?;
        self.0.source().read_at(part.start, buffer)
    }
}

/// The error for a number without a meaning.
fn unexpected(view: View<'_>, offset: u64, field: &'static str, found: String, expected: &'static str) -> FormatError {
    view.error(offset, field, FormatProblem::Unexpected { found, expected: expected.into() })
}
