//! Property files of either encoding, and how two registries differ.

use std::path::Path;

use data_encoding::HEXLOWER;
use sycl_propset::{PropertySetRegistry, SetName, Value, json, text};

use crate::error::Error;
use crate::source::read_text;

/// An encoding of property sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// `.prop`, the text form of DPC++.
    Text,
    /// `.prop.json`, the form of upstream LLVM.
    Json,
}

impl Encoding {
    /// By the name of a file: JSON if it ends in `.json`.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
            Self::Json
        } else {
            Self::Text
        }
    }

    /// Form of a file to read: JSON if its name ends in `.json`, whatever it contains; else by the first character that
    /// is not blank, since `{` starts JSON.
    #[must_use]
    pub fn of_file(path: &Path, content: &[u8]) -> Self {
        if content.trim_ascii_start().starts_with(b"{") { Self::Json } else { Self::of_path(path) }
    }

    /// The bytes of a registry.
    ///
    /// # Errors
    /// [`Error::Input`] for a name that the text form cannot hold.
    pub fn write(self, registry: &PropertySetRegistry) -> Result<String, Error> {
        match self {
            Self::Text => Ok(text::write(registry)?),
            Self::Json => Ok(json::write(registry)),
        }
    }
}

/// Names of the properties of a set, which for kernels and symbols are what the set says; none if there is no such set.
pub fn names<'a>(registry: &'a PropertySetRegistry, set: &SetName) -> impl Iterator<Item = &'a str> + use<'a> {
    registry.get(set).into_iter().flat_map(|set| set.iter()).map(|(name, _)| name)
}

/// Reads a property file, see [`Encoding::of_file`].
///
/// # Errors
/// [`Error::Read`] or [`Error::Text`].
pub fn load(path: &Path) -> Result<PropertySetRegistry, Error> {
    let content = read_text(path)?;
    let name = path.display().to_string();
    Ok(match Encoding::of_file(path, &content) {
        Encoding::Text => text::read(&content, &name)?,
        Encoding::Json => json::read(&content, &name)?,
    })
}

/// One difference between two registries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// A set that only one of them has.
    Set {
        /// The set.
        set: SetName,
        /// File that has it.
        only_in: Side,
    },
    /// A property that only one of them has.
    Property {
        /// The set.
        set: SetName,
        /// The property.
        property: String,
        /// File that has it.
        only_in: Side,
        /// Its value.
        value: Value,
    },
    /// A property with different values.
    Value {
        /// The set.
        set: SetName,
        /// The property.
        property: String,
        /// The value in the first registry.
        first: Value,
        /// The value in the second.
        second: Value,
    },
    /// Both have the same, in another order.
    Order,
}

/// One of two registries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    First,
    /// The second.
    Second,
}

/// Whether order counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Sets and properties must come in the same order.
    Counts,
    /// Only names and values count.
    Ignored,
}

/// Differences between two registries: sets and properties in the order of the first, then what only the second has.
#[must_use]
pub fn compare(first: &PropertySetRegistry, second: &PropertySetRegistry, order: Order) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (name, set) in first.iter() {
        let Some(other) = second.get(name) else {
            differences.push(Difference::Set { set: name.clone(), only_in: Side::First });
            continue;
        };
        for (property, value) in set.iter() {
            let (set, property) = (name.clone(), property.to_owned());
            match other.get(&property) {
                None => {
                    let value = value.clone();
                    differences.push(Difference::Property { set, property, only_in: Side::First, value });
                }
                Some(second) if second != value => {
                    let (first, second) = (value.clone(), second.clone());
                    differences.push(Difference::Value { set, property, first, second });
                }
                Some(_) => {}
            }
        }
        for (property, value) in other.iter().filter(|(property, _)| set.get(property).is_none()) {
            let (set, property, value) = (name.clone(), property.to_owned(), value.clone());
            differences.push(Difference::Property { set, property, only_in: Side::Second, value });
        }
    }
    for (name, _) in second.iter().filter(|(name, _)| first.get(name).is_none()) {
        differences.push(Difference::Set { set: name.clone(), only_in: Side::Second });
    }
    if differences.is_empty() && order == Order::Counts && first != second {
        differences.push(Difference::Order);
    }
    differences
}

/// A value for people: the integer, text in quotes, 32-bit integers, or bytes in hexadecimal.
#[must_use]
pub fn describe(value: &Value) -> String {
    const LONGEST: usize = 32;
    let printable = |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    match value {
        Value::U32(number) => number.to_string(),
        Value::Bytes(bytes) => {
            if let Some(text) = value.as_text().filter(printable) {
                return format!("{text:?}");
            }
            let shown = &bytes.as_slice()[..bytes.as_slice().len().min(LONGEST)];
            let more = if shown.len() < bytes.as_slice().len() { "..." } else { "" };
            match value.as_u32_list() {
                Some(list) if list.len() <= LONGEST => format!("{list:?}"),
                _ => format!("{} bits: {}{more}", bytes.bit_len(), HEXLOWER.encode(shown)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry(text: &str) -> PropertySetRegistry {
        text::read(text, "x").unwrap()
    }

    #[test]
    fn files_named_json_are_json() {
        let encoding = |name: &str, content: &[u8]| Encoding::of_file(Path::new(name), content);
        for content in [&b""[..], b"[SYCL/kernel names]\n", b"\xff", b" {"] {
            assert_eq!(encoding("a.prop.json", content), Encoding::Json);
            assert_eq!(encoding("A.JSON", content), Encoding::Json);
        }
        assert_eq!(encoding("a.prop", b"[s]\n"), Encoding::Text);
        assert_eq!(encoding("a", b" \n{}"), Encoding::Json);
    }

    #[test]
    fn differences_are_named() {
        let first = registry("[a]\nx=1|1\ny=1|2\n[b]\n");
        let second = registry("[c]\n[a]\ny=1|3\nz=1|4\n");
        let found = compare(&first, &second, Order::Ignored);
        assert_eq!(found.len(), 5, "{found:?}");
        assert!(matches!(&found[0], Difference::Property { property, only_in: Side::First, .. } if property == "x"));
        assert!(matches!(&found[1], Difference::Value { property, .. } if property == "y"));
        assert!(matches!(&found[2], Difference::Property { property, only_in: Side::Second, .. } if property == "z"));
        assert!(matches!(&found[4], Difference::Set { only_in: Side::Second, .. }));
    }

    #[test]
    fn order_counts_if_asked() {
        let (first, second) = (registry("[a]\nx=1|1\ny=1|2\n"), registry("[a]\ny=1|2\nx=1|1\n"));
        assert_eq!(compare(&first, &second, Order::Ignored), []);
        assert_eq!(compare(&first, &second, Order::Counts), [Difference::Order]);
    }

    #[test]
    fn values_are_shown_by_what_they_look_like() {
        assert_eq!(describe(&Value::U32(7)), "7");
        assert_eq!(describe(&Value::text("abc d")), "\"abc d\"");
        assert_eq!(describe(&Value::u32_list(&[1, 2])), "[1, 2]");
        assert_eq!(describe(&Value::from(vec![1, 2, 3])), "24 bits: 010203");
        assert_eq!(describe(&Value::from(vec![0xff; 133])), format!("1064 bits: {}...", "ff".repeat(32)));
    }
}
