//! Takes over what stock clang's `-fsycl` leaves unsaid: facts of the header `sycl_passes.hpp` become the metadata that
//! the other passes read, and kernels get their translation unit.
//!
//! | reads  | initializers of device globals, calls of what finds their values                                        |
//! |        | markers: calls of the undefined function `__sycl_passes_fact(const char *fact, ...)`                     |
//! |        | annotations of functions that begin with `sycl-passes:`, in `llvm.global.annotations`                    |
//! |        | the name of the source file; linkage and calling conventions                                            |
//! |        | with `linked`, calls that ask for local memory ([`local_memory`])                                       |
//! | writes | `!reqd_work_group_size` with `!work_group_num_dim`, `!max_work_group_size`, `!intel_reqd_sub_group_size`, |
//! |        | `!sycl_declared_aspects`, on kernels and `sycl_external` functions; `!sycl_used_aspects` on any function  |
//! |        | `!sycl_aspects`, and `!sycl_types_that_use_aspects` for `half`, in a module without `!sycl_aspects`;     |
//! |        | with `aspects=`, numbers of that table where the module names aspects                                    |
//! |        | the attributes `sycl-module-id` and, with `optlevel=`, `sycl-optlevel`, where they are not               |
//! |        | attributes of device globals, and bodies of what finds their values ([`crate::device_globals`])                |
//! |        | `weak_odr` as linkage of kernels, and `!sycl_passes.kernels` ([`shared_kernels`])                       |
//! | keeps  | all else, apart from markers, our annotations, their texts, and helpers that only held markers; running  |
//! |        | it again changes nothing. Modules that are not device code are not changed                              |
//!
//! 1. Find and decode markers ([`markers`], [`facts`]) and annotations ([`annotations`]).
//! 2. Find the kernels and `sycl_external` functions that each fact holds for ([`reach`]).
//! 3. Compare with what these carry ([`plan`]).
//! 4. Write, and remove what held the facts ([`leftovers`]). Only this step changes the module.
//! 5. Let other translation units define the same kernels ([`shared_kernels`]); `linked` checks afterwards that they
//!    do.
//! 6. Take over device globals ([`crate::device_globals`]).
//! 7. Remove virtual functions of the host ([`virtual_functions`]).
//!
//! Limits: markers reach kernels through direct calls only. The pass is for one translation unit, before linking: the
//! name of the source file is lost in a link. Clang 22 does not mark `sycl_external` functions; definitions with
//! external linkage count as such, in modules where no function has the attribute `sycl-module-id`.
//!
//! Cost: linear in functions; for each fact, in the calls that lead to it.
//!
//! Source: `docs/front-end.md`. The metadata is that of DPC++'s design documents "Optional kernel features" and
//! "Compiler and runtime architecture".

mod annotations;
mod aspects;
mod error;
mod facts;
mod leftovers;
mod local_memory;
mod markers;
mod plan;
mod reach;
mod shared_kernels;
mod virtual_functions;

use std::path::PathBuf;

use sycl_propset::aspects::AspectTable;

pub use crate::site::Site;
use crate::{
    abi_functions,
    changed::Changed,
    device_globals,
    ir::{Editor, ModuleView, attribute, kernels::Kernels},
};
use aspects::KnownAspects;
pub use error::{Error, Origin};
use markers::Markers;

/// Options of a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The user's own table of aspects; without it the built-in one counts.
    pub aspects: Option<PathBuf>,
    /// The optimization level of the translation unit, where it is known.
    pub opt_level: Option<u32>,
    /// Kernels are not prepared for linking. Before optimization they cannot be compared with those of modules that the
    /// pass sees after it.
    pub keeps_linkage: bool,
    /// The module is linked of those that the pass ran on: only what differs between them is checked.
    pub is_linked: bool,
}

/// Runs the pass. `table` has the aspects that facts may name.
///
/// # Errors
/// See [`Error`]; the module is unchanged then, but for functions that were inlined.
pub fn run(editor: &mut Editor<'_>, options: &Options, table: &AspectTable) -> Result<Changed, Error> {
    let module = editor.view();
    if !module.is_device_module() {
        return Ok(Changed::No);
    }
    if options.is_linked {
        shared_kernels::check(module)?;
        let mut changed = local_memory::inline_shared(editor);
        let requests = local_memory::find(module)?;
        changed |= shared_kernels::forget(editor);
        changed |= abi_functions::define(editor);
        changed |= local_memory::allocate(editor, &requests);
        return Ok(changed);
    }
    let has_module_ids = has_module_ids(module);
    let aspects = KnownAspects::new(module, table, options.aspects.as_ref().map(|file| file.display().to_string()))?;
    let mut statements = Vec::new();
    let annotations = annotations::find(module, &aspects, &mut statements)?;
    let markers = Markers::find(module, &aspects, &mut statements)?;
    let plan = plan::plan(module, &statements, &aspects, options)?;
    let mut changed = plan.apply(editor);
    changed |= device_globals::take_over(editor);
    changed |= abi_functions::define(editor);
    changed |= leftovers::remove(editor, &markers, annotations.as_ref());
    if !options.keeps_linkage {
        changed |= shared_kernels::share(editor);
    }
    if !has_module_ids {
        changed |= virtual_functions::remove(editor);
    }
    Ok(changed)
}

/// Whether the front end says itself which functions others can call.
fn has_module_ids(module: ModuleView<'_>) -> bool {
    module.functions().any(|function| function.has_string_attribute(attribute::MODULE_ID))
}

/// Whether a module is what stock clang makes of SYCL code, as far as that shows: it has markers or our annotations, or
/// kernels whose names are those of types (`_ZTS...`). Front ends that write `sycl-module-id` need no help.
pub fn is_stock_sycl(module: ModuleView<'_>) -> bool {
    if !sycl_propset::triple::Triple::is_spir_or_spirv(&module.triple()) {
        return false;
    }
    let kernels = Kernels::find(module);
    let (mut has_kernel, mut has_marker) = (false, false);
    for function in module.functions() {
        if function.has_string_attribute(attribute::MODULE_ID) {
            return false;
        }
        has_kernel |= kernels.defines(function) && function.name_bytes().starts_with(b"_ZTS");
        has_marker |= markers::is_marker(function) || device_globals::is_accessor(function);
    }
    has_kernel || has_marker || annotations::has_any(module)
}
