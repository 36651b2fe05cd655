//! `collect`: the images of tables in one directory.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use sycl_images::Error;
use sycl_images::image::{self, DeviceImage};
use sycl_images::output;
use sycl_images::output::Inputs;
use sycl_images::properties::Encoding;
use sycl_propset::symbols;
use sycl_propset::table::FileTable;

use super::common::Common;
use super::console;
use super::failure::Failure;
use super::{check_component, spread};

const EXAMPLES: &str = "\
Examples:
  sycl-packager collect --table app.table --name spirv64 -o images
  sycl-packager inspect images/spirv64.table

For each table the directory has NAME_0.spv, NAME_0.prop, NAME_0.sym and so on, and NAME.table; names in tables are
relative to it. images.json lists everything. A directory that was made so before is replaced, as a whole.";

/// Copy the images of tables into a directory, with their descriptions and tables.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// A file table with a column Code, and Properties and Symbols.
    #[arg(long, required = true, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// What its files are called, once for each table.
    #[arg(long, required = true)]
    name: Vec<String>,
    /// The directory to write.
    #[arg(short, long, value_name = "DIRECTORY")]
    output: PathBuf,
}

pub(super) fn run(options: &Options, common: &Common) -> Result<ExitCode, Failure> {
    let mut tables = Vec::new();
    for (table, name) in options.table.iter().zip(spread("--name", &options.name, options.table.len())?) {
        check_component(table, "name", name)?;
        if tables.iter().any(|(_, other)| other == name) {
            return Err(Failure::usage(format!("found --name {name} twice; expected another for each table")));
        }
        tables.push((image::read_table(table)?, name.clone()));
    }
    let mut read = Inputs::from_paths(&options.table);
    tables.iter().flat_map(|(images, _)| images).flat_map(|image| &image.files).for_each(|file| read.add(file));
    output::check_replaceable(&options.output, &read)?;
    output::replace_directory(&options.output, |directory| {
        let mut listed = Vec::new();
        for (images, name) in &tables {
            let mut table = FileTable::new(["Code", "Properties", "Symbols"]);
            let mut rows = Vec::new();
            for (number, image) in images.iter().enumerate() {
                let row = copy(directory, &format!("{name}_{number}"), image)?;
                rows.push(json!({ "code": row[0], "properties": row[1], "symbols": row[2] }));
                table.push_row(row)?;
            }
            output::write_bytes(&directory.join(format!("{name}.table")), table.write().as_bytes())?;
            listed.push(json!({ "name": name, "table": format!("{name}.table"), "images": rows }));
        }
        output::write_bytes(&directory.join(output::DIRECTORY_LIST), output::directory_list(&listed).as_bytes())
    })?;
    let mut files = vec![options.output.join(output::DIRECTORY_LIST)];
    files.extend(tables.iter().map(|(_, name)| options.output.join(format!("{name}.table"))));
    console::wrote(common, files.iter().map(|file| &**file))?;
    Ok(ExitCode::SUCCESS)
}

/// Copies an image and writes what describes it; gives the row of the table.
fn copy(directory: &Path, stem: &str, image: &DeviceImage) -> Result<Vec<String>, Error> {
    let extension = image.code.extension().and_then(|extension| extension.to_str()).unwrap_or("bin");
    let names = [format!("{stem}.{extension}"), format!("{stem}.prop"), format!("{stem}.sym")];
    output::write_bytes(&directory.join(&names[0]), &output::read(&image.code)?)?;
    output::write_bytes(&directory.join(&names[1]), Encoding::Text.write(&image.properties)?.as_bytes())?;
    let text = symbols::write(image.entry_points());
    let text = text.map_err(|e| Error::content(&image.code, e))?;
    output::write_bytes(&directory.join(&names[2]), text.as_bytes())?;
    Ok(names.into())
}
