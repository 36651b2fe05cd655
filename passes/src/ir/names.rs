//! Meaning of names of functions: the user's, builtins, the device library.

/// Whether a name is one of the device compilers' builtins: `_Z<n>__spirv_...`, `_Z<n>__sycl_...`, `_Z<n>__esimd_...`
/// or `__builtin_...`.
pub fn is_builtin_name(name: &str) -> bool {
    if name.starts_with("__builtin_") {
        return true;
    }
    let Some(rest) = name.strip_prefix("_Z") else { return false };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    ["__spirv_", "__sycl_", "__esimd_"].iter().any(|prefix| rest.starts_with(prefix))
}

/// Whether a name is a function of the device library for bfloat16, which the runtime links to every image that asks
/// for it.
pub fn is_bfloat16_library_name(name: &str) -> bool {
    let rest = name.strip_prefix("__devicelib_Convert");
    let rest = rest.and_then(|r| r.strip_prefix("FToBF16INTEL").or_else(|| r.strip_prefix("BF16ToFINTEL")));
    rest.is_some_and(|suffix| ["", "Vec1", "Vec2", "Vec3", "Vec4", "Vec8", "Vec16"].contains(&suffix))
}

/// Whether a name is the builtin by which SYCL code calls ESIMD code, in any of its instances: `__builtin_invoke_simd`,
/// also with the prefix that the calling convention of registers adds.
pub fn is_invoke_simd_name(name: &str) -> bool {
    let rest = name.strip_prefix("_Z").unwrap_or(name).trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix("__regcall3__").unwrap_or(rest).starts_with("__builtin_invoke_simd")
}

/// Whether a name is another one, alone or with `_` and something behind it.
pub fn has_base(name: &str, base: &str) -> bool {
    name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// Whether a function name is the user's: no intrinsic, no builtin, nothing reserved.
pub fn is_user_name(name: &str) -> bool {
    !name.starts_with("llvm.") && !name.starts_with("__") && !is_builtin_name(name)
}

#[cfg(test)]
mod tests {
    use super::{is_builtin_name, is_invoke_simd_name};

    #[test]
    fn invoke_simd() {
        assert!(is_invoke_simd_name("_Z33__regcall3____builtin_invoke_simdIfE"));
        assert!(is_invoke_simd_name("_Z21__builtin_invoke_simdIfE"));
        assert!(is_invoke_simd_name("__builtin_invoke_simd1"));
        assert!(!is_invoke_simd_name("_Z11invoke_simdIfE"));
        assert!(!is_invoke_simd_name("_Z33__regcall3__square"));
    }

    #[test]
    fn builtins() {
        assert!(is_builtin_name("_Z33__spirv_BuiltInGlobalInvocationIdi"));
        assert!(is_builtin_name("_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_"));
        assert!(is_builtin_name("__builtin_invoke_simd"));
        assert!(!is_builtin_name("_Z5fromAi"));
        assert!(!is_builtin_name("_ZN7__spirv_1fEv"), "nested names never match");
        assert!(!is_builtin_name("__spirv_ocl_printf"));
    }
}
