//! `spec_composite.cpp`: structures with padding, arrays and a vector.

use super::{Launch, Parameter, Program, noise};
use crate::constants::{Constant, Layout, Values};
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program {
    name: "spec_composite",
    constants: &[
        Constant {
            name: "shape",
            symbolic_id: "____ZL5shape",
            layout: Layout::Structure(
                48,
                &[
                    (0, Kind::I8),
                    (4, Kind::I32),
                    (8, Kind::F32),
                    (12, Kind::I8),
                    (16, Kind::F32),
                    (20, Kind::I8),
                    (24, Kind::Bool),
                    (26, Kind::I16),
                    (32, Kind::I64),
                    (40, Kind::I8),
                ],
            ),
            default: "[115, 77, [[1.5, 3], [-2.5, -4]], true, -300, 5000000000, 9]",
            sample: "[-1, 123456, [[-7.25, 11], [0.125, -128]], false, 31000, -6000000000, 127]",
        },
        Constant {
            name: "packet",
            symbolic_id: "____ZL6packet",
            layout: Layout::Structure(12, &[(0, Kind::I32), (4, Kind::U16), (6, Kind::U16), (8, Kind::U16)]),
            default: "[17, [1, 20, 300]]",
            sample: "[-18, [65535, 2, 4000]]",
        },
        Constant {
            name: "color",
            symbolic_id: "____ZL5color",
            layout: Layout::Array(Kind::F32, 4),
            default: "[0.25, 0.5, 0.75, 1.0]",
            sample: "[-2.0, 3.0, 0.0, 8.0]",
        },
    ],
    launches,
};

const COUNT: usize = 32;

fn launches(values: &Values) -> Vec<Launch> {
    let shape = values.integers("shape");
    let corners = values.floats("shape");
    let integer_leaves = [0, 1, 3, 5, 6, 7, 8, 9].map(|leaf: usize| shape[leaf]);
    let color = values.floats("color");
    let pixels = noise(COUNT);
    let tinted = pixels.iter().enumerate().map(|(index, pixel)| f64::from(*pixel) * color[index % 4]);
    vec![
        Launch {
            kernel: "_ZTS11ShapeLeaves",
            range: Range::single(),
            parameters: vec![
                Parameter::output(Data::integers(Kind::I64, integer_leaves), 0.0),
                Parameter::output(Data::floats(Kind::F32, [corners[2], corners[4]]), 0.0),
            ],
        },
        Launch {
            kernel: "_ZTS12PacketLeaves",
            range: Range::single(),
            parameters: vec![Parameter::output(Data::integers(Kind::I64, values.integers("packet")), 0.0)],
        },
        Launch {
            kernel: "_ZTS4Tint",
            range: Range::groups([COUNT], [8]),
            parameters: vec![Parameter::Output {
                before: Data::floats(Kind::F32, pixels.iter().copied()),
                after: Data::floats(Kind::F32, tinted),
                tolerance: 0.0,
            }],
        },
    ]
}
