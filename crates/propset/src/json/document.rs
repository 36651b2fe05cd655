//! The shape of the JSON form, checked while it is parsed, so that every fault has a place.

use std::fmt;

use data_encoding::{BASE64, DecodeError, DecodeKind};
use indexmap::IndexMap;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, Unexpected, Visitor};

use super::{BIT_SIZES, unescape_set_name};
use crate::model::{PropertySet, PropertySetRegistry, Value};

/// Content of the JSON text: sets, and sizes in bits that are not applied yet.
pub(super) struct Document {
    pub(super) registry: PropertySetRegistry,
    /// Each key once, so that no property is copied twice.
    pub(super) bit_sizes: IndexMap<String, u64>,
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DocumentVisitor)
    }
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of property sets")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
        let mut document = Document { registry: PropertySetRegistry::new(), bit_sizes: IndexMap::new() };
        while let Some(name) = map.next_key::<String>()? {
            if name == BIT_SIZES {
                document.bit_sizes = map.next_value_seed(BitSizes)?;
            } else {
                let set = map.next_value_seed(Properties)?;
                document.registry.insert(unescape_set_name(&name), set);
            }
        }
        Ok(document)
    }
}

struct Properties;

impl<'de> DeserializeSeed<'de> for Properties {
    type Value = PropertySet;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<PropertySet, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Properties {
    type Value = PropertySet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of properties")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PropertySet, A::Error> {
        let mut set = PropertySet::new();
        while let Some(name) = map.next_key::<String>()? {
            set.insert(name, map.next_value_seed(PropertyValue)?);
        }
        Ok(set)
    }
}

struct PropertyValue;

impl<'de> DeserializeSeed<'de> for PropertyValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for PropertyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number from 0 to 4294967295 or a Base64 string")
    }

    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Value, E> {
        u32::try_from(n).map(Value::U32).map_err(|_| E::invalid_value(Unexpected::Unsigned(n), &self))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        let bytes = decode(text).map_err(|e| {
            let found = match e.kind {
                DecodeKind::Length | DecodeKind::Padding => "invalid padding".to_owned(),
                DecodeKind::Symbol | DecodeKind::Trailing => e.to_string(),
            };
            E::custom(format_args!("invalid Base64: {found}; expected standard Base64 with padding"))
        })?;
        Ok(Value::from(bytes))
    }
}

/// One run of bytes. The codec would also take several, each with padding.
fn decode(text: &str) -> Result<Vec<u8>, DecodeError> {
    match text.trim_end_matches('=').find('=') {
        Some(position) => Err(DecodeError { position, kind: DecodeKind::Symbol }),
        None => BASE64.decode(text.as_bytes()),
    }
}

struct BitSizes;

impl<'de> DeserializeSeed<'de> for BitSizes {
    type Value = IndexMap<String, u64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for BitSizes {
    type Value = IndexMap<String, u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of sizes in bits")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut sizes = IndexMap::new();
        while let Some(key) = map.next_key::<String>()? {
            let size = map.next_value::<serde_json::Value>()?;
            let bits = size.as_u64().ok_or_else(|| A::Error::custom("expected a size in bits, a number from 0"))?;
            sizes.insert(key, bits);
        }
        Ok(sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_one_run_with_padding() {
        assert_eq!(decode("QQ=="), Ok(b"A".to_vec()));
        assert_eq!(decode(""), Ok(Vec::new()));
        for text in ["QQ==QQ==", "QQ", "QQ=", "QR==", "Q", "====", "Q Q=", "é==="] {
            assert!(decode(text).is_err(), "{text}");
        }
    }
}
