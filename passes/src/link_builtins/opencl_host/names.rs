//! Names of SPIR-V's functions that take the arguments of OpenCL C's.

use crate::builtins::table;

/// Other queries of work-items.
const QUERIES: &[(&str, &str)] = &[
    ("get_global_linear_id", "GlobalLinearId"),
    ("get_local_linear_id", "LocalInvocationIndex"),
    ("get_sub_group_size", "SubgroupSize"),
    ("get_max_sub_group_size", "SubgroupMaxSize"),
    ("get_num_sub_groups", "NumSubgroups"),
    ("get_enqueued_num_sub_groups", "NumSubgroups"),
    ("get_sub_group_id", "SubgroupId"),
    ("get_sub_group_local_id", "SubgroupLocalInvocationId"),
];

/// Functions of integers, of which SPIR-V has one with a sign and one without.
const OF_SIGN: [&str; 12] = [
    "abs", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd", "mad_hi", "mad_sat", "mad24", "mul24", "mul_hi",
    "upsample",
];

/// Kind of a number, as mangled names have it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Signed,
    Unsigned,
    Float,
}

impl Kind {
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a' | 'c' | 's' | 'i' | 'l' | 'x' => Some(Self::Signed),
            'h' | 't' | 'j' | 'm' | 'y' => Some(Self::Unsigned),
            // `D` of `Dh`, a half.
            'f' | 'd' | 'D' => Some(Self::Float),
            _ => None,
        }
    }

    /// The letter of SPIR-V's names.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Signed => 'S',
            Self::Unsigned => 'U',
            Self::Float => 'F',
        }
    }
}

/// The function of SPIR-V that takes the same arguments.
pub(super) fn same_arguments(base: &str, kind: Option<Kind>) -> Option<String> {
    if let Some((_, name)) = QUERIES.iter().find(|(query, _)| *query == base) {
        return Some(format!("__spirv_BuiltIn{name}"));
    }
    if let Some(to) = base.strip_prefix("convert_") {
        return conversion(to, kind?);
    }
    let name = match (base, kind) {
        ("min" | "max", Some(Kind::Float)) => format!("__spirv_ocl_f{base}_common"),
        ("clamp", Some(Kind::Float)) => "__spirv_ocl_fclamp".to_owned(),
        ("dot", _) => "__spirv_Dot".to_owned(),
        _ if OF_SIGN.contains(&base) || ["min", "max", "clamp"].contains(&base) => {
            let sign = if kind? == Kind::Signed { 's' } else { 'u' };
            format!("__spirv_ocl_{sign}_{base}")
        }
        _ if base.starts_with("vload_half") || base.starts_with("vloada_half") => of_halves(base, Some("float"))?,
        _ if base.starts_with("vstore_half") || base.starts_with("vstorea_half") => of_halves(base, None)?,
        _ => format!("__spirv_ocl_{base}"),
    };
    let is_known = table::rows(&name).next().is_some();
    is_known.then_some(name)
}

/// SPIR-V's name of a load or store of halves: `vload_half4` is `vload_halfn` with its result in the name. Stores round
/// to the nearest unless they name another rounding.
fn of_halves(base: &str, result: Option<&str>) -> Option<String> {
    let base = base.strip_suffix("_rte").unwrap_or(base);
    let (name, lanes) = base.split_at(base.find("half")? + "half".len());
    let is_count = lanes.bytes().all(|byte| byte.is_ascii_digit());
    match (lanes, result) {
        ("", _) => Some(format!("__spirv_ocl_{name}")),
        (_, Some(result)) if is_count => Some(format!("__spirv_ocl_{name}n_R{result}{lanes}")),
        (_, None) if is_count => Some(format!("__spirv_ocl_{name}n")),
        _ => None,
    }
}

/// SPIR-V's conversion to what follows `convert_`: `int4_sat_rte`.
fn conversion(to: &str, from: Kind) -> Option<String> {
    let (ty, modes) = to.split_at(to.find('_').unwrap_or(to.len()));
    let to = match ty.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "char" | "short" | "int" | "long" => Kind::Signed,
        "uchar" | "ushort" | "uint" | "ulong" => Kind::Unsigned,
        "half" | "float" | "double" => Kind::Float,
        _ => return None,
    };
    let saturates = modes.starts_with("_sat");
    let rounding = modes.trim_start_matches("_sat");
    let (from_letter, to_letter) = (from.letter(), to.letter());
    Some(match (from, to) {
        (Kind::Float, Kind::Float) => format!("__spirv_FConvert_R{ty}{rounding}"),
        (Kind::Float, _) => format!("__spirv_ConvertFTo{to_letter}_R{ty}{modes}"),
        (_, Kind::Float) => format!("__spirv_Convert{from_letter}ToF_R{ty}{rounding}"),
        // Between integers nothing is rounded.
        _ if saturates && from != to => format!("__spirv_SatConvert{from_letter}To{to_letter}_R{ty}"),
        _ => format!("__spirv_{from_letter}Convert_R{ty}{}", if saturates { "_sat" } else { "" }),
    })
}
