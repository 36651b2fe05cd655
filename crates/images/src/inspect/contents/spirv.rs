//! SPIR-V: what stands in front of its functions.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::FormatError;
use crate::inspect::numbers;
use crate::offload_binary::ImageKind;
use crate::source::View;

use super::{Contents, unexpected};

const MAGIC: u32 = 0x0723_0203;
const HEADER_BYTES: u64 = 20;

const OP_EXTENSION: u32 = 10;
const OP_MEMORY_MODEL: u32 = 14;
const OP_ENTRY_POINT: u32 = 15;
const OP_EXECUTION_MODE: u32 = 16;
const OP_CAPABILITY: u32 = 17;
const OP_SPEC_CONSTANT_TRUE: u32 = 48;
const OP_SPEC_CONSTANT_FALSE: u32 = 49;
const OP_SPEC_CONSTANT: u32 = 50;
const OP_FUNCTION: u32 = 54;
const OP_DECORATE: u32 = 71;

const MODEL_KERNEL: u32 = 6;
const MODE_LOCAL_SIZE: u32 = 17;
const MODE_SUB_GROUP_SIZE: u32 = 35;
const DECORATION_SPEC_ID: u32 = 1;
const DECORATION_LINKAGE: u32 = 41;
const EXPORT: u32 = 0;
const IMPORT: u32 = 1;

/// Specialization constants that are listed.
const MOST_CONSTANTS: usize = 1000;

/// Capabilities of kernels that ask something of a device, and their names.
const CAPABILITIES: [(u32, &str); 15] = [
    (9, "Float16"),
    (10, "Float64"),
    (11, "Int64"),
    (12, "Int64Atomics"),
    (13, "ImageBasic"),
    (22, "Int16"),
    (39, "Int8"),
    (61, "GroupNonUniform"),
    (5568, "SubgroupShuffleINTEL"),
    (5569, "SubgroupBufferBlockIOINTEL"),
    (5603, "FunctionPointersINTEL"),
    (6022, "CooperativeMatrixKHR"),
    (6033, "AtomicFloat32AddEXT"),
    (6034, "AtomicFloat64AddEXT"),
    (6118, "JointMatrixINTEL"),
];

#[derive(Default)]
struct Found {
    /// Names of kernels, and the numbers of their functions.
    kernels: Vec<(u32, String)>,
    modes: BTreeMap<u32, Vec<String>>,
    exported: BTreeSet<String>,
    imported: BTreeSet<String>,
    capabilities: BTreeSet<&'static str>,
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
        let first = words(&view.bytes(at, 4, "instruction")?)[0];
        let (opcode, length) = (first & 0xFFFF, u64::from(first >> 16));
        if length == 0 {
            return Err(unexpected(view, at, "instruction", "0 words".into(), "1 or more"));
        }
        if opcode == OP_FUNCTION {
            break;
        }
        if is_wanted(opcode) {
            found.take(opcode, &view.bytes(at, length * 4, "instruction")?);
        }
        at += length * 4;
    }
    if at > view.range.size {
        return Err(unexpected(view, at, "instruction", "its end outside of the module".into(), "a whole one"));
    }
    Ok(found.into_contents(header[1]))
}

fn is_wanted(opcode: u32) -> bool {
    matches!(opcode, OP_EXTENSION | OP_MEMORY_MODEL..=OP_CAPABILITY | OP_SPEC_CONSTANT_TRUE..=OP_SPEC_CONSTANT)
        || opcode == OP_DECORATE
}

impl Found {
    fn take(&mut self, opcode: u32, bytes: &[u8]) {
        let all = words(bytes);
        // What is too short says nothing.
        match (opcode, &all[1..]) {
            (OP_EXTENSION, _) => drop(self.extensions.insert(text(&bytes[4..]))),
            (OP_MEMORY_MODEL, [addressing, ..]) => {
                self.memory_model = match addressing {
                    1 => "spirv32",
                    2 => "spirv64",
                    _ => "spirv",
                }
                .to_owned();
            }
            (OP_ENTRY_POINT, [MODEL_KERNEL, function, _, ..]) => self.kernels.push((*function, text(&bytes[12..]))),
            (OP_EXECUTION_MODE, [function, MODE_LOCAL_SIZE, x, y, z]) => {
                self.modes.entry(*function).or_default().push(format!("work-groups of {x} x {y} x {z}"));
            }
            (OP_EXECUTION_MODE, [function, MODE_SUB_GROUP_SIZE, size]) => {
                self.modes.entry(*function).or_default().push(format!("sub-groups of {size}"));
            }
            (OP_CAPABILITY, [capability]) => {
                let known = CAPABILITIES.iter().find(|(number, _)| number == capability);
                self.capabilities.extend(known.map(|(_, name)| *name));
            }
            (OP_DECORATE, [target, DECORATION_SPEC_ID, id]) => drop(self.spec_ids.insert(*target, *id)),
            (OP_DECORATE, [_, DECORATION_LINKAGE, .., kind]) => {
                let name = text(&bytes[12..]);
                match *kind {
                    EXPORT => drop(self.exported.insert(name)),
                    IMPORT => drop(self.imported.insert(name)),
                    _ => {}
                }
            }
            (OP_SPEC_CONSTANT_TRUE, [_, id]) => drop(self.defaults.insert(*id, vec![1])),
            (OP_SPEC_CONSTANT_FALSE, [_, id]) => drop(self.defaults.insert(*id, vec![0])),
            (OP_SPEC_CONSTANT, [_, id, ..]) => drop(self.defaults.insert(*id, bytes[12..].to_vec())),
            _ => {}
        }
    }

    fn into_contents(mut self, version: u32) -> Contents {
        let [_, minor, major, _] = version.to_le_bytes();
        let mut others = Vec::new();
        for (label, names) in [
            ("capabilities", self.capabilities.iter().copied().collect::<Vec<_>>()),
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

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// A text of SPIR-V: up to the first zero byte.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}
