//! The last stage: what back ends get wrong is written so that they do not, and what makes them end in an abort, or in
//! words about something inside of them, or read files, is refused with function and kernels.

mod limits;
mod nvptx_atomics;
mod nvptx_stack;
mod rings;

use sycl_propset::triple::{BackEndTarget, Family};

use crate::{changed::Changed, ir::Editor, spirv_legalize};

pub use limits::{Limit, Limits};
pub use nvptx_stack::needed_features;

/// Metadata that clang makes of `#pragma comment`: files for linkers, which images have no use for.
const FOR_LINKERS: [&str; 2] = ["llvm.dependent-libraries", "llvm.linker.options"];

/// The processor of NVPTX that LLVM takes without one.
const DEFAULT_SM: u32 = 30;

/// Kind of target, as far as limits of its back end depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// NVPTX, by the number of the processor.
    Nvptx(u32),
    /// AMDGPU, by the major version of the instruction set, where it is known.
    Amdgpu(Option<u32>),
    Spirv,
}

impl Kind {
    /// Whether a variable has to stand behind those that its initializer refers to.
    fn writes_variables_in_order(self) -> bool {
        matches!(self, Self::Nvptx(_) | Self::Spirv)
    }

    fn for_target(target: &BackEndTarget) -> Option<Self> {
        let BackEndTarget::Device(device) = target else { return None };
        Some(match device.family {
            Family::Nvptx => {
                Self::Nvptx(device.processor.as_ref().and_then(|processor| processor.sm()).unwrap_or(DEFAULT_SM))
            }
            Family::Amdgpu => Self::Amdgpu(device.processor.as_ref().and_then(|processor| processor.gfx())),
            Family::Spirv => Self::Spirv,
            Family::Host => return None,
        })
    }
}

/// Runs the stage. `name` is the target as the user wrote it. The module is unchanged if it is refused.
pub(super) fn run(editor: &mut Editor<'_>, target: &BackEndTarget, name: &str) -> Result<Changed, Limits> {
    let kind = Kind::for_target(target);
    if let Some(kind) = kind {
        limits::check(editor.view(), kind, name)?;
    }
    let mut changed = drop_linker_options(editor);
    match kind {
        Some(Kind::Nvptx(processor)) => {
            changed |= nvptx_atomics::legalize(editor, processor);
            changed |= nvptx_stack::mark(editor, processor);
        }
        Some(Kind::Spirv) => changed |= spirv_legalize::run(editor, spirv_legalize::Options::default()),
        Some(Kind::Amdgpu(_)) | None => {}
    }
    Ok(changed)
}

fn drop_linker_options(editor: &mut Editor<'_>) -> Changed {
    let mut changed = Changed::No;
    for name in FOR_LINKERS {
        if !editor.view().named_metadata(name).is_empty() {
            editor.erase_named_metadata(name);
            changed = Changed::Yes;
        }
    }
    changed
}
