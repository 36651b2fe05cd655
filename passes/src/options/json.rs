//! Parameters in JSON: an object with `true` for flags, text or numbers for values, arrays for what may be repeated.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

use super::{
    ConfigProblem, OptionError, ParameterValue,
    layer::{Entry, Layer},
};

/// The parameters in an object of a file.
///
/// # Errors
/// A value of no form that parameters have.
pub(crate) fn layer(object: Map<String, Value>, file: &str) -> Result<Layer, OptionError> {
    let mut entries = Vec::with_capacity(object.len());
    for (name, value) in object {
        let values = match value {
            Value::Array(values) => values,
            value => vec![value],
        };
        let mut given = Vec::with_capacity(values.len());
        for value in values {
            given.push(match value {
                Value::Bool(is_set) => ParameterValue::Flag(is_set),
                Value::String(text) => ParameterValue::Text(text.into()),
                Value::Number(number) => ParameterValue::Number(number),
                found => {
                    return Err(OptionError::config(file, ConfigProblem::Form { name, found }));
                }
            });
        }
        entries.push(Entry { name, values: given });
    }
    Ok(Layer { file: Some(file.to_owned()), entries })
}

/// Parses an object of which no member, at any depth, occurs twice: the last one would win without a word.
pub(crate) fn parse_object(text: &str) -> Result<Map<String, Value>, serde_json::Error> {
    serde_json::from_str::<Object>(text).map(|object| object.0)
}

struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Tree).and_then(|tree| match tree {
            Value::Object(object) => Ok(Self(object)),
            _ => Err(D::Error::custom("no object")),
        })
    }
}

/// Any JSON.
struct Any(Value);

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree).map(Self)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Any(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("`{name}` occurs twice")));
            }
            let Any(value) = members.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}
