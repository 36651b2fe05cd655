//! Rows of OpenCL C's functions that LLVM's back end for SPIR-V lacks. On GPUs libclc has them. Their mangled names are
//! OpenCL's alone, so code in OpenCL C gets names of this table first (`link_builtins::opencl`).

use super::{Family, Form, Part, Pointee, Row, Scalar, Variable, row};

const I32: Part = Part::Fixed(Scalar::I32);
const SPACES: Variable = Variable::Space(&[1, 3]);
const INTEGERS: &[Variable] = &[Variable::Scalar(&[Scalar::I32, Scalar::I64]), SPACES];
const NUMBERS: &[Variable] = &[Variable::Scalar(&[Scalar::I32, Scalar::I64, Scalar::F32, Scalar::F64]), SPACES];
const POINTER: Part = Part::Pointer { space: 1, to: Pointee::Of(0) };
const ELSEWHERE: &[(Family, &str)] =
    &[(Family::Nvptx, "libclc has it"), (Family::Amdgpu, "libclc has it"), (Family::Host, "OpenCL C is for devices")];

const fn spirv(
    operation: &'static str,
    variables: &'static [Variable],
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    Row { refused: ELSEWHERE, ..row(operation, variables, result, parameters, names) }
}

/// An operation that changes memory and returns the value that was there.
const fn update(operation: &'static str, names: &'static [&'static str]) -> Row {
    spirv(operation, INTEGERS, Part::Of(0), &[POINTER, Part::Of(0)], names)
}

/// With a memory order.
const fn ordered(operation: &'static str, names: &'static [&'static str]) -> Row {
    spirv(operation, INTEGERS, Part::Of(0), &[POINTER, Part::Of(0), I32], names)
}

/// With a memory order and a scope.
const fn scoped(operation: &'static str, names: &'static [&'static str]) -> Row {
    spirv(operation, INTEGERS, Part::Of(0), &[POINTER, Part::Of(0), I32, I32], names)
}

const fn fence(operation: &'static str, names: &'static [&'static str]) -> Row {
    spirv(operation, &[], Part::Void, &[I32], names)
}

pub(super) static ROWS: &[Row] = &[
    spirv("opencl_inc", INTEGERS, Part::Of(0), &[POINTER], &["__opencl_atomic_inc_*", "__opencl_atom_inc_*"]),
    spirv("opencl_dec", INTEGERS, Part::Of(0), &[POINTER], &["__opencl_atomic_dec_*", "__opencl_atom_dec_*"]),
    spirv(
        "opencl_xchg",
        NUMBERS,
        Part::Of(0),
        &[POINTER, Part::Of(0)],
        &["__opencl_atomic_xchg_*", "__opencl_atom_xchg_*"],
    ),
    spirv(
        "opencl_cmpxchg",
        INTEGERS,
        Part::Of(0),
        &[POINTER, Part::Of(0), Part::Of(0)],
        &["__opencl_atomic_cmpxchg_*", "__opencl_atom_cmpxchg_*"],
    ),
    update("opencl_add", &["__opencl_atomic_add_*", "__opencl_atom_add_*"]),
    update("opencl_sub", &["__opencl_atomic_sub_*", "__opencl_atom_sub_*"]),
    update("opencl_and", &["__opencl_atomic_and_*", "__opencl_atom_and_*"]),
    update("opencl_or", &["__opencl_atomic_or_*", "__opencl_atom_or_*"]),
    update("opencl_xor", &["__opencl_atomic_xor_*", "__opencl_atom_xor_*"]),
    update("opencl_smin", &["__opencl_atomic_min_s_*", "__opencl_atom_min_s_*"]),
    update("opencl_umin", &["__opencl_atomic_min_u_*", "__opencl_atom_min_u_*"]),
    update("opencl_smax", &["__opencl_atomic_max_s_*", "__opencl_atom_max_s_*"]),
    update("opencl_umax", &["__opencl_atomic_max_u_*", "__opencl_atom_max_u_*"]),
    update("opencl_fetch_smin", &["__opencl_atomic_fetch_min_s_*"]),
    update("opencl_fetch_umin", &["__opencl_atomic_fetch_min_u_*"]),
    update("opencl_fetch_smax", &["__opencl_atomic_fetch_max_s_*"]),
    update("opencl_fetch_umax", &["__opencl_atomic_fetch_max_u_*"]),
    ordered("opencl_ordered_smin", &["__opencl_atomic_fetch_min_explicit_s_*"]),
    ordered("opencl_ordered_umin", &["__opencl_atomic_fetch_min_explicit_u_*"]),
    ordered("opencl_ordered_smax", &["__opencl_atomic_fetch_max_explicit_s_*"]),
    ordered("opencl_ordered_umax", &["__opencl_atomic_fetch_max_explicit_u_*"]),
    scoped("opencl_scoped_smin", &["__opencl_atomic_fetch_min_explicit_s_*"]),
    scoped("opencl_scoped_umin", &["__opencl_atomic_fetch_min_explicit_u_*"]),
    scoped("opencl_scoped_smax", &["__opencl_atomic_fetch_max_explicit_s_*"]),
    scoped("opencl_scoped_umax", &["__opencl_atomic_fetch_max_explicit_u_*"]),
    fence("opencl_mem_fence", &["__opencl_mem_fence_*"]),
    fence("opencl_read_mem_fence", &["__opencl_read_mem_fence_*"]),
    fence("opencl_write_mem_fence", &["__opencl_write_mem_fence_*"]),
    fence("opencl_sub_group_barrier", &["__opencl_sub_group_barrier_*"]),
    spirv("opencl_sub_group_barrier_2", &[], Part::Void, &[I32, I32], &["__opencl_sub_group_barrier_*"]),
    spirv("opencl_to_global", &[], Part::In(1), &[Part::Flat], &["__to_global"]),
    spirv("opencl_to_local", &[], Part::In(3), &[Part::Flat], &["__to_local"]),
    spirv("opencl_to_private", &[], Part::In(0), &[Part::Flat], &["__to_private"]),
    spirv("opencl_get_fence", &[], I32, &[Part::Flat], &["__opencl_get_fence_*"]),
    Row {
        form: Form::Elementwise,
        ..spirv(
            "opencl_bit_reverse",
            &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64])],
            Part::Of(0),
            &[Part::Of(0)],
            &["__opencl_bit_reverse_*"],
        )
    },
    // libclc has it for events in flat memory.
    Row {
        refused: &[
            (Family::Nvptx, "libclc has it"),
            (Family::Host, "OpenCL C is for devices"),
            (Family::Spirv, "the back end has it"),
        ],
        ..row("opencl_wait_group_events", &[], Part::Void, &[I32, Part::In(5)], &["__opencl_wait_group_events_*"])
    },
];
