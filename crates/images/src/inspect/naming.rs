//! Names of kernels and symbols in reports, and which are asked for.

use std::borrow::Cow;

use sycl_propset::demangle::display_name;
use sycl_propset::printable::shortened;

/// Ways to show names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// As the file has them, one after another.
    #[default]
    Mangled,
    /// As in the source, one to a line.
    Demangled,
}

impl Naming {
    /// The name as it is shown: printable, and at most so many characters of it.
    #[must_use]
    pub fn show(self, name: &str, longest: usize) -> String {
        match self {
            Self::Mangled => shortened(name, longest),
            Self::Demangled => shortened(&display_name(name), longest),
        }
    }
}

/// A kernel that a report is about: a name as the file or as the source has it, in which `*` stands for any text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelFilter(String);

impl KernelFilter {
    /// The kernels of that name.
    #[must_use]
    pub fn new(pattern: impl Into<String>) -> Self {
        Self(pattern.into())
    }

    /// Whether a kernel is asked for.
    #[must_use]
    pub fn matches(&self, kernel: &str) -> bool {
        let source = || Cow::from(display_name(kernel));
        is_match(self.0.as_bytes(), kernel.as_bytes()) || is_match(self.0.as_bytes(), source().as_bytes())
    }
}

/// Whether a name is what a pattern describes.
fn is_match(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut of) = (0, 0);
    // After the last `*`, and where in the name what follows it was tried.
    let mut retry: Option<(usize, usize)> = None;
    while of < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                at += 1;
                retry = Some((at, of));
            }
            Some(letter) if *letter == name[of] => {
                at += 1;
                of += 1;
            }
            _ => {
                let Some((after, tried)) = retry else { return false };
                retry = Some((after, tried + 1));
                (at, of) = (after, tried + 1);
            }
        }
    }
    pattern[at..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_found_by_either_name_and_by_parts() {
        for (pattern, is_found) in [
            ("_ZTS8Convolve", true),
            ("Convolve", true),
            ("Con*", true),
            ("*vol*", true),
            ("*v*v*", true),
            ("*", true),
            ("**e", true),
            ("C*e", true),
            ("Convolve*", true),
            ("Conv", false),
            ("convolve", false),
            ("", false),
            ("*x", false),
            ("Convolve?", false),
        ] {
            assert_eq!(KernelFilter::new(pattern).matches("_ZTS8Convolve"), is_found, "{pattern}");
        }
        assert!(KernelFilter::new("").matches(""));
        // Linear, however many stars there are.
        let name = "a".repeat(20_000);
        assert!(!KernelFilter::new("*a".repeat(100) + "b").matches(&name));
    }

    #[test]
    fn names_are_short_and_harmless() {
        assert_eq!(Naming::Demangled.show("_ZTS1K", 10), "K");
        assert_eq!(Naming::Mangled.show("_ZTS1K", 4), "_ZTS...");
        assert_eq!(Naming::Demangled.show("a\u{1b}", 10), r"a\u{1b}");
    }
}
