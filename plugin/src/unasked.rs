//! What runs unasked on device modules, in clang at every level: aspects are propagated before and after optimization.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{ffi::ModulePassManager, settings};
use sycl_passes::{
    Sink,
    ir::Editor,
    options::OptionError,
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
        let element = point.element();
        let built = settings::get().map(|settings| registry::build_with(element, settings));
        let (slot, pass) = match built {
            Ok(None) => return,
            Ok(Some(registry::Built { slot, pass: Ok(pass) })) => (slot, pass),
            Ok(Some(registry::Built { slot, pass: Err(error) })) => (slot, Box::new(Refused(error)) as Box<dyn Pass>),
            Err(error) => match registry::slot("aspect-propagation") {
                Some(slot) => (slot, Box::new(Refused(error)) as Box<dyn Pass>),
                None => return,
            },
        };
        let is_first = matches!(point, Point::Start | Point::LinkStart);
        let run = UnaskedRun { pass, is_first, shared: Arc::clone(self) };
        manager.add(slot, registry::PASSES[slot].name, element, Box::new(run));
    }
}

/// Runs a pass on device code only, and not again after it has refused a module: clang goes on after an error, and would
/// show it twice.
struct UnaskedRun {
    pass: Box<dyn Pass>,
    is_first: bool,
    shared: Arc<Unasked>,
}

impl Pass for UnaskedRun {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        if !editor.view().is_device_module() {
            return Ok(Changed::No);
        }
        // The runs of a pipeline are in one thread, one after the other.
        if !self.is_first && self.shared.has_refused.load(Ordering::Relaxed) {
            return Ok(Changed::No);
        }
        let result = self.pass.run(editor, sink);
        self.shared.has_refused.store(result.is_err(), Ordering::Relaxed);
        result
    }
}

/// Stands for a pass whose settings cannot be used.
struct Refused(OptionError);

impl Pass for Refused {
    fn run(&self, _: &mut Editor<'_>, _: &mut dyn Sink) -> Result<Changed, PassError> {
        Err(self.0.clone().into())
    }
}
