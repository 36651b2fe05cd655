//! Rows of C's functions that OpenCL has under no name: mathematics with other types, complex numbers, strings, and
//! what the device library of DPC++ has beside them. Names of C's mathematics that OpenCL has too mean its functions
//! ([`super::mathematics`]).

use super::{Family, Form, Part, Row, Scalar, Variable, row};

const I32: Part = Part::Fixed(Scalar::I32);
const I64: Part = Part::Fixed(Scalar::I64);
const FLOATS: &[Variable] = &[Variable::Scalar(&[Scalar::F32, Scalar::F64])];
/// Complex numbers of `_Float16` have products and quotients only.
const WITH_HALF: &[Variable] = &[Variable::Scalar(&[Scalar::F16, Scalar::F32, Scalar::F64])];
const DOUBLE: &[Variable] = &[Variable::Scalar(&[Scalar::F64])];
const ONE: &[Part] = &[Part::Of(0)];
const TWO: &[Part] = &[Part::Of(0); 2];
const FOUR: &[Part] = &[Part::Of(0); 4];
const COMPLEX: &[Part] = &[Part::Pair(0)];

const fn math(
    operation: &'static str,
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    row(operation, FLOATS, result, parameters, names)
}

/// From a complex number to one.
const fn complex(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row { form: Form::Paired, ..row(operation, FLOATS, Part::Pair(0), COMPLEX, names) }
}

/// From a complex number to a real one.
const fn to_real(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row { form: Form::Paired, ..row(operation, FLOATS, Part::Of(0), COMPLEX, names) }
}

/// An operation of the C library on the host.
const fn string(
    operation: &'static str,
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    Row { refused: &[(Family::Host, "the C library has it")], ..row(operation, &[], result, parameters, names) }
}

/// `bfloat16` in memory.
const fn bfloats(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], Part::Void, &[Part::Flat, Part::Flat], names)
}

/// AdaptiveCpp's functions of `half`, which is an integer of 16 bits in its IR.
const fn of_half(operation: &'static str, result: Part, names: &'static [&'static str]) -> Row {
    row(operation, &[], result, &[Part::Fixed(Scalar::I16); 2], names)
}

const fn of_group(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    row(operation, &[], HALF, parameters, names)
}

const HALF: Part = Part::Fixed(Scalar::I16);

pub(super) static ROWS: &[Row] = &[
    math("c_lrint", I64, ONE, &["lrint", "lrintf", "llrint", "llrintf"]),
    math("c_lround", I64, ONE, &["lround", "lroundf", "llround", "llroundf"]),
    math("c_scalbln", Part::Of(0), &[Part::Of(0), I64], &["scalbln", "scalblnf"]),
    math("c_sincos", Part::Void, &[Part::Of(0), Part::Flat, Part::Flat], &["sincos", "sincosf"]),
    math("c_remquo", Part::Of(0), &[Part::Of(0), Part::Of(0), Part::Flat], &["remquo", "remquof"]),
    math("c_lgamma_r", Part::Of(0), &[Part::Of(0), Part::Flat], &["lgamma_r", "lgammaf_r"]),
    math("c_nan", Part::Of(0), &[Part::Flat], &["nan", "nanf"]),
    math("c_drem", Part::Of(0), TWO, &["drem", "dremf"]),
    row("c_ffs", &[], I32, &[I64], &["ffsl", "ffsll"]),
    row("c_ffs_i32", &[], I32, &[I32], &["ffs"]),
    Row {
        form: Form::Paired,
        ..row("c_div", &[Variable::Scalar(&[Scalar::I32, Scalar::I64])], Part::Pair(0), TWO, &["div", "ldiv", "lldiv"])
    },
    Row {
        form: Form::Paired,
        ..row("c_complex_product", WITH_HALF, Part::Pair(0), FOUR, &["__mulsc3", "__muldc3", "__mulhc3"])
    },
    Row {
        form: Form::Paired,
        ..row("c_complex_quotient", WITH_HALF, Part::Pair(0), FOUR, &["__divsc3", "__divdc3", "__divhc3"])
    },
    complex("c_cexp", &["cexp", "cexpf"]),
    complex("c_clog", &["clog", "clogf"]),
    complex("c_csqrt", &["csqrt", "csqrtf"]),
    complex("c_csinh", &["csinh", "csinhf"]),
    complex("c_ccosh", &["ccosh", "ccoshf"]),
    complex("c_ctanh", &["ctanh", "ctanhf"]),
    complex("c_csin", &["csin", "csinf"]),
    complex("c_ccos", &["ccos", "ccosf"]),
    complex("c_ctan", &["ctan", "ctanf"]),
    complex("c_casinh", &["casinh", "casinhf"]),
    complex("c_casin", &["casin", "casinf"]),
    complex("c_cacos", &["cacos", "cacosf"]),
    complex("c_cacosh", &["cacosh", "cacoshf"]),
    complex("c_catanh", &["catanh", "catanhf"]),
    complex("c_catan", &["catan", "catanf"]),
    complex("c_conj", &["conj", "conjf"]),
    complex("c_cproj", &["cproj", "cprojf"]),
    Row {
        form: Form::Paired,
        ..row("c_cpow", FLOATS, Part::Pair(0), &[Part::Pair(0), Part::Pair(0)], &["cpow", "cpowf"])
    },
    to_real("c_cabs", &["cabs", "cabsf"]),
    to_real("c_carg", &["carg", "cargf"]),
    to_real("c_creal", &["creal", "crealf"]),
    to_real("c_cimag", &["cimag", "cimagf"]),
    string("c_memcpy", Part::Flat, &[Part::Flat, Part::Flat, I64], &["memcpy"]),
    string("c_memmove", Part::Flat, &[Part::Flat, Part::Flat, I64], &["memmove"]),
    string("c_memset", Part::Flat, &[Part::Flat, I32, I64], &["memset"]),
    string("c_memcmp", I32, &[Part::Flat, Part::Flat, I64], &["memcmp", "bcmp"]),
    string("c_memchr", Part::Flat, &[Part::Flat, I32, I64], &["memchr"]),
    string("c_strlen", I64, &[Part::Flat], &["strlen"]),
    string("c_strnlen", I64, &[Part::Flat, I64], &["strnlen"]),
    string("c_strcmp", I32, &[Part::Flat, Part::Flat], &["strcmp"]),
    string("c_strncmp", I32, &[Part::Flat, Part::Flat, I64], &["strncmp"]),
    string("c_strcpy", Part::Flat, &[Part::Flat, Part::Flat], &["strcpy"]),
    string("c_strncpy", Part::Flat, &[Part::Flat, Part::Flat, I64], &["strncpy"]),
    string("c_strcat", Part::Flat, &[Part::Flat, Part::Flat], &["strcat"]),
    string("c_strchr", Part::Flat, &[Part::Flat, I32], &["strchr"]),
    string("c_strrchr", Part::Flat, &[Part::Flat, I32], &["strrchr"]),
    row("c_bf16_to_float", &[], Part::Fixed(Scalar::F32), &[Part::Flat], &["__devicelib_ConvertBF16ToFINTEL"]),
    row("c_float_to_bf16", &[], HALF, &[Part::Flat], &["__devicelib_ConvertFToBF16INTEL"]),
    bfloats("c_bf16_to_float_1", &["__devicelib_ConvertBF16ToFINTELVec1"]),
    bfloats("c_bf16_to_float_2", &["__devicelib_ConvertBF16ToFINTELVec2"]),
    bfloats("c_bf16_to_float_3", &["__devicelib_ConvertBF16ToFINTELVec3"]),
    bfloats("c_bf16_to_float_4", &["__devicelib_ConvertBF16ToFINTELVec4"]),
    bfloats("c_bf16_to_float_8", &["__devicelib_ConvertBF16ToFINTELVec8"]),
    bfloats("c_bf16_to_float_16", &["__devicelib_ConvertBF16ToFINTELVec16"]),
    bfloats("c_float_to_bf16_1", &["__devicelib_ConvertFToBF16INTELVec1"]),
    bfloats("c_float_to_bf16_2", &["__devicelib_ConvertFToBF16INTELVec2"]),
    bfloats("c_float_to_bf16_3", &["__devicelib_ConvertFToBF16INTELVec3"]),
    bfloats("c_float_to_bf16_4", &["__devicelib_ConvertFToBF16INTELVec4"]),
    bfloats("c_float_to_bf16_8", &["__devicelib_ConvertFToBF16INTELVec8"]),
    bfloats("c_float_to_bf16_16", &["__devicelib_ConvertFToBF16INTELVec16"]),
    of_half("c_half_add", HALF, &["__acpp_sscp_half_add"]),
    of_half("c_half_sub", HALF, &["__acpp_sscp_half_sub"]),
    of_half("c_half_mul", HALF, &["__acpp_sscp_half_mul"]),
    of_half("c_half_div", HALF, &["__acpp_sscp_half_div"]),
    of_half("c_half_lt", Part::Bool, &["__acpp_sscp_half_lt"]),
    of_half("c_half_lte", Part::Bool, &["__acpp_sscp_half_lte"]),
    of_half("c_half_gt", Part::Bool, &["__acpp_sscp_half_gt"]),
    of_half("c_half_gte", Part::Bool, &["__acpp_sscp_half_gte"]),
    of_group("c_work_group_reduce_half", &[I32, HALF], &["__acpp_sscp_work_group_reduce_f16"]),
    of_group("c_sub_group_reduce_half", &[I32, HALF], &["__acpp_sscp_sub_group_reduce_f16"]),
    of_group("c_work_group_inclusive_half", &[I32, HALF], &["__acpp_sscp_work_group_inclusive_scan_f16"]),
    of_group("c_sub_group_inclusive_half", &[I32, HALF], &["__acpp_sscp_sub_group_inclusive_scan_f16"]),
    of_group("c_work_group_exclusive_half", &[I32, HALF, HALF], &["__acpp_sscp_work_group_exclusive_scan_f16"]),
    of_group("c_sub_group_exclusive_half", &[I32, HALF, HALF], &["__acpp_sscp_sub_group_exclusive_scan_f16"]),
    row("c_divide", DOUBLE, Part::Of(0), TWO, &["__acpp_sscp_native_divide_f64"]),
    row("c_reciprocal", DOUBLE, Part::Of(0), ONE, &["__acpp_sscp_native_recip_f64"]),
    row("c_rootn", DOUBLE, Part::Of(0), &[Part::Of(0), I64], &["__acpp_sscp_rootn_f64"]),
];
