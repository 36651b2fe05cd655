//! Step 3: a pointer that a kernel gets in a struct points to global memory, whatever its type says: the host has no
//! other memory to point to. It is loaded as such, and cast: LLVM's inference of address spaces makes use of that. (A
//! cast there and back would be folded before.)
//!
//! The optimizer turns such pointers into integers where it copies structs, so an integer of the struct that becomes a
//! pointer as it is counts as one. One that is computed with does not.

use crate::ir::{ByValOrByRef, Editor, Function, TypeKind, Value, gpu::address_space};

/// Marks the generic pointers that kernels load from their `byval` parameters.
pub(super) fn mark<'m>(editor: &mut Editor<'m>, kernels: &[Function<'m>], generic: u32) {
    for kernel in kernels.iter().filter(|kernel| !kernel.is_declaration()) {
        let is_by_value = |index| kernel.passed_object(index, ByValOrByRef::ByValue).is_some();
        let parameters = (0..).zip(kernel.parameters()).filter(|(index, _)| is_by_value(*index));
        for pointer in pointers(parameters.map(|(_, parameter)| parameter).collect()) {
            if pointer.ty().kind() == TypeKind::Pointer(generic) && !is_called(pointer) {
                editor.point_into(pointer, address_space::GLOBAL);
            }
        }
    }
}

/// Pointers among the values that are loaded through the given ones.
fn pointers(mut work: Vec<Value<'_>>) -> Vec<Value<'_>> {
    let mut pointers = Vec::new();
    while let Some(address) = work.pop() {
        for user in address.users().filter(|user| user.is_instruction()) {
            let is_address =
                user.is_address_space_cast() || user.gep_source_type().is_some() && user.operand(0) == address;
            match () {
                () if is_address => work.push(user),
                () if user.is_load() && matches!(user.ty().kind(), TypeKind::Integer(64)) => {
                    pointers.extend(user.users().filter(|user| user.is_integer_to_pointer()));
                }
                () if user.is_load() => pointers.push(user),
                () => {}
            }
        }
    }
    pointers
}

/// Whether a pointer points to a function: without SPIR-V's spaces, its type does not tell.
fn is_called(pointer: Value<'_>) -> bool {
    pointer.users().any(|user| user.as_call().is_some_and(|call| call.called_value() == pointer))
}
