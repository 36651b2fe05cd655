//! Rows of atomic operations and fences.

use super::{Part, Pointee, Row, Scalar, Variable, row};

const I32: Part = Part::Fixed(Scalar::I32);
/// The SPIR-V numbers of a scope and of memory semantics.
const SCOPE: Part = I32;
const SEMANTICS: Part = I32;
const POINTER: Part = Part::Pointer { space: 1, to: Pointee::Of(0) };
const SPACES: Variable = Variable::Space(&[0, 1, 3]);
const INTEGERS: &[Variable] = &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64]), SPACES];
const FLOATS: &[Variable] = &[Variable::Scalar(&[Scalar::F16, Scalar::F32, Scalar::F64]), SPACES];
const NUMBERS: &[Variable] = &[
    Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64]),
    SPACES,
];

/// An operation that changes memory and gives the value that was there.
const fn update(operation: &'static str, variables: &'static [Variable], names: &'static [&'static str]) -> Row {
    row(operation, variables, Part::Of(0), &[POINTER, SCOPE, SEMANTICS, Part::Of(0)], names)
}

/// A flag in an `i32`.
const fn flag(operation: &'static str, result: Part, names: &'static [&'static str]) -> Row {
    const FLAG: Part = Part::Pointer { space: 0, to: Pointee::Each(Scalar::I32) };
    row(operation, &[SPACES], result, &[FLAG, SCOPE, SEMANTICS], names)
}

pub(super) static ROWS: &[Row] = &[
    row("atomic_load", NUMBERS, Part::Of(0), &[POINTER, SCOPE, SEMANTICS], &["__spirv_AtomicLoad"]),
    row("atomic_store", NUMBERS, Part::Void, &[POINTER, SCOPE, SEMANTICS, Part::Of(0)], &["__spirv_AtomicStore"]),
    update("atomic_exchange", NUMBERS, &["__spirv_AtomicExchange"]),
    row(
        "atomic_compare_exchange",
        INTEGERS,
        Part::Of(0),
        &[POINTER, SCOPE, SEMANTICS, SEMANTICS, Part::Of(0), Part::Of(0)],
        &["__spirv_AtomicCompareExchange", "__spirv_AtomicCompareExchangeWeak"],
    ),
    row("atomic_iincrement", INTEGERS, Part::Of(0), &[POINTER, SCOPE, SEMANTICS], &["__spirv_AtomicIIncrement"]),
    row("atomic_idecrement", INTEGERS, Part::Of(0), &[POINTER, SCOPE, SEMANTICS], &["__spirv_AtomicIDecrement"]),
    update("atomic_iadd", INTEGERS, &["__spirv_AtomicIAdd"]),
    update("atomic_isub", INTEGERS, &["__spirv_AtomicISub"]),
    update("atomic_smin", INTEGERS, &["__spirv_AtomicSMin"]),
    update("atomic_smax", INTEGERS, &["__spirv_AtomicSMax"]),
    update("atomic_umin", INTEGERS, &["__spirv_AtomicUMin"]),
    update("atomic_umax", INTEGERS, &["__spirv_AtomicUMax"]),
    update("atomic_and", INTEGERS, &["__spirv_AtomicAnd"]),
    update("atomic_or", INTEGERS, &["__spirv_AtomicOr"]),
    update("atomic_xor", INTEGERS, &["__spirv_AtomicXor"]),
    update("atomic_fadd", FLOATS, &["__spirv_AtomicFAddEXT", "__spirv_AtomicFAdd"]),
    update("atomic_fmin", FLOATS, &["__spirv_AtomicFMinEXT", "__spirv_AtomicFMin"]),
    update("atomic_fmax", FLOATS, &["__spirv_AtomicFMaxEXT", "__spirv_AtomicFMax"]),
    flag("atomic_flag_test_and_set", Part::Bool, &["__spirv_AtomicFlagTestAndSet"]),
    flag("atomic_flag_clear", Part::Void, &["__spirv_AtomicFlagClear"]),
    row("memory_barrier", &[], Part::Void, &[SCOPE, SEMANTICS], &["__spirv_MemoryBarrier"]),
];
