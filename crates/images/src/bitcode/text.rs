//! LLVM assembly, line by line.

use std::io;
use std::ops::ControlFlow;

use crate::source::Source;

/// Bytes of text that are read at a time.
pub(super) const BLOCK: u64 = 1 << 16;

/// First bytes of the line with the triple.
pub(super) const TRIPLE_LINE: &[u8] = b"target triple = \"";

/// Result of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// Lines, up to the end or to where the caller had enough.
    Text,
    /// Something with zero bytes.
    Binary,
}

/// Calls `visit` with each line of a file, of a long one with its first `room` bytes, until that has enough.
pub(super) fn each_line(
    source: &dyn Source,
    room: usize,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<Read> {
    let mut offset = 0;
    // What a line starts with, however long it is.
    let mut line: Vec<u8> = Vec::new();
    while offset < source.size() {
        let mut block = vec![0; BLOCK.min(source.size() - offset) as usize];
        source.read_at(offset, &mut block)?;
        offset += block.len() as u64;
        if block.contains(&0) {
            return Ok(Read::Binary);
        }
        let mut rest = &block[..];
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| *byte == b'\n');
            let left = room.saturating_sub(line.len());
            line.extend(&rest[..end.unwrap_or(rest.len()).min(left)]);
            rest = end.map_or(&[], |end| &rest[end + 1..]);
            if end.is_none() && offset < source.size() {
                break;
            }
            if visit(&line).is_break() {
                return Ok(Read::Text);
            }
            line.clear();
        }
    }
    Ok(Read::Text)
}

/// Whether a line is one that modules in assembly start with, and other texts do not.
pub(super) fn looks_like_ir(line: &[u8]) -> bool {
    const STARTS: [&str; 5] =
        ["target triple = ", "target datalayout = ", "source_filename = ", "attributes #", "; ModuleID"];
    let has = |wanted: &[u8]| line.windows(wanted.len()).any(|bytes| bytes == wanted);
    match line {
        [b'd', ..] => (line.starts_with(b"define ") || line.starts_with(b"declare ")) && has(b"@") && has(b"("),
        // What has a name: variables, types, metadata, groups of symbols.
        [b'@' | b'%' | b'!' | b'$', first, ..] => {
            (first.is_ascii_alphanumeric() || b"\"$._-".contains(first)) && has(b" = ")
        }
        _ => STARTS.iter().any(|start| line.starts_with(start.as_bytes())),
    }
}

/// The text up to the next quote.
pub(super) fn quoted(text: &[u8]) -> Option<String> {
    let text = text.split(|byte| *byte == b'"').next().expect("`split` gives at least one part");
    std::str::from_utf8(text).ok().map(str::to_owned)
}

/// The triple that a text has; `None` if it is not LLVM assembly. No more is read than it takes to find it.
pub(super) fn triple(source: &dyn Source) -> io::Result<Option<Option<String>>> {
    let (mut found, mut is_ir) = (None, false);
    let room = TRIPLE_LINE.len() + super::MAX_TRIPLE as usize;
    let read = each_line(source, room, |line| {
        if let Some(value) = line.strip_prefix(TRIPLE_LINE) {
            found = Some(quoted(value));
            return ControlFlow::Break(());
        }
        is_ir |= looks_like_ir(line);
        ControlFlow::Continue(())
    })?;
    Ok(match (read, found) {
        (Read::Text, Some(triple)) => triple.map(Some),
        (Read::Text, None) => is_ir.then_some(None),
        (Read::Binary, _) => None,
    })
}
