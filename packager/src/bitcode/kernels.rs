//! The kernels that a module of LLVM IR defines: functions with the calling convention of one.
//!
//! In bitcode since LLVM 5, the record `MODULE_CODE_FUNCTION` (8) has offset and size of the name in the block of
//! names (23), type, calling convention, and whether the function is only declared. Older modules keep names elsewhere;
//! their kernels are not found.

use std::io;
use std::ops::ControlFlow;

use super::Module;
use super::stream::{Fault, Operand, Stream};
use super::text::{self, TRIPLE_LINE};
use crate::source::{Budget, Source};

const MODULE_BLOCK: u64 = 8;
const IDENTIFICATION_BLOCK: u64 = 13;
const NAMES_BLOCK: u64 = 23;

const VERSION_RECORD: u64 = 1;
const TRIPLE_RECORD: u64 = 2;
const FUNCTION_RECORD: u64 = 8;

/// The version of modules whose records say where names are.
const WITH_NAMES: u64 = 2;
/// Calling conventions of kernels, in bitcode and in text: NVPTX, SPIR, AMDGPU.
const KERNELS: [(u64, &str); 3] = [(71, "ptx_kernel"), (76, "spir_kernel"), (91, "amdgpu_kernel")];

/// Values of a record that are looked at.
const VALUES: usize = 64;
/// Characters of a triple, of who wrote it, and of a name.
const LONGEST: u64 = 1 << 12;
/// Characters of a line of text that are looked at.
const LONGEST_LINE: usize = 1 << 16;

/// What is next in a block.
enum Item {
    End,
    Block {
        number: u64,
        width: u64,
        end: u64,
    },
    Record {
        code: u64,
        values: Vec<u64>,
    },
    /// An abbreviation, or a record with one.
    Other,
}

impl Stream<'_> {
    /// Reads the first module and who wrote it. Names are copied as far as the budget goes.
    pub(super) fn module(&mut self, budget: &mut Budget) -> Result<Module, Fault> {
        let (mut module, mut kernels) = (None::<Module>, Vec::new());
        let mut producer = None;
        while self.left() >= 32 {
            let Item::Block { number, width, end } = self.item(2, &mut Vec::new())? else {
                return self.fault("no block starts where one should");
            };
            match number {
                IDENTIFICATION_BLOCK => producer = self.producer(width)?,
                MODULE_BLOCK if module.is_some() => break,
                MODULE_BLOCK => module = Some(self.functions(width, &mut kernels)?),
                NAMES_BLOCK if module.is_some() => {
                    if let Some((start, size)) = self.names(width)? {
                        let names = self.kernel_names(&kernels, start, size, budget)?;
                        module = module.map(|module| Module { kernels: names, ..module });
                    }
                    break;
                }
                _ => {}
            }
            self.seek(end)?;
        }
        match module {
            Some(module) => Ok(Module { producer, ..module }),
            None => self.fault("there is no module"),
        }
    }

    /// The next item of a block; blocks inside of it are for the caller to skip.
    fn item(&mut self, width: u64, abbreviations: &mut Vec<Vec<Operand>>) -> Result<Item, Fault> {
        match self.fixed(width)? {
            0 => Ok(Item::End),
            1 => {
                let number = self.variable(8)?;
                let (width, length) = self.block()?;
                let end = self.position() + length;
                Ok(Item::Block { number, width, end })
            }
            2 => {
                abbreviations.push(self.abbreviation()?);
                Ok(Item::Other)
            }
            3 => {
                let (code, count) = (self.variable(6)?, self.variable(6)?);
                let room = if code == TRIPLE_RECORD { LONGEST as usize } else { VALUES };
                let mut values = Vec::new();
                for _ in 0..count {
                    let value = self.variable(6)?;
                    if values.len() < room {
                        values.push(value);
                    }
                }
                Ok(Item::Record { code, values })
            }
            number => match abbreviations.get((number - 4) as usize).cloned() {
                None => self.fault("a record has an abbreviation that nothing defines"),
                Some(operands) => self.skip_record(&operands).map(|()| Item::Other),
            },
        }
    }

    /// The triple, and where the names of kernels that the module defines are among the names.
    fn functions(&mut self, width: u64, kernels: &mut Vec<(u64, u64)>) -> Result<Module, Fault> {
        let (mut abbreviations, mut version, mut triple) = (Vec::new(), 0, None);
        loop {
            match self.item(width, &mut abbreviations)? {
                Item::End => return Ok(Module { triple, ..Module::default() }),
                Item::Block { end, .. } => self.seek(end)?,
                Item::Record { code: VERSION_RECORD, values } => version = values.first().copied().unwrap_or(0),
                Item::Record { code: TRIPLE_RECORD, values } => {
                    let bytes = values.iter().map(|value| u8::try_from(*value).ok()).collect::<Option<Vec<u8>>>();
                    match bytes.map(String::from_utf8) {
                        Some(Ok(text)) => triple = Some(text),
                        _ => return self.fault("the triple is not text"),
                    }
                }
                Item::Record { code: FUNCTION_RECORD, values } if version >= WITH_NAMES => {
                    if let [start, size, _, convention, 0, ..] = values[..]
                        && KERNELS.iter().any(|(number, _)| *number == convention)
                    {
                        kernels.push((start, size));
                    }
                }
                Item::Record { .. } | Item::Other => {}
            }
        }
    }

    /// Where the bytes of the names are in the file, and how many there are: a record that is a blob.
    fn names(&mut self, width: u64) -> Result<Option<(u64, u64)>, Fault> {
        let mut abbreviations: Vec<Vec<Operand>> = Vec::new();
        loop {
            match self.fixed(width)? {
                2 => abbreviations.push(self.abbreviation()?),
                number @ 4.. => match abbreviations.get((number - 4) as usize).map(Vec::as_slice) {
                    Some([Operand::Literal(_), Operand::Blob]) => return self.blob().map(Some),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            }
        }
    }

    /// The names at these places among the names.
    fn kernel_names(
        &self,
        kernels: &[(u64, u64)],
        start: u64,
        size: u64,
        budget: &mut Budget,
    ) -> Result<Vec<String>, Fault> {
        let mut names = Vec::new();
        for &(offset, length) in kernels {
            if offset.checked_add(length).is_none_or(|end| end > size) {
                return self.fault("the name of a function is outside of the names");
            }
            let mut name = vec![0; length.min(LONGEST) as usize];
            if budget.spend(name.len() as u64).is_err() {
                return self.fault("functions share names that take more than four times the file");
            }
            self.bytes(start + offset, &mut name)?;
            names.push(String::from_utf8_lossy(&name).into_owned());
        }
        Ok(names)
    }
}

/// The module of a text; `None` if it is not LLVM assembly.
pub(super) fn of_text(source: &dyn Source) -> io::Result<Option<Module>> {
    let (mut module, mut is_ir) = (Module::default(), false);
    let read = text::each_line(source, LONGEST_LINE, |line| {
        is_ir |= text::looks_like_ir(line);
        if let Some(triple) = line.strip_prefix(TRIPLE_LINE).filter(|_| module.triple.is_none()) {
            module.triple = text::quoted(triple);
        } else if line.starts_with(b"define ") {
            module.kernels.extend(defined_kernel(line));
        }
        ControlFlow::Continue(())
    })?;
    Ok((is_ir && read == text::Read::Text).then_some(module))
}

/// The name of the kernel that a line defines, if it defines one.
fn defined_kernel(line: &[u8]) -> Option<String> {
    let (head, name) = line.split_at(line.iter().position(|byte| *byte == b'@')?);
    let head = std::str::from_utf8(head).ok()?;
    head.split(' ').find(|word| KERNELS.iter().any(|(_, convention)| convention == word))?;
    let name = &name[1..];
    let Some(quoted) = name.strip_prefix(b"\"") else {
        let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-$._".contains(byte);
        let end = name.iter().position(is_end).unwrap_or(name.len());
        return Some(String::from_utf8_lossy(&name[..end]).into_owned());
    };
    // Bytes that are not printed stand as a backslash and two hexadecimal digits.
    let quoted = quoted.split(|byte| *byte == b'"').next().expect("`split` gives at least one part");
    let (mut bytes, mut rest) = (Vec::new(), quoted);
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
