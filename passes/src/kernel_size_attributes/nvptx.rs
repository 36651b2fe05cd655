//! Step 2 for NVPTX: attributes since LLVM 21, annotations before.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Plan, bounds::Groups};
use crate::{
    changed::Changed,
    diagnostic::{Id, Sink},
    ir::{
        Editor, Function, ModuleView, NewOperand,
        gpu::{LIMITS_ARE_ATTRIBUTES, NVVM_ANNOTATIONS},
        kernels::Kernels,
        metadata::Operand,
    },
};

const REQUIRED: [&str; 3] = ["reqntidx", "reqntidy", "reqntidz"];
const MAXIMUM: [&str; 3] = ["maxntidx", "maxntidy", "maxntidz"];
const LEAST_GROUPS: &str = "minctasm";
const MOST_GROUPS: &str = "maxclusterrank";

/// Metadata that the kernels of a module have already, in the words of annotations.
#[derive(Default)]
pub(super) struct Present<'m>(FxHashMap<Function<'m>, FxHashMap<String, u64>>);

impl<'m> Present<'m> {
    /// Before LLVM 21. Later ones turn annotations into attributes when they read a module.
    pub(super) fn read(module: ModuleView<'m>) -> Self {
        let mut present = Self::default();
        if LIMITS_ARE_ATTRIBUTES {
            return present;
        }
        for node in module.named_metadata(NVVM_ANNOTATIONS) {
            let operands = node.operands();
            let [Operand::Value(subject), pairs @ ..] = operands.as_slice() else { continue };
            let Some(function) = subject.as_function() else { continue };
            let limits = present.0.entry(function).or_default();
            for pair in pairs.chunks_exact(2) {
                if let [Operand::Text(key), Operand::Value(value)] = pair {
                    limits.entry(key.clone()).or_insert(value.as_unsigned().unwrap_or_default());
                }
            }
        }
        present
    }

    fn has(&self, kernel: Function<'m>, attribute: &str, keys: &[&str]) -> bool {
        if LIMITS_ARE_ATTRIBUTES {
            return kernel.has_string_attribute(attribute);
        }
        self.0.get(&kernel).is_some_and(|limits| keys.iter().any(|key| limits.contains_key(*key)))
    }

    fn has_required(&self, kernel: Function<'m>) -> bool {
        self.has(kernel, "nvvm.reqntid", &REQUIRED)
    }

    fn has_maximum(&self, kernel: Function<'m>) -> bool {
        self.has(kernel, "nvvm.maxntid", &MAXIMUM)
    }

    /// Whether the kernel has a required or maximum size of work-groups.
    pub(super) fn has_groups(&self, kernel: Function<'m>) -> bool {
        self.has_required(kernel) || self.has_maximum(kernel)
    }

    pub(super) fn has_least_groups(&self, kernel: Function<'m>) -> bool {
        self.has(kernel, "nvvm.minctasm", &[LEAST_GROUPS])
    }

    fn has_most_groups(&self, kernel: Function<'m>) -> bool {
        self.has(kernel, "nvvm.maxclusterrank", &[MOST_GROUPS])
    }

    /// Whether the kernel requires this size already, and no maximum is beside it.
    fn is_required(&self, kernel: Function<'m>, sizes: &[u64]) -> bool {
        if self.has_maximum(kernel) {
            return false;
        }
        if LIMITS_ARE_ATTRIBUTES {
            return kernel.string_attribute("nvvm.reqntid").is_some_and(|text| text == list(sizes));
        }
        self.0.get(&kernel).is_some_and(|limits| {
            REQUIRED.iter().zip(sizes).all(|(key, size)| limits.get(*key).copied() == Some(*size))
        })
    }
}

/// Registers with the size of work-groups, in each dimension.
const SIZE_REGISTERS: [&str; 3] =
    ["llvm.nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.y", "llvm.nvvm.read.ptx.sreg.ntid.z"];

/// Puts required sizes in the place of the registers that kernels read them from.
pub(super) fn fix_registers(editor: &mut Editor<'_>) -> Changed {
    let mut changed = Changed::No;
    for kernel in Kernels::defined(editor.view()) {
        let Some(text) = kernel.string_attribute("nvvm.reqntid") else { continue };
        let sizes = text.split(',').map(|size| size.trim().parse().ok()).collect::<Option<Vec<u32>>>();
        let Some(sizes) = sizes else { continue };
        for instruction in kernel.instructions().collect::<Vec<_>>() {
            let callee = instruction.as_call().and_then(|call| call.callee());
            let Some(name) = callee.map(|callee| callee.name()) else { continue };
            let Some(dimension) = SIZE_REGISTERS.iter().position(|register| *register == name) else { continue };
            let size = editor.i32(sizes.get(dimension).copied().unwrap_or(1));
            editor.replace_all_uses(instruction, size);
            editor.erase_instruction(instruction);
            changed = Changed::Yes;
        }
    }
    changed
}

fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(",")
}

/// Writes what the kernels of the plan do not have. A required size takes the place of what is there, because PTX
/// refuses it beside a maximum; everything else stays.
pub(super) fn write<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>, present: &Present<'m>, sink: &mut dyn Sink) -> bool {
    let mut limits = Vec::new();
    for (kernel, groups) in &plan.groups {
        let sizes = groups.dimensions();
        match groups {
            Groups::Required(_) if present.is_required(*kernel, &sizes) => {}
            Groups::Maximum(_) | Groups::MaximumItems(_) if present.has_groups(*kernel) => {
                sink.decided(Id::SizeIgnored, *kernel, || {
                    format!("a maximum size of kernel `{}` is not written: it has one of its target", kernel.name())
                });
            }
            _ => limits.push((*kernel, Limit::Groups(*groups))),
        }
    }
    let least = plan.least_groups.iter().filter(|(kernel, _)| !present.has_least_groups(*kernel));
    limits.extend(least.map(|(kernel, number)| (*kernel, Limit::LeastGroups(*number))));
    let most = plan.most_groups.iter().filter(|(kernel, _)| !present.has_most_groups(*kernel));
    limits.extend(most.map(|(kernel, number)| (*kernel, Limit::MostGroups(*number))));
    for (kernel, limit) in &limits {
        sink.decided(Id::SizeWritten, *kernel, || format!("kernel `{}` gets {}", kernel.name(), limit.describe()));
    }
    if LIMITS_ARE_ATTRIBUTES {
        limits.iter().for_each(|(kernel, limit)| write_attribute(editor, *kernel, *limit));
    } else {
        let required = |(kernel, limit): &(Function<'m>, Limit)| {
            matches!(limit, Limit::Groups(Groups::Required(_))).then_some(*kernel)
        };
        let replaced: FxHashSet<Function<'m>> = limits.iter().filter_map(required).collect();
        let is_size = |key: &str| REQUIRED.contains(&key) || MAXIMUM.contains(&key);
        editor.drop_annotations(NVVM_ANNOTATIONS, &replaced, is_size);
        limits.iter().for_each(|(kernel, limit)| write_annotation(editor, *kernel, *limit));
    }
    !limits.is_empty()
}

#[derive(Clone, Copy)]
enum Limit {
    Groups(Groups),
    LeastGroups(u32),
    MostGroups(u32),
}

impl Limit {
    fn describe(self) -> String {
        match self {
            Limit::Groups(groups) => groups.describe(),
            Limit::LeastGroups(number) => format!("a minimum of {number} work-groups on a compute unit"),
            Limit::MostGroups(number) => format!("a maximum of {number} work-groups in a cluster"),
        }
    }
}

fn write_attribute<'m>(editor: &mut Editor<'m>, kernel: Function<'m>, limit: Limit) {
    match limit {
        Limit::Groups(groups) => {
            let name = match groups {
                Groups::Required(_) => {
                    editor.remove_string_attribute(kernel, "nvvm.maxntid");
                    "nvvm.reqntid"
                }
                Groups::Maximum(_) | Groups::MaximumItems(_) => "nvvm.maxntid",
            };
            editor.add_string_attribute(kernel, name, &list(&groups.dimensions()));
        }
        Limit::LeastGroups(number) => editor.add_string_attribute(kernel, "nvvm.minctasm", &number.to_string()),
        Limit::MostGroups(number) => editor.add_string_attribute(kernel, "nvvm.maxclusterrank", &number.to_string()),
    }
}

fn write_annotation<'m>(editor: &mut Editor<'m>, kernel: Function<'m>, limit: Limit) {
    let pairs: Vec<(&str, u32)> = match limit {
        Limit::Groups(groups) => {
            let names = if matches!(groups, Groups::Required(_)) { REQUIRED } else { MAXIMUM };
            // No more than 1024 each.
            names.into_iter().zip(groups.dimensions().into_iter().map(|size| size as u32)).collect()
        }
        Limit::LeastGroups(number) => vec![(LEAST_GROUPS, number)],
        Limit::MostGroups(number) => vec![(MOST_GROUPS, number)],
    };
    let mut operands = vec![NewOperand::Constant(*kernel)];
    operands.extend(pairs.into_iter().flat_map(|(key, number)| [NewOperand::Text(key), NewOperand::U32(number)]));
    editor.add_named_metadata(NVVM_ANNOTATIONS, &operands);
}
