//! Code for the host that looks for mistakes while it runs: LLVM's passes, and the attributes by which they know which
//! functions they are for.
//!
//! They run after the optimizer, as in clang. What only a front end knows, such as signed overflow, is not looked for.

use crate::ir::Editor;

pub use sycl_propset::words::Sanitizer;

/// The order of their passes.
const IN_ORDER: [Sanitizer; 3] = [Sanitizer::Undefined, Sanitizer::Address, Sanitizer::Thread];

/// The attribute of functions that are instrumented.
fn attribute(sanitizer: Sanitizer) -> Option<&'static str> {
    match sanitizer {
        Sanitizer::Undefined => None,
        Sanitizer::Address => Some("sanitize_address"),
        Sanitizer::Thread => Some("sanitize_thread"),
    }
}

fn passes_of(sanitizer: Sanitizer) -> &'static str {
    match sanitizer {
        Sanitizer::Undefined => "function(bounds-checking<rt>)",
        Sanitizer::Address => "asan",
        Sanitizer::Thread => "tsan-module,function(tsan)",
    }
}

/// Says of all functions that they are instrumented.
pub(super) fn mark(editor: &mut Editor<'_>, sanitizers: &[Sanitizer]) {
    for attribute in sanitizers.iter().filter_map(|sanitizer| attribute(*sanitizer)) {
        for function in editor.view().functions().filter(|function| !function.is_declaration()) {
            editor.add_attribute(function, attribute);
        }
    }
}

/// A pipeline with these passes behind it, each once.
pub(super) fn pipeline(passes: &str, sanitizers: &[Sanitizer]) -> String {
    let more =
        IN_ORDER.iter().filter(|sanitizer| sanitizers.contains(sanitizer)).map(|sanitizer| passes_of(*sanitizer));
    std::iter::once(passes).chain(more).collect::<Vec<&str>>().join(",")
}
