//! Text files: tables, symbol tables and properties.

use std::path::Path;
use std::sync::Arc;

use super::{FoundImage, Summary, Symbols, Visitor, start};
use crate::error::{ContentError, Error};
use crate::image;
use crate::offload_binary::ImageKind;
use crate::properties::{self, Encoding};
use crate::source::{FileSource, Range, Source as _, read_text};

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
        _ => Err(Error::content(path, ContentError::UnknownKind { found: ImageKind::detect(start) })),
    }
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
        visit(FoundImage {
            kind: ImageKind::detect(&start(&source, &row.code)?).to_string(),
            range: Some(Range { start: 0, size: source.size() }),
            file: Some(row.code.display().to_string()),
            symbols: row.symbols.map(Symbols::new),
            properties: row.properties.into(),
            ..FoundImage::default()
        })?;
        images += 1;
    }
    Ok(Summary { kind: "file table".to_owned(), size, images })
}
