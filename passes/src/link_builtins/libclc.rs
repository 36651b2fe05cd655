//! libclc, which has the mathematical functions of GPUs.

use std::path::Path;

use sycl_propset::triple::Architecture;

use super::{LibclcPlace, error::LibraryError, libraries::Source};
use crate::{builtins::table::Target, ir::Function};

/// libclc, read when it is needed.
pub(super) struct Libclc {
    pub(super) place: LibclcPlace,
    read: Option<Source>,
}

impl Libclc {
    pub(super) fn new(place: LibclcPlace) -> Self {
        Self { place, read: None }
    }

    /// Its bitcode for a target; none if it is not installed, off, or the target needs none.
    pub(super) fn source(&mut self, target: Target) -> Result<Option<Source>, LibraryError> {
        if let Some(source) = self.read.take() {
            return Ok(Some(source));
        }
        match &self.place {
            LibclcPlace::Off => Ok(None),
            LibclcPlace::File(file) => Source::file(file).map(Some),
            LibclcPlace::Auto => match installed(target).filter(|file| file.exists()) {
                Some(file) => Source::file(file).map(Some),
                None => Ok(None),
            },
        }
    }

    /// Keeps it for another round.
    pub(super) fn give_back(&mut self, source: Source) {
        self.read = Some(source);
    }
}

/// Where Debian's package has it.
fn installed(target: Target) -> Option<&'static Path> {
    let architecture = match target {
        Target::Nvptx => Architecture::Nvptx64,
        Target::Amdgcn => Architecture::Amdgcn,
        Target::Host | Target::Spirv => return None,
    };
    architecture.libclc().map(Path::new)
}

/// What CUDA's libdevice calls a function of libclc on scalars: `__nv_sinf` for `_Z3sinf`, `__nv_sin` for `_Z3sind`.
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
