//! Words of SPIR-V, written.

use super::MAGIC;

/// The words of an instruction of at most 65,534 operands.
#[must_use]
pub fn instruction(opcode: impl Into<u32>, operands: &[u32]) -> Vec<u32> {
    [&[(operands.len() as u32 + 1) << 16 | opcode.into()], operands].concat()
}

/// The words of an instruction that has a string between its operands.
#[must_use]
pub fn named(opcode: impl Into<u32>, before: &[u32], name: &str, behind: &[u32]) -> Vec<u32> {
    let mut bytes = name.as_bytes().to_vec();
    bytes.resize(name.len() / 4 * 4 + 4, 0);
    instruction(opcode, &[before, &super::words(&bytes), behind].concat())
}

/// The bytes of a module of SPIR-V 1.4 with ids below a bound.
#[must_use]
pub fn module(bound: u32, instructions: &[Vec<u32>]) -> Vec<u8> {
    let header = vec![MAGIC, 0x0001_0400, 0, bound, 0];
    bytes(&[&[header], instructions].concat().concat())
}

/// The bytes of words.
#[must_use]
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
