//! Names of kernels.

/// Prefix of DPC++ for the name of a free function.
const PREFIX: &str = "__sycl_kernel_";

/// The name of a function's kernel: the first name within a mangled name gets the prefix, and with it another length.
/// `_ZN2ns1fEPi` becomes `_ZN16__sycl_kernel_ns1fEPi`, and `f` becomes `__sycl_kernel_f`.
pub(super) fn prefixed(name: &str) -> String {
    let renamed = || {
        let start = name.strip_prefix("_Z")?.find(|c: char| c.is_ascii_digit())? + 2;
        let digits = name[start..].find(|c: char| !c.is_ascii_digit())?;
        let length: usize = name[start..start + digits].parse().ok()?;
        let (before, rest) = (&name[..start], &name[start + digits..]);
        (length <= rest.len()).then(|| format!("{before}{}{PREFIX}{rest}", length + PREFIX.len()))
    };
    renamed().unwrap_or_else(|| format!("{PREFIX}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_dpcpp() {
        for (function, kernel) in [
            ("_Z4iotafPf", "_Z18__sycl_kernel_iotafPf"),
            ("_ZN2ns2stEPii", "_ZN16__sycl_kernel_ns2stEPii"),
            ("_Z4tmplIdEvPT_S0_", "_Z18__sycl_kernel_tmplIdEvPT_S0_"),
            ("_ZN12_GLOBAL__N_11fEv", "_ZN26__sycl_kernel__GLOBAL__N_11fEv"),
            ("cfree", "__sycl_kernel_cfree"),
        ] {
            assert_eq!(prefixed(function), kernel);
        }
    }

    #[test]
    fn what_is_not_mangled_is_prefixed_whole() {
        for name in ["", "_Z", "_Z4", "_Z99f", "_Zps", "_Z99999999999999999999f", "f4"] {
            assert_eq!(prefixed(name), format!("__sycl_kernel_{name}"));
        }
    }
}
