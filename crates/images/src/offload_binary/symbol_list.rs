//! The value under the key `symbols`: the entry points of an image.

use std::borrow::Cow;

use super::error::StringsError;

/// Encodings of entry points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolEncoding {
    /// Separated by line breaks; what LLVM 22 reads.
    Lines,
    /// `u32 count; count x { u32 offset from the start of the value; u32 size without the zero byte }`, then the names,
    /// each ended by a zero byte; what LLVM's main branch has read since April 2026. Needs version 2.
    Packed,
}

/// The value for these names.
///
/// # Errors
/// [`StringsError`] if the names do not fit 32-bit offsets or hold a character that separates them.
pub fn encode_symbols<N: AsRef<str>>(names: &[N], encoding: SymbolEncoding) -> Result<Vec<u8>, StringsError> {
    if let Some(name) = names.iter().find(|name| name.as_ref().contains(['\n', '\0'])) {
        return Err(StringsError::Symbol { symbol: name.as_ref().to_owned() });
    }
    match encoding {
        SymbolEncoding::Lines => Ok(names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n").into_bytes()),
        SymbolEncoding::Packed => pack(names).ok_or(StringsError::Symbols),
    }
}

fn pack<N: AsRef<str>>(names: &[N]) -> Option<Vec<u8>> {
    let mut value = u32::try_from(names.len()).ok()?.to_le_bytes().to_vec();
    let mut next = u32::try_from(names.len()).ok()?.checked_mul(8)?.checked_add(4)?;
    for name in names {
        let size = u32::try_from(name.as_ref().len()).ok()?;
        value.extend_from_slice(&next.to_le_bytes());
        value.extend_from_slice(&size.to_le_bytes());
        next = next.checked_add(size)?.checked_add(1)?;
    }
    for name in names {
        value.extend_from_slice(name.as_ref().as_bytes());
        value.push(0);
    }
    Some(value)
}

/// The names in a value of either encoding, invalid UTF-8 replaced. A value that holds a zero byte is taken as packed;
/// if it is not, as names separated by zero bytes, which LLVM wrote for a time.
pub fn decode_symbols(value: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    let packed = value.contains(&0).then(|| packed_names(value)).flatten();
    let separator = if value.contains(&0) { 0 } else { b'\n' };
    let separated = if packed.is_none() { value } else { &[] };
    let separated = separated.split(move |&byte| byte == separator).filter(|name| !name.is_empty());
    packed.into_iter().flatten().chain(separated).map(String::from_utf8_lossy)
}

/// The names of a packed value, if it is one throughout.
fn packed_names(value: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    let (count, rest) = value.split_first_chunk::<4>()?;
    let count = usize::try_from(u32::from_le_bytes(*count)).ok()?;
    let (table, _) = rest.as_chunks::<8>();
    let table = table.get(..count)?;
    let place = |row: &[u8; 8]| {
        let [a, b, c, d, e, f, g, h] = *row;
        (u32::from_le_bytes([a, b, c, d]) as usize, u32::from_le_bytes([e, f, g, h]) as usize)
    };
    // Names follow each other, so that together they are no longer than the value.
    let mut next = 4 + count * 8;
    for row in table {
        let (start, size) = place(row);
        let end = start.checked_add(size).filter(|_| start == next)?;
        if value.get(end) != Some(&0) {
            return None;
        }
        next = end + 1;
    }
    Some(table.iter().map(move |row| {
        let (start, size) = place(row);
        &value[start..start + size]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for names in [vec![], vec!["_ZTS1K"], vec!["a", "bc", "d"]] {
            for encoding in [SymbolEncoding::Lines, SymbolEncoding::Packed] {
                let value = encode_symbols(&names, encoding).unwrap();
                assert_eq!(decode_symbols(&value).collect::<Vec<_>>(), names, "{encoding:?}");
            }
        }
        let decode = |value| decode_symbols(value).collect::<Vec<_>>();
        assert_eq!(decode(b"a\0bc\0"), ["a", "bc"]);
        assert_eq!(decode(b"\xff\xff\xff\xff\0\0\0\0"), [String::from_utf8_lossy(b"\xff\xff\xff\xff")]);
        assert!(encode_symbols(&["a\nb"], SymbolEncoding::Lines).is_err());
    }

    #[test]
    fn the_packed_layout() {
        let value = encode_symbols(&["k"], SymbolEncoding::Packed).unwrap();
        assert_eq!(value, [1, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, b'k', 0]);
    }
}
