//! The end of a run: tables that list the images, and the summary.

use std::os::unix::ffi::OsStrExt;

use sycl_output::Files;
use sycl_propset::table::{FileTable, TableError};

use super::{
    Summary,
    report::FileName,
    writer::{Writer, Written},
};
use crate::{
    ir::{self, Editor, ModuleSlicer},
    options::FileOptions,
    post_link::Error,
};

/// Writes the tables, last of all files, and keeps everything.
pub(super) fn write(
    writer: &Writer<'_>,
    editor: &mut Editor<'_>,
    written: Vec<Written>,
    mut files: Files,
) -> Result<Summary, Error> {
    let (options, names) = (writer.options, writer.names);
    let mut rows = Vec::new();
    for one in written {
        rows.extend(one.rows);
        files.absorb(one.files)?;
    }
    // Both halves of an image come before both copies with defaults.
    rows.sort_by_key(|row| row.number);
    let images = rows.len();
    let mut tables = vec![Vec::with_capacity(images); names.tables.len()];
    for row in rows {
        for (table, cells) in tables.iter_mut().zip(row.cells).filter(|(_, cells)| !cells.is_empty()) {
            table.push(cells);
        }
    }
    let empty = names.empty(options.images.extension());
    if tables.iter().flatten().any(|cells| cells[0].0 == empty) {
        let name = editor.view().identifier();
        let mut slicer = ModuleSlicer::new(editor);
        let part = slicer.part(std::iter::empty::<ir::Value<'_>>(), &name);
        let bytes = if options.images.text { part.view().print().into_bytes() } else { part.view().bitcode() };
        files.write(&empty, &bytes)?;
    }
    if options.files.ir_output_only {
        files.keep();
        return Ok(Summary { images, tables: Vec::new() });
    }
    for (path, rows) in names.tables.iter().zip(&tables) {
        if files.has(path) {
            return Err(Error::SamePath { path: path.clone() });
        }
        files.write(path, &content(&options.files, rows)?)?;
    }
    files.keep();
    Ok(Summary { images, tables: names.tables.clone() })
}

/// The content of a table. Names of files are bytes, so it is text only if they are.
fn content(options: &FileOptions, rows: &[Vec<FileName>]) -> Result<Vec<u8>, TableError> {
    let mut columns = vec!["Code"];
    columns.extend(options.properties.then_some("Properties"));
    columns.extend(options.symbols.then_some("Symbols"));
    let mut table = FileTable::new(columns);
    let mut bytes = table.write().into_bytes();
    for row in rows {
        // Checks the cells; separators are the same in bytes.
        table.push_row(row.iter().map(|cell| cell.0.display().to_string()).collect())?;
        for (number, cell) in row.iter().enumerate() {
            bytes.extend((number > 0).then_some(b'|'));
            bytes.extend(cell.0.as_os_str().as_bytes());
        }
        bytes.push(b'\n');
    }
    Ok(bytes)
}
