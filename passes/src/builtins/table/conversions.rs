//! Rows of conversions between types. A conversion to an integer saturates, and not a number becomes 0, whether the
//! name asks for it or not: without saturation the result is undefined.

use super::{Form, Part, Row, Scalar, Variable};

const FLOATS: Variable = Variable::Scalar(&[Scalar::F16, Scalar::F32, Scalar::F64]);
const INTEGERS: Variable = Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64]);

/// From the first variable to the second.
const fn row(operation: &'static str, variables: &'static [Variable], names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables,
        result: Part::Of(1),
        parameters: &[Part::Of(0)],
        form: Form::Elementwise,
        external: None,
        refused: &[],
    }
}

const fn to_integer(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[FLOATS, INTEGERS], names)
}

const fn to_float(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[INTEGERS, FLOATS], names)
}

const fn between_floats(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[FLOATS, FLOATS], names)
}

const fn between_integers(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[INTEGERS, INTEGERS], names)
}

/// `bfloat16` as the integer that it is stored in.
const fn bfloat(
    operation: &'static str,
    result: Scalar,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    Row { result: Part::Each(result), parameters, ..row(operation, &[], names) }
}

pub(super) static ROWS: &[Row] = &[
    to_integer(
        "convert_f_to_s_rtz",
        &[
            "__spirv_ConvertFToS_R*",
            "__spirv_ConvertFToS_R*_sat",
            "__spirv_ConvertFToS_R*_rtz",
            "__spirv_ConvertFToS_R*_sat_rtz",
            "__spirv_ConvertFToS_R*_rtz_sat",
        ],
    ),
    to_integer(
        "convert_f_to_s_rte",
        &["__spirv_ConvertFToS_R*_rte", "__spirv_ConvertFToS_R*_sat_rte", "__spirv_ConvertFToS_R*_rte_sat"],
    ),
    to_integer(
        "convert_f_to_s_rtp",
        &["__spirv_ConvertFToS_R*_rtp", "__spirv_ConvertFToS_R*_sat_rtp", "__spirv_ConvertFToS_R*_rtp_sat"],
    ),
    to_integer(
        "convert_f_to_s_rtn",
        &["__spirv_ConvertFToS_R*_rtn", "__spirv_ConvertFToS_R*_sat_rtn", "__spirv_ConvertFToS_R*_rtn_sat"],
    ),
    to_integer(
        "convert_f_to_u_rtz",
        &[
            "__spirv_ConvertFToU_R*",
            "__spirv_ConvertFToU_R*_sat",
            "__spirv_ConvertFToU_R*_rtz",
            "__spirv_ConvertFToU_R*_sat_rtz",
            "__spirv_ConvertFToU_R*_rtz_sat",
        ],
    ),
    to_integer(
        "convert_f_to_u_rte",
        &["__spirv_ConvertFToU_R*_rte", "__spirv_ConvertFToU_R*_sat_rte", "__spirv_ConvertFToU_R*_rte_sat"],
    ),
    to_integer(
        "convert_f_to_u_rtp",
        &["__spirv_ConvertFToU_R*_rtp", "__spirv_ConvertFToU_R*_sat_rtp", "__spirv_ConvertFToU_R*_rtp_sat"],
    ),
    to_integer(
        "convert_f_to_u_rtn",
        &["__spirv_ConvertFToU_R*_rtn", "__spirv_ConvertFToU_R*_sat_rtn", "__spirv_ConvertFToU_R*_rtn_sat"],
    ),
    to_float("convert_s_to_f_rte", &["__spirv_ConvertSToF_R*", "__spirv_ConvertSToF_R*_rte"]),
    to_float("convert_s_to_f_rtz", &["__spirv_ConvertSToF_R*_rtz"]),
    to_float("convert_s_to_f_rtp", &["__spirv_ConvertSToF_R*_rtp"]),
    to_float("convert_s_to_f_rtn", &["__spirv_ConvertSToF_R*_rtn"]),
    to_float("convert_u_to_f_rte", &["__spirv_ConvertUToF_R*", "__spirv_ConvertUToF_R*_rte"]),
    to_float("convert_u_to_f_rtz", &["__spirv_ConvertUToF_R*_rtz"]),
    to_float("convert_u_to_f_rtp", &["__spirv_ConvertUToF_R*_rtp"]),
    to_float("convert_u_to_f_rtn", &["__spirv_ConvertUToF_R*_rtn"]),
    between_floats("convert_f_rte", &["__spirv_FConvert_R*", "__spirv_FConvert_R*_rte"]),
    between_floats("convert_f_rtz", &["__spirv_FConvert_R*_rtz"]),
    between_floats("convert_f_rtp", &["__spirv_FConvert_R*_rtp"]),
    between_floats("convert_f_rtn", &["__spirv_FConvert_R*_rtn"]),
    between_integers("convert_s", &["__spirv_SConvert_R*"]),
    between_integers("convert_u", &["__spirv_UConvert_R*"]),
    between_integers("convert_s_sat", &["__spirv_SConvert_R*_sat"]),
    between_integers("convert_u_sat", &["__spirv_UConvert_R*_sat"]),
    between_integers("convert_s_to_u_sat", &["__spirv_SatConvertSToU_R*", "__spirv_SatConvertSToU_R*_sat"]),
    between_integers("convert_u_to_s_sat", &["__spirv_SatConvertUToS_R*", "__spirv_SatConvertUToS_R*_sat"]),
    bfloat("convert_f_to_bf16", Scalar::I16, &[Part::Each(Scalar::F32)], &["__spirv_ConvertFToBF16INTEL"]),
    bfloat("convert_bf16_to_f", Scalar::F32, &[Part::Each(Scalar::I16)], &["__spirv_ConvertBF16ToFINTEL"]),
];
