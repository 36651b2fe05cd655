//! Values of constants as people read them.

use data_encoding::HEXLOWER;

/// Bytes of a value that are shown.
const LONGEST: usize = 32;

/// The bytes; of many, the first ones.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(LONGEST)];
    let more = if shown.len() < bytes.len() { "..." } else { "" };
    format!("{}{more}", HEXLOWER.encode(shown))
}

/// A value as a signed integer, which the type that it has in the program may not be.
pub(crate) fn integer(bytes: &[u8]) -> String {
    match *bytes {
        [a] => i8::from_le_bytes([a]).to_string(),
        [a, b] => i16::from_le_bytes([a, b]).to_string(),
        [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).to_string(),
        [a, b, c, d, e, f, g, h] => i64::from_le_bytes([a, b, c, d, e, f, g, h]).to_string(),
        _ => String::new(),
    }
}

/// A value as a floating-point number of its size.
pub(crate) fn float(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => format!("{:?}", f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => format!("{:?}", f64::from_le_bytes([a, b, c, d, e, f, g, h])),
        _ => String::new(),
    }
}

/// The bytes, and what they are as numbers.
pub(crate) fn described(bytes: &[u8]) -> String {
    let numbers: Vec<String> = [integer(bytes), float(bytes)].into_iter().filter(|text| !text.is_empty()).collect();
    let hexadecimal = hexadecimal(bytes);
    if numbers.is_empty() { hexadecimal } else { format!("{hexadecimal} ({})", numbers.join(", ")) }
}
