//! Step 2: annotations of functions, `sycl-passes:<fact>=<number>,...`. Changes nothing.

use super::{
    aspects::KnownAspects,
    error::Error,
    facts::{RawOperand, Statement, decode},
};
use crate::{
    annotations::{annotated, elements, location, parts, text},
    ir::{GlobalVariable, ModuleView, Value},
    site::Site,
};

/// Prefix of our texts.
const PREFIX: &str = "sycl-passes:";

/// The annotations of a module, if some of them are ours.
pub(super) struct Annotations<'m> {
    /// The list.
    pub(super) list: GlobalVariable<'m>,
    /// The elements that are not ours.
    pub(super) kept: Vec<Value<'m>>,
    /// Variables that ours refer to: texts, files, arguments.
    pub(super) parts: Vec<Value<'m>>,
}

/// Whether a module has annotations that are ours.
pub(super) fn has_any(module: ModuleView<'_>) -> bool {
    elements(module).is_some_and(|(_, elements)| elements.iter().any(|element| our_text(*element).is_some()))
}

/// Finds and decodes our annotations; adds what they say to `statements`.
pub(super) fn find<'m>(
    module: ModuleView<'m>,
    aspects: &KnownAspects<'_>,
    statements: &mut Vec<Statement<'m>>,
) -> Result<Option<Annotations<'m>>, Error> {
    let Some((list, elements)) = elements(module) else { return Ok(None) };
    let mut annotations = Annotations { list, kept: Vec::new(), parts: Vec::new() };
    for element in &elements {
        match our_text(*element) {
            Some(text) => statements.push(annotations.read(*element, &text, aspects)?),
            None => annotations.kept.push(*element),
        }
    }
    Ok((annotations.kept.len() != elements.len()).then_some(annotations))
}

/// The text of an annotation that is ours, without the prefix.
fn our_text(element: Value<'_>) -> Option<String> {
    text(element.aggregate_element(1)?)?.strip_prefix(PREFIX).map(str::to_owned)
}

impl<'m> Annotations<'m> {
    fn read(&mut self, element: Value<'m>, text: &str, aspects: &KnownAspects<'_>) -> Result<Statement<'m>, Error> {
        let part = |index| element.aggregate_element(index).map(Value::strip_pointer_casts);
        self.parts.extend([1, 2, 4].into_iter().filter_map(part).filter(|part| part.is_global_variable()));
        let refused = |item| Error::NotAFunction { text: format!("{PREFIX}{text}"), item };
        let function = annotated(element).map_err(refused)?;
        let site = Site::new(function, location(element));
        let (name, numbers) = match text.split_once('=') {
            Some((name, numbers)) => (name, numbers.split(',').map(str::trim).collect()),
            None => (text, Vec::new()),
        };
        let mut operands: Vec<RawOperand<'_, 'm>> = numbers.into_iter().map(RawOperand::Text).collect();
        if let Some(arguments) = element.aggregate_element(4).filter(|arguments| !arguments.is_null()) {
            let variable = arguments.strip_pointer_casts().as_global_variable();
            match variable.and_then(GlobalVariable::constant_initializer).and_then(parts) {
                Some(arguments) => {
                    let texts = arguments.iter().map(|argument| argument.strip_pointer_casts());
                    self.parts.extend(texts.filter(|text| text.is_global_variable()));
                    operands.extend(arguments.into_iter().map(RawOperand::Value));
                }
                // `decode` rejects it: it is not a valid operand.
                None => operands.push(RawOperand::Value(arguments)),
            }
        }
        let fact = decode(name.trim(), &operands, &site, aspects)?;
        Ok(Statement { function, site, fact })
    }
}
