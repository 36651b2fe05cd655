//! `required_sizes.cpp`: kernels with a fixed work-group or sub-group size.

use super::{Launch, Parameter, Program};
use crate::constants::Values;
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program { name: "required_sizes", constants: &[], launches };

const COUNT: i32 = 64;

fn launches(_: &Values) -> Vec<Launch> {
    let matrix = 0..8 * 16;
    let transposed = matrix.clone().map(|to| (to % 8) * 16 + to / 8);
    let input: Vec<i32> = (0..COUNT).map(|index| (index * 37) % 101).collect();
    let row_sums = input.chunks(16).flat_map(|row| vec![row.iter().sum::<i32>(); 16]).collect::<Vec<_>>();
    let first_lanes = input.chunks(8).flat_map(|lanes| vec![lanes[0] + 8; 8]).collect::<Vec<_>>();
    let input = || Parameter::Input(Data::integers(Kind::I32, input.iter().copied()));
    vec![
        Launch {
            kernel: "_ZTS9Transpose",
            range: Range::groups([16, 8], [8, 4]),
            parameters: vec![
                Parameter::Input(Data::integers(Kind::I32, matrix)),
                Parameter::output(Data::integers(Kind::I32, transposed), 0.0),
            ],
        },
        Launch {
            kernel: "_ZTS7RowSums",
            range: Range::groups([64], [16]),
            parameters: vec![input(), Parameter::output(Data::integers(Kind::I32, row_sums), 0.0)],
        },
        Launch {
            kernel: "_ZTS13LaneBroadcast",
            range: Range::groups([64], [32]),
            parameters: vec![input(), Parameter::output(Data::integers(Kind::I32, first_lanes), 0.0)],
        },
        Launch {
            kernel: "_ZTS4Free",
            range: Range::groups([64], [32]),
            parameters: vec![Parameter::output(
                Data::integers(Kind::I32, (0..COUNT).map(|index| index % 32 * 100 + index / 32)),
                0.0,
            )],
        },
    ]
}
