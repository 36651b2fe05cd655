//! Files of values: a line `NAME=VALUE` for each; empty lines and those that begin with `#` mean nothing.

use std::{io, path::Path, sync::Arc};

use sycl_propset::printable::excerpt;

use super::{Assignment, Error};

/// Reads a file.
pub(super) fn read(file: &Path) -> Result<Vec<Assignment>, Error> {
    let failed = |source: io::Error| Error::Read { file: file.to_owned(), source: Arc::new(source) };
    let text = std::fs::read_to_string(file).map_err(failed)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, text)| {
            let wrong = || Error::Line { file: file.to_owned(), line, found: excerpt(text) };
            Assignment::parse(text).ok_or_else(wrong)
        })
        .collect()
}
