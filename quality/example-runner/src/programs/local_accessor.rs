//! `local_accessor.cpp`: local memory whose size the host chooses.

use super::{Launch, Parameter, Program, noise};
use crate::constants::Values;
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program { name: "local_accessor", constants: &[], launches };

const GROUP: usize = 64;
const COUNT: usize = 4 * GROUP;

fn launches(_: &Values) -> Vec<Launch> {
    let input = noise(COUNT);
    let data = Data::floats(Kind::F32, input.iter().copied());
    // Multiples of 1/8: every order of addition gives the same sum.
    let sums = input.chunks(GROUP).map(|group| group.iter().sum::<f32>());
    let keys = (0..COUNT as i32).map(|index| index * 7);
    let reversed_keys = keys.clone().collect::<Vec<_>>().chunks(GROUP).flat_map(reversed).collect::<Vec<_>>();
    let reversed_values = input.chunks(GROUP).flat_map(reversed).collect::<Vec<_>>();
    vec![
        Launch {
            kernel: "_ZTS8BlockSum",
            range: Range::groups([COUNT], [GROUP]),
            parameters: vec![
                Parameter::Input(data.clone()),
                Parameter::output(Data::floats(Kind::F32, sums), 0.0),
                Parameter::Local(GROUP * size_of::<f32>()),
            ],
        },
        Launch {
            kernel: "_ZTS12BlockReverse",
            range: Range::groups([COUNT], [GROUP]),
            parameters: vec![
                Parameter::Input(Data::integers(Kind::I32, keys)),
                Parameter::Input(data),
                Parameter::output(Data::integers(Kind::I32, reversed_keys), 0.0),
                Parameter::output(Data::floats(Kind::F32, reversed_values), 0.0),
                Parameter::Local(GROUP * size_of::<i32>()),
                Parameter::Local(GROUP * size_of::<f32>()),
            ],
        },
    ]
}

fn reversed<T: Copy>(group: &[T]) -> Vec<T> {
    group.iter().rev().copied().collect()
}
