//! The functions of an image beside its kernels, and by which calls kernels reach them: why they are in the image.
//!
//! Only SPIR-V says so without knowledge of an instruction set. Functions are called what the image calls them; an
//! image without names, and one that is malformed, says nothing. Cost: linear in the image, which is in memory.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::source::{Range, Source, View};
use crate::spirv::{self, Op};

/// Bytes of an image that is looked into.
const LARGEST: u64 = 64 << 20;
/// Functions of an image that are kept, and callers of each.
const MOST: usize = 2000;
const MOST_CALLERS: usize = 8;

/// A function that is no kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name in the image.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its caller, and the caller of that, towards a kernel; empty if no calls lead from a kernel to it.
    pub callers: Vec<String>,
    /// Callers between the last of these and the kernel, and the kernel, if there are more.
    pub more: Option<(usize, String)>,
}

/// A function as it is read.
#[derive(Default)]
struct Body {
    words: usize,
    is_defined: bool,
    calls: Vec<u32>,
}

#[derive(Default)]
struct Module {
    names: BTreeMap<u32, String>,
    kernels: Vec<u32>,
    /// In their order.
    order: Vec<u32>,
    bodies: BTreeMap<u32, Body>,
}

/// The functions of an image, in their order; none if it does not say.
#[must_use]
pub fn read(source: &dyn Source, range: Range) -> Vec<Function> {
    if range.size > LARGEST {
        return Vec::new();
    }
    let bytes = View::at(source, range).bytes(0, range.size, "image").unwrap_or_default();
    spirv::Module::parse(&bytes).map(|module| Module::from_spirv(&module).functions()).unwrap_or_default()
}

impl Module {
    fn from_spirv(image: &spirv::Module) -> Self {
        let (mut module, mut linkage) = (Self::default(), BTreeMap::new());
        let mut current = None;
        for instruction in image.instructions() {
            module.names.extend(instruction.name());
            linkage.extend(instruction.linkage().map(|linkage| (linkage.id, linkage.name)));
            if let Some(entry) = instruction.entry_point() {
                module.kernels.push(entry.function);
                linkage.insert(entry.function, entry.name);
            }
            let (op, operands) = (instruction.op(), instruction.operands());
            if let (Some(Op::Function), [_, function, ..]) = (op, operands) {
                module.order.push(*function);
                current = Some(*function);
            }
            let Some(function) = current else { continue };
            let body = module.bodies.entry(function).or_default();
            body.words += instruction.words().len();
            match (op, operands) {
                (Some(Op::Label), _) => body.is_defined = true,
                (Some(Op::FunctionCall), [_, _, called, ..]) => body.calls.push(*called),
                (Some(Op::FunctionEnd), _) => current = None,
                _ => {}
            }
        }
        // What linkers go by counts more than what is there for people.
        module.names.extend(linkage);
        module
    }

    fn functions(&self) -> Vec<Function> {
        let name = |function: &u32| self.names.get(function).filter(|name| !name.is_empty());
        // The nearest caller of each function that a kernel reaches, how many there are up to the kernel, and that.
        let mut callers: BTreeMap<u32, (u32, usize, u32)> =
            self.kernels.iter().map(|kernel| (*kernel, (*kernel, 0, *kernel))).collect();
        let mut queue: VecDeque<u32> = self.kernels.iter().copied().collect();
        while let Some(caller) = queue.pop_front() {
            let (_, depth, kernel) = callers[&caller];
            for called in self.bodies.get(&caller).into_iter().flat_map(|body| &body.calls) {
                if !callers.contains_key(called) {
                    callers.insert(*called, (caller, depth + 1, kernel));
                    queue.push_back(*called);
                }
            }
        }
        let kernels: BTreeSet<&String> = self.kernels.iter().filter_map(name).collect();
        let of = |function: &u32| {
            let body = self.bodies.get(function).filter(|body| body.is_defined)?;
            // Some compilers give a kernel a body of its own, of the same name.
            let name_of = name(function).filter(|name| !kernels.contains(name))?;
            let depth = callers.get(function).map_or(0, |(_, depth, _)| *depth);
            let (mut path, mut next) = (Vec::<String>::new(), *function);
            for _ in 0..depth.min(MOST_CALLERS) {
                next = callers[&next].0;
                path.extend(name(&next).filter(|name| path.last() != Some(*name)).cloned());
            }
            let kernel = callers.get(function).and_then(|(_, _, kernel)| name(kernel).cloned());
            let more = depth.checked_sub(MOST_CALLERS + 1).and_then(|more| Some((more, kernel?)));
            Some(Function { name: name_of.clone(), bytes: body.words as u64 * 4, callers: path, more })
        };
        let others = self.order.iter().filter(|function| !self.kernels.contains(function));
        others.filter_map(of).take(MOST).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;
    use crate::spirv::write::{instruction, module, named};

    /// A function that calls others.
    fn function(id: u32, calls: &[u32]) -> Vec<u32> {
        let calls = calls.iter().flat_map(|called| instruction(Op::FunctionCall, &[90, 91, *called]));
        let start = [instruction(Op::Function, &[90, id, 0, 92]), instruction(Op::Label, &[93])].concat();
        start.into_iter().chain(calls).chain(instruction(Op::FunctionEnd, &[])).collect()
    }

    fn found(bytes: &[u8]) -> Vec<(String, Vec<String>)> {
        let range = Range { start: 0, size: bytes.len() as u64 };
        read(&Memory(bytes), range).into_iter().map(|function| (function.name, function.callers)).collect()
    }

    #[test]
    fn long_chains_of_calls_are_cut() {
        let mut parts = vec![named(Op::EntryPoint, &[6, 100], "kernel", &[])];
        parts.extend((0..11).map(|id| named(Op::Name, &[id], &format!("f{id}"), &[])));
        parts.push(function(100, &[0]));
        parts.extend((0..11).map(|id| function(id, &[id + 1])));
        let bytes = module(100, &parts);
        let all = read(&Memory(&bytes), Range { start: 0, size: bytes.len() as u64 });
        let last = all.last().unwrap();
        assert_eq!((last.callers.len(), last.callers[7].as_str()), (8, "f2"));
        assert_eq!(last.more, Some((2, "kernel".to_owned())));
        assert_eq!((all[7].callers.len(), &all[7].more), (8, &None));
    }

    #[test]
    fn functions_have_the_calls_that_lead_to_them() {
        let parts = [
            named(Op::EntryPoint, &[6, 1], "kernel", &[]),
            named(Op::Name, &[2], "f", &[]),
            named(Op::Name, &[3], "g", &[]),
            named(Op::Name, &[4], "alone", &[]),
            named(Op::Name, &[5], "declared", &[]),
            instruction(Op::Function, &[90, 5, 0, 92]),
            instruction(Op::FunctionEnd, &[]),
            function(1, &[2, 5]),
            function(2, &[3, 2]),
            function(3, &[2]),
            function(4, &[3]),
        ];
        let bytes = module(100, &parts);
        let expected = [("f", &["kernel"][..]), ("g", &["f", "kernel"]), ("alone", &[])];
        let expected = expected.map(|(name, callers)| {
            (name.to_owned(), callers.iter().map(|caller| (*caller).to_owned()).collect::<Vec<_>>())
        });
        assert_eq!(found(&bytes), expected);
        // What is cut off or has no length says nothing.
        assert_eq!(found(&bytes[..bytes.len() - 8]), []);
        assert_eq!(found(&module(100, &[parts.concat(), vec![0]])), []);
        assert_eq!(found(b"no SPIR-V"), []);
    }
}
