//! The example programs as data: their kernels, arguments, specialization constants, and what the host computes.

mod aspects;
mod convolution;
mod device_global;
mod free_function;
mod histogram;
mod local_accessor;
mod mandelbrot;
mod multi_tu;
mod required_sizes;
mod spec_composite;
mod spec_scalar;

use crate::constants::{Constant, Values};
use crate::device::{Argument, Range};
use crate::scalars::Data;

/// One program of `examples/src`.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) constants: &'static [Constant],
    /// Launches, in this order, with the results that the host expects for these constants.
    pub(crate) launches: fn(&Values) -> Vec<Launch>,
}

/// All programs, by name.
pub(crate) static PROGRAMS: &[Program] = &[
    aspects::PROGRAM,
    convolution::PROGRAM,
    device_global::PROGRAM,
    free_function::PROGRAM,
    histogram::PROGRAM,
    local_accessor::PROGRAM,
    mandelbrot::PROGRAM,
    multi_tu::PROGRAM,
    required_sizes::PROGRAM,
    spec_composite::PROGRAM,
    spec_scalar::PROGRAM,
];

pub(crate) fn find(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

/// One launch of one kernel.
pub(crate) struct Launch {
    /// The kernel's symbol.
    pub(crate) kernel: &'static str,
    pub(crate) range: Range,
    pub(crate) parameters: Vec<Parameter>,
}

/// One parameter of a kernel, as the front end leaves them: captures in the order of the capture list, without those
/// that the kernel does not use.
pub(crate) enum Parameter {
    I32(i32),
    U32(u32),
    F32(f32),
    /// A buffer that the kernel only reads.
    Input(Data),
    /// A buffer that the kernel writes: its content before and, within an absolute tolerance, afterwards.
    Output {
        before: Data,
        after: Data,
        tolerance: f64,
    },
    /// Local memory of this many bytes.
    Local(usize),
}

impl Parameter {
    /// A buffer whose old content does not matter; it starts as zeros.
    fn output(after: Data, tolerance: f64) -> Self {
        let before = Data::from_bytes(after.kind, &vec![0; after.to_bytes().len()]);
        Parameter::Output { before, after, tolerance }
    }

    pub(crate) fn argument(&self) -> Argument {
        match self {
            Parameter::I32(value) => Argument::Value(value.to_le_bytes()),
            Parameter::U32(value) => Argument::Value(value.to_le_bytes()),
            Parameter::F32(value) => Argument::Value(value.to_le_bytes()),
            Parameter::Input(data) | Parameter::Output { before: data, .. } => Argument::Buffer(data.to_bytes()),
            Parameter::Local(size) => Argument::Local(*size),
        }
    }
}

/// Numbers that look irregular and are the same in every run: multiples of 1/8 between -16 and 16, exact in `half`.
fn noise(count: usize) -> Vec<f32> {
    (0..count).map(|index| ((index * 97 + 31) % 257) as f32 / 8.0 - 16.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_every_value_fits_its_constant() {
        assert!(PROGRAMS.is_sorted_by(|a, b| a.name < b.name));
        for program in PROGRAMS {
            let defaults = Values::defaults(program.constants).unwrap();
            let samples = Values::samples(program.constants).unwrap();
            assert_eq!(samples.to_user_values().len(), program.constants.len());
            for values in [defaults, samples] {
                assert!(!(program.launches)(&values).is_empty(), "{}", program.name);
            }
        }
    }
}
