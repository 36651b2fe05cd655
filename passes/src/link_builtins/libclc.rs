//! libclc, which has the mathematical functions of GPUs.

use std::{collections::BTreeSet, path::Path};

use super::{
    LibclcPlace,
    error::LibraryError,
    libraries::{Bytes, Source},
};
use crate::{
    builtins::table::Family,
    ir::{Editor, Function, Library},
};

/// libclc, read when it is needed.
#[derive(Default)]
pub(super) struct Libclc {
    place: LibclcPlace,
    /// Whether all of its functions are meant by their names.
    pub(super) is_opencl: bool,
    read: Option<Source>,
}

impl Libclc {
    pub(super) fn new(place: LibclcPlace, is_opencl: bool) -> Self {
        Self { place, is_opencl, read: None }
    }

    /// Opens it for a module that needs functions of these names; none if it is not installed, off, or the target needs
    /// none. With what it is called in messages.
    pub(super) fn open<'m>(
        &mut self,
        editor: &Editor<'m>,
        target: Family,
        names: &BTreeSet<Vec<u8>>,
    ) -> Result<Option<(Source, Library<'m, '_>)>, LibraryError> {
        if self.read.is_none() {
            let file = |path: &Path| Source::file(path).map(Some);
            self.read = match &self.place {
                LibclcPlace::Off => None,
                LibclcPlace::Pieces(pieces) => {
                    Some(Source { name: "libclc".to_owned(), bytes: Bytes::Pieces(pieces.0()) })
                }
                LibclcPlace::File(path) => file(path)?,
                LibclcPlace::Auto => match installed(target).filter(|path| path.exists()) {
                    Some(path) => file(path)?,
                    None => None,
                },
            };
        }
        match &self.read {
            Some(source) => Ok(Some((source.clone(), source.open(editor, names)?))),
            None => Ok(None),
        }
    }
}

/// Place of Debian's package.
fn installed(target: Family) -> Option<&'static Path> {
    target.architecture().libclc().map(Path::new)
}

/// Name in CUDA's libdevice of a function of libclc on scalars: `__nv_sinf` for `_Z3sinf`, `__nv_sin` for `_Z3sind`.
pub(super) fn libdevice_name(function: Function<'_>) -> Option<String> {
    let name = function.name();
    let base = super::mangled::base_name(name.as_bytes())?;
    let types = name.split_once(base)?.1;
    if !name.starts_with("_Z") || base.starts_with("__") {
        return None;
    }
    match types.as_bytes().first()? {
        b'f' => Some(format!("__nv_{base}f")),
        b'd' => Some(format!("__nv_{base}")),
        _ => None,
    }
}
