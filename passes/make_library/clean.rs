//! Takes out of clang's IR what belongs to one processor, one path or one version of clang.

use crate::table::Family;

/// The module without names of files, and with functions that inline into code for any processor: a function does not
/// go into one with fewer features.
pub(crate) fn cleaned(text: &str, target: Family) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for line in text.lines() {
        let dropped = line.starts_with("; ModuleID")
            || line.starts_with("source_filename")
            || line.starts_with("!llvm.module.flags")
            || line.starts_with("!llvm.ident")
            || line.starts_with("!llvm.errno.tbaa")
            // Atomic operations are defined after what clang wrote.
            || (line.starts_with("declare ")
                && line.contains("@__sp_")
                && !["@__sp_host_", "@__sp_libm_"].iter().any(|prefix| line.contains(prefix)))
            // The host's takes those of the module that it is linked into.
            || (target == Family::Host && line.starts_with("target "));
        if dropped {
            continue;
        }
        if target == Family::Host && line.contains(" memory(none) ") {
            // A function of its arguments alone does not wait for other items. LLVM vectorizes loops that call it only
            // if it knows what the function does.
            cleaned.push_str(&without_strings(line).replace(" convergent ", " ").replace(" nobuiltin ", " "));
        } else if line.starts_with("attributes #") {
            cleaned.push_str(&without_strings(line));
        } else {
            cleaned.push_str(line);
        }
        cleaned.push('\n');
    }
    cleaned
}

/// The optimized module with functions that are inlined wherever they are called, but those that are to stay functions,
/// which `hot` marks. Until here they were not, lest those that call others become copies of them.
pub(crate) fn inlined(text: &str) -> String {
    let mut inlined = String::with_capacity(text.len());
    // Without one the assembler writes the path of its input.
    inlined.push_str("source_filename = \"sycl-builtins\"\n");
    for line in text.lines() {
        let dropped = line.starts_with("; ModuleID") || line.starts_with("source_filename");
        if line.starts_with("attributes #") && !line.contains(" hot ") {
            inlined.push_str(&line.replace(" noinline ", " alwaysinline "));
        } else if !dropped {
            inlined.push_str(line);
        }
        inlined.push('\n');
    }
    inlined
}

/// An attribute group without `"key"` and `"key"="value"`.
fn without_strings(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut quoted = false;
    for character in line.chars() {
        match (character, quoted) {
            ('"', _) => quoted = !quoted,
            (_, true) => {}
            // Between a key and its value; the group's own is before a brace.
            ('=', false) if !kept.ends_with(' ') || kept.contains('{') => {}
            (other, false) => kept.push(other),
        }
    }
    kept
}
