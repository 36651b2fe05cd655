//! `histogram.cpp`: atomic updates of global memory.

use super::{Launch, Parameter, Program, noise};
use crate::constants::Values;
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program { name: "histogram", constants: &[], launches };

const COUNT: usize = 1024;
const BINS: u32 = 10;

fn launches(_: &Values) -> Vec<Launch> {
    let samples: Vec<u32> = (0..COUNT as u32).map(|index| index.wrapping_mul(2_654_435_761) >> 7).collect();
    let mut bins = [0u32; BINS as usize];
    for sample in &samples {
        bins[(sample % BINS) as usize] += 1;
    }
    let input = noise(COUNT);
    let sum = input.iter().sum::<f32>(); // multiples of 1/8: exact in any order
    let maximum = input.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    vec![
        Launch {
            kernel: "_ZTS9Histogram",
            range: Range::groups([COUNT], [32]),
            parameters: vec![
                Parameter::Input(Data::integers(Kind::U32, samples)),
                Parameter::output(Data::integers(Kind::U32, bins), 0.0),
                Parameter::U32(BINS),
            ],
        },
        Launch {
            kernel: "_ZTS13FloatExtremes",
            range: Range::groups([COUNT], [32]),
            parameters: vec![
                Parameter::Input(Data::floats(Kind::F32, input)),
                Parameter::Output {
                    before: Data::floats(Kind::F32, [0.0f32, -1000.0]),
                    after: Data::floats(Kind::F32, [sum, maximum]),
                    tolerance: 0.0,
                },
            ],
        },
    ]
}
