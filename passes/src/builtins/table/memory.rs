//! Rows of copies and casts of pointers, of output and assertions, and of hints.

use super::{Family, Form, Part, Pointee, Row, Scalar, Variable, row};

const I32: Part = Part::Fixed(Scalar::I32);
const I64: Part = Part::Fixed(Scalar::I64);
const INTEGERS: &[Scalar] = &[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

/// A flat pointer in a named space, null if it does not point there; the number is SPIR-V's storage class.
const fn cast(operation: &'static str, variables: &'static [Variable], names: &'static [&'static str]) -> Row {
    row(operation, variables, Part::Pointer { space: 0, to: Pointee::Any }, &[Part::Flat, I32], names)
}

const NO_PRINTF: &[(Family, &str)] = &[(Family::Amdgpu, "AMDGPU has no output without a service of the runtime")];
/// A pointer to any address space, and nothing else.
const ANYWHERE: Variable = Variable::Space(&[0, 1, 3, 4]);
const ANY: Part = Part::Pointer { space: 0, to: Pointee::Any };
const ASSERTION: &[Part] = &[Part::Flat, Part::Flat, I32, Part::Flat];

pub(super) static ROWS: &[Row] = &[
    // The type of the elements is in the mangled name only: `Row::bind_pointees`.
    Row {
        form: Form::Vectors(&[1, 2, 3, 4, 8, 16]),
        ..row(
            "group_async_copy",
            &[Variable::Scalar(INTEGERS), Variable::Space(&[1, 3]), Variable::Space(&[1, 3])],
            Part::Flat,
            &[
                I32,
                Part::Pointer { space: 1, to: Pointee::Of(0) },
                Part::Pointer { space: 2, to: Pointee::Of(0) },
                I64,
                I64,
                Part::Flat,
            ],
            &["__spirv_GroupAsyncCopy"],
        )
    },
    row("group_wait_events", &[], Part::Void, &[I32, I32, Part::Flat], &["__spirv_GroupWaitEvents"]),
    row("prefetch", &[ANYWHERE], Part::Void, &[ANY, I64], &["__spirv_ocl_prefetch"]),
    cast("cast_to_global", &[Variable::Space(&[1])], &["__spirv_GenericCastToPtrExplicit_ToGlobal"]),
    cast("cast_to_local", &[Variable::Space(&[3])], &["__spirv_GenericCastToPtrExplicit_ToLocal"]),
    cast("cast_to_private", &[Variable::Space(&[0])], &["__spirv_GenericCastToPtrExplicit_ToPrivate"]),
    row("convert_pointer", &[ANYWHERE, Variable::Scalar(INTEGERS)], Part::Of(1), &[ANY], &["__spirv_ConvertPtrToU"]),
    row("read_clock", &[], I64, &[I32], &["__spirv_ReadClockKHR"]),
    row("read_clock_2", &[], Part::Vector(Scalar::I32, 2), &[I32], &["__spirv_ReadClockKHR"]),
    Row {
        form: Form::Variadic,
        refused: NO_PRINTF,
        ..row("printf", &[ANYWHERE], I32, &[ANY], &["__spirv_ocl_printf", "printf"])
    },
    row("assert_fail", &[], Part::Void, ASSERTION, &["__assert_fail"]),
    row(
        "devicelib_assert_fail",
        &[],
        Part::Void,
        &[Part::Flat, Part::Flat, I32, Part::Flat, I64, I64, I64, I64, I64, I64],
        &["__devicelib_assert_fail"],
    ),
    row("wassert", &[], Part::Void, &[Part::Flat, Part::Flat, I32], &["_wassert"]),
    row("assume", &[], Part::Void, &[Part::Bool], &["__spirv_AssumeTrueKHR"]),
    row("expect", &[Variable::Scalar(INTEGERS)], Part::Of(0), &[Part::Of(0), Part::Of(0)], &["__spirv_ExpectKHR"]),
    row("expect_bool", &[], Part::Bool, &[Part::Bool, Part::Bool], &["__spirv_ExpectKHR"]),
];
