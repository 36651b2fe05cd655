//! Places of values in a JSON text: line and column of a path, and the path at a line and column.
//!
//! `serde_json` gives line and column of a fault, but not its key, and neither once a document is parsed.
//! [`walk`] fills the gap by going over a text again, on the error path only. It follows valid JSON exactly; in invalid
//! JSON it stops where the structure is lost; the answer is then the last value begun.

use std::fmt;

/// One step from a JSON value into a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// The value of a key, unescaped.
    Key(String),
    /// The element at a position, from 0.
    Index(usize),
}

/// Steps from the document down to a value; displays as `targets[3].aspects[0]`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Path(pub(crate) Vec<Step>);

impl Path {
    /// A path of keys only.
    pub(crate) fn keys(keys: &[&str]) -> Self {
        Self(keys.iter().map(|&key| Step::Key(key.to_owned())).collect())
    }

    /// The path extended by an index.
    pub(crate) fn index(mut self, index: usize) -> Self {
        self.0.push(Step::Index(index));
        self
    }

    /// The path extended by a key.
    pub(crate) fn key(mut self, key: &str) -> Self {
        self.0.push(Step::Key(key.to_owned()));
        self
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if depth == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A container that is open during the walk, with the step to the value being read.
enum Open {
    Object(Option<String>),
    Array(usize),
}

/// Part of a document that begins at an offset; keys and ends count as parts of the value that they belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Begin,
    End,
}

/// Calls `visit` with each part of a value in document order, the containers around it and its byte offset, until it
/// returns `false`.
fn walk(text: &[u8], mut visit: impl FnMut(&[Open], usize, Part) -> bool) {
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | b':' => {
                at += 1;
                continue;
            }
            b',' => {
                match open.last_mut() {
                    Some(Open::Object(key)) => *key = None,
                    Some(Open::Array(index)) => *index += 1,
                    None => return,
                }
                at += 1;
                continue;
            }
            b'}' | b']' => {
                open.pop();
                at += 1;
                if !visit(&open, start, Part::End) {
                    return;
                }
                continue;
            }
            b'"' => at = string_end(text, at),
            b'{' | b'[' => at += 1,
            _ => at = scalar_end(text, at),
        }
        if byte == b'"'
            && let Some(Open::Object(key @ None)) = open.last_mut()
        {
            *key = Some(unescape(&text[start..at]));
        } else if let Some(Open::Object(None)) = open.last() {
            return; // a value without a key: not JSON
        }
        if !visit(&open, start, Part::Begin) {
            return;
        }
        match byte {
            b'{' => open.push(Open::Object(None)),
            b'[' => open.push(Open::Array(0)),
            _ => {}
        }
    }
}

/// The path of the value that is being read.
fn path_of(open: &[Open]) -> Path {
    let steps = open.iter().filter_map(|container| match container {
        Open::Object(key) => key.clone().map(Step::Key),
        Open::Array(index) => Some(Step::Index(*index)),
    });
    Path(steps.collect())
}

/// Whether the value that is being read is at `path` or on the way to it; compares without building a path.
fn leads_to(open: &[Open], path: &Path) -> bool {
    open.len() <= path.0.len()
        && open.iter().zip(&path.0).all(|(container, step)| match (container, step) {
            (Open::Object(Some(key)), Step::Key(wanted)) => key == wanted,
            (Open::Array(index), Step::Index(wanted)) => index == wanted,
            _ => false,
        })
}

fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

fn scalar_end(text: &[u8], start: usize) -> usize {
    let rest = &text[start + 1..];
    let length = rest.iter().position(|byte| b",:]}[{\" \t\r\n".contains(byte)).unwrap_or(rest.len());
    start + 1 + length
}

fn unescape(quoted: &[u8]) -> String {
    serde_json::from_slice(quoted).unwrap_or_else(|_| String::from_utf8_lossy(quoted).into_owned())
}

/// The path of the value of which the last key, first character or closing bracket at or before `offset` is a part, and
/// where that part begins.
pub(crate) fn path_at(text: &[u8], offset: usize) -> (Path, usize) {
    // Two rounds, because a path costs an allocation a step and only the last one is wanted.
    let mut last = 0;
    walk(text, |_, start, _| {
        let reached = start <= offset;
        last = if reached { start } else { last };
        reached
    });
    let mut path = Path::default();
    walk(text, |open, start, _| {
        if start == last {
            path = path_of(open);
        }
        start < last
    });
    (path, last)
}

/// The byte offset of the value at `path`, or of the last key that is there on the way.
pub(crate) fn offset_of(text: &[u8], path: &Path) -> usize {
    let mut best = (0, 0);
    walk(text, |open, start, part| {
        // Not less but greater or equal: the value follows its key, and of two equal keys the last one counts.
        if part == Part::Begin && open.len() >= best.0 && leads_to(open, path) {
            best = (open.len(), start);
        }
        true
    });
    best.1
}

/// Line and column of a byte offset, both from 1, the column in bytes.
pub(crate) fn line_and_column(text: &[u8], offset: usize) -> (usize, usize) {
    let before = &text[..offset.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (line, before.len() - line_start + 1)
}

/// The byte offset of a place that `serde_json` names: line from 1, column in bytes from 0 or 1.
pub(crate) fn offset_of_place(text: &[u8], line: usize, column: usize) -> usize {
    let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let line_start = std::iter::once(0).chain(breaks).nth(line.saturating_sub(1)).unwrap_or(text.len());
    (line_start + column.saturating_sub(1)).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = br#"{
  "a": [1, {"b\"c": "x,]"}, []],
  "d": true
}"#;

    #[test]
    fn paths_and_places_correspond() {
        let path = Path::keys(&["a"]).index(1).key("b\"c");
        let offset = offset_of(TEXT, &path);
        assert_eq!(&TEXT[offset..offset + 5], br#""x,]""#);
        assert_eq!(line_and_column(TEXT, offset), (2, 21));
        assert_eq!(path_at(TEXT, offset + 2), (path, offset));
        let (path, start) = path_at(TEXT, TEXT.len() - 2);
        assert_eq!((path.to_string().as_str(), TEXT[start]), ("d", b't'));
        assert_eq!(path_at(TEXT, TEXT.len()), (Path::default(), TEXT.len() - 1));
        assert_eq!(path_at(TEXT, 0).0, Path::default());
    }

    #[test]
    fn a_missing_path_leads_to_its_nearest_parent() {
        assert_eq!(offset_of(TEXT, &Path::keys(&["a"]).index(9)), offset_of(TEXT, &Path::keys(&["a"])));
        assert_eq!(Path::keys(&["a"]).index(3).key("x").to_string(), "a[3].x");
    }

    #[test]
    fn places_of_serde_json_become_offsets() {
        assert_eq!(offset_of_place(b"ab\ncd", 2, 1), 3);
        assert_eq!(offset_of_place(b"ab\ncd", 1, 0), 0);
        assert_eq!(offset_of_place(b"ab\ncd", 9, 9), 5);
    }

    #[test]
    fn junk_does_not_panic() {
        for junk in [&b"\"\\"[..], b"}}}", b"]{,", b"\xff\xfe", b"{\"a", b",", b""] {
            path_at(junk, 100);
            offset_of(junk, &Path::keys(&["a"]));
        }
    }
}
