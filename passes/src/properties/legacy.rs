//! Property sets that DPC++ wrote up to 2025 and dropped since, behind the option `legacy-properties`.

use sycl_propset::{PropertySetRegistry, SetName, Value as Property, triple::Triple};

use super::{Content, Error, unique_id};
use crate::ir::{Function, GlobalVariable, Type, TypeKind, names::is_bfloat16_library_name};

/// Called when an `assert` fails.
const ASSERT_FAIL: &str = "__devicelib_assert_fail";
/// Size in bytes of a host pipe (on variables).
pub(crate) const HOST_PIPE_SIZE: &str = "sycl-host-pipe-size";

/// Functions of `<cmath>` in the device library, by their names for `double`.
const MATH: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "div",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fdim",
    "fma",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "labs",
    "ldexp",
    "ldiv",
    "lgamma",
    "llabs",
    "lldiv",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "modf",
    "nextafter",
    "pow",
    "remainder",
    "remquo",
    "scalbln",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
];
/// Functions of `<complex>`, likewise.
const COMPLEX: &[&str] = &[
    "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "cimag", "clog",
    "cpolar", "cpow", "cproj", "creal", "csin", "csinh", "csqrt", "ctan", "ctanh",
];

/// Bit of the device library that has a function: assert 0, math 1, math for double 2, complex 3, complex for double 4,
/// functions of C's strings 5, Intel's math functions 6, those for double 7, those for bfloat16 8, conversions of
/// bfloat16 9.
fn library_bit(name: &str, takes_double: bool) -> Option<u32> {
    if name == ASSERT_FAIL {
        return Some(0);
    }
    let base = name.strip_prefix("__devicelib_")?;
    if let Some(intel) = base.strip_prefix("imf_") {
        let is_bfloat16 = intel.contains("bf16") || intel.contains("bfloat16");
        return Some(if is_bfloat16 { 8 } else { 6 + u32::from(takes_double) });
    }
    if is_bfloat16_library_name(name) {
        return Some(9);
    }
    let single = |list: &[&str]| base.strip_suffix('f').is_some_and(|base| list.contains(&base));
    match base {
        "memcpy" | "memset" | "memcmp" => Some(5),
        "__mulsc3" | "__divsc3" => Some(3),
        "__muldc3" | "__divdc3" => Some(4),
        _ if MATH.contains(&base) => Some(2),
        _ if single(MATH) => Some(1),
        _ if COMPLEX.contains(&base) => Some(4),
        _ if single(COMPLEX) => Some(3),
        _ => None,
    }
}

/// Set "SYCL/devicelib req mask": the libraries that an image of SPIR-V asks for. It came before all others.
pub(super) fn device_library_mask(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let is_spirv = Triple::is_spir_or_spirv(content.analysis.triple());
    let declared = content.declared_functions().filter(|_| is_spirv);
    let is_double = |ty: Type<'_>| ty.kind() == TypeKind::Double;
    let takes_double = |f: Function<'_>| {
        let ty = f.value_type();
        is_double(ty.result()) || ty.parameters().into_iter().any(is_double)
    };
    let mask = declared.filter_map(|f| library_bit(&f.name(), takes_double(f))).fold(0u32, |mask, bit| mask | 1 << bit);
    registry.set_mut(SetName::DevicelibReqMask).insert("DeviceLibReqMask", mask);
}

/// Set "SYCL/assert used": kernels that can reach a failing `assert`.
pub(super) fn assert_used(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) {
    let Some(fail) = content.analysis.module_function(ASSERT_FAIL) else { return };
    for (id, (kernel, _)) in content.image.entry_points().iter().zip(content.entries()) {
        if content.analysis.kernels().contains(kernel) && content.analysis.reaches(*id, fail) {
            registry.set_mut(SetName::AssertUsed).insert(kernel.name(), 1u32);
        }
    }
}

/// Set "SYCL/host pipes": size by identity.
pub(super) fn host_pipes(content: &Content<'_, '_>, registry: &mut PropertySetRegistry) -> Result<(), Error> {
    let variables = content.image.members.iter().filter_map(|id| content.analysis.global(*id).as_global_variable());
    for pipe in variables {
        if let Some(size) = host_pipe_size(pipe)? {
            registry.set_mut(SetName::HostPipes).insert(unique_id(pipe)?, Property::u32_list(&[size]));
        }
    }
    Ok(())
}

fn host_pipe_size(variable: GlobalVariable<'_>) -> Result<Option<u32>, Error> {
    let Some(text) = variable.string_attribute(HOST_PIPE_SIZE) else { return Ok(None) };
    let size = text.parse().map_err(|_| Error::Size {
        attribute: HOST_PIPE_SIZE,
        name: variable.name(),
        found: text.clone(),
    })?;
    Ok(Some(size))
}

#[cfg(test)]
mod tests {
    use super::library_bit;

    #[test]
    fn libraries() {
        let cases = [
            ("__devicelib_assert_fail", Some(0)),
            ("__devicelib_memcpy", Some(5)),
            ("__devicelib_imf_umulhi", Some(6)),
            ("__devicelib_imf_fmabf16", Some(8)),
            ("__devicelib_imf_float2bfloat16", Some(8)),
            ("__devicelib_ConvertFToBF16INTELVec4", Some(9)),
            ("__devicelib_sinf", Some(1)),
            ("__devicelib_sin", Some(2)),
            ("__devicelib_erf", Some(2)),
            ("__devicelib_erff", Some(1)),
            ("__devicelib_cexpf", Some(3)),
            ("__devicelib___divdc3", Some(4)),
            ("__devicelib_unknown", None),
            ("sin", None),
        ];
        for (name, bit) in cases {
            assert_eq!(library_bit(name, false), bit, "{name}");
        }
        assert_eq!(library_bit("__devicelib_imf_fma", true), Some(7));
    }
}
