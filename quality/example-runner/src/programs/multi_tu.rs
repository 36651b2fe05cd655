//! `multi_tu/`: two translation units that share functions and a constant.

use super::{Launch, Parameter, Program};
use crate::constants::{Constant, Layout, Values};
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program {
    name: "multi_tu",
    constants: &[
        Constant {
            name: "factor",
            symbolic_id: "_Z6factor",
            layout: Layout::Scalar(Kind::I32),
            default: "3",
            sample: "-5",
        },
        Constant {
            name: "addend",
            symbolic_id: "____ZL6addend",
            layout: Layout::Scalar(Kind::I32),
            default: "1000",
            sample: "77",
        },
    ],
    launches,
};

const COUNT: i32 = 32;

fn launches(values: &Values) -> Vec<Launch> {
    let (factor, addend) = (values.integer("factor"), values.integer("addend"));
    let in_main = (0..COUNT).map(i128::from).map(|x| (x - 1).pow(3) * factor + (x + 200) * 2);
    let in_helper = (0..COUNT).map(i128::from).map(|x| (x + 200) * factor + addend);
    let input = || Parameter::Input(Data::integers(Kind::I32, 0..COUNT));
    let launch = |kernel, parameters| Launch { kernel, range: Range::groups([32], [8]), parameters };
    vec![
        launch("_ZTS6InMain", vec![input(), Parameter::output(Data::integers(Kind::I32, in_main), 0.0)]),
        launch(
            "_ZTS12CallsNothing",
            vec![Parameter::output(Data::integers(Kind::I32, (0..COUNT).map(|x| x * 3)), 0.0)],
        ),
        launch("_ZTS8InHelper", vec![input(), Parameter::output(Data::integers(Kind::I32, in_helper), 0.0)]),
    ]
}
