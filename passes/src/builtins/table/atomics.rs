//! Rows of atomic operations and fences.

use super::{Form, Part, Pointee, Row, Scalar, Variable};

const SCOPE: Part = Part::Fixed(Scalar::I32);
const SEMANTICS: Part = Part::Fixed(Scalar::I32);
const POINTER: Part = Part::Pointer { space: 1, to: Pointee::Of(0) };
const SPACES: Variable = Variable::Space(&[0, 1, 3]);
const INTEGERS: &[Scalar] = &[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

/// What changes an integer in memory and gives the value that was there.
const fn update(operation: &'static str, names: &'static [&'static str]) -> Row {
    Row {
        operation,
        names,
        variables: &[Variable::Scalar(INTEGERS), SPACES],
        result: Part::Of(0),
        parameters: &[POINTER, SCOPE, SEMANTICS, Part::Of(0)],
        form: Form::Scalars,
        refused: &[],
    }
}

pub(super) static ROWS: &[Row] =
    &[update("atomic_iadd", &["__spirv_AtomicIAdd"]), update("atomic_isub", &["__spirv_AtomicISub"])];
