//! Step 3: a pointer that a kernel gets in a struct points to global memory, whatever its type says: the host has no other
//! memory to point to. A cast there and back says so, and LLVM's inference of address spaces makes use of it.

use crate::ir::{ByValOrByRef, Editor, Function, TypeKind, Value};

const GLOBAL: u32 = 1;

/// Marks the generic pointers that kernels load from their `byval` parameters.
pub(super) fn mark<'m>(editor: &mut Editor<'m>, kernels: &[Function<'m>], generic: u32) {
    for kernel in kernels.iter().filter(|kernel| !kernel.is_declaration()) {
        let by_value = |(index, parameter)| {
            Some(parameter).filter(|_| kernel.passed_object(index, ByValOrByRef::ByValue).is_some())
        };
        let parameters: Vec<Value<'m>> = (0..).zip(kernel.parameters()).filter_map(by_value).collect();
        for load in loads(&parameters) {
            let is_called = || load.users().any(|user| user.as_call().is_some_and(|call| call.called_value() == load));
            if load.ty().kind() == TypeKind::Pointer(generic) && !is_called() {
                editor.pass_through_space(load, GLOBAL);
            }
        }
    }
}

/// Loads from what the pointers point into.
fn loads<'m>(pointers: &[Value<'m>]) -> Vec<Value<'m>> {
    let (mut work, mut loads) = (pointers.to_vec(), Vec::new());
    while let Some(pointer) = work.pop() {
        for user in pointer.users().filter(|user| user.is_instruction()) {
            if user.is_load() {
                loads.push(user);
            } else if user.is_address_space_cast() || user.gep_source_type().is_some() && user.operand(0) == pointer {
                work.push(user);
            }
        }
    }
    loads
}
