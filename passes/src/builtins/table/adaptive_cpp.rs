//! Rows of AdaptiveCpp's functions that differ from SPIR-V's in more than their names: scopes and orders have numbers
//! of their own, operations are a parameter, and pointers are flat.

use super::{Family, Part, Pointee, Row, Scalar, Variable, row};

const I32: Part = Part::Fixed(Scalar::I32);
const INTEGERS: &[Variable] = &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64])];
const FLOATS: &[Variable] = &[Variable::Scalar(&[Scalar::F16, Scalar::F32, Scalar::F64])];
const ATOMIC_FLOATS: &[Variable] = &[Variable::Scalar(&[Scalar::F32, Scalar::F64])];
const HALF: Part = Part::Fixed(Scalar::F16);

const OF_LAUNCH: &str = "launches say the size of local memory";

/// A number or size in one dimension.
const fn number(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], Part::Fixed(Scalar::I64), &[], names)
}

/// Address space, order, scope, pointer and value.
const fn update(operation: &'static str, variables: &'static [Variable], names: &'static [&'static str]) -> Row {
    row(operation, variables, Part::Of(0), &[I32, I32, I32, Part::Flat, Part::Of(0)], names)
}

/// Address space, both orders, scope, pointer, the value expected (and found), the new one.
const fn compare_exchange(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, INTEGERS, Part::Bool, &[I32, I32, I32, I32, Part::Flat, Part::Flat, Part::Of(0)], names)
}

/// An operation over a group: its number and a value, for an exclusive scan an initial one.
const fn algorithm(
    operation: &'static str,
    variables: &'static [Variable],
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    row(operation, variables, Part::Of(0), parameters, names)
}

/// A value from another work-item.
const fn exchange(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    row(operation, INTEGERS, Part::Of(0), parameters, names)
}

/// A value from anywhere in the group, through local memory.
const fn across_group(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row {
        refused: &[(Family::Spirv, "SPIR-V exchanges values within a sub-group")],
        ..exchange(operation, INDEX, names)
    }
}

const fn vote(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], Part::Bool, &[Part::Bool], names)
}

const fn of_half(operation: &'static str, result: Part, names: &'static [&'static str]) -> Row {
    row(operation, &[], result, &[HALF, HALF], names)
}

/// A property of a number as an `i32`.
const fn class(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, ATOMIC_FLOATS, I32, &[Part::Of(0)], names)
}

/// A function of `double` with a second result in memory, an `int` in younger headers and a `long` in older ones.
const fn second_result(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(
        operation,
        &[Variable::Scalar(&[Scalar::F64]), Variable::Scalar(&[Scalar::I32, Scalar::I64]), Variable::Space(&[0])],
        Part::Of(0),
        &[Part::Of(0), Part::Pointer { space: 2, to: Pointee::Of(1) }],
        names,
    )
}

const OP: &[Part] = &[I32, Part::Of(0)];
const OP_INIT: &[Part] = &[I32, Part::Of(0), Part::Of(0)];
const INDEX: &[Part] = &[Part::Of(0), I32];
const SENDER: &[Part] = &[I32, Part::Of(0)];
const ORDER_SCOPE: &[Part] = &[I32, I32];

pub(super) static ROWS: &[Row] = &[
    number("acpp_local_id_x", &["__acpp_sscp_get_local_id_x"]),
    number("acpp_local_id_y", &["__acpp_sscp_get_local_id_y"]),
    number("acpp_local_id_z", &["__acpp_sscp_get_local_id_z"]),
    number("acpp_group_id_x", &["__acpp_sscp_get_group_id_x"]),
    number("acpp_group_id_y", &["__acpp_sscp_get_group_id_y"]),
    number("acpp_group_id_z", &["__acpp_sscp_get_group_id_z"]),
    number("acpp_local_size_x", &["__acpp_sscp_get_local_size_x"]),
    number("acpp_local_size_y", &["__acpp_sscp_get_local_size_y"]),
    number("acpp_local_size_z", &["__acpp_sscp_get_local_size_z"]),
    number("acpp_num_groups_x", &["__acpp_sscp_get_num_groups_x"]),
    number("acpp_num_groups_y", &["__acpp_sscp_get_num_groups_y"]),
    number("acpp_num_groups_z", &["__acpp_sscp_get_num_groups_z"]),
    row("acpp_work_group_barrier", &[], Part::Void, ORDER_SCOPE, &["__acpp_sscp_work_group_barrier"]),
    row("acpp_sub_group_barrier", &[], Part::Void, ORDER_SCOPE, &["__acpp_sscp_sub_group_barrier"]),
    row("acpp_fence", &[], Part::Void, ORDER_SCOPE, &["__acpp_sscp_fence"]),
    row("acpp_atomic_load", INTEGERS, Part::Of(0), &[I32, I32, I32, Part::Flat], &["__acpp_sscp_atomic_load_i*"]),
    row(
        "acpp_atomic_store",
        INTEGERS,
        Part::Void,
        &[I32, I32, I32, Part::Flat, Part::Of(0)],
        &["__acpp_sscp_atomic_store_i*"],
    ),
    update("acpp_atomic_exchange", INTEGERS, &["__acpp_sscp_atomic_exchange_i*"]),
    compare_exchange("acpp_compare_exchange", &["__acpp_sscp_cmp_exch_strong_i*", "__acpp_sscp_cmp_exch_weak_i*"]),
    update("acpp_atomic_and", INTEGERS, &["__acpp_sscp_atomic_fetch_and_i*"]),
    update("acpp_atomic_or", INTEGERS, &["__acpp_sscp_atomic_fetch_or_i*"]),
    update("acpp_atomic_xor", INTEGERS, &["__acpp_sscp_atomic_fetch_xor_i*"]),
    update("acpp_atomic_iadd", INTEGERS, &["__acpp_sscp_atomic_fetch_add_i*", "__acpp_sscp_atomic_fetch_add_u*"]),
    update("acpp_atomic_isub", INTEGERS, &["__acpp_sscp_atomic_fetch_sub_i*", "__acpp_sscp_atomic_fetch_sub_u*"]),
    update("acpp_atomic_smin", INTEGERS, &["__acpp_sscp_atomic_fetch_min_i*"]),
    update("acpp_atomic_umin", INTEGERS, &["__acpp_sscp_atomic_fetch_min_u*"]),
    update("acpp_atomic_smax", INTEGERS, &["__acpp_sscp_atomic_fetch_max_i*"]),
    update("acpp_atomic_umax", INTEGERS, &["__acpp_sscp_atomic_fetch_max_u*"]),
    update("acpp_atomic_fadd", ATOMIC_FLOATS, &["__acpp_sscp_atomic_fetch_add_f*"]),
    update("acpp_atomic_fsub", ATOMIC_FLOATS, &["__acpp_sscp_atomic_fetch_sub_f*"]),
    update("acpp_atomic_fmin", ATOMIC_FLOATS, &["__acpp_sscp_atomic_fetch_min_f*"]),
    update("acpp_atomic_fmax", ATOMIC_FLOATS, &["__acpp_sscp_atomic_fetch_max_f*"]),
    algorithm("acpp_work_group_reduce_s", INTEGERS, OP, &["__acpp_sscp_work_group_reduce_i*"]),
    algorithm("acpp_work_group_reduce_u", INTEGERS, OP, &["__acpp_sscp_work_group_reduce_u*"]),
    algorithm("acpp_work_group_reduce_f", FLOATS, OP, &["__acpp_sscp_work_group_reduce_f*"]),
    algorithm("acpp_sub_group_reduce_s", INTEGERS, OP, &["__acpp_sscp_sub_group_reduce_i*"]),
    algorithm("acpp_sub_group_reduce_u", INTEGERS, OP, &["__acpp_sscp_sub_group_reduce_u*"]),
    algorithm("acpp_sub_group_reduce_f", FLOATS, OP, &["__acpp_sscp_sub_group_reduce_f*"]),
    algorithm("acpp_work_group_inclusive_s", INTEGERS, OP, &["__acpp_sscp_work_group_inclusive_scan_i*"]),
    algorithm("acpp_work_group_inclusive_u", INTEGERS, OP, &["__acpp_sscp_work_group_inclusive_scan_u*"]),
    algorithm("acpp_work_group_inclusive_f", FLOATS, OP, &["__acpp_sscp_work_group_inclusive_scan_f*"]),
    algorithm("acpp_sub_group_inclusive_s", INTEGERS, OP, &["__acpp_sscp_sub_group_inclusive_scan_i*"]),
    algorithm("acpp_sub_group_inclusive_u", INTEGERS, OP, &["__acpp_sscp_sub_group_inclusive_scan_u*"]),
    algorithm("acpp_sub_group_inclusive_f", FLOATS, OP, &["__acpp_sscp_sub_group_inclusive_scan_f*"]),
    algorithm("acpp_work_group_exclusive_s", INTEGERS, OP_INIT, &["__acpp_sscp_work_group_exclusive_scan_i*"]),
    algorithm("acpp_work_group_exclusive_u", INTEGERS, OP_INIT, &["__acpp_sscp_work_group_exclusive_scan_u*"]),
    algorithm("acpp_work_group_exclusive_f", FLOATS, OP_INIT, &["__acpp_sscp_work_group_exclusive_scan_f*"]),
    algorithm("acpp_sub_group_exclusive_s", INTEGERS, OP_INIT, &["__acpp_sscp_sub_group_exclusive_scan_i*"]),
    algorithm("acpp_sub_group_exclusive_u", INTEGERS, OP_INIT, &["__acpp_sscp_sub_group_exclusive_scan_u*"]),
    algorithm("acpp_sub_group_exclusive_f", FLOATS, OP_INIT, &["__acpp_sscp_sub_group_exclusive_scan_f*"]),
    exchange("acpp_work_group_broadcast", SENDER, &["__acpp_sscp_work_group_broadcast_i*"]),
    exchange("acpp_sub_group_broadcast", SENDER, &["__acpp_sscp_sub_group_broadcast_i*"]),
    across_group("acpp_work_group_shl", &["__acpp_sscp_work_group_shl_i*"]),
    across_group("acpp_work_group_shr", &["__acpp_sscp_work_group_shr_i*"]),
    across_group("acpp_work_group_permute", &["__acpp_sscp_work_group_permute_i*"]),
    across_group("acpp_work_group_select", &["__acpp_sscp_work_group_select_i*"]),
    exchange("acpp_sub_group_shl", INDEX, &["__acpp_sscp_sub_group_shl_i*"]),
    exchange("acpp_sub_group_shr", INDEX, &["__acpp_sscp_sub_group_shr_i*"]),
    exchange("acpp_sub_group_permute", INDEX, &["__acpp_sscp_sub_group_permute_i*"]),
    exchange("acpp_sub_group_select", INDEX, &["__acpp_sscp_sub_group_select_i*"]),
    vote("acpp_work_group_any", &["__acpp_sscp_work_group_any"]),
    vote("acpp_work_group_all", &["__acpp_sscp_work_group_all"]),
    vote("acpp_work_group_none", &["__acpp_sscp_work_group_none"]),
    vote("acpp_sub_group_any", &["__acpp_sscp_sub_group_any"]),
    vote("acpp_sub_group_all", &["__acpp_sscp_sub_group_all"]),
    vote("acpp_sub_group_none", &["__acpp_sscp_sub_group_none"]),
    of_half("acpp_half_add", HALF, &["__acpp_sscp_half_add"]),
    of_half("acpp_half_sub", HALF, &["__acpp_sscp_half_sub"]),
    of_half("acpp_half_mul", HALF, &["__acpp_sscp_half_mul"]),
    of_half("acpp_half_div", HALF, &["__acpp_sscp_half_div"]),
    of_half("acpp_half_lt", Part::Bool, &["__acpp_sscp_half_lt"]),
    of_half("acpp_half_lte", Part::Bool, &["__acpp_sscp_half_lte"]),
    of_half("acpp_half_gt", Part::Bool, &["__acpp_sscp_half_gt"]),
    of_half("acpp_half_gte", Part::Bool, &["__acpp_sscp_half_gte"]),
    second_result("acpp_frexp", &["__acpp_sscp_frexp_f64"]),
    second_result("acpp_lgamma_r", &["__acpp_sscp_lgamma_r_f64"]),
    row(
        "acpp_ldexp",
        &[Variable::Scalar(&[Scalar::F64])],
        Part::Of(0),
        &[Part::Of(0), Part::Fixed(Scalar::I64)],
        &["__acpp_sscp_ldexp_f64"],
    ),
    // Older headers declare it so.
    row("acpp_ilogb", ATOMIC_FLOATS, Part::Of(0), &[Part::Of(0)], &["__acpp_sscp_ilogb_f*"]),
    class("acpp_isnan", &["__acpp_sscp_isnan_f*"]),
    class("acpp_isinf", &["__acpp_sscp_isinf_f*"]),
    class("acpp_isfinite", &["__acpp_sscp_isfinite_f*"]),
    class("acpp_isnormal", &["__acpp_sscp_isnormal_f*"]),
    class("acpp_signbit", &["__acpp_sscp_signbit_f*"]),
    Row {
        refused: &[(Family::Spirv, "SPIR-V has local memory of static sizes and of arguments only")],
        ..row(
            "acpp_dynamic_local_memory",
            &[Variable::Space(&[3])],
            Part::Pointer { space: 0, to: Pointee::Any },
            &[],
            &["__acpp_sscp_get_dynamic_local_memory"],
        )
    },
    // No launch says its size, so it has one.
    Row {
        refused: &[(Family::Nvptx, OF_LAUNCH), (Family::Amdgpu, OF_LAUNCH), (Family::Host, OF_LAUNCH)],
        ..row("acpp_fixed_local_memory", &[], Part::In(3), &[], &["__acpp_sscp_get_dynamic_local_memory"])
    },
    Row {
        refused: &[
            (Family::Amdgpu, "AMDGPU has no output without a service of the runtime"),
            (Family::Spirv, "SPIR-V prints constant formats only"),
        ],
        ..row("acpp_print", &[], Part::Void, &[Part::Flat], &["__acpp_sscp_print"])
    },
];
