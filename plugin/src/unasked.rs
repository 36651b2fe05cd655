//! Passes that run unasked on device modules, in clang at every level: aspects are propagated before and after
//! optimization. In SYCL code of stock clang, facts are taken over before.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{ffi::ModulePassManager, settings};
use sycl_passes::{
    Sink, front_end,
    ir::Editor,
    registry::{self, Changed, Pass, PassError},
};

/// Points in the pipelines that LLVM builds by itself.
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

    /// The propagation of aspects at this point.
    fn aspects(self) -> &'static str {
        match self {
            Point::Start => "aspect-propagation<pre-opt>",
            Point::Last | Point::LinkLast => "aspect-propagation<post-opt>",
            // The units were optimized and warned of when they were compiled. What they need has to reach their callers
            // in other units before those are inlined into each other.
            Point::LinkStart => "aspect-propagation<pre-opt;no-diagnose>",
        }
    }
}

/// Data that the runs of one pipeline share.
#[derive(Default)]
pub(crate) struct Unasked {
    /// An earlier run refused the module or its parameters, and said so.
    has_refused: AtomicBool,
}

/// Modules that a pass runs on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// Device code.
    DeviceCode,
    /// Device code of stock clang's SYCL. Of other front ends nothing is to be taken over.
    StockSycl,
}

impl Unasked {
    /// Adds what runs at a point of a pipeline of an optimization level.
    pub(crate) fn add(self: &Arc<Self>, point: Point, level: u32, manager: &mut ModulePassManager) {
        if point == Point::Start {
            // Before the others, because they read what it writes, and before optimization, which markers hinder.
            self.add_run(For::StockSycl, true, &format!("sycl-front-end<optlevel={level};keep-linkage>"), manager);
        }
        self.add_run(For::DeviceCode, point == Point::LinkStart, point.aspects(), manager);
        // After aspects: kernels that only make objects do not take over what virtual functions need.
        if [Point::Last, Point::LinkLast].contains(&point) {
            self.add_run(For::DeviceCode, false, "sycl-virtual-functions-analysis", manager);
        }
    }

    fn add_run(self: &Arc<Self>, modules: For, is_first: bool, element: &str, manager: &mut ModulePassManager) {
        let name = element.split('<').next().unwrap_or_default();
        if let Some(slot) = registry::slot(name) {
            let run = UnaskedRun { modules, is_first, element: element.to_owned(), shared: Arc::clone(self) };
            manager.add(slot, registry::PASSES[slot].name, element, Box::new(run));
        }
    }
}

/// Runs a pass on device code only, and not after one has refused a module: clang goes on after an error, and would
/// show it twice.
struct UnaskedRun {
    modules: For,
    /// The first of its pipeline.
    is_first: bool,
    element: String,
    shared: Arc<Unasked>,
}

impl Pass for UnaskedRun {
    fn run(&self, editor: &mut Editor<'_>, sink: &mut dyn Sink) -> Result<Changed, PassError> {
        // The runs of a pipeline are in one thread, one after the other.
        if self.is_first {
            self.shared.has_refused.store(false, Ordering::Relaxed);
        }
        let module = editor.view();
        let is_for = match self.modules {
            For::DeviceCode => module.is_device_module(),
            For::StockSycl => front_end::is_stock_sycl(module),
        };
        if !is_for || self.shared.has_refused.load(Ordering::Relaxed) {
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
        match registry::build_with(&self.element, settings::get()?) {
            Some(built) => built.pass?.run(editor, sink),
            None => Ok(Changed::No),
        }
    }
}
