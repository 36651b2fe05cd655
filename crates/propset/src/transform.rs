//! The operations of DPC++'s `file-table-tform` as a list, executed in command-line order.
//!
//! The first input is the table to transform; `-replace` and `-replace_cell` take the further inputs from left to
//! right. Reading the tables is up to the caller, so that this stays free of files.

use crate::table::{FileTable, TableError};

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transform {
    /// `-replace=<column>,<source column>`: cells of a column from the next input, a table.
    Replace {
        /// The column replaced.
        column: String,
        /// The column of the input.
        source: String,
    },
    /// `-replace_cell=<column>,<row>`: one cell becomes the path of the next input.
    ReplaceCell {
        /// The column of the cell.
        column: String,
        /// The row of the cell, from 0.
        row: usize,
    },
    /// `-rename=<old>,<new>`: another name for a column.
    Rename {
        /// The name it has.
        old: String,
        /// The name it gets.
        new: String,
    },
    /// `-extract=<column>,...`: only these columns, in the order of the table.
    Extract {
        /// The columns kept.
        columns: Vec<String>,
    },
    /// `-drop_titles`: no title line.
    DropTitles,
    /// `-copy_single_file=<column>,<row>`: the file named in a cell instead of a table; last.
    CopySingleFile {
        /// The column of the cell.
        column: String,
        /// The row of the cell, from 0.
        row: usize,
    },
}

/// Result of a list of operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A table to write.
    Table(FileTable),
    /// A file to copy.
    File(String),
}

impl Transform {
    /// The operation of an option, without dashes, and its value; `None` if no operation has that name.
    ///
    /// # Errors
    /// [`TableError::Argument`] for a value of another form.
    pub fn from_option(name: &str, value: &str) -> Option<Result<Self, TableError>> {
        let wrong = |operation, expected| TableError::Argument { operation, argument: value.to_owned(), expected };
        let pair = value.split_once(',').map(|(a, b)| (a.to_owned(), b.to_owned()));
        let cell = value.split_once(',').and_then(|(a, b)| Some((a.to_owned(), b.parse::<usize>().ok()?)));
        const COLUMN_AND_ROW: &str = "`<column>,<row index>`";
        Some(match name {
            "replace" => pair
                .map(|(column, source)| Self::Replace { column, source })
                .ok_or_else(|| wrong("replace", "`<column>,<source column>`")),
            "replace_cell" => cell
                .map(|(column, row)| Self::ReplaceCell { column, row })
                .ok_or_else(|| wrong("replace_cell", COLUMN_AND_ROW)),
            "rename" => pair
                .map(|(old, new)| Self::Rename { old, new })
                .ok_or_else(|| wrong("rename", "`<old name>,<new name>`")),
            "extract" => Ok(Self::Extract { columns: value.split(',').map(str::to_owned).collect() }),
            "drop_titles" => Ok(Self::DropTitles),
            "copy_single_file" => cell
                .map(|(column, row)| Self::CopySingleFile { column, row })
                .ok_or_else(|| wrong("copy_single_file", COLUMN_AND_ROW)),
            _ => return None,
        })
    }
}

/// Executes operations on the first input, reading tables with `load`.
///
/// # Errors
/// Those of `load`, those of the operations, and [`TableError::NoInputs`], [`TableError::NoInputFor`] or
/// [`TableError::CopyNotLast`] for a list that cannot work.
pub fn run<E: From<TableError>>(
    transforms: &[Transform],
    inputs: &[String],
    mut load: impl FnMut(&str) -> Result<FileTable, E>,
) -> Result<Outcome, E> {
    let copy = transforms.iter().position(|transform| matches!(transform, Transform::CopySingleFile { .. }));
    if copy.is_some_and(|position| position + 1 != transforms.len()) {
        return Err(TableError::CopyNotLast.into());
    }
    let mut inputs = inputs.iter();
    let mut table = load(inputs.next().ok_or(TableError::NoInputs)?)?;
    for transform in transforms {
        let mut input = |operation| inputs.next().ok_or(TableError::NoInputFor(operation));
        match transform {
            Transform::Replace { column, source } => table.replace(column, &load(input("replace")?)?, source)?,
            Transform::ReplaceCell { column, row } => table.replace_cell(column, *row, input("replace_cell")?)?,
            Transform::Rename { old, new } => table.rename(old, new)?,
            Transform::Extract { columns } => table.extract(columns)?,
            Transform::DropTitles => table.drop_titles(),
            Transform::CopySingleFile { column, row } => {
                return Ok(Outcome::File(table.copy_single_file(column, *row)?.to_owned()));
            }
        }
    }
    Ok(Outcome::Table(table))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str) -> Result<FileTable, TableError> {
        let text = match name {
            "a.table" => "[Code|Symbols]\na.bc|a.sym\nb.bc|b.sym\n",
            _ => "[Code]\na.spv\nb.spv\n",
        };
        FileTable::read(text, name).map_err(|_| TableError::NoInputs)
    }

    fn execute(options: &[(&str, &str)], inputs: &[&str]) -> Result<Outcome, TableError> {
        let transforms: Result<Vec<_>, _> =
            options.iter().map(|(name, value)| Transform::from_option(name, value).unwrap()).collect();
        let inputs: Vec<String> = inputs.iter().map(|input| (*input).to_owned()).collect();
        run(&transforms?, &inputs, load)
    }

    #[test]
    fn operations_run_in_order_and_take_inputs_from_the_left() {
        let options = [
            ("replace", "Code,Code"),
            ("replace_cell", "Symbols,1"),
            ("rename", "Code,Image"),
            ("extract", "Image,Symbols"),
            ("drop_titles", ""),
        ];
        let Ok(Outcome::Table(table)) = execute(&options, &["a.table", "b.table", "new.sym"]) else { panic!() };
        assert_eq!(table.write(), "a.spv|a.sym\nb.spv|new.sym\n");
        assert_eq!(execute(&[("copy_single_file", "Symbols,1")], &["a.table"]), Ok(Outcome::File("b.sym".into())));
    }

    #[test]
    fn lists_that_cannot_work_are_refused() {
        let error = |options: &[(&str, &str)], inputs: &[&str]| execute(options, inputs).unwrap_err().to_string();
        assert_eq!(error(&[], &[]), "no inputs");
        assert_eq!(error(&[("replace", "a,b")], &["a.table"]), "no input for 'replace' command");
        assert_eq!(
            error(&[("copy_single_file", "Code,0"), ("drop_titles", "")], &["a.table"]),
            "copy_single_file must be the last transformation"
        );
        assert_eq!(
            error(&[("replace_cell", "Code,x")], &["a.table"]),
            "invalid argument `Code,x` of 'replace_cell' command; expected `<column>,<row index>`"
        );
        assert!(Transform::from_option("frobnicate", "").is_none());
    }
}
