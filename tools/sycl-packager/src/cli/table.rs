//! `table`: operations on a file table.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, Args};
use sycl_images::Error;
use sycl_images::image;
use sycl_images::input;
use sycl_images::output;
use sycl_images::output::Inputs;
use sycl_propset::table::TableError;
use sycl_propset::transform::{self, Outcome, Transform};

use super::common::Common;
use super::console;
use super::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  # the code column alone, without a title line: a list for `foreach`
  sycl-packager table --extract=Code --drop_titles app.table -o code.list
  # put the compiled files in the place of the code
  sycl-packager table --replace=Code,0 app.table spirv.list -o app.spv.table
  # take the first image out
  sycl-packager table --copy_single_file=Code,0 app.table -o first.bc

Operations run in the order of the command line. The first input is the table; --replace and --replace_cell take the
further inputs from left to right. Options may have one dash, as those of file-table-tform.";

/// Names of options that may have one dash.
pub(super) const LONG_NAMES: &[&str] =
    &["replace", "replace_cell", "rename", "extract", "drop_titles", "copy_single_file"];

/// Transform file tables, like file-table-tform.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The table, then the inputs of operations.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// Take the cells of a column from the next input, a table.
    #[arg(long, value_name = "COLUMN,SOURCE")]
    replace: Vec<String>,
    /// Put the name of the next input into a cell.
    #[arg(long = "replace_cell", visible_alias = "replace-cell", value_name = "COLUMN,ROW")]
    replace_cell: Vec<String>,
    /// Give a column another name.
    #[arg(long, value_name = "OLD,NEW")]
    rename: Vec<String>,
    /// Keep these columns only, in the order of the table.
    #[arg(long, value_name = "COLUMN,...")]
    extract: Vec<String>,
    /// Leave the title line out.
    #[arg(long = "drop_titles", visible_alias = "drop-titles")]
    drop_titles: bool,
    /// Copy the file named in a cell instead of writing a table; must be the last operation.
    #[arg(long = "copy_single_file", visible_alias = "copy-single-file", value_name = "COLUMN,ROW")]
    copy_single_file: Vec<String>,
    /// Where to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(options: &Options, common: &Common, matches: Option<&ArgMatches>) -> Result<ExitCode, Failure> {
    let transforms = in_order(options, matches)?;
    if let Some(output) = &options.output {
        output::prepare(output, &Inputs::from_paths(&options.inputs))?;
    }
    let load = |file: &str| Ok::<_, Problem>(image::read_table_file(file.as_ref())?);
    let outcome = transform::run(&transforms, &options.inputs, load).map_err(|problem| match problem {
        Problem::File(error) => Failure::from(error),
        Problem::Table(error @ (TableError::NoInputFor(_) | TableError::CopyNotLast)) => {
            Failure::usage(error.to_string())
        }
        Problem::Table(error) => refused(options, &error),
    })?;
    match outcome {
        Outcome::Table(table) => write(options, table.write().as_bytes())?,
        Outcome::File(file) => copy(options, &file)?,
    }
    console::wrote(common, options.output.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

/// The operations by their place on the command line.
fn in_order(options: &Options, matches: Option<&ArgMatches>) -> Result<Vec<Transform>, Failure> {
    let mut found: Vec<(usize, &str, &str)> = Vec::new();
    let valued = [
        ("replace", &options.replace),
        ("replace_cell", &options.replace_cell),
        ("rename", &options.rename),
        ("extract", &options.extract),
        ("copy_single_file", &options.copy_single_file),
    ];
    let Some(matches) = matches else { return Ok(Vec::new()) };
    for (name, values) in valued {
        let indices = matches.indices_of(name).into_iter().flatten();
        found.extend(indices.zip(values).map(|(index, value)| (index, name, value.as_str())));
    }
    if options.drop_titles {
        let index = matches.index_of("drop_titles").expect("a flag that is set has a place");
        found.push((index, "drop_titles", ""));
    }
    found.sort_unstable();
    let transform = |(_, name, value)| {
        // Every name above is one of an operation.
        Transform::from_option(name, value).unwrap_or(Ok(Transform::DropTitles))
    };
    found.into_iter().map(transform).collect::<Result<_, _>>().map_err(|e| Failure::usage(e.to_string()))
}

fn refused(options: &Options, error: &TableError) -> Failure {
    let file = options.inputs.first().expect("clap requires an input");
    let failure = Failure::refused(file.as_ref(), error.to_string());
    match (error, image::read_table_file(file.as_ref())) {
        (TableError::ColumnNotFound(_), Ok(table)) if !table.columns().is_empty() => {
            failure.hint(format!("the columns of {file} are: {}", table.columns().join(" ")))
        }
        _ => failure,
    }
}

fn write(options: &Options, text: &[u8]) -> Result<(), Failure> {
    match &options.output {
        Some(file) => Ok(output::write_bytes(file, text)?),
        None => console::print(text),
    }
}

fn copy(options: &Options, file: &str) -> Result<(), Failure> {
    let table = options.inputs.first().expect("clap requires an input");
    let located = image::locate(table.as_ref(), file);
    let from = located.map_err(|source| Error::Read { file: file.into(), source })?;
    let read = |source| Error::Read { file: from.clone(), source };
    let mut source = input::open(&from).map_err(read)?;
    match &options.output {
        Some(to) => {
            Inputs::from_paths([&from]).check(to).map_err(Error::from)?;
            Ok(output::write(to, |out| {
                let copied = std::io::copy(&mut source, out);
                copied.map(drop).map_err(|source| Error::Write { file: to.clone(), source })
            })?)
        }
        None => console::print(output::read(&from)?),
    }
}

enum Problem {
    File(Error),
    Table(TableError),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::File(error)
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}
