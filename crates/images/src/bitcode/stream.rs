//! The stream of bits that bitcode is: blocks, records and abbreviations.

use std::io;

use super::{Heading, MAX_TRIPLE};
use crate::source::Source;

/// The block of a module.
const MODULE_BLOCK: u64 = 8;
/// The record of its triple.
const TRIPLE_RECORD: u64 = 2;

/// The block in front of it that says who wrote it, and the record that does.
const IDENTIFICATION_BLOCK: u64 = 13;
const PRODUCER_RECORD: u64 = 1;
/// The characters that have six bits.
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// Reasons why a stream cannot be read as bitcode.
pub(super) enum Fault {
    /// A mistake, and the bit where it is.
    Malformed { what: &'static str, at: u64 },
    /// The file cannot be read.
    Io(io::Error),
}

/// One operand of an abbreviation.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Literal(u64),
    Fixed(u64),
    Variable(u64),
    Array,
    Char6,
    Blob,
}

/// The bits of a file.
pub(super) struct Stream<'a> {
    source: &'a dyn Source,
    /// Bytes in front of the bitcode.
    offset: u64,
    /// Bytes of the bitcode.
    size: u64,
    /// The next bit.
    at: u64,
}

impl<'a> Stream<'a> {
    /// Bitcode in a part of a file, which starts with [`super::MAGIC`].
    pub(super) fn new(source: &'a dyn Source, offset: u64, size: u64) -> Self {
        Self { source, offset, size, at: super::MAGIC.len() as u64 * 8 }
    }

    pub(super) fn fault<T>(&self, what: &'static str) -> Result<T, Fault> {
        Err(Fault::Malformed { what, at: self.at })
    }

    pub(super) fn left(&self) -> u64 {
        (self.size * 8).saturating_sub(self.at)
    }

    /// A number of `width` bits, at most 64.
    pub(super) fn fixed(&mut self, width: u64) -> Result<u64, Fault> {
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
    pub(super) fn variable(&mut self, width: u64) -> Result<u64, Fault> {
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

    /// The next bit.
    pub(super) fn position(&self) -> u64 {
        self.at
    }

    /// Goes on at a bit that is further on.
    pub(super) fn seek(&mut self, at: u64) -> Result<(), Fault> {
        if at < self.at || at > self.size * 8 {
            return self.fault("the file ends inside of a block");
        }
        self.at = at;
        Ok(())
    }

    /// Start of the bytes of a blob, which comes next, in the bitcode, and their number.
    pub(super) fn blob(&mut self) -> Result<(u64, u64), Fault> {
        let length = self.variable(6)?;
        self.align();
        let start = self.at / 8;
        self.skip(length.saturating_mul(8))?;
        Ok((start, length))
    }

    /// Bytes that lie in the bitcode.
    pub(super) fn bytes(&self, start: u64, buffer: &mut [u8]) -> Result<(), Fault> {
        self.source.read_at(self.offset + start, buffer).map_err(Fault::Io)
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

    /// Head of a block, behind its number: the width of its abbreviation numbers, and its length in bits.
    pub(super) fn block(&mut self) -> Result<(u64, u64), Fault> {
        let width = self.variable(4)?;
        self.align();
        let length = self.fixed(32)? * 32;
        if !(2..=32).contains(&width) {
            return self.fault("a block has abbreviation numbers of an impossible width");
        }
        Ok((width, length))
    }

    /// The triple of the first module, and who wrote it.
    pub(super) fn heading(&mut self) -> Result<Heading, Fault> {
        let mut producer = None;
        while self.left() >= 32 {
            if self.fixed(2)? != 1 {
                return self.fault("no block starts where one should");
            }
            let block = self.variable(8)?;
            let (width, length) = self.block()?;
            if block == MODULE_BLOCK {
                return Ok(Heading { triple: self.triple_in_module(width)?, producer });
            }
            let start = self.at;
            if block == IDENTIFICATION_BLOCK {
                producer = self.producer(width)?;
            }
            self.at = start;
            self.skip(length)?;
        }
        self.fault("there is no module")
    }

    /// The record that says who wrote the module: a code and characters, in any of the forms that records have.
    pub(super) fn producer(&mut self, width: u64) -> Result<Option<String>, Fault> {
        let mut abbreviations: Vec<Vec<Operand>> = Vec::new();
        loop {
            let values = match self.fixed(width)? {
                2 => {
                    abbreviations.push(self.abbreviation()?);
                    continue;
                }
                3 => {
                    let code = self.variable(6)?;
                    let count = self.variable(6)?;
                    if count > MAX_TRIPLE {
                        return self.fault("a record is too long");
                    }
                    let rest = (0..count).map(|_| self.variable(6)).collect::<Result<Vec<_>, _>>()?;
                    [vec![code], rest].concat()
                }
                number @ 4.. => match abbreviations.get((number - 4) as usize).cloned() {
                    None => return self.fault("a record has an abbreviation that nothing defines"),
                    Some(operands) => self.values(&operands)?,
                },
                _ => return Ok(None),
            };
            if let [PRODUCER_RECORD, text @ ..] = &values[..] {
                let bytes = text.iter().map(|value| u8::try_from(*value).ok()).collect::<Option<Vec<u8>>>();
                return match bytes.map(String::from_utf8) {
                    Some(Ok(text)) => Ok(Some(text)),
                    _ => self.fault("the name of who wrote it is not text"),
                };
            }
        }
    }

    /// The values of a record with an abbreviation.
    pub(super) fn values(&mut self, operands: &[Operand]) -> Result<Vec<u64>, Fault> {
        let mut values = Vec::new();
        let mut operands = operands.iter();
        while let Some(&operand) = operands.next() {
            if !matches!(operand, Operand::Array) {
                values.push(self.value(operand)?);
                continue;
            }
            let Some(&element) = operands.next() else { return self.fault("an array has no element") };
            let count = self.variable(6)?;
            if count > MAX_TRIPLE {
                return self.fault("a record is too long");
            }
            for _ in 0..count {
                values.push(self.value(element)?);
            }
        }
        Ok(values)
    }

    fn value(&mut self, operand: Operand) -> Result<u64, Fault> {
        match operand {
            Operand::Literal(value) => Ok(value),
            Operand::Fixed(width) => self.fixed(width),
            Operand::Variable(0) => Ok(0),
            Operand::Variable(width) => self.variable(width),
            Operand::Char6 => Ok(CHAR6[self.fixed(6)? as usize].into()),
            Operand::Array => self.fault("an array has no element"),
            Operand::Blob => self.fault("a record that is text has bytes"),
        }
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

    pub(super) fn abbreviation(&mut self) -> Result<Vec<Operand>, Fault> {
        let count = self.variable(5)?;
        let mut operands = Vec::new();
        for _ in 0..count {
            let operand = if self.fixed(1)? == 1 {
                Operand::Literal(self.variable(8)?)
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
            Operand::Literal(_) => Ok(()),
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

    pub(super) fn skip_record(&mut self, operands: &[Operand]) -> Result<(), Fault> {
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
