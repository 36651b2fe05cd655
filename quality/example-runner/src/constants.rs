//! Specialization constants of the example programs: where their leaves lie, and the values given to them.

use serde_json::Value as Json;
use sycl_propset::runtime::UserValues;

use crate::scalars::{Kind, Number};

/// A specialization constant as its program's source declares it.
#[derive(Debug)]
pub(crate) struct Constant {
    /// Its name in the source.
    pub(crate) name: &'static str,
    /// The name that the front end gives it, which is what the properties of an image call it.
    pub(crate) symbolic_id: &'static str,
    pub(crate) layout: Layout,
    /// The value in the source, as JSON. Structures are arrays of their members.
    pub(crate) default: &'static str,
    /// Some other value, which reveals wrong ids and offsets.
    pub(crate) sample: &'static str,
}

/// Places of the leaves of a constant in its bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Layout {
    Scalar(Kind),
    Array(Kind, usize),
    /// The size of the whole, and each leaf's offset and kind.
    Structure(usize, &'static [(usize, Kind)]),
}

impl Layout {
    fn size(self) -> usize {
        match self {
            Layout::Scalar(kind) => kind.size(),
            Layout::Array(kind, count) => kind.size() * count,
            Layout::Structure(size, _) => size,
        }
    }

    fn leaves(self) -> Vec<(usize, Kind)> {
        match self {
            Layout::Scalar(kind) => vec![(0, kind)],
            Layout::Array(kind, count) => (0..count).map(|index| (index * kind.size(), kind)).collect(),
            Layout::Structure(_, leaves) => leaves.to_vec(),
        }
    }
}

/// A value that cannot be given to a constant.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ValueError {
    #[error("`{program}` has no specialization constant `{name}`; it has: {known}")]
    Unknown { program: &'static str, name: String, known: String },
    #[error("specialization constant `{name}`: {cause} in `{text}`; expected JSON")]
    Json { name: &'static str, text: String, cause: serde_json::Error },
    #[error("specialization constant `{name}` has {expected} leaves; found {found} values")]
    Count { name: &'static str, expected: usize, found: usize },
    #[error("specialization constant `{name}`: leaf {leaf} is of type {kind:?}; `{value}` is not")]
    Kind { name: &'static str, leaf: usize, kind: Kind, value: Json },
}

/// The value of one constant: its leaves in order.
#[derive(Debug, Clone)]
struct ConstantValue {
    constant: &'static Constant,
    leaves: Vec<Number>,
    /// Whether it differs from what the image has anyway, so that it has to be set.
    set: bool,
}

impl ConstantValue {
    fn parse(constant: &'static Constant, text: &str, set: bool) -> Result<Self, ValueError> {
        let name = constant.name;
        let json =
            serde_json::from_str(text).map_err(|cause| ValueError::Json { name, text: text.to_owned(), cause })?;
        let mut flat = Vec::new();
        flatten(&json, &mut flat);
        let layout = constant.layout.leaves();
        if flat.len() != layout.len() {
            return Err(ValueError::Count { name, expected: layout.len(), found: flat.len() });
        }
        let mut leaves = Vec::new();
        for (leaf, (value, (_, kind))) in flat.into_iter().zip(layout).enumerate() {
            let number = Number::from_json(value, kind).ok_or_else(|| ValueError::Kind {
                name,
                leaf,
                kind,
                value: value.clone(),
            })?;
            leaves.push(number);
        }
        Ok(Self { constant, leaves, set })
    }

    /// The object representation, with zeros for padding.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.constant.layout.size()];
        for (number, (offset, kind)) in self.leaves.iter().zip(self.constant.layout.leaves()) {
            let mut leaf = Vec::new();
            number.write(kind, &mut leaf);
            bytes[offset..offset + leaf.len()].copy_from_slice(&leaf);
        }
        bytes
    }
}

fn flatten<'json>(json: &'json Json, flat: &mut Vec<&'json Json>) {
    match json {
        Json::Array(items) => items.iter().for_each(|item| flatten(item, flat)),
        other => flat.push(other),
    }
}

/// A value for each constant of a program.
#[derive(Debug, Clone)]
pub(crate) struct Values(Vec<ConstantValue>);

impl Values {
    pub(crate) fn defaults(constants: &'static [Constant]) -> Result<Self, ValueError> {
        let values = constants.iter().map(|constant| ConstantValue::parse(constant, constant.default, false));
        Ok(Self(values.collect::<Result<_, _>>()?))
    }

    pub(crate) fn samples(constants: &'static [Constant]) -> Result<Self, ValueError> {
        let values = constants.iter().map(|constant| ConstantValue::parse(constant, constant.sample, true));
        Ok(Self(values.collect::<Result<_, _>>()?))
    }

    /// Gives the constant called `name` (in the source, or symbolic id) the value written in `text`.
    pub(crate) fn set(&mut self, program: &'static str, name: &str, text: &str) -> Result<(), ValueError> {
        let found = self.0.iter_mut().find(|value| [value.constant.name, value.constant.symbolic_id].contains(&name));
        let Some(value) = found else {
            let names: Vec<_> = self.0.iter().map(|value| value.constant.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(ValueError::Unknown { program, name: name.to_owned(), known });
        };
        *value = ConstantValue::parse(value.constant, text, true)?;
        Ok(())
    }

    /// Whether none has to be set.
    pub(crate) fn are_defaults(&self) -> bool {
        self.0.iter().all(|value| !value.set)
    }

    /// The bytes of those that have to be set.
    pub(crate) fn to_user_values(&self) -> UserValues {
        let set = self.0.iter().filter(|value| value.set);
        set.map(|value| (value.constant.symbolic_id.to_owned(), value.to_bytes())).collect()
    }

    /// The leaves of a constant. A program asks only for its own: with another name its test would compare zeros.
    fn leaves(&self, name: &str) -> &[Number] {
        let found = self.0.iter().find(|value| value.constant.name == name);
        &found.unwrap_or_else(|| panic!("the program has no specialization constant `{name}`")).leaves
    }

    pub(crate) fn integers(&self, name: &str) -> Vec<i128> {
        self.leaves(name)
            .iter()
            .map(|leaf| match leaf {
                Number::Integer(value) => *value,
                Number::Float(value) => *value as i128,
            })
            .collect()
    }

    pub(crate) fn floats(&self, name: &str) -> Vec<f64> {
        self.leaves(name).iter().map(|leaf| leaf.as_f64()).collect()
    }

    /// A scalar constant's value.
    pub(crate) fn integer(&self, name: &str) -> i128 {
        self.integers(name)[0]
    }

    /// A scalar constant's value.
    pub(crate) fn float(&self, name: &str) -> f64 {
        self.floats(name)[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "the program has no specialization constant `other`")]
    fn a_program_asks_for_constants_that_it_has() {
        Values::defaults(&[]).unwrap().integer("other");
    }
}
