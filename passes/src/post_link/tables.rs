//! The end of a run: tables that list the images, and the summary.

use std::os::unix::ffi::OsStrExt;

use sycl_output::Files;
use sycl_propset::table::{FileTable, TableError};

use super::{Error, Summary, image::Produced, report::FileName, row::RowWriter};
use crate::{
    ir::{self, Editor, ModuleSlicer},
    options::Options,
};

/// Writes the tables, last of all files, and keeps everything.
pub(super) fn write(
    rows: &RowWriter<'_>,
    editor: &mut Editor<'_>,
    produced: Vec<Produced>,
    mut files: Files,
) -> Result<Summary, Error> {
    let (options, names) = (rows.options, rows.names);
    let mut rows = Vec::new();
    for one in produced {
        rows.extend(one.rows);
        files.absorb(one.files)?;
    }
    // Both halves of an image come before both copies with defaults.
    rows.sort_by_key(|row| row.number);
    let images = rows.len();
    let mut tables = vec![Vec::with_capacity(images); names.tables.len()];
    for row in rows {
        for (table, cells) in tables.iter_mut().zip(row.cells) {
            table.push(cells);
        }
    }
    let empty = names.empty(options.extension());
    if tables.iter().flatten().any(|cells| cells[0].0 == empty) {
        let name = editor.view().identifier();
        let mut slicer = ModuleSlicer::new(editor);
        let part = slicer.part(std::iter::empty::<ir::Value<'_>>(), &name);
        let bytes = if options.text { part.view().print().into_bytes() } else { part.view().bitcode() };
        files.write(&empty, &bytes)?;
    }
    if options.ir_output_only {
        files.keep();
        return Ok(Summary { images, tables: Vec::new() });
    }
    for (path, rows) in names.tables.iter().zip(&tables) {
        if files.has(path) {
            return Err(Error::SamePath { path: path.clone() });
        }
        files.write(path, &content(options, rows)?)?;
    }
    files.keep();
    Ok(Summary { images, tables: names.tables.clone() })
}

/// The content of a table. Names of files are bytes, so it is text only if they are.
fn content(options: &Options, rows: &[Vec<FileName>]) -> Result<Vec<u8>, TableError> {
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
