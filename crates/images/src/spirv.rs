//! SPIR-V: its header, its instructions, and the names in it.
//!
//! [`Module::parse`] checks the header and that every instruction fits. Operands are what the file has: an instruction
//! that is too short for its opcode says nothing. The names of opcodes and of other numbers are those of the crate
//! `spirv`, which is generated from the grammar of Khronos.

pub mod write;

pub use ::spirv::{Decoration, LinkageType, MAGIC_NUMBER as MAGIC, Op};

/// Words in front of the instructions.
pub const HEADER_WORDS: usize = 5;

/// Reasons why bytes are not a module.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum Malformed {
    /// They do not start as one, or are not whole words.
    #[error("found {bytes} bytes; expected a little-endian SPIR-V module")]
    Header { bytes: usize },
    /// An instruction at this byte does not fit into the module.
    #[error("offset {offset:#x}: found an instruction of {words} words; expected 1 to {left}")]
    Instruction { offset: usize, words: usize, left: usize },
}

/// A module whose instructions fit.
#[derive(Debug)]
pub struct Module {
    words: Vec<u32>,
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// [`Malformed`] if it is not one.
    pub fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        let module = Self { words: words(bytes) };
        let is_header = module.words.len() >= HEADER_WORDS && module.words[0] == MAGIC;
        if !is_header || !bytes.len().is_multiple_of(4) {
            return Err(Malformed::Header { bytes: bytes.len() });
        }
        let mut rest = &module.words[HEADER_WORDS..];
        while let [first, ..] = rest {
            let (_, length) = head(*first);
            let fitting = rest.get(length..).filter(|_| length > 0);
            let left = rest.len();
            let offset = (module.words.len() - left) * 4;
            rest = fitting.ok_or(Malformed::Instruction { offset, words: length, left })?;
        }
        Ok(module)
    }

    /// The words in front of the instructions.
    #[must_use]
    pub fn header(&self) -> &[u32] {
        &self.words[..HEADER_WORDS]
    }

    /// The number that all ids are below.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.words[3]
    }

    /// The instructions, in their order.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        let mut rest = &self.words[HEADER_WORDS..];
        std::iter::from_fn(move || {
            let (words, behind) = rest.split_at_checked(head(*rest.first()?).1)?;
            rest = behind;
            Some(Instruction { words })
        })
    }
}

/// An entry point.
#[derive(Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// Whether it is a kernel as OpenCL has them.
    pub is_kernel: bool,
    /// Its function.
    pub function: u32,
    /// Its name.
    pub name: String,
}

/// A function or variable that modules are linked by.
#[derive(Debug, PartialEq, Eq)]
pub struct Linkage {
    /// Its id.
    pub id: u32,
    /// Its name between modules.
    pub name: String,
    /// Its direction, if that is a known one.
    pub kind: Option<LinkageType>,
}

/// An instruction.
#[derive(Debug, Clone, Copy)]
pub struct Instruction<'a> {
    /// The first word, and the operands.
    words: &'a [u32],
}

impl<'a> Instruction<'a> {
    /// The instruction of some words, if they are as many as the first one says.
    #[must_use]
    pub fn parse(words: &'a [u32]) -> Option<Self> {
        (head(*words.first()?).1 == words.len()).then_some(Self { words })
    }

    /// All of its words.
    #[must_use]
    pub fn words(self) -> &'a [u32] {
        self.words
    }

    /// Its opcode.
    #[must_use]
    pub fn opcode(self) -> u16 {
        head(self.words[0]).0
    }

    /// Its opcode by name, if it has one.
    #[must_use]
    pub fn op(self) -> Option<Op> {
        Op::from_u32(self.opcode().into())
    }

    /// The words behind the first one.
    #[must_use]
    pub fn operands(self) -> &'a [u32] {
        &self.words[1..]
    }

    /// Operands, if the opcode is this one.
    fn operands_of(self, op: Op) -> Option<&'a [u32]> {
        (u32::from(self.opcode()) == op as u32).then(|| self.operands())
    }

    /// The name of an id, for debuggers and people.
    #[must_use]
    pub fn name(self) -> Option<(u32, String)> {
        let [id, name @ ..] = self.operands_of(Op::Name)? else { return None };
        Some((*id, string(name).0))
    }

    /// The name of an extension that the module uses.
    #[must_use]
    pub fn extension(self) -> Option<String> {
        self.operands_of(Op::Extension).map(|name| string(name).0)
    }

    /// The entry point that it declares.
    #[must_use]
    pub fn entry_point(self) -> Option<EntryPoint> {
        let [model, function, name @ ..] = self.operands_of(Op::EntryPoint)? else { return None };
        let is_kernel = *model == ::spirv::ExecutionModel::Kernel as u32;
        Some(EntryPoint { is_kernel, function: *function, name: string(name).0 })
    }

    /// The linkage that it gives an id.
    #[must_use]
    pub fn linkage(self) -> Option<Linkage> {
        const LINKAGE: u32 = Decoration::LinkageAttributes as u32;
        let [id, LINKAGE, name @ ..] = self.operands_of(Op::Decorate)? else { return None };
        let (name, behind) = string(name);
        let kind = behind.first().and_then(|kind| LinkageType::from_u32(*kind));
        Some(Linkage { id: *id, name, kind })
    }
}

/// The opcode of an instruction, and the number of its words, by its first word.
#[must_use]
pub fn head(word: u32) -> (u16, usize) {
    ((word & 0xFFFF) as u16, (word >> 16) as usize)
}

/// The words of bytes; up to three bytes at the end that are not one are left out.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// A string, up to the first zero byte, and the words behind it.
#[must_use]
pub fn string(words: &[u32]) -> (String, &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    let length = (bytes.len() / 4 + 1).min(words.len());
    (String::from_utf8_lossy(&bytes).into_owned(), &words[length..])
}

#[cfg(test)]
mod tests {
    use super::write::{instruction, module, named};
    use super::*;

    #[test]
    fn instructions_say_what_has_names() {
        let bytes = module(
            9,
            &[
                named(Op::Extension, &[], "SPV_KHR_bit_instructions", &[]),
                named(Op::EntryPoint, &[6, 1], "kernel", &[7, 8]),
                named(Op::Name, &[2], "", &[]),
                named(Op::Decorate, &[3, 41], "four", &[1]),
                named(Op::Decorate, &[3, 40], "four", &[1]),
                instruction(Op::EntryPoint, &[6]),
                instruction(0x7fffu32, &[]),
            ],
        );
        let module = Module::parse(&bytes).unwrap();
        let all: Vec<Instruction<'_>> = module.instructions().collect();
        assert_eq!((module.bound(), all.len()), (9, 7));
        assert_eq!(all[0].extension().unwrap(), "SPV_KHR_bit_instructions");
        let kernel = EntryPoint { is_kernel: true, function: 1, name: "kernel".to_owned() };
        assert_eq!(all[1].entry_point(), Some(kernel));
        assert_eq!(all[2].name(), Some((2, String::new())));
        let import = Linkage { id: 3, name: "four".to_owned(), kind: Some(LinkageType::Import) };
        assert_eq!(all[3].linkage(), Some(import));
        assert_eq!((all[4].linkage(), all[5].entry_point()), (None, None));
        assert_eq!((all[6].op(), all[6].opcode(), all[6].operands()), (None, 0x7fff, &[][..]));
    }

    #[test]
    fn only_whole_modules_are_read() {
        let bytes = module(2, &[instruction(Op::TypeVoid, &[1])]);
        let message = |bytes: &[u8]| Module::parse(bytes).unwrap_err().to_string();
        for length in [0, 3, 16, 19, 26] {
            let expected = format!("found {length} bytes; expected a little-endian SPIR-V module");
            assert_eq!(message(&bytes[..length]), expected);
        }
        let big_endian: Vec<u8> = words(&bytes).iter().flat_map(|word| word.to_be_bytes()).collect();
        assert!(message(&big_endian).starts_with("found 28 bytes"));
        assert_eq!(message(&bytes[..24]), "offset 0x14: found an instruction of 2 words; expected 1 to 1");
        assert_eq!(message(&module(2, &[vec![0]])), "offset 0x14: found an instruction of 0 words; expected 1 to 1");
        assert!(Instruction::parse(&[2 << 16, 0]).is_some() && Instruction::parse(&[2 << 16]).is_none());
        assert!(Instruction::parse(&[]).is_none() && Instruction::parse(&[0]).is_none());
    }

    #[test]
    fn strings_end_with_a_zero() {
        let words = [u32::from_le_bytes(*b"abcd"), u32::from_le_bytes(*b"e\0\0\0"), 7];
        assert_eq!(string(&words), ("abcde".to_owned(), &words[2..]));
        assert_eq!(string(&words[..1]), ("abcd".to_owned(), &words[..0]));
        assert_eq!(string(&[]), (String::new(), &[][..]));
    }
}
