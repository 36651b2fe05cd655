//! Aspects in metadata: of functions, of instructions, of a module.

use super::kind;
use crate::ir::{
    metadata::{Attachments, Error, Node, Operand},
    module::ModuleView,
    types::TypeKind,
    value::Value,
};

/// An aspect as metadata names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aspect {
    /// Its number; negative ones are the front end's own.
    pub value: i32,
    /// Its name, where the operand is a pair.
    pub name: Option<String>,
}

/// The number of an aspect. Negative ones are the front end's own, as `i32`; what is narrower has no room for a sign.
fn aspect_number(value: &Value<'_>) -> Option<i32> {
    let number = match value.ty().kind() {
        TypeKind::Integer(..32) => i64::try_from(value.as_unsigned()?).ok(),
        _ => value.as_signed(),
    };
    i32::try_from(number?).ok()
}

impl Attachments<'_> {
    /// The aspects that a node of this kind lists; none if there is no such node.
    pub(super) fn aspects(&self, kind: u32, name: &'static str) -> Result<Option<Vec<Aspect>>, Error> {
        self.get(kind).map(|node| node.aspects(name, 0, || self.item())).transpose()
    }

    /// The numbers in such a list; adds the names in it to `names`.
    pub(super) fn numbers(
        &self,
        kind: u32,
        name: &'static str,
        names: &mut Vec<(i64, String)>,
    ) -> Result<Vec<i64>, Error> {
        let aspects = self.aspects(kind, name)?.unwrap_or_default();
        let number = |aspect: Aspect| {
            let value = i64::from(aspect.value);
            names.extend(aspect.name.map(|name| (value, name)));
            value
        };
        Ok(aspects.into_iter().map(number).collect())
    }
}

impl Node<'_> {
    /// The operands from `first` on as aspects: plain integers, or pairs of name and integer once names were recorded.
    pub(super) fn aspects(
        self,
        kind: &'static str,
        first: usize,
        item: impl Fn() -> String,
    ) -> Result<Vec<Aspect>, Error> {
        let operands = self.operands();
        let aspects = operands.iter().enumerate().skip(first).map(|(operand, given)| {
            let aspect = match given {
                Operand::Value(v) => aspect_number(v).map(|value| Aspect { value, name: None }),
                Operand::Node(pair) => match pair.operands().as_slice() {
                    [Operand::Text(name), Operand::Value(v)] => {
                        aspect_number(v).map(|value| Aspect { value, name: Some(name.clone()) })
                    }
                    _ => None,
                },
                _ => None,
            };
            aspect.ok_or_else(|| Error {
                kind: kind.into(),
                item: item(),
                operand,
                found: given.describe(),
                expected: "an integer or a pair of aspect name and integer",
            })
        });
        aspects.collect()
    }
}

/// Reads `!sycl_aspects`: names with numbers, in order.
///
/// # Errors
/// An entry that is not a pair of name and integer.
pub fn known_aspects(module: ModuleView<'_>) -> Result<Vec<(String, i32)>, Error> {
    let entries = module.named_metadata(kind::ASPECTS).into_iter().enumerate().map(|(index, node)| {
        let mut operands = node.operands();
        if let [Operand::Text(name), Operand::Value(value)] = &mut operands[..]
            && let Some(value) = aspect_number(value)
        {
            return Ok((std::mem::take(name), value));
        }
        let wrong = |operand: usize, expected| Error {
            kind: kind::ASPECTS.into(),
            item: match operands.first() {
                Some(Operand::Text(name)) => name.clone(),
                _ => format!("entry {index}"),
            },
            operand,
            found: operands.get(operand).map_or_else(|| "missing".to_owned(), Operand::describe),
            expected,
        };
        Err(match &operands[..] {
            [Operand::Text(_), Operand::Value(value), _, ..] if aspect_number(value).is_some() => {
                wrong(2, "two operands, name and integer")
            }
            [Operand::Text(_), ..] => wrong(1, "an integer of 32 bits"),
            _ => wrong(0, "an aspect's name"),
        })
    });
    entries.collect()
}

/// Reads `!sycl_types_that_use_aspects`: names of structs with their aspects, in order.
///
/// # Errors
/// An entry that is not a name followed by aspects.
pub fn types_that_use_aspects(module: ModuleView<'_>) -> Result<Vec<(String, Vec<Aspect>)>, Error> {
    let entries = module.named_metadata(kind::TYPES_THAT_USE_ASPECTS).into_iter().enumerate().map(|(index, node)| {
        let first = node.operands().into_iter().next();
        let Some(Operand::Text(name)) = first else {
            return Err(Error {
                kind: kind::TYPES_THAT_USE_ASPECTS.into(),
                item: format!("entry {index}"),
                operand: 0,
                found: first.map_or_else(|| "missing".to_owned(), |operand| operand.describe()),
                expected: "a type's name",
            });
        };
        let aspects = node.aspects(kind::TYPES_THAT_USE_ASPECTS, 1, || name.clone())?;
        Ok((name, aspects))
    });
    entries.collect()
}
