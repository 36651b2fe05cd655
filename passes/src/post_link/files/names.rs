//! Names of a run's files.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use sycl_output::{Files, Inputs, Target, WriteError, temporary};
use sycl_propset::table::EMPTY_IMAGE;

use crate::{
    ir::ModuleView,
    options::FileOptions,
    post_link::{Error, image::Image},
};

/// Names of files: beside the first table, or into `out-dir`, all starting with the first table's stem.
pub(super) struct FileNames {
    prefix: PathBuf,
    /// The one IR file, if there is no table.
    only: Option<PathBuf>,
    pub(super) tables: Vec<PathBuf>,
}

/// Image that a file is of.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImageName {
    /// Number; the halves of an image share it.
    pub(super) number: usize,
    /// Whether it holds ESIMD code only.
    pub(super) is_esimd: bool,
    /// Whether there is another half.
    pub(super) has_other_half: bool,
}

impl From<&Image> for ImageName {
    fn from(image: &Image) -> Self {
        Self { number: image.number, is_esimd: image.is_esimd, has_other_half: image.has_other_half }
    }
}

/// The file that a module was read from; none for standard input, and for modules that were made otherwise.
pub(super) fn input_of(module: ModuleView<'_>, options: &FileOptions) -> Option<PathBuf> {
    let named = options.input.clone().unwrap_or_else(|| module.identifier().into());
    let is_other = matches!(named.as_os_str().as_bytes(), [] | [b'<', ..] | b"-");
    (!is_other).then_some(named)
}

impl FileNames {
    pub(super) fn choose(module: ModuleView<'_>, options: &FileOptions) -> Result<Self, Error> {
        let mut tables: Vec<PathBuf> = options.outputs.iter().map(|o| o.path.clone()).collect();
        let input = input_of(module, options);
        if tables.is_empty() {
            let Some(input) = &input else { return Err(Error::NoOutput { module: module.identifier() }) };
            let mut name = stem(input).to_owned();
            name.push(if options.ir_output_only { ".out" } else { ".files" });
            tables.push(name.into());
        }
        let first = &tables[0];
        let only = options.ir_output_only.then(|| first.clone());
        let prefix = if Target::has_neighbours(first) {
            let directory = options.out_dir.clone().or_else(|| first.parent().map(Path::to_owned));
            directory.unwrap_or_default().join(stem(first))
        } else {
            let directory = options.out_dir.clone();
            match (&input, directory) {
                (Some(input), directory) => directory.unwrap_or_default().join(stem(input)),
                (None, Some(directory)) => directory.join("stdin"),
                (None, None) if only.is_some() => PathBuf::new(),
                (None, None) => return Err(Error::NoPrefix { table: first.clone() }),
            }
        };
        Ok(Self { prefix, only, tables })
    }

    /// Prepares the places: what a killed run left is removed, and so are tables of an earlier run, since they list
    /// files that this run replaces, or removes if it fails. Whatever else has the name of a table stays until the
    /// table is written.
    pub(super) fn prepare(&self, inputs: &Inputs) -> Result<Files, WriteError> {
        let mut files = Files::new(inputs.clone());
        let mut swept: Vec<&Path> = Vec::new();
        let image = self.with("");
        for path in self.tables.iter().chain([&image]) {
            let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if Target::has_neighbours(path) && !swept.contains(&directory) {
                temporary::sweep(directory);
                swept.push(directory);
            }
        }
        for table in self.tables.iter().filter(|_| self.only.is_none()) {
            files.withdraw(table, b"[Code")?;
        }
        Ok(files)
    }

    /// `<prefix>_<number>[.esimd].<extension>`
    pub(super) fn file(&self, image: ImageName, extension: &str) -> PathBuf {
        let kind = if image.is_esimd { ".esimd" } else { "" };
        self.with(&format!("{}{kind}.{extension}", image.number))
    }

    /// File of an image's properties in a table with a target: `<prefix>_<number>.<target>.<extension>`. As in DPC++
    /// the target stands in place of `.esimd`; not where two halves would have one file, of which DPC++ keeps the last.
    pub(super) fn properties(&self, image: ImageName, target: Option<&str>, extension: &str) -> PathBuf {
        let Some(target) = target else { return self.file(image, extension) };
        let is_esimd = image.is_esimd && image.has_other_half;
        self.file(ImageName { is_esimd, ..image }, &format!("{target}.{extension}"))
    }

    /// File of an image's IR.
    pub(super) fn code(&self, image: ImageName, extension: &str) -> PathBuf {
        self.only.clone().unwrap_or_else(|| self.file(image, extension))
    }

    /// Name in a table for images that its target cannot take.
    pub(super) fn empty(&self, extension: &str) -> PathBuf {
        self.with(&format!("{EMPTY_IMAGE}.{extension}"))
    }

    fn with(&self, ending: &str) -> PathBuf {
        let mut name: OsString = self.prefix.clone().into_os_string();
        name.push("_");
        name.push(ending);
        name.into()
    }
}

/// The name of a file up to its last dot, as LLVM has it: nothing of `.table`.
fn stem(path: &Path) -> &OsStr {
    let name = path.file_name().unwrap_or_default();
    match name.as_bytes().iter().rposition(|byte| *byte == b'.') {
        Some(dot) => OsStr::from_bytes(&name.as_bytes()[..dot]),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_those_of_llvm() {
        for (path, expected) in [("d/a.table", "a"), ("a", "a"), (".table", ""), ("a.b.c", "a.b"), ("d/.x.y", ".x")] {
            assert_eq!(stem(Path::new(path)), expected, "{path}");
        }
    }
}
