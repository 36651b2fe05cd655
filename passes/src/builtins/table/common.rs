//! Rows of SYCL's common and geometric functions, and of `bfloat16` in integers.

use super::{Form, Part, Row, Scalar, Variable};

const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::F32, Scalar::F64];
const ALL: Form = Form::Vectors(&[1, 2, 3, 4, 8, 16]);

const fn row(
    operation: &'static str,
    form: Form,
    result: Part,
    parameters: &'static [Part],
    names: &'static [&'static str],
) -> Row {
    Row {
        operation,
        names,
        variables: &[Variable::Scalar(FLOATS)],
        result,
        parameters,
        form,
        external: None,
        refused: &[],
    }
}

const fn common(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    row(operation, Form::Elementwise, Part::Of(0), parameters, names)
}

/// `bfloat16` in a 16-bit integer, or two of them in one of 32 bits.
const fn bfloat(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row {
        variables: &[Variable::Scalar(&[Scalar::I16, Scalar::I32])],
        ..row(operation, Form::Elementwise, Part::Of(0), parameters, names)
    }
}

const ONE: &[Part] = &[Part::Of(0)];
const TWO: &[Part] = &[Part::Of(0); 2];
const THREE: &[Part] = &[Part::Of(0); 3];

pub(super) static ROWS: &[Row] = &[
    common("degrees", ONE, &["__spirv_ocl_degrees"]),
    common("radians", ONE, &["__spirv_ocl_radians"]),
    common("sign", ONE, &["__spirv_ocl_sign"]),
    common("mix", THREE, &["__spirv_ocl_mix"]),
    common("step", TWO, &["__spirv_ocl_step"]),
    common("smoothstep", THREE, &["__spirv_ocl_smoothstep"]),
    common("fmax_common", TWO, &["__spirv_ocl_fmax_common"]),
    common("fmin_common", TWO, &["__spirv_ocl_fmin_common"]),
    common("fclamp", THREE, &["__spirv_ocl_fclamp"]),
    row("dot", ALL, Part::ElementOf(0), TWO, &["__spirv_Dot"]),
    row("length", ALL, Part::ElementOf(0), ONE, &["__spirv_ocl_length"]),
    row("distance", ALL, Part::ElementOf(0), TWO, &["__spirv_ocl_distance"]),
    row("normalize", ALL, Part::Of(0), ONE, &["__spirv_ocl_normalize"]),
    row("fast_length", ALL, Part::ElementOf(0), ONE, &["__spirv_ocl_fast_length"]),
    row("fast_distance", ALL, Part::ElementOf(0), TWO, &["__spirv_ocl_fast_distance"]),
    row("fast_normalize", ALL, Part::Of(0), ONE, &["__spirv_ocl_fast_normalize"]),
    row("cross", Form::Vectors(&[3, 4]), Part::Of(0), TWO, &["__spirv_ocl_cross"]),
    bfloat("bfloat_fabs", ONE, &["__clc_fabs"]),
    bfloat("bfloat_fmin", TWO, &["__clc_fmin"]),
    bfloat("bfloat_fmax", TWO, &["__clc_fmax"]),
    bfloat("bfloat_fma", THREE, &["__clc_fma"]),
];
