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

/// Reason why one module cannot be compiled without another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    /// The number of the module.
    pub module: usize,
    /// The number of the other one: of a module, or behind them of a library.
    pub other: usize,
    /// The function or variable.
    pub name: String,
    /// Both define it, and the program has one of it; otherwise the module uses that of the other one.
    pub is_shared: bool,
}

/// The first module that cannot be compiled without another one, or without a library, and why; `None` if each can be
/// compiled alone.
#[must_use]
pub fn dependence(modules: &[Symbols], libraries: &[Symbols]) -> Option<Dependence> {
    let mut defined_by: BTreeMap<&str, usize> = BTreeMap::new();
    let mut single_of: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, symbols) in modules.iter().chain(libraries).enumerate() {
        for name in &symbols.defined {
            defined_by.entry(name).or_insert(number);
        }
    }
    for (number, symbols) in modules.iter().enumerate() {
        for name in &symbols.single {
            single_of.entry(name).or_insert(number);
        }
    }
    modules.iter().enumerate().find_map(|(module, symbols)| {
        let used = symbols.needed.iter().chain(&symbols.perhaps);
        let of_other = |name: &&String| defined_by.get(name.as_str()).filter(|other| **other != module).copied();
        let used = used.filter_map(|name| Some((of_other(&name)?, name, false)));
        let shared = symbols.defined.iter().filter_map(|name| {
            let single = *single_of.get(name.as_str())?;
            let other = if single == module { of_other(&name)? } else { single };
            Some((other, name, true))
        });
        let found = used.chain(shared).next();
        found.map(|(other, name, is_shared)| Dependence { module, other, name: name.clone(), is_shared })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_depend_on_each_other_by_what_they_use_and_by_what_both_have_one_of() {
        let single =
            |names: &[&str], needed: &[&str]| Symbols { single: symbols(names, &[]).defined, ..symbols(names, needed) };
        let of = |modules: &[Symbols], libraries: &[Symbols]| {
            dependence(modules, libraries).map(|found| (found.module, found.other, found.name, found.is_shared))
        };
        let apart =
            [symbols(&["kernel", "inline"], &["__spirv_f"]), symbols(&["kernel", "inline"], &[]), single(&["g"], &[])];
        assert_eq!(of(&apart, &[]), None);
        let uses = [apart[0].clone(), symbols(&["h"], &["g"]), apart[2].clone()];
        assert_eq!(of(&uses, &[]), Some((1, 2, "g".to_owned(), false)));
        assert_eq!(of(&uses[..2], &[]), None);
        assert_eq!(of(&uses[..2], &[symbols(&["g"], &[])]), Some((1, 2, "g".to_owned(), false)));
        let perhaps = [Symbols { perhaps: vec!["g".to_owned()], ..Symbols::default() }, apart[2].clone()];
        assert_eq!(of(&perhaps, &[]), Some((0, 1, "g".to_owned(), false)));
        // Of two definitions of which one may not be merged.
        assert_eq!(of(&[symbols(&["g"], &[]), apart[2].clone()], &[]), Some((0, 1, "g".to_owned(), true)));
        assert_eq!(of(&[apart[2].clone(), symbols(&["g"], &[])], &[]), Some((1, 0, "g".to_owned(), true)));
        assert_eq!(of(&[apart[2].clone(), apart[2].clone()], &[]), Some((1, 0, "g".to_owned(), true)));
    }

    fn symbols(defined: &[&str], needed: &[&str]) -> Symbols {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Symbols { defined: names(defined), needed: names(needed), ..Symbols::default() }
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
