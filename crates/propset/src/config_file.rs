//! Reading of the JSON files in `config/`: errors name file, line, column and key.

use std::io::Read as _;
use std::path::{self, PathBuf};

use serde::de::DeserializeOwned;

use crate::error::{Problem, ReadError};
use crate::json::message_of;
use crate::json_position::{self, Path};

/// The version of the configuration files that this crate reads.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// Bytes of such a file at most: some files never end.
const LARGEST: u64 = 64 << 20;

/// Reasons why a configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// The cause. The message contains it, so it is not the error's `source`.
        r#source: std::io::Error,
    },
    /// Its content is not of the layout.
    #[error(transparent)]
    Content(#[from] ReadError),
}

/// Reads a file, and its content with `parse`, which takes the text and the file's name.
pub(crate) fn load<T>(
    file: &path::Path,
    parse: impl FnOnce(&str, &str) -> Result<T, ReadError>,
) -> Result<T, LoadError> {
    let read = || {
        let mut bytes = Vec::new();
        std::fs::File::open(file)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST {
            return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, "it has more than 64 MiB"));
        }
        Ok(bytes)
    };
    let bytes = read().map_err(|source| LoadError::Read { file: file.to_owned(), source })?;
    let name = file.display().to_string();
    Ok(parse(utf8(&bytes, &name)?, &name)?)
}

/// The text of a file.
fn utf8<'a>(bytes: &'a [u8], file: &str) -> Result<&'a str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let (line, column) = json_position::line_and_column(bytes, offset);
        ReadError { file: file.to_owned(), line, column, problem: Problem::NotUtf8(bytes[offset]) }
    })
}

/// Parses a whole file into `T`.
pub(crate) fn parse<T: DeserializeOwned>(text: &str, file: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|e| {
        let bytes = text.as_bytes();
        let offset = json_position::offset_of_place(bytes, e.line(), e.column());
        let (path, start) = json_position::path_at(bytes, offset);
        at_offset(bytes, file, if e.is_data() { start } else { offset }, &path, message_of(&e))
    })
}

/// An error about the value at `path` of a file that was parsed.
pub(crate) fn refuse(text: &str, file: &str, path: &Path, message: String) -> ReadError {
    let offset = json_position::offset_of(text.as_bytes(), path);
    at_offset(text.as_bytes(), file, offset, path, message)
}

/// An error unless a file has the version that this crate reads.
pub(crate) fn check_version(text: &str, file: &str, version: u32) -> Result<(), ReadError> {
    if version == SCHEMA_VERSION {
        return Ok(());
    }
    let message = format!("found version {version}; expected {SCHEMA_VERSION}");
    Err(refuse(text, file, &Path::keys(&["schema_version"]), message))
}

fn at_offset(text: &[u8], file: &str, offset: usize, path: &Path, message: String) -> ReadError {
    let (line, column) = json_position::line_and_column(text, offset);
    let path = if path.0.is_empty() { String::new() } else { format!("{path}: ") };
    ReadError { file: file.to_owned(), line, column, problem: Problem::Json { path, message } }
}
