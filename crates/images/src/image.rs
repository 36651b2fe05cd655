//! A device image with its properties and symbols, as file tables list them, and its place in an OffloadBinary.
//!
//! | key | value |
//! |---|---|
//! | `triple`, `arch` | what the image is for |
//! | `symbols` | entry points, see [`SymbolEncoding`] |
//! | `compile-opts`, `link-opts` | options for a compiler at run time |
//! | any key with a `/` | the property set of that name, its lines in the text form |
//!
//! DPC++'s linker wrapper uses the same names. LLVM's own tools keep strings that they do not know.

mod sets;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use sycl_propset::printable::excerpt;
use sycl_propset::table::FileTable;
use sycl_propset::{PropertySetRegistry, ReadError, SetName, symbols, text};

use crate::error::Error;
use crate::offload_binary::{
    Content, ImageKind, KeysAndValues, Strings, StringsError, SymbolEncoding, decode_symbols, encode_symbols,
};
use crate::properties;
use crate::source::read_text;

pub(crate) use sets::is_set_key;
pub use sets::{SharedSets, properties_of};

/// The key of the triple.
pub const TRIPLE: &str = "triple";
/// The key of the architecture.
pub const ARCH: &str = "arch";
/// The architecture of generic device code: bitcode that is compiled when a program runs.
pub const GENERIC: &str = "generic";
/// The key of the entry points.
pub const SYMBOLS: &str = "symbols";
/// The key of the options of a compiler at run time.
pub const COMPILE_OPTIONS: &str = "compile-opts";
/// The key of the options of a linker at run time.
pub const LINK_OPTIONS: &str = "link-opts";

/// A row of a file table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceImage {
    /// The file of its code.
    pub code: PathBuf,
    /// Its properties; none without a column `Properties` or with an empty cell.
    pub properties: PropertySetRegistry,
    /// Its entry points; `None` without a column `Symbols` or with an empty cell.
    pub symbols: Option<Vec<String>>,
    /// All files that it was read from.
    pub files: Vec<PathBuf>,
}

impl DeviceImage {
    /// The entry points: those of the symbol table, without one the kernels and exported symbols of the properties.
    #[must_use]
    pub fn entry_points(&self) -> Vec<String> {
        self.symbols.clone().unwrap_or_else(|| {
            let sets = [SetName::KernelNames, SetName::ExportedSymbols];
            sets.iter().flat_map(|set| properties::names(&self.properties, set)).map(str::to_owned).collect()
        })
    }

    /// Kind of the code, by its first bytes.
    ///
    /// # Errors
    /// [`Error::Read`] if it cannot be read.
    pub fn kind(&self) -> Result<ImageKind, Error> {
        Ok(ImageKind::detect(&Content::File(self.code.clone()).start()?))
    }

    /// The strings of the image in an OffloadBinary.
    ///
    /// # Errors
    /// [`Error::Content`] for symbols, or names of properties or sets, that have no place there.
    pub fn strings(&self, target: &ImageTarget, encoding: SymbolEncoding) -> Result<KeysAndValues<'static>, Error> {
        strings_of(&self.entry_points(), &self.properties, target, encoding)
            .map_err(|error: StringsOfError| Error::content(&self.code, error))
    }
}

/// Reasons why an image has no strings in an OffloadBinary.
#[derive(Debug, thiserror::Error)]
enum StringsOfError {
    #[error(transparent)]
    Strings(#[from] StringsError),
    #[error(transparent)]
    Properties(#[from] sycl_propset::Error),
}

/// Reasons why a table does not list images.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum ImageTableError {
    /// It is another table.
    #[error("the table has the columns `{}`; expected a column `Code`", excerpt(&columns.join("|")))]
    NoCodeColumn { columns: Vec<String> },
    /// A row has no image.
    #[error("row {row} names no code")]
    NoCode { row: usize },
    /// A file that a row names cannot be read.
    #[error("row {row}: cannot read {file}: {source}")]
    Row { row: usize, file: String, r#source: std::io::Error },
}

/// The properties or symbols of one of several images cannot be read, or not be written.
#[derive(Debug, thiserror::Error)]
#[error("image {index}: {source}")]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub struct MalformedImage {
    pub index: usize,
    pub r#source: sycl_propset::Error,
}

/// The strings of an image in an OffloadBinary.
///
/// # Errors
/// Texts that have no place there.
pub fn strings_of<E: From<StringsError> + From<sycl_propset::Error>>(
    entry_points: &[String],
    properties: &PropertySetRegistry,
    target: &ImageTarget,
    encoding: SymbolEncoding,
) -> Result<KeysAndValues<'static>, E> {
    let mut strings = KeysAndValues::new();
    let mut push = |key: Cow<'static, str>, value: Vec<u8>| strings.push((key, value.into()));
    push(TRIPLE.into(), target.triple.clone().into_bytes());
    push(ARCH.into(), target.arch.clone().into_bytes());
    for (key, options) in [(COMPILE_OPTIONS, &target.compile_options), (LINK_OPTIONS, &target.link_options)] {
        if !options.is_empty() {
            push(key.into(), options.clone().into_bytes());
        }
    }
    if !entry_points.is_empty() {
        push(SYMBOLS.into(), encode_symbols(entry_points, encoding)?);
    }
    for (name, set) in properties.iter() {
        if !is_set_key(name.as_str()) {
            return Err(StringsError::SetName { set: name.as_str().to_owned() }.into());
        }
        push(name.as_str().to_owned().into(), text::write_set(name, set)?.into_bytes());
    }
    Ok(strings)
}

/// Target of images.
#[derive(Debug, Clone, Default)]
pub struct ImageTarget {
    /// The triple, e.g. `spirv64-unknown-unknown`.
    pub triple: String,
    /// The architecture, e.g. `generic`.
    pub arch: String,
    /// Options for a compiler at run time.
    pub compile_options: String,
    /// Options for a linker at run time.
    pub link_options: String,
}

/// The entry points among the strings of an image.
pub fn symbols_of(strings: &Strings) -> impl Iterator<Item = Cow<'_, str>> {
    strings.get(SYMBOLS).map(decode_symbols).into_iter().flatten()
}

/// Reads a file table.
///
/// # Errors
/// [`Error::Read`] or [`Error::Text`].
pub fn read_table_file(path: &Path) -> Result<FileTable, Error> {
    let content = read_text(path)?;
    let name = path.display().to_string();
    let text = std::str::from_utf8(&content).map_err(|e| {
        let start = &content[..e.valid_up_to()];
        let line = start.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = start.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        let problem = sycl_propset::Problem::NotUtf8(content[e.valid_up_to()]);
        ReadError { file: name.clone(), line, column, problem }
    })?;
    Ok(FileTable::read(text, &name)?)
}

/// Finds a file that is named in a table: as named, relative to the current directory; if it does not exist there,
/// beside the table.
///
/// # Errors
/// That of the first place if it is at neither.
pub fn locate(table: &Path, cell: &str) -> std::io::Result<PathBuf> {
    let named = Path::new(cell);
    match named.metadata() {
        Ok(_) => Ok(named.to_owned()),
        Err(error) => {
            let beside = table.with_file_name(cell);
            if beside.exists() { Ok(beside) } else { Err(error) }
        }
    }
}

/// Reads the images of a file table: properties and symbols, and checks that the code is there.
///
/// # Errors
/// [`Error::Content`] for a table without a column `Code` or a row without code; for the files named in it, the row is
/// part of the message.
pub fn read_table(path: &Path) -> Result<Vec<DeviceImage>, Error> {
    read_rows(path)?.collect()
}

/// The images of a file table, read one after another, as [`read_table`].
///
/// # Errors
/// As for [`read_table`], for the table as a whole.
pub fn read_rows(path: &Path) -> Result<impl Iterator<Item = Result<DeviceImage, Error>>, Error> {
    let table = read_table_file(path)?;
    if !table.columns().iter().any(|column| column == "Code") {
        return Err(Error::content(path, ImageTableError::NoCodeColumn { columns: table.columns().to_vec() }));
    }
    Ok((0..table.rows().len()).map(move |row| read_row(path, &table, row, |cell| locate(path, cell))))
}

/// Reads an image of a file table whose files are named from a directory.
///
/// # Errors
/// As for [`read_table`].
pub fn read_row_in(directory: &Path, path: &Path, table: &FileTable, row: usize) -> Result<DeviceImage, Error> {
    read_row(path, table, row, |cell| Ok(directory.join(cell)))
}

fn read_row(
    path: &Path,
    table: &FileTable,
    row: usize,
    locate: impl Fn(&str) -> std::io::Result<PathBuf>,
) -> Result<DeviceImage, Error> {
    let unreadable =
        |file: &str, source| Error::content(path, ImageTableError::Row { row, file: file.to_owned(), source });
    let cell = |column| {
        let cell = table.cell(column, row).ok().filter(|cell| !cell.is_empty());
        cell.map(|cell| locate(cell).map_err(|source| unreadable(cell, source))).transpose()
    };
    let in_row = |error: Error| match error {
        Error::Read { file, source } => unreadable(&file.display().to_string(), source),
        other => other,
    };
    let code = cell("Code")?.ok_or_else(|| Error::content(path, ImageTableError::NoCode { row }))?;
    let (properties_file, symbols_file) = (cell("Properties")?, cell("Symbols")?);
    let files = [Some(&code), properties_file.as_ref(), symbols_file.as_ref()];
    let files = files.into_iter().flatten().cloned().collect();
    let properties = match properties_file {
        Some(file) => properties::load(&file).map_err(in_row)?,
        None => PropertySetRegistry::new(),
    };
    let symbols = match symbols_file {
        Some(file) => {
            let content = read_text(&file).map_err(in_row)?;
            Some(symbols::read(&content, &file.display().to_string())?)
        }
        None => None,
    };
    Ok(DeviceImage { code, properties, symbols, files })
}
