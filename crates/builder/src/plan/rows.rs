//! The tables of images that the post-link step writes.

use std::path::Path;

use sycl_propset::table::{self, FileTable};
use sycl_propset::{PropertySetRegistry, SetName};

use super::asks;
use crate::jobs::{self, Limit};
use sycl_images::error::Error;
use sycl_images::properties;

/// The columns that a build needs.
pub(super) const COLUMNS: [&str; 3] = ["Code", "Properties", "Symbols"];

/// A row of a table of images, with names relative to the work directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Bitcode.
    pub code: String,
    /// Properties.
    pub properties: String,
    /// Symbols.
    pub symbols: String,
    /// Kernels, by the properties.
    pub kernels: Vec<String>,
    /// All properties.
    pub registry: PropertySetRegistry,
    /// Whether the code may ask what the target is, or for constants that have no value yet.
    pub asks: bool,
    /// The target lacks something that the image needs; the code is that of an empty module.
    pub is_empty: bool,
}

/// Names of the files of a row: code, properties, symbols.
fn files(table: &FileTable, row: usize) -> Result<[String; 3], Error> {
    let cell = |column: &str| Ok::<_, Error>(table.cell(column, row)?.to_owned());
    let [code, properties, symbols] = COLUMNS;
    Ok([cell(code)?, cell(properties)?, cell(symbols)?])
}

/// The files that a table of the post-link step names.
///
/// # Errors
/// [`Error`] for a table that cannot be read.
pub(crate) fn files_in_table(work: &Path, table: &str) -> Result<Vec<String>, Error> {
    let table = sycl_images::image::read_table_file(&work.join(table))?;
    let rows = (0..table.rows().len()).map(|row| files(&table, row)).collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// Rows for which another thread is worth its start.
const ROWS_OF_A_THREAD: usize = 64;

/// Reads a table that the post-link step wrote, while nothing else runs.
///
/// # Errors
/// [`Error`] for a table or properties that cannot be read.
pub fn read_rows(work: &Path, table: &str, limit: &Limit) -> Result<Vec<Row>, Error> {
    let table = sycl_images::image::read_table_file(&work.join(table))?;
    let read = |row| {
        let [code, properties, symbols] = files(&table, row)?;
        let registry = properties::load(&work.join(&properties))?;
        let kernels = properties::names(&registry, &SetName::KernelNames).map(str::to_owned).collect();
        let is_empty = table::is_empty_image(&code);
        let asks = !is_empty && asks::asks(&sycl_images::output::read(&work.join(&code))?);
        Ok(Row { code, properties, symbols, kernels, registry, asks, is_empty })
    };
    jobs::map(limit, 1, table.rows().len(), ROWS_OF_A_THREAD, read).into_iter().collect()
}
