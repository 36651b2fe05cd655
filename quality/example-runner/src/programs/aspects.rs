//! `aspects.cpp`: kernels with different optional features of the device.

use super::{Launch, Parameter, Program, noise};
use crate::constants::Values;
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program { name: "aspects", constants: &[], launches };

const COUNT: usize = 64;

fn launches(_: &Values) -> Vec<Launch> {
    let range = || Range::groups([COUNT], [8]);
    let sides: Vec<f32> = (0..COUNT).flat_map(|i| [3.0, 4.0, 5.0].map(|side| side * (1.0 + i as f32 / 16.0))).collect();
    let areas: Vec<f64> = sides
        .chunks(3)
        .map(|side| {
            let [a, b, c] = [side[0], side[1], side[2]].map(f64::from);
            let s = (a + b + c) / 2.0;
            (s * (s - a) * (s - b) * (s - c)).sqrt()
        })
        .collect();
    let sides = Data::floats(Kind::F32, sides);
    let input = noise(COUNT);
    // What `half` makes of it is within its precision of 2^-11 of the exact value, twice.
    let squares = input.iter().map(|value| f64::from(*value) * f64::from(*value) + 1.0);
    let counts: Vec<u64> = (0..COUNT as u64).map(|index| index << 40 | index).collect();
    vec![
        Launch {
            kernel: "_ZTS14TriangleSingle",
            range: range(),
            parameters: vec![
                Parameter::Input(sides.clone()),
                Parameter::output(Data::floats(Kind::F32, areas.iter().copied()), 1e-3),
            ],
        },
        Launch {
            kernel: "_ZTS14TriangleDouble",
            range: range(),
            parameters: vec![Parameter::Input(sides), Parameter::output(Data::floats(Kind::F64, areas), 1e-10)],
        },
        Launch {
            kernel: "_ZTS6Narrow",
            range: range(),
            parameters: vec![
                Parameter::Input(Data::floats(Kind::F32, input.iter().copied())),
                Parameter::output(Data::floats(Kind::F32, squares), 0.25),
            ],
        },
        Launch {
            kernel: "_ZTS9CountWide",
            range: range(),
            parameters: vec![
                Parameter::Input(Data::integers(Kind::U64, counts.iter().copied())),
                Parameter::output(Data::integers(Kind::U64, [counts.iter().sum::<u64>()]), 0.0),
            ],
        },
    ]
}
