//! Names of a run's files.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use super::Error;
use crate::{ir::ModuleView, options::Options};

/// Where files go: beside the first table, or into `out-dir`, all starting with the first table's stem.
pub(super) struct Names {
    prefix: PathBuf,
    /// The one IR file, if there is no table.
    only: Option<PathBuf>,
    pub(super) tables: Vec<PathBuf>,
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
    pub(super) fn remove_old_tables(&self) {
        for table in self.tables.iter().filter(|_| self.only.is_none()) {
            let mut start = [0; 5];
            let is_table = std::fs::File::open(table)
                .and_then(|mut file| file.read_exact(&mut start))
                .is_ok_and(|()| &start == b"[Code");
            if is_table {
                // If it cannot be removed, writing the new one will say why.
                let _ = std::fs::remove_file(table);
            }
        }
    }

    /// `<prefix>_<number>.<extension>`
    pub(super) fn file(&self, number: usize, extension: &str) -> PathBuf {
        self.with(&format!("{number}.{extension}"))
    }

    /// File of an image's IR.
    pub(super) fn code(&self, number: usize, extension: &str) -> PathBuf {
        self.only.clone().unwrap_or_else(|| self.file(number, extension))
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
