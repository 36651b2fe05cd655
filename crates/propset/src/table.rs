//! The `.table` file table: rows of file names that belong together, such as code, properties and symbols of an image.
//!
//! ```text
//! [Code|Properties|Symbols]
//! a_0.bc|a_0.prop|a_0.sym
//! ```
//! The title line is optional; columns of a table without one are called `0`, `1` and so on. Cells are separated by
//! `|`, lines end in `\n`, there is no quoting. The last line may lack its line break. An empty text is a table without
//! columns. Editors on Windows put a byte order mark in front and `\r` before each `\n`: both are read and not kept.
//! The operations on tables are those of DPC++'s `file-table-tform`, with its error texts; see [`crate::transform`] for
//! its command line.

use std::ffi::OsStr;
use std::path::Path;

use crate::error::{Problem, ReadError};
use crate::printable::excerpt;

/// Text that `sycl-post-link` puts in place of the number in a file name, for the code of a row whose image the target
/// cannot take: `app_empty.bc` beside `app_0.bc`. All such rows share one file, the code of an empty module.
pub const EMPTY_IMAGE: &str = "empty";

/// Whether code in a table that `sycl-post-link` wrote stands for an image that the target cannot take.
#[must_use]
pub fn is_empty_image(code: &str) -> bool {
    let stem = Path::new(code).file_stem().and_then(OsStr::to_str);
    stem.and_then(|stem| stem.strip_suffix(EMPTY_IMAGE)).is_some_and(|prefix| prefix.ends_with('_'))
}

/// Mistakes in a table or an operation on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The first line starts like a title line but does not end like one.
    #[error("malformed title line: found `{0}`; expected `[<column>|...]`")]
    MalformedTitle(String),
    /// A row has another number of cells than there are columns.
    #[error("row size mismatch at line {line}: found {found} cells; expected {expected}")]
    RowSize {
        /// The row's line in the file, from 1.
        line: usize,
        /// Cells in the row.
        found: usize,
        /// Columns of the table.
        expected: usize,
    },
    /// A cell or column name would not be read back as it is.
    #[error("cell `{0}` cannot be written: it contains `|` or a line break")]
    Cell(String),
    /// Two columns have one name.
    #[error("duplicated column names found: `{0}`")]
    DuplicateColumn(String),
    /// No column has the name.
    #[error("column not found: {0}")]
    ColumnNotFound(String),
    /// The column put in place has another number of cells.
    #[error("column length mismatch for {column}: found {found} cells; expected {expected}")]
    ColumnLength {
        /// The column replaced.
        column: String,
        /// Cells of the source column.
        found: usize,
        /// Rows of the table.
        expected: usize,
    },
    /// A row index is not below the number of rows.
    #[error("row index is out of bounds: found {index}; expected less than {rows}")]
    RowIndex {
        /// The index.
        index: usize,
        /// Rows of the table.
        rows: usize,
    },
    /// The cell that should name a file is empty.
    #[error("no file found in specified column: `{0}`")]
    NoFile(String),
    /// There is no table to transform.
    #[error("no inputs")]
    NoInputs,
    /// The inputs ran out before the operation.
    #[error("no input for '{0}' command")]
    NoInputFor(&'static str),
    /// An operation follows one that ends the work.
    #[error("copy_single_file must be the last transformation")]
    CopyNotLast,
    /// The argument of an operation does not have its form.
    #[error("invalid argument `{argument}` of '{operation}' command; expected {expected}")]
    Argument {
        /// The operation.
        operation: &'static str,
        /// Its argument.
        argument: String,
        /// The form it should have.
        expected: &'static str,
    },
}

/// A table of file names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileTable {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    titled: bool,
}

impl FileTable {
    /// An empty table with a title line. Names should be distinct: look-up finds the first of two equal ones.
    #[must_use]
    pub fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new(), titled: true }
    }

    /// Reads a table; `file` is the name used in errors.
    ///
    /// # Errors
    /// [`ReadError`] for a malformed title line, two columns of one name, or a row of another size.
    pub fn read(text: &str, file: &str) -> Result<Self, ReadError> {
        let mut table = Self::default();
        let text = text.trim_start_matches('\u{FEFF}');
        if text.is_empty() {
            return Ok(table);
        }
        for (index, line) in text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            table.read_line(index, line).map_err(|e| ReadError {
                file: file.to_owned(),
                line: index + 1,
                column: 1,
                problem: Problem::Table(e),
            })?;
        }
        Ok(table)
    }

    fn read_line(&mut self, index: usize, line: &str) -> Result<(), TableError> {
        let cells = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        if index > 0 {
            return self.push_row(cells(line));
        }
        if let Some(rest) = line.strip_prefix('[') {
            let title = rest.strip_suffix(']');
            self.columns = cells(title.ok_or_else(|| TableError::MalformedTitle(excerpt(line)))?);
            self.titled = true;
            return self.check_distinct();
        }
        let cells = cells(line);
        self.columns = (0..cells.len()).map(|column| column.to_string()).collect();
        self.push_row(cells)
    }

    fn check_distinct(&self) -> Result<(), TableError> {
        let mut sorted: Vec<&String> = self.columns.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(TableError::DuplicateColumn(excerpt(pair[0]))),
            None => Ok(()),
        }
    }

    /// The text of the table, each line ended by `\n`.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::new();
        if self.titled {
            out.push('[');
            out.push_str(&self.columns.join("|"));
            out.push_str("]\n");
        }
        for row in &self.rows {
            out.push_str(&row.join("|"));
            out.push('\n');
        }
        out
    }

    /// Column names in order; `0`, `1` and so on if the table was read without titles.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Rows in order, each with one cell a column.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Whether the table is written with a title line.
    #[must_use]
    pub fn is_titled(&self) -> bool {
        self.titled
    }

    /// The cell of a row in the column of that name.
    ///
    /// # Errors
    /// [`TableError::ColumnNotFound`] or [`TableError::RowIndex`].
    pub fn cell(&self, column: &str, row: usize) -> Result<&str, TableError> {
        let column = self.column_index(column)?;
        Ok(&self.row(row)?[column])
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`TableError::RowSize`] unless there is one cell a column, [`TableError::Cell`] for a cell with `|` or a line
    /// break.
    pub fn push_row(&mut self, row: Vec<String>) -> Result<(), TableError> {
        if row.len() != self.columns.len() {
            let line = self.rows.len() + usize::from(self.titled) + 1;
            return Err(TableError::RowSize { line, found: row.len(), expected: self.columns.len() });
        }
        row.iter().try_for_each(|cell| check_cell(cell))?;
        self.rows.push(row);
        Ok(())
    }

    /// Replaces the cells of a column by those of a column of another table. In a table of one column, that column is
    /// meant whatever the name says.
    ///
    /// # Errors
    /// [`TableError::ColumnNotFound`], or [`TableError::ColumnLength`] unless both have equally many rows.
    pub fn replace(&mut self, column: &str, source: &Self, source_column: &str) -> Result<(), TableError> {
        let to = self.only_or_named(column)?;
        let from = source.only_or_named(source_column)?;
        if self.rows.len() != source.rows.len() {
            let (found, expected) = (source.rows.len(), self.rows.len());
            return Err(TableError::ColumnLength { column: excerpt(column), found, expected });
        }
        for (row, other) in self.rows.iter_mut().zip(&source.rows) {
            row[to].clone_from(&other[from]);
        }
        Ok(())
    }

    /// Replaces one cell.
    ///
    /// # Errors
    /// [`TableError::ColumnNotFound`], [`TableError::RowIndex`], or [`TableError::Cell`] as for [`Self::push_row`].
    pub fn replace_cell(&mut self, column: &str, row: usize, cell: impl Into<String>) -> Result<(), TableError> {
        let column = self.column_index(column)?;
        self.row(row)?;
        let cell = cell.into();
        check_cell(&cell)?;
        self.rows[row][column] = cell;
        Ok(())
    }

    /// Gives a column another name.
    ///
    /// # Errors
    /// [`TableError::ColumnNotFound`], or [`TableError::DuplicateColumn`] if another column has the new name.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<(), TableError> {
        let index = self.column_index(old)?;
        if self.columns.iter().enumerate().any(|(other, name)| other != index && name == new) {
            return Err(TableError::DuplicateColumn(excerpt(new)));
        }
        check_cell(new)?;
        new.clone_into(&mut self.columns[index]);
        Ok(())
    }

    /// Keeps only the named columns, in the order of the table.
    ///
    /// # Errors
    /// [`TableError::ColumnNotFound`], or [`TableError::DuplicateColumn`] for a name given twice.
    pub fn extract<C: AsRef<str>>(&mut self, columns: &[C]) -> Result<(), TableError> {
        let mut keep = vec![false; self.columns.len()];
        for column in columns {
            let index = self.column_index(column.as_ref())?;
            if std::mem::replace(&mut keep[index], true) {
                return Err(TableError::DuplicateColumn(excerpt(column.as_ref())));
            }
        }
        for cells in std::iter::once(&mut self.columns).chain(&mut self.rows) {
            let mut kept = keep.iter();
            cells.retain(|_| kept.next().is_some_and(|keep| *keep));
        }
        Ok(())
    }

    /// Leaves the title line out when written; names stay usable until then.
    pub fn drop_titles(&mut self) {
        self.titled = false;
    }

    /// The file named in a cell, for copying.
    ///
    /// # Errors
    /// [`TableError::ColumnNotFound`], [`TableError::RowIndex`], or [`TableError::NoFile`] for an empty cell.
    pub fn copy_single_file(&self, column: &str, row: usize) -> Result<&str, TableError> {
        match self.cell(column, row)? {
            "" => Err(TableError::NoFile(excerpt(column))),
            file => Ok(file),
        }
    }

    fn row(&self, index: usize) -> Result<&Vec<String>, TableError> {
        self.rows.get(index).ok_or(TableError::RowIndex { index, rows: self.rows.len() })
    }

    fn column_index(&self, name: &str) -> Result<usize, TableError> {
        let found = self.columns.iter().position(|column| column == name);
        found.ok_or_else(|| TableError::ColumnNotFound(excerpt(name)))
    }

    fn only_or_named(&self, name: &str) -> Result<usize, TableError> {
        if self.columns.len() == 1 { Ok(0) } else { self.column_index(name) }
    }
}

fn check_cell(cell: &str) -> Result<(), TableError> {
    if cell.contains(['|', '\n', '\r']) { Err(TableError::Cell(excerpt(cell))) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
