//! Prints what a file table says about device images: files, kernels, aspects, sizes, specialization constants.
//!
//! usage: show-images [--aspects FILE.json] TABLE
//!
//! Aspects are named by the table of this project, or by FILE if the front end numbers them otherwise. The default value
//! of a constant's leaf is shown as stored (bytes), as an integer and, where the size allows, as a floating-point number:
//! the properties do not say which of the two it is.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool")]

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use sycl_propset::{
    aspects::{self, AspectTable},
    json,
    requirements::DeviceRequirements,
    spec_constants::{Descriptor, SpecConstants},
    symbols,
    table::FileTable,
    text,
};

struct Image {
    file: PathBuf,
    kernels: Vec<String>,
    requirements: DeviceRequirements,
    constants: SpecConstants,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (aspects, table) = match arguments.as_slice() {
        [table] => (None, table),
        [option, file, table] if option == "--aspects" => (Some(file), table),
        _ => {
            eprintln!("usage: show-images [--aspects FILE.json] TABLE");
            return ExitCode::from(2);
        }
    };
    match show(aspects.map(Path::new), Path::new(table)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("show-images: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &Path) -> Result<String, Box<dyn Error>> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()).into())
}

fn show(aspects: Option<&Path>, file: &Path) -> Result<(), Box<dyn Error>> {
    let names =
        aspects.map(|f| AspectTable::from_json(&read(f)?, &f.display().to_string()).map_err(Box::<dyn Error>::from));
    let names = names.transpose()?;
    let table = FileTable::read(&read(file)?, &file.display().to_string())?;
    let images = (0..table.rows().len()).map(|row| image(&table, row)).collect::<Result<Vec<_>, _>>()?;
    print_table(
        &["image", "file", "kernels", "aspects", "fixed sizes", "constants"],
        &overview(&images, names.as_ref()),
    );
    let constants: Vec<Vec<String>> =
        images.iter().enumerate().flat_map(|(number, image)| leaves(number, &image.constants)).collect();
    if !constants.is_empty() {
        println!();
        let titles = ["image", "specialization constant", "SpecId", "offset", "size", "default", "integer", "float"];
        print_table(&titles, &constants);
    }
    Ok(())
}

fn image(table: &FileTable, row: usize) -> Result<Image, Box<dyn Error>> {
    let properties = Path::new(table.cell("Properties", row)?);
    let (content, name) = (read(properties)?, properties.display().to_string());
    let is_json = properties.extension().is_some_and(|extension| extension == "json");
    let registry = if is_json { json::read(content, &name) } else { text::read(content, &name) }?;
    let symbol_file = table.cell("Symbols", row)?;
    Ok(Image {
        file: table.cell("Code", row)?.into(),
        kernels: symbols::read(read(Path::new(symbol_file))?, symbol_file)?,
        requirements: DeviceRequirements::from_registry(&registry)?,
        constants: SpecConstants::from_registry(&registry)?,
    })
}

fn overview(images: &[Image], names: Option<&AspectTable>) -> Vec<Vec<String>> {
    let aspect = |number: &u32| match names {
        Some(names) => names.by_value(*number).map_or_else(|| number.to_string(), |aspect| aspect.name.clone()),
        None => aspects::display_name(*number),
    };
    let row = |(number, image): (usize, &Image)| {
        let requirements = &image.requirements;
        let sizes = requirements.reqd_work_group_size.iter().map(|size| format!("work-group {size:?}"));
        let sizes = sizes.chain(requirements.reqd_sub_group_size.map(|size| format!("sub-group {size}")));
        vec![
            number.to_string(),
            image.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            image.kernels.join(" "),
            requirements.aspects.iter().map(aspect).collect::<Vec<_>>().join(" "),
            sizes.collect::<Vec<_>>().join(", "),
            image.constants.constants.len().to_string(),
        ]
    };
    images.iter().enumerate().map(row).collect()
}

/// A row for each scalar of each constant.
fn leaves(image: usize, constants: &SpecConstants) -> Vec<Vec<String>> {
    let leaf = |name: &str, place: u64, descriptor: &Descriptor| {
        let start = usize::try_from(place).ok()? + descriptor.offset as usize;
        let bytes = constants.defaults.as_ref().and_then(|all| all.get(start..start + descriptor.size as usize));
        let bytes = bytes.unwrap_or_default();
        Some(vec![
            image.to_string(),
            name.to_owned(),
            descriptor.id.to_string(),
            descriptor.offset.to_string(),
            descriptor.size.to_string(),
            bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
            integer(bytes),
            float(bytes),
        ])
    };
    let leaf = &leaf;
    constants
        .layout()
        .flat_map(|place| {
            let values = place.descriptors.iter().filter(|descriptor| !descriptor.is_padding());
            values.filter_map(move |descriptor| leaf(place.name, place.offset, descriptor))
        })
        .collect()
}

fn integer(bytes: &[u8]) -> String {
    match *bytes {
        [a] => i8::from_le_bytes([a]).to_string(),
        [a, b] => i16::from_le_bytes([a, b]).to_string(),
        [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).to_string(),
        [a, b, c, d, e, f, g, h] => i64::from_le_bytes([a, b, c, d, e, f, g, h]).to_string(),
        _ => String::new(),
    }
}

fn float(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => format!("{:?}", f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => format!("{:?}", f64::from_le_bytes([a, b, c, d, e, f, g, h])),
        _ => String::new(),
    }
}

/// Columns as wide as their widest cell; `-` for nothing.
fn print_table(titles: &[&str], rows: &[Vec<String>]) {
    let titles: Vec<String> = titles.iter().map(|title| (*title).to_owned()).collect();
    let all = || std::iter::once(&titles).chain(rows);
    let widths: Vec<usize> =
        (0..titles.len()).map(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    for row in all() {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let shown = if cell.is_empty() { "-" } else { cell };
            format!("{shown:<width$}")
        });
        println!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}
