//! The `.prop.json` form of property sets: the shape that upstream LLVM's `PropertySet` reader and writer use.
//!
//! ```text
//! {"<set name>":{"<property name>":<number or Base64 string>,...},...}
//! ```
//! Compact, no final line break. A number is a 32-bit unsigned integer; a string is bytes in standard Base64 with
//! padding, of the payload alone. Upstream sorts names; this writer keeps the registry's order, which upstream's reader
//! does not mind and which makes the change to the text form and back lossless.
//!
//! Upstream has no sizes in bits. Bytes whose size is not eight bits a byte get theirs in one more set at the end,
//! [`BIT_SIZES`], under the set name, a line break and the property name; in the set name of such a key a backslash and
//! a line break are written `\\` and `\n`. The reader folds these entries back, so the set never occurs in a registry.
//! A registry's own set of that name, followed by any number of `'`, is written with one more `'`.

mod document;

use std::borrow::Cow;
use std::fmt::Write as _;

use data_encoding::BASE64;
use serde::de::Deserialize;

use crate::error::{Problem, ReadError};
use crate::json_position::{self, Path, Step};
use crate::model::{Bytes, PropertySetRegistry, SetName, Value};
use crate::printable::{excerpt, shortened};

use document::Document;

/// The name of the set that holds sizes in bits, in the JSON form only.
pub const BIT_SIZES: &str = "sycl-passes/bit sizes";

/// The JSON form of `registry`; `{}` if there are no sets.
#[must_use]
pub fn write(registry: &PropertySetRegistry) -> String {
    let mut out = String::from("{");
    let mut bit_sizes = String::new();
    for (name, set) in registry.iter() {
        open_set(&escape_set_name(name.as_str()), &mut out);
        for (property, value) in set.iter() {
            push_key(property, &mut out);
            match value {
                Value::U32(n) => {
                    let _ = write!(out, "{n}"); // writing to a String cannot fail
                }
                Value::Bytes(bytes) => {
                    out.push('"');
                    BASE64.encode_append(bytes.as_slice(), &mut out);
                    out.push('"');
                    if !bytes.is_whole() {
                        push_key(&bit_size_key(name.as_str(), property), &mut bit_sizes);
                        let _ = write!(bit_sizes, "{}", bytes.bit_len());
                    }
                }
            }
        }
        out.push('}');
    }
    if !bit_sizes.is_empty() {
        open_set(BIT_SIZES, &mut out);
        out.push_str(&bit_sizes);
        out.push('}');
    }
    out.push('}');
    out
}

fn open_set(name: &str, out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
    push_quoted(name, out);
    out.push_str(":{");
}

fn push_key(name: &str, out: &mut String) {
    if !(out.is_empty() || out.ends_with('{')) {
        out.push(',');
    }
    push_quoted(name, out);
    out.push(':');
}

fn push_quoted(text: &str, out: &mut String) {
    // Displaying a JSON value is the one way to quote that cannot fail.
    let _ = write!(out, "{}", serde_json::Value::from(text));
}

/// `name` as a set name of the JSON form, out of the way of [`BIT_SIZES`].
fn escape_set_name(name: &str) -> Cow<'_, str> {
    if is_reserved(name) { Cow::Owned(format!("{name}'")) } else { Cow::Borrowed(name) }
}

/// The counterpart of [`escape_set_name`], for any name but [`BIT_SIZES`] itself.
fn unescape_set_name(name: &str) -> &str {
    if is_reserved(name) { name.strip_suffix('\'').unwrap_or(name) } else { name }
}

fn is_reserved(name: &str) -> bool {
    name.strip_prefix(BIT_SIZES).is_some_and(|rest| rest.bytes().all(|byte| byte == b'\''))
}

fn bit_size_key(set: &str, property: &str) -> String {
    format!("{}\n{property}", set.replace('\\', "\\\\").replace('\n', "\\n"))
}

fn split_bit_size_key(key: &str) -> Option<(String, &str)> {
    let (escaped, property) = key.split_once('\n')?;
    let mut set = String::new();
    let mut characters = escaped.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => set.push(match characters.next()? {
                'n' => '\n',
                '\\' => '\\',
                _ => return None,
            }),
            other => set.push(other),
        }
    }
    Some((set, property))
}

/// Reads the JSON form; `file` is the name used in errors.
///
/// Blanks are allowed everywhere JSON allows them. Of a name that occurs twice the last value stays, at the place of
/// the first. Empty sets are kept.
///
/// # Errors
/// [`ReadError`] with the place, the set and the property, for text that is not JSON or not of this shape: a number
/// outside of 32 bits, negative or with a fraction, `true`, `null`, a list, malformed Base64, or a size in bits that
/// does not belong to a property or does not fit its bytes.
pub fn read(text: impl AsRef<[u8]>, file: &str) -> Result<PropertySetRegistry, ReadError> {
    let text = text.as_ref();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let document = Document::deserialize(&mut deserializer)
        .and_then(|document| deserializer.end().map(|()| document))
        .map_err(|e| syntax_error(text, file, &e))?;
    let Document { mut registry, bit_sizes } = document;
    for (key, bits) in bit_sizes {
        fold_bit_size(&mut registry, &key, bits).map_err(|message| {
            let path = Path::keys(&[BIT_SIZES, &key]);
            let (line, column) = json_position::line_and_column(text, json_position::offset_of(text, &path));
            let problem = Problem::Json { path: describe(&path), message };
            ReadError { file: file.to_owned(), line, column, problem }
        })?;
    }
    Ok(registry)
}

fn fold_bit_size(registry: &mut PropertySetRegistry, key: &str, bits: u64) -> Result<(), String> {
    let (set, property) =
        split_bit_size_key(key).ok_or("malformed key; expected a set name, a line break and a property name")?;
    let name = SetName::from(set.as_str());
    match registry.get(&name).and_then(|set| set.get(property)) {
        Some(Value::Bytes(bytes)) => {
            let resized = Bytes::from_bits(bytes.as_slice().to_vec(), bits).map_err(|e| e.to_string())?;
            registry.set_mut(name).insert(property, resized);
            Ok(())
        }
        Some(Value::U32(_)) => {
            Err(format!("property `{}` of set `{}` is a number; expected bytes", excerpt(property), excerpt(&set)))
        }
        None => {
            Err(format!("no property `{}` in a set `{}`; expected one that is there", excerpt(property), excerpt(&set)))
        }
    }
}

/// Turns an error of `serde_json`, which has a place but no path, into ours.
fn syntax_error(text: &[u8], file: &str, error: &serde_json::Error) -> ReadError {
    let offset = json_position::offset_of_place(text, error.line(), error.column());
    let (path, start) = json_position::path_at(text, offset);
    // A wrong value is best shown at its first character; a syntax error where the parser stopped.
    let offset = if error.is_data() { start } else { offset };
    let (line, column) = json_position::line_and_column(text, offset);
    let problem = Problem::Json { path: describe(&path), message: message_of(error) };
    ReadError { file: file.to_owned(), line, column, problem }
}

/// The message of a `serde_json` error without the place at its end.
pub(crate) fn message_of(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    // It quotes whole strings of the input.
    shortened(message.strip_suffix(&place).unwrap_or(&message), 200)
}

fn describe(path: &Path) -> String {
    match path.0.as_slice() {
        [Step::Key(set)] => format!("set \"{}\": ", excerpt(set)),
        [Step::Key(set), Step::Key(property), ..] => {
            format!("property \"{}\" of set \"{}\": ", excerpt(property), excerpt(set))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text, "f.json").unwrap_err().to_string()
    }

    #[test]
    fn upstream_example_comes_back() {
        let text = concat!(
            r#"{"SYCL/device requirements":{"aspects":"BgAAAA=="},"SYCL/misc properties":{"max":4294967295,"#,
            r#""optLevel":2},"SYCL/specialization constants":{"z":""}}"#
        );
        let registry = read(text, "f").unwrap();
        let aspects = registry.get(&SetName::DeviceRequirements).unwrap().get("aspects").unwrap();
        assert_eq!(aspects.as_u32_list(), Some(vec![6]));
        assert_eq!(write(&registry), text);
        assert_eq!(write(&PropertySetRegistry::new()), "{}");
        assert_eq!(write(&read(" { \"e\" : { } } \n", "f").unwrap()), r#"{"e":{}}"#);
    }

    #[test]
    fn sizes_in_bits_travel_in_a_companion_set() {
        let mut registry = PropertySetRegistry::new();
        registry.set_mut(SetName::KernelParamOpt).insert("k", Bytes::from_bits(vec![0x05], 3).unwrap());
        registry.set_mut(SetName::KernelParamOpt).insert("whole", vec![1]);
        let text = write(&registry);
        assert_eq!(
            text,
            r#"{"SYCL/kernel param opt":{"k":"BQ==","whole":"AQ=="},"sycl-passes/bit sizes":{"SYCL/kernel param opt\nk":3}}"#
        );
        assert_eq!(read(&text, "f").unwrap(), registry);
    }

    #[test]
    fn odd_names_come_back() {
        let mut registry = PropertySetRegistry::new();
        for name in ["", BIT_SIZES, "sycl-passes/bit sizes'", "sycl-passes/bit sizes''x", "a\\n\n\"", "\u{1}é"] {
            registry.set_mut(name).insert("p\n\\", Bytes::from_bits(vec![1], 1).unwrap());
        }
        assert_eq!(read(write(&registry), "f").unwrap(), registry);
    }

    #[test]
    fn the_last_of_two_equal_names_stays() {
        let registry = read(r#"{"a":{"x":1,"y":2,"x":3},"b":{},"a":{"z":4}}"#, "f").unwrap();
        assert_eq!(write(&registry), r#"{"a":{"z":4},"b":{}}"#);
    }

    #[test]
    fn wrong_values_are_named() {
        let place = "f.json:2:5: property \"p\" of set \"s\": ";
        for (value, message) in [
            (
                "4294967296",
                "invalid value: integer `4294967296`, expected a number from 0 to 4294967295 or a Base64 string",
            ),
            ("-1", "invalid type: integer `-1`, expected a number from 0 to 4294967295 or a Base64 string"),
            ("1.0", "invalid type: floating point `1.0`, expected a number from 0 to 4294967295 or a Base64 string"),
            ("true", "invalid type: boolean `true`, expected a number from 0 to 4294967295 or a Base64 string"),
            ("null", "invalid type: null, expected a number from 0 to 4294967295 or a Base64 string"),
            ("[1]", "invalid type: sequence, expected a number from 0 to 4294967295 or a Base64 string"),
            ("\"QQ\"", "invalid Base64: invalid padding; expected standard Base64 with padding"),
            ("\"Q-==\"", "invalid Base64: invalid symbol at 1; expected standard Base64 with padding"),
        ] {
            assert_eq!(error(&format!("{{\"s\":{{\n\"p\":{value}}}}}")), format!("{place}{message}"));
        }
    }

    #[test]
    fn wrong_documents_are_placed() {
        assert_eq!(error("[]"), "f.json:1:1: invalid type: sequence, expected an object of property sets");
        assert_eq!(
            error(r#"{"s":7}"#),
            "f.json:1:6: set \"s\": invalid type: integer `7`, expected an object of properties"
        );
        assert_eq!(error(""), "f.json:1:1: EOF while parsing a value");
        assert_eq!(error("{}x"), "f.json:1:3: trailing characters");
        assert!(error("{\"s\":{\"p\":1").starts_with("f.json:1:11: property \"p\" of set \"s\": EOF"));
        assert!(read(b"{\"\xff\":{}}", "f").is_err());
    }

    #[test]
    fn stray_sizes_in_bits_are_refused() {
        let with = |entry: &str| error(&format!("{{\"s\":{{\"p\":\"AA==\",\"n\":1}},\"{BIT_SIZES}\":{{{entry}}}}}"));
        assert!(with(r#""s\np":9"#).ends_with("9 bits in 1 bytes; expected 2 bytes"));
        assert!(with(r#""s\nq":1"#).contains("no property `q` in a set `s`"));
        assert!(with(r#""s\nn":1"#).contains("is a number; expected bytes"));
        assert!(with(r#""sp":1"#).contains("malformed key"));
        assert!(with(r#""\\s\np":1"#).contains("malformed key"));
        assert!(with(r#""s\np":-1"#).contains("expected a size in bits"));
    }
}
