//! Step 1: which variables are IR constants, and what a name means. Changes nothing.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use sycl_propset::{demangle::demangle, nearest::nearest, printable::printable};

use super::{Convention, Error};
use crate::{
    annotations::elements,
    ir::{GlobalVariable, ModuleView, Value},
    spec_constants::Known,
};

/// AdaptiveCpp's constants of its first stage, and their values in device code.
pub(crate) const STAGE_ONE: [(&str, &str); 5] = [
    ("__acpp_sscp_is_host", "0"),
    ("__acpp_sscp_is_device", "1"),
    ("__acpp_local_sscp_hcf_object_id", "0"),
    ("__acpp_local_sscp_hcf_object_size", "0"),
    ("__acpp_local_sscp_hcf_content", "\"\""),
];

/// Parts of the names of AdaptiveCpp's constants of its second stage.
const PATTERN: [&str; 2] = ["__acpp_sscp_s2_ir_constant", "__acpp_ir_constant_v"];

/// The annotation, or attribute, of a variable that makes it an IR constant.
const MARK: &str = "sycl-ir-constant";

/// Copies of one variable, which a link leaves of internal ones: `name` and `name.3`, in module order.
pub(super) struct Variable<'m> {
    /// The name without a number at its end.
    pub(super) name: Vec<u8>,
    pub(super) copies: Vec<GlobalVariable<'m>>,
    /// Whether it is an IR constant by its name or mark, not only because it is set.
    pub(super) is_constant: bool,
    /// Names from the source; none for what only its symbol names.
    friendly: BTreeSet<String>,
}

impl Variable<'_> {
    /// The name in messages: as in the source where there is one.
    pub(super) fn shown(&self) -> String {
        let symbol = String::from_utf8_lossy(&self.name);
        let source = self.friendly.iter().max_by_key(|name| name.len());
        printable(source.map_or(&*symbol, String::as_str)).into_owned()
    }
}

/// Meanings of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    /// A variable, by its place in [`Names::variables`].
    Variable(usize),
    /// A specialization constant, by its place.
    Specialization(usize),
}

/// The names of a module.
pub(super) struct Names<'m> {
    pub(super) variables: Vec<Variable<'m>>,
    pub(super) specialization: Vec<Specialization>,
    /// Exact names, those of copies and aliases too.
    by_symbol: FxHashMap<Vec<u8>, Vec<usize>>,
    by_source: FxHashMap<String, Vec<Meaning>>,
    /// Aliases of variables, by their symbols, and the symbols that they stand for.
    aliases: IndexMap<Vec<u8>, Vec<u8>>,
}

/// A specialization constant.
pub(super) struct Specialization {
    pub(super) id: String,
    /// Symbol of the `specialization_id` object.
    object: Vec<u8>,
}

impl<'m> Names<'m> {
    /// Finds what can be set.
    pub(super) fn collect(module: ModuleView<'m>, convention: Convention, known: &Known<'m>) -> Self {
        let marked = marked(module);
        let objects: FxHashSet<GlobalVariable<'m>> = known.constants().map(|(_, _, object)| object).collect();
        let mut variables: IndexMap<Vec<u8>, Variable<'m>> = IndexMap::new();
        for variable in module.global_variables() {
            let symbol = variable.name_bytes();
            if symbol.is_empty() || symbol.starts_with(b"llvm.") || objects.contains(&variable) {
                continue;
            }
            let name = without_number(&symbol).to_vec();
            let is_constant = is_constant(&name, convention) || marked.contains(&variable);
            let entry = variables.entry(name).or_insert_with_key(|name| Variable {
                name: name.clone(),
                copies: Vec::new(),
                is_constant: false,
                friendly: BTreeSet::new(),
            });
            // A variable that cannot be written to has its value, unless it is an IR constant.
            if entry.friendly.is_empty() && (is_constant || variable.constant_initializer().is_none()) {
                entry.friendly = source_names(&entry.name);
            }
            entry.is_constant |= is_constant;
            entry.copies.push(variable);
        }
        let specialization = known
            .constants()
            .map(|(id, _, object)| Specialization { id: id.to_owned(), object: object.name_bytes() })
            .collect();
        let variables = variables.into_values().collect();
        let mut names = Self {
            variables,
            specialization,
            by_symbol: FxHashMap::default(),
            by_source: FxHashMap::default(),
            aliases: aliases(module),
        };
        names.index();
        names.index_aliases();
        names
    }

    fn index(&mut self) {
        for (place, variable) in self.variables.iter().enumerate() {
            let mut symbols: BTreeSet<Vec<u8>> = variable.copies.iter().map(|copy| copy.name_bytes()).collect();
            symbols.insert(variable.name.clone());
            for symbol in symbols {
                self.by_symbol.entry(symbol).or_default().push(place);
            }
            for name in &variable.friendly {
                self.by_source.entry(name.clone()).or_default().push(Meaning::Variable(place));
            }
        }
        for (place, constant) in self.specialization.iter().enumerate() {
            let mut names = source_names(&constant.object);
            names.extend(String::from_utf8(constant.object.clone()));
            names.insert(constant.id.clone());
            for name in names {
                self.by_source.entry(name).or_default().push(Meaning::Specialization(place));
            }
        }
    }

    /// An alias means what it stands for.
    fn index_aliases(&mut self) {
        for (alias, symbol) in &self.aliases {
            let variables = self.by_symbol.get(symbol).into_iter().flatten().map(|place| Meaning::Variable(*place));
            let constants = self.specialization.iter().enumerate().filter(|(_, constant)| constant.object == *symbol);
            let meanings: Vec<Meaning> =
                variables.chain(constants.map(|(place, _)| Meaning::Specialization(place))).collect();
            for meaning in meanings {
                match meaning {
                    Meaning::Variable(place) => self.by_symbol.entry(alias.clone()).or_default().push(place),
                    Meaning::Specialization(_) => {
                        let name = String::from_utf8_lossy(alias).into_owned();
                        self.by_source.entry(name).or_default().push(meaning);
                    }
                }
                for name in source_names(alias) {
                    let known = self.by_source.entry(name).or_default();
                    if !known.contains(&meaning) {
                        known.push(meaning);
                    }
                }
            }
        }
    }

    /// The symbol of the variable that a name is, if it is that of an alias; else the name.
    pub(super) fn symbol<'a>(&'a self, name: &'a str) -> &'a [u8] {
        self.aliases.get(name.as_bytes()).map_or(name.as_bytes(), Vec::as_slice)
    }

    /// Meaning of a name.
    ///
    /// # Errors
    /// It means nothing, or two things.
    pub(super) fn resolve(&self, name: &str) -> Result<Meaning, Error> {
        let exact = self.by_symbol.get(name.as_bytes()).into_iter().flatten().map(|place| Meaning::Variable(*place));
        let mut found: BTreeSet<Meaning> = exact.collect();
        let by_id = self.specialization.iter().position(|constant| constant.id == name);
        let source = self.by_source.get(name).map(Vec::as_slice).unwrap_or_default();
        let is_exact = |meaning: &Meaning| match meaning {
            Meaning::Variable(_) => found.is_empty(),
            Meaning::Specialization(place) => by_id.is_none_or(|exact| exact == *place),
        };
        let source: Vec<Meaning> = source.iter().copied().filter(is_exact).collect();
        found.extend(source);
        if found.is_empty() {
            found.extend(self.by_part(name).map(Meaning::Variable));
        }
        match found.into_iter().collect::<Vec<_>>().as_slice() {
            [] => Err(Error::Unknown { name: printable(name).into_owned(), nearest: self.nearest(name) }),
            [meaning] => Ok(*meaning),
            several => {
                let meanings = several.iter().map(|meaning| self.describe(*meaning)).collect();
                Err(Error::Ambiguous { name: printable(name).into_owned(), meanings })
            }
        }
    }

    /// AdaptiveCpp's constants of its second stage whose symbol has a text in it, as its run time looks them up.
    fn by_part(&self, text: &str) -> impl Iterator<Item = usize> {
        let has = |name: &[u8]| !text.is_empty() && contains(name, text);
        let found = self.variables.iter().enumerate();
        found.filter(move |(_, v)| v.is_constant && is_stage_two(&v.name) && has(&v.name)).map(|(place, _)| place)
    }

    fn describe(&self, meaning: Meaning) -> String {
        match meaning {
            Meaning::Variable(place) => format!("variable `{}`", String::from_utf8_lossy(&self.variables[place].name)),
            Meaning::Specialization(place) => format!("specialization constant `{}`", self.specialization[place].id),
        }
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let mut known: Vec<&str> = self.by_source.keys().map(String::as_str).collect();
        known.extend(self.by_symbol.keys().filter_map(|symbol| std::str::from_utf8(symbol).ok()));
        known.sort_unstable();
        nearest(name, known).map(|name| printable(name).into_owned())
    }
}

/// The aliases that stand for a whole variable, also through other aliases, with the symbol of that one.
fn aliases(module: ModuleView<'_>) -> IndexMap<Vec<u8>, Vec<u8>> {
    let mut found = IndexMap::new();
    for alias in module.aliases() {
        let of = alias.strip_pointer_casts();
        if of.is_global_variable() {
            found.insert(alias.name_bytes(), of.name_bytes());
        }
    }
    found
}

/// Variables that have the mark.
pub(crate) fn marked(module: ModuleView<'_>) -> FxHashSet<GlobalVariable<'_>> {
    let by_attribute = module.global_variables().filter(|variable| variable.string_attribute(MARK).is_some());
    let mut marked: FxHashSet<GlobalVariable<'_>> = by_attribute.collect();
    for element in elements(module).map(|(_, elements)| elements).unwrap_or_default() {
        let part =
            |index| element.aggregate_element(index).and_then(|part| part.strip_pointer_casts().as_global_variable());
        let text = part(1).and_then(GlobalVariable::initializer).and_then(Value::string_bytes);
        if text.as_deref() == Some(MARK.as_bytes()) {
            marked.extend(part(0));
        }
    }
    marked
}

/// The name without the number that a link appends: `name.3`.
fn without_number(symbol: &[u8]) -> &[u8] {
    let digits = symbol.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    match symbol[..symbol.len() - digits].strip_suffix(b".") {
        Some(name) if digits > 0 && !name.is_empty() => name,
        _ => symbol,
    }
}

fn contains(name: &[u8], part: &str) -> bool {
    name.windows(part.len()).any(|window| window == part.as_bytes())
}

fn is_stage_two(name: &[u8]) -> bool {
    PATTERN.iter().all(|part| contains(name, part))
}

/// Whether a variable is an IR constant by its name.
fn is_constant(name: &[u8], convention: Convention) -> bool {
    convention != Convention::Spir
        && (STAGE_ONE.iter().any(|(known, _)| known.as_bytes() == name) || is_stage_two(name))
}

/// Names from the source of a variable with a mangled name: `ns::v` and `v`. Of AdaptiveCpp's constants of the second
/// stage those of the object that stands for the constant.
fn source_names(symbol: &[u8]) -> BTreeSet<String> {
    let Ok(symbol) = std::str::from_utf8(symbol) else { return BTreeSet::new() };
    let full = demangle(symbol);
    if full == symbol {
        return BTreeSet::new();
    }
    let object = is_stage_two(symbol.as_bytes()).then(|| template_argument(&full)).flatten();
    let full = object.unwrap_or(full);
    let unqualified = unqualified(&full).to_owned();
    BTreeSet::from([full, unqualified])
}

/// Text behind the last `::` that is in no brackets.
fn unqualified(name: &str) -> &str {
    let (mut depth, mut start) = (0i32, 0);
    for (at, character) in name.char_indices() {
        match character {
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth -= 1,
            ':' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    &name[start..]
}

/// The first argument of AdaptiveCpp's template, without what the demangler puts around the name of an object.
fn template_argument(full: &str) -> Option<String> {
    let (_, rest) = full.split_once(PATTERN[0])?;
    let rest = rest.strip_prefix('<')?;
    let mut depth = 0i32;
    let end = rest.find(|character| {
        let is_end = depth == 0 && matches!(character, ',' | '>');
        match character {
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        is_end
    })?;
    Some(rest[..end].trim_matches(['&', '(', ')', ' ']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{source_names, unqualified, without_number};

    #[test]
    fn numbers_of_copies() {
        for (symbol, name) in
            [("a.3", "a"), ("a", "a"), ("a.b", "a.b"), (".3", ".3"), ("a.", "a."), ("a3", "a3"), ("a.1.2", "a.1")]
        {
            assert_eq!(without_number(symbol.as_bytes()), name.as_bytes());
        }
    }

    #[test]
    fn names_from_the_source() {
        assert_eq!(unqualified("a::b<c::d>::e"), "e");
        assert_eq!(unqualified("f(a::b)::v"), "v");
        let names = |symbol: &str| source_names(symbol.as_bytes()).into_iter().collect::<Vec<_>>();
        assert_eq!(names("_ZL4gain"), ["gain"]);
        assert_eq!(names("_ZN2ns4gainE"), ["gain", "ns::gain"]);
        assert_eq!(names("gain"), [""; 0]);
        let constant =
            "_ZZN7hipsycl4glue26__acpp_sscp_s2_ir_constantIL_ZN2ns15current_backendEEiE3getEiE20__acpp_ir_constant_v";
        assert_eq!(names(constant), ["current_backend", "ns::current_backend"]);
    }
}
