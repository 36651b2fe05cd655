//! Code for the host that looks for mistakes while it runs: LLVM's passes, and the attributes by which they know which
//! functions they are for.
//!
//! They run after the optimizer, as in clang. What only a front end knows, such as signed overflow, is not looked for.

use crate::ir::Editor;

/// Checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sanitizer {
    /// Indices outside of objects whose size is known.
    Undefined,
    /// Accesses outside of what is allocated.
    Address,
    /// Data races.
    Thread,
}

impl Sanitizer {
    /// The names of the parameter.
    pub const NAMES: [(&'static str, Self); 3] =
        [("address", Self::Address), ("undefined", Self::Undefined), ("thread", Self::Thread)];

    /// The attribute of functions that are instrumented.
    fn attribute(self) -> Option<&'static str> {
        match self {
            Self::Undefined => None,
            Self::Address => Some("sanitize_address"),
            Self::Thread => Some("sanitize_thread"),
        }
    }

    fn passes(self) -> &'static str {
        match self {
            Self::Undefined => "function(bounds-checking<rt>)",
            Self::Address => "asan",
            Self::Thread => "tsan-module,function(tsan)",
        }
    }
}

/// Says of all functions that they are instrumented.
pub(super) fn mark(editor: &mut Editor<'_>, sanitizers: &[Sanitizer]) {
    for attribute in sanitizers.iter().filter_map(|sanitizer| sanitizer.attribute()) {
        for function in editor.view().functions().filter(|function| !function.is_declaration()) {
            editor.add_attribute(function, attribute);
        }
    }
}

/// A pipeline with these passes behind it, each once.
pub(super) fn pipeline(passes: &str, sanitizers: &[Sanitizer]) -> String {
    let mut sanitizers = sanitizers.to_vec();
    sanitizers.sort_unstable();
    sanitizers.dedup();
    let more = sanitizers.into_iter().map(|sanitizer| sanitizer.passes());
    std::iter::once(passes).chain(more).collect::<Vec<&str>>().join(",")
}
