//! `convolution.cpp`: a composite constant and two scalar ones.

use super::{Launch, Parameter, Program, noise};
use crate::constants::{Constant, Layout, Values};
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program {
    name: "convolution",
    constants: &[
        Constant {
            name: "coefficients",
            symbolic_id: "____ZL12coefficients",
            layout: Layout::Array(Kind::F32, 9),
            default: "[[0.0625, 0.125, 0.0625], [0.125, 0.25, 0.125], [0.0625, 0.125, 0.0625]]",
            sample: "[[1.0, 2.0, 3.0], [-4.0, 5.0, -6.0], [0.5, 0.25, -0.125]]",
        },
        Constant {
            name: "gain",
            symbolic_id: "____ZL4gain",
            layout: Layout::Scalar(Kind::F32),
            default: "1.0",
            sample: "-2.5",
        },
        Constant {
            name: "bias",
            symbolic_id: "____ZL4bias",
            layout: Layout::Scalar(Kind::I32),
            default: "0",
            sample: "1000",
        },
    ],
    launches,
};

const WIDTH: usize = 40;
const HEIGHT: usize = 24;

fn launches(values: &Values) -> Vec<Launch> {
    let input = noise(WIDTH * HEIGHT);
    let weights = values.floats("coefficients");
    let gain = values.float("gain");
    let bias = values.float("bias");

    let nearest = |index: usize, step: usize, count: usize| (index + step).saturating_sub(1).min(count - 1);
    let convolved = (0..WIDTH * HEIGHT).map(|pixel| {
        let (row, column) = (pixel / WIDTH, pixel % WIDTH);
        let mut sum = 0.0;
        for (index, weight) in weights.iter().enumerate() {
            let from_row = nearest(row, index / 3, HEIGHT);
            let from_column = nearest(column, index % 3, WIDTH);
            sum += weight * f64::from(input[from_row * WIDTH + from_column]);
        }
        sum * gain + bias
    });
    let amplified = input.iter().map(|value| f64::from(*value) * gain);

    let data = Data::floats(Kind::F32, input.iter().copied());
    vec![
        Launch {
            kernel: "_ZTS8Convolve",
            range: Range::groups([WIDTH, HEIGHT], [8, 1]),
            parameters: vec![
                Parameter::Input(data.clone()),
                Parameter::output(Data::floats(Kind::F32, convolved), 1e-3),
                Parameter::I32(WIDTH as i32),
                Parameter::I32(HEIGHT as i32),
            ],
        },
        Launch {
            kernel: "_ZTS7Amplify",
            range: Range::groups([WIDTH * HEIGHT], [8]),
            parameters: vec![Parameter::Input(data), Parameter::output(Data::floats(Kind::F32, amplified), 1e-4)],
        },
    ]
}
