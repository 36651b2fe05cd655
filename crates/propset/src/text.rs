//! The `.prop` text form of property sets, as DPC++ tools and runtimes read and write it.
//!
//! ```text
//! [<set name>]
//! <property name>=<type>|<value>
//! ```
//! A line each, ended by `\n`; there is no escaping. The set name ends at the last `]` of its line, the property name
//! at the first `=`. Type 1 is a 32-bit unsigned integer in decimal. Type 2 is bytes: the size of the payload in bits
//! as a little-endian 64-bit integer, then the payload, both together in Base64 with the least significant bits first
//! and no padding. A set is written even when empty.
//!
//! Source: DPC++ `PropertySetIO`; vectors in `tests/text_form.rs`.

use std::fmt::Write as _;

use data_encoding::DecodeKind;

use crate::error::{Error, Problem, ReadError};
use crate::lsb_base64::LSB_BASE64;
use crate::model::{Bytes, PropertySet, PropertySetRegistry, SetName, Value};
use crate::printable::excerpt;

/// Type tag of a 32-bit integer.
const TYPE_U32: &str = "1";
/// Type tag of bytes.
const TYPE_BYTES: &str = "2";
/// Bytes that the size in bits takes before the payload.
const PREFIX: usize = 8;

/// The text form of `registry`; empty if there are no sets.
///
/// # Errors
/// [`Error::SetName`] or [`Error::PropertyName`] for a name that could not be read back.
pub fn write(registry: &PropertySetRegistry) -> Result<String, Error> {
    let mut out = String::new();
    for (name, set) in registry.iter() {
        if name.as_str().contains('\n') {
            return Err(Error::SetName { set: excerpt(name.as_str()), why: "it contains a line break" });
        }
        let _ = writeln!(out, "[{name}]"); // writing to a String cannot fail
        write_properties(name, set, &mut out)?;
    }
    Ok(out)
}

/// The lines of one set, without its header; the value that newer containers store under the set's name.
///
/// # Errors
/// [`Error::PropertyName`] as for [`write()`].
pub fn write_set(name: &SetName, set: &PropertySet) -> Result<String, Error> {
    let mut out = String::new();
    write_properties(name, set, &mut out)?;
    Ok(out)
}

fn write_properties(set_name: &SetName, set: &PropertySet, out: &mut String) -> Result<(), Error> {
    for (name, value) in set.iter() {
        check_property_name(set_name, name)?;
        out.push_str(name);
        out.push('=');
        match value {
            Value::U32(n) => {
                let _ = write!(out, "{TYPE_U32}|{n}");
            }
            Value::Bytes(bytes) => {
                out.push_str(TYPE_BYTES);
                out.push('|');
                let prefix = bytes.bit_len().to_le_bytes();
                let mut encoder = LSB_BASE64.new_encoder(out);
                encoder.append(&prefix);
                encoder.append(bytes.as_slice());
                encoder.finalize();
            }
        }
        out.push('\n');
    }
    Ok(())
}

fn check_property_name(set: &SetName, name: &str) -> Result<(), Error> {
    let why = if name.contains('\n') {
        "it contains a line break"
    } else if name.contains('=') {
        "it contains `=`, which ends a name"
    } else if name.starts_with('[') {
        "it starts with `[`, which starts a set"
    } else {
        return Ok(());
    };
    Err(Error::PropertyName { set: excerpt(set.as_str()), property: excerpt(name), why })
}

/// Reads the text form; `file` is the name used in errors.
///
/// The last line may lack its `\n`. A set that occurs twice is continued; of a property that occurs twice the last
/// value stays, at the place of the first.
///
/// # Errors
/// [`ReadError`] with the place of the first malformed line, type, value or Base64 character.
pub fn read(text: impl AsRef<[u8]>, file: &str) -> Result<PropertySetRegistry, ReadError> {
    let mut registry = PropertySetRegistry::new();
    let mut current = None;
    for_each_line(text.as_ref(), file, |line| {
        if let Some(header) = line.strip_prefix('[') {
            // The name ends at the last bracket, so a header is a line that ends in one.
            let name = header.strip_suffix(']').ok_or_else(|| (0, Problem::InvalidLine(excerpt(line))))?;
            let name = SetName::from(name);
            registry.set_mut(name.clone());
            current = Some(name);
            return Ok(());
        }
        let (name, value) = property(line)?;
        let set = current.as_ref().ok_or_else(|| (0, Problem::CategoryMissing(excerpt(line))))?;
        registry.set_mut(set.clone()).insert(name, value);
        Ok(())
    })?;
    Ok(registry)
}

/// Reads the lines of one set without a header, the counterpart of [`write_set`].
///
/// # Errors
/// As for [`read`]; a line that starts with `[` is a [`Problem::InvalidPropertyLine`].
pub fn read_set(text: impl AsRef<[u8]>, file: &str) -> Result<PropertySet, ReadError> {
    let mut set = PropertySet::new();
    for_each_line(text.as_ref(), file, |line| {
        if line.starts_with('[') {
            return Err((0, Problem::InvalidPropertyLine(excerpt(line))));
        }
        let (name, value) = property(line)?;
        set.insert(name, value);
        Ok(())
    })?;
    Ok(set)
}

/// A problem and the byte offset in the line at which it is.
type LineProblem = (usize, Problem);

/// Calls `action` on each line and gives its problems a place.
fn for_each_line(
    text: &[u8],
    file: &str,
    mut action: impl FnMut(&str) -> Result<(), LineProblem>,
) -> Result<(), ReadError> {
    if text.is_empty() {
        return Ok(());
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let result = match std::str::from_utf8(line) {
            Ok(line) => action(line),
            Err(e) => Err((e.valid_up_to(), Problem::NotUtf8(line[e.valid_up_to()]))),
        };
        result.map_err(|(offset, problem)| ReadError {
            file: file.to_owned(),
            line: index + 1,
            column: offset + 1,
            problem,
        })?;
    }
    Ok(())
}

fn property(line: &str) -> Result<(&str, Value), LineProblem> {
    let invalid = |offset| (offset, Problem::InvalidPropertyLine(excerpt(line)));
    let (name, rest) = line.split_once('=').ok_or_else(|| invalid(0))?;
    let type_at = name.len() + 1;
    let (tag, value) = rest.split_once('|').ok_or_else(|| invalid(type_at))?;
    let value_at = type_at + tag.len() + 1;
    let value = match tag {
        TYPE_U32 => integer(value).map_err(|problem| (value_at, problem))?,
        TYPE_BYTES => bytes(value).map_err(|(offset, problem)| (value_at + offset, problem))?,
        _ if is_decimal(tag) => return Err((type_at, Problem::UnsupportedPropertyType(excerpt(tag)))),
        _ => return Err((type_at, Problem::InvalidPropertyType(excerpt(tag)))),
    };
    Ok((name, value))
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn integer(text: &str) -> Result<Value, Problem> {
    // `parse` alone would accept a sign.
    let number = if is_decimal(text) { text.parse().ok() } else { None };
    number.map(Value::U32).ok_or_else(|| Problem::InvalidInteger(excerpt(text)))
}

fn bytes(text: &str) -> Result<Value, LineProblem> {
    let mut decoded = LSB_BASE64.decode(text.as_bytes()).map_err(|fault| {
        let is_foreign = |character: &char| !character.is_ascii_alphanumeric() && !matches!(character, '+' | '/');
        match text.char_indices().find(|(_, character)| is_foreign(character)) {
            Some((at, character)) => (at, Problem::InvalidBase64Character(character)),
            None if fault.kind == DecodeKind::Length => (0, Problem::InvalidBase64Length(text.len())),
            None => (text.len() - 1, Problem::InvalidBase64Tail),
        }
    })?;
    let Some(prefix) = decoded.first_chunk::<PREFIX>() else {
        return Err((0, Problem::SizePrefixMissing(decoded.len())));
    };
    let bits = u64::from_le_bytes(*prefix);
    decoded.drain(..PREFIX);
    let bytes = decoded.len();
    let value = Bytes::from_bits(decoded, bits).map_err(|_| (0, Problem::SizePrefix { bits, bytes }))?;
    Ok(Value::Bytes(value))
}
