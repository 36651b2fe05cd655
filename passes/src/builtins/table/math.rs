//! Rows of the mathematical functions of floating-point numbers.

use super::{External, Form, Part, Pointee, Row, Scalar, Variable};

const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::F32, Scalar::F64];
const NUMBERS: &[Variable] = &[Variable::Scalar(FLOATS)];
const WITH_POINTER: &[Variable] = &[Variable::Scalar(FLOATS), Variable::Space(&[0, 1, 3])];
const ONE: &[Part] = &[Part::Of(0)];
const TWO: &[Part] = &[Part::Of(0); 2];
const THREE: &[Part] = &[Part::Of(0); 3];
/// A number and an exponent.
const POWER: &[Part] = &[Part::Of(0), Part::Each(Scalar::I32)];
const TO_NUMBER: Part = Part::Pointer { space: 1, to: Pointee::Of(0) };
const TO_INTEGER: Part = Part::Pointer { space: 1, to: Pointee::Each(Scalar::I32) };

/// A function that the library has.
const fn own(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables: NUMBERS,
        result: Part::Of(0),
        parameters,
        form: Form::Elementwise,
        external: None,
        refused: &[],
    }
}

/// A function of libclc that the C library has under the same name.
const fn both(
    operation: &'static str,
    parameters: &'static [Part],
    libclc: &'static str,
    names: &'static [&'static str],
) -> Row {
    Row { external: Some(External { libclc, libm: Some(libclc) }), ..own(operation, parameters, names) }
}

/// A function of libclc that the library has for the host and for NVIDIA's GPUs.
const fn libclc(
    operation: &'static str,
    parameters: &'static [Part],
    libclc: &'static str,
    names: &'static [&'static str],
) -> Row {
    Row { external: Some(External { libclc, libm: None }), ..own(operation, parameters, names) }
}

/// A function with a second result in memory.
const fn two_results(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row { variables: WITH_POINTER, ..own(operation, parameters, names) }
}

/// A function of less precision for `float`.
const fn native(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row { variables: &[Variable::Scalar(&[Scalar::F32])], ..own(operation, parameters, names) }
}

pub(super) static ROWS: &[Row] = &[
    libclc("ocl_acos", ONE, "acos", &["__spirv_ocl_acos", "__acpp_sscp_acos_f*"]),
    libclc("ocl_acosh", ONE, "acosh", &["__spirv_ocl_acosh", "__acpp_sscp_acosh_f*"]),
    libclc("ocl_acospi", ONE, "acospi", &["__spirv_ocl_acospi", "__acpp_sscp_acospi_f*"]),
    libclc("ocl_asin", ONE, "asin", &["__spirv_ocl_asin", "__acpp_sscp_asin_f*"]),
    libclc("ocl_asinh", ONE, "asinh", &["__spirv_ocl_asinh", "__acpp_sscp_asinh_f*"]),
    libclc("ocl_asinpi", ONE, "asinpi", &["__spirv_ocl_asinpi", "__acpp_sscp_asinpi_f*"]),
    libclc("ocl_atan", ONE, "atan", &["__spirv_ocl_atan", "__acpp_sscp_atan_f*"]),
    libclc("ocl_atan2", TWO, "atan2", &["__spirv_ocl_atan2", "__acpp_sscp_atan2_f*"]),
    libclc("ocl_atanh", ONE, "atanh", &["__spirv_ocl_atanh", "__acpp_sscp_atanh_f*"]),
    libclc("ocl_atanpi", ONE, "atanpi", &["__spirv_ocl_atanpi", "__acpp_sscp_atanpi_f*"]),
    libclc("ocl_atan2pi", TWO, "atan2pi", &["__spirv_ocl_atan2pi", "__acpp_sscp_atan2pi_f*"]),
    libclc("ocl_cbrt", ONE, "cbrt", &["__spirv_ocl_cbrt", "__acpp_sscp_cbrt_f*"]),
    own("ocl_ceil", ONE, &["__spirv_ocl_ceil", "__acpp_sscp_ceil_f*"]),
    own("ocl_copysign", TWO, &["__spirv_ocl_copysign", "__acpp_sscp_copysign_f*"]),
    libclc("ocl_cos", ONE, "cos", &["__spirv_ocl_cos", "__acpp_sscp_cos_f*", "__acpp_sscp_native_cos_f64"]),
    libclc("ocl_cosh", ONE, "cosh", &["__spirv_ocl_cosh", "__acpp_sscp_cosh_f*"]),
    libclc("ocl_cospi", ONE, "cospi", &["__spirv_ocl_cospi", "__acpp_sscp_cospi_f*"]),
    both("ocl_erf", ONE, "erf", &["__spirv_ocl_erf", "__acpp_sscp_erf_f*"]),
    both("ocl_erfc", ONE, "erfc", &["__spirv_ocl_erfc", "__acpp_sscp_erfc_f*"]),
    libclc("ocl_exp", ONE, "exp", &["__spirv_ocl_exp", "__acpp_sscp_exp_f*", "__acpp_sscp_native_exp_f64"]),
    libclc("ocl_exp2", ONE, "exp2", &["__spirv_ocl_exp2", "__acpp_sscp_exp2_f*", "__acpp_sscp_native_exp2_f64"]),
    libclc("ocl_exp10", ONE, "exp10", &["__spirv_ocl_exp10", "__acpp_sscp_exp10_f*", "__acpp_sscp_native_exp10_f64"]),
    libclc("ocl_expm1", ONE, "expm1", &["__spirv_ocl_expm1", "__acpp_sscp_expm1_f*"]),
    own("ocl_fabs", ONE, &["__spirv_ocl_fabs", "__acpp_sscp_fabs_f*"]),
    own("ocl_fdim", TWO, &["__spirv_ocl_fdim", "__acpp_sscp_fdim_f*"]),
    own("ocl_floor", ONE, &["__spirv_ocl_floor", "__acpp_sscp_floor_f*"]),
    own("ocl_fma", THREE, &["__spirv_ocl_fma", "__acpp_sscp_fma_f*"]),
    own("ocl_fmax", TWO, &["__spirv_ocl_fmax", "__acpp_sscp_fmax_f*"]),
    own("ocl_fmin", TWO, &["__spirv_ocl_fmin", "__acpp_sscp_fmin_f*"]),
    both("ocl_fmod", TWO, "fmod", &["__spirv_ocl_fmod", "__spirv_FRem", "__acpp_sscp_fmod_f*"]),
    two_results("ocl_fract", &[Part::Of(0), TO_NUMBER], &["__spirv_ocl_fract", "__acpp_sscp_fract_f*"]),
    two_results("ocl_frexp", &[Part::Of(0), TO_INTEGER], &["__spirv_ocl_frexp", "__acpp_sscp_frexp_f32"]),
    libclc("ocl_hypot", TWO, "hypot", &["__spirv_ocl_hypot", "__acpp_sscp_hypot_f*"]),
    Row { result: Part::Each(Scalar::I32), ..own("ocl_ilogb", ONE, &["__spirv_ocl_ilogb", "__acpp_sscp_ilogb_f*"]) },
    own("ocl_ldexp", POWER, &["__spirv_ocl_ldexp", "__acpp_sscp_ldexp_f*"]),
    libclc("ocl_lgamma", ONE, "lgamma", &["__spirv_ocl_lgamma", "__acpp_sscp_lgamma_f*"]),
    two_results("ocl_lgamma_r", &[Part::Of(0), TO_INTEGER], &["__spirv_ocl_lgamma_r", "__acpp_sscp_lgamma_r_f32"]),
    libclc("ocl_log", ONE, "log", &["__spirv_ocl_log", "__acpp_sscp_log_f*", "__acpp_sscp_native_log_f64"]),
    libclc("ocl_log10", ONE, "log10", &["__spirv_ocl_log10", "__acpp_sscp_log10_f*", "__acpp_sscp_native_log10_f64"]),
    libclc("ocl_log1p", ONE, "log1p", &["__spirv_ocl_log1p", "__acpp_sscp_log1p_f*"]),
    libclc("ocl_log2", ONE, "log2", &["__spirv_ocl_log2", "__acpp_sscp_log2_f*", "__acpp_sscp_native_log2_f64"]),
    both("ocl_logb", ONE, "logb", &["__spirv_ocl_logb", "__acpp_sscp_logb_f*"]),
    own("ocl_mad", THREE, &["__spirv_ocl_mad", "__acpp_sscp_mad_f*"]),
    own("ocl_maxmag", TWO, &["__spirv_ocl_maxmag", "__acpp_sscp_maxmag_f*"]),
    own("ocl_minmag", TWO, &["__spirv_ocl_minmag", "__acpp_sscp_minmag_f*"]),
    two_results("ocl_modf", &[Part::Of(0), TO_NUMBER], &["__spirv_ocl_modf", "__acpp_sscp_modf_f*"]),
    Row {
        variables: &[Variable::Scalar(FLOATS), Variable::Scalar(&[Scalar::I16, Scalar::I32, Scalar::I64])],
        ..own("ocl_nan", &[Part::Of(1)], &["__spirv_ocl_nan"])
    },
    own("ocl_nextafter", TWO, &["__spirv_ocl_nextafter", "__acpp_sscp_nextafter_f*"]),
    libclc("ocl_pow", TWO, "pow", &["__spirv_ocl_pow", "__acpp_sscp_pow_f*"]),
    libclc("ocl_pown", POWER, "pown", &["__spirv_ocl_pown", "__acpp_sscp_pown_f*"]),
    libclc("ocl_powr", TWO, "powr", &["__spirv_ocl_powr", "__acpp_sscp_powr_f*", "__acpp_sscp_native_powr_f64"]),
    both("ocl_remainder", TWO, "remainder", &["__spirv_ocl_remainder", "__acpp_sscp_remainder_f*"]),
    two_results("ocl_remquo", &[Part::Of(0), Part::Of(0), TO_INTEGER], &["__spirv_ocl_remquo"]),
    own("ocl_rint", ONE, &["__spirv_ocl_rint", "__acpp_sscp_rint_f*"]),
    libclc("ocl_rootn", POWER, "rootn", &["__spirv_ocl_rootn", "__acpp_sscp_rootn_f*"]),
    own("ocl_round", ONE, &["__spirv_ocl_round", "__acpp_sscp_round_f*"]),
    own("ocl_rsqrt", ONE, &["__spirv_ocl_rsqrt", "__acpp_sscp_rsqrt_f*", "__acpp_sscp_native_rsqrt_f64"]),
    libclc("ocl_sin", ONE, "sin", &["__spirv_ocl_sin", "__acpp_sscp_sin_f*", "__acpp_sscp_native_sin_f64"]),
    two_results("ocl_sincos", &[Part::Of(0), TO_NUMBER], &["__spirv_ocl_sincos"]),
    libclc("ocl_sinh", ONE, "sinh", &["__spirv_ocl_sinh", "__acpp_sscp_sinh_f*"]),
    libclc("ocl_sinpi", ONE, "sinpi", &["__spirv_ocl_sinpi", "__acpp_sscp_sinpi_f*"]),
    own("ocl_sqrt", ONE, &["__spirv_ocl_sqrt", "__acpp_sscp_sqrt_f*", "__acpp_sscp_native_sqrt_f64"]),
    libclc("ocl_tan", ONE, "tan", &["__spirv_ocl_tan", "__acpp_sscp_tan_f*", "__acpp_sscp_native_tan_f64"]),
    libclc("ocl_tanh", ONE, "tanh", &["__spirv_ocl_tanh", "__acpp_sscp_tanh_f*"]),
    libclc("ocl_tanpi", ONE, "tanpi", &["__spirv_ocl_tanpi"]),
    both("ocl_tgamma", ONE, "tgamma", &["__spirv_ocl_tgamma", "__acpp_sscp_tgamma_f*"]),
    own("ocl_trunc", ONE, &["__spirv_ocl_trunc", "__acpp_sscp_trunc_f*"]),
    native("native_cos", ONE, &["__spirv_ocl_native_cos", "__spirv_ocl_half_cos", "__acpp_sscp_native_cos_f32"]),
    native(
        "native_divide",
        TWO,
        &["__spirv_ocl_native_divide", "__spirv_ocl_half_divide", "__acpp_sscp_native_divide_f32"],
    ),
    native("native_exp", ONE, &["__spirv_ocl_native_exp", "__spirv_ocl_half_exp", "__acpp_sscp_native_exp_f32"]),
    native("native_exp2", ONE, &["__spirv_ocl_native_exp2", "__spirv_ocl_half_exp2", "__acpp_sscp_native_exp2_f32"]),
    native(
        "native_exp10",
        ONE,
        &["__spirv_ocl_native_exp10", "__spirv_ocl_half_exp10", "__acpp_sscp_native_exp10_f32"],
    ),
    native("native_log", ONE, &["__spirv_ocl_native_log", "__spirv_ocl_half_log", "__acpp_sscp_native_log_f32"]),
    native("native_log2", ONE, &["__spirv_ocl_native_log2", "__spirv_ocl_half_log2", "__acpp_sscp_native_log2_f32"]),
    native(
        "native_log10",
        ONE,
        &["__spirv_ocl_native_log10", "__spirv_ocl_half_log10", "__acpp_sscp_native_log10_f32"],
    ),
    native("native_powr", TWO, &["__spirv_ocl_native_powr", "__spirv_ocl_half_powr", "__acpp_sscp_native_powr_f32"]),
    native(
        "native_recip",
        ONE,
        &["__spirv_ocl_native_recip", "__spirv_ocl_half_recip", "__acpp_sscp_native_recip_f32"],
    ),
    native(
        "native_rsqrt",
        ONE,
        &["__spirv_ocl_native_rsqrt", "__spirv_ocl_half_rsqrt", "__acpp_sscp_native_rsqrt_f32"],
    ),
    native("native_sin", ONE, &["__spirv_ocl_native_sin", "__spirv_ocl_half_sin", "__acpp_sscp_native_sin_f32"]),
    native("native_sqrt", ONE, &["__spirv_ocl_native_sqrt", "__spirv_ocl_half_sqrt", "__acpp_sscp_native_sqrt_f32"]),
    native("native_tan", ONE, &["__spirv_ocl_native_tan", "__spirv_ocl_half_tan", "__acpp_sscp_native_tan_f32"]),
];
