//! Rows of barriers, group algorithms and sub-group functions.

use super::{Form, Part, Pointee, Row, Scalar, Variable, row};

const I32: Part = Part::Fixed(Scalar::I32);
const I64: Part = Part::Fixed(Scalar::I64);
/// The SPIR-V numbers of a scope and of a group operation (0 reduction, 1 inclusive scan, 2 exclusive scan, 3
/// clusters).
const SCOPE: Part = I32;
const OPERATION: Part = I32;
const BALLOT: Part = Part::Vector(Scalar::I32, 4);
const INTEGERS: &[Variable] = &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64])];
const FLOATS: &[Variable] = &[Variable::Scalar(&[Scalar::F16, Scalar::F32, Scalar::F64])];
// `bfloat16` is an integer of 16 bits in the IR of front ends.
const NUMBERS: &[Variable] =
    &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64])];

/// A reduction or scan.
const fn algorithm(operation: &'static str, variables: &'static [Variable], names: &'static [&'static str]) -> Row {
    Row { form: Form::Elementwise, ..row(operation, variables, Part::Of(0), &[SCOPE, OPERATION, Part::Of(0)], names) }
}

/// A reduction or scan in clusters of a sub-group.
const fn clustered(operation: &'static str, variables: &'static [Variable], names: &'static [&'static str]) -> Row {
    Row {
        form: Form::Elementwise,
        ..row(operation, variables, Part::Of(0), &[SCOPE, OPERATION, Part::Of(0), I32], names)
    }
}

/// One of truth values.
const fn logical(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], Part::Bool, &[SCOPE, OPERATION, Part::Bool], names)
}

/// A vote.
const fn vote(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], Part::Bool, &[SCOPE, Part::Bool], names)
}

/// A value from another work-item.
const fn exchange(operation: &'static str, index: &'static [Part], names: &'static [&'static str]) -> Row {
    Row { form: Form::Elementwise, ..row(operation, NUMBERS, Part::Of(0), index, names) }
}

/// A set of lanes, or the number of one.
const fn ballot(
    operation: &'static str,
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    row(operation, &[], result, parameters, names)
}

/// A lane mask of a sub-group.
const fn mask(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], BALLOT, &[], names)
}

/// Consecutive elements, one for each lane.
const fn block(
    operation: &'static str,
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    const VARIABLES: &[Variable] =
        &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64]), Variable::Space(&[0, 1, 3])];
    Row { form: Form::Vectors(&[1, 2, 4, 8, 16]), ..row(operation, VARIABLES, result, parameters, names) }
}

const BLOCK: Part = Part::Pointer { space: 1, to: Pointee::Any };
const BARRIER: &[Part] = &[SCOPE, SCOPE, I32];
const INDEX: &[Part] = &[SCOPE, Part::Of(0), I32];
const TO_LANE: &[Part] = &[Part::Of(0), I32];
const TWO_VALUES: &[Part] = &[Part::Of(0), Part::Of(0), I32];

pub(super) static ROWS: &[Row] = &[
    row("control_barrier", &[], Part::Void, BARRIER, &["__spirv_ControlBarrier", "__spirv_ControlBarrierWaitINTEL"]),
    row("control_barrier_arrive", &[], Part::Void, BARRIER, &["__spirv_ControlBarrierArriveINTEL"]),
    vote("group_all", &["__spirv_GroupAll"]),
    vote("group_any", &["__spirv_GroupAny"]),
    algorithm("group_iadd", INTEGERS, &["__spirv_GroupIAdd"]),
    algorithm("group_fadd", FLOATS, &["__spirv_GroupFAdd"]),
    algorithm("group_imul", INTEGERS, &["__spirv_GroupIMulKHR"]),
    algorithm("group_fmul", FLOATS, &["__spirv_GroupFMulKHR"]),
    algorithm("group_smin", INTEGERS, &["__spirv_GroupSMin"]),
    algorithm("group_smax", INTEGERS, &["__spirv_GroupSMax"]),
    algorithm("group_umin", INTEGERS, &["__spirv_GroupUMin"]),
    algorithm("group_umax", INTEGERS, &["__spirv_GroupUMax"]),
    algorithm("group_fmin", FLOATS, &["__spirv_GroupFMin"]),
    algorithm("group_fmax", FLOATS, &["__spirv_GroupFMax"]),
    algorithm("group_and", INTEGERS, &["__spirv_GroupBitwiseAndKHR"]),
    algorithm("group_or", INTEGERS, &["__spirv_GroupBitwiseOrKHR"]),
    algorithm("group_xor", INTEGERS, &["__spirv_GroupBitwiseXorKHR"]),
    logical("group_logical_and", &["__spirv_GroupLogicalAndKHR"]),
    logical("group_logical_or", &["__spirv_GroupLogicalOrKHR"]),
    logical("group_logical_xor", &["__spirv_GroupLogicalXorKHR"]),
    exchange("group_broadcast_i32", INDEX, &["__spirv_GroupBroadcast"]),
    exchange("group_broadcast_i64", &[SCOPE, Part::Of(0), I64], &["__spirv_GroupBroadcast"]),
    exchange("group_broadcast_2", &[SCOPE, Part::Of(0), Part::Vector(Scalar::I64, 2)], &["__spirv_GroupBroadcast"]),
    exchange("group_broadcast_3", &[SCOPE, Part::Of(0), Part::Vector(Scalar::I64, 3)], &["__spirv_GroupBroadcast"]),
    vote("non_uniform_all", &["__spirv_GroupNonUniformAll"]),
    vote("non_uniform_any", &["__spirv_GroupNonUniformAny"]),
    row("non_uniform_all_equal", NUMBERS, Part::Bool, &[SCOPE, Part::Of(0)], &["__spirv_GroupNonUniformAllEqual"]),
    row("non_uniform_elect", &[], Part::Bool, &[SCOPE], &["__spirv_GroupNonUniformElect"]),
    algorithm("non_uniform_iadd", INTEGERS, &["__spirv_GroupNonUniformIAdd"]),
    algorithm("non_uniform_fadd", FLOATS, &["__spirv_GroupNonUniformFAdd"]),
    algorithm("non_uniform_imul", INTEGERS, &["__spirv_GroupNonUniformIMul"]),
    algorithm("non_uniform_fmul", FLOATS, &["__spirv_GroupNonUniformFMul"]),
    algorithm("non_uniform_smin", INTEGERS, &["__spirv_GroupNonUniformSMin"]),
    algorithm("non_uniform_smax", INTEGERS, &["__spirv_GroupNonUniformSMax"]),
    algorithm("non_uniform_umin", INTEGERS, &["__spirv_GroupNonUniformUMin"]),
    algorithm("non_uniform_umax", INTEGERS, &["__spirv_GroupNonUniformUMax"]),
    algorithm("non_uniform_fmin", FLOATS, &["__spirv_GroupNonUniformFMin"]),
    algorithm("non_uniform_fmax", FLOATS, &["__spirv_GroupNonUniformFMax"]),
    algorithm("non_uniform_and", INTEGERS, &["__spirv_GroupNonUniformBitwiseAnd"]),
    algorithm("non_uniform_or", INTEGERS, &["__spirv_GroupNonUniformBitwiseOr"]),
    algorithm("non_uniform_xor", INTEGERS, &["__spirv_GroupNonUniformBitwiseXor"]),
    clustered("clustered_iadd", INTEGERS, &["__spirv_GroupNonUniformIAdd"]),
    clustered("clustered_fadd", FLOATS, &["__spirv_GroupNonUniformFAdd"]),
    clustered("clustered_imul", INTEGERS, &["__spirv_GroupNonUniformIMul"]),
    clustered("clustered_fmul", FLOATS, &["__spirv_GroupNonUniformFMul"]),
    clustered("clustered_smin", INTEGERS, &["__spirv_GroupNonUniformSMin"]),
    clustered("clustered_smax", INTEGERS, &["__spirv_GroupNonUniformSMax"]),
    clustered("clustered_umin", INTEGERS, &["__spirv_GroupNonUniformUMin"]),
    clustered("clustered_umax", INTEGERS, &["__spirv_GroupNonUniformUMax"]),
    clustered("clustered_fmin", FLOATS, &["__spirv_GroupNonUniformFMin"]),
    clustered("clustered_fmax", FLOATS, &["__spirv_GroupNonUniformFMax"]),
    clustered("clustered_and", INTEGERS, &["__spirv_GroupNonUniformBitwiseAnd"]),
    clustered("clustered_or", INTEGERS, &["__spirv_GroupNonUniformBitwiseOr"]),
    clustered("clustered_xor", INTEGERS, &["__spirv_GroupNonUniformBitwiseXor"]),
    logical("non_uniform_logical_and", &["__spirv_GroupNonUniformLogicalAnd"]),
    logical("non_uniform_logical_or", &["__spirv_GroupNonUniformLogicalOr"]),
    logical("non_uniform_logical_xor", &["__spirv_GroupNonUniformLogicalXor"]),
    exchange("non_uniform_broadcast", INDEX, &["__spirv_GroupNonUniformBroadcast"]),
    exchange("non_uniform_broadcast_first", &[SCOPE, Part::Of(0)], &["__spirv_GroupNonUniformBroadcastFirst"]),
    exchange("shuffle", INDEX, &["__spirv_GroupNonUniformShuffle"]),
    exchange("shuffle_xor", INDEX, &["__spirv_GroupNonUniformShuffleXor"]),
    exchange("shuffle_up", INDEX, &["__spirv_GroupNonUniformShuffleUp"]),
    exchange("shuffle_down", INDEX, &["__spirv_GroupNonUniformShuffleDown"]),
    exchange("shuffle_intel", TO_LANE, &["__spirv_SubgroupShuffleINTEL"]),
    exchange("shuffle_xor_intel", TO_LANE, &["__spirv_SubgroupShuffleXorINTEL"]),
    exchange("shuffle_up_intel", TWO_VALUES, &["__spirv_SubgroupShuffleUpINTEL"]),
    exchange("shuffle_down_intel", TWO_VALUES, &["__spirv_SubgroupShuffleDownINTEL"]),
    ballot("ballot", BALLOT, &[SCOPE, Part::Bool], &["__spirv_GroupNonUniformBallot"]),
    ballot("inverse_ballot", Part::Bool, &[SCOPE, BALLOT], &["__spirv_GroupNonUniformInverseBallot"]),
    ballot("ballot_bit_extract", Part::Bool, &[SCOPE, BALLOT, I32], &["__spirv_GroupNonUniformBallotBitExtract"]),
    ballot("ballot_bit_count", I32, &[SCOPE, OPERATION, BALLOT], &["__spirv_GroupNonUniformBallotBitCount"]),
    ballot("ballot_find_lsb", I32, &[SCOPE, BALLOT], &["__spirv_GroupNonUniformBallotFindLSB"]),
    ballot("ballot_find_msb", I32, &[SCOPE, BALLOT], &["__spirv_GroupNonUniformBallotFindMSB"]),
    mask("subgroup_eq_mask", &["__spirv_BuiltInSubgroupEqMask"]),
    mask("subgroup_ge_mask", &["__spirv_BuiltInSubgroupGeMask"]),
    mask("subgroup_gt_mask", &["__spirv_BuiltInSubgroupGtMask"]),
    mask("subgroup_le_mask", &["__spirv_BuiltInSubgroupLeMask"]),
    mask("subgroup_lt_mask", &["__spirv_BuiltInSubgroupLtMask"]),
    block("subgroup_block_read", Part::Of(0), &[BLOCK], &["__spirv_SubgroupBlockReadINTEL"]),
    block("subgroup_block_write", Part::Void, &[BLOCK, Part::Of(0)], &["__spirv_SubgroupBlockWriteINTEL"]),
];
