//! Facts in SPIR-V about itself, and whether its ids fit together.
//!
//! LLVM's SPIR-V back end keeps state between modules, which the compiler library resets. Should that fail in some
//! LLVM, images would define an id twice, or use one that is not defined; this check finds that.

mod grammar;

use std::collections::{BTreeMap, BTreeSet};

use grammar::Ids;
use sycl_images::spirv::{Decoration, Instruction, LinkageType, Malformed, Module, Op};

const BUILT_IN: u32 = Decoration::BuiltIn as u32;

/// Mistakes in an image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "messages say what the fields are")]
pub enum SpirvError {
    #[error("malformed SPIR-V: {cause}")]
    Malformed { cause: Malformed },
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

    fn take(&mut self, instruction: Instruction<'_>) {
        let entry = instruction.entry_point();
        self.entry_points.extend(entry.map(|entry| (entry.function, entry.name)));
        let import = instruction.linkage().filter(|linkage| linkage.kind == Some(LinkageType::Import));
        self.imports.extend(import.map(|import| (import.id, import.name)));
        if let (Some(Op::Decorate), [id, BUILT_IN, ..]) = (instruction.op(), instruction.operands()) {
            self.built_ins.insert(*id);
        }
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
    fn take(&mut self, instruction: Instruction<'_>) -> Result<(), SpirvError> {
        let Some(Ids { result, used }) = grammar::ids(instruction) else {
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
        self.summary.take(instruction);
        match instruction.op() {
            Some(Op::Function) => self.function = result,
            Some(Op::FunctionEnd) => self.function = None,
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
    let module = Module::parse(bytes).map_err(|cause| SpirvError::Malformed { cause })?;
    let mut check = Check { bound: module.bound(), ..Check::default() };
    module.instructions().try_for_each(|instruction| check.take(instruction))?;
    let undefined = check.used.difference(&check.defined).next().filter(|_| !check.is_partial);
    undefined.map_or(Ok(check.summary), |id| Err(SpirvError::Undefined { id: *id }))
}

#[cfg(test)]
mod tests {
    use sycl_images::spirv::write::{self, instruction, named};

    use super::*;

    fn void() -> Vec<u32> {
        instruction(Op::TypeVoid, &[1])
    }

    fn function_type() -> Vec<u32> {
        instruction(Op::TypeFunction, &[2, 1])
    }

    fn imported(id: u32) -> Vec<u32> {
        named(Op::Decorate, &[id, 41], "f", &[1])
    }

    /// A kernel `k` (%3) that calls %4.
    fn calling(last: &[Vec<u32>]) -> Vec<u8> {
        let all = [
            named(Op::EntryPoint, &[6, 3], "k", &[]),
            imported(4),
            void(),
            function_type(),
            instruction(Op::Function, &[1, 4, 0, 2]),
            instruction(Op::FunctionEnd, &[]),
            instruction(Op::Function, &[1, 3, 0, 2]),
            instruction(Op::Label, &[5]),
            instruction(Op::FunctionCall, &[1, 6, 4]),
            instruction(Op::Return, &[]),
            instruction(Op::FunctionEnd, &[]),
        ];
        write::module(10, &[&all, last].concat())
    }

    fn checked(instructions: &[Vec<u32>]) -> Summary {
        check(&write::module(10, instructions)).unwrap()
    }

    #[test]
    fn entry_points_and_imports_are_found() {
        let summary = check(&calling(&[])).unwrap();
        assert_eq!(summary.entry_points().collect::<Vec<_>>(), ["k"]);
        assert_eq!(summary.undefined(), Some(("f", Some("k"))));
        let alone = checked(&[imported(4), void(), function_type(), instruction(Op::Function, &[1, 4, 0, 2])]);
        assert_eq!(alone.undefined(), Some(("f", None)));
        assert_eq!(checked(&[void()]).undefined(), None);
        let variable = checked(&[imported(1), instruction(Op::Decorate, &[1, BUILT_IN, 28]), void()]);
        assert_eq!(variable.undefined(), None, "the device has it");
    }

    #[test]
    fn wrong_ids_are_found() {
        let message = |bytes: &[u8]| check(bytes).unwrap_err().to_string();
        let twice = calling(&[instruction(Op::Label, &[5])]);
        assert_eq!(message(&twice), "id %5 is defined twice in the image; expected once");
        let undefined = calling(&[instruction(Op::Branch, &[7])]);
        assert_eq!(message(&undefined), "id %7 is used but not defined in the image; expected a definition");
        let beyond = write::module(2, &[void(), function_type()]);
        assert_eq!(message(&beyond), "id %2 in the image; expected ids below the bound 2");
        let found = "malformed SPIR-V: found 4 bytes; expected a little-endian SPIR-V module";
        assert_eq!(message(b"text"), found);
        let cut = &write::module(2, &[void()])[..24];
        assert_eq!(message(cut), "malformed SPIR-V: offset 0x14: found an instruction of 2 words; expected 1 to 1");
    }

    #[test]
    fn what_unknown_instructions_define_is_not_missed() {
        let unknown = instruction(0x7fffu32, &[7]);
        let branch = calling(&[unknown.clone(), instruction(Op::Branch, &[7])]);
        assert_eq!(check(&branch).unwrap().undefined(), Some(("f", Some("k"))));
        let twice = calling(&[unknown, instruction(Op::Label, &[5])]);
        assert!(matches!(check(&twice), Err(SpirvError::Twice { id: 5 })));
    }
}
