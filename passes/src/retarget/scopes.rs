//! Scopes of atomic instructions and fences that the code has itself: generic code names them as SPIR-V, targets have
//! names of their own. Where a target has none so small, it is the next larger one.

use sycl_propset::triple::Family;

use super::{Error, check::place_of, target::Target};
use crate::ir::{Editor, ModuleView, Value};

/// SPIR-V's scopes, and what they are on NVPTX and on AMDGPU. The widest has no name on any target.
const SCOPES: [(&str, &str, &str); 6] = [
    ("singlethread", "block", "singlethread"),
    ("subgroup", "block", "wavefront"),
    ("workgroup", "block", "workgroup"),
    ("device", "device", "agent"),
    ("all_svm_devices", "", ""),
    ("", "", ""),
];

/// The atomic instructions whose scopes get other names, with these.
pub(super) fn find<'m>(module: ModuleView<'m>, target: &Target) -> Result<Vec<(Value<'m>, &'static str)>, Error> {
    let mut found = Vec::new();
    if target.family() == Family::Spirv {
        return Ok(found);
    }
    for instruction in module.atomics() {
        let scope = instruction.atomic_scope();
        let Some((_, nvptx, amdgpu)) = SCOPES.iter().find(|(name, ..)| *name == scope) else {
            return Err(Error::Scope { scope, place: place_of(instruction) });
        };
        let name = match target.family() {
            Family::Nvptx => *nvptx,
            Family::Amdgpu => *amdgpu,
            // What is in the order of one thread is on every target.
            Family::Host | Family::Spirv => {
                if scope == "singlethread" {
                    "singlethread"
                } else {
                    ""
                }
            }
        };
        if name != scope {
            found.push((instruction, name));
        }
    }
    Ok(found)
}

/// Names them so.
pub(super) fn rename<'m>(editor: &mut Editor<'m>, scopes: &[(Value<'m>, &'static str)]) {
    for (instruction, name) in scopes {
        editor.set_atomic_scope(*instruction, name);
    }
}
