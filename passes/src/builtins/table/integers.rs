//! Rows of the functions of integers.

use super::{Form, Part, Row, Scalar, Variable};

const INTEGERS: &[Variable] = &[Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64])];

const fn function(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables: INTEGERS,
        result: Part::Of(0),
        parameters,
        form: Form::Elementwise,
        external: None,
        refused: &[],
    }
}

/// An operation on the low 24 bits.
const fn of_24_bits(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row { variables: &[Variable::Scalar(&[Scalar::I32])], ..function(operation, parameters, names) }
}

/// The high and the low half of a number of twice the size.
const fn upsample(operation: &'static str, half: Scalar, whole: Scalar) -> Row {
    // The sign is that of the high half, which moves without a change.
    let parameters: &'static [Part] = match half {
        Scalar::I8 => &[Part::Each(Scalar::I8), Part::Each(Scalar::I8)],
        Scalar::I16 => &[Part::Each(Scalar::I16), Part::Each(Scalar::I16)],
        _ => &[Part::Each(Scalar::I32), Part::Each(Scalar::I32)],
    };
    Row {
        variables: &[],
        result: Part::Each(whole),
        ..function(operation, parameters, &["__spirv_ocl_s_upsample", "__spirv_ocl_u_upsample"])
    }
}

/// A sum or difference, and the carry or borrow, 0 or 1.
const fn with_carry(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row { result: Part::Pair(0), form: Form::Written, ..function(operation, &[Part::Of(0); 2], names) }
}

const ONE: &[Part] = &[Part::Of(0)];
const TWO: &[Part] = &[Part::Of(0); 2];
const THREE: &[Part] = &[Part::Of(0); 3];

pub(super) static ROWS: &[Row] = &[
    function("s_abs", ONE, &["__spirv_ocl_s_abs", "abs", "labs", "llabs", "imaxabs"]),
    function("u_abs", ONE, &["__spirv_ocl_u_abs"]),
    function("s_abs_diff", TWO, &["__spirv_ocl_s_abs_diff"]),
    function("u_abs_diff", TWO, &["__spirv_ocl_u_abs_diff"]),
    function("s_add_sat", TWO, &["__spirv_ocl_s_add_sat"]),
    function("u_add_sat", TWO, &["__spirv_ocl_u_add_sat"]),
    function("s_sub_sat", TWO, &["__spirv_ocl_s_sub_sat"]),
    function("u_sub_sat", TWO, &["__spirv_ocl_u_sub_sat"]),
    function("s_hadd", TWO, &["__spirv_ocl_s_hadd"]),
    function("u_hadd", TWO, &["__spirv_ocl_u_hadd"]),
    function("s_rhadd", TWO, &["__spirv_ocl_s_rhadd"]),
    function("u_rhadd", TWO, &["__spirv_ocl_u_rhadd"]),
    function("s_clamp", THREE, &["__spirv_ocl_s_clamp"]),
    function("u_clamp", THREE, &["__spirv_ocl_u_clamp"]),
    function("s_max", TWO, &["__spirv_ocl_s_max"]),
    function("u_max", TWO, &["__spirv_ocl_u_max"]),
    function("s_min", TWO, &["__spirv_ocl_s_min"]),
    function("u_min", TWO, &["__spirv_ocl_u_min"]),
    function("s_mul_hi", TWO, &["__spirv_ocl_s_mul_hi"]),
    function("u_mul_hi", TWO, &["__spirv_ocl_u_mul_hi"]),
    function("s_mad_hi", THREE, &["__spirv_ocl_s_mad_hi"]),
    function("u_mad_hi", THREE, &["__spirv_ocl_u_mad_hi"]),
    function("s_mad_sat", THREE, &["__spirv_ocl_s_mad_sat"]),
    function("u_mad_sat", THREE, &["__spirv_ocl_u_mad_sat"]),
    function("clz", ONE, &["__spirv_ocl_clz", "__acpp_sscp_clz_u*"]),
    function("ctz", ONE, &["__spirv_ocl_ctz", "__acpp_sscp_ctz_u*"]),
    function("popcount", ONE, &["__spirv_ocl_popcount", "__spirv_BitCount", "__acpp_sscp_popcount_u*"]),
    function("bit_reverse", ONE, &["__spirv_BitReverse"]),
    function("rotate", TWO, &["__spirv_ocl_rotate"]),
    of_24_bits("s_mad24", THREE, &["__spirv_ocl_s_mad24"]),
    of_24_bits("u_mad24", THREE, &["__spirv_ocl_u_mad24"]),
    of_24_bits("s_mul24", TWO, &["__spirv_ocl_s_mul24", "__acpp_sscp_mul24_s32"]),
    of_24_bits("u_mul24", TWO, &["__spirv_ocl_u_mul24", "__acpp_sscp_mul24_u32"]),
    upsample("upsample_i16", Scalar::I8, Scalar::I16),
    upsample("upsample_i32", Scalar::I16, Scalar::I32),
    upsample("upsample_i64", Scalar::I32, Scalar::I64),
    with_carry("iadd_carry", &["__spirv_IAddCarry"]),
    with_carry("isub_borrow", &["__spirv_ISubBorrow"]),
];
