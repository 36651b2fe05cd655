//! Extensions of SPIR-V.

/// Extensions that images may use unless the user names others: Intel's devices take them. `all` of LLVM would bring
/// some that they refuse.
pub const EXTENSIONS: [&str; 7] = [
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_KHR_uniform_group_instructions",
    "SPV_INTEL_function_pointers",
    "SPV_KHR_expect_assume",
    "SPV_KHR_bit_instructions",
    "SPV_INTEL_variable_length_array",
];

/// A list of extensions as `llc` takes it: `+SPV_KHR_expect_assume,+...`.
#[must_use]
pub fn option_of_llc(extensions: &[&str]) -> String {
    extensions.iter().map(|name| format!("+{name}")).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llc_takes_names_with_a_plus_and_commas() {
        assert_eq!(option_of_llc(&["SPV_A", "SPV_B"]), "+SPV_A,+SPV_B");
    }
}
