//! Rows of the mathematical functions of floating-point numbers.

use super::{Form, Part, Row, Scalar, Variable};

const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::F32, Scalar::F64];

/// A function of numbers of one type.
const fn function(operation: &'static str, parameters: &'static [Part], names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables: &[Variable::Scalar(FLOATS)],
        result: Part::Of(0),
        parameters,
        form: Form::Elementwise,
        refused: &[],
    }
}

const ONE: &[Part] = &[Part::Of(0)];

pub(super) static ROWS: &[Row] = &[
    function("ocl_sin", ONE, &["__spirv_ocl_sin", "__acpp_sscp_sin_f*"]),
    function("ocl_cos", ONE, &["__spirv_ocl_cos", "__acpp_sscp_cos_f*"]),
];
