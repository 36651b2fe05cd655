//! What a file of LLVM IR is for: its target triple, read without LLVM.
//!
//! Bitcode is a stream of bits, least significant first, in blocks and records (LLVM's manual, "LLVM Bitcode File
//! Format"). The triple is the record `MODULE_CODE_TRIPLE` (2) of the module block (8). Blocks inside of the module have
//! their length in front and are skipped, so the cost does not depend on the size of the module. Of a file with several
//! modules the first one counts. In text the triple is the line `target triple = "..."`, up to which text is read.

use std::io;
use std::path::Path;

use crate::error::Error;
use crate::source::Source;

/// How bitcode starts.
const MAGIC: &[u8; 4] = b"BC\xC0\xDE";
/// How bitcode starts that is inside of a wrapper: magic, version, offset, size and CPU type, four bytes each.
const WRAPPER_MAGIC: &[u8; 4] = &[0xDE, 0xC0, 0x17, 0x0B];
/// The block of a module.
const MODULE_BLOCK: u64 = 8;
/// The record of its triple.
const TRIPLE_RECORD: u64 = 2;
/// No triple is longer; a hostile file cannot make this reader collect more.
const MAX_TRIPLE: u64 = 1 << 12;

/// Bytes of text that are read at a time.
const BLOCK: u64 = 1 << 16;

/// Why a file is not LLVM IR.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum BitcodeError {
    /// It is neither bitcode nor text.
    #[error("found neither bitcode nor LLVM assembly; expected device code")]
    NotIr,
    /// It has a wrapper, but no bitcode in it.
    #[error("the bitcode wrapper names a range outside of the file")]
    Wrapper,
    /// It is malformed, at this byte.
    #[error("offset {offset:#x}: {what}; expected bitcode of one module")]
    Malformed { offset: u64, what: &'static str },
}

/// The triple of a module, in bitcode or text; `None` if it has none. No more is read than it takes to find it.
///
/// # Errors
/// [`Error::Content`] for a file that is neither, or is truncated, with the offset; [`Error::Read`].
pub fn triple(file: &Path, source: &dyn Source) -> Result<Option<String>, Error> {
    let refuse = |error: BitcodeError| Error::content(file, error);
    let failed = |source| Error::Read { file: file.to_owned(), source };
    let mut start = [0; MAGIC.len()];
    let has_start = source.size() >= start.len() as u64;
    if has_start {
        source.read_at(0, &mut start).map_err(failed)?;
    }
    let (offset, size) = if has_start && start == *MAGIC {
        (0, source.size())
    } else if has_start && start == *WRAPPER_MAGIC {
        let wrapped = wrapped(source).map_err(failed)?;
        wrapped.ok_or_else(|| refuse(BitcodeError::Wrapper))?
    } else {
        let found = text_triple(source).map_err(failed)?;
        return found.ok_or_else(|| refuse(BitcodeError::NotIr));
    };
    let mut stream = Stream { source, offset, size, at: 32 };
    stream.module_triple().map_err(|fault| match fault {
        Fault::Malformed { what, at } => refuse(BitcodeError::Malformed { offset: at / 8, what }),
        Fault::Io(e) => failed(e),
    })
}

/// Offset and size of the bitcode in a wrapper.
fn wrapped(source: &dyn Source) -> io::Result<Option<(u64, u64)>> {
    const HEADER: usize = 16;
    let mut header = [0; HEADER];
    if source.size() < HEADER as u64 {
        return Ok(None);
    }
    source.read_at(0, &mut header)?;
    let word = |at: usize| u64::from(u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]));
    let (offset, size) = (word(8), word(12));
    if offset + size > source.size() || size < MAGIC.len() as u64 {
        return Ok(None);
    }
    let mut magic = [0; MAGIC.len()];
    source.read_at(offset, &mut magic)?;
    Ok((magic == *MAGIC).then_some((offset, size)))
}

/// Whether a line is one that modules in assembly start with.
fn looks_like_ir(line: &[u8]) -> bool {
    const STARTS: [&str; 9] =
        ["target ", "define ", "declare ", "source_filename", "@", "%", "!", "attributes ", "; ModuleID"];
    STARTS.iter().any(|start| line.starts_with(start.as_bytes()))
}

/// The triple that a text has; `None` if it is not LLVM assembly.
fn text_triple(source: &dyn Source) -> io::Result<Option<Option<String>>> {
    const START: &[u8] = b"target triple = \"";
    let (mut offset, mut is_ir) = (0, false);
    // What a line starts with, however long it is.
    let mut line: Vec<u8> = Vec::new();
    while offset < source.size() {
        let mut block = vec![0; BLOCK.min(source.size() - offset) as usize];
        source.read_at(offset, &mut block)?;
        offset += block.len() as u64;
        if block.contains(&0) {
            return Ok(None);
        }
        let mut rest = &block[..];
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| *byte == b'\n');
            let room = (START.len() + MAX_TRIPLE as usize).saturating_sub(line.len());
            line.extend(&rest[..end.unwrap_or(rest.len()).min(room)]);
            rest = end.map_or(&[], |end| &rest[end + 1..]);
            if end.is_none() && offset < source.size() {
                break;
            }
            if let Some(value) = line.strip_prefix(START) {
                let value = value.split(|byte| *byte == b'"').next().expect("`split` gives at least one part");
                return Ok(std::str::from_utf8(value).ok().map(|value| Some(value.to_owned())));
            }
            is_ir |= looks_like_ir(&line);
            line.clear();
        }
    }
    Ok(is_ir.then_some(None))
}

/// Why there is no answer.
enum Fault {
    /// What is wrong, and at which bit.
    Malformed { what: &'static str, at: u64 },
    /// The file cannot be read.
    Io(io::Error),
}

/// One operand of an abbreviation.
#[derive(Clone, Copy)]
enum Operand {
    Literal,
    Fixed(u64),
    Variable(u64),
    Array,
    Char6,
    Blob,
}

struct Stream<'a> {
    source: &'a dyn Source,
    /// Bytes in front of the bitcode.
    offset: u64,
    /// Bytes of the bitcode.
    size: u64,
    /// The next bit.
    at: u64,
}

impl Stream<'_> {
    fn fault<T>(&self, what: &'static str) -> Result<T, Fault> {
        Err(Fault::Malformed { what, at: self.at })
    }

    fn left(&self) -> u64 {
        (self.size * 8).saturating_sub(self.at)
    }

    /// A number of `width` bits, at most 64.
    fn fixed(&mut self, width: u64) -> Result<u64, Fault> {
        if width > self.left() {
            return self.fault("the file ends inside of a record");
        }
        // 64 bits reach over nine bytes.
        let mut bytes = [0; 16];
        let (first, end) = (self.at / 8, (self.at + width).div_ceil(8));
        self.source.read_at(self.offset + first, &mut bytes[..(end - first) as usize]).map_err(Fault::Io)?;
        let bits = u128::from_le_bytes(bytes) >> (self.at % 8);
        self.at += width;
        Ok((bits & ((1 << width) - 1)) as u64)
    }

    /// A number in pieces of `width` bits, of which the highest says whether there is another.
    fn variable(&mut self, width: u64) -> Result<u64, Fault> {
        let more = 1_u64 << (width - 1);
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let piece = self.fixed(width)?;
            if shift < 64 {
                value |= (piece & (more - 1)) << shift;
            }
            shift += width - 1;
            if piece & more == 0 {
                return Ok(value);
            }
        }
    }

    /// To a multiple of 32 bits.
    fn align(&mut self) {
        self.at = self.at.next_multiple_of(32);
    }

    fn skip(&mut self, bits: u64) -> Result<(), Fault> {
        if bits > self.left() {
            return self.fault("the file ends inside of a block");
        }
        self.at += bits;
        Ok(())
    }

    /// What follows the number of a block: the width of its abbreviation numbers, and its length in bits.
    fn block(&mut self) -> Result<(u64, u64), Fault> {
        let width = self.variable(4)?;
        self.align();
        let length = self.fixed(32)? * 32;
        if !(2..=32).contains(&width) {
            return self.fault("a block has abbreviation numbers of an impossible width");
        }
        Ok((width, length))
    }

    fn module_triple(&mut self) -> Result<Option<String>, Fault> {
        while self.left() >= 32 {
            if self.fixed(2)? != 1 {
                return self.fault("no block starts where one should");
            }
            let block = self.variable(8)?;
            let (width, length) = self.block()?;
            if block == MODULE_BLOCK {
                return self.triple_in_module(width);
            }
            self.skip(length)?;
        }
        self.fault("there is no module")
    }

    fn triple_in_module(&mut self, width: u64) -> Result<Option<String>, Fault> {
        let mut abbreviations: Vec<Vec<Operand>> = Vec::new();
        loop {
            match self.fixed(width)? {
                0 => return Ok(None),
                1 => {
                    self.variable(8)?;
                    let (_, length) = self.block()?;
                    self.skip(length)?;
                }
                2 => {
                    let abbreviation = self.abbreviation()?;
                    abbreviations.push(abbreviation);
                }
                3 => {
                    let code = self.variable(6)?;
                    let count = self.variable(6)?;
                    if code != TRIPLE_RECORD {
                        for _ in 0..count {
                            self.variable(6)?;
                        }
                        continue;
                    }
                    if count > MAX_TRIPLE {
                        return self.fault("the triple is too long");
                    }
                    let bytes = (0..count).map(|_| self.variable(6)).collect::<Result<Vec<_>, _>>()?;
                    let text = bytes.into_iter().map(|byte| u8::try_from(byte).ok()).collect::<Option<Vec<u8>>>();
                    return match text.map(String::from_utf8) {
                        Some(Ok(text)) => Ok(Some(text)),
                        _ => self.fault("the triple is not text"),
                    };
                }
                number => match abbreviations.get((number - 4) as usize) {
                    None => return self.fault("a record has an abbreviation that nothing defines"),
                    Some(operands) => {
                        let operands = operands.clone();
                        self.skip_record(&operands)?;
                    }
                },
            }
        }
    }

    fn abbreviation(&mut self) -> Result<Vec<Operand>, Fault> {
        let count = self.variable(5)?;
        let mut operands = Vec::new();
        for _ in 0..count {
            let operand = if self.fixed(1)? == 1 {
                self.variable(8)?;
                Operand::Literal
            } else {
                match self.fixed(3)? {
                    1 => Operand::Fixed(self.width()?),
                    2 => match self.width()? {
                        width @ (0 | 2..) => Operand::Variable(width),
                        _ => return self.fault("an abbreviation has numbers of an impossible width"),
                    },
                    3 => Operand::Array,
                    4 => Operand::Char6,
                    5 => Operand::Blob,
                    _ => return self.fault("an abbreviation has an unknown encoding"),
                }
            };
            operands.push(operand);
        }
        Ok(operands)
    }

    fn width(&mut self) -> Result<u64, Fault> {
        match self.variable(5)? {
            width @ 0..=64 => Ok(width),
            _ => self.fault("an abbreviation has numbers of an impossible width"),
        }
    }

    fn skip_operand(&mut self, operand: Operand) -> Result<(), Fault> {
        match operand {
            Operand::Literal => Ok(()),
            Operand::Fixed(width) => self.skip(width),
            Operand::Variable(0) => Ok(()),
            Operand::Variable(width) => self.variable(width).map(drop),
            Operand::Char6 => self.skip(6),
            Operand::Blob => {
                let length = self.variable(6)?;
                self.align();
                self.skip(length.saturating_mul(8))?;
                self.align();
                Ok(())
            }
            Operand::Array => self.fault("an array has no element"),
        }
    }

    fn skip_record(&mut self, operands: &[Operand]) -> Result<(), Fault> {
        let mut operands = operands.iter();
        while let Some(&operand) = operands.next() {
            if !matches!(operand, Operand::Array) {
                self.skip_operand(operand)?;
                continue;
            }
            let Some(&element) = operands.next() else { return self.fault("an array has no element") };
            let count = self.variable(6)?;
            // An element without bits would make a count of any size free.
            if count > self.left() {
                return self.fault("the file ends inside of a record");
            }
            for _ in 0..count {
                self.skip_operand(element)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::source::Memory;

    fn of(content: &[u8]) -> Result<Option<String>, String> {
        triple(Path::new("a.bc"), &Memory(content)).map_err(|e| e.to_string())
    }

    fn example() -> Vec<u8> {
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/ir/mandelbrot.bc")).unwrap()
    }

    #[test]
    fn the_triple_of_real_bitcode() {
        assert_eq!(of(&example()), Ok(Some("spir64-unknown-unknown".to_owned())));
    }

    #[test]
    fn wrapped_bitcode_is_unwrapped() {
        let inner = example();
        let size = u32::try_from(inner.len()).unwrap().to_le_bytes();
        let wrap = |offset: u32| [WRAPPER_MAGIC, &[0; 4], &offset.to_le_bytes(), &size, &[0; 4], &inner[..]].concat();
        assert_eq!(of(&wrap(20)), Ok(Some("spir64-unknown-unknown".to_owned())));
        assert_eq!(of(&wrap(21)).unwrap_err(), "the bitcode wrapper names a range outside of the file");
    }

    #[test]
    fn text_has_a_line_for_it() {
        let text = b"source_filename = \"a\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n";
        assert_eq!(of(text), Ok(Some("nvptx64-nvidia-cuda".to_owned())));
        assert_eq!(of(b"define void @f() {\n  ret void\n}\n"), Ok(None));
        assert!(of(b"int main() {}\n").unwrap_err().contains("neither bitcode nor LLVM assembly"));
        assert!(of(b"").is_err());
    }

    #[test]
    fn lines_are_found_wherever_blocks_end() {
        let line = b"target triple = \"spir64-unknown-unknown\"";
        let expected = Ok(Some("spir64-unknown-unknown".to_owned()));
        for before in (BLOCK as usize - 45..BLOCK as usize + 2).chain([0, 1, 2 * BLOCK as usize]) {
            let comment = ";".repeat(before);
            assert_eq!(of(&[comment.as_bytes(), b"\n", line].concat()), expected, "{before}");
            assert_eq!(of(&[comment.as_bytes(), b"\n", line, b"\n; more\n"].concat()), expected, "{before}");
        }
        // In the middle of a line it is something else.
        assert_eq!(of(&[b"@a = \"", &line[..]].concat()), Ok(None));
        let long = format!("target triple = \"{}\"", "a".repeat(100_000));
        assert!(of(long.as_bytes()).unwrap().unwrap().len() <= MAX_TRIPLE as usize);
    }

    /// A file of any size, of which a start is given and the rest is zeros.
    struct Sparse<'a>(&'a [u8], Cell<u64>);

    impl Source for Sparse<'_> {
        fn size(&self) -> u64 {
            3 << 30
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
            self.1.set(self.1.get() + buffer.len() as u64);
            for (at, byte) in buffer.iter_mut().enumerate() {
                *byte = self.0.get(offset as usize + at).copied().unwrap_or(0);
            }
            Ok(())
        }
    }

    #[test]
    fn only_the_head_is_read() {
        let bitcode = example();
        let text = b"source_filename = \"a\"\ntarget triple = \"spir64\"\n".as_slice();
        for (start, is_ir) in [(&*bitcode, true), (text, false), (b"", false), (b"BC\xC0\xDE", false)] {
            let file = Sparse(start, Cell::default());
            assert_eq!(triple(Path::new("a"), &file).is_ok(), is_ir);
            assert!(file.1.get() < 1 << 20, "{} bytes", file.1.get());
        }
        let text = [text, &b"define void @f() {\n".repeat(10_000)].concat();
        assert_eq!(of(&text), Ok(Some("spir64".to_owned())));
    }

    #[test]
    fn junk_is_refused_wherever_it_is_cut_or_changed() {
        let whole = example();
        for length in 0..400 {
            let cut = of(&whole[..length]);
            assert!(cut.is_err() || cut == Ok(Some("spir64-unknown-unknown".to_owned())), "{length}: {cut:?}");
        }
        for at in 0..400 {
            let mut changed = whole.clone();
            changed[at] ^= 0xFF;
            let _ = of(&changed);
        }
    }
}
