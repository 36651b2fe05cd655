//! Files and embedded libraries, and what a module takes from them.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    rc::Rc,
};

use sycl_propset::triple::{Family, Triple, first_part};

use super::error::{LibraryError, LibraryProblem};
use crate::ir::{Editor, FileContent, Library, Pieces, kernels::Kernels};

/// Bitcode or text.
#[derive(Clone)]
pub(super) enum Bytes {
    Embedded(&'static [u8]),
    Pieces(Pieces<'static>),
    File(Rc<FileContent>),
}

/// A library: bytes, and what it is called in messages.
#[derive(Clone)]
pub(super) struct Source {
    /// File or name.
    pub(super) name: String,
    pub(super) bytes: Bytes,
}

impl Source {
    /// Reads a file.
    pub(super) fn file(path: &Path) -> Result<Self, LibraryError> {
        let name = path.display().to_string();
        match FileContent::read(path) {
            Ok(content) => Ok(Self { name, bytes: Bytes::File(Rc::new(content)) }),
            Err(error) => Err(LibraryError { file: name, problem: LibraryProblem::File(error) }),
        }
    }

    /// Files, in order.
    pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<Self>, LibraryError> {
        paths.iter().map(|path| Self::file(path)).collect()
    }

    pub(super) fn error(&self, problem: LibraryProblem) -> LibraryError {
        LibraryError { file: self.name.clone(), problem }
    }

    /// Opens it for a module that needs functions and variables of these names, where the library has them.
    pub(super) fn open<'m>(
        &self,
        editor: &Editor<'m>,
        names: &BTreeSet<Vec<u8>>,
    ) -> Result<Library<'m, '_>, LibraryError> {
        let opened = match &self.bytes {
            Bytes::Embedded(bytes) => Library::open(editor, bytes, &self.name),
            Bytes::File(content) => Library::open(editor, content.bytes(), &self.name),
            Bytes::Pieces(pieces) => Library::gather(editor, pieces, names),
        };
        let library = opened.map_err(|error| self.error(LibraryProblem::Unreadable(error)))?;
        if matches!(self.bytes, Bytes::Pieces(_)) {
            return Ok(library);
        }
        let (view, module) = (library.view(), editor.view());
        let (found, own) = (view.triple(), module.triple());
        if !found.is_empty() && !is_same_architecture(&found, &own) {
            let expected = first_part(&own).to_owned();
            return Err(self.error(LibraryProblem::OtherTarget { found, expected, module: own }));
        }
        let kernels = Kernels::find(view);
        if let Some(kernel) = view.functions().find(|function| kernels.defines(*function)) {
            return Err(self.error(LibraryProblem::Kernel { kernel: kernel.name() }));
        }
        Ok(library)
    }
}

/// Whether code of one triple can be linked to code of another: the variants of a target differ in vendor and system.
fn is_same_architecture(a: &str, b: &str) -> bool {
    match (Triple::parse(a), Triple::parse(b)) {
        (Some(a), Some(b)) => a == b || (a.family(), b.family()) == (Some(Family::Spirv), Some(Family::Spirv)),
        (None, None) => first_part(a) == first_part(b),
        _ => false,
    }
}
