//! Rows of `half` in memory as `float` and `double`. Vectors lie packed: a pointer is aligned to one `half`. Functions
//! with an `a` in their names take vectors that are aligned as a whole; those of three have four places in memory, all
//! others lie the same.

use super::{Form, Part, Pointee, Row, Scalar, Variable, row};

const OFFSET: Part = Part::Fixed(Scalar::I64);
const MEMORY: Part = Part::Pointer { space: 1, to: Pointee::Any };
/// SPIR-V's number of a rounding mode.
const ROUNDING: Part = Part::Fixed(Scalar::I32);
const LOADS: &[Variable] = &[Variable::Scalar(&[Scalar::F32]), Variable::Space(&[0, 1, 3, 4])];
const STORES: &[Variable] = &[Variable::Scalar(&[Scalar::F32, Scalar::F64]), Variable::Space(&[0, 1, 3])];
const ALIKE: Form = Form::Vectors(&[1, 2, 4, 8, 16]);
const OF_THREE: Form = Form::Vectors(&[3]);

const fn load(operation: &'static str, form: Form, names: &'static [&'static str]) -> Row {
    Row { form, ..row(operation, LOADS, Part::Of(0), &[OFFSET, MEMORY], names) }
}

const fn store(operation: &'static str, form: Form, names: &'static [&'static str]) -> Row {
    Row { form, ..row(operation, STORES, Part::Void, &[Part::Of(0), OFFSET, MEMORY], names) }
}

const fn rounded(operation: &'static str, form: Form, names: &'static [&'static str]) -> Row {
    Row { form, ..row(operation, STORES, Part::Void, &[Part::Of(0), OFFSET, MEMORY, ROUNDING], names) }
}

pub(super) static ROWS: &[Row] = &[
    load("vload_half", ALIKE, &["__spirv_ocl_vload_half", "__spirv_ocl_vload_halfn_R*", "__spirv_ocl_vloada_halfn_R*"]),
    load("vload_half", OF_THREE, &["__spirv_ocl_vload_halfn_R*"]),
    load("vloada_half", OF_THREE, &["__spirv_ocl_vloada_halfn_R*"]),
    store("vstore_half", ALIKE, &["__spirv_ocl_vstore_half", "__spirv_ocl_vstore_halfn", "__spirv_ocl_vstorea_halfn"]),
    store("vstore_half", OF_THREE, &["__spirv_ocl_vstore_halfn"]),
    store("vstorea_half", OF_THREE, &["__spirv_ocl_vstorea_halfn"]),
    rounded(
        "vstore_half_r",
        ALIKE,
        &["__spirv_ocl_vstore_half_r", "__spirv_ocl_vstore_halfn_r", "__spirv_ocl_vstorea_halfn_r"],
    ),
    rounded("vstore_half_r", OF_THREE, &["__spirv_ocl_vstore_halfn_r"]),
    rounded("vstorea_half_r", OF_THREE, &["__spirv_ocl_vstorea_halfn_r"]),
];
