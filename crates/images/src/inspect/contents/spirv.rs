//! SPIR-V: what stands in front of its functions.

use std::collections::{BTreeMap, BTreeSet};

use ::spirv::{AddressingModel, Capability, ExecutionMode};

use crate::error::FormatError;
use crate::inspect::numbers;
use crate::offload_binary::ImageKind;
use crate::source::View;
use crate::spirv::{Decoration, HEADER_WORDS, Instruction, LinkageType, MAGIC, Op, head, words, write};

use super::{Contents, unexpected};

const HEADER_BYTES: u64 = HEADER_WORDS as u64 * 4;
const SPEC_ID: u32 = Decoration::SpecId as u32;

/// Specialization constants that are listed.
const MOST_CONSTANTS: usize = 1000;

/// Capabilities of kernels that ask something of a device.
const CAPABILITIES: [Capability; 14] = [
    Capability::Float16,
    Capability::Float64,
    Capability::Int64,
    Capability::Int64Atomics,
    Capability::ImageBasic,
    Capability::Int16,
    Capability::Int8,
    Capability::GroupNonUniform,
    Capability::SubgroupShuffleINTEL,
    Capability::SubgroupBufferBlockIOINTEL,
    Capability::FunctionPointersINTEL,
    Capability::CooperativeMatrixKHR,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat64AddEXT,
];
/// One that Intel's extension for matrices gives, which is not registered.
const JOINT_MATRIX: (u32, &str) = (6118, "JointMatrixINTEL");

#[derive(Default)]
struct Found {
    /// Names of kernels, and the numbers of their functions.
    kernels: Vec<(u32, String)>,
    modes: BTreeMap<u32, Vec<String>>,
    exported: BTreeSet<String>,
    imported: BTreeSet<String>,
    capabilities: BTreeSet<String>,
    extensions: BTreeSet<String>,
    memory_model: String,
    /// Numbers of specialization constants, by what they decorate, and default values.
    spec_ids: BTreeMap<u32, u32>,
    defaults: BTreeMap<u32, Vec<u8>>,
}

pub(super) fn read(view: View<'_>) -> Result<Contents, FormatError> {
    let header = words(&view.bytes(0, HEADER_BYTES, "header")?);
    if header[0] != MAGIC {
        return Err(unexpected(view, 0, "magic", format!("{:#x}", header[0]), "SPIR-V with the lowest byte first"));
    }
    let mut found = Found::default();
    let mut at = HEADER_BYTES;
    while at < view.range.size {
        let (opcode, length) = head(u32::from_le_bytes(view.array(at, "instruction")?));
        let bytes = length as u64 * 4;
        if length == 0 {
            return Err(unexpected(view, at, "instruction", "0 words".into(), "1 or more"));
        }
        match Op::from_u32(opcode.into()) {
            Some(Op::Function) => break,
            Some(op) if is_wanted(op) => {
                let words = words(&view.bytes(at, bytes, "instruction")?);
                Instruction::parse(&words).into_iter().for_each(|instruction| found.take(op, instruction));
            }
            _ => {}
        }
        at += bytes;
    }
    if at > view.range.size {
        return Err(unexpected(view, at, "instruction", "its end outside of the module".into(), "a whole one"));
    }
    Ok(found.into_contents(header[1]))
}

fn is_wanted(op: Op) -> bool {
    matches!(op, Op::Extension | Op::MemoryModel | Op::EntryPoint | Op::ExecutionMode | Op::Capability | Op::Decorate)
        || matches!(op, Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant)
}

impl Found {
    fn take(&mut self, op: Op, instruction: Instruction<'_>) {
        self.extensions.extend(instruction.extension());
        let entry = instruction.entry_point().filter(|entry| entry.is_kernel);
        self.kernels.extend(entry.map(|entry| (entry.function, entry.name)));
        if let Some(linkage) = instruction.linkage() {
            match linkage.kind {
                Some(LinkageType::Export) => drop(self.exported.insert(linkage.name)),
                Some(LinkageType::Import) => drop(self.imported.insert(linkage.name)),
                _ => {}
            }
        }
        match (op, instruction.operands()) {
            (Op::MemoryModel, [addressing, ..]) => {
                self.memory_model = match AddressingModel::from_u32(*addressing) {
                    Some(AddressingModel::Physical32) => "spirv32",
                    Some(AddressingModel::Physical64) => "spirv64",
                    _ => "spirv",
                }
                .to_owned();
            }
            (Op::ExecutionMode, [function, mode, operands @ ..]) => {
                let mode = match (ExecutionMode::from_u32(*mode), operands) {
                    (Some(ExecutionMode::LocalSize), [x, y, z]) => format!("work-groups of {x} x {y} x {z}"),
                    (Some(ExecutionMode::SubgroupSize), [size]) => format!("sub-groups of {size}"),
                    _ => return,
                };
                self.modes.entry(*function).or_default().push(mode);
            }
            (Op::Capability, [capability]) => {
                let known = Capability::from_u32(*capability).filter(|known| CAPABILITIES.contains(known));
                self.capabilities.extend(known.map(|known| format!("{known:?}")));
                self.capabilities.extend((*capability == JOINT_MATRIX.0).then(|| JOINT_MATRIX.1.to_owned()));
            }
            (Op::Decorate, [target, SPEC_ID, id]) => drop(self.spec_ids.insert(*target, *id)),
            (Op::SpecConstantTrue, [_, id]) => drop(self.defaults.insert(*id, vec![1])),
            (Op::SpecConstantFalse, [_, id]) => drop(self.defaults.insert(*id, vec![0])),
            (Op::SpecConstant, [_, id, value @ ..]) => drop(self.defaults.insert(*id, write::bytes(value))),
            _ => {}
        }
    }

    fn into_contents(mut self, version: u32) -> Contents {
        let [_, minor, major, _] = version.to_le_bytes();
        let mut others = Vec::new();
        for (label, names) in [
            ("capabilities", self.capabilities.iter().map(String::as_str).collect::<Vec<_>>()),
            ("extensions", self.extensions.iter().map(String::as_str).collect()),
        ] {
            if !names.is_empty() {
                others.push((label, names.join(" ")));
            }
        }
        for (function, kernel) in &self.kernels {
            if let Some(modes) = self.modes.get(function) {
                others.push(("kernel", format!("{kernel} {}", modes.join(", "))));
            }
        }
        let numbered = self.spec_ids.iter().filter_map(|(target, id)| Some((*id, self.defaults.get(target)?)));
        let numbered: BTreeMap<u32, &Vec<u8>> = numbered.collect();
        for (id, default) in numbered.into_iter().take(MOST_CONSTANTS) {
            others.push(("constant", format!("id {id}, default {}", numbers::described(default))));
        }
        // Each kernel is also exported, as what other modules could call.
        let kernels: Vec<String> = self.kernels.into_iter().map(|(_, name)| name).collect();
        let names: BTreeSet<&String> = kernels.iter().collect();
        self.exported.retain(|name| !names.contains(name));
        // What the device itself provides.
        self.imported.retain(|name| !name.starts_with("__spirv_BuiltIn"));
        Contents {
            title: format!("SPIR-V {major}.{minor}"),
            kind: ImageKind::SPIRV.to_string(),
            target: self.memory_model,
            kernels,
            exported: self.exported.into_iter().collect(),
            imported: self.imported.into_iter().collect(),
            others,
            ..Contents::default()
        }
    }
}
