//! Rows of comparisons, classes of numbers and selections.

use super::{Form, Part, Row, Scalar, Variable, elementwise};

const FLOATS: Variable = Variable::Scalar(&[Scalar::F16, Scalar::F32, Scalar::F64]);
const INTEGERS: Variable = Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64]);
const NUMBERS: Variable =
    Variable::Scalar(&[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64]);

/// A property of a number.
const fn class(operation: &'static str, names: &'static [&'static str]) -> Row {
    elementwise(operation, &[FLOATS], Part::Bool, &[Part::Of(0)], names)
}

/// A comparison of two numbers.
const fn compare(operation: &'static str, names: &'static [&'static str]) -> Row {
    elementwise(operation, &[FLOATS], Part::Bool, &[Part::Of(0), Part::Of(0)], names)
}

/// The highest bits of integers.
const fn of_all(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row {
        form: Form::Vectors(&[1, 2, 3, 4, 8, 16]),
        ..elementwise(operation, &[INTEGERS], Part::Bool, &[Part::Of(0)], names)
    }
}

pub(super) static ROWS: &[Row] = &[
    class("is_nan", &["__spirv_IsNan"]),
    class("is_inf", &["__spirv_IsInf"]),
    class("is_finite", &["__spirv_IsFinite"]),
    class("is_normal", &["__spirv_IsNormal"]),
    class("sign_bit_set", &["__spirv_SignBitSet"]),
    compare("f_ord_equal", &["__spirv_FOrdEqual"]),
    compare("f_ord_not_equal", &["__spirv_FOrdNotEqual", "__spirv_LessOrGreater"]),
    compare("f_ord_less_than", &["__spirv_FOrdLessThan"]),
    compare("f_ord_less_than_equal", &["__spirv_FOrdLessThanEqual"]),
    compare("f_ord_greater_than", &["__spirv_FOrdGreaterThan"]),
    compare("f_ord_greater_than_equal", &["__spirv_FOrdGreaterThanEqual"]),
    compare("f_unord_equal", &["__spirv_FUnordEqual"]),
    compare("f_unord_not_equal", &["__spirv_FUnordNotEqual"]),
    compare("f_unord_less_than", &["__spirv_FUnordLessThan"]),
    compare("f_unord_less_than_equal", &["__spirv_FUnordLessThanEqual"]),
    compare("f_unord_greater_than", &["__spirv_FUnordGreaterThan"]),
    compare("f_unord_greater_than_equal", &["__spirv_FUnordGreaterThanEqual"]),
    compare("ordered", &["__spirv_Ordered"]),
    compare("unordered", &["__spirv_Unordered"]),
    of_all("any", &["__spirv_Any"]),
    of_all("all", &["__spirv_All"]),
    elementwise("bitselect", &[NUMBERS], Part::Of(0), &[Part::Of(0); 3], &["__spirv_ocl_bitselect"]),
    // Of scalars, and of elements of vectors: what is true differs.
    Row {
        form: Form::Scalars,
        ..elementwise(
            "select",
            &[NUMBERS, INTEGERS],
            Part::Of(0),
            &[Part::Of(0), Part::Of(0), Part::Of(1)],
            &["__spirv_ocl_select"],
        )
    },
    elementwise(
        "select_each",
        &[NUMBERS, INTEGERS],
        Part::Of(0),
        &[Part::Of(0), Part::Of(0), Part::Of(1)],
        &["__spirv_ocl_select"],
    ),
];
