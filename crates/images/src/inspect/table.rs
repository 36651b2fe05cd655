//! Text files: tables, symbol tables, properties, LLVM assembly; directories of images.

use std::path::Path;
use std::sync::Arc;

use super::{FoundImage, Summary, Symbols, Visitor, contents, resources, start};
use sycl_propset::printable::shortened;

use crate::bitcode::BitcodeError;
use crate::error::Error;
use crate::image;
use crate::offload_binary::ImageKind;
use crate::output::{self, DIRECTORY_LIST};
use crate::properties::{self, Encoding};
use crate::source::{FileSource, Range, Source as _, read_text};

/// Characters of the name of a table that are kept.
const LONGEST_NAME: usize = 1000;

/// Gives the images of a text file that starts with `start`.
pub(super) fn visit(path: &Path, start: &[u8], size: u64, visit: &mut Visitor<'_>) -> Result<Summary, Error> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let summary = |kind: &str, images| Ok(Summary { kind: kind.to_owned(), size, images });
    let is_json = Encoding::of_path(path) == Encoding::Json;
    match extension {
        "table" => rows(path, size, visit),
        "sym" => {
            let symbols = Symbols::of_table(read_text(path)?, &path.display().to_string())?;
            visit(FoundImage { symbols: Some(symbols), ..FoundImage::default() })?;
            summary("symbol table", 1)
        }
        _ if extension == "prop" || is_json || matches!(start.trim_ascii_start(), [b'{' | b'[', ..]) => {
            let kind = match Encoding::of_file(path, start) {
                Encoding::Json => "properties, JSON form",
                Encoding::Text if extension != "prop" && is_title(start) => return rows(path, size, visit),
                Encoding::Text => "properties, text form",
            };
            let properties = Arc::new(properties::load(path)?);
            visit(FoundImage { properties, ..FoundImage::default() })?;
            summary(kind, 1)
        }
        _ => assembly(path, start, size, visit),
    }
}

/// Reasons why there is nothing to show.
#[derive(Debug, thiserror::Error)]
enum InspectError {
    /// A file that is not shown.
    #[error("found {}; expected device code, a container, a host object, properties, symbols or a table", of_kind(*found))]
    UnknownKind { found: ImageKind },
    /// A directory without a list of its images.
    #[error("the directory has no {DIRECTORY_LIST}; expected one that `collect` or `build` made")]
    NoImageList,
    /// The list of images of a directory that something else made, or another version.
    #[error("it is not a list of images that sycl-packager wrote; expected one of `collect` or `build`")]
    ForeignImageList,
}

fn of_kind(kind: ImageKind) -> String {
    if kind == ImageKind::NONE { "a file of no known kind".to_owned() } else { format!("a {kind} image") }
}

/// Gives the module of LLVM assembly as an image.
fn assembly(path: &Path, start: &[u8], size: u64, visit: &mut Visitor<'_>) -> Result<Summary, Error> {
    let found = ImageKind::detect(start);
    let unknown = || Error::content(path, InspectError::UnknownKind { found });
    if found != ImageKind::NONE {
        return Err(unknown());
    }
    let source = FileSource::open(path)?;
    match contents::read_assembly(&source, path) {
        Ok((kind, image)) => {
            visit(image)?;
            Ok(Summary { kind, size, images: 1 })
        }
        Err(error) if is_not_ir(&error) => Err(unknown()),
        Err(error) => Err(error),
    }
}

fn is_not_ir(error: &Error) -> bool {
    matches!(error, Error::Content { source, .. } if matches!(source.downcast_ref(), Some(BitcodeError::NotIr)))
}

/// The images of a directory that `collect` or `build` made, or of the list in it.
pub(super) fn directory(directory: &Path, list: &Path, visit: &mut Visitor<'_>) -> Result<Summary, Error> {
    let text = match read_text(list) {
        Err(Error::Read { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::content(directory, InspectError::NoImageList));
        }
        other => other?,
    };
    let tables = output::directory_tables(&text);
    let tables = tables.ok_or_else(|| Error::content(list, InspectError::ForeignImageList))?;
    let (mut size, mut images) = (0, 0);
    let count = tables.len();
    for (name, table) in tables {
        let path = directory.join(table);
        let mut named = |image: FoundImage| visit(FoundImage { target: shortened(&name, LONGEST_NAME), ..image });
        let table_size = std::fs::metadata(&path).map(|metadata| metadata.len());
        let rows = rows(&path, table_size.map_err(|source| Error::Read { file: path.clone(), source })?, &mut named)?;
        size += rows.size;
        images += rows.images;
    }
    let plural = if count == 1 { "" } else { "s" };
    Ok(Summary { kind: format!("directory of images, {count} table{plural}"), size: size + text.len() as u64, images })
}

/// Whether a file starts with the title line of a table with several columns or a column `Code`.
fn is_title(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').next().expect("`split` gives at least one part");
    line.trim_ascii_end() == b"[Code]" || line.contains(&b'|')
}

fn rows(path: &Path, size: u64, visit: &mut Visitor<'_>) -> Result<Summary, Error> {
    let mut images = 0;
    for row in image::read_rows(path)? {
        let row = row?;
        let source = FileSource::open(&row.code)?;
        let range = Range { start: 0, size: source.size() };
        let image = FoundImage {
            kind: ImageKind::detect(&start(&source, &row.code)?).to_string(),
            range: Some(range),
            file: Some(row.code.clone()),
            symbols: row.symbols.map(Symbols::new),
            properties: row.properties.into(),
            resources: resources::read(&source, range),
            ..FoundImage::default()
        };
        visit(contents::describe(image, &source, range, &row.code))?;
        images += 1;
    }
    Ok(Summary { kind: "file table".to_owned(), size, images })
}
