//! Step 1: markers, which are calls of an undefined function with the name of a fact and numbers. Changes nothing.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_propset::demangle::display_name;

use super::{
    aspects::KnownAspects,
    error::Error,
    facts::{RawOperand, Statement, decode},
};
use crate::{
    annotations::text,
    ir::{Call, Function, ModuleView, Value, ValueKind},
    site::Site,
    uses::Uses,
};

/// The marker with C linkage.
const NAME: &[u8] = b"__sycl_passes_fact";
/// The start of its name with C++ linkage; its parameters follow.
const MANGLED: &[u8] = b"_Z18__sycl_passes_fact";

/// Whether a function is the one whose calls are markers.
pub(super) fn is_marker(function: Function<'_>) -> bool {
    let name = function.name_bytes();
    name == NAME || name.starts_with(MANGLED)
}

/// The markers of a module.
#[derive(Default)]
pub(super) struct Markers<'m> {
    pub(super) functions: Vec<Function<'m>>,
    /// In the order of functions, blocks and instructions.
    pub(super) calls: Vec<Call<'m>>,
    /// The variables that hold names of facts and aspects.
    pub(super) names: Vec<Value<'m>>,
}

impl<'m> Markers<'m> {
    /// Finds and decodes the markers; adds what they say to `statements`.
    pub(super) fn find(
        module: ModuleView<'m>,
        aspects: &KnownAspects<'_>,
        statements: &mut Vec<Statement<'m>>,
    ) -> Result<Self, Error> {
        let functions: Vec<Function<'m>> = module.functions().filter(|function| is_marker(*function)).collect();
        let mut markers = Self { functions, ..Self::default() };
        if markers.functions.is_empty() {
            return Ok(markers);
        }
        let (mut calls, mut others) = (FxHashSet::default(), FxHashMap::default());
        for function in &markers.functions {
            if !function.is_declaration() {
                return Err(Error::Defined { marker: display_name(&function.name()) });
            }
            let uses = Uses::find(*function);
            calls.extend(uses.calls.into_iter().map(Value::from));
            others.extend(uses.others.into_iter().map(|user| (user, *function)));
        }
        let users: FxHashSet<Function<'m>> =
            calls.iter().chain(others.keys()).filter(|u| u.is_instruction()).map(|u| u.parent_function()).collect();
        for function in module.functions().filter(|function| users.contains(function)) {
            for instruction in function.instructions() {
                if let Some(marker) = others.get(&instruction) {
                    let marker = display_name(&marker.name());
                    return Err(Error::NotACall { marker, site: site(function, instruction) });
                }
                if let Some(call) = instruction.as_call().filter(|_| calls.contains(&instruction)) {
                    markers.add(function, call, aspects, statements)?;
                }
            }
        }
        if let Some((global, marker)) = module.globals().find_map(|g| others.get(&g).map(|marker| (g, marker))) {
            let kind = match global.kind() {
                ValueKind::Function => "function",
                ValueKind::Variable => "variable",
                _ => "ifunc",
            };
            let marker = display_name(&marker.name());
            return Err(Error::InConstant { marker, kind, global: global.name() });
        }
        Ok(markers)
    }

    fn add(
        &mut self,
        function: Function<'m>,
        call: Call<'m>,
        aspects: &KnownAspects<'_>,
        statements: &mut Vec<Statement<'m>>,
    ) -> Result<(), Error> {
        let site = site(function, *call);
        let mut arguments = call.arguments();
        let name = arguments.next().map(|name| (name, text(name)));
        let (symbol, name) = match name {
            Some((symbol, Some(name))) => (symbol.strip_pointer_casts(), name),
            Some((symbol, None)) => return Err(Error::Name { site, found: shown(symbol.strip_pointer_casts()) }),
            None => return Err(Error::Name { site, found: "missing".to_owned() }),
        };
        let operands: Vec<Value<'m>> = arguments.collect();
        let texts = operands.iter().map(|operand| operand.strip_pointer_casts()).filter(|o| o.is_global_variable());
        let texts: Vec<Value<'m>> = texts.collect();
        let operands: Vec<_> = operands.into_iter().map(RawOperand::Value).collect();
        let fact = decode(&name, &operands, &site, aspects)?;
        if !call.is_unused() {
            return Err(Error::NotACall { marker: display_name(&call.called_value().name()), site });
        }
        statements.push(Statement { function, site, fact });
        self.calls.push(call);
        self.names.push(symbol);
        self.names.extend(texts);
        Ok(())
    }
}

fn site(function: Function<'_>, instruction: Value<'_>) -> Site {
    Site::new(function, instruction.location())
}

/// Text of the value where a name should be: of a variable its definition, because that has the fault.
fn shown(value: Value<'_>) -> String {
    const LONGEST: usize = 200;
    if !value.is_global_variable() {
        return value.describe();
    }
    let text = value.print();
    match text.trim().char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}...`", &text.trim()[..end]),
        None => format!("`{}`", text.trim()),
    }
}
