//! The numbers that a runtime has for aspects, as its headers say them: `sycl_passes.hpp` writes a row `name=number`
//! for each into a section of host objects. Device code is built with these numbers, since images have no names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sycl_propset::aspects::{Aspect, AspectFile};

use super::EmbeddedError;
use crate::error::{Error, FormatError, FormatProblem};
use crate::source::{Range, View};

/// The aspects of a runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeAspects {
    /// Name in messages of the object that was compiled with the runtime's headers.
    pub place: PathBuf,
    /// The file that it is in: the object, the archive, or the member of a thin archive.
    pub file: PathBuf,
    by_name: BTreeMap<String, u32>,
    by_number: BTreeMap<u32, String>,
}

impl RuntimeAspects {
    /// Reads the rows of a section.
    ///
    /// # Errors
    /// The first row that cannot be read, or contradicts another one.
    pub(super) fn read(place: &Path, file: &Path, view: View<'_>, section: Range) -> Result<Self, Error> {
        let failed = |source| Error::Format { file: place.to_owned(), source };
        let start = section.start - view.range.start;
        let rows = view.bytes(start, section.size, "aspects").map_err(failed)?;
        let mut this = Self {
            place: place.to_owned(),
            file: file.to_owned(),
            by_name: BTreeMap::new(),
            by_number: BTreeMap::new(),
        };
        let mut offset = start;
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            let (name, number) = parse(row).ok_or_else(|| failed(unexpected(view, offset, row)))?;
            this.insert(name, number, place)?;
            offset += row.len() as u64;
        }
        Ok(this)
    }

    /// Takes over the aspects of another object of the program.
    ///
    /// # Errors
    /// [`EmbeddedError::Aspects`] if it was compiled with the headers of another runtime.
    pub fn join(&mut self, other: &Self) -> Result<(), Error> {
        other.by_name.iter().try_for_each(|(name, number)| self.insert(name, *number, &other.place))
    }

    fn insert(&mut self, name: &str, number: u32, place: &Path) -> Result<(), Error> {
        let same_name = self.by_name.get(name).map(|number| (name, *number));
        let same_number = || self.by_number.get(&number).map(|name| (name.as_str(), number));
        let Some((known, known_number)) = same_name.or_else(same_number) else {
            self.by_name.insert(name.to_owned(), number);
            self.by_number.insert(number, name.to_owned());
            return Ok(());
        };
        if (known, known_number) == (name, number) {
            return Ok(());
        }
        let expected = format!("{known}={known_number}");
        let error = EmbeddedError::Aspects { found: format!("{name}={number}"), expected, of: self.place.clone() };
        Err(Error::content(place, error))
    }

    /// As a file in the layout of `config/aspects.json`.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn to_json(&self) -> String {
        let aspect = |(value, name): (&u32, &String)| Aspect { name: name.clone(), value: *value, deprecated: false };
        let aspects = self.by_number.iter().map(aspect).collect();
        let file = AspectFile { schema: None, schema_version: 1, aspects };
        serde_json::to_string_pretty(&file).expect("names and numbers have a form in JSON")
    }
}

/// The name and number of a row.
fn parse(row: &[u8]) -> Option<(&str, u32)> {
    let (name, number) = std::str::from_utf8(row.strip_suffix(b"\n")?).ok()?.split_once('=')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((name, number.parse().ok().filter(|_| is_number)?)).filter(|_| is_name)
}

fn unexpected(view: View<'_>, offset: u64, row: &[u8]) -> FormatError {
    let found = format!("`{}`", sycl_propset::printable::excerpt(&String::from_utf8_lossy(row)));
    let problem = FormatProblem::Unexpected { found, expected: "a row `name=number` for an aspect".into() };
    view.error(offset, "aspects", problem)
}
