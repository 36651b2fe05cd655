//! `spec_scalar.cpp`: one constant of each scalar type.

use super::{Launch, Parameter, Program, noise};
use crate::constants::{Constant, Layout, Values};
use crate::device::Range;
use crate::scalars::{Data, Kind};

pub(super) const PROGRAM: Program = Program {
    name: "spec_scalar",
    constants: &[
        scalar("flag", "____ZL4flag", Kind::Bool, "true", "false"),
        scalar("i8", "____ZL2i8", Kind::I8, "-8", "127"),
        scalar("u8", "____ZL2u8", Kind::U8, "200", "255"),
        scalar("i16", "____ZL3i16", Kind::I16, "-1600", "-32768"),
        scalar("u16", "____ZL3u16", Kind::U16, "65000", "1"),
        scalar("i32", "____ZL3i32", Kind::I32, "-42", "2000000000"),
        scalar("u32", "____ZL3u32", Kind::U32, "4000000000", "3"),
        scalar("i64", "____ZL3i64", Kind::I64, "-123456789012345", "9223372036854775807"),
        scalar("u64", "____ZL3u64", Kind::U64, "18364758544493064720", "18446744073709551615"),
        scalar("mode", "____ZL4mode", Kind::I32, "7", "8"),
        scalar("scale", "____ZL5scale", Kind::F32, "1.5", "-0.25"),
        scalar("offset", "____ZL6offset", Kind::F64, "0.125", "1e100"),
        scalar("half_scale", "____ZL10half_scale", Kind::F16, "2.0", "-0.5"),
    ],
    launches,
};

const fn scalar(
    name: &'static str,
    symbolic_id: &'static str,
    kind: Kind,
    default: &'static str,
    sample: &'static str,
) -> Constant {
    Constant { name, symbolic_id, layout: Layout::Scalar(kind), default, sample }
}

const COUNT: usize = 64;

fn launches(values: &Values) -> Vec<Launch> {
    let widened =
        ["flag", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "mode"].map(|name| values.integer(name) as i64); // u64 keeps its bits, as in the source
    let input = noise(COUNT);
    let data = Data::floats(Kind::F32, input.iter().copied());
    let (scale, sign) = (values.float("scale"), if values.integer("flag") == 1 { 1.0 } else { -1.0 });
    let single = input.iter().map(|value| f64::from(*value) * scale * sign);
    let wide = input.iter().map(|value| f64::from(*value) * scale + values.float("offset"));
    let narrow = input.iter().map(|value| f64::from(*value) * values.float("half_scale"));
    let on_floats = |kernel, after| Launch {
        kernel,
        range: Range::groups([COUNT], [8]),
        // All products are exact: the inputs have nine significant bits, the constants few.
        parameters: vec![Parameter::Input(data.clone()), Parameter::output(after, 0.0)],
    };
    vec![
        Launch {
            kernel: "_ZTS8Integers",
            range: Range::single(),
            parameters: vec![Parameter::output(Data::integers(Kind::I64, widened), 0.0)],
        },
        on_floats("_ZTS6Single", Data::floats(Kind::F32, single)),
        on_floats("_ZTS6Double", Data::floats(Kind::F64, wide)),
        on_floats("_ZTS4Half", Data::floats(Kind::F16, narrow)),
    ]
}
