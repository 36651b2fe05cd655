//! Directories that are made whole, and the list in each by which a later run knows that it may replace it.

use std::ffi::OsString;
use std::path::{Component, Path};

use serde_json::{Value, json};

use super::{Inputs, STANDARD};
use crate::error::Error;

/// A file that directories made by [`replace_directory`] hold: who made them, and all their files.
pub const DIRECTORY_LIST: &str = "images.json";

/// Name of the program that makes directories, as [`DIRECTORY_LIST`] says.
const GENERATOR: &str = "sycl-packager";

/// The format of [`DIRECTORY_LIST`]; another number when it changes so that older versions would misread it.
const FORMAT: u64 = 1;

/// The text of [`DIRECTORY_LIST`]. A table has a name, its file, and images, each with the names of its files.
#[must_use]
pub fn directory_list(tables: &[Value]) -> String {
    format!("{:#}\n", json!({ "generator": GENERATOR, "format": FORMAT, "tables": tables }))
}

/// Makes a directory whole or not at all: `fill` writes into a new one, which then takes the name. An older directory
/// of that name is removed if there is nothing in it but what its [`DIRECTORY_LIST`] lists; `fill` has to write that
/// file.
///
/// # Errors
/// Those of `fill`; [`Error::NotOurs`] for a directory with anything else, [`Error::Write`] if files cannot be made or
/// renamed.
pub fn replace_directory(path: &Path, fill: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
    sycl_output::directory::replace(
        path,
        |old| own_files(path, old),
        |new| {
            fill(new).map_err(|error| match error {
                // What the user knows is the name that it would get.
                Error::Write { file, source } => match file.strip_prefix(new) {
                    Ok(name) => Error::Write { file: path.join(name), source },
                    Err(_) => Error::Write { file, source },
                },
                other => other,
            })
        },
    )
}

/// Whether [`replace_directory`] may take a name, which must not be where inputs are.
///
/// # Errors
/// As there.
pub fn check_replaceable(path: &Path, inputs: &Inputs) -> Result<(), Error> {
    if path.as_os_str() == STANDARD {
        let message = "standard output cannot hold a directory; expected a name, or the format of a single file";
        return Err(Error::Write { file: path.to_owned(), source: std::io::Error::other(message) });
    }
    sycl_output::directory::check(path, &|old: &Path| own_files(path, old))?;
    Ok(inputs.check_directory(path)?)
}

/// Names and files of the tables of a [`DIRECTORY_LIST`]; `None` if another program made it, or it has another format.
#[must_use]
pub fn directory_tables(text: &[u8]) -> Option<Vec<(String, String)>> {
    listed_files(text)?;
    let list: Value = serde_json::from_slice(text).ok()?;
    let text = |table: &Value, key| table.get(key)?.as_str().map(str::to_owned);
    list.get("tables")?.as_array()?.iter().map(|table| Some((text(table, "name")?, text(table, "table")?))).collect()
}

/// The files of a directory, all made by an earlier run. `name` is what the user calls it.
fn own_files(name: &Path, directory: &Path) -> Result<Vec<OsString>, Error> {
    let failed = |source| Error::Read { file: name.to_owned(), source };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        entries.push((entry.file_name(), entry.file_type().map_err(failed)?.is_file()));
    }
    entries.sort();
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let not_ours = |entry: &OsString, why: &str| Error::NotOurs {
        directory: name.to_owned(),
        entry: Path::new(entry).display().to_string(),
        why: why.to_owned(),
    };
    let list = OsString::from(DIRECTORY_LIST);
    let Some(true) = entries.iter().find(|(entry, _)| *entry == list).map(|(_, is_file)| *is_file) else {
        return Err(not_ours(&entries[0].0, &format!("there is no {DIRECTORY_LIST} that lists it")));
    };
    let text = std::fs::read(directory.join(DIRECTORY_LIST)).map_err(failed)?;
    let Some(mut listed) = listed_files(&text) else {
        return Err(not_ours(&list, "it is not a list of images that sycl-packager wrote"));
    };
    listed.push(list);
    match entries.iter().find(|(entry, is_file)| !is_file || !listed.contains(entry)) {
        Some((entry, _)) => Err(not_ours(entry, &format!("{DIRECTORY_LIST} does not list it"))),
        None => Ok(entries.into_iter().map(|(entry, _)| entry).collect()),
    }
}

/// The files that a [`DIRECTORY_LIST`] names; `None` if another program made it, or it has another format.
fn listed_files(text: &[u8]) -> Option<Vec<OsString>> {
    let list: Value = serde_json::from_slice(text).ok()?;
    if list.get("generator")? != GENERATOR || list.get("format")? != FORMAT {
        return None;
    }
    let mut files = Vec::new();
    for table in list.get("tables")?.as_array()? {
        files.push(table.get("table")?.as_str()?);
        for image in table.get("images")?.as_array()? {
            for file in image.as_object()?.values() {
                files.push(file.as_str()?);
            }
        }
    }
    let is_plain = |file: &&str| {
        let mut components = Path::new(file).components();
        matches!((components.next(), components.next()), (Some(Component::Normal(_)), None))
    };
    files.iter().all(is_plain).then(|| files.into_iter().map(OsString::from).collect())
}
