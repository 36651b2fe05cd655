//! Facts in SPIR-V about itself, and whether its ids fit together.
//!
//! LLVM's SPIR-V back end keeps state between modules, which the compiler library resets. Should that fail in some
//! LLVM, images would define an id twice, or use one that is not defined; this check finds that.

mod grammar;

use std::collections::{BTreeMap, BTreeSet};

use grammar::Ids;

/// Opcodes of which more is read than their ids.
mod op {
    pub(super) const ENTRY_POINT: u16 = 15;
    pub(super) const FUNCTION: u16 = 54;
    pub(super) const FUNCTION_END: u16 = 56;
    pub(super) const DECORATE: u16 = 71;
}

/// The first word of a module, and words before its instructions.
const MAGIC: u32 = 0x0723_0203;
const HEADER: usize = 5;

/// The decorations `BuiltIn` and `LinkageAttributes`, and the latter's kind `Import`.
const BUILT_IN: u32 = 11;
const LINKAGE: u32 = 41;
const IMPORT: u32 = 1;

/// Mistakes in an image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum SpirvError {
    #[error("malformed SPIR-V: {cause}; expected a module")]
    Malformed { cause: String },
    #[error("id %{id} is defined twice in the image; expected once")]
    Twice { id: u32 },
    #[error("id %{id} is used but not defined in the image; expected a definition")]
    Undefined { id: u32 },
    #[error("id %{id} in the image; expected ids below the bound {bound}")]
    Bound { id: u32, bound: u32 },
}

/// A module that was read.
#[derive(Debug, Default)]
pub struct Summary {
    entry_points: Vec<(u32, String)>,
    /// Names that the module does not define: functions and variables.
    imports: BTreeMap<u32, String>,
    /// Variables that the device provides. LLVM gives them the linkage of imports too.
    built_ins: BTreeSet<u32>,
    /// References of each function.
    uses: BTreeMap<u32, BTreeSet<u32>>,
}

impl Summary {
    /// The names of entry points, in the order of the module.
    pub fn entry_points(&self) -> impl Iterator<Item = &str> {
        self.entry_points.iter().map(|(_, name)| name.as_str())
    }

    /// Name that is imported first, with an entry point that needs it, if one does.
    #[must_use]
    pub fn undefined(&self) -> Option<(&str, Option<&str>)> {
        let (id, symbol) = self.imports.iter().find(|(id, _)| !self.built_ins.contains(id))?;
        let entry = self.entry_points.iter().find(|(entry, _)| self.reaches(*entry, *id));
        Some((symbol, entry.map(|(_, name)| name.as_str())))
    }

    fn reaches(&self, from: u32, to: u32) -> bool {
        let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
        while let Some(next) = left.pop() {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                left.extend(self.uses.get(&next).into_iter().flatten());
            }
        }
        false
    }
}

#[derive(Default)]
struct Check {
    summary: Summary,
    bound: u32,
    defined: BTreeSet<u32>,
    used: BTreeSet<u32>,
    function: Option<u32>,
    /// Whether there were instructions that the grammar does not have.
    is_partial: bool,
}

impl Check {
    /// Takes an instruction: its opcode, and the words behind the first one.
    fn instruction(&mut self, opcode: u16, words: &[u32]) -> Result<(), SpirvError> {
        let Some(Ids { result, used }) = grammar::ids(opcode, words) else {
            self.is_partial = true;
            return Ok(());
        };
        if let Some(id) = result {
            if id >= self.bound {
                return Err(SpirvError::Bound { id, bound: self.bound });
            }
            if !self.defined.insert(id) {
                return Err(SpirvError::Twice { id });
            }
        }
        self.used.extend(&used);
        match opcode {
            op::ENTRY_POINT => {
                if let [_, id, name @ ..] = words {
                    self.summary.entry_points.push((*id, grammar::string(name).0));
                }
            }
            op::DECORATE => {
                if let [id, BUILT_IN, ..] = words {
                    self.summary.built_ins.insert(*id);
                } else if let [id, LINKAGE, name @ ..] = words
                    && let (name, [IMPORT]) = grammar::string(name)
                {
                    self.summary.imports.insert(*id, name);
                }
            }
            op::FUNCTION => self.function = result,
            op::FUNCTION_END => self.function = None,
            _ => {}
        }
        // A function needs what its instructions name, and a constant or variable what it is made of.
        if let Some(user) = self.function.or(result) {
            self.summary.uses.entry(user).or_default().extend(&used);
        }
        Ok(())
    }
}

/// Reads a module and checks its ids. Instructions that the grammar does not have are skipped; whether all ids are
/// defined is then unknown.
///
/// # Errors
/// [`SpirvError`] if it is not a module, or if an id is not defined exactly once.
pub fn check(bytes: &[u8]) -> Result<Summary, SpirvError> {
    let malformed = |cause: &str| SpirvError::Malformed { cause: cause.to_owned() };
    let (words, []) = bytes.as_chunks::<4>() else {
        return Err(malformed("its size is not a multiple of 4"));
    };
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    if words.len() < HEADER || words[0] != MAGIC {
        return Err(malformed("it has no header"));
    }
    let mut check = Check { bound: words[3], ..Check::default() };
    let mut rest = &words[HEADER..];
    while let [first, ..] = rest {
        let [opcode, length] = [*first as u16, (*first >> 16) as u16];
        if length == 0 || usize::from(length) > rest.len() {
            return Err(malformed("an instruction does not fit"));
        }
        let (instruction, behind) = rest.split_at(length.into());
        check.instruction(opcode, &instruction[1..])?;
        rest = behind;
    }
    let undefined = check.used.difference(&check.defined).next().filter(|_| !check.is_partial);
    undefined.map_or(Ok(check.summary), |id| Err(SpirvError::Undefined { id: *id }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of the instructions, each an opcode and its operands.
    fn module(bound: u32, instructions: &[(u16, &[u32])]) -> Vec<u8> {
        let mut words = vec![0x0723_0203, 0x0001_0400, 0, bound, 0];
        for (opcode, operands) in instructions {
            let length = u32::try_from(operands.len() + 1).unwrap();
            words.push(length << 16 | u32::from(*opcode));
            words.extend_from_slice(operands);
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    const TYPE_FUNCTION: u16 = 33;
    const CALL: u16 = 57;
    const LABEL: u16 = 248;
    const BRANCH: u16 = 249;
    const RETURN: (u16, &[u32]) = (253, &[]);
    const VOID: (u16, &[u32]) = (19, &[1]);
    const FUNCTION_TYPE: (u16, &[u32]) = (TYPE_FUNCTION, &[2, 1]);
    const K: u32 = u32::from_le_bytes(*b"k\0\0\0");
    const F: u32 = u32::from_le_bytes(*b"f\0\0\0");

    /// A kernel `k` (%3) that calls %4.
    fn calling(last: &[(u16, &[u32])]) -> Vec<u8> {
        let mut all: Vec<(u16, &[u32])> = vec![
            (op::ENTRY_POINT, &[6, 3, K]),
            (op::DECORATE, &[4, 41, F, 1]),
            VOID,
            FUNCTION_TYPE,
            (op::FUNCTION, &[1, 4, 0, 2]),
            (op::FUNCTION_END, &[]),
            (op::FUNCTION, &[1, 3, 0, 2]),
            (LABEL, &[5]),
            (CALL, &[1, 6, 4]),
            RETURN,
            (op::FUNCTION_END, &[]),
        ];
        all.extend(last);
        module(10, &all)
    }

    #[test]
    fn entry_points_and_imports_are_found() {
        let summary = check(&calling(&[])).unwrap();
        assert_eq!(summary.entry_points().collect::<Vec<_>>(), ["k"]);
        assert_eq!(summary.undefined(), Some(("f", Some("k"))));
        let alone = module(10, &[(op::DECORATE, &[4, 41, F, 1]), VOID, FUNCTION_TYPE, (op::FUNCTION, &[1, 4, 0, 2])]);
        assert_eq!(check(&alone).unwrap().undefined(), Some(("f", None)));
        assert_eq!(check(&module(10, &[VOID])).unwrap().undefined(), None);
        let variable: [(u16, &[u32]); 3] =
            [(op::DECORATE, &[1, LINKAGE, F, IMPORT]), (op::DECORATE, &[1, BUILT_IN, 28]), VOID];
        assert_eq!(check(&module(10, &variable)).unwrap().undefined(), None, "the device has it");
    }

    #[test]
    fn wrong_ids_are_found() {
        let message = |bytes: &[u8]| check(bytes).unwrap_err().to_string();
        assert_eq!(message(&calling(&[(LABEL, &[5])])), "id %5 is defined twice in the image; expected once");
        assert_eq!(
            message(&calling(&[(BRANCH, &[7])])),
            "id %7 is used but not defined in the image; expected a definition"
        );
        assert_eq!(message(&module(2, &[VOID, FUNCTION_TYPE])), "id %2 in the image; expected ids below the bound 2");
        for bytes in [&b""[..], b"text", &module(2, &[VOID])[..26]] {
            let text = message(bytes);
            assert!(text.starts_with("malformed SPIR-V: ") && text.ends_with("; expected a module"), "{text}");
        }
    }

    #[test]
    fn what_unknown_instructions_define_is_not_missed() {
        let last: [(u16, &[u32]); 2] = [(0x7fff, &[7]), (BRANCH, &[7])];
        assert_eq!(check(&calling(&last)).unwrap().undefined(), Some(("f", Some("k"))));
        assert!(matches!(check(&calling(&[(0x7fff, &[7]), (LABEL, &[5])])), Err(SpirvError::Twice { id: 5 })));
    }
}
