//! `free_function.cpp`: kernels that are plain functions.

use super::{Launch, Parameter, Program, noise};
use crate::constants::Values;
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program { name: "free_function", constants: &[], launches };

const COUNT: usize = 64;

fn launches(_: &Values) -> Vec<Launch> {
    let (a, x) = (2.5f32, noise(COUNT));
    let y = |index: usize| index as f32;
    let after = x.iter().enumerate().map(|(index, x)| a * x + y(index));
    vec![
        Launch {
            kernel: "_Z19__sycl_kernel_saxpyfPKfPf",
            range: Range::groups([COUNT], [8]),
            parameters: vec![
                Parameter::F32(a),
                Parameter::Input(Data::floats(Kind::F32, x.iter().copied())),
                Parameter::Output {
                    before: Data::floats(Kind::F32, (0..COUNT).map(y)),
                    after: Data::floats(Kind::F32, after),
                    tolerance: 0.0,
                },
            ],
        },
        Launch {
            kernel: "_Z18__sycl_kernel_iotaPiii",
            range: Range::single(),
            parameters: vec![
                Parameter::output(Data::integers(Kind::I32, 5..25), 0.0),
                Parameter::I32(20),
                Parameter::I32(5),
            ],
        },
    ]
}
