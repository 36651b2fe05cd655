//! Rows of the numbers and sizes of work-items, work-groups and sub-groups.

use super::{Form, Part, Row, Scalar};

/// A number or size in one dimension.
const fn dimension(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables: &[],
        result: Part::Fixed(Scalar::I64),
        parameters: &[Part::Fixed(Scalar::I32)],
        form: Form::Scalars,
        external: None,
        refused: &[],
    }
}

/// A number without a dimension.
const fn number(operation: &'static str, result: Scalar, names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables: &[],
        result: Part::Fixed(result),
        parameters: &[],
        form: Form::Scalars,
        external: None,
        refused: &[],
    }
}

pub(super) static ROWS: &[Row] = &[
    dimension("global_invocation_id", &["__spirv_BuiltInGlobalInvocationId"]),
    dimension("global_size", &["__spirv_BuiltInGlobalSize"]),
    dimension("local_invocation_id", &["__spirv_BuiltInLocalInvocationId"]),
    dimension("workgroup_size", &["__spirv_BuiltInWorkgroupSize"]),
    dimension("workgroup_id", &["__spirv_BuiltInWorkgroupId"]),
    dimension("num_workgroups", &["__spirv_BuiltInNumWorkgroups"]),
    dimension("global_offset", &["__spirv_BuiltInGlobalOffset"]),
    number("local_invocation_index", Scalar::I64, &["__spirv_BuiltInLocalInvocationIndex"]),
    number("global_linear_id", Scalar::I64, &["__spirv_BuiltInGlobalLinearId"]),
    number("subgroup_size", Scalar::I32, &["__spirv_BuiltInSubgroupSize", "__acpp_sscp_get_subgroup_size"]),
    number("subgroup_max_size", Scalar::I32, &["__spirv_BuiltInSubgroupMaxSize", "__acpp_sscp_get_subgroup_max_size"]),
    number("num_subgroups", Scalar::I32, &["__spirv_BuiltInNumSubgroups", "__acpp_sscp_get_num_subgroups"]),
    number("subgroup_id", Scalar::I32, &["__spirv_BuiltInSubgroupId", "__acpp_sscp_get_subgroup_id"]),
    number(
        "subgroup_local_invocation_id",
        Scalar::I32,
        &["__spirv_BuiltInSubgroupLocalInvocationId", "__acpp_sscp_get_subgroup_local_id"],
    ),
];
