//! The `.sym` symbol table of a device image: one entry-point name a line, in the order of the module.
//!
//! Names are printed as they are; there is no header and no escaping. An image without entry points has an empty file.

use crate::error::{Error, Problem, ReadError};
use crate::printable::excerpt;

/// The symbol table of `names`.
///
/// # Errors
/// [`Error::SymbolName`] for a name that is empty or contains a line break.
pub fn write<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<String, Error> {
    let mut out = String::new();
    for name in names {
        let name = name.as_ref();
        let why = match name {
            "" => "it is empty",
            _ if name.contains('\n') => "it contains a line break",
            _ => {
                out.push_str(name);
                out.push('\n');
                continue;
            }
        };
        return Err(Error::SymbolName { symbol: excerpt(name), why });
    }
    Ok(out)
}

/// Reads a symbol table; `file` is the name used in errors. The last line may lack its line break.
///
/// # Errors
/// [`ReadError`] with the place of an empty line or of a byte that is not UTF-8.
pub fn read(text: impl AsRef<[u8]>, file: &str) -> Result<Vec<String>, ReadError> {
    names(text.as_ref(), file).map(|name| name.map(str::to_owned)).collect()
}

/// The names of a symbol table, one after another, as [`read`].
pub fn names<'a>(text: &'a [u8], file: &'a str) -> impl Iterator<Item = Result<&'a str, ReadError>> {
    let lines = text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n');
    let lines = lines.take(if text.is_empty() { 0 } else { usize::MAX });
    lines.enumerate().map(move |(index, line)| {
        let (offset, problem) = match std::str::from_utf8(line) {
            Ok("") => (0, Problem::EmptySymbol),
            Ok(name) => return Ok(name),
            Err(e) => (e.valid_up_to(), Problem::NotUtf8(line[e.valid_up_to()])),
        };
        Err(ReadError { file: file.to_owned(), line: index + 1, column: offset + 1, problem })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_in_order() {
        assert_eq!(write(["b", "a"]).unwrap(), "b\na\n");
        assert_eq!(read("b\na\n", "f").unwrap(), ["b", "a"]);
        assert_eq!(read("b\na", "f").unwrap(), ["b", "a"]);
        assert_eq!(write::<&str>([]).unwrap(), "");
        assert!(read("", "f").unwrap().is_empty());
    }

    #[test]
    fn faults_are_placed() {
        assert_eq!(read("a\n\nb\n", "x.sym").unwrap_err().to_string(), "x.sym:2:1: empty line; expected a symbol name");
        assert!(read(b"ab\xff\n", "x.sym").unwrap_err().to_string().starts_with("x.sym:1:3: byte 0xff"));
        assert!(write(["a\nb"]).unwrap_err().to_string().contains("it contains a line break"));
        assert!(write([""]).is_err());
    }
}
