//! Meaning of mangled names: base names, and targets of pointers.

use crate::builtins::table::{LANES, Scalar, Type};

/// The base name of a symbol: of a mangled one what the source calls the function, without namespaces, template
/// arguments and parameters; else the symbol itself. None for bytes that are no name of a C or C++ function.
pub(crate) fn base_name(symbol: &[u8]) -> Option<&str> {
    let symbol = std::str::from_utf8(symbol).ok()?;
    match symbol.strip_prefix("_Z") {
        None => Some(symbol),
        Some(rest) => match rest.strip_prefix('N') {
            None => source_name(rest).map(|(name, _)| name),
            Some(nested) => last_of_nested(nested),
        },
    }
}

/// `<number><identifier>`, and what follows.
fn source_name(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    (length > 0 && rest.is_char_boundary(length) && length <= rest.len()).then(|| rest.split_at(length))
}

/// The last identifier of `N [qualifiers] <identifier>... [I <template arguments> E] E`, after the `N`. None where
/// other things than identifiers qualify the name: built-in functions are in plain namespaces at most.
fn last_of_nested(nested: &str) -> Option<&str> {
    let mut rest = nested.trim_start_matches(['r', 'V', 'K', 'R', 'O']);
    let mut last = None;
    while let Some((name, after)) = source_name(rest) {
        (last, rest) = (Some(name), after);
    }
    last.filter(|_| rest.starts_with(['E', 'I']))
}

/// Target of each parameter of a mangled function without namespace and template, as far as its type is a pointer to
/// numbers or vectors. What follows a type that this does not read is left out.
pub(super) fn pointees(symbol: &[u8]) -> Vec<Option<Type>> {
    let mut rest = parameters_of(symbol).unwrap_or_default();
    let mut found = Vec::new();
    while let Some((parameter, after)) = parameter(rest) {
        found.push(parameter);
        rest = after;
    }
    found
}

/// The parameters in the mangled name of a function without namespace.
pub(super) fn parameters_of(symbol: &[u8]) -> Option<&str> {
    let symbol = std::str::from_utf8(symbol).ok()?;
    source_name(symbol.strip_prefix("_Z")?).map(|(_, parameters)| parameters)
}

/// The letter of the type of the first parameter of a mangled function without namespace, of vectors that of elements.
pub(super) fn first_letter(symbol: &[u8]) -> Option<char> {
    let parameters = parameters_of(symbol)?;
    let element = match parameters.strip_prefix("Dv") {
        Some(vector) => vector.split_once('_')?.1,
        None => parameters,
    };
    element.chars().next()
}

/// The letter of the type that the first parameter of a mangled function without namespace points to.
pub(super) fn pointee_of_first(symbol: &[u8]) -> Option<char> {
    // `_Atomic` is written behind the other qualifiers.
    let rest = qualified(qualified(parameters_of(symbol)?.strip_prefix('P')?)?)?;
    rest.chars().next()
}

/// A parameter: what it points to, and what follows.
fn parameter(text: &str) -> Option<(Option<Type>, &str)> {
    if let Some(pointer) = text.strip_prefix('P') {
        let (ty, rest) = number(qualified(pointer)?)?;
        return Some((Some(ty), rest));
    }
    let (_, rest) =
        number(text).or_else(|| source_name(text).map(|(_, rest)| (Type { scalar: Scalar::I8, lanes: 1 }, rest)))?;
    Some((None, rest))
}

/// Text behind the qualifiers of a type: address space, `const`, `volatile`.
fn qualified(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(vendor) = rest.strip_prefix('U') {
        rest = source_name(vendor)?.1;
    }
    Some(rest.trim_start_matches(['r', 'V', 'K']))
}

/// A number or a vector of numbers, and what follows.
fn number(text: &str) -> Option<(Type, &str)> {
    if let Some(vector) = text.strip_prefix("Dv") {
        let (lanes, element) = vector.split_once('_')?;
        let lanes = lanes.parse().ok().filter(|lanes| LANES.contains(lanes))?;
        let (element, rest) = number(element)?;
        return (element.lanes == 1).then_some((Type { lanes, ..element }, rest));
    }
    let of = |scalar, length: usize| Some((Type { scalar, lanes: 1 }, &text[length..]));
    if text.starts_with("DF16_") {
        return of(Scalar::F16, 5);
    }
    if text.starts_with("DF16b") {
        return of(Scalar::BF16, 5);
    }
    match text.as_bytes() {
        [b'D', b'h', ..] => of(Scalar::F16, 2),
        [b'a' | b'b' | b'c' | b'h', ..] => of(Scalar::I8, 1),
        [b's' | b't', ..] => of(Scalar::I16, 1),
        [b'i' | b'j', ..] => of(Scalar::I32, 1),
        [b'l' | b'm' | b'x' | b'y', ..] => of(Scalar::I64, 1),
        [b'f', ..] => of(Scalar::F32, 1),
        [b'd', ..] => of(Scalar::F64, 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{base_name, pointees};
    use crate::builtins::table::{Scalar, Type};

    #[test]
    fn what_parameters_point_to() {
        let of = |scalar, lanes| Some(Type { scalar, lanes });
        for (symbol, expected) in [
            (
                "_Z22__spirv_GroupAsyncCopyjPU3AS3fPU3AS1Kfmm9ocl_event",
                vec![None, of(Scalar::F32, 1), of(Scalar::F32, 1), None, None, None],
            ),
            ("_Z1fPDv3_DhPKDF16bPVx", vec![of(Scalar::F16, 3), of(Scalar::BF16, 1), of(Scalar::I64, 1)]),
            // From a type on that is not read.
            ("_Z1fiPvPf", vec![None]),
            ("_Z1fPDv5_fi", vec![]),
            ("_Z1fPDv2_Dv2_f", vec![]),
            ("_Z1fPU99AS1f", vec![]),
            ("f", vec![]),
        ] {
            assert_eq!(pointees(symbol.as_bytes()), expected, "{symbol}");
        }
    }

    #[test]
    fn letters_of_pointees() {
        for (symbol, expected) in [
            ("_Z10atomic_minPU3AS1Vii", Some('i')),
            ("_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order", Some('j')),
            ("_Z8atom_maxPVmm", Some('m')),
            ("_Z3maxii", None),
            ("atomic_min", None),
        ] {
            assert_eq!(super::pointee_of_first(symbol.as_bytes()), expected, "{symbol}");
        }
    }

    #[test]
    fn forms_of_names() {
        for (symbol, base) in [
            ("_Z18__spirv_AtomicIAddPU3AS1iiii", Some("__spirv_AtomicIAdd")),
            (
                "_Z18__spirv_AtomicIAddPU3AS1xN5__spv5Scope4FlagENS0_19MemorySemanticsMask4FlagEx",
                Some("__spirv_AtomicIAdd"),
            ),
            ("_Z22__spirv_GroupBroadcastIjET_N5__spv5Scope4FlagES0_m", Some("__spirv_GroupBroadcast")),
            ("_ZN5__spv15__spirv_ocl_sinEf", Some("__spirv_ocl_sin")),
            ("_ZN4sycl3_V115__spirv_ocl_sinIfEET_S2_", Some("__spirv_ocl_sin")),
            ("_ZNK1A3sinEv", Some("sin")),
            ("_ZN8__spirv_1fEv", Some("f")),
            ("_ZN7__spirv_1fEv", None),
            ("__acpp_sscp_sin_f32", Some("__acpp_sscp_sin_f32")),
            ("sinf", Some("sinf")),
            // What is not a function's name, is cut off, or counts wrong.
            ("_ZTS8Convolve", None),
            ("_ZN4sycl3_V1", None),
            ("_ZNS_3sinE", None),
            ("_Z99__spirv_ocl_sinf", None),
            ("_Z0f", None),
            ("_Z99999999999999999999f", None),
            ("_Z3s\u{e9}", Some("s\u{e9}")),
            ("_Z2s\u{e9}", None),
            ("_Z", None),
            ("_ZN", None),
        ] {
            assert_eq!(base_name(symbol.as_bytes()), base, "{symbol}");
        }
        assert_eq!(base_name(b"_Z3\xff\xfe\xfdv"), None);
    }
}
