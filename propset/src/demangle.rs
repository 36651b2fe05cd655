//! Names of functions as the source has them.

/// The demangled form of a symbol name, or the name itself if it is not a mangled one.
///
/// Only names with `_Z` in front are: the library takes `f` for the mangled type `float`.
///
/// ```
/// use sycl_propset::demangle::demangle;
/// assert_eq!(demangle("_Z5fromAi"), "fromA(int)");
/// assert_eq!(demangle("f"), "f");
/// ```
#[must_use]
pub fn demangle(name: &str) -> String {
    let symbol = name.starts_with("_Z").then(|| cpp_demangle::Symbol::new(name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).unwrap_or_else(|| name.to_owned())
}

/// The name of a function for messages: as in the source. Kernels are named by the type that identifies them.
///
/// ```
/// assert_eq!(sycl_propset::demangle::display_name("_ZTS8Convolve"), "Convolve");
/// ```
#[must_use]
pub fn display_name(name: &str) -> String {
    let source = demangle(name);
    source.strip_prefix("typeinfo name for ").map(str::to_owned).unwrap_or(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_mangled_names_are_demangled() {
        assert_eq!(demangle("_ZTS8Convolve"), "typeinfo name for Convolve");
        // Letters that stand for types in mangled names, and what looks like one.
        for name in ["f", "i", "v", "plain", "Z3foov", "3foo", "_GLOBAL__I_a", "_Z", ""] {
            assert_eq!(demangle(name), name);
        }
    }
}
