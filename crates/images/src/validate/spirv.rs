//! SPIR-V as words: lengths of instructions, entry points, integer zeros.

use std::collections::{HashMap, HashSet};

use super::Invalid;

pub(super) const HEADER_WORDS: usize = 5;
pub(super) const MAGIC: u32 = 0x0723_0203;
pub(super) const OP_EXTENSION: u32 = 10;
pub(super) const OP_ENTRY_POINT: u32 = 15;
pub(super) const OP_TYPE_INT: u32 = 21;
pub(super) const OP_CONSTANT: u32 = 43;
pub(super) const OP_CONSTANT_NULL: u32 = 46;
/// The execution model of OpenCL's kernels.
pub(super) const MODEL_KERNEL: u32 = 6;

/// A SPIR-V module as words.
pub(super) struct Module {
    words: Vec<u32>,
}

impl Module {
    pub(super) fn parse(content: &[u8]) -> Result<Self, Invalid> {
        let words: Vec<u32> =
            content.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if !content.len().is_multiple_of(4) || words.len() < HEADER_WORDS || words[0] != MAGIC {
            return Err(Invalid::NotSpirv { bytes: content.len() });
        }
        let module = Self { words };
        let mut at = HEADER_WORDS;
        while at < module.words.len() {
            let length = (module.words[at] >> 16) as usize;
            if length == 0 || at + length > module.words.len() {
                let left = module.words.len() - at;
                return Err(Invalid::Instruction { offset: at * 4, words: length, left });
            }
            at += length;
        }
        Ok(module)
    }

    /// Instructions: opcode, and all words.
    fn instructions(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut rest = &self.words[HEADER_WORDS..];
        std::iter::from_fn(move || {
            let first = *rest.first()?;
            let (instruction, after) = rest.split_at((first >> 16) as usize);
            rest = after;
            Some((first & 0xFFFF, instruction))
        })
    }

    /// Names of the kernels.
    pub(super) fn entry_points(&self) -> HashSet<String> {
        let entries = self
            .instructions()
            .filter(|(opcode, words)| *opcode == OP_ENTRY_POINT && words.get(1) == Some(&MODEL_KERNEL));
        entries.map(|(_, words)| text(words.get(3..).unwrap_or_default())).collect()
    }

    /// Names of the extensions.
    pub(super) fn extensions(&self) -> Vec<String> {
        let extensions = self.instructions().filter(|(opcode, _)| *opcode == OP_EXTENSION);
        extensions.map(|(_, words)| text(&words[1..])).collect()
    }

    /// The module with `OpConstant` 0 in place of `OpConstantNull` of integer types.
    pub(super) fn with_plain_zeros(&self) -> Vec<u8> {
        let mut widths = HashMap::new();
        let mut out: Vec<u32> = self.words[..HEADER_WORDS].to_vec();
        for (opcode, words) in self.instructions() {
            match (opcode, words) {
                (OP_TYPE_INT, [_, id, width, ..]) => {
                    // There are no others, and a hostile width would make a zero of any size.
                    if *width <= 64 {
                        widths.insert(*id, *width);
                    }
                    out.extend(words);
                }
                (OP_CONSTANT_NULL, [_, type_id, id]) if widths.contains_key(type_id) => {
                    let literal = widths[type_id].div_ceil(32).max(1);
                    out.extend([(3 + literal) << 16 | OP_CONSTANT, *type_id, *id]);
                    out.extend(std::iter::repeat_n(0, literal as usize));
                }
                _ => out.extend(words),
            }
        }
        out.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

/// A text of SPIR-V: up to the first zero byte.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
