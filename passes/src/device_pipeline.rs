//! Runs what a linked device module needs for its target before the back end.
//!
//! | reads  | the target, or else the module's triple |
//! | writes | what the steps write |
//! | keeps  | what the steps keep; running it again changes nothing |
//!
//! It only decides which of the passes run, and in which order: [`STEPS`], and [`EDGES`] with the reasons.
//!
//! | target | steps |
//! | --- | --- |
//! | `nvptx64`, `nvptx`, `amdgcn` | all, specialization constants emulated |
//! | `spirv64`, `spirv32`, `spir64`, `spir` | metadata of properties, specialization constants native; SPIR-V has the rest |
//!
//! A target may name a processor (`nvptx64:sm_90`, `amdgcn:gfx90a`); sizes that the processor lacks are not written.
//! Which instructions it has only matters to the back end (`llc -mcpu`).
//!
//! Limits: an error in a step leaves the module as the earlier steps made it: valid, but unfinished.
//!
//! Cost: that of the steps.
//!
//! Source: DPC++'s design document "Compiler and runtime architecture".

use sycl_propset::triple::{Family, KNOWN_TARGETS, TargetSpec, Triple};

use crate::{
    changed::Changed,
    compile_time_properties,
    diagnostic::{Sink, logged},
    free_function_kernels, global_offset,
    ir::{Editor, ModuleView},
    kernel_size_attributes, local_accessor_to_shared_memory, spec_constants,
};

/// Reasons why a module cannot be made ready.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The module is for something else.
    #[error("the module's triple is `{triple}`; expected one of target `{target}`")]
    OtherTarget {
        /// The module's.
        triple: String,
        /// The target asked for.
        target: &'static str,
    },
    /// No target was asked for, and the module has none that is known.
    #[error("the module's triple is `{triple}`, and no target is given; expected {KNOWN_TARGETS}")]
    UnknownTriple {
        /// The module's.
        triple: String,
    },
    /// The step `free-function-kernels` refuses the module.
    #[error(transparent)]
    FreeFunctionKernels(#[from] free_function_kernels::Error),
    /// The step `compile-time-properties` refuses the module.
    #[error(transparent)]
    CompileTimeProperties(#[from] compile_time_properties::Error),
    /// The step `global-offset` refuses the module.
    #[error(transparent)]
    GlobalOffset(#[from] global_offset::Error),
    /// The step `local-accessor-to-shared-memory` refuses the module.
    #[error(transparent)]
    LocalAccessor(#[from] local_accessor_to_shared_memory::Error),
    /// The step `spec-constants` refuses the module.
    #[error(transparent)]
    SpecConstants(#[from] spec_constants::Error),
    /// The step `kernel-size-attributes` refuses the module.
    #[error(transparent)]
    KernelSizes(#[from] kernel_size_attributes::Error),
}

/// Options of the pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Without it the module's triple decides.
    pub target: Option<TargetSpec>,
}

/// One step.
pub struct Step {
    /// The pass that does it.
    pub pass: &'static str,
    run: fn(&mut Editor<'_>, &TargetSpec, &mut dyn Sink) -> Result<Changed, Error>,
}

/// The steps in the order that they run. Each is the pass of its name; on a family that has no use for it, it does
/// nothing.
pub static STEPS: &[Step] = &[
    Step {
        pass: "free-function-kernels",
        run: |editor, _, _| Ok(free_function_kernels::run(editor, &free_function_kernels::Options::default())?),
    },
    // LLVM's SPIR-V back end writes the decorations of device globals by numbers that SPIR-V does not have any more.
    Step { pass: "compile-time-properties", run: |editor, _, _| Ok(compile_time_properties::add_promises(editor)?) },
    Step {
        pass: "global-offset",
        run: |editor, _, sink| Ok(global_offset::run(editor, global_offset::Mode::Enable, sink)?),
    },
    Step {
        pass: "local-accessor-to-shared-memory",
        run: |editor, _, sink| Ok(local_accessor_to_shared_memory::run(editor, sink)?),
    },
    Step {
        pass: "spec-constants",
        run: |editor, target, sink| {
            let mode = match target.family {
                Family::Nvptx | Family::Amdgpu => spec_constants::Mode::Emulation,
                Family::Spirv | Family::Host => spec_constants::Mode::Native,
            };
            Ok(spec_constants::run(editor, mode, sink)?.changed)
        },
    },
    Step {
        pass: "kernel-size-attributes",
        run: |editor, target, sink| Ok(kernel_size_attributes::run(editor, target.processor.as_ref(), sink)?),
    },
];

/// One step must run before another.
pub struct Edge {
    /// This one first.
    pub before: &'static str,
    /// Then this one.
    pub after: &'static str,
    /// For this reason.
    pub why: &'static str,
}

/// The order of the steps, with reasons.
pub static EDGES: &[Edge] = &[
    Edge {
        before: "free-function-kernels",
        after: "global-offset",
        why: "all other steps are about kernels and what they call",
    },
    Edge {
        before: "free-function-kernels",
        after: "compile-time-properties",
        why: "sizes are written on kernels, free functions among them",
    },
    Edge { before: "compile-time-properties", after: "global-offset", why: "the clone of a kernel has its metadata" },
    Edge {
        before: "global-offset",
        after: "local-accessor-to-shared-memory",
        why: "the clone of a kernel is a kernel: it gets a shared array of its own name, aligned for its own accesses, and \
              both back ends lay out shared memory by the kernel that uses it",
    },
    Edge {
        before: "global-offset",
        after: "spec-constants",
        why: "cloning copies calls of specialization constant intrinsics; lowered afterwards, all copies are numbered once and read the same \
              place of one buffer, and the pass refuses calls that turn up later",
    },
    Edge {
        before: "local-accessor-to-shared-memory",
        after: "kernel-size-attributes",
        why: "a kernel with another signature is another function; limits are written on the one that stays",
    },
    Edge {
        before: "spec-constants",
        after: "kernel-size-attributes",
        why: "warnings about sizes come last: beside an error that stops the module they would be noise",
    },
];

/// Runs the steps.
///
/// # Errors
/// See [`Error`].
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let target = target_of(editor.view(), options)?;
    let mut changed = Changed::No;
    for step in STEPS {
        let module = editor.view();
        changed |= logged(step.pass, module, || (step.run)(editor, &target, sink), |result| result.in_words())?;
    }
    Ok(changed)
}

fn target_of(module: ModuleView<'_>, options: &Options) -> Result<TargetSpec, Error> {
    let triple = module.triple();
    let found = Triple::parse(&triple).and_then(|found| Some((found, found.family()?)));
    match (&options.target, found) {
        (None, Some((triple, family))) => Ok(TargetSpec { triple, family, processor: None }),
        (None, None) => Err(Error::UnknownTriple { triple }),
        // SPIR bitcode becomes SPIR-V by a change of the triple, so it is the family that counts there.
        (Some(wanted), Some((found, family)))
            if wanted.triple == found || wanted.family == Family::Spirv && family == Family::Spirv =>
        {
            Ok(wanted.clone())
        }
        (Some(wanted), _) => Err(Error::OtherTarget { triple, target: wanted.triple.architecture.name() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps without a step before them come first, in the order of the table.
    fn sorted() -> Vec<&'static str> {
        let mut rest: Vec<&str> = STEPS.iter().map(|s| s.pass).collect();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let free = rest.iter().position(|step| !EDGES.iter().any(|e| e.after == *step && rest.contains(&e.before)));
            order.push(rest.remove(free.expect("the edges have no cycle")));
        }
        order
    }

    #[test]
    fn steps_are_in_the_order_of_the_edges() {
        assert_eq!(sorted(), STEPS.iter().map(|s| s.pass).collect::<Vec<_>>());
        for edge in EDGES {
            for end in [edge.before, edge.after] {
                assert!(STEPS.iter().any(|s| s.pass == end), "{end}");
                assert!(crate::registry::find(end).is_some(), "{end}");
            }
            assert!(!edge.why.is_empty());
        }
    }

    #[test]
    fn every_step_but_the_first_has_a_reason() {
        for step in &STEPS[1..] {
            assert!(EDGES.iter().any(|e| e.after == step.pass), "{}", step.pass);
        }
    }
}
