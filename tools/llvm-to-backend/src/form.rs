//! Forms of output: by the ending of the output's name, or by `--emit`.

use std::path::Path;

use sycl_propset::triple::{BackEndTarget, Family};

/// The form of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// LLVM bitcode.
    Bitcode,
    /// LLVM assembly.
    Text,
    /// PTX, for the driver.
    Ptx,
    /// Machine code of a GPU of NVIDIA.
    Cubin,
    /// Machine code that is not linked.
    Object,
    /// Machine code of a GPU of AMD.
    CodeObject,
    /// SPIR-V.
    Spirv,
    /// A shared library for the host.
    Library,
}

impl Form {
    /// Endings, which are also the names for `--emit`.
    const NAMES: [(&'static str, Self); 8] = [
        ("bc", Self::Bitcode),
        ("ll", Self::Text),
        ("ptx", Self::Ptx),
        ("cubin", Self::Cubin),
        ("o", Self::Object),
        ("co", Self::CodeObject),
        ("spv", Self::Spirv),
        ("so", Self::Library),
    ];

    /// The form of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, form)| *form)
    }

    /// The form that the ending of a file's name stands for. Standard output gets text.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        if path.as_os_str() == sycl_output::STANDARD {
            return Some(Self::Text);
        }
        path.extension().and_then(|extension| extension.to_str()).and_then(Self::named)
    }

    /// The ending of its files.
    pub(crate) fn ending(self) -> &'static str {
        let entry = Self::NAMES.iter().find(|(_, form)| *form == self);
        entry.map(|(name, _)| *name).expect("the table has every form")
    }

    /// The forms that a target has.
    pub(crate) fn of_target(target: &BackEndTarget) -> &'static [Self] {
        use Form::{Bitcode, CodeObject, Cubin, Library, Object, Ptx, Spirv, Text};
        match target.family() {
            Family::Host => &[Bitcode, Text, Object, Library],
            Family::Nvptx => &[Bitcode, Text, Ptx, Cubin],
            Family::Amdgpu => &[Bitcode, Text, Object, CodeObject],
            Family::Spirv => &[Bitcode, Text, Spirv],
        }
    }

    /// Endings, for messages.
    pub(crate) fn list(forms: &[Self]) -> String {
        let endings: Vec<String> = forms.iter().map(|form| format!(".{}", form.ending())).collect();
        match &*endings {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => endings.concat(),
        }
    }

    /// All of them, for messages.
    pub(crate) fn all() -> String {
        Self::list(&Self::NAMES.map(|(_, form)| form))
    }
}
