//! `device_global.cpp`: two kernels of one image that share variables; the order of the launches matters.

use super::{Launch, Parameter, Program};
use crate::constants::Values;
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program { name: "device_global", constants: &[], launches };

fn launches(_: &Values) -> Vec<Launch> {
    let record = |values: [i32; 4]| Launch {
        kernel: "_ZTS6Record",
        range: Range::single(),
        parameters: vec![Parameter::Input(Data::integers(Kind::I32, values))],
    };
    vec![
        record([1, 2, 3, 4]),
        record([10, 20, 30, -40]),
        Launch {
            kernel: "_ZTS6Report",
            range: Range::single(),
            parameters: vec![Parameter::output(Data::integers(Kind::I32, [2, 11, 22, 33, -36]), 0.0)],
        },
    ]
}
