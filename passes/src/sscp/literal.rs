//! Values as users write them, and the constants that they stand for.
//!
//! | form | stands for |
//! | --- | --- |
//! | `-3`, `0x10de`, `true` | integers; `true` is 1 |
//! | `2.5`, `1e-3`, `inf`, `-inf`, `nan`, and integers | floating-point numbers, rounded to the type |
//! | `null` | a null pointer |
//! | `[1, 2, [3, 4]]` | arrays, structs and vectors: their numbers in order; brackets inside only group |
//! | `"text"`, as in JSON | an array of `i8` with a zero byte at the end |
//! | `text`, that does not begin with `[` or `"` | the same, where an array of `i8` is expected |

use std::fmt;

use rustc_hash::FxHashMap;

use crate::ir::{Editor, MAX_NESTING, Type, TypeKind, Value};

/// Longest array of `i8` that a text is padded to, in bytes.
const MAX_TEXT: u64 = 1 << 28;

/// Elements without a number that a type may have.
const MAX_EMPTY: u64 = 1 << 10;

/// Expected values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A value of the form that this module describes.
    Value,
    /// A number in a range.
    Integer {
        /// Bits of the type.
        bits: u32,
    },
    /// A number that is finite in the type, `inf`, `-inf` or `nan`.
    Real,
    /// `null`.
    Null,
    /// As many numbers as the type holds, at most where it has texts.
    Count {
        /// In the type.
        expected: u64,
        /// In the value.
        found: u64,
    },
    /// A text that fits.
    Text {
        /// Bytes that there is room for.
        bytes: u64,
    },
    /// Another type.
    Type,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value => f.write_str("a number, `true`, `false`, `null`, a text in quotes or a list in brackets"),
            Self::Integer { bits: 1 } => f.write_str("0, 1, `true` or `false`"),
            Self::Integer { bits } => {
                write!(f, "an integer from {} to {}", -(1i128 << (bits - 1)), (1i128 << bits) - 1)
            }
            Self::Real => f.write_str("a number that the type holds, `inf`, `-inf` or `nan`"),
            Self::Null => f.write_str("`null`"),
            Self::Count { expected: 1, found } => write!(f, "1 value instead of {found}"),
            Self::Count { expected, found } => write!(f, "{expected} values instead of {found}"),
            Self::Text { bytes } => write!(f, "a text of at most {bytes} bytes"),
            Self::Type => {
                f.write_str("a type made of integers of at most 64 bits, floating-point numbers and pointers")
            }
        }
    }
}

/// One value without parts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Scalar {
    /// A number or word as it is written.
    Word(String),
    /// Text between quotes, without a zero byte.
    Text(Vec<u8>),
}

/// The values in a text, lists taken apart.
fn scalars(text: &str) -> Option<Vec<Scalar>> {
    let (mut found, mut depth, mut rest) = (Vec::new(), 0usize, text.trim());
    let mut is_list = false;
    loop {
        // What a value begins with.
        while let Some(after) = rest.strip_prefix('[') {
            (is_list, depth, rest) = (true, depth + 1, after.trim_start());
        }
        if let Some(after) = rest.strip_prefix('"') {
            let end = end_of_text(after)?;
            let (quoted, after) = rest.split_at(end + 2);
            found.push(Scalar::Text(serde_json::from_str::<String>(quoted).ok()?.into_bytes()));
            rest = after.trim_start();
        } else if !rest.starts_with(']') {
            let end = rest.find(['[', ']', ',', '"']).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let word = word.trim();
            if word.is_empty() || word.contains(char::is_whitespace) {
                return None;
            }
            found.push(Scalar::Word(word.to_owned()));
            rest = after;
        }
        // What it ends with.
        while let Some(after) = rest.strip_prefix(']') {
            (depth, rest) = (depth.checked_sub(1)?, after.trim_start());
        }
        match rest.strip_prefix(',') {
            Some(after) if depth > 0 => rest = after.trim_start(),
            Some(_) => return None,
            None => return (rest.is_empty() && depth == 0 && (is_list || found.len() == 1)).then_some(found),
        }
        if rest.starts_with(']') {
            return None; // a comma without a value behind it
        }
    }
}

/// Place of the quote that ends a text.
fn end_of_text(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })
}

/// The constant of a type that a text stands for. An array without elements at the end of the type, and one of `i8`
/// that is too short for its text, get another length, if they are all of the type.
///
/// # Errors
/// What the text should have been.
pub(crate) fn constant<'m>(editor: &Editor<'m>, ty: Type<'m>, text: &str) -> Result<Value<'m>, Expected> {
    let size = Some(ty).filter(|ty| ty.is_sized()).and_then(size).ok_or(Expected::Type)?;
    let is_text = is_byte_array(ty) && !text.trim_start().starts_with(['[', '"']);
    let values =
        if is_text { vec![Scalar::Text(text.as_bytes().to_vec())] } else { scalars(text).ok_or(Expected::Value)? };
    let mut builder = Builder { editor, values: &values, used: 0, size };
    let value = if ty.kind() == TypeKind::Array { builder.outermost_array(ty)? } else { builder.value(ty)? };
    match builder.used == values.len() {
        true => Ok(value),
        false => Err(Expected::Count { expected: builder.used as u64, found: values.len() as u64 }),
    }
}

/// Bytes of a number, little endian, that a word stands for.
///
/// # Errors
/// What the word should have been.
pub(crate) fn leaf_bytes<'m>(editor: &Editor<'m>, ty: Type<'m>, word: &str) -> Result<Vec<u8>, Expected> {
    let values = [Scalar::Word(word.to_owned())];
    let value = Builder { editor, values: &values, used: 0, size: 1 }.value(ty)?;
    value.scalar_bytes().ok_or(Expected::Type)
}

/// The words in a text, lists taken apart; none if it has a text in quotes, or does not have the form of a value.
pub(crate) fn words(text: &str) -> Option<Vec<String>> {
    let word = |value| match value {
        Scalar::Word(word) => Some(word),
        Scalar::Text(_) => None,
    };
    scalars(text)?.into_iter().map(word).collect()
}

fn is_byte_array(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::Array && ty.element(0).map(Type::kind) == Some(TypeKind::Integer(8))
}

/// Makes constants from the values in order. Recursion goes as deep as types nest, which is limited.
struct Builder<'b, 'm> {
    editor: &'b Editor<'m>,
    values: &'b [Scalar],
    used: usize,
    /// Number of numbers in the type.
    size: u64,
}

/// Number of numbers in a type; none if it is mostly made of what holds none.
fn size(ty: Type<'_>) -> Option<u64> {
    let mut known: FxHashMap<Type<'_>, (u64, u64)> = FxHashMap::default();
    for part in ty.nested() {
        let element = |index| part.element(index).and_then(|element| known.get(&element)).copied().unwrap_or_default();
        let (numbers, parts) = match part.kind() {
            TypeKind::Struct => (0..part.element_count())
                .map(element)
                .fold((0u64, 0u64), |(numbers, parts), (n, p)| (numbers.saturating_add(n), parts.saturating_add(p))),
            TypeKind::Array | TypeKind::Vector => {
                let (numbers, parts) = element(0);
                (numbers.saturating_mul(part.element_count()), parts.saturating_mul(part.element_count()))
            }
            _ => (1, 0),
        };
        known.insert(part, (numbers, parts.saturating_add(1)));
    }
    let (numbers, parts) = known.get(&ty).copied().unwrap_or_default();
    (parts <= numbers.saturating_add(MAX_EMPTY).saturating_mul(u64::from(MAX_NESTING))).then_some(numbers)
}

impl<'m> Builder<'_, 'm> {
    /// An array that is all of a constant, and whose length may follow the value.
    fn outermost_array(&mut self, ty: Type<'m>) -> Result<Value<'m>, Expected> {
        let element = ty.element(0).ok_or(Expected::Type)?;
        if let ([Scalar::Text(text)], true) = (self.values, is_byte_array(ty)) {
            self.used = 1;
            return self.text(text, (text.len() as u64 + 1).max(ty.element_count()));
        }
        if ty.element_count() > 0 {
            return self.value(ty);
        }
        let mut elements = Vec::new();
        while self.used < self.values.len() {
            let before = self.used;
            elements.push(self.value(element)?);
            if self.used == before {
                return Err(Expected::Type); // nothing is in an element
            }
        }
        let ty = self.editor.array_type(element, elements.len() as u64);
        Ok(self.editor.composite(ty, &elements).expect("elements of the element's type"))
    }

    /// A text with zero bytes behind it.
    fn text(&self, text: &[u8], length: u64) -> Result<Value<'m>, Expected> {
        if length > MAX_TEXT {
            return Err(Expected::Text { bytes: MAX_TEXT });
        }
        let mut bytes = text.to_vec();
        bytes.resize(length as usize, 0);
        Ok(self.editor.bytes(&bytes))
    }

    fn value(&mut self, ty: Type<'m>) -> Result<Value<'m>, Expected> {
        if ty.is_composite() {
            return self.composite(ty);
        }
        let missing = Expected::Count { expected: self.size, found: self.values.len() as u64 };
        let value = self.values.get(self.used).ok_or(missing)?;
        self.used += 1;
        let word = match value {
            Scalar::Word(word) => Some(word.as_str()),
            Scalar::Text(_) => None,
        };
        match ty.kind() {
            TypeKind::Integer(bits @ 1..=64) => {
                let number = word.and_then(integer).filter(|number| fits(*number, bits));
                let number = number.ok_or(Expected::Integer { bits })?;
                let bytes = (number as u64).to_le_bytes();
                self.editor.scalar(ty, &bytes[..bits.div_ceil(8) as usize]).ok_or(Expected::Type)
            }
            TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double => {
                word.and_then(|word| self.real(ty, word)).ok_or(Expected::Real)
            }
            TypeKind::Pointer(_) if word == Some("null") => Ok(self.editor.null(ty)),
            TypeKind::Pointer(_) => Err(Expected::Null),
            _ => Err(Expected::Type),
        }
    }

    fn composite(&mut self, ty: Type<'m>) -> Result<Value<'m>, Expected> {
        if let (Some(Scalar::Text(text)), true) = (self.values.get(self.used), is_byte_array(ty)) {
            self.used += 1;
            if text.len() as u64 > ty.element_count() {
                return Err(Expected::Text { bytes: ty.element_count() });
            }
            return self.text(text, ty.element_count());
        }
        let mut elements = Vec::new();
        for index in 0..ty.element_count() {
            let element = ty.element(index).ok_or(Expected::Type)?;
            elements.push(self.value(element)?);
        }
        self.editor.composite(ty, &elements).ok_or(Expected::Type)
    }

    /// A number of a type, unless it is one of finite value that the type does not hold.
    fn real(&self, ty: Type<'m>, word: &str) -> Option<Value<'m>> {
        let number: f64 = match integer(word) {
            Some(number) if word.contains(['x', 'X']) => number as f64,
            _ => word.parse().ok()?,
        };
        let sign = if number.is_sign_negative() { "-" } else { "" };
        let is_written_infinite = number.is_infinite() && !word.contains(|c: char| c.is_ascii_digit());
        let text = match () {
            () if number.is_nan() => "nan".to_owned(),
            () if is_written_infinite => format!("{sign}inf"),
            () if word.contains(['x', 'X']) => format!("{number}"),
            () => word.to_owned(),
        };
        let value = self.editor.real(ty, &text)?;
        (number.is_nan() || is_written_infinite || is_finite(value)).then_some(value)
    }
}

/// Whether a floating-point constant is a number: its exponent has a zero bit.
fn is_finite(value: Value<'_>) -> bool {
    let (exponent, fraction) = match value.ty().kind() {
        TypeKind::Half => (5, 10),
        TypeKind::BFloat => (8, 7),
        TypeKind::Float => (8, 23),
        _ => (11, 52),
    };
    let mut bits = [0; 8];
    let bytes = value.scalar_bytes().expect("a floating-point constant");
    bits[..bytes.len()].copy_from_slice(&bytes);
    let mask = (1u64 << exponent) - 1;
    u64::from_le_bytes(bits) >> fraction & mask != mask
}

/// The integer that a word stands for.
pub(crate) fn integer(word: &str) -> Option<i128> {
    match word {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    let (is_negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = digits.strip_prefix(['+', '-']).map_or(Some(digits), |_| None)?;
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal.strip_prefix(['+', '-']).map_or(hexadecimal, |_| ""), 16),
        None => digits.parse(),
    };
    magnitude.ok().map(|magnitude| if is_negative { -magnitude } else { magnitude })
}

/// Whether an integer is one of these bits, be it with or without a sign.
pub(crate) fn fits(number: i128, bits: u32) -> bool {
    match bits {
        1 => (0..=1).contains(&number),
        _ => (-(1i128 << (bits - 1))..1i128 << bits).contains(&number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::OwnedModule;

    fn made(ty: &str, text: &str) -> Result<String, String> {
        let source = format!("@v = external global {ty}\n");
        let mut module = OwnedModule::read(source.as_bytes(), "a.ll").unwrap();
        let editor = module.editor();
        let variable = editor.view().global_variable("v").unwrap();
        constant(&editor, variable.value_type(), text).map(Value::print).map_err(|expected| expected.to_string())
    }

    #[test]
    fn values_of_every_type() {
        for (ty, text, expected) in [
            ("i1", "true", "i1 true"),
            ("i8", "255", "i8 -1"),
            ("i8", "-128", "i8 -128"),
            ("i16", "0xFFFF", "i16 -1"),
            ("i32", "+7", "i32 7"),
            ("i17", "131071", "i17 -1"),
            ("i64", "18446744073709551615", "i64 -1"),
            ("i64", "-0x8000000000000000", "i64 -9223372036854775808"),
            ("half", "65504", "half 0xH7BFF"),
            ("bfloat", "1.0", "bfloat 0xR3F80"),
            ("float", "0.1", "float 0x3FB99999A0000000"),
            ("double", "0.1", "double 1.000000e-01"),
            ("double", "0x10", "double 1.600000e+01"),
            ("float", "-inf", "float 0xFFF0000000000000"),
            ("double", "nan", "double 0x7FF8000000000000"),
            ("float", "-0.0", "float -0.000000e+00"),
            ("ptr", "null", "ptr null"),
            ("[0 x i32]", "[1, 2]", "[2 x i32] [i32 1, i32 2]"),
            ("[0 x [2 x i8]]", "[1, 2, 3, 4]", "[2 x [2 x i8]] [[2 x i8] c\"\\01\\02\", [2 x i8] c\"\\03\\04\"]"),
            ("[0 x i32]", "[]", "[0 x i32] zeroinitializer"),
            (
                "[2 x [2 x i32]]",
                "[[1, 2], [3, 4]]",
                "[2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]]",
            ),
            ("[2 x [2 x i32]]", "[1,2,3,4]", "[2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]]"),
            ("<2 x float>", "[1, 2.5]", "<2 x float> <float 1.000000e+00, float 2.500000e+00>"),
            ("{ i8, float, ptr }", "[1, 2, null]", "{ i8, float, ptr } { i8 1, float 2.000000e+00, ptr null }"),
            ("{ [4 x i8], i32 }", "[\"ab\", 3]", "{ [4 x i8], i32 } { [4 x i8] c\"ab\\00\\00\", i32 3 }"),
            ("[0 x i8]", "sm_90", "[6 x i8] c\"sm_90\\00\""),
            ("[0 x i8]", "\"a\\n\\\"b\"", "[5 x i8] c\"a\\0A\\22b\\00\""),
            ("[8 x i8]", "ab", "[8 x i8] c\"ab\\00\\00\\00\\00\\00\\00\""),
            ("[2 x i8]", "abc", "[4 x i8] c\"abc\\00\""),
            ("[2 x i8]", "[1, 2]", "[2 x i8] c\"\\01\\02\""),
        ] {
            assert_eq!(made(ty, text).as_deref(), Ok(expected), "{ty} {text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (ty, text, expected) in [
            ("i1", "2", "0, 1, `true` or `false`"),
            ("i8", "256", "an integer from -128 to 255"),
            ("i64", "18446744073709551616", "an integer from -9223372036854775808 to 18446744073709551615"),
            ("i32", "1.0", "an integer from"),
            ("i32", "--1", "an integer from"),
            ("i32", "0x+1", "an integer from"),
            ("i32", "\"1\"", "an integer from"),
            ("half", "65520", "a number that the type holds"),
            ("float", "1e39", "a number that the type holds"),
            ("double", "1e999", "a number that the type holds"),
            ("double", "one", "a number that the type holds"),
            ("ptr", "0", "`null`"),
            ("[2 x i32]", "[1]", "2 values instead of 1"),
            ("[2 x i32]", "[1, 2, 3]", "2 values instead of 3"),
            ("i32", "[1, 2]", "1 value instead of 2"),
            ("i32", "", "a number, `true`"),
            ("i32", "1 2", "a number, `true`"),
            ("i32", "1, 2", "a number, `true`"),
            ("[2 x i32]", "[1, 2", "a number, `true`"),
            ("[2 x i32]", "[1, ]", "a number, `true`"),
            ("[2 x i32]", "[1, 2]]", "a number, `true`"),
            ("[2 x i32]", "[\"1, 2]", "a number, `true`"),
            ("{ [2 x i8] }", "[\"abc\"]", "a text of at most 2 bytes"),
            ("[4294967296 x i8]", "abc", "a text of at most 268435456 bytes"),
            ("[4294967296 x {}]", "[1]", "a type made of"),
            ("[0 x {}]", "[1]", "a type made of"),
            ("i65", "1", "a type made of"),
            ("fp128", "1", "a type made of"),
        ] {
            let found = made(ty, text).expect_err(text);
            assert!(found.starts_with(expected), "{ty} {text}: {found}");
        }
    }
}
