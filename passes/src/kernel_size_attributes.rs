//! Passes the work-group and sub-group sizes that SYCL kernels require on to the NVPTX and AMDGPU back ends.
//!
//! | reads  | the metadata below, of kernels; sizes have the fastest dimension first, as in OpenCL. Where a kernel lacks |
//! |        | one, the attribute that becomes this metadata: `sycl-work-group-size`, `sycl-max-work-group-size` (slowest |
//! |        | dimension first), `sycl-max-linear-work-group-size`, `sycl-sub-group-size`, `sycl-min-work-groups-per-cu`, |
//! |        | `sycl-max-work-groups-per-mp` |
//! | writes | the attributes below; on NVPTX before LLVM 21 the entries of `!nvvm.annotations` that they replaced; on AMDGPU |
//! |        | the missing dimensions of `!reqd_work_group_size` and `!work_group_size_hint` |
//! | keeps  | all other metadata: runtimes read it too; a second run writes the same |
//!
//! | metadata | NVPTX | NVPTX before LLVM 21 | AMDGPU |
//! | --- | --- | --- | --- |
//! | `reqd_work_group_size` x, y, z | `nvvm.reqntid`="x,y,z" | `reqntidx`, `reqntidy`, `reqntidz` | `amdgpu-flat-work-group-size`="xyz,xyz" |
//! | `max_work_group_size` x, y, z | `nvvm.maxntid`="x,y,z" | `maxntidx`, `maxntidy`, `maxntidz` | `amdgpu-flat-work-group-size`="1,xyz" |
//! | `max_linear_work_group_size` n | `nvvm.maxntid`="n" | `maxntidx` | `amdgpu-flat-work-group-size`="1,n" |
//! | `min_work_groups_per_cu` n | `nvvm.minctasm`="n" | `minctasm` | none |
//! | `max_work_groups_per_mp` n | `nvvm.maxclusterrank`="n" | `maxclusterrank` | none |
//! | `intel_reqd_sub_group_size` n | none: warps have 32 | none | `target-features`: `+wavefrontsize<n>` on every function |
//!
//! 1. Read the sizes of every kernel ([`bounds`]), and check that the sub-group sizes go together.
//! 2. Write the attributes ([`nvptx`], [`amdgpu`]).
//!
//! Missing dimensions are 1, a first dimension of 0 is not a size. A required size makes a maximum superfluous (PTX
//! refuses both together). Of two maxima the smaller counts, 1024 if both are larger: no device has more, but back ends
//! may take less if nothing is said. On NVPTX what a kernel has already stays, unless it gets a required size.
//!
//! A size that the device cannot have is a warning: the runtime refuses the launch, and other kernels of the module are
//! not concerned. So is a number of work-groups without the size that it goes with: PTX wants `min_work_groups_per_cu`
//! beside a size of work-groups only, and DPC++ `max_work_groups_per_mp` beside both; processors before `sm_90` have no
//! clusters.
//!
//! On AMDGPU all functions of a module work in waves of one size; device code split puts kernels of different sub-group
//! sizes into different images. What the processor has follows from `target-cpu`, else from the target of
//! `sycl-device-pipeline`. Of an unknown processor both sizes are assumed.
//!
//! If one kernel has size metadata of fewer than three dimensions, the AMDGPU back end silently omits the descriptors
//! of all kernels in the module; hence the filling in.
//!
//! Limits: a module has one sub-group size on AMDGPU. Whether a size suits the registers and local memory of the device
//! is left to the back end and the driver.
//!
//! Cost: linear in the functions and their metadata.
//!
//! Source: SYCL 2020, section 5.8.1 "Kernel attributes"; LLVM's "User Guide for NVPTX Back-end" and "... AMDGPU
//! Back-end".

mod amdgpu;
pub(crate) mod bounds;
mod nvptx;

use sycl_propset::triple::Processor;

use self::{
    bounds::{Bounds, Groups, MOST_ITEMS},
    nvptx::Present,
};
use crate::{
    changed::Changed,
    diagnostic::{Id, Sink},
    ir::{Editor, Function, ModuleView, gpu::Architecture, kernels::Kernels, metadata, sycl_metadata::MetadataKindIds},
};

/// Reasons why sizes cannot be written. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Metadata of another form.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// A size with a wrong number of dimensions, or with an empty one.
    #[error("`{place}` of kernel `{kernel}` is {found}; expected one to three numbers from 1")]
    Size {
        /// Metadata kind or attribute.
        place: String,
        /// The kernel.
        kernel: String,
        /// The given text.
        found: String,
    },
    /// An attribute that is not a list of numbers.
    #[error("attribute \"{name}\" of kernel `{kernel}` has \"{found}\"; expected a non-negative integer")]
    Attribute {
        /// The attribute.
        name: &'static str,
        /// The kernel.
        kernel: String,
        /// The given text.
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

#[derive(Default)]
struct Plan<'m> {
    groups: Vec<(Function<'m>, Groups)>,
    least_groups: Vec<(Function<'m>, u32)>,
    most_groups: Vec<(Function<'m>, u32)>,
    /// Size metadata to write again on AMDGPU, with three dimensions; none to drop it.
    sizes: Vec<(Function<'m>, &'static str, Option<[u64; 3]>)>,
    /// Sub-group size of the module, if it has to be written.
    wave: Option<u32>,
    warnings: Vec<(Function<'m>, String)>,
}

/// Writes the sizes of all kernels of a module; `target` is the processor of functions that name none. True if there
/// were any.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(editor: &mut Editor<'_>, target: Option<&Processor>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let module = editor.view();
    let Some(architecture) = Architecture::from_module(module) else { return Ok(Changed::No) };
    let kernels = bounds_of_kernels(module)?;
    let (plan, present) = match architecture {
        Architecture::Nvptx => {
            let present = Present::read(module);
            (plan_nvptx(&kernels, &present, target), present)
        }
        Architecture::Amdgpu => (plan_amdgpu(module, &kernels, target)?, Present::default()),
    };
    for (kernel, warning) in &plan.warnings {
        sink.warn(Id::KernelSize, **kernel, warning);
        sink.decided(Id::SizeIgnored, *kernel, || format!("a size is not written: {warning}"));
    }
    let is_changed = match architecture {
        Architecture::Nvptx => nvptx::write(editor, &plan, &present, sink),
        Architecture::Amdgpu => amdgpu::write(editor, &plan, sink),
    };
    Ok(is_changed.into())
}

/// Puts the sizes that kernels for NVPTX require in the place of the registers that they read them from. Of functions
/// that kernels call this knows nothing: it is for optimized modules.
pub fn fix_registers(editor: &mut Editor<'_>) -> Changed {
    match Architecture::from_module(editor.view()) {
        Some(Architecture::Nvptx) => nvptx::fix_registers(editor),
        Some(Architecture::Amdgpu) | None => Changed::No,
    }
}

fn bounds_of_kernels(module: ModuleView<'_>) -> Result<Vec<(Function<'_>, Bounds)>, Error> {
    let kernels = Kernels::find(module);
    let kinds = MetadataKindIds::new(module);
    module
        .functions()
        .filter(|f| kernels.defines(*f))
        .map(|kernel| Ok((kernel, Bounds::read(kernel, &kinds.facts(kernel)?)?)))
        .collect()
}

impl<'m> Plan<'m> {
    fn warn(&mut self, kernel: Function<'m>, problem: &str) {
        self.warnings.push((kernel, format!("kernel `{}` {problem}", kernel.name())));
    }

    fn add_groups(&mut self, kernel: Function<'m>, groups: Groups) {
        let items = groups.items();
        if matches!(groups, Groups::Required(_)) && items > MOST_ITEMS {
            self.warn(kernel, &format!("requires work-groups of {items} items; the target has at most {MOST_ITEMS}"));
        } else {
            self.groups.push((kernel, groups));
        }
    }

    /// Whether the target has sub-groups of a size; warns if not.
    fn has_sub_groups(&mut self, kernel: Function<'m>, size: u32, possible: &[u32]) -> bool {
        if possible.contains(&size) {
            return true;
        }
        let sizes: Vec<String> = possible.iter().map(u32::to_string).collect();
        let has =
            if sizes.is_empty() { "no size that all its processors share".to_owned() } else { sizes.join(" and ") };
        self.warn(kernel, &format!("requires sub-groups of {size}; the target has {has}"));
        false
    }
}

fn plan_nvptx<'m>(kernels: &[(Function<'m>, Bounds)], present: &Present<'m>, target: Option<&Processor>) -> Plan<'m> {
    let mut plan = Plan::default();
    for (kernel, bounds) in kernels {
        let written = plan.groups.len();
        if let Some(groups) = bounds.groups {
            plan.add_groups(*kernel, groups);
        }
        if let Some(size) = bounds.sub_group_size {
            plan.has_sub_groups(*kernel, size, &[32]);
        }
        let has_groups = plan.groups.len() > written || present.has_groups(*kernel);
        let has_least = has_groups && bounds.least_groups.is_some() || present.has_least_groups(*kernel);
        if let Some(number) = bounds.least_groups {
            if has_groups {
                plan.least_groups.push((*kernel, number));
            } else {
                plan.warn(
                    *kernel,
                    "has a minimum of work-groups on a compute unit; expected a maximum work-group size beside it",
                );
            }
        }
        let Some(number) = bounds.most_groups else { continue };
        let own = kernel.string_attribute("target-cpu").and_then(|name| Processor::parse(&name));
        let processor = own.as_ref().or(target);
        if let Some(old) = processor.filter(|processor| processor.sm().is_some_and(|sm| sm < 90)) {
            let problem =
                format!("has a maximum of work-groups in a cluster; the target `{}` has no clusters", old.name());
            plan.warn(*kernel, &problem);
        } else if !has_groups || !has_least {
            plan.warn(
                *kernel,
                "has a maximum of work-groups in a cluster; expected a maximum work-group size and a minimum of \
                 work-groups on a compute unit beside it",
            );
        } else {
            plan.most_groups.push((*kernel, number));
        }
    }
    plan
}

fn plan_amdgpu<'m>(
    module: ModuleView<'m>,
    kernels: &[(Function<'m>, Bounds)],
    target: Option<&Processor>,
) -> Result<Plan<'m>, Error> {
    let mut plan = Plan::default();
    let mut first: Option<(Function<'m>, u32)> = None;
    let mut possible = None;
    let kinds = MetadataKindIds::new(module);
    for (kernel, bounds) in kernels {
        if let Some(groups) = bounds.groups {
            plan.add_groups(*kernel, groups);
        }
        for (kind, sizes) in kinds.work_group_sizes(*kernel)? {
            if let Some(new) = amdgpu::three_dimensions(&sizes) {
                plan.sizes.push((*kernel, kind, new));
            }
        }
        let Some(size) = bounds.sub_group_size else { continue };
        // The kernel's own processor first, for the message.
        let own = amdgpu::wave_sizes(std::iter::once(*kernel), target);
        let all = possible.get_or_insert_with(|| amdgpu::wave_sizes(module.functions(), target));
        if !plan.has_sub_groups(*kernel, size, &own) || !plan.has_sub_groups(*kernel, size, all) {
            continue;
        }
        match first {
            Some((other, other_size)) if other_size != size => {
                return Err(Error::SubGroups {
                    kernel: other.name(),
                    size: other_size,
                    other: kernel.name(),
                    other_size: size,
                });
            }
            _ => first = Some((*kernel, size)),
        }
    }
    plan.wave = first.map(|(_, size)| size);
    Ok(plan)
}
