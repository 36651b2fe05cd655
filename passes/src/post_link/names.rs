//! Names of a run's files.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use super::Error;
use crate::{ir::ModuleView, options::Options, output::WriteError};

/// Where files go: beside the first table, or into `out-dir`, all starting with the first table's stem.
pub(super) struct Names {
    prefix: PathBuf,
    /// The one IR file, if there is no table.
    only: Option<PathBuf>,
    pub(super) tables: Vec<PathBuf>,
}

/// Which image a file is of.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImageName {
    /// Number; the halves of an image share it.
    pub(super) number: usize,
    /// Whether it holds ESIMD code only.
    pub(super) is_esimd: bool,
    /// Whether there is another half.
    pub(super) has_other_half: bool,
}

impl Names {
    pub(super) fn of(module: ModuleView<'_>, options: &Options) -> Result<Self, Error> {
        let mut tables: Vec<PathBuf> = options.outputs.iter().map(|o| o.path.clone()).collect();
        if tables.is_empty() {
            let identifier = module.identifier();
            let stem = Path::new(&identifier).file_stem().filter(|_| !identifier.starts_with(['<', '-']));
            let Some(stem) = stem else { return Err(Error::NoOutput { module: identifier }) };
            let mut name = stem.to_owned();
            name.push(if options.ir_output_only { ".out" } else { ".files" });
            tables.push(name.into());
        }
        let first = &tables[0];
        let directory = options.out_dir.clone().or_else(|| first.parent().map(Path::to_owned)).unwrap_or_default();
        let stem = first.file_stem().unwrap_or_default();
        let only = options.ir_output_only.then(|| first.clone());
        Ok(Self { only, prefix: directory.join(stem), tables })
    }

    /// Removes tables of an earlier run: they list files that this run replaces, or removes if it fails. Whatever else has
    /// the name of a table stays until the table is written.
    pub(super) fn remove_old_tables(&self) -> Result<(), WriteError> {
        for table in self.tables.iter().filter(|_| self.only.is_none()) {
            let mut start = [0; 5];
            // Opening a pipe would wait for a writer.
            let is_table = std::fs::metadata(table).is_ok_and(|kind| kind.is_file())
                && std::fs::File::open(table)
                    .and_then(|mut file| file.read_exact(&mut start))
                    .is_ok_and(|()| &start == b"[Code");
            if is_table {
                // It could not be replaced either.
                std::fs::remove_file(table).map_err(|source| WriteError { path: table.clone(), source })?;
            }
        }
        Ok(())
    }

    /// `<prefix>_<number>[.esimd].<extension>`
    pub(super) fn file(&self, image: ImageName, extension: &str) -> PathBuf {
        let kind = if image.is_esimd { ".esimd" } else { "" };
        self.with(&format!("{}{kind}.{extension}", image.number))
    }

    /// File of an image's properties in a table with a target: `<prefix>_<number>.<target>.<extension>`. As in DPC++ the
    /// target stands in place of `.esimd`; not where two halves would have one file, of which DPC++ keeps the last.
    pub(super) fn targeted(&self, image: ImageName, target: &str, extension: &str) -> PathBuf {
        let is_esimd = image.is_esimd && image.has_other_half;
        self.file(ImageName { is_esimd, ..image }, &format!("{target}.{extension}"))
    }

    /// File of an image's IR.
    pub(super) fn code(&self, image: ImageName, extension: &str) -> PathBuf {
        self.only.clone().unwrap_or_else(|| self.file(image, extension))
    }

    /// What stands in a table for images that its target cannot take.
    pub(super) fn empty(&self, extension: &str) -> PathBuf {
        self.with(&format!("empty.{extension}"))
    }

    fn with(&self, ending: &str) -> PathBuf {
        let mut name = self.prefix.clone().into_os_string();
        name.push("_");
        name.push(ending);
        name.into()
    }
}
