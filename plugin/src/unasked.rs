//! What runs unasked on device modules, in clang at every level: aspects are propagated before and after optimization.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{ffi::ModulePassManager, settings};
use sycl_passes::{
    Sink,
    ir::Editor,
    registry::{self, Changed, Pass, PassError},
};

/// Where in the pipelines that LLVM builds by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// Before everything else, in a compilation.
    Start,
    /// After the last optimization, in a compilation and in a ThinLTO back end.
    Last,
    /// Before everything else, in a full link-time optimization.
    LinkStart,
    /// After everything else, in a full link-time optimization.
    LinkLast,
}

impl Point {
    /// In the order of `sp_on_extension_point`.
    pub(crate) const ALL: [Point; 4] = [Point::Start, Point::Last, Point::LinkStart, Point::LinkLast];

    fn element(self) -> &'static str {
        match self {
            Point::Start => "aspect-propagation<pre-opt>",
            Point::Last | Point::LinkLast => "aspect-propagation<post-opt>",
            // The units were optimized and warned of when they were compiled. What they need has to reach their callers
            // in other units before those are inlined into each other.
            Point::LinkStart => "aspect-propagation<pre-opt;no-diagnose>",
        }
    }
}

/// What the runs of one pipeline share.
#[derive(Default)]
pub(crate) struct Unasked {
    /// The first run refused the module or its parameters, and said so.
    has_refused: AtomicBool,
}

impl Unasked {
    /// Adds what runs at a point of a pipeline.
    pub(crate) fn add(self: &Arc<Self>, point: Point, manager: &mut ModulePassManager) {
        if let Some(slot) = registry::slot("aspect-propagation") {
            let run = UnaskedRun { point, shared: Arc::clone(self) };
            manager.add(slot, registry::PASSES[slot].name, point.element(), Box::new(run));
        }
    }
}

/// Runs a pass on device code only, and not again after it has refused a module: clang goes on after an error, and
/// would show it twice.
struct UnaskedRun {
    point: Point,
    shared: Arc<Unasked>,
}

impl Pass for UnaskedRun {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        if !editor.view().is_device_module() {
            return Ok(Changed::No);
        }
        // The runs of a pipeline are in one thread, one after the other.
        let is_first = matches!(self.point, Point::Start | Point::LinkStart);
        if !is_first && self.shared.has_refused.load(Ordering::Relaxed) {
            return Ok(Changed::No);
        }
        let result = self.run_on_device_code(editor, sink);
        self.shared.has_refused.store(result.is_err(), Ordering::Relaxed);
        result
    }
}

impl UnaskedRun {
    /// The pass is made here and not with the pipeline, so that host code neither pays for the files that settings name
    /// nor fails because of them.
    fn run_on_device_code(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        match registry::build_with(self.point.element(), settings::get()?) {
            Some(built) => built.pass?.run(editor, sink),
            None => Ok(Changed::No),
        }
    }
}
