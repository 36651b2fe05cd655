//! Turns a module of generic device code into what the back end of a target takes.
//!
//! | reads  | what the stages read |
//! | writes | what the stages write; with `dump-stages`, the module before the first stage and after each |
//! | keeps  | what the stages keep; running it again changes nothing but what LLVM's optimizer still finds |
//!
//! It only decides which passes run, in which order, and with what of the target: [`STAGES`], and [`EDGES`] with the
//! reasons. What a target says of itself, such as `current_backend`, is in `facts`; the user can set it to something
//! else.
//!
//! Specialization constants that are still there become native ones for SPIR-V, and are emulated for other targets.
//! On the host nothing is left for `sycl-device-pipeline` to do; kernels become functions for work-groups, and a table
//! describes them. What is known of constants and lost arguments by then goes to that table.
//!
//! Limits: an error in a stage leaves the module as the earlier stages made it: valid, but unfinished. Passes of
//! plugins are not known to the stage `optimize`.
//!
//! Cost: that of the stages.
//!
//! Source: AdaptiveCpp's page "Generic single-pass compiler", section "Stage 2: llvm-to-backend";
//! `docs/llvm-to-backend.md`.

mod back_end;
mod dump;
mod error;
mod facts;
mod kernels;
mod profile;
mod sanitize;

use std::{
    cell::{Cell, RefCell},
    path::PathBuf,
};

use sycl_propset::triple::{BackEndTarget, Family, TargetSpec};

use crate::{
    changed::Changed,
    device_pipeline, device_rules,
    diagnostic::{Id, Sink, logged},
    distinct_memory, host, host_image,
    ir::{Editor, ModuleView, TargetMachine},
    kernel_size_attributes, link_builtins, retarget, spec_constants,
    sscp::{ir_constants, outline, prune, reflect, specialize},
};

pub use back_end::{Limit, Limits, needed_features};
pub use error::Error;
pub use sanitize::Sanitizer;

pub use kernels::{AdoptError, DeadArguments, adopt_kernels, dead_arguments};

/// A target, and how the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// As written.
    pub name: String,
    /// The target.
    pub target: BackEndTarget,
}

/// Options of the pass: those of the stages, as the tables of their passes set them.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Target that the module becomes code for; it has to be given.
    pub target: Option<Target>,
    /// Values of constants.
    pub constants: ir_constants::Options,
    /// Answers to queries.
    pub reflect: reflect::Options,
    /// Fixed arguments and sizes.
    pub specialize: specialize::Options,
    /// Names that are kept besides what kernels need.
    pub outline: outline::Options,
    /// Number of the generic address space.
    pub retarget: retarget::Options,
    /// Libraries.
    pub link: link_builtins::Options,
    /// Lowering of specialization constants; by default as the target needs it.
    pub spec_constants: Option<spec_constants::Mode>,
    /// Treatment of barriers and sub-groups on the host.
    pub work_groups: host::Options,
    /// The table of an image for the host; target and what is known are this pass's.
    pub image: host_image::Options,
    /// Checks in code for the host while it runs.
    pub sanitizers: Vec<Sanitizer>,
    /// The pipeline of the stage `optimize`; by default `default<O3>`, and `default<O2>` for SPIR-V.
    pub passes: Option<String>,
    /// NVPTX: launchers read the lists that `distinct-memory` makes.
    pub has_distinct_memory: bool,
    /// The first stage that runs.
    pub start_at: Option<&'static str>,
    /// The last stage that runs.
    pub stop_after: Option<&'static str>,
    /// A directory for the module before the first stage and after each.
    pub dump_stages: Option<PathBuf>,
}

impl Options {
    /// Files that the stages read.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let properties = match &self.image.properties {
            Some(host_image::Properties::File(file)) => Some(file),
            Some(host_image::Properties::Text(_)) | None => None,
        };
        self.constants.set_files.iter().chain(&self.link.libraries).chain(properties)
    }

    /// Whether a stage runs.
    pub fn runs(&self, stage: &str) -> bool {
        let place = |name: &str| STAGES.iter().position(|stage| stage.name == name);
        self.start_at.is_none_or(|first| place(first) <= place(stage))
            && self.stop_after.is_none_or(|last| place(stage) <= place(last))
    }
}

/// Data of stages.
struct Run<'a> {
    options: &'a Options,
    target: &'a BackEndTarget,
    known: RefCell<host_image::Known>,
    /// The target as the user wrote it.
    name: &'a str,
    /// Whether no stage has changed the module since it was pruned.
    is_pruned: Cell<bool>,
}

impl Run<'_> {
    /// Answers to queries; of several answers the last counts, which is the user's.
    fn questions(&self, unknown: reflect::Unknown) -> reflect::Options {
        let mut options = reflect::Options { unknown, ..self.options.reflect.clone() };
        options.set.splice(0..0, facts::answers(self.target));
        options
    }
}

/// One stage.
pub struct Stage {
    /// Its name, for `stop-after` and dumps.
    pub name: &'static str,
    /// The pass that does it; none for LLVM's own, and for what is no pass of its own.
    pub pass: Option<&'static str>,
    run: fn(&mut Editor<'_>, &Run<'_>, &mut dyn Sink) -> Result<Changed, Error>,
}

/// The pass of several stages.
const PRUNE: &str = "sscp-prune";

/// The stages in the order that they run.
pub static STAGES: [Stage; 17] = [
    Stage { name: "constants", pass: Some("sscp-ir-constants"), run: constants },
    Stage { name: "reflect", pass: Some("sscp-reflect"), run: reflect },
    Stage { name: "prune", pass: Some(PRUNE), run: |editor, run, _| prune(editor, run) },
    Stage {
        name: "specialize",
        pass: Some("sscp-specialize"),
        run: |editor, run, _| Ok(specialize::run(editor, &run.options.specialize)?),
    },
    Stage { name: "spec-constants", pass: Some("spec-constants"), run: spec_constants },
    Stage { name: "prune-specialized", pass: Some(PRUNE), run: prune_and_check },
    Stage {
        name: "outline",
        pass: Some("sscp-outline"),
        run: |editor, run, _| Ok(outline::run(editor, &run.options.outline)?),
    },
    Stage { name: "retarget", pass: Some("retarget"), run: retarget },
    Stage {
        name: "link-builtins",
        pass: Some("link-builtins"),
        run: |editor, run, sink| Ok(link_builtins::run(editor, &run.options.link, sink)?),
    },
    Stage { name: "reflect-libraries", pass: Some("sscp-reflect"), run: reflect },
    Stage { name: "prune-libraries", pass: Some(PRUNE), run: prune_and_check },
    Stage { name: "device-pipeline", pass: Some("sycl-device-pipeline"), run: device },
    Stage { name: "work-group-functions", pass: Some("work-group-functions"), run: work_groups },
    Stage { name: "host-image", pass: Some("host-image"), run: image },
    Stage { name: "optimize", pass: None, run: optimize },
    Stage { name: "distinct-memory", pass: Some("distinct-memory"), run: distinct_memory },
    Stage { name: "back-end", pass: None, run: back_end },
];

/// The names of the stages.
pub const STAGE_NAMES: [&str; STAGES.len()] = {
    let mut names = [""; STAGES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = STAGES[at].name;
        at += 1;
    }
    names
};

/// One stage must run before another.
pub struct Edge {
    /// This one first.
    pub before: &'static str,
    /// Then this one.
    pub after: &'static str,
    /// For this reason.
    pub why: &'static str,
}

/// The order of the stages, with reasons.
pub static EDGES: &[Edge] = &[
    Edge { before: "constants", after: "prune", why: "a branch goes when its condition is a literal" },
    Edge {
        before: "constants",
        after: "reflect",
        why: "a constant that is not set is the user's mistake, and said before anything else happens",
    },
    Edge {
        before: "constants",
        after: "retarget",
        why: "names of specialization constants are strings in generic space, and gone with the calls that take them",
    },
    Edge {
        before: "reflect",
        after: "prune",
        why: "answers are conditions, too; what only another back end's answers reach needs no library",
    },
    Edge {
        before: "prune",
        after: "specialize",
        why: "arguments that only dead code used are dead before the mask of arguments is made",
    },
    Edge {
        before: "specialize",
        after: "spec-constants",
        why: "arguments are counted as users know them, before emulation adds a buffer",
    },
    Edge { before: "prune", after: "spec-constants", why: "constants that only dead code asks for get no id" },
    Edge {
        before: "spec-constants",
        after: "prune-specialized",
        why: "defaults, fixed arguments and sizes are conditions as well",
    },
    Edge {
        before: "prune-specialized",
        after: "outline",
        why: "what kernels need is known when no branch is left that does not run",
    },
    Edge {
        before: "outline",
        after: "retarget",
        why: "what kernels do not need need not be something that the target has",
    },
    Edge {
        before: "spec-constants",
        after: "retarget",
        why: "the intrinsics take pointers of generic space, by which they are recognized",
    },
    Edge {
        before: "retarget",
        after: "link-builtins",
        why: "functions of libraries are chosen by the types of the target",
    },
    Edge { before: "link-builtins", after: "reflect-libraries", why: "libraries ask as well" },
    Edge { before: "reflect-libraries", after: "prune-libraries", why: "as with user code" },
    Edge {
        before: "prune-libraries",
        after: "device-pipeline",
        why: "kernels get clones and other parameters by what they reach, libraries included",
    },
    Edge {
        before: "device-pipeline",
        after: "work-group-functions",
        why: "after it, nothing is done to kernels any more, on any target",
    },
    Edge {
        before: "link-builtins",
        after: "work-group-functions",
        why: "ids, barriers and local memory are asked for by the library",
    },
    Edge { before: "work-group-functions", after: "host-image", why: "it says what a launch has to know" },
    Edge {
        before: "host-image",
        after: "optimize",
        why: "the table keeps functions that nothing calls, and says that launchers write to device globals",
    },
    Edge {
        before: "device-pipeline",
        after: "optimize",
        why: "sizes, offsets and blocks of local memory are facts for the optimizer",
    },
    Edge {
        before: "optimize",
        after: "distinct-memory",
        why: "which memory a kernel accesses is seen when its functions are inlined and its variables are registers",
    },
    Edge { before: "distinct-memory", after: "back-end", why: "it makes kernels" },
    Edge {
        before: "optimize",
        after: "back-end",
        why: "what the optimizer removes need not be refused, and it knows orders better than the fences for them",
    },
];

/// Result for a module.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Whether it was changed.
    pub changed: Changed,
    /// The kernels that lost arguments, where they are not in the module any more: on the host.
    pub dead_arguments: Option<Vec<DeadArguments>>,
}

/// Runs the stages.
///
/// # Errors
/// See [`Error`].
pub fn run(editor: &mut Editor<'_>, options: &Options, sink: &mut dyn Sink) -> Result<Outcome, Error> {
    if cfg!(not(feature = "llvm22")) {
        return Err(Error::OldLlvm);
    }
    let target = options.target.as_ref().ok_or(Error::NoTarget)?;
    facts::check(target, options.retarget.host.as_deref())?;
    let run = Run {
        options,
        target: &target.target,
        known: RefCell::default(),
        name: &target.name,
        is_pruned: Cell::new(false),
    };
    let mut changed = Changed::No;
    // A run that stops early makes a part of a module, not an image.
    if options.runs(STAGES[0].name) && options.runs("retarget") {
        warn_without_kernels(editor.view(), &options.outline, sink);
    }
    dump::stage(editor, options, 0, "input")?;
    for (number, stage) in STAGES.iter().enumerate().filter(|(_, stage)| options.runs(stage.name)) {
        let module = editor.view();
        let name = stage.name;
        let by_stage = logged(name, module, || (stage.run)(editor, &run, sink), |result| result.in_words())?;
        if by_stage == Changed::Yes && stage.pass != Some(PRUNE) {
            run.is_pruned.set(false);
        }
        changed |= by_stage;
        dump::stage(editor, options, number + 1, name)?;
    }
    let has_functions = run.target.family() == Family::Host && options.runs("work-group-functions");
    let dead_arguments = has_functions.then(|| run.known.into_inner().omitted_arguments);
    Ok(Outcome { changed, dead_arguments })
}

/// Warns of code that is no kernel's, which all goes. A module of a host that is done has no kernels any more.
fn warn_without_kernels(module: ModuleView<'_>, kept: &outline::Options, sink: &mut dyn Sink) {
    let Some(first) = module.functions().find(|function| !function.is_declaration()) else { return };
    let is_done =
        || !module.named_metadata(host_image::METADATA).is_empty() || module.function(host_image::ENTRY).is_some();
    if kept.keep.is_empty() && !outline::has_entry_points(module) && !is_done() {
        let text = "the module has functions, but no kernel among them, so the image is empty; expected a function with a \
                    kernel's calling convention (`spir_kernel`) or AdaptiveCpp's annotation";
        sink.warn(Id::NoKernel, *first, text);
    }
}

/// Refuses a target whose processor LLVM does not have, as the pass itself does.
///
/// # Errors
/// [`Error::Processor`].
pub fn check(target: &Target) -> Result<(), Error> {
    facts::check(target, None)
}

/// Runs the stages behind `optimize`, on what the stages before it made: for programs that run that stage themselves,
/// after the rest with `stop_after`. `has_distinct_memory` is that of [`Options`].
///
/// # Errors
/// [`Error::Limits`].
pub fn finish(editor: &mut Editor<'_>, target: &Target, has_distinct_memory: bool) -> Result<Changed, Error> {
    let mut changed = if has_distinct_memory { variants(editor, &target.target)? } else { Changed::No };
    changed |= back_end::run(editor, &target.target, &target.name)?;
    Ok(changed)
}

/// Variables with a value that was set are constants afterwards; those that device code may not use would be taken for
/// constants as soon as dead code is looked for.
fn constants(editor: &mut Editor<'_>, run: &Run<'_>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let mut options = run.options.constants.clone();
    options.defaults.extend(facts::constants(run.target));
    let changed = ir_constants::run(editor, &options, sink)?;
    device_rules::check(editor.view(), device_rules::Callees::AreHere)?;
    Ok(changed)
}

/// Questions that have no answer stay: code that asks whether there is one is about to go.
fn reflect(editor: &mut Editor<'_>, run: &Run<'_>, _: &mut dyn Sink) -> Result<Changed, Error> {
    Ok(reflect::run(editor, &run.questions(reflect::Unknown::Keep))?)
}

/// Removes dead code, if any stage can have left some.
fn prune(editor: &mut Editor<'_>, run: &Run<'_>) -> Result<Changed, Error> {
    if run.is_pruned.replace(true) { Ok(Changed::No) } else { Ok(prune::run(editor, &run.options.outline)?) }
}

/// Removes dead code; a question that is left then is refused.
fn prune_and_check(editor: &mut Editor<'_>, run: &Run<'_>, _: &mut dyn Sink) -> Result<Changed, Error> {
    let mut changed = prune(editor, run)?;
    let by_answers = reflect::run(editor, &run.questions(reflect::Unknown::Error))?;
    if by_answers == Changed::Yes {
        run.is_pruned.set(false);
    }
    changed |= by_answers;
    Ok(changed)
}

fn spec_constants(editor: &mut Editor<'_>, run: &Run<'_>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    use spec_constants::Mode;
    let default = match run.target.family() {
        Family::Spirv => Mode::Native,
        Family::Nvptx | Family::Amdgpu => Mode::Emulation,
        Family::Host => Mode::HostEmulation,
    };
    let mode = match run.options.spec_constants {
        // Launchers of host images pass what an image asks for.
        Some(Mode::Emulation | Mode::HostEmulation) if run.target.family() == Family::Host => default,
        given => given.unwrap_or(default),
    };
    let outcome = spec_constants::run(editor, mode, sink)?;
    run.known.borrow_mut().constants = outcome.constants;
    Ok(outcome.changed)
}

fn retarget(editor: &mut Editor<'_>, run: &Run<'_>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let options = retarget::Options { target: Some(run.target.clone()), ..run.options.retarget.clone() };
    let changed = retarget::run(editor, &options, sink)?;
    if run.target.family() == Family::Host {
        profile::keep_counters(editor);
    }
    Ok(changed)
}

fn device(editor: &mut Editor<'_>, run: &Run<'_>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    let BackEndTarget::Device(device) = run.target else { return Ok(Changed::No) };
    let target: TargetSpec = device.clone();
    Ok(device_pipeline::run(editor, &device_pipeline::Options { target: Some(target) }, sink)?)
}

fn work_groups(editor: &mut Editor<'_>, run: &Run<'_>, _: &mut dyn Sink) -> Result<Changed, Error> {
    if run.target.family() != Family::Host {
        return Ok(Changed::No);
    }
    run.known.borrow_mut().omitted_arguments = dead_arguments(editor.view())?;
    sanitize::mark(editor, &run.options.sanitizers);
    Ok(host::run(editor, &run.options.work_groups)?)
}

fn image(editor: &mut Editor<'_>, run: &Run<'_>, sink: &mut dyn Sink) -> Result<Changed, Error> {
    if run.target.family() != Family::Host {
        return Ok(Changed::No);
    }
    let (target, known) = (run.options.target.clone(), run.known.borrow().clone());
    Ok(host_image::run(editor, &host_image::Options { target, known, ..run.options.image.clone() }, sink)?)
}

fn optimize(editor: &mut Editor<'_>, run: &Run<'_>, _: &mut dyn Sink) -> Result<Changed, Error> {
    let machine = TargetMachine::new(&editor.view().triple(), run.target.processor().unwrap_or_default())?;
    // What reads SPIR-V optimizes it for its device.
    let (usual, sanitizers) = match run.target.family() {
        Family::Host => ("default<O3>", &*run.options.sanitizers),
        Family::Nvptx | Family::Amdgpu => ("default<O3>", &[][..]),
        Family::Spirv => ("default<O2>", &[][..]),
    };
    let passes = run.options.passes.as_deref().unwrap_or(usual);
    let passes = with_aligned_accesses(passes, run.target);
    editor.run_pipeline_for(&sanitize::pipeline(&passes, sanitizers), &machine)?;
    Ok(Changed::Yes)
}

/// Back ends access neighbouring elements at once if each access says that it is aligned, which is not seen of a
/// pointer that was cast to generic space.
const FOR_ACCESSES: &str = "infer-address-spaces,infer-alignment";

/// A pipeline of LLVM's, with what back ends of GPUs need behind it. A pipeline of the user's own is the whole.
pub fn with_aligned_accesses(passes: &str, target: &BackEndTarget) -> String {
    let is_gpu = matches!(target.family(), Family::Nvptx | Family::Amdgpu);
    if is_gpu && passes.starts_with("default<O") && passes != "default<O0>" {
        format!("{passes},function({FOR_ACCESSES})")
    } else {
        passes.to_owned()
    }
}

/// Loads that are the same in all of a launch leave loops, and are not repeated. `instcombine` alone, as tests of LLVM
/// have it, ends the process where one run is not enough.
const FOR_VARIANTS: &str = "early-cse<memssa>,loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg";

fn distinct_memory(editor: &mut Editor<'_>, run: &Run<'_>, _: &mut dyn Sink) -> Result<Changed, Error> {
    if run.options.has_distinct_memory { variants(editor, run.target) } else { Ok(Changed::No) }
}

fn variants(editor: &mut Editor<'_>, target: &BackEndTarget) -> Result<Changed, Error> {
    let mut changed = distinct_memory::run(editor)?;
    // Variants recognize ids by the registers.
    changed |= kernel_size_attributes::fix_registers(editor);
    if changed == Changed::Yes {
        let machine = TargetMachine::new(&editor.view().triple(), target.processor().unwrap_or_default())?;
        editor.run_pipeline_for(&format!("function({FOR_VARIANTS},{FOR_ACCESSES})"), &machine)?;
    }
    Ok(changed)
}

fn back_end(editor: &mut Editor<'_>, run: &Run<'_>, _: &mut dyn Sink) -> Result<Changed, Error> {
    Ok(back_end::run(editor, run.target, run.name)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stages without a stage before them come first, in the order of the table.
    fn sorted() -> Vec<&'static str> {
        let mut rest: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let free =
                rest.iter().position(|stage| !EDGES.iter().any(|e| e.after == *stage && rest.contains(&e.before)));
            order.push(rest.remove(free.expect("the edges have no cycle")));
        }
        order
    }

    #[test]
    fn stages_are_in_the_order_of_the_edges() {
        assert_eq!(sorted(), STAGES.iter().map(|stage| stage.name).collect::<Vec<_>>());
        for edge in EDGES {
            for end in [edge.before, edge.after] {
                assert!(STAGES.iter().any(|stage| stage.name == end), "{end}");
            }
            assert!(!edge.why.is_empty());
        }
        for stage in &STAGES[1..] {
            assert!(EDGES.iter().any(|edge| edge.after == stage.name), "{}", stage.name);
        }
        for pass in STAGES.iter().filter_map(|stage| stage.pass) {
            assert!(crate::registry::find(pass).is_some(), "{pass}");
        }
    }

    #[test]
    fn stages_run_up_to_the_last_one() {
        let options = Options { stop_after: Some("retarget"), ..Options::default() };
        assert!(options.runs("outline") && options.runs("retarget") && !options.runs("link-builtins"));
        assert!(Options::default().runs("optimize"));
        let options = Options { start_at: Some("outline"), ..options };
        assert!(options.runs("outline") && options.runs("retarget") && !options.runs("prune"));
    }
}
