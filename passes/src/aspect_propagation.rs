//! Records on each function which optional device features ("aspects") it needs, and warns where that contradicts what
//! the program declares.
//!
//! A function uses an aspect if its types or instructions do, or if something that it may call does.
//!
//! | reads  | `!sycl_aspects`, `!sycl_types_that_use_aspects`; `!sycl_used_aspects` and `!sycl_declared_aspects` on functions, |
//! |        | `!sycl_used_aspects` on instructions, the attribute `sycl-device-has`; operands as `i32` or as pairs with names |
//! |        | the attribute `sycl-propagated-aspects` of an earlier run |
//! | writes | `!sycl_used_aspects` on functions: ascending, without duplicates, never empty |
//! |        | the attribute `sycl-propagated-aspects` where the list alone would mislead a further run ([`carried`]) |
//! |        | `!sycl_fixed_targets` on kernels and SYCL_EXTERNAL functions, possibly empty |
//! | keeps  | all else; running it again changes nothing |
//!
//! 1. Collect what each function uses and declares, and whom it may call ([`mod@collect`], [`scan`], [`types`]).
//! 2. Propagate used and declared aspects from callees to callers; functions that call each other share one set
//!    ([`graph`]).
//! 3. Warn ([`diagnose`], [`targets`]).
//! 4. Write ([`write`]). Only this step changes the module.
//!
//! A list that is written has what the function carried already, what it uses less what is excluded, and what it
//! declares. Excluded aspects take part in everything else. If any list of the module holds pairs of name and number,
//! those that are written do, where the name is known; else they hold numbers. Negative aspects are the front end's
//! own: they are propagated and never reported.
//!
//! The presets are for two runs around optimization: `pre-opt` does not record fp64 that only follows from types,
//! because optimizers remove many `double`s, but warns of it; `post-opt` records what is left and is silent. fp64 that
//! was written down is recorded by both: inlining removes the function that it was written on.
//!
//! Compilers other than DPC++ write no `!sycl_aspects`, so nothing follows from types, which a warning says
//! ([`missing_table`]); `builtin-aspects` takes SYCL's own aspects instead.
//!
//! Limits: what a function without a body uses is what its type and metadata say. Cost: linear in instructions and
//! calls; a warning costs one more walk over the call graph for each aspect, and over the functions of its chain.
//!
//! Source: DPC++'s design document "Optional kernel features", "New LLVM IR pass to propagate aspect usage".

mod aspects;
mod atomics;
mod carried;
mod collect;
mod components;
mod constants;
mod diagnose;
mod graph;
mod missing_table;
mod nodes;
mod remarks;
mod scan;
mod sets;
mod targets;
mod types;
mod virtual_calls;
mod ways;
mod write;

use sycl_propset::devices::DeviceConfig;

use crate::{
    changed::Changed,
    diagnostic::Sink,
    ir::{Editor, metadata},
};
use aspects::Aspects;
use collect::collect;
use diagnose::Report;
use graph::propagate;
use targets::Targets;

/// Options of a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names of aspects that are propagated and reported but not recorded.
    pub exclude: Vec<String>,
    /// Whether fp64 is one of them as far as it only follows from types.
    pub excludes_fp64: bool,
    /// Names of the only targets that the module is for; empty if it may run anywhere.
    pub fixed_targets: Vec<String>,
    /// Conversions from and to `double` do not count as uses of fp64.
    pub emulates_conversions: bool,
    /// In a module without `!sycl_aspects`, `double`, `half` and atomic access to 64 bits use fp64, fp16 and atomic64.
    pub uses_builtin_aspects: bool,
    /// No warnings.
    pub is_silent: bool,
    /// No warnings because the optimizer has changed the program; the run before it had them.
    pub is_after_optimization: bool,
    /// The user's own device configuration; without it the built-in one counts.
    pub devices: Option<std::path::PathBuf>,
}

/// Reasons why aspects cannot be propagated. The module is unchanged then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Malformed metadata.
    #[error(transparent)]
    Metadata(#[from] metadata::Error),
    /// A malformed attribute.
    #[error(
        "attribute \"{attribute}\" of `{function}` has the item `{item}`; expected numbers of aspects separated by `,`"
    )]
    Numbers {
        /// The attribute.
        attribute: &'static str,
        /// Name of the function, mangled.
        function: String,
        /// Item that is there.
        item: String,
    },
    /// A name that no aspect has.
    #[error("unknown aspect `{name}` in parameter `exclude` of pass `aspect-propagation`{}", suggestion(nearest.as_deref()))]
    UnknownAspect {
        /// The given name.
        name: String,
        /// The known name most like it.
        nearest: Option<String>,
    },
    /// A name that no target has.
    #[error("unknown target `{name}` in parameter `fixed-targets` of pass `aspect-propagation`{}", suggestion(nearest.as_deref()))]
    UnknownTarget {
        /// The given name.
        name: String,
        /// The known name most like it.
        nearest: Option<String>,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// Runs the pass. `devices` is what `fixed-targets` names; without it the built-in ones, which are read only then.
///
/// # Errors
/// See [`Error`]; the module is unchanged then.
pub fn run(
    editor: &mut Editor<'_>,
    options: &Options,
    devices: Option<&DeviceConfig>,
    sink: &mut dyn Sink,
) -> Result<Changed, Error> {
    if !options.is_silent && !options.is_after_optimization {
        missing_table::warn(editor.view(), options, sink)?;
    }
    let mut facts = collect(editor.view(), options)?;
    let excluded = excluded(&facts.scanner.aspects, options)?;
    let targets = Targets::find(&facts.scanner.aspects, options, devices)?;
    let used = propagate(&facts.graph, &facts.components, &facts.used);
    let declared = propagate(&facts.graph, &facts.components, &facts.declared);
    if !options.is_silent && !options.is_after_optimization {
        let mut report = Report::new(&mut facts, &used, sink);
        diagnose::undeclared(&mut report);
        targets.check(&mut report);
    }
    let written_fp64 = propagate(&facts.graph, &facts.components, &facts.written_fp64);
    let needs = write::Needs { used: &used, declared: &declared, written_fp64: &written_fp64 };
    let plan = write::plan(&facts, &needs, &excluded, &targets);
    remarks::remark(&facts, &needs, &plan, sink);
    Ok(write::apply(editor, &facts.scanner.aspects, &plan))
}

fn excluded(aspects: &Aspects, options: &Options) -> Result<Excluded, Error> {
    let mut values = Vec::new();
    for name in &options.exclude {
        let found = aspects
            .find(name)
            .map_err(|unknown| Error::UnknownAspect { name: name.clone(), nearest: unknown.nearest })?;
        values.extend(found);
    }
    let unwritten = options.excludes_fp64.then(|| aspects.find(aspects::FP64).ok().flatten()).flatten();
    Ok(Excluded { unwritten, values })
}

/// Aspects that are not recorded.
struct Excluded {
    values: Vec<i32>,
    /// fp64, where it only follows from types: the optimizer removes many `double`s, but not what was written down.
    unwritten: Option<i32>,
}
