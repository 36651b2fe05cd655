//! Step 5: AMDGPU's kernels get their structs in memory that is never written to. Where a kernel writes to one, or
//! cannot be seen not to, it works with a copy.

use rustc_hash::FxHashSet;

use crate::ir::{ByValOrByRef, Editor, Function, Opcode, Policy, Value};

/// Makes the copies.
pub(super) fn copy_where_written<'m>(editor: &mut Editor<'m>, kernels: &[Function<'m>], policy: &Policy) {
    if !policy.is_by_ref {
        return;
    }
    for kernel in kernels.iter().filter(|kernel| !kernel.is_declaration()) {
        for (index, parameter) in (0..).zip(kernel.parameters()) {
            let Some(ty) = kernel.passed_object(index, ByValOrByRef::ByReference) else { continue };
            let layout = editor.view().data_layout();
            let (Some(size), Some(alignment)) = (layout.alloc_size(ty), layout.alignment(ty)) else { continue };
            // The one use that the change of types leaves; a parameter that nothing uses has none.
            let Some(cast) = parameter.users().find(|user| user.is_address_space_cast()) else { continue };
            if !may_be_written(cast) {
                continue;
            }
            let alignment = alignment.max(kernel.parameter_alignment(index).unwrap_or(1));
            let name = cast.name();
            editor.position_before(cast);
            let copy = editor.build_alloca(ty, alignment, policy.pointers[0], &format!("{name}.copy"));
            editor.copy_memory(copy, parameter, alignment, size);
            editor.replace_all_uses(cast, copy);
            editor.erase_instruction(cast);
        }
    }
}

/// Whether anything but reading may happen to what a pointer points to.
pub(crate) fn may_be_written(pointer: Value<'_>) -> bool {
    let (mut work, mut seen) = (vec![pointer], FxHashSet::default());
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            match user.opcode() {
                Opcode::Load | Opcode::Compare => {}
                Opcode::GetElementPointer | Opcode::PointerCast | Opcode::Phi | Opcode::Select => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
                opcode if opcode.is_call() => {
                    let call = user.as_call().expect("its opcode says so");
                    let count = call.argument_count();
                    let is_read = (0..count)
                        .zip(call.arguments())
                        .all(|(index, argument)| argument != pointer || call.only_reads(index));
                    if !is_read || call.called_value() == pointer {
                        return true;
                    }
                }
                _ => return true,
            }
        }
    }
    false
}
