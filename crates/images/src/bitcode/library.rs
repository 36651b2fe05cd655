//! The modules of libraries that other modules need: those with the only definition of a declared name, and
//! what those need in turn. Of two that define the same, the first one counts.

use std::collections::{BTreeMap, BTreeSet};

use super::Symbols;

/// The numbers of the modules of libraries that are needed, in order.
#[must_use]
pub fn needed(code: &[Symbols], libraries: &[Symbols]) -> Vec<usize> {
    let mut defined_by: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, symbols) in libraries.iter().enumerate() {
        for name in &symbols.defined {
            defined_by.entry(name).or_insert(number);
        }
    }
    let mut known: BTreeSet<&str> = code.iter().flat_map(|code| &code.defined).map(String::as_str).collect();
    let mut open: Vec<&str> = code.iter().flat_map(|code| &code.needed).map(String::as_str).collect();
    let mut taken = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !known.insert(name) {
            continue;
        }
        if let Some(number) = defined_by.get(name)
            && taken.insert(*number)
        {
            open.extend(libraries[*number].needed.iter().map(String::as_str));
        }
    }
    taken.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(defined: &[&str], needed: &[&str]) -> Symbols {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Symbols { defined: names(defined), needed: names(needed) }
    }

    #[test]
    fn what_is_needed_is_found_through_other_libraries() {
        let code = [symbols(&["kernel"], &["f", "intrinsic"]), symbols(&["g"], &["kernel"])];
        let libraries = [
            symbols(&["other"], &["nowhere"]),
            symbols(&["h"], &["f", "i"]),
            symbols(&["f"], &["g", "h"]),
            symbols(&["f", "again"], &["other"]),
            symbols(&["i"], &[]),
            symbols(&["kernel"], &[]),
        ];
        assert_eq!(needed(&code, &libraries), [1, 2, 4]);
        assert_eq!(needed(&code[1..], &libraries[..5]), [0_usize; 0]);
        assert_eq!(needed(&[], &libraries), [0_usize; 0]);
    }
}
