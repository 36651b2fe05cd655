//! Tells the NVPTX and AMDGPU back ends the sizes of work groups and sub-groups that SYCL kernels require.
//!
//! | reads  | `!reqd_work_group_size`, `!max_work_group_size`, `!max_linear_work_group_size`, |
//! |        | `!intel_reqd_sub_group_size` of kernels; the first two with the fastest dimension first, as in OpenCL |
//! | writes | the attributes below; on NVPTX before LLVM 21 the entries of `!nvvm.annotations` that they replaced |
//! | keeps  | all metadata: runtimes read it too; a second run writes the same |
//!
//! | metadata | NVPTX | NVPTX before LLVM 21 | AMDGPU |
//! | --- | --- | --- | --- |
//! | `reqd_work_group_size` x, y, z | `nvvm.reqntid`="x,y,z" | `reqntidx`, `reqntidy`, `reqntidz` | `amdgpu-flat-work-group-size`="xyz,xyz" |
//! | `max_work_group_size` x, y, z | `nvvm.maxntid`="x,y,z" | `maxntidx`, `maxntidy`, `maxntidz` | `amdgpu-flat-work-group-size`="1,xyz" |
//! | `max_linear_work_group_size` n | `nvvm.maxntid`="n" | `maxntidx` | `amdgpu-flat-work-group-size`="1,n" |
//! | `intel_reqd_sub_group_size` n | none: warps have 32 | none | `target-features`: `+wavefrontsize<n>` on every function |
//!
//! 1. Read the sizes of every kernel, and check that the sub-group sizes go together.
//! 2. Write the attributes.
//!
//! Missing dimensions are 1. A required size makes a maximum superfluous (PTX refuses both together). On NVPTX what a
//! kernel has already stays. A size that the device cannot have is a warning: the runtime refuses the launch, and other
//! kernels of the module are not concerned. On AMDGPU all functions of a module work in waves of one size; device code
//! split puts kernels of different sub-group sizes into different images.
//!
//! Cost: linear in the functions and their metadata.
//!
//! Source: SYCL 2020, section 5.8.1 "Kernel attributes"; LLVM's "User Guide for NVPTX Back-end" and "... AMDGPU Back-end".

use rustc_hash::FxHashSet;

use crate::{
    diagnostic::{Severity, Sink},
    ir::{
        Editor, ModuleView, NewOperand, Value,
        gpu::{self, Architecture, GpuKernels, NVVM_ANNOTATIONS},
        metadata::{self, FunctionFacts, Kinds, Operand, kind},
    },
};

/// Work items of a group that both architectures can have at most.
const MOST_ITEMS: u64 = 1024;

/// Why sizes cannot be written. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Metadata of another form.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// A size with a wrong number of dimensions, or none at all.
    #[error("`!{kind}` of kernel `{kernel}` is {found}; expected one to three numbers from 1 to 4294967295")]
    Size {
        /// Metadata kind.
        kind: &'static str,
        /// The kernel.
        kernel: String,
        /// What is there.
        found: String,
    },
    /// Kernels that need different modules.
    #[error(
        "kernel `{kernel}` requires sub-groups of {size}, kernel `{other}` of {other_size}; expected one size in a module \
         for AMDGPU (split by kernel features first)"
    )]
    SubGroups {
        /// The kernel that comes first.
        kernel: String,
        /// Its size.
        size: u32,
        /// The other one.
        other: String,
        /// Its size.
        other_size: u32,
    },
}

/// What one kernel says about its work groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Groups {
    /// Exactly this size.
    Required([u64; 3]),
    /// At most this size in each dimension.
    Maximum([u64; 3]),
    /// At most this many items.
    MaximumItems(u64),
}

impl Groups {
    fn items(self) -> u64 {
        match self {
            Self::Required(sizes) | Self::Maximum(sizes) => sizes.iter().fold(1, |all, n| all.saturating_mul(*n)),
            Self::MaximumItems(items) => items,
        }
    }

    /// Numbers of each dimension, as NVPTX wants them.
    fn dimensions(self) -> Vec<u64> {
        match self {
            Self::Required(sizes) | Self::Maximum(sizes) => sizes.to_vec(),
            Self::MaximumItems(items) => vec![items],
        }
    }
}

struct Plan<'m> {
    groups: Vec<(Value<'m>, Groups)>,
    /// Sub-group size of the module, if it has to be written.
    wave: Option<u32>,
}

/// Writes the sizes of all kernels of a module. True if there were any.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<bool, Error> {
    let Some(architecture) = Architecture::of(editor.view()) else { return Ok(false) };
    let plan = plan(editor.view(), architecture, sink)?;
    let groups = match architecture {
        Architecture::Nvptx if gpu::LIMITS_ARE_ATTRIBUTES => write_nvptx_attributes(editor, &plan),
        Architecture::Nvptx => write_nvptx_annotations(editor, &plan),
        Architecture::Amdgpu => write_amdgpu_attributes(editor, &plan),
    };
    let wave = plan.wave.is_some_and(|size| write_wave_size(editor, size));
    Ok(groups || wave)
}

fn plan<'m>(module: ModuleView<'m>, architecture: Architecture, sink: &mut dyn Sink) -> Result<Plan<'m>, Error> {
    let kernels = GpuKernels::of(module, architecture);
    let kinds = Kinds::new(module);
    let mut plan = Plan { groups: Vec::new(), wave: None };
    let mut warnings = Vec::new();
    let mut first: Option<(String, u32)> = None;
    for kernel in module.functions().filter(|f| kernels.contains(*f)) {
        let facts = kinds.facts(kernel)?;
        if let Some(groups) = groups(kernel, &facts)? {
            match groups {
                Groups::Required(_) if groups.items() > MOST_ITEMS => warnings.push(format!(
                    "kernel `{}` requires work-groups of {} items; the target has at most {MOST_ITEMS}",
                    kernel.name(),
                    groups.items()
                )),
                _ => plan.groups.push((kernel, groups)),
            }
        }
        let Some(size) = facts.required_sub_group_size else { continue };
        let possible: &[u32] = match architecture {
            Architecture::Nvptx => &[32],
            Architecture::Amdgpu if only_wave_64(kernel) => &[64],
            Architecture::Amdgpu => &[32, 64],
        };
        if !possible.contains(&size) {
            let sizes: Vec<String> = possible.iter().map(u32::to_string).collect();
            warnings.push(format!(
                "kernel `{}` requires sub-groups of {size}; the target has {}",
                kernel.name(),
                sizes.join(" and ")
            ));
        } else if architecture == Architecture::Amdgpu {
            match &first {
                Some((other, other_size)) if *other_size != size => {
                    return Err(Error::SubGroups {
                        kernel: other.clone(),
                        size: *other_size,
                        other: kernel.name(),
                        other_size: size,
                    });
                }
                _ => first = Some((kernel.name(), size)),
            }
        }
    }
    plan.wave = first.map(|(_, size)| size);
    for warning in warnings {
        sink.report(Severity::Warning, &warning);
    }
    Ok(plan)
}

fn groups(kernel: Value<'_>, facts: &FunctionFacts) -> Result<Option<Groups>, Error> {
    if let Some(sizes) = three(kernel, kind::REQUIRED_WORK_GROUP_SIZE, &facts.required_work_group_size)? {
        return Ok(Some(Groups::Required(sizes)));
    }
    let maximum = three(kernel, kind::MAX_WORK_GROUP_SIZE, &facts.max_work_group_size)?.map(Groups::Maximum);
    let linear = facts.max_linear_work_group_size.filter(|n| *n != 0).map(Groups::MaximumItems);
    // One that the device keeps anyway is not worth writing.
    Ok([maximum, linear].into_iter().flatten().min_by_key(|g| g.items()).filter(|g| g.items() < MOST_ITEMS))
}

/// Three dimensions from one to three numbers.
fn three(kernel: Value<'_>, kind: &'static str, sizes: &[u64]) -> Result<Option<[u64; 3]>, Error> {
    if sizes.is_empty() {
        return Ok(None);
    }
    if sizes.len() > 3 || sizes.iter().any(|n| *n == 0 || *n > u64::from(u32::MAX)) {
        let numbers: Vec<String> = sizes.iter().map(u64::to_string).collect();
        return Err(Error::Size { kind, kernel: kernel.name(), found: numbers.join(", ") });
    }
    let mut three = [1; 3];
    three[..sizes.len()].copy_from_slice(sizes);
    Ok(Some(three))
}

/// Whether the processor of a function, if it names one, has waves of 64 only: AMD's before gfx10.
fn only_wave_64(function: Value<'_>) -> bool {
    let processor = function.string_attribute("target-cpu").unwrap_or_default();
    ["gfx6", "gfx7", "gfx8", "gfx9"].iter().any(|generation| processor.starts_with(generation))
}

// --- writing ---------------------------------------------------------------------------------------------------------

fn write_nvptx_attributes<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>) -> bool {
    let mut changed = false;
    for (kernel, groups) in &plan.groups {
        if kernel.has_string_attribute("nvvm.reqntid") || kernel.has_string_attribute("nvvm.maxntid") {
            continue;
        }
        let name = if matches!(groups, Groups::Required(_)) { "nvvm.reqntid" } else { "nvvm.maxntid" };
        let numbers: Vec<String> = groups.dimensions().iter().map(u64::to_string).collect();
        editor.add_string_attribute(*kernel, name, &numbers.join(","));
        changed = true;
    }
    changed
}

fn write_nvptx_annotations<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>) -> bool {
    let mut limited = FxHashSet::default();
    for node in editor.view().named_metadata(NVVM_ANNOTATIONS) {
        let operands = node.operands();
        let is_limit = |operand: &Operand<'_>| matches!(operand, Operand::Text(key) if key.starts_with("reqntid") || key.starts_with("maxntid"));
        if let Some(Operand::Value(function)) = operands.first()
            && operands.iter().any(is_limit)
        {
            limited.insert(*function);
        }
    }
    let mut changed = false;
    for (kernel, groups) in plan.groups.iter().filter(|(kernel, _)| !limited.contains(kernel)) {
        let names = match groups {
            Groups::Required(_) => ["reqntidx", "reqntidy", "reqntidz"],
            Groups::Maximum(_) | Groups::MaximumItems(_) => ["maxntidx", "maxntidy", "maxntidz"],
        };
        let mut operands = vec![NewOperand::Constant(*kernel)];
        for (name, size) in names.into_iter().zip(groups.dimensions()) {
            operands.extend([NewOperand::Text(name), NewOperand::U32(size as u32)]);
        }
        editor.add_named_metadata(NVVM_ANNOTATIONS, &operands);
        changed = true;
    }
    changed
}

fn write_amdgpu_attributes<'m>(editor: &mut Editor<'m>, plan: &Plan<'m>) -> bool {
    const NAME: &str = "amdgpu-flat-work-group-size";
    let mut changed = false;
    for (kernel, groups) in &plan.groups {
        let least = if matches!(groups, Groups::Required(_)) { groups.items() } else { 1 };
        let value = format!("{least},{}", groups.items());
        // Front ends write a default for every kernel, which the kernel's own size replaces.
        if kernel.string_attribute(NAME).as_deref() != Some(value.as_str()) {
            editor.add_string_attribute(*kernel, NAME, &value);
            changed = true;
        }
    }
    changed
}

fn write_wave_size(editor: &mut Editor<'_>, size: u32) -> bool {
    const NAME: &str = "target-features";
    let mut changed = false;
    for function in editor.view().functions().filter(|f| !f.is_declaration()) {
        let old = function.string_attribute(NAME).unwrap_or_default();
        let new = with_wave_size(&old, size);
        if new != old {
            editor.add_string_attribute(function, NAME, &new);
            changed = true;
        }
    }
    changed
}

/// A list of target features with one wave size.
fn with_wave_size(features: &str, size: u32) -> String {
    let (wanted, other) = if size == 32 { (32, 64) } else { (64, 32) };
    let mut list: Vec<&str> = features.split(',').filter(|f| !f.is_empty() && !f.contains("wavefrontsize")).collect();
    // The default of the processor has to be switched off by name.
    let pair = [format!("-wavefrontsize{other}"), format!("+wavefrontsize{wanted}")];
    list.extend(pair.iter().map(String::as_str));
    list.join(",")
}

#[cfg(test)]
mod tests {
    use super::{Groups, with_wave_size};

    #[test]
    fn wave_size_replaces_what_was_said_about_it() {
        assert_eq!(with_wave_size("", 32), "-wavefrontsize64,+wavefrontsize32");
        assert_eq!(
            with_wave_size("+dpp,+wavefrontsize32,+dot1-insts", 64),
            "+dpp,+dot1-insts,-wavefrontsize32,+wavefrontsize64"
        );
        let once = with_wave_size("+dpp", 64);
        assert_eq!(with_wave_size(&once, 64), once);
    }

    #[test]
    fn items_do_not_overflow() {
        assert_eq!(Groups::Maximum([u64::MAX, 2, 3]).items(), u64::MAX);
        assert_eq!(Groups::Required([8, 4, 2]).items(), 64);
        assert_eq!(Groups::MaximumItems(7).dimensions(), [7]);
    }
}
