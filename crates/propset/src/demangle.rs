//! Names of functions as the source has them.

use std::fmt;

use cpp_demangle::{DemangleOptions, Symbol};

/// Characters of a name that is demangled, and of what comes out. A mangled name can repeat its parts, so that what
/// comes out grows exponentially; a name that exceeds this stays as it is.
const LONGEST: usize = 1 << 16;

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
    let is_mangled = name.starts_with("_Z") && name.len() <= LONGEST;
    let symbol = is_mangled.then(|| Symbol::new(name).ok()).flatten();
    let mut text = Limited(String::new());
    let demangled = symbol.and_then(|symbol| symbol.structured_demangle(&mut text, &DemangleOptions::new()).ok());
    if demangled.is_some() { text.0 } else { name.to_owned() }
}

/// A text that takes so much and no more.
struct Limited(String);

impl fmt::Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// The pass `spirv-legalize` puts this in front of names of functions that only their module knows.
pub const OF_MODULE: &str = "sycl.";

/// The name of a function for messages: as in the source. Kernels are named by the type that identifies them.
///
/// ```
/// assert_eq!(sycl_propset::demangle::display_name("_ZTS8Convolve"), "Convolve");
/// assert_eq!(sycl_propset::demangle::display_name("sycl._Z3lowPd"), "low(double*)");
/// let kernel = "_ZTSN4sycl3_V16detail7in_unitILm42EZL3runvEUlvE_EE";
/// assert_eq!(sycl_propset::demangle::display_name(kernel), "run()::{lambda()#1}");
/// ```
#[must_use]
pub fn display_name(name: &str) -> String {
    display_name_by(demangle, name)
}

/// [`display_name`] for a program that has a function to demangle names already.
#[must_use]
pub fn display_name_by(demangle: impl Fn(&str) -> String, name: &str) -> String {
    let source = demangle(name.strip_prefix(OF_MODULE).filter(|rest| rest.starts_with("_Z")).unwrap_or(name));
    let name = source.strip_prefix("typeinfo name for ").unwrap_or(&source);
    of_any_unit(name).unwrap_or(name).to_owned()
}

/// The name of a kernel without its translation unit, by which `<sycl/sycl.hpp>` tells kernels of `static` functions
/// apart (`runtime/include/sycl/detail/entry.hpp`).
fn of_any_unit(name: &str) -> Option<&str> {
    let (_, name) = name.strip_prefix("sycl::_V1::detail::in_unit<")?.split_once(", ")?;
    name.strip_suffix('>').map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_grow_without_bound_stay_as_they_are() {
        // Each parameter is a function of two of the type before, so the text doubles with each.
        let doubled = |times: usize| {
            let mut name = "_Z1fPFvvE".to_owned();
            for number in 0..times {
                let before = format!("S{}_", number_in_36(number * 2));
                name.push_str(&format!("PFv{before}{before}E"));
            }
            name
        };
        assert_eq!(demangle(&doubled(1)), "f(void (*)(), void (*)(void (*)(), void (*)()))");
        assert!(demangle(&doubled(8)).len() > 100 * 8);
        assert_eq!(demangle(&doubled(30)), doubled(30));
        let long = format!("_ZTS{}{}", 100_000, "a".repeat(100_000));
        assert_eq!(demangle(&long), long);
    }

    fn number_in_36(number: usize) -> String {
        let digit = |digit: usize| char::from(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit]);
        if number < 36 { digit(number).to_string() } else { format!("{}{}", digit(number / 36), digit(number % 36)) }
    }

    #[test]
    fn only_mangled_names_are_demangled() {
        assert_eq!(demangle("_ZTS8Convolve"), "typeinfo name for Convolve");
        // Letters that stand for types in mangled names, and what looks like one.
        for name in ["f", "i", "v", "plain", "Z3foov", "3foo", "_GLOBAL__I_a", "_Z", ""] {
            assert_eq!(demangle(name), name);
        }
    }
}
