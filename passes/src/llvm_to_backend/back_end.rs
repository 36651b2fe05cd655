//! The last stage: what back ends get wrong is written so that they do not, and what makes them end in an abort, or in
//! words about something inside of them, is refused with function and kernels.

mod limits;
mod nvptx_atomics;

use sycl_propset::triple::{BackEndTarget, Family};

use crate::{changed::Changed, ir::Editor};

pub use limits::{Limit, Limits};

/// The processor of NVPTX that LLVM takes without one.
const DEFAULT_SM: u32 = 30;

/// What a back end compiles for, as far as its limits depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// NVPTX, by the number of the processor.
    Nvptx(u32),
    /// AMDGPU, by the major version of the instruction set, where it is known.
    Amdgpu(Option<u32>),
    Spirv,
}

impl Kind {
    fn of(target: &BackEndTarget) -> Option<Self> {
        let BackEndTarget::Device(device) = target else { return None };
        Some(match device.family {
            Family::Nvptx => {
                Self::Nvptx(device.processor.as_ref().and_then(|processor| processor.sm()).unwrap_or(DEFAULT_SM))
            }
            Family::Amdgpu => Self::Amdgpu(device.processor.as_ref().and_then(|processor| processor.gfx())),
            Family::Spirv | Family::Spir => Self::Spirv,
        })
    }
}

/// Runs the stage. `name` is the target as the user wrote it. The module is unchanged if it is refused.
pub(super) fn run(editor: &mut Editor<'_>, target: &BackEndTarget, name: &str) -> Result<Changed, Limits> {
    let Some(kind) = Kind::of(target) else { return Ok(Changed::No) };
    limits::check(editor.view(), kind, name)?;
    match kind {
        Kind::Nvptx(processor) => Ok(nvptx_atomics::legalize(editor, processor)),
        Kind::Amdgpu(_) | Kind::Spirv => Ok(Changed::No),
    }
}
