//! Device code that clang writes and LLVM does not read, in the user's words instead of LLVM's.
//!
//! Stock clang does not check which variables device code uses. Of two kinds it writes modules that are malformed, so
//! that no pass gets to say what is wrong. Names are in the module's table of strings.

use std::fs;

use sycl_propset::demangle::demangle;

use super::super::action::{Action, StepKind};
use super::Executor;

/// LLVM's message, the prefixes of names in the module that show such a variable, and the fault of the variable.
const KINDS: [(&str, &[&str], &str); 2] = [
    (
        "Incorrect type in struct initializer",
        &["_ZGV"],
        "have initializers that run on the host when the program starts; expected initializers that the compiler evaluates, \
         as of `constexpr` variables, or captured values",
    ),
    (
        "llvm.threadlocal.address first argument must be a GlobalValue",
        &["_ZTW", "_ZTH"],
        "are `thread_local`, and threads are the host's; expected variables of functions, captured values or local memory",
    ),
];

/// Bytes of a mangled name that are looked at.
const LONGEST_NAME: usize = 512;

/// The message of a step that failed: LLVM's words, or better ones.
pub(super) fn explained(executor: &Executor<'_>, action: &Action, output: String) -> String {
    if !matches!(action.title.kind, StepKind::FrontEnd | StepKind::PostLink) {
        return output;
    }
    let module = || action.inputs.last().and_then(|file| fs::read(executor.work.path().join(file.path())).ok());
    in_words(&output, module).unwrap_or(output)
}

/// The meaning of LLVM's words, if they are of one of these kinds.
fn in_words(output: &str, module: impl FnOnce() -> Option<Vec<u8>>) -> Option<String> {
    let (_, prefixes, problem) = KINDS.iter().find(|(words, ..)| output.contains(words))?;
    let module = module().unwrap_or_default();
    let mut names: Vec<String> = prefixes.iter().flat_map(|prefix| variables(&module, prefix)).collect();
    names.sort_unstable();
    names.dedup();
    let named = match names.as_slice() {
        [] => String::new(),
        names => format!(" (`{}`)", names.join("`, `")),
    };
    Some(format!("error: device code uses variables{named} that {problem}"))
}

/// The variables that names with a prefix belong to, as in the source.
fn variables(module: &[u8], prefix: &str) -> Vec<String> {
    let starts = module.windows(prefix.len()).enumerate().filter(|(_, window)| *window == prefix.as_bytes());
    starts.filter_map(|(start, _)| variable(&module[start..], prefix)).collect()
}

/// The variable of the name that some bytes begin with. Names stand side by side in the table, so the shortest that is
/// one counts.
fn variable(bytes: &[u8], prefix: &str) -> Option<String> {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = bytes.iter().take(LONGEST_NAME).take_while(is_of_name).count();
    let name = std::str::from_utf8(&bytes[..length]).ok()?;
    (prefix.len() + 1..=length).find_map(|end| {
        let source = demangle(&name[..end]);
        let (_, variable) = source.split_once(" for ").filter(|_| source != name[..end])?;
        Some(variable.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::{in_words, variables};

    #[test]
    fn names_are_found_among_others() {
        let module = b"BC\xC0\xDE..parameters_ZGV10parameters_Z7computei_ZGVN1AIiE5valueEmain\xFF_ZGV_ZTW1t_ZTH1t";
        assert_eq!(variables(module, "_ZGV"), ["parameters", "A<int>::value"]);
        assert_eq!(variables(module, "_ZTW"), ["t"]);
        assert!(variables(module, "_ZXX").is_empty());
    }

    #[test]
    fn llvms_words_are_replaced() {
        let module = || Some(b"scale_ZGV5scale_ZTW1t".to_vec());
        let initializer =
            in_words("opt: x.bc: error: Incorrect type in struct initializer (Producer: 'LLVM22')", module);
        assert_eq!(
            initializer.as_deref(),
            Some(
                "error: device code uses variables (`scale`) that have initializers that run on the host when the \
                 program starts; expected initializers that the compiler evaluates, as of `constexpr` variables, or \
                 captured values"
            )
        );
        let of_threads =
            in_words("llvm.threadlocal.address first argument must be a GlobalValue\nopt: broken", || None);
        assert_eq!(
            of_threads.as_deref(),
            Some(
                "error: device code uses variables that are `thread_local`, and threads are the host's; expected \
                 variables of functions, captured values or local memory"
            )
        );
        assert_eq!(in_words("error: something else", module), None);
    }
}
