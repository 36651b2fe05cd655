//! Rows of products of matrices by the lanes of a sub-group: `passes/builtins/matrices.hpp` has the layouts.

use super::{Part, Row, Scalar, row};

const F64: Part = Part::Fixed(Scalar::F64);
const I32: Part = Part::Fixed(Scalar::I32);
const WORDS_2: Part = Part::Vector(Scalar::I32, 2);
const WORDS_4: Part = Part::Vector(Scalar::I32, 4);
const FLOATS: Part = Part::Vector(Scalar::F32, 4);
const DOUBLES: Part = Part::Vector(Scalar::F64, 2);

/// A product of numbers of 16 or 19 bits, added to numbers of type `float`.
const fn mad(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], FLOATS, &[WORDS_4, WORDS_2, FLOATS], names)
}

/// A product of integers of 8 bits.
const fn mad_of_bytes(operation: &'static str, names: &'static [&'static str]) -> Row {
    row(operation, &[], WORDS_4, &[WORDS_2, I32, WORDS_4], names)
}

pub(super) static ROWS: &[Row] = &[
    mad("matrix_mad_f16", &["__sycl_matrix_mad_f16"]),
    mad("matrix_mad_bf16", &["__sycl_matrix_mad_bf16"]),
    mad("matrix_mad_tf32", &["__sycl_matrix_mad_tf32"]),
    row("matrix_mad_f16_f16", &[], WORDS_2, &[WORDS_4, WORDS_2, WORDS_2], &["__sycl_matrix_mad_f16_f16"]),
    mad_of_bytes("matrix_mad_s8_s8", &["__sycl_matrix_mad_s8_s8"]),
    mad_of_bytes("matrix_mad_s8_u8", &["__sycl_matrix_mad_s8_u8"]),
    mad_of_bytes("matrix_mad_u8_s8", &["__sycl_matrix_mad_u8_s8"]),
    mad_of_bytes("matrix_mad_u8_u8", &["__sycl_matrix_mad_u8_u8"]),
    row("matrix_mad_f64", &[], DOUBLES, &[F64, F64, DOUBLES], &["__sycl_matrix_mad_f64"]),
];
