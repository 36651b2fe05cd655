//! `mandelbrot.cpp`: a range kernel with a constant as loop bound. The second kernel of the image, which rounds the
//! range up, takes its captures as one structure with a pointer in it and is not launched.

use super::{Launch, Parameter, Program};
use crate::constants::{Constant, Layout, Values};
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program {
    name: "mandelbrot",
    constants: &[Constant {
        name: "limit",
        symbolic_id: "____ZL5limit",
        layout: Layout::Scalar(Kind::I32),
        default: "64",
        sample: "7",
    }],
    launches,
};

const ROWS: usize = 20;
const COLUMNS: usize = 32;

fn launches(values: &Values) -> Vec<Launch> {
    let (left, top, step) = (-2.0f32, -1.25f32, 0.125f32);
    let escape = |pixel: usize| {
        let re = left + step * (pixel % COLUMNS) as f32;
        let im = top + step * (pixel / COLUMNS) as f32;
        let (mut x, mut y, mut iteration) = (0.0f32, 0.0f32, 0);
        while iteration < values.integer("limit") && x * x + y * y <= 4.0 {
            (x, y) = (x * x - y * y + re, 2.0 * x * y + im);
            iteration += 1;
        }
        iteration
    };
    vec![Launch {
        kernel: "_ZTS6Escape",
        range: Range::free([COLUMNS, ROWS]),
        parameters: vec![
            // The device fuses multiplications and additions, so points at the edge of the set may differ.
            Parameter::output(Data::integers(Kind::I32, (0..ROWS * COLUMNS).map(escape)), 0.0),
            Parameter::F32(left),
            Parameter::F32(top),
            Parameter::F32(step),
        ],
    }]
}
