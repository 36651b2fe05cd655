//! Atomic access to 64 bits: instructions, and the builtins of SPIR-V and OpenCL C, which are calls.

use crate::ir::{Opcode, Type, TypeKind, Value};

/// Whether an instruction accesses 64 bits atomically.
pub(super) fn is_of_64_bits(instruction: Value<'_>, opcode: Opcode) -> bool {
    if let Some(ty) = instruction.atomic_type() {
        return has_64_bits(ty) || matches!(ty.kind(), TypeKind::Pointer(_));
    }
    let Some(call) = opcode.is_call().then(|| instruction.as_call()).flatten() else { return false };
    if !call.callee().is_some_and(|callee| callee.is_declaration() && is_builtin(&callee.name())) {
        return false;
    }
    // The value is an operand or the result; orders and scopes have 32 bits.
    let signature = call.called_type();
    has_64_bits(signature.result()) || signature.parameters().into_iter().any(has_64_bits)
}

fn has_64_bits(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Integer(64) | TypeKind::Double)
}

/// `_Z<n>atomic_add...`, `_Z<n>atom_add...`, `_Z<n>__spirv_AtomicIAdd...`
fn is_builtin(name: &str) -> bool {
    let name = name.strip_prefix("_Z").map_or(name, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    ["atomic_", "atom_", "__spirv_Atomic"].iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::is_builtin;

    #[test]
    fn builtins_by_name() {
        assert!(is_builtin("_Z10atomic_addPU3AS1Vmm"));
        assert!(is_builtin("_Z8atom_incPU3AS1Vl"));
        assert!(is_builtin("_Z18__spirv_AtomicIAddPliil"));
        assert!(!is_builtin("_Z6atomicv"));
        assert!(!is_builtin("_ZN1a10atomic_addEl"));
    }
}
